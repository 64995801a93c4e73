// Command errgroup runs the effects of a message side by side.
package main

import (
	"context"
	"encoding/json"

	"github.com/aws/aws-lambda-go/events"
	"github.com/aws/aws-lambda-go/lambda"
	"github.com/stripe/stripe-go/v82"
	"github.com/stripe/stripe-go/v82/refund"
	"github.com/stripe/stripe-go/v82/transfer"
	"golang.org/x/sync/errgroup"
)

type cancelled struct {
	OrderID string `json:"order_id"`
	Charge  string `json:"charge"`
}

func main() { lambda.Start(handle) }

func handle(ctx context.Context, e events.SQSEvent) error {
	g, _ := errgroup.WithContext(ctx)
	for _, m := range e.Records {
		g.Go(func() error {
			var c cancelled
			if err := json.Unmarshal([]byte(m.Body), &c); err != nil {
				return err
			}
			_, err := refund.New(&stripe.RefundParams{Charge: &c.Charge, Params: stripe.Params{IdempotencyKey: &c.OrderID}}) // want business "OrderID"
			return err
		})
		g.Go(func() error {
			_, err := transfer.New(&stripe.TransferParams{Params: stripe.Params{IdempotencyKey: &m.MessageId}}) // want IDM002 "transfer.New" "main.handle" "events.SQSMessage.MessageId"
			return err
		})
	}
	return g.Wait()
}
