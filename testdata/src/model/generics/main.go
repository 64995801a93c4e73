// Command generics decodes, handles and stores with type parameters.
package main

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/aws/aws-lambda-go/events"
	"github.com/aws/aws-lambda-go/lambda"
	"github.com/stripe/stripe-go/v82"
	"github.com/stripe/stripe-go/v82/refund"
	"github.com/stripe/stripe-go/v82/transfer"
)

type cancelled struct {
	OrderID string `json:"order_id"`
	Charge  string `json:"charge"`
}

func decode[T any](body string) (T, error) {
	var v T
	if err := json.Unmarshal([]byte(body), &v); err != nil {
		return v, fmt.Errorf("decode %T: %w", v, err)
	}
	return v, nil
}

func each[T any](h func(context.Context, T, string) error) func(context.Context, events.SQSEvent) error {
	return func(ctx context.Context, e events.SQSEvent) error {
		for _, m := range e.Records {
			v, err := decode[T](m.Body)
			if err != nil {
				return err
			}
			if err := h(ctx, v, m.MessageId); err != nil {
				return err
			}
		}
		return nil
	}
}

// refunds is generic over what it refunds; the key is a function of it.
type refunds[T any] struct{ key func(T) string }

func (r *refunds[T]) settle(v T) error {
	key := r.key(v)
	_, err := refund.New(&stripe.RefundParams{Params: stripe.Params{IdempotencyKey: &key}}) // want business "OrderID"
	return err
}

func main() { lambda.Start(each(handle)) }

func handle(_ context.Context, c cancelled, message string) error {
	r := &refunds[cancelled]{key: func(c cancelled) string { return "refund:" + c.OrderID }}
	if err := r.settle(c); err != nil {
		return err
	}
	_, err := transfer.New(&stripe.TransferParams{Params: stripe.Params{IdempotencyKey: &message}}) // want IDM002 "transfer.New" "events.SQSMessage.MessageId"
	return err
}
