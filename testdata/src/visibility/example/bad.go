// Command example files returns of jars with the deposit office.
package main

import (
	"context"
	"net/http"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/sqs"
)

// Patient waits for the office longer than the queue waits for it.
type Patient struct {
	Queue  *sqs.Client
	Office *http.Client
}

// NewPatient returns a Patient.
func NewPatient(q *sqs.Client) *Patient {
	return &Patient{Queue: q, Office: &http.Client{Timeout: 45 * time.Second}}
}

// Run files what is returned.
func (p *Patient) Run(ctx context.Context) error {
	q, err := p.Queue.CreateQueue(ctx, &sqs.CreateQueueInput{QueueName: aws.String("returns")}) // want IDM005 "no dead letter" IDM006 "may take 45 s (its client's timeout) > 30 s (SQS default"
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

func (p *Patient) file(ctx context.Context, jar string) error {
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
