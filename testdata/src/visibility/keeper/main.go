// Command keeper extends the leases of all messages in one place, which no handler
// calls.
package main

import (
	"context"
	"log"
	"net/http"
	"sync"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/sqs"
)

type keeper struct {
	queue *sqs.Client
	url   string
	mu    sync.Mutex
	held  map[string]bool
}

// keep hides the messages that are worked on for another half minute, again and
// again.
func (k *keeper) keep(ctx context.Context) {
	for range time.Tick(10 * time.Second) {
		k.mu.Lock()
		for handle := range k.held {
			_, err := k.queue.ChangeMessageVisibility(ctx, &sqs.ChangeMessageVisibilityInput{QueueUrl: &k.url, ReceiptHandle: &handle, VisibilityTimeout: 30})
			if err != nil {
				log.Print(err)
			}
		}
		k.mu.Unlock()
	}
}

func (k *keeper) note(handle string, held bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if held {
		k.held[handle] = true
	} else {
		delete(k.held, handle)
	}
}

func (k *keeper) work(ctx context.Context) {
	slow := &http.Client{Timeout: time.Minute}
	for {
		out, err := k.queue.ReceiveMessage(ctx, &sqs.ReceiveMessageInput{QueueUrl: &k.url, VisibilityTimeout: 30})
		if err != nil {
			return
		}
		for _, m := range out.Messages {
			k.note(*m.ReceiptHandle, true)
			resp, err := slow.Get("https://labels.example.com/" + *m.Body)
			k.note(*m.ReceiptHandle, false)
			if err != nil {
				continue
			}
			_ = resp.Body.Close()
			_, err = k.queue.DeleteMessage(ctx, &sqs.DeleteMessageInput{QueueUrl: &k.url, ReceiptHandle: m.ReceiptHandle})
			if err != nil {
				return
			}
		}
	}
}

func main() {
	ctx := context.Background()
	k := &keeper{queue: sqs.NewFromConfig(aws.Config{}), url: "https://sqs.example.com/labels", held: map[string]bool{}}
	go k.keep(ctx)
	k.work(ctx)
}
