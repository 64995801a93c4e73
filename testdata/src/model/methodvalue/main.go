// Command methodvalue registers a method and passes others around as values.
package main

import (
	"context"
	"encoding/json"

	"github.com/aws/aws-lambda-go/events"
	"github.com/aws/aws-lambda-go/lambda"
	"github.com/stripe/stripe-go/v82"
)

type cancelled struct {
	OrderID string `json:"order_id"`
	Charge  string `json:"charge"`
}

type desk struct{ client *stripe.Client }

func main() {
	d := &desk{client: stripe.NewClient("sk_test")}
	lambda.Start(d.handle)
}

func (d *desk) handle(ctx context.Context, e events.SQSEvent) error {
	pay := d.refund
	for _, m := range e.Records {
		var c cancelled
		if err := json.Unmarshal([]byte(m.Body), &c); err != nil {
			return err
		}
		if err := pay(ctx, c.Charge, c.OrderID); err != nil {
			return err
		}
		if err := twice(ctx, d.apologise, c); err != nil {
			return err
		}
		if err := (*desk).refundMessage(d, ctx, c.Charge, m.MessageId); err != nil {
			return err
		}
	}
	return nil
}

func twice(ctx context.Context, do func(context.Context, cancelled) error, c cancelled) error {
	if err := do(ctx, c); err != nil {
		return do(ctx, c)
	}
	return nil
}

func (d *desk) refund(ctx context.Context, charge, key string) error {
	params := &stripe.RefundCreateParams{Charge: &charge}
	params.SetIdempotencyKey("refund:" + key)
	_, err := d.client.V1Refunds.Create(ctx, params) // want business "OrderID"
	return err
}

func (d *desk) refundMessage(ctx context.Context, charge, key string) error {
	params := &stripe.RefundCreateParams{Charge: &charge}
	params.SetIdempotencyKey(key)
	_, err := d.client.V1Refunds.Create(ctx, params) // want IDM002 "d.client.V1Refunds.Create" "main.(*desk).handle" "events.SQSMessage.MessageId"
	return err
}

func (d *desk) apologise(ctx context.Context, c cancelled) error {
	_, err := d.client.V1Coupons.Create(ctx, &stripe.CouponCreateParams{Name: &c.OrderID}) // want IDM001 "d.client.V1Coupons.Create" "main.(*desk).handle"
	return err
}
