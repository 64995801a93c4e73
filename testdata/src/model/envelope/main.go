// Command envelope opens a notification inside a queue's message, and an event
// inside the notification.
package main

import (
	"context"
	"encoding/json"

	"github.com/aws/aws-lambda-go/events"
	"github.com/aws/aws-lambda-go/lambda"
	"github.com/stripe/stripe-go/v82"
	"github.com/stripe/stripe-go/v82/refund"
	"github.com/stripe/stripe-go/v82/transfer"
)

type notification struct {
	Type    string
	Message string
}

type envelope struct {
	Source string          `json:"source"`
	Detail json.RawMessage `json:"detail"`
}

type cancelled struct {
	OrderID string `json:"order_id"`
	Charge  string `json:"charge"`
}

func main() { lambda.Start(handle) }

func open(body string) (*cancelled, error) {
	var n notification
	if err := json.Unmarshal([]byte(body), &n); err != nil {
		return nil, err
	}
	var env envelope
	if err := json.Unmarshal([]byte(n.Message), &env); err != nil {
		return nil, err
	}
	c := new(cancelled)
	if err := json.Unmarshal(env.Detail, c); err != nil {
		return nil, err
	}
	return c, nil
}

func handle(_ context.Context, e events.SQSEvent) error {
	for _, m := range e.Records {
		c, err := open(m.Body)
		if err != nil {
			return err
		}
		_, err = refund.New(&stripe.RefundParams{Charge: &c.Charge, Params: stripe.Params{IdempotencyKey: &c.OrderID}}) // want business "OrderID"
		if err != nil {
			return err
		}
		_, err = transfer.New(&stripe.TransferParams{Params: stripe.Params{IdempotencyKey: &m.ReceiptHandle}}) // want IDM002 "transfer.New" "events.SQSMessage.ReceiptHandle" "new on every delivery"
		if err != nil {
			return err
		}
	}
	return nil
}
