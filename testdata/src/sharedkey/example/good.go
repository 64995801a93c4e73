package example

import (
	"context"
	"encoding/json"

	amqp "github.com/rabbitmq/amqp091-go"
	"github.com/stripe/stripe-go/v82"
)

// RunByMonth handles months, each under a key of its own.
func (t *Till) RunByMonth(ctx context.Context, months <-chan amqp.Delivery) {
	for d := range months {
		var due Due
		if err := json.Unmarshal(d.Body, &due); err != nil {
			d.Nack(false, false)
			continue
		}
		p := &stripe.PaymentIntentCreateParams{Amount: &due.Cents, Customer: &due.Customer}
		p.SetIdempotencyKey("month:" + due.Customer + ":" + due.Month)
		if _, err := t.stripe.V1PaymentIntents.Create(ctx, p); err != nil {
			d.Nack(false, true)
			continue
		}
		d.Ack(false)
	}
}
