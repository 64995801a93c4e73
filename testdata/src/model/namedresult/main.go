// Command namedresult makes its keys in functions with named results.
package main

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/aws/aws-lambda-go/events"
	"github.com/aws/aws-lambda-go/lambda"
	"github.com/google/uuid"
	"github.com/stripe/stripe-go/v82"
	"github.com/stripe/stripe-go/v82/refund"
	"github.com/stripe/stripe-go/v82/transfer"
)

type cancelled struct {
	OrderID string `json:"order_id"`
	Charge  string `json:"charge"`
}

func main() { lambda.Start(handle) }

func parse(body string) (c cancelled, key string, err error) {
	defer func() {
		if err != nil {
			err = fmt.Errorf("parse: %w", err)
		}
	}()
	if err = json.Unmarshal([]byte(body), &c); err != nil {
		return
	}
	key = "refund:" + c.OrderID
	return
}

func attempt() (id string) {
	defer func() { id = "attempt-" + id }()
	id = uuid.NewString()
	return id
}

func handle(_ context.Context, e events.SQSEvent) error {
	for _, m := range e.Records {
		c, key, err := parse(m.Body)
		if err != nil {
			return err
		}
		_, err = refund.New(&stripe.RefundParams{Charge: &c.Charge, Params: stripe.Params{IdempotencyKey: &key}}) // want business "OrderID"
		if err != nil {
			return err
		}
		id := attempt()
		_, err = transfer.New(&stripe.TransferParams{Params: stripe.Params{IdempotencyKey: &id}}) // want IDM003 "transfer.New" "uuid.NewString"
		if err != nil {
			return err
		}
	}
	return nil
}
