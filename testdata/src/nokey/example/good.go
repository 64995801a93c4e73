package example

import (
	"context"
	"encoding/json"

	"github.com/hibiken/asynq"
	"github.com/stripe/stripe-go/v82"
)

// RegisterKeyed attaches the handler to its queue.
func (t *Tolls) RegisterKeyed(mux *asynq.ServeMux) { mux.HandleFunc("passage", t.ChargeKeyed) }

// ChargeKeyed takes the toll for one passage, once.
func (t *Tolls) ChargeKeyed(ctx context.Context, task *asynq.Task) error {
	var p Passage
	if err := json.Unmarshal(task.Payload(), &p); err != nil {
		return err
	}
	params := &stripe.PaymentIntentCreateParams{
		Customer: &p.Customer,
		Amount:   &p.Cents,
		Currency: stripe.String(stripe.CurrencyEUR),
		Confirm:  stripe.Bool(true),
	}
	params.SetIdempotencyKey("toll:" + p.ID)
	_, err := t.Stripe.V1PaymentIntents.Create(ctx, params)
	return err
}
