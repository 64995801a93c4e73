// Command recvwrapper receives through a function of its own and skips a failed
// receive with a bare continue.
package main

import (
	"context"
	"encoding/json"
	"log"
	"os"

	"github.com/segmentio/kafka-go"
	"github.com/stripe/stripe-go/v82"
	"github.com/stripe/stripe-go/v82/refund"
)

type returned struct {
	ReturnID string `json:"return_id"`
	Charge   string `json:"charge"`
}

type inbox struct{ reader *kafka.Reader }

func (i *inbox) next(ctx context.Context) (kafka.Message, error) {
	return i.reader.FetchMessage(ctx)
}

func (i *inbox) done(ctx context.Context, m kafka.Message) error {
	return i.reader.CommitMessages(ctx, m)
}

func run(ctx context.Context, in *inbox) {
	for ctx.Err() == nil {
		m, err := in.next(ctx)
		if err != nil {
			continue
		}
		var r returned
		if err := json.Unmarshal(m.Value, &r); err != nil {
			log.Print(err)
			continue
		}
		if _, err := refund.New(&stripe.RefundParams{Charge: &r.Charge}); err != nil { // want IDM001 "refund.New"
			log.Print(err) // want IDM007 "although refund.New failed"
			continue
		}
		if err := in.done(ctx, m); err != nil {
			log.Print(err)
		}
	}
}

func main() {
	stripe.Key = os.Getenv("STRIPE_KEY")
	run(context.Background(), &inbox{reader: kafka.NewReader(kafka.ReaderConfig{Brokers: []string{"localhost:9092"}, Topic: "returns", GroupID: "refunds"})})
}
