// Package keys builds keys of the transport identity of every broker.
package keys

import (
	"context"
	"fmt"
	"strconv"

	"cloud.google.com/go/pubsub/v2"
	"github.com/ThreeDotsLabs/watermill/message"
	"github.com/aws/aws-lambda-go/events"
	"github.com/aws/aws-lambda-go/lambda"
	"github.com/aws/aws-sdk-go-v2/service/sqs"
	"github.com/aws/aws-sdk-go-v2/service/sqs/types"
	"github.com/hibiken/asynq"
	"github.com/nats-io/nats.go/jetstream"
	amqp "github.com/rabbitmq/amqp091-go"
	"github.com/riverqueue/river"
	"github.com/segmentio/kafka-go"
	"github.com/stripe/stripe-go/v82"
	"github.com/stripe/stripe-go/v82/charge"
	"github.com/twmb/franz-go/pkg/kgo"
)

func params(key string) *stripe.ChargeParams {
	return &stripe.ChargeParams{Params: stripe.Params{IdempotencyKey: &key}}
}

// SQS keys by message id and by receipt handle.
func SQS(ctx context.Context, c *sqs.Client, url string) error {
	out, err := c.ReceiveMessage(ctx, &sqs.ReceiveMessageInput{QueueUrl: &url})
	if err != nil {
		return err
	}
	for _, m := range out.Messages {
		if err := one(m); err != nil {
			return err
		}
	}
	return nil
}

func one(m types.Message) error {
	if _, err := charge.New(params("charge:" + *m.MessageId)); err != nil { // want IDM002 "payment call charge.New" "types.Message.MessageId" "gives anew"
		return err
	}
	_, err := charge.New(params(*m.ReceiptHandle)) // want IDM002 "types.Message.ReceiptHandle" "new on every delivery"
	if err != nil {
		return err
	}
	_, err = charge.New(params(*m.Body))
	return err
}

// Kafka keys by partition and offset.
func Kafka(ctx context.Context, r *kafka.Reader) error {
	for {
		m, err := r.FetchMessage(ctx)
		if err != nil {
			return err
		}
		key := fmt.Sprintf("%s/%d/%d", m.Topic, m.Partition, m.Offset)
		if _, err := charge.New(params(key)); err != nil { // want IDM002 "kafka.Message.Partition"
			return err
		}
		if _, err := charge.New(params(string(m.Key))); err != nil {
			return err
		}
		if err := r.CommitMessages(ctx, m); err != nil {
			return err
		}
	}
}

// Franz keys by offset.
func Franz(ctx context.Context, c *kgo.Client) {
	for {
		fetches := c.PollFetches(ctx)
		if fetches.IsClientClosed() {
			return
		}
		fetches.EachRecord(func(r *kgo.Record) {
			charge.New(params(strconv.FormatInt(r.Offset, 10))) // want IDM002 "kgo.Record.Offset" IDM007 "although charge.New failed"
		})
	}
}

// AMQP keys by delivery tag.
func AMQP(ds <-chan amqp.Delivery) {
	for d := range ds {
		_, err := charge.New(params(strconv.FormatUint(d.DeliveryTag, 10))) // want IDM002 "amqp091.Delivery.DeliveryTag" "new on every delivery"
		if err != nil {
			d.Nack(false, true)
			continue
		}
		// The producer wrote the headers.
		order, _ := d.Headers["order"].(string)
		if _, err := charge.New(params(order)); err != nil {
			d.Nack(false, true)
			continue
		}
		d.Ack(false)
	}
}

// Stream keys by the stream's sequence.
func Stream(c jetstream.Consumer) (jetstream.ConsumeContext, error) {
	return c.Consume(func(m jetstream.Msg) {
		md, err := m.Metadata()
		if err != nil {
			return
		}
		charge.New(params(fmt.Sprint(md.Sequence.Stream))) // want IDM002 "Sequence"
		charge.New(params(m.Headers().Get("Order-Id")))
		m.Ack()
	})
}

// PubSub keys by the server's id.
func PubSub(ctx context.Context, s *pubsub.Subscriber) error {
	return s.Receive(ctx, func(_ context.Context, m *pubsub.Message) {
		if _, err := charge.New(params(m.ID)); err != nil { // want IDM002 "pubsub.Message.ID"
			m.Nack()
			return
		}
		if _, err := charge.New(params(m.Attributes["order"])); err != nil {
			m.Nack()
			return
		}
		m.Ack()
	})
}

// Jobs keys by the ids that job queues give.
func Jobs(mux *asynq.ServeMux, ws *river.Workers) {
	mux.HandleFunc("charge", func(ctx context.Context, t *asynq.Task) error {
		id, _ := asynq.GetTaskID(ctx)
		_, err := charge.New(params(id)) // want IDM002 "asynq.GetTaskID"
		return err
	})
	river.AddWorker(ws, river.WorkFunc(func(_ context.Context, j *river.Job[bill]) error {
		_, err := charge.New(params(strconv.FormatInt(j.ID, 10))) // want IDM002 "ID"
		if err != nil {
			return err
		}
		_, err = charge.New(params(j.Args.Number))
		return err
	}))
}

type bill struct {
	Number string `json:"number"`
}

func (bill) Kind() string { return "bill" }

// Lambda keys by the ids of its events.
func Lambda() {
	lambda.Start(func(e events.KinesisEvent) error {
		for _, r := range e.Records {
			if _, err := charge.New(params(r.EventID)); err != nil { // want IDM002 "events.KinesisEventRecord.EventID"
				return err
			}
			if _, err := charge.New(params(string(r.Kinesis.Data))); err != nil {
				return err
			}
		}
		return nil
	})
}

// Watermill keys by the message's UUID.
func Watermill(r *message.Router, sub message.Subscriber) {
	r.AddNoPublisherHandler("charge", "bills", sub, func(m *message.Message) error {
		_, err := charge.New(params(m.UUID)) // want IDM002 "message.Message.UUID"
		return err
	})
}
