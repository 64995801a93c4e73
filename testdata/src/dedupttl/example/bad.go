// Package example prints labels for jars.
package example

import (
	"context"
	"encoding/json"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/sqs"
	"github.com/redis/go-redis/v9"
)

// Filled is the event: a jar was filled.
type Filled struct{ Jar string }

// Printer prints a label once.
type Printer struct {
	Queue *sqs.Client
	URL   string
	Redis *redis.Client
	Print func(ctx context.Context, jar string) error
}

// Run handles filled jars.
func (p *Printer) Run(ctx context.Context) error {
	for {
		out, err := p.Queue.ReceiveMessage(ctx, &sqs.ReceiveMessageInput{QueueUrl: &p.URL})
		if err != nil {
			return err
		}
		for _, m := range out.Messages {
			if p.label(ctx, aws.ToString(m.Body)) != nil {
				continue
			}
			if _, err := p.Queue.DeleteMessage(ctx, &sqs.DeleteMessageInput{QueueUrl: &p.URL, ReceiptHandle: m.ReceiptHandle}); err != nil {
				return err
			}
		}
	}
}

func (p *Printer) label(ctx context.Context, body string) error {
	var f Filled
	if err := json.Unmarshal([]byte(body), &f); err != nil {
		return err
	}
	if done, err := p.Redis.Exists(ctx, "label:"+f.Jar).Result(); err != nil || done > 0 { // want IDM004 "is asked first"
		return err
	}
	if err := p.Redis.LPush(ctx, "printer", f.Jar).Err(); err != nil {
		return err
	}
	return p.Redis.Set(ctx, "label:"+f.Jar, "1", 10*time.Minute).Err() // want IDM012 "lives 10m, but sqs keeps a message for 96h"
}
