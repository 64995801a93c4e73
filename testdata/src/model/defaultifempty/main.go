// Command defaultifempty falls back to other keys where the first is empty.
package main

import (
	"cmp"
	"context"
	"encoding/json"

	"github.com/aws/aws-lambda-go/events"
	"github.com/aws/aws-lambda-go/lambda"
	"github.com/google/uuid"
	"github.com/stripe/stripe-go/v82"
	"github.com/stripe/stripe-go/v82/refund"
	"github.com/stripe/stripe-go/v82/topup"
	"github.com/stripe/stripe-go/v82/transfer"
)

type cancelled struct {
	OrderID string `json:"order_id"`
	Request string `json:"request"`
	Charge  string `json:"charge"`
}

func main() { lambda.Start(handle) }

func handle(_ context.Context, e events.SQSEvent) error {
	for _, m := range e.Records {
		var c cancelled
		if err := json.Unmarshal([]byte(m.Body), &c); err != nil {
			return err
		}

		key := c.Request
		if key == "" {
			key = "refund:" + c.OrderID
		}
		_, err := refund.New(&stripe.RefundParams{Charge: &c.Charge, Params: stripe.Params{IdempotencyKey: &key}}) // want business "Request"
		if err != nil {
			return err
		}

		request := c.Request
		if request == "" {
			request = uuid.NewString()
		}
		_, err = transfer.New(&stripe.TransferParams{Params: stripe.Params{IdempotencyKey: &request}}) // want IDM003 "transfer.New" "falls back to uuid.NewString"
		if err != nil {
			return err
		}

		first := cmp.Or(c.Request, m.MessageId)
		_, err = topup.New(&stripe.TopupParams{Params: stripe.Params{IdempotencyKey: &first}}) // want IDM002 "topup.New" "events.SQSMessage.MessageId"
		if err != nil {
			return err
		}
	}
	return nil
}
