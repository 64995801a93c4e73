// Package example collects subscriptions.
package example

import (
	"context"
	"encoding/json"

	amqp "github.com/rabbitmq/amqp091-go"
	"github.com/stripe/stripe-go/v82"
)

// Due is the event: a month of a customer has begun.
type Due struct {
	Customer string `json:"customer"`
	Month    string `json:"month"`
	Cents    int64  `json:"cents"`
}

// Till takes money.
type Till struct{ stripe *stripe.Client }

// Run handles months.
func (t *Till) Run(ctx context.Context, months <-chan amqp.Delivery) {
	for d := range months {
		var due Due
		if err := json.Unmarshal(d.Body, &due); err != nil {
			d.Nack(false, false)
			continue
		}
		p := &stripe.PaymentIntentCreateParams{Amount: &due.Cents, Customer: &due.Customer}
		p.SetIdempotencyKey("month:" + due.Customer)
		if _, err := t.stripe.V1PaymentIntents.Create(ctx, p); err != nil { // want IDM016 "only names the Customer" "a second event of the same Customer"
			d.Nack(false, true)
			continue
		}
		d.Ack(false)
	}
}
