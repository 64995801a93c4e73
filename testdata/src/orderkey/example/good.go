package example

import (
	"context"
	"encoding/json"

	"github.com/segmentio/kafka-go"
)

// RunByBoat handles passages, and keeps those of a boat in order.
func (c *Canal) RunByBoat(ctx context.Context) error {
	for {
		m, err := c.in.FetchMessage(ctx)
		if err != nil {
			return err
		}
		var p Passed
		if err := json.Unmarshal(m.Value, &p); err != nil {
			return err
		}
		if err := c.out.WriteMessages(ctx, kafka.Message{
			Key:     []byte(p.Boat),
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
