// Command middleware wraps its handler in functions that log and recover.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"

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

type handler func(ctx context.Context, m events.SQSMessage) error

type middleware func(handler) handler

func chain(h handler, ms ...middleware) handler {
	for _, m := range ms {
		h = m(h)
	}
	return h
}

func logged(next handler) handler {
	return func(ctx context.Context, m events.SQSMessage) error {
		err := next(ctx, m)
		slog.InfoContext(ctx, "handled", "message", m.MessageId, "err", err)
		return err
	}
}

func recovered(next handler) handler {
	return func(ctx context.Context, m events.SQSMessage) (err error) {
		defer func() {
			if r := recover(); r != nil {
				err = fmt.Errorf("panic: %v", r)
			}
		}()
		return next(ctx, m)
	}
}

func main() {
	h := chain(settle, recovered, logged)
	lambda.Start(func(ctx context.Context, e events.SQSEvent) error {
		for _, m := range e.Records {
			if err := h(ctx, m); err != nil {
				return err
			}
		}
		return nil
	})
}

func settle(_ context.Context, m events.SQSMessage) error {
	var c cancelled
	if err := json.Unmarshal([]byte(m.Body), &c); err != nil {
		return err
	}
	_, err := refund.New(&stripe.RefundParams{Charge: &c.Charge, Params: stripe.Params{IdempotencyKey: &c.OrderID}}) // want business "OrderID"
	if err != nil {
		return err
	}
	_, err = transfer.New(&stripe.TransferParams{Params: stripe.Params{IdempotencyKey: &m.MessageId}}) // want IDM002 "transfer.New" "events.SQSMessage.MessageId"
	return err
}
