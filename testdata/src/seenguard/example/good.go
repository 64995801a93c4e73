package example

import (
	"context"
	"encoding/json"

	amqp "github.com/rabbitmq/amqp091-go"
	"github.com/stripe/stripe-go/v82"
)

// RunKeyed handles printed articles; the transfer alone knows what was done.
func (f *Fees) RunKeyed(ctx context.Context, printed <-chan amqp.Delivery) {
	for d := range printed {
		if err := f.payKeyed(ctx, d.Body); err != nil {
			d.Nack(false, true)
			continue
		}
		d.Ack(false)
	}
}

func (f *Fees) payKeyed(ctx context.Context, body []byte) error {
	var p Printed
	if err := json.Unmarshal(body, &p); err != nil {
		return err
	}
	params := &stripe.TransferCreateParams{Amount: &p.Cents, Destination: &p.Account}
	params.SetIdempotencyKey("fee:" + p.Article)
	_, err := f.Stripe.V1Transfers.Create(ctx, params)
	return err
}
