// Command closure carries keys through function literals.
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

func main() { lambda.Start(handle) }

func handle(_ context.Context, e events.SQSEvent) error {
	for _, m := range e.Records {
		var c cancelled
		if err := json.Unmarshal([]byte(m.Body), &c); err != nil {
			return err
		}

		// The key is an argument of the literal.
		pay := func(key string) error {
			_, err := refund.New(&stripe.RefundParams{Charge: &c.Charge, Params: stripe.Params{IdempotencyKey: &key}}) // want business "OrderID" IDM002 "refund.New" "events.SQSMessage.MessageId"
			return err
		}
		if err := pay("refund:" + c.OrderID); err != nil {
			return err
		}
		if err := pay(m.MessageId); err != nil {
			return err
		}

		// The literal captures the key, and comes out of another literal.
		key := uuid.NewString()
		again := func() func() error {
			return func() error {
				_, err := refund.New(&stripe.RefundParams{Charge: &c.Charge, Params: stripe.Params{IdempotencyKey: &key}}) // want IDM003 "refund.New" "uuid.NewString"
				return err
			}
		}()
		if err := again(); err != nil {
			return err
		}

		// The literal sets the captured key.
		var set string
		func() { set = "late:" + c.OrderID }()
		_, err := refund.New(&stripe.RefundParams{Charge: &c.Charge, Params: stripe.Params{IdempotencyKey: &set}}) // want business "OrderID"
		if err != nil {
			return err
		}
	}
	return nil
}
