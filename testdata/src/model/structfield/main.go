// Command structfield keeps keys in fields between making and using them.
package main

import (
	"context"
	"encoding/json"

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

type meta struct {
	key   string
	trace string
}

type command struct {
	meta
	event   *cancelled
	attempt string
}

func main() { lambda.Start(handle) }

func handle(_ context.Context, e events.SQSEvent) error {
	for _, m := range e.Records {
		cmd, err := newCommand(m)
		if err != nil {
			return err
		}
		if err := cmd.refund(); err != nil {
			return err
		}
		if err := cmd.move(); err != nil {
			return err
		}
	}
	return nil
}

func newCommand(m events.SQSMessage) (*command, error) {
	cmd := &command{event: &cancelled{}, attempt: uuid.NewString()}
	if err := json.Unmarshal([]byte(m.Body), cmd.event); err != nil {
		return nil, err
	}
	cmd.trace = m.MessageId
	cmd.key = "refund:" + cmd.event.OrderID
	return cmd, nil
}

func (c *command) refund() error {
	params := &stripe.RefundParams{Charge: &c.event.Charge}
	params.IdempotencyKey = stripe.String(c.key)
	params.AddMetadata("trace", c.trace)
	_, err := refund.New(params) // want business "OrderID"
	return err
}

func (c *command) move() error {
	params := &stripe.TransferParams{SourceTransaction: &c.event.Charge}
	params.IdempotencyKey = stripe.String(c.attempt)
	_, err := transfer.New(params) // want IDM003 "transfer.New" "uuid.NewString"
	return err
}
