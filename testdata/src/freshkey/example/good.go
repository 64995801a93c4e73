package example

import (
	"context"

	"github.com/riverqueue/river"
	"github.com/stripe/stripe-go/v82"
)

// KeyedPayer pays prizes under a key that is the same on every run of a job.
type KeyedPayer struct {
	river.WorkerDefaults[Prize]
	Stripe *stripe.Client
}

// RegisterKeyed adds the worker.
func RegisterKeyed(ws *river.Workers, p *KeyedPayer) { river.AddWorker(ws, p) }

// Work pays one prize.
func (p *KeyedPayer) Work(ctx context.Context, job *river.Job[Prize]) error {
	params := &stripe.TransferCreateParams{
		Amount:      &job.Args.Cents,
		Currency:    stripe.String(stripe.CurrencyEUR),
		Destination: &job.Args.Account,
	}
	params.SetIdempotencyKey("prize:" + job.Args.Photo)
	_, err := p.Stripe.V1Transfers.Create(ctx, params)
	return err
}
