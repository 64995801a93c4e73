// Package example charges motorway tolls.
package example

import (
	"context"
	"encoding/json"

	"github.com/hibiken/asynq"
	"github.com/stripe/stripe-go/v82"
)

// Passage is a car that went through a gate.
type Passage struct {
	ID       string `json:"id"`
	Customer string `json:"customer"`
	Cents    int64  `json:"cents"`
}

// Tolls takes the money.
type Tolls struct{ Stripe *stripe.Client }

// Register attaches the handler to its queue.
func (t *Tolls) Register(mux *asynq.ServeMux) { mux.HandleFunc("passage", t.Charge) }

// Charge takes the toll for one passage.
func (t *Tolls) Charge(ctx context.Context, task *asynq.Task) error {
	var p Passage
	if err := json.Unmarshal(task.Payload(), &p); err != nil {
		return err
	}
	_, err := t.Stripe.V1PaymentIntents.Create(ctx, &stripe.PaymentIntentCreateParams{ // want IDM001 "payment call t.Stripe.V1PaymentIntents.Create" "example.(*Tolls).Charge"
		Customer: &p.Customer,
		Amount:   &p.Cents,
		Currency: stripe.String(stripe.CurrencyEUR),
		Confirm:  stripe.Bool(true),
	})
	return err
}
