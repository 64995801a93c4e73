// Command contextvalue hands its keys down in the context.
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

type keyOf struct{}

type messageOf struct{}

func withKey(ctx context.Context, key string) context.Context {
	return context.WithValue(ctx, keyOf{}, key)
}

func keyFrom(ctx context.Context) string {
	key, _ := ctx.Value(keyOf{}).(string)
	return key
}

var client = stripe.NewClient("sk_test")

func main() { lambda.Start(handle) }

func handle(ctx context.Context, e events.SQSEvent) error {
	for _, m := range e.Records {
		var c cancelled
		if err := json.Unmarshal([]byte(m.Body), &c); err != nil {
			return err
		}
		ctx := withKey(ctx, "refund:"+c.OrderID)
		ctx = context.WithValue(ctx, messageOf{}, m.MessageId)
		if err := settle(ctx, c); err != nil {
			return err
		}
	}
	return nil
}

func settle(ctx context.Context, c cancelled) error {
	params := &stripe.RefundCreateParams{Charge: &c.Charge}
	params.SetIdempotencyKey(keyFrom(ctx))
	if _, err := client.V1Refunds.Create(ctx, params); err != nil { // want business "OrderID"
		return err
	}
	move := &stripe.TransferCreateParams{SourceTransaction: &c.Charge}
	move.SetIdempotencyKey(ctx.Value(messageOf{}).(string))
	_, err := client.V1Transfers.Create(ctx, move) // want IDM002 "client.V1Transfers.Create" "events.SQSMessage.MessageId"
	return err
}
