// Package example counts the free bicycles of a rental station.
package example

import (
	"context"
	"encoding/json"

	"github.com/jackc/pgx/v5/pgxpool"
	amqp "github.com/rabbitmq/amqp091-go"
)

// Rented is the event: someone took a bicycle.
type Rented struct {
	Rental  string `json:"rental"`
	Station string `json:"station"`
}

// Stations keeps the number of free bicycles.
type Stations struct{ DB *pgxpool.Pool }

// Run handles rentals.
func (s *Stations) Run(ctx context.Context, rentals <-chan amqp.Delivery) {
	for d := range rentals {
		if err := s.take(ctx, d.Body); err != nil {
			d.Nack(false, true)
			continue
		}
		d.Ack(false)
	}
}

func (s *Stations) take(ctx context.Context, body []byte) error {
	var r Rented
	if err := json.Unmarshal(body, &r); err != nil {
		return err
	}
	_, err := s.DB.Exec(ctx, `UPDATE stations SET free = free - 1 WHERE id = $1`, r.Station) // want IDM008 "write s.DB.Exec" "example.(*Stations).Run"
	return err
}
