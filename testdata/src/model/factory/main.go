// Command factory registers what a constructor of handlers returns.
package main

import (
	"context"

	"github.com/hibiken/asynq"
	"github.com/stripe/stripe-go/v82"
)

func main() {
	client := stripe.NewClient("sk_test")
	mux := asynq.NewServeMux()
	mux.HandleFunc("refund", newRefund(client, "refund:"))
	mux.Handle("payout", payoutTask(client))
}

func newRefund(client *stripe.Client, prefix string) func(context.Context, *asynq.Task) error {
	return func(ctx context.Context, t *asynq.Task) error {
		charge := string(t.Payload())
		params := &stripe.RefundCreateParams{Charge: &charge}
		params.SetIdempotencyKey(prefix + charge)
		_, err := client.V1Refunds.Create(ctx, params) // want business "Payload"
		return err
	}
}

func payoutTask(client *stripe.Client) asynq.Handler {
	return asynq.HandlerFunc(func(ctx context.Context, t *asynq.Task) error {
		id, _ := asynq.GetTaskID(ctx)
		params := &stripe.PayoutCreateParams{}
		params.SetIdempotencyKey(id)
		_, err := client.V1Payouts.Create(ctx, params) // want IDM002 "client.V1Payouts.Create" "asynq.GetTaskID"
		return err
	})
}
