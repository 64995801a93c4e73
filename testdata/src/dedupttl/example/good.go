package example

import (
	"context"
	"encoding/json"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/sqs"
)

// RunLong handles filled jars; what was printed is known for longer than the
// queue, and its dead-letter queue, keep a message.
func (p *Printer) RunLong(ctx context.Context) error {
	for {
		out, err := p.Queue.ReceiveMessage(ctx, &sqs.ReceiveMessageInput{QueueUrl: &p.URL})
		if err != nil {
			return err
		}
		for _, m := range out.Messages {
			if p.labelLong(ctx, aws.ToString(m.Body)) != nil {
				continue
			}
			if _, err := p.Queue.DeleteMessage(ctx, &sqs.DeleteMessageInput{QueueUrl: &p.URL, ReceiptHandle: m.ReceiptHandle}); err != nil {
				return err
			}
		}
	}
}

func (p *Printer) labelLong(ctx context.Context, body string) error {
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
	return p.Redis.Set(ctx, "label:"+f.Jar, "1", 30*24*time.Hour).Err()
}
