// Package example sells bread.
package example

import (
	"context"
	"encoding/json"

	amqp "github.com/rabbitmq/amqp091-go"
	"github.com/sendgrid/sendgrid-go"
	"github.com/sendgrid/sendgrid-go/helpers/mail"
	"github.com/stripe/stripe-go/v82"
)

// Ordered is the event: somebody wants bread.
type Ordered struct {
	Order, Email string
	Cents        int64
}

// Bakery sells.
type Bakery struct {
	stripe *stripe.Client
	mail   *sendgrid.Client
}

func (b *Bakery) charge(ctx context.Context, o Ordered) error {
	p := &stripe.PaymentIntentCreateParams{Amount: &o.Cents}
	p.SetIdempotencyKey("bread:" + o.Order)
	_, err := b.stripe.V1PaymentIntents.Create(ctx, p)
	return err
}

func (b *Bakery) thank(ctx context.Context, o Ordered) error {
	m := mail.NewSingleEmailPlainText(mail.NewEmail("Bakery", "b@example.com"), "Thank you", mail.NewEmail("", o.Email), "Your bread is in the oven.")
	_, err := b.mail.SendWithContext(ctx, m) // want IDM014 "shares one delivery with payment call b.stripe.V1PaymentIntents.Create" "is down" IDM001 "carries no idempotency key"
	return err
}

// Run handles orders.
func (b *Bakery) Run(ctx context.Context, orders <-chan amqp.Delivery) {
	for d := range orders {
		var o Ordered
		err := json.Unmarshal(d.Body, &o)
		if err == nil {
			err = b.charge(ctx, o)
		}
		if err == nil {
			err = b.thank(ctx, o)
		}
		if err != nil {
			d.Nack(false, true)
			continue
		}
		d.Ack(false)
	}
}
