// Package example counts boats.
package example

import (
	"context"
	"encoding/json"

	"github.com/segmentio/kafka-go"
)

// Passed is the event: a boat has passed a lock.
type Passed struct{ ID, Boat, Lock string }

// Canal forwards what happens.
type Canal struct {
	in  *kafka.Reader
	out *kafka.Writer
}

// Run handles passages.
func (c *Canal) Run(ctx context.Context) error {
	for {
		m, err := c.in.FetchMessage(ctx)
		if err != nil {
			return err
		}
		var p Passed
		if err := json.Unmarshal(m.Value, &p); err != nil {
			return err
		}
		if err := c.out.WriteMessages(ctx, kafka.Message{ // want IDM011 "carries no key that orders it" "c.out.WriteMessages"
			Value:   m.Value,
			Headers: []kafka.Header{{Key: "event-id", Value: []byte(p.ID)}},
		}); err != nil {
			return err
		}
		if err := c.in.CommitMessages(ctx, m); err != nil {
			return err
		}
	}
}
