// Package example pays prizes to the winners of a photo contest.
package example

import (
	"context"

	"github.com/google/uuid"
	"github.com/riverqueue/river"
	"github.com/stripe/stripe-go/v82"
)

// Prize is a job: one photo won something.
type Prize struct {
	Photo   string `json:"photo"`
	Account string `json:"account"`
	Cents   int64  `json:"cents"`
}

// Kind names the job.
func (Prize) Kind() string { return "prize" }

// Payer pays prizes.
type Payer struct {
	river.WorkerDefaults[Prize]
	Stripe *stripe.Client
}

// Register adds the worker.
func Register(ws *river.Workers, p *Payer) { river.AddWorker(ws, p) }

// Work pays one prize.
func (p *Payer) Work(ctx context.Context, job *river.Job[Prize]) error {
	params := &stripe.TransferCreateParams{
		Amount:      &job.Args.Cents,
		Currency:    stripe.String(stripe.CurrencyEUR),
		Destination: &job.Args.Account,
	}
	params.SetIdempotencyKey(uuid.NewString())
	_, err := p.Stripe.V1Transfers.Create(ctx, params) // want IDM003 "payment call p.Stripe.V1Transfers.Create" "uuid.NewString"
	return err
}
