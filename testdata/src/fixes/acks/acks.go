// Package acks has acks that can be put behind the work on the spot, and acks that
// cannot.
package acks

import (
	"context"
	"database/sql"
	"encoding/json"
	"log"

	"github.com/nats-io/nats.go/jetstream"
	amqp "github.com/rabbitmq/amqp091-go"
)

type book struct{ ID string }

type shelf struct {
	db *sql.DB
}

func (s *shelf) put(ctx context.Context, body []byte) error {
	_, err := s.db.ExecContext(ctx, `UPDATE books SET shelf = 3 WHERE id = $1`, string(body))
	return err
}

// Acked at the top: the ack goes behind the work, and what failed is delivered again
// when the wait for its ack is over.
func (s *shelf) first(ctx context.Context, c jetstream.Consumer) error {
	_, err := c.Consume(func(m jetstream.Msg) {
		m.Ack()
		if err := s.put(ctx, m.Data()); err != nil {
			log.Print(err)
			return
		}
		log.Print("put")
	})
	return err
}

// What cannot be read would be delivered for ever, if it was not acked.
func (s *shelf) read(ctx context.Context, c jetstream.Consumer) error {
	_, err := c.Consume(func(m jetstream.Msg) {
		m.Ack()
		var b book
		if err := json.Unmarshal(m.Data(), &b); err != nil {
			log.Print(err)
			return
		}
		if err := s.put(ctx, []byte(b.ID)); err != nil {
			log.Print(err)
			return
		}
	})
	return err
}

// Nobody refuses what failed: it would stay with this channel, unacked.
func (s *shelf) top(ctx context.Context, msgs <-chan amqp.Delivery) {
	for m := range msgs {
		m.Ack(false)
		if err := s.put(ctx, m.Body); err != nil {
			log.Print(err)
			continue
		}
		log.Print("put")
	}
}

// What does nothing leaves early, and would never be acked.
func (s *shelf) early(ctx context.Context, msgs <-chan amqp.Delivery) {
	for m := range msgs {
		m.Ack(false)
		if len(m.Body) == 0 {
			continue
		}
		if err := s.put(ctx, m.Body); err != nil {
			log.Print(err)
			continue
		}
	}
}

// A failure nobody stops at would be acked all the same.
func (s *shelf) shrug(ctx context.Context, msgs <-chan amqp.Delivery) {
	for m := range msgs {
		m.Ack(false)
		if err := s.put(ctx, m.Body); err != nil {
			log.Print(err)
		}
	}
}

// A remark at the line, or above it, would be lost, or stand in the wrong place.
func (s *shelf) above(ctx context.Context, c jetstream.Consumer) error {
	_, err := c.Consume(func(m jetstream.Msg) {
		// At most once.
		m.Ack()
		if err := s.put(ctx, m.Data()); err != nil {
			log.Print(err)
			return
		}
	})
	return err
}

func (s *shelf) remarked(ctx context.Context, msgs <-chan amqp.Delivery) {
	for m := range msgs {
		m.Ack(false) // the broker is slow
		if err := s.put(ctx, m.Body); err != nil {
			log.Print(err)
			continue
		}
	}
}
