package use

import (
	"context"

	"github.com/segmentio/kafka-go"
)

// fetcher is a user's own narrow interface.
type fetcher interface {
	FetchMessage(ctx context.Context) (kafka.Message, error)
	CommitMessages(ctx context.Context, messages ...kafka.Message) error
}

func run(ctx context.Context, r *kafka.Reader, f fetcher, w *kafka.Writer) {
	m, _ := r.ReadMessage(ctx)            // is: receive kafka
	m, _ = r.FetchMessage(ctx)            // is: receive kafka
	r.CommitMessages(ctx, m)              // is: ack commit
	m, _ = f.FetchMessage(ctx)            // is: receive kafka
	f.CommitMessages(ctx, m)              // is: ack commit
	w.WriteMessages(ctx, kafka.Message{}) // is: effect publish, publish, key in header Event-Id
}
