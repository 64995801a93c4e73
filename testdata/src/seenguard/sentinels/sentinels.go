// Package sentinels answers work already done with an error of its own, tested
// outside of the transaction.
package sentinels

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	amqp "github.com/rabbitmq/amqp091-go"
	"github.com/stripe/stripe-go/v82"
)

type rented struct {
	Boat  string `json:"boat"`
	Guest string `json:"guest"`
	Cents int64  `json:"cents"`
}

var errRented = errors.New("rented before")

type harbour struct {
	db     *sql.DB
	pool   *pgxpool.Pool
	stripe *stripe.Client
}

func (h *harbour) bill(ctx context.Context, r rented) error {
	_, err := h.stripe.V1Charges.Create(ctx, &stripe.ChargeCreateParams{Customer: &r.Guest, Amount: &r.Cents})
	return err
}

// The library's transaction commits the claim, the bill follows.
func (h *harbour) after(ctx context.Context, r rented) error {
	err := pgx.BeginFunc(ctx, h.pool, func(tx pgx.Tx) error { // want IDM004 "tx.Exec marks the message as handled before h.stripe.V1Charges.Create"
		tag, err := tx.Exec(ctx, `INSERT INTO rentals (boat_id) VALUES ($1) ON CONFLICT DO NOTHING`, r.Boat)
		if err != nil {
			return err
		}
		if tag.RowsAffected() == 0 {
			return fmt.Errorf("boat %s: %w", r.Boat, errRented)
		}
		return nil
	})
	if errors.Is(err, errRented) {
		return nil
	}
	if err != nil {
		return err
	}
	return h.bill(ctx, r)
}

// inTx is a team's own transaction helper.
func (h *harbour) inTx(ctx context.Context, fn func(tx *sql.Tx) error) error {
	tx, err := h.db.BeginTx(ctx, nil)
	if err != nil {
		return fmt.Errorf("begin: %w", err)
	}
	defer func() {
		if p := recover(); p != nil {
			_ = tx.Rollback()
			panic(p)
		}
	}()
	if err := fn(tx); err != nil {
		if rb := tx.Rollback(); rb != nil {
			return errors.Join(err, rb)
		}
		return err
	}
	return tx.Commit()
}

func (h *harbour) rent(ctx context.Context, tx *sql.Tx, r rented) error {
	res, err := tx.ExecContext(ctx, `INSERT INTO rentals (boat_id) VALUES ($1) ON CONFLICT DO NOTHING`, r.Boat)
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil {
		return err
	} else if n == 0 {
		return errRented
	}
	return nil
}

func (h *harbour) afterOwn(ctx context.Context, r rented) error {
	err := h.inTx(ctx, func(tx *sql.Tx) error { // want IDM004 "tx.ExecContext marks the message as handled before h.stripe.V1Charges.Create"
		return h.rent(ctx, tx, r)
	})
	if errors.Is(err, errRented) {
		return nil
	}
	if err != nil {
		return err
	}
	return h.bill(ctx, r)
}

// Inside, the bill stands although the transaction is rolled back.
func (h *harbour) insideOwn(ctx context.Context, r rented) error {
	err := h.inTx(ctx, func(tx *sql.Tx) error {
		if err := h.rent(ctx, tx, r); err != nil { // want IDM004 "crash after `h.stripe.V1Charges.Create` and before `tx.Commit`"
			return err
		}
		return h.bill(ctx, r)
	})
	if err == errRented {
		return nil
	}
	return err
}

// Nothing leaves the transaction.
func (h *harbour) together(ctx context.Context, r rented) error {
	err := h.inTx(ctx, func(tx *sql.Tx) error {
		if err := h.rent(ctx, tx, r); err != nil {
			return err
		}
		_, err := tx.ExecContext(ctx, `UPDATE boats SET trips = trips + 1 WHERE boat_id = $1`, r.Boat)
		return err
	})
	if errors.Is(err, errRented) {
		return nil
	}
	return err
}

// The bill has a key, so who finds the boat rented may send it again.
func (h *harbour) keyed(ctx context.Context, r rented) error {
	err := h.inTx(ctx, func(tx *sql.Tx) error {
		return h.rent(ctx, tx, r)
	})
	if err != nil && !errors.Is(err, errRented) {
		return err
	}
	p := &stripe.ChargeCreateParams{Customer: &r.Guest, Amount: &r.Cents}
	p.SetIdempotencyKey("rent:" + r.Boat)
	_, err = h.stripe.V1Charges.Create(ctx, p)
	return err
}

func serve(ctx context.Context, ds <-chan amqp.Delivery, handle func(context.Context, rented) error) {
	for d := range ds {
		var r rented
		if err := json.Unmarshal(d.Body, &r); err != nil {
			d.Nack(false, false)
			continue
		}
		if err := handle(ctx, r); err != nil {
			d.Nack(false, true)
			continue
		}
		d.Ack(false)
	}
}

func run(ctx context.Context, h *harbour, ds <-chan amqp.Delivery) {
	serve(ctx, ds, h.after)
	serve(ctx, ds, h.afterOwn)
	serve(ctx, ds, h.insideOwn)
	serve(ctx, ds, h.together)
	serve(ctx, ds, h.keyed)
}
