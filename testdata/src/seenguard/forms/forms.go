// Package forms guards handlers in the ways teams do, behind wrappers of their
// own.
package forms

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"time"

	amqp "github.com/rabbitmq/amqp091-go"
	"github.com/redis/go-redis/v9"
	"github.com/segmentio/kafka-go"
	"github.com/stripe/stripe-go/v82"
)

type moved struct {
	Move  string `json:"move"`
	Table string `json:"table"`
}

type waiter struct {
	db     *sql.DB
	rdb    *redis.Client
	events *kafka.Writer
	stripe *stripe.Client
}

// A claim committed by itself, behind a function that says yes or no.
func (w *waiter) firstTime(ctx context.Context, move string) (bool, error) {
	res, err := w.db.ExecContext(ctx, `INSERT INTO moves (move_id) VALUES ($1) ON CONFLICT (move_id) DO NOTHING`, move)
	if err != nil {
		return false, err
	}
	n, err := res.RowsAffected()
	return n == 1, err
}

func (w *waiter) committedFirst(ctx context.Context, m moved) error {
	first, err := w.firstTime(ctx, m.Move) // want IDM004 "w.db.ExecContext" "marks the message as handled before w.db.ExecContext"
	if err != nil || !first {
		return err
	}
	_, err = w.db.ExecContext(ctx, `UPDATE tables SET free = false WHERE id = $1`, m.Table)
	return err
}

// The same in one transaction.
func (w *waiter) together(ctx context.Context, m moved) error {
	tx, err := w.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	res, err := tx.ExecContext(ctx, `INSERT INTO moves (move_id) VALUES ($1) ON CONFLICT (move_id) DO NOTHING`, m.Move)
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return err
	}
	if _, err := tx.ExecContext(ctx, `UPDATE tables SET guests = guests + 1 WHERE id = $1`, m.Table); err != nil {
		return err
	}
	return tx.Commit()
}

// Asked first, recorded last.
func (w *waiter) seen(ctx context.Context, move string) (bool, error) {
	var id string
	err := w.db.QueryRowContext(ctx, `SELECT move_id FROM seen_moves WHERE move_id = $1`, move).Scan(&id)
	if errors.Is(err, sql.ErrNoRows) {
		return false, nil
	}
	return err == nil, err
}

func (w *waiter) recordedLast(ctx context.Context, m moved) error {
	seen, err := w.seen(ctx, m.Move) // want IDM004 "is asked first and recorded after w.stripe.V1Charges.Create" "runs `w.stripe.V1Charges.Create` again"
	if err != nil {
		return err
	}
	if seen {
		return nil
	}
	if _, err := w.stripe.V1Charges.Create(ctx, &stripe.ChargeCreateParams{Customer: &m.Table}); err != nil {
		return err
	}
	_, err = w.db.ExecContext(ctx, `INSERT INTO seen_moves (move_id) VALUES ($1)`, m.Move)
	return err
}

// What is not there is told by an error that is compared.
func (w *waiter) compared(ctx context.Context, m moved) error {
	_, err := w.rdb.Get(ctx, "moved:"+m.Move).Result() // want IDM004 "w.rdb.Get is asked first and recorded after w.stripe.V1Charges.Create"
	if err == nil {
		return nil
	}
	if err != redis.Nil {
		return err
	}
	if _, err := w.stripe.V1Charges.Create(ctx, &stripe.ChargeCreateParams{Customer: &m.Table}); err != nil {
		return err
	}
	return w.rdb.Set(ctx, "moved:"+m.Move, "1", 0).Err()
}

// The database says yes or no.
func (w *waiter) existing(ctx context.Context, m moved) error {
	var seen bool
	if err := w.db.QueryRowContext(ctx, `SELECT EXISTS(SELECT 1 FROM kept_moves WHERE move_id = $1)`, m.Move).Scan(&seen); err != nil { // want IDM004 "is asked first and recorded after w.stripe.V1Charges.Create"
		return err
	}
	if seen {
		return nil
	}
	if _, err := w.stripe.V1Charges.Create(ctx, &stripe.ChargeCreateParams{Customer: &m.Table}); err != nil {
		return err
	}
	_, err := w.db.ExecContext(ctx, `INSERT INTO kept_moves (move_id) VALUES ($1)`, m.Move)
	return err
}

// The state is committed, then the event is published: the state makes the
// retry a no-op.
func (w *waiter) stateFirst(ctx context.Context, m moved) error {
	var state string
	if err := w.db.QueryRowContext(ctx, `SELECT state FROM bookings WHERE move_id = $1`, m.Move).Scan(&state); err != nil { // want IDM004 "marks the message as handled before w.events.WriteMessages"
		return err
	}
	if state == "seated" {
		return nil
	}
	if _, err := w.db.ExecContext(ctx, `UPDATE bookings SET state = 'seated' WHERE move_id = $1`, m.Move); err != nil {
		return err
	}
	body, err := json.Marshal(m)
	if err != nil {
		return err
	}
	return w.events.WriteMessages(ctx, kafka.Message{Key: []byte(m.Table), Value: body})
}

var errBusy = errors.New("somebody else is at it")

// A short lease: who finds it held refuses the message, and it becomes "done".
func (w *waiter) leased(ctx context.Context, m moved) error {
	ok, err := w.rdb.SetNX(ctx, "lease:"+m.Move, "busy", time.Minute).Result()
	if err != nil {
		return err
	}
	if !ok {
		state, err := w.rdb.Get(ctx, "lease:"+m.Move).Result()
		if err != nil {
			return err
		}
		if state == "done" {
			return nil
		}
		return errBusy
	}
	if _, err := w.stripe.V1Charges.Create(ctx, &stripe.ChargeCreateParams{Customer: &m.Table}); err != nil {
		w.rdb.Del(ctx, "lease:"+m.Move)
		return err
	}
	return w.rdb.Set(ctx, "lease:"+m.Move, "done", 720*time.Hour).Err()
}

// What has to be there to go on is no guard.
func (w *waiter) needed(ctx context.Context, m moved) error {
	var guests int
	err := w.db.QueryRowContext(ctx, `SELECT guests FROM tables WHERE id = $1`, m.Table).Scan(&guests)
	if errors.Is(err, sql.ErrNoRows) {
		return errors.New("no such table")
	}
	if err != nil {
		return err
	}
	_, err = w.db.ExecContext(ctx, `UPDATE tables SET guests = $2 WHERE id = $1`, m.Table, guests)
	return err
}

func (w *waiter) serve(ctx context.Context, ds <-chan amqp.Delivery, handle func(context.Context, moved) error) {
	for d := range ds {
		var m moved
		if err := json.Unmarshal(d.Body, &m); err != nil {
			d.Nack(false, false)
			continue
		}
		if err := handle(ctx, m); err != nil {
			d.Nack(false, true)
			continue
		}
		d.Ack(false)
	}
}

func run(ctx context.Context, w *waiter, ds <-chan amqp.Delivery) {
	w.serve(ctx, ds, w.committedFirst)
	w.serve(ctx, ds, w.together)
	w.serve(ctx, ds, w.recordedLast)
	w.serve(ctx, ds, w.compared)
	w.serve(ctx, ds, w.existing)
	w.serve(ctx, ds, w.stateFirst)
	w.serve(ctx, ds, w.leased)
	w.serve(ctx, ds, w.needed)
}
