// Package states moves rows through states and tells others, as services do.
package states

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"log"

	amqp "github.com/rabbitmq/amqp091-go"
	"github.com/segmentio/kafka-go"
)

// State is where a parcel is.
type State string

// The states, in variables as some write them.
var (
	New       State = "new"
	Waiting   State = "waiting"
	Delivered State = "delivered"
	Refused   State = "refused"
)

type scanned struct {
	Parcel string `json:"parcel"`
	Code   string `json:"code"`
	Seal   string `json:"seal"`
}

type row struct {
	ID    string
	State State
}

type depot struct {
	db  *sql.DB
	out *kafka.Writer
}

var errSeal = errors.New("the seal is broken")

func (d *depot) find(ctx context.Context, tx *sql.Tx, id string) (*row, error) {
	r := new(row)
	if err := tx.QueryRowContext(ctx, `SELECT id, state FROM parcels WHERE id = $1 FOR UPDATE`, id).Scan(&r.ID, &r.State); err != nil {
		return nil, err
	}
	return r, nil
}

func (d *depot) save(ctx context.Context, tx *sql.Tx, r *row) error {
	_, err := tx.ExecContext(ctx, `UPDATE parcels SET state = $2 WHERE id = $1`, r.ID, r.State)
	return err
}

func (d *depot) inTx(ctx context.Context, fn func(*sql.Tx) error) error {
	tx, err := d.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	if err := fn(tx); err != nil {
		tx.Rollback()
		return err
	}
	return tx.Commit()
}

func (d *depot) tell(ctx context.Context, topic, id string) error {
	return d.out.WriteMessages(ctx, kafka.Message{Topic: topic, Headers: []kafka.Header{{Key: "event-id", Value: []byte(topic + id)}}})
}

// The state is committed, then others are told; a repeat finds the state and does
// nothing.
func (d *depot) scan(ctx context.Context, s scanned) error {
	var now State
	if err := d.inTx(ctx, func(tx *sql.Tx) error { // want IDM004 "marks the message as handled before d.out.WriteMessages" "crash after `tx.Commit` and before `d.out.WriteMessages`"
		r, err := d.find(ctx, tx, s.Parcel)
		if err != nil {
			return err
		}
		if s.Seal == "" {
			return errSeal
		}
		if r.State != New && r.State != Waiting {
			return nil
		}
		switch s.Code {
		case "handed":
			now = Delivered
		case "no":
			now = Refused
		}
		r.State = now
		return d.save(ctx, tx, r)
	}); err != nil {
		return err
	}
	switch now {
	case Delivered:
		return d.tell(ctx, "delivered", s.Parcel)
	case Refused:
		return d.tell(ctx, "refused", s.Parcel)
	}
	return nil
}

// A repeat is told again, whatever the state was.
func (d *depot) scanAndTell(ctx context.Context, s scanned) error {
	if err := d.inTx(ctx, func(tx *sql.Tx) error {
		r, err := d.find(ctx, tx, s.Parcel)
		if err != nil {
			return err
		}
		if r.State != New && r.State != Waiting {
			return nil
		}
		r.State = Delivered
		return d.save(ctx, tx, r)
	}); err != nil {
		return err
	}
	return d.tell(ctx, "scanned", s.Parcel)
}

// What is told is stored with the state, and told later.
func (d *depot) scanOutbox(ctx context.Context, s scanned) error {
	return d.inTx(ctx, func(tx *sql.Tx) error {
		r, err := d.find(ctx, tx, s.Parcel)
		if err != nil {
			return err
		}
		if r.State != New && r.State != Waiting {
			return nil
		}
		r.State = Delivered
		if err := d.save(ctx, tx, r); err != nil {
			return err
		}
		_, err = tx.ExecContext(ctx, `INSERT INTO outbox (id, topic) VALUES ($1, 'delivered') ON CONFLICT (id) DO NOTHING`, s.Parcel)
		return err
	})
}

func each(ctx context.Context, ds <-chan amqp.Delivery, handle func(context.Context, scanned) error) {
	for m := range ds {
		var s scanned
		if err := json.Unmarshal(m.Body, &s); err != nil {
			m.Nack(false, false)
			continue
		}
		if err := handle(ctx, s); err != nil && !errors.Is(err, errSeal) {
			log.Print(err)
			m.Nack(false, true)
			continue
		}
		m.Ack(false)
	}
}

// Run handles scans.
func (d *depot) Run(ctx context.Context, a, b, c <-chan amqp.Delivery) {
	go each(ctx, a, d.scan)
	go each(ctx, b, d.scanAndTell)
	each(ctx, c, d.scanOutbox)
}
