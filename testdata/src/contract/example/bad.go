// Package example lends boats.
package example

import (
	"context"
	"encoding/json"

	amqp "github.com/rabbitmq/amqp091-go"
	"github.com/stripe/stripe-go/v82"
)

// Returned is the event: a boat has come back.
type Returned struct {
	Loan  string `json:"loan"`
	Boat  string `json:"boat"`
	Cents int64  `json:"cents"`
}

// Pier lends.
type Pier struct{ stripe *stripe.Client }

func (p *Pier) charge(ctx context.Context, r Returned, key string) error {
	params := &stripe.PaymentIntentCreateParams{Amount: &r.Cents}
	params.SetIdempotencyKey(key)
	_, err := p.stripe.V1PaymentIntents.Create(ctx, params) // want IDM015 "is made from Boat, its contract says loan"
	return err
}

// Run handles boats.
//
//idemlint:contract key=loan dlq=boats-dead owner=pier
func (p *Pier) Run(ctx context.Context, boats <-chan amqp.Delivery) {
	for d := range boats {
		var r Returned
		err := json.Unmarshal(d.Body, &r)
		if err == nil {
			err = p.charge(ctx, r, "boat:"+r.Boat)
		}
		if err != nil {
			d.Nack(false, false)
			continue
		}
		d.Ack(false)
	}
}
