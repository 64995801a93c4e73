// Package example sells berths.
package example

import (
	"context"
	"encoding/json"
	"errors"

	"github.com/hibiken/asynq"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stripe/stripe-go/v82"
)

// Wanted is the task: somebody wants a berth.
type Wanted struct {
	Order, Berth, Night string
	Cents               int64
}

// Ferry sells berths.
type Ferry struct {
	stripe *stripe.Client
	pool   *pgxpool.Pool
}

var errTaken = errors.New("the berth is taken")

func (f *Ferry) charge(ctx context.Context, w Wanted) error {
	p := &stripe.PaymentIntentCreateParams{Amount: &w.Cents}
	p.SetIdempotencyKey("berth:" + w.Order)
	_, err := f.stripe.V1PaymentIntents.Create(ctx, p) // want IDM009 "comes before write f.pool.Exec" "the money is taken for nothing"
	return err
}

func (f *Ferry) reserve(ctx context.Context, w Wanted) error {
	tag, err := f.pool.Exec(ctx, `UPDATE berths SET taken_by = $1 WHERE berth = $2 AND night = $3 AND (taken_by IS NULL OR taken_by = $1)`, w.Order, w.Berth, w.Night)
	if err == nil && tag.RowsAffected() == 0 {
		err = errTaken
	}
	return err
}

// Sell charges, then reserves.
func (f *Ferry) Sell(ctx context.Context, t *asynq.Task) error {
	var w Wanted
	if err := json.Unmarshal(t.Payload(), &w); err != nil {
		return err
	}
	if err := f.charge(ctx, w); err != nil {
		return err
	}
	return f.reserve(ctx, w)
}

// Mux registers the tasks.
func (f *Ferry) Mux() *asynq.ServeMux {
	m := asynq.NewServeMux()
	m.HandleFunc("sell", f.Sell)
	m.HandleFunc("sell-reserved", f.SellReserved)
	return m
}
