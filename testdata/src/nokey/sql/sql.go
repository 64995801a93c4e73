// Package sql keeps a library's books for an AMQP queue, with pgx and with
// database/sql.
package sql

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
	amqp "github.com/rabbitmq/amqp091-go"
)

type lent struct {
	Number string `json:"number"`
	Book   string `json:"book"`
	Reader string `json:"reader"`
}

type shelf struct {
	pool *pgxpool.Pool
	db   *sql.DB
}

// Consume handles lendings.
func (s *shelf) Consume(ctx context.Context, ch *amqp.Channel) error {
	ds, err := ch.ConsumeWithContext(ctx, "lent", "shelf", false, false, false, false, nil)
	if err != nil {
		return err
	}
	for d := range ds {
		var l lent
		if err := json.Unmarshal(d.Body, &l); err != nil {
			d.Reject(false)
			continue
		}
		if err := s.lend(ctx, l); err != nil {
			d.Nack(false, true)
			continue
		}
		d.Ack(false)
	}
	return nil
}

func (s *shelf) lend(ctx context.Context, l lent) error {
	// Nothing in the row is unique.
	if _, err := s.pool.Exec(ctx, `INSERT INTO lendings (book, reader) VALUES ($1, $2)`, l.Book, l.Reader); err != nil { // want IDM001 "write s.pool.Exec" "sql.(*shelf).Consume"
		return err
	}
	var id int64
	err := s.db.QueryRowContext(ctx, `INSERT INTO lendings (book, reader) VALUES ($1, $2) RETURNING id`, l.Book, l.Reader).Scan(&id) // want IDM001 "s.db.QueryRowContext"
	if err != nil {
		return err
	}

	// The number of the reservation is.
	if _, err := s.pool.Exec(ctx, `INSERT INTO reservations (number, book) VALUES ($1, $2)`, l.Number, l.Book); err != nil {
		return err
	}
	if _, err := s.pool.Exec(ctx, `INSERT INTO reservations (number, book) VALUES ($1, $2) ON CONFLICT (number) DO NOTHING`, l.Number, l.Book); err != nil {
		return err
	}
	return errors.Join(s.harmless(ctx, l), s.known(ctx, l))
}

func isTaken(err error) bool {
	var refused *pgconn.PgError
	return errors.As(err, &refused) && refused.Code == "23505"
}

// Who answers the error of a repeat knows that the row is unique.
func (s *shelf) known(ctx context.Context, l lent) error {
	_, err := s.pool.Exec(ctx, `INSERT INTO returns (lending_number, book) VALUES ($1, $2)`, l.Number, l.Book)
	if isTaken(err) {
		return nil
	}
	return err
}

func (s *shelf) harmless(ctx context.Context, l lent) error {
	for _, q := range []string{
		`UPDATE lendings SET reader = $1 WHERE book = $2`,
		`DELETE FROM lendings WHERE reader = $1 AND book = $2`,
	} {
		if _, err := s.db.ExecContext(ctx, q, l.Reader, l.Book); err != nil {
			return err
		}
	}
	var n int
	if err := s.pool.QueryRow(ctx, `SELECT count(*) FROM lendings WHERE reader = $1`, l.Reader).Scan(&n); err != nil {
		return err
	}
	_, err := s.pool.Exec(ctx, `
		INSERT INTO lendings (book, reader)
		SELECT @book, @reader
		WHERE NOT EXISTS (SELECT 1 FROM lendings WHERE book = @book AND reader = @reader)`,
		pgx.NamedArgs{"book": l.Book, "reader": l.Reader})
	return err
}
