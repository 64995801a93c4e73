package example

import (
	"context"
	"fmt"

	"github.com/segmentio/kafka-go"
)

// RunCommitted handles measurements, each until it is kept or parked.
func (l *Levels) RunCommitted(ctx context.Context, r *kafka.Reader, dead *kafka.Writer) error {
	for {
		m, err := r.FetchMessage(ctx)
		if err != nil {
			return err
		}
		if err := l.keep(ctx, m.Value); err != nil {
			parked := kafka.Message{Topic: "measured.dead-letter", Key: m.Key, Value: m.Value}
			if err := dead.WriteMessages(ctx, parked); err != nil {
				return fmt.Errorf("park: %w", err)
			}
		}
		if err := r.CommitMessages(ctx, m); err != nil {
			return err
		}
	}
}
