// Command messages hands whole messages to a pool of workers.
package main

import (
	"context"

	"github.com/segmentio/kafka-go"
	"github.com/stripe/stripe-go/v82"
	"github.com/stripe/stripe-go/v82/refund"
)

func main() {
	r := kafka.NewReader(kafka.ReaderConfig{Topic: "cancelled", GroupID: "refunds"})
	ctx := context.Background()
	jobs := make(chan kafka.Message, 16)
	for range 4 {
		go work(ctx, r, jobs)
	}
	for {
		m, err := r.FetchMessage(ctx)
		if err != nil {
			return
		}
		jobs <- m
	}
}

func work(ctx context.Context, r *kafka.Reader, jobs <-chan kafka.Message) {
	for m := range jobs {
		charge := string(m.Value)
		if _, err := refund.New(&stripe.RefundParams{Charge: &charge}); err != nil { // want IDM001 "payment call refund.New" IDM007 "although refund.New failed"
			continue
		}
		r.CommitMessages(ctx, m)
	}
}
