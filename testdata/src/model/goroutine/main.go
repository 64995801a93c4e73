// Command goroutine starts the effects of a message with go statements.
package main

import (
	"context"
	"sync"

	"github.com/aws/aws-lambda-go/events"
	"github.com/aws/aws-lambda-go/lambda"
	"github.com/stripe/stripe-go/v82"
	"github.com/stripe/stripe-go/v82/refund"
	"github.com/stripe/stripe-go/v82/transfer"
)

func main() { lambda.Start(handle) }

func handle(_ context.Context, e events.SNSEvent) error {
	var wg sync.WaitGroup
	for _, r := range e.Records {
		wg.Add(2)
		go func() {
			defer wg.Done()
			refund.New(&stripe.RefundParams{Charge: &r.SNS.Message}) // want IDM001 "refund.New" "main.handle"
		}()
		go move(&wg, r.SNS.Message, "move:"+r.SNS.Message)
	}
	wg.Wait()
	return nil
}

func move(wg *sync.WaitGroup, charge, key string) {
	defer wg.Done()
	params := &stripe.TransferParams{SourceTransaction: &charge}
	params.SetIdempotencyKey(key)
	transfer.New(params) // want business "Message"
}
