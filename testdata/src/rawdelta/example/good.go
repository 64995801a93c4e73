package example

import (
	"context"
	"encoding/json"

	"github.com/jackc/pgx/v5"
	amqp "github.com/rabbitmq/amqp091-go"
)

// RunOnce handles rentals, each of which counts once.
func (s *Stations) RunOnce(ctx context.Context, rentals <-chan amqp.Delivery) {
	for d := range rentals {
		if err := s.takeOnce(ctx, d.Body); err != nil {
			d.Nack(false, true)
			continue
		}
		d.Ack(false)
	}
}

func (s *Stations) takeOnce(ctx context.Context, body []byte) error {
	var r Rented
	if err := json.Unmarshal(body, &r); err != nil {
		return err
	}
	return pgx.BeginFunc(ctx, s.DB, func(tx pgx.Tx) error {
		tag, err := tx.Exec(ctx, `INSERT INTO rentals (rental_id) VALUES ($1) ON CONFLICT (rental_id) DO NOTHING`, r.Rental)
		if err != nil || tag.RowsAffected() == 0 {
			return err
		}
		_, err = tx.Exec(ctx, `UPDATE stations SET free = free - 1 WHERE id = $1`, r.Station)
		return err
	})
}
