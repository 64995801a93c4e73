// Package consumer polls a queue it is told.
package consumer

import (
	"context"
	"log"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/sqs"
)

// Queue is what of SQS the consumer needs.
type Queue interface {
	ReceiveMessage(ctx context.Context, params *sqs.ReceiveMessageInput, optFns ...func(*sqs.Options)) (*sqs.ReceiveMessageOutput, error)
	DeleteMessage(ctx context.Context, params *sqs.DeleteMessageInput, optFns ...func(*sqs.Options)) (*sqs.DeleteMessageOutput, error)
}

// Consumer takes messages off a queue.
type Consumer struct {
	queue Queue
	url   string
	work  func(ctx context.Context, body string) error
}

// New returns a Consumer of the queue at url.
func New(q Queue, url string, work func(ctx context.Context, body string) error) *Consumer {
	return &Consumer{queue: q, url: url, work: work}
}

// Run works until ctx is done.
func (c *Consumer) Run(ctx context.Context) {
	for ctx.Err() == nil {
		out, err := c.queue.ReceiveMessage(ctx, &sqs.ReceiveMessageInput{QueueUrl: aws.String(c.url)})
		if err != nil {
			continue
		}
		for _, m := range out.Messages {
			if err := c.work(ctx, aws.ToString(m.Body)); err != nil {
				log.Print(err)
				continue
			}
			if _, err := c.queue.DeleteMessage(ctx, &sqs.DeleteMessageInput{QueueUrl: aws.String(c.url), ReceiptHandle: m.ReceiptHandle}); err != nil {
				log.Print(err)
			}
		}
	}
}
