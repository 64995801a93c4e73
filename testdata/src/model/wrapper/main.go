// Command wrapper registers its handlers with a bus of its own.
package main

import (
	"context"
	"strconv"

	"github.com/nats-io/nats.go/jetstream"
	"github.com/stripe/stripe-go/v82"
	"github.com/stripe/stripe-go/v82/payout"
	"github.com/stripe/stripe-go/v82/refund"

	"example.com/fixtures/model/wrapper/bus"
)

type cancelled struct {
	OrderID string `json:"order_id"`
	Charge  string `json:"charge"`
}

func main() {
	var refunds, payouts jetstream.Consumer
	ctx := context.Background()
	bus.Subscribe(ctx, refunds, onCancelled)
	bus.Subscribe(ctx, payouts, func(_ context.Context, e bus.Event) error {
		key := strconv.FormatUint(e.Sequence, 10)
		_, err := payout.New(&stripe.PayoutParams{Params: stripe.Params{IdempotencyKey: &key}}) // want IDM002 "payout.New" "Sequence"
		return err
	})
}

func onCancelled(_ context.Context, e bus.Event) error {
	var c cancelled
	if err := e.Decode(&c); err != nil {
		return err
	}
	key := "refund:" + c.OrderID
	_, err := refund.New(&stripe.RefundParams{Charge: &c.Charge, Params: stripe.Params{IdempotencyKey: &key}}) // want business "OrderID"
	if err != nil {
		return err
	}
	_, err = payout.New(&stripe.PayoutParams{}) // want IDM001 "payout.New"
	return err
}
