// Package carrier pays for what is shipped.
package carrier

import (
	"context"

	"github.com/stripe/stripe-go/v82"

	"example.com/fixtures/blindretry/wired/booking"
)

type Client struct{ stripe *stripe.Client }

func New(key string) *Client { return &Client{stripe: stripe.NewClient(key)} }

func (c *Client) Book(ctx context.Context, p booking.Parcel) error {
	_, err := c.stripe.V1PaymentIntents.Create(ctx, &stripe.PaymentIntentCreateParams{Amount: stripe.Int64(int64(p.Weight))})
	return err
}

func (c *Client) Buy(ctx context.Context, p booking.Parcel) error {
	params := &stripe.PaymentIntentCreateParams{Amount: stripe.Int64(500)}
	params.SetIdempotencyKey("stamps:" + p.Order)
	_, err := c.stripe.V1PaymentIntents.Create(ctx, params)
	return err
}
