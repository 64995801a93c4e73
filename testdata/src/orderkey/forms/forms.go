// Package forms publishes with and without the key that orders.
package forms

import (
	"context"
	"encoding/json"

	"cloud.google.com/go/pubsub/v2"
	"github.com/google/uuid"
	"github.com/segmentio/kafka-go"
)

type turn struct {
	ID     string `json:"id"`
	Wheel  string `json:"wheel"`
	Degree int    `json:"degree"`
}

type mill struct {
	in    *kafka.Reader
	out   *kafka.Writer
	dead  *kafka.Writer
	plain *pubsub.Publisher
	kept  *pubsub.Publisher
}

// New makes a mill.
func New(c *pubsub.Client, in *kafka.Reader, out *kafka.Writer) *mill {
	m := &mill{in: in, out: out, plain: c.Publisher("turns"), kept: c.Publisher("wheels")}
	m.dead = &kafka.Writer{Topic: "turns.dead-letter"}
	m.kept.EnableMessageOrdering = true
	return m
}

func id(t turn) []kafka.Header { return []kafka.Header{{Key: "event-id", Value: []byte(t.ID)}} }

func (m *mill) forward(ctx context.Context, t turn, value []byte) error {
	// New for each.
	if err := m.out.WriteMessages(ctx, kafka.Message{Key: []byte(uuid.NewString()), Value: value, Headers: id(t)}); err != nil { // want IDM011 "new for each" "uuid.NewString"
		return err
	}
	// The same for all.
	if err := m.out.WriteMessages(ctx, kafka.Message{Key: []byte("mill"), Value: value, Headers: id(t)}); err != nil { // want IDM011 "the same for all"
		return err
	}
	return m.out.WriteMessages(ctx, kafka.Message{Key: []byte(t.Wheel), Value: value, Headers: id(t)})
}

// Run handles turns.
func (m *mill) Run(ctx context.Context) error {
	for {
		msg, err := m.in.FetchMessage(ctx)
		if err != nil {
			return err
		}
		var t turn
		if err := json.Unmarshal(msg.Value, &t); err != nil {
			// A dead letter needs no order.
			if err := m.dead.WriteMessages(ctx, kafka.Message{Value: msg.Value}); err != nil {
				return err
			}
		} else if err := m.forward(ctx, t, msg.Value); err != nil {
			return err
		}
		if err := m.in.CommitMessages(ctx, msg); err != nil {
			return err
		}
	}
}

// Listen handles turns of another broker, which keeps no order unless told to.
func (m *mill) Listen(ctx context.Context, sub *pubsub.Subscriber) error {
	return sub.Receive(ctx, func(ctx context.Context, msg *pubsub.Message) {
		var t turn
		if err := json.Unmarshal(msg.Data, &t); err != nil {
			msg.Nack()
			return
		}
		named := map[string]string{"event_id": t.ID}
		for _, publish := range []func() error{
			func() error {
				_, err := m.plain.Publish(ctx, &pubsub.Message{Data: msg.Data, Attributes: named}).Get(ctx)
				return err
			},
			func() error {
				_, err := m.kept.Publish(ctx, &pubsub.Message{Data: msg.Data, Attributes: named}).Get(ctx) // want IDM011 "carries no key that orders it"
				return err
			},
			func() error {
				_, err := m.kept.Publish(ctx, &pubsub.Message{Data: msg.Data, Attributes: named, OrderingKey: t.Wheel}).Get(ctx)
				return err
			},
		} {
			if publish() != nil {
				msg.Nack()
				return
			}
		}
		msg.Ack()
	})
}
