// Command config takes its limits from the configuration: what that falls back to
// counts.
package main

import (
	"context"
	"encoding/json"
	"flag"
	"net/http"
	"os"
	"strconv"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/sqs"
)

var patience = flag.Duration("patience", 40*time.Second, "of the client")

type worker struct {
	queue *sqs.Client
	url   string
}

func (w *worker) each(ctx context.Context, out *sqs.ReceiveMessageOutput, client *http.Client) {
	for _, m := range out.Messages {
		resp, err := client.Get("https://labels.example.com/" + *m.Body)
		if err != nil {
			continue
		}
		_ = resp.Body.Close()
		_, err = w.queue.DeleteMessage(ctx, &sqs.DeleteMessageInput{QueueUrl: &w.url, ReceiptHandle: m.ReceiptHandle})
		if err != nil {
			return
		}
	}
}

// a flag with a default.
func (w *worker) flagged(ctx context.Context) {
	client := &http.Client{Timeout: *patience}
	for {
		out, err := w.queue.ReceiveMessage(ctx, &sqs.ReceiveMessageInput{QueueUrl: &w.url, VisibilityTimeout: 30}) // want IDM006 "may take 40 s"
		if err != nil {
			return
		}
		w.each(ctx, out, client)
	}
}

func seconds(key string, fallback int) time.Duration {
	n, err := strconv.Atoi(os.Getenv(key))
	if err != nil {
		n = fallback
	}
	return time.Duration(n) * time.Second
}

// a variable of the environment with a fallback.
func (w *worker) fallback(ctx context.Context) {
	client := &http.Client{Timeout: seconds("PATIENCE", 50)}
	for {
		out, err := w.queue.ReceiveMessage(ctx, &sqs.ReceiveMessageInput{QueueUrl: &w.url, VisibilityTimeout: int32((30 * time.Second).Seconds())}) // want IDM006 "may take 50 s"
		if err != nil {
			return
		}
		w.each(ctx, out, client)
	}
}

// what nobody can know is silent.
func (w *worker) unknown(ctx context.Context, config []byte) {
	var limits struct{ Patience time.Duration }
	if json.Unmarshal(config, &limits) != nil {
		return
	}
	client := &http.Client{Timeout: limits.Patience}
	for {
		out, err := w.queue.ReceiveMessage(ctx, &sqs.ReceiveMessageInput{QueueUrl: &w.url, VisibilityTimeout: 1})
		if err != nil {
			return
		}
		w.each(ctx, out, client)
	}
}

func main() {
	flag.Parse()
	ctx := context.Background()
	w := &worker{queue: sqs.NewFromConfig(aws.Config{}), url: "https://sqs.example.com/labels"}
	config, _ := os.ReadFile("limits.json")
	go w.flagged(ctx)
	go w.fallback(ctx)
	w.unknown(ctx, config)
}
