// Package publish passes events on to other queues.
package publish

import (
	"context"
	"encoding/json"

	"cloud.google.com/go/pubsub/v2"
	"github.com/aws/aws-lambda-go/events"
	"github.com/aws/aws-lambda-go/lambda"
	"github.com/aws/aws-sdk-go-v2/service/sqs"
	"github.com/hibiken/asynq"
	"github.com/nats-io/nats.go/jetstream"
)

type uploaded struct {
	Film string `json:"film"`
	Path string `json:"path"`
}

type studio struct {
	cuts   *pubsub.Publisher
	posts  *sqs.Client
	tasks  *asynq.Client
	stream jetstream.JetStream
	url    string
}

// Start runs the function.
func (s *studio) Start() { lambda.Start(s.handle) }

func (s *studio) handle(ctx context.Context, e events.SNSEvent) error {
	for _, r := range e.Records {
		var u uploaded
		if err := json.Unmarshal([]byte(r.SNS.Message), &u); err != nil {
			return err
		}
		if err := s.bare(ctx, u); err != nil {
			return err
		}
		if err := s.keyed(ctx, u, r.SNS.Message); err != nil {
			return err
		}
	}
	return nil
}

func (s *studio) bare(ctx context.Context, u uploaded) error {
	if _, err := s.cuts.Publish(ctx, &pubsub.Message{Data: []byte("cut")}).Get(ctx); err != nil { // want IDM001 "publish s.cuts.Publish" "publish.(*studio).handle"
		return err
	}
	body := u.Path
	if _, err := s.posts.SendMessage(ctx, &sqs.SendMessageInput{QueueUrl: &s.url, MessageBody: &body}); err != nil { // want IDM001 "publish s.posts.SendMessage"
		return err
	}
	if _, err := s.tasks.EnqueueContext(ctx, asynq.NewTask("thumbnail", nil)); err != nil { // want IDM001 "publish s.tasks.EnqueueContext"
		return err
	}
	_, err := s.stream.Publish(ctx, "films", []byte(u.Path)) // want IDM001 "publish s.stream.Publish"
	return err
}

func (s *studio) keyed(ctx context.Context, u uploaded, body string) error {
	_, err := s.posts.SendMessage(ctx, &sqs.SendMessageInput{QueueUrl: &s.url, MessageBody: &body, MessageGroupId: &u.Film, MessageDeduplicationId: &u.Film})
	if err != nil {
		return err
	}
	if _, err := s.tasks.EnqueueContext(ctx, asynq.NewTask("thumbnail", nil), asynq.TaskID("thumbnail:"+u.Film)); err != nil {
		return err
	}
	if _, err := s.stream.Publish(ctx, "films", []byte(body), jetstream.WithMsgID(u.Film)); err != nil {
		return err
	}
	// What failed is parked; there it may lie twice.
	dlq := s.url + "-dlq"
	_, err = s.posts.SendMessage(ctx, &sqs.SendMessageInput{QueueUrl: &dlq, MessageBody: &body})
	return err
}
