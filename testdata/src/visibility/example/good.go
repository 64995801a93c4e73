package main

import (
	"context"
	"net/http"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/sqs"
)

// Punctual gives up before the queue hands the message out again.
type Punctual struct {
	Queue  *sqs.Client
	Office *http.Client
}

// NewPunctual returns a Punctual.
func NewPunctual(q *sqs.Client) *Punctual {
	return &Punctual{Queue: q, Office: &http.Client{Timeout: 20 * time.Second}}
}

// Run files what is returned.
func (p *Punctual) Run(ctx context.Context) error {
	q, err := p.Queue.CreateQueue(ctx, &sqs.CreateQueueInput{
		QueueName: aws.String("deposits"),
		Attributes: map[string]string{
			"VisibilityTimeout": "120",
			"RedrivePolicy":     `{"deadLetterTargetArn":"arn:aws:sqs:eu-west-1:1:deposits-dead","maxReceiveCount":"5"}`,
		},
	})
	if err != nil {
		return err
	}
	for {
		out, err := p.Queue.ReceiveMessage(ctx, &sqs.ReceiveMessageInput{QueueUrl: q.QueueUrl})
		if err != nil {
			return err
		}
		for _, m := range out.Messages {
			if p.file(ctx, aws.ToString(m.Body)) != nil {
				continue // the queue hands it out again
			}
			if _, err := p.Queue.DeleteMessage(ctx, &sqs.DeleteMessageInput{QueueUrl: q.QueueUrl, ReceiptHandle: m.ReceiptHandle}); err != nil {
				return err
			}
		}
	}
}

func (p *Punctual) file(ctx context.Context, jar string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPut, "https://deposit.example.com/returns/"+jar, nil)
	if err != nil {
		return err
	}
	resp, err := p.Office.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}
