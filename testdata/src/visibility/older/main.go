// Command older uses the first version of the SDK, and gives the default client a
// limit.
package main

import (
	"context"
	"net/http"
	"time"

	"github.com/aws/aws-sdk-go/aws"
	"github.com/aws/aws-sdk-go/aws/session"
	"github.com/aws/aws-sdk-go/service/sqs"
	"github.com/aws/aws-sdk-go/service/sqs/sqsiface"
)

func init() { http.DefaultClient.Timeout = 8 * time.Second }

type worker struct {
	queue sqsiface.SQSAPI
	url   string
}

func (w *worker) each(ctx context.Context, ms []*sqs.Message) {
	for _, m := range ms {
		resp, err := http.Get("https://labels.example.com/" + aws.StringValue(m.Body))
		if err != nil {
			continue
		}
		_ = resp.Body.Close()
		_, err = w.queue.DeleteMessageWithContext(ctx, &sqs.DeleteMessageInput{QueueUrl: &w.url, ReceiptHandle: m.ReceiptHandle})
		if err != nil {
			return
		}
	}
}

// four messages take longer than they are hidden.
func (w *worker) four(ctx context.Context) {
	for {
		out, err := w.queue.ReceiveMessageWithContext(ctx, &sqs.ReceiveMessageInput{QueueUrl: &w.url, VisibilityTimeout: aws.Int64(30), MaxNumberOfMessages: aws.Int64(4)}) // want IDM006 "may take 4 × 8 s (its client's timeout) > 30 s"
		if err != nil {
			return
		}
		w.each(ctx, out.Messages)
	}
}

// three do not.
func (w *worker) three(ctx context.Context) {
	for {
		out, err := w.queue.ReceiveMessageWithContext(ctx, &sqs.ReceiveMessageInput{QueueUrl: &w.url, VisibilityTimeout: aws.Int64(30), MaxNumberOfMessages: aws.Int64(3)})
		if err != nil {
			return
		}
		w.each(ctx, out.Messages)
	}
}

// how long they are hidden is not known.
func (w *worker) any(ctx context.Context, hidden int64) {
	for {
		out, err := w.queue.ReceiveMessageWithContext(ctx, &sqs.ReceiveMessageInput{QueueUrl: &w.url, VisibilityTimeout: aws.Int64(hidden), MaxNumberOfMessages: aws.Int64(10)})
		if err != nil {
			return
		}
		w.each(ctx, out.Messages)
	}
}

func main() {
	ctx := context.Background()
	w := &worker{queue: sqs.New(session.Must(session.NewSession())), url: "https://sqs.example.com/labels"}
	go w.four(ctx)
	go w.three(ctx)
	w.any(ctx, time.Now().Unix())
}
