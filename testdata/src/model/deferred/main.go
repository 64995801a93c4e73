// Command deferred has effects in defer statements.
package main

import (
	"context"

	"github.com/aws/aws-lambda-go/events"
	"github.com/aws/aws-lambda-go/lambda"
	"github.com/google/uuid"
	"github.com/stripe/stripe-go/v82"
	"github.com/stripe/stripe-go/v82/refund"
	"github.com/stripe/stripe-go/v82/transfer"
)

func main() { lambda.Start(handle) }

func handle(_ context.Context, e events.SQSEvent) (err error) {
	for _, m := range e.Records {
		err = one(m.Body)
	}
	return err
}

func one(charge string) (err error) {
	defer move(charge, uuid.NewString())
	defer func() {
		if err == nil {
			_, err = refund.New(&stripe.RefundParams{Charge: &charge}) // want IDM001 "refund.New" "main.handle"
		}
	}()
	return nil
}

func move(charge, key string) {
	params := &stripe.TransferParams{SourceTransaction: &charge}
	params.SetIdempotencyKey(key)
	transfer.New(params) // want IDM003 "transfer.New" "uuid.NewString"
}
