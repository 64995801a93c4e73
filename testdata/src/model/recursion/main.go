// Command recursion retries, walks a tree and calls itself in a circle.
package main

import (
	"context"
	"encoding/json"

	"github.com/aws/aws-lambda-go/events"
	"github.com/aws/aws-lambda-go/lambda"
	"github.com/stripe/stripe-go/v82"
	"github.com/stripe/stripe-go/v82/payout"
	"github.com/stripe/stripe-go/v82/refund"
	"github.com/stripe/stripe-go/v82/transfer"
)

type parcel struct {
	ID       string   `json:"id"`
	Charge   string   `json:"charge"`
	Children []parcel `json:"children"`
}

func main() { lambda.Start(handle) }

func handle(_ context.Context, e events.SQSEvent) error {
	for _, m := range e.Records {
		var p parcel
		if err := json.Unmarshal([]byte(m.Body), &p); err != nil {
			return err
		}
		if err := try(p.ID, m.MessageId, 3); err != nil {
			return err
		}
		if err := p.refund("refund"); err != nil {
			return err
		}
		if err := even(4); err != nil {
			return err
		}
	}
	return nil
}

func try(id, message string, left int) error {
	key := id + ":" + message
	_, err := transfer.New(&stripe.TransferParams{Params: stripe.Params{IdempotencyKey: &key}}) // want IDM002 "transfer.New" "events.SQSMessage.MessageId"
	if err != nil && left > 0 {
		return try(id, message, left-1)
	}
	return err
}

func (p parcel) refund(prefix string) error {
	key := prefix + "/" + p.ID
	if _, err := refund.New(&stripe.RefundParams{Charge: &p.Charge, Params: stripe.Params{IdempotencyKey: &key}}); err != nil { // want business "ID"
		return err
	}
	for _, c := range p.Children {
		if err := c.refund(key); err != nil {
			return err
		}
	}
	return nil
}

func even(n int) error {
	if n == 0 {
		return nil
	}
	return odd(n - 1)
}

func odd(n int) error {
	if _, err := payout.New(&stripe.PayoutParams{}); err != nil { // want IDM001 "payout.New"
		return err
	}
	return even(n - 1)
}
