// Command builder makes its requests with fluent builders.
package main

import (
	"context"
	"encoding/json"
	"strings"

	"github.com/aws/aws-lambda-go/events"
	"github.com/aws/aws-lambda-go/lambda"
	"github.com/stripe/stripe-go/v82"
	"github.com/stripe/stripe-go/v82/refund"
)

type cancelled struct {
	OrderID string `json:"order_id"`
	Charge  string `json:"charge"`
}

type request struct{ params *stripe.RefundParams }

func of(charge string) *request {
	return &request{params: &stripe.RefundParams{Charge: &charge}}
}

func (r *request) keyed(key string) *request {
	r.params.SetIdempotencyKey(key)
	return r
}

func (r *request) because(reason string) *request {
	r.params.Reason = &reason
	return r
}

func (r *request) send() error {
	_, err := refund.New(r.params) // want business "OrderID" IDM001 "refund.New" IDM002 "refund.New" "events.SQSMessage.MessageId"
	return err
}

func main() { lambda.Start(handle) }

func handle(_ context.Context, e events.SQSEvent) error {
	for _, m := range e.Records {
		var c cancelled
		if err := json.Unmarshal([]byte(m.Body), &c); err != nil {
			return err
		}
		var key strings.Builder
		key.WriteString("refund:")
		key.WriteString(c.OrderID)
		if err := of(c.Charge).keyed(key.String()).because("requested_by_customer").send(); err != nil {
			return err
		}
		if err := of(c.Charge).because("duplicate").keyed(m.MessageId).send(); err != nil {
			return err
		}
		if err := of(c.Charge).because("fraudulent").send(); err != nil {
			return err
		}
	}
	return nil
}
