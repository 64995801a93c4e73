// Package acks has acks that can be put behind the work on the spot, and acks that
// cannot.
package acks

import (
	"context"
	"database/sql"
	"log"

	amqp "github.com/rabbitmq/amqp091-go"
)

type shelf struct {
	db *sql.DB
}

func (s *shelf) put(ctx context.Context, body []byte) error {
	_, err := s.db.ExecContext(ctx, `UPDATE books SET shelf = 3 WHERE id = $1`, string(body))
	return err
}

// Acked at the top: the ack goes behind the work.
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

// A remark at the line would be lost.
func (s *shelf) remarked(ctx context.Context, msgs <-chan amqp.Delivery) {
	for m := range msgs {
		m.Ack(false) // the broker is slow
		if err := s.put(ctx, m.Body); err != nil {
			log.Print(err)
			continue
		}
	}
}
