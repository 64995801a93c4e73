// Package example pays authors for articles that were printed.
package example

import (
	"context"
	"encoding/json"

	amqp "github.com/rabbitmq/amqp091-go"
	"github.com/redis/go-redis/v9"
	"github.com/stripe/stripe-go/v82"
)

// Printed is the event: an article was printed.
type Printed struct {
	Article string `json:"article"`
	Account string `json:"account"`
	Cents   int64  `json:"cents"`
}

// Fees pays authors.
type Fees struct {
	Redis  *redis.Client
	Stripe *stripe.Client
}

// Run handles printed articles.
func (f *Fees) Run(ctx context.Context, printed <-chan amqp.Delivery) {
	for d := range printed {
		if err := f.pay(ctx, d.Body); err != nil {
			d.Nack(false, true)
			continue
		}
		d.Ack(false)
	}
}

func (f *Fees) pay(ctx context.Context, body []byte) error {
	var p Printed
	if err := json.Unmarshal(body, &p); err != nil {
		return err
	}
	first, err := f.Redis.SetNX(ctx, "paid:"+p.Article, "1", 0).Result() // want IDM004 "f.Redis.SetNX marks the message as handled before f.Stripe.V1Transfers.Create" "the redelivery finds the flag"
	if err != nil || !first {
		return err
	}
	params := &stripe.TransferCreateParams{Amount: &p.Cents, Destination: &p.Account}
	params.SetIdempotencyKey("fee:" + p.Article)
	_, err = f.Stripe.V1Transfers.Create(ctx, params)
	return err
}
