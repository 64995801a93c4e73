// Command funcoption sets keys through functional options.
package main

import (
	"context"
	"encoding/json"

	"github.com/aws/aws-lambda-go/events"
	"github.com/aws/aws-lambda-go/lambda"
	"github.com/google/uuid"
	"github.com/stripe/stripe-go/v82"
	"github.com/stripe/stripe-go/v82/refund"
)

type cancelled struct {
	OrderID string `json:"order_id"`
	Charge  string `json:"charge"`
}

type option func(*stripe.RefundParams)

func withKey(key string) option {
	return func(p *stripe.RefundParams) { p.SetIdempotencyKey(key) }
}

func withReason(reason string) option {
	return func(p *stripe.RefundParams) { p.Reason = &reason }
}

func giveBack(charge string, opts ...option) error {
	params := &stripe.RefundParams{Charge: &charge}
	for _, o := range opts {
		o(params)
	}
	_, err := refund.New(params) // want business "OrderID" IDM003 "refund.New" "uuid.NewString"
	return err
}

func main() { lambda.Start(handle) }

func handle(_ context.Context, e events.SQSEvent) error {
	for _, m := range e.Records {
		var c cancelled
		if err := json.Unmarshal([]byte(m.Body), &c); err != nil {
			return err
		}
		if err := giveBack(c.Charge, withReason("duplicate"), withKey("refund:"+c.OrderID)); err != nil {
			return err
		}
		if err := giveBack(c.Charge, withKey(uuid.NewString())); err != nil {
			return err
		}
	}
	return nil
}
