// Package panics rolls transactions back in deferred functions that look for a
// panic.
package panics

import (
	"context"
	"database/sql"
	"encoding/json"

	amqp "github.com/rabbitmq/amqp091-go"
	"github.com/stripe/stripe-go/v82"
)

type hatched struct {
	Egg   string `json:"egg"`
	Farm  string `json:"farm"`
	Cents int64  `json:"cents"`
}

type coop struct {
	db     *sql.DB
	stripe *stripe.Client
}

func (c *coop) bill(ctx context.Context, h hatched) error {
	_, err := c.stripe.V1Charges.Create(ctx, &stripe.ChargeCreateParams{Customer: &h.Farm, Amount: &h.Cents})
	return err
}

// The claim is committed, then the farm is billed. On the way without a panic
// recover finds nothing.
func (c *coop) claimed(ctx context.Context, h hatched) error {
	tx, err := c.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() {
		if p := recover(); p != nil {
			tx.Rollback()
			panic(p)
		}
	}()
	res, err := tx.ExecContext(ctx, `INSERT INTO eggs (egg_id) VALUES ($1) ON CONFLICT DO NOTHING`, h.Egg) // want IDM004 "tx.ExecContext marks the message as handled before c.stripe.V1Charges.Create"
	if err != nil {
		tx.Rollback()
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		tx.Rollback()
		return err
	}
	if err := tx.Commit(); err != nil {
		return err
	}
	return c.bill(ctx, h)
}

// The deferred function ends the transaction either way; the bill is paid
// inside, and a crash before the commit forgets only the claim.
func (c *coop) inside(ctx context.Context, h hatched) (err error) {
	tx, err := c.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() {
		if p := recover(); p != nil {
			tx.Rollback()
			panic(p)
		} else if err != nil {
			tx.Rollback()
		} else {
			err = tx.Commit()
		}
	}()
	res, err := tx.ExecContext(ctx, `INSERT INTO eggs (egg_id) VALUES ($1) ON CONFLICT DO NOTHING`, h.Egg) // want IDM004 "tx.ExecContext is committed after c.stripe.V1Charges.Create, which a rollback does not take back" "crash after `c.stripe.V1Charges.Create` and before `tx.Commit`"
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return err
	}
	return c.bill(ctx, h)
}

// Claim and work in one transaction, ended the same way.
func (c *coop) together(ctx context.Context, h hatched) (err error) {
	tx, err := c.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() {
		if p := recover(); p != nil {
			tx.Rollback()
			panic(p)
		} else if err != nil {
			tx.Rollback()
		} else {
			err = tx.Commit()
		}
	}()
	res, err := tx.ExecContext(ctx, `INSERT INTO eggs (egg_id) VALUES ($1) ON CONFLICT DO NOTHING`, h.Egg)
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return err
	}
	_, err = tx.ExecContext(ctx, `UPDATE farms SET chicks = chicks + 1 WHERE farm_id = $1`, h.Farm)
	return err
}

func serve(ctx context.Context, ds <-chan amqp.Delivery, handle func(context.Context, hatched) error) {
	for d := range ds {
		var h hatched
		if err := json.Unmarshal(d.Body, &h); err != nil {
			d.Nack(false, false)
			continue
		}
		if err := handle(ctx, h); err != nil {
			d.Nack(false, true)
			continue
		}
		d.Ack(false)
	}
}

func run(ctx context.Context, c *coop, ds <-chan amqp.Delivery) {
	serve(ctx, ds, c.claimed)
	serve(ctx, ds, c.inside)
	serve(ctx, ds, c.together)
}
