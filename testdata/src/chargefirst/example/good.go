package example

import (
	"context"
	"encoding/json"
	"errors"

	"github.com/hibiken/asynq"
	"github.com/stripe/stripe-go/v82"
)

func (f *Ferry) take(ctx context.Context, w Wanted) error {
	p := &stripe.PaymentIntentCreateParams{Amount: &w.Cents}
	p.SetIdempotencyKey("berth:" + w.Order)
	_, err := f.stripe.V1PaymentIntents.Create(ctx, p)
	return err
}

// SellReserved reserves, then charges, and gives the berth back if it cannot.
func (f *Ferry) SellReserved(ctx context.Context, t *asynq.Task) error {
	var w Wanted
	if err := json.Unmarshal(t.Payload(), &w); err != nil {
		return err
	}
	if err := f.reserve(ctx, w); err != nil {
		return err
	}
	if err := f.take(ctx, w); err != nil {
		_, free := f.pool.Exec(ctx, `UPDATE berths SET taken_by = NULL WHERE taken_by = $1`, w.Order)
		return errors.Join(err, free)
	}
	return nil
}
