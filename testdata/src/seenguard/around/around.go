// Package around guards handlers by functions that are put around them.
package around

import (
	"context"
	"database/sql"
	"encoding/json"
	"log"
	"time"

	amqp "github.com/rabbitmq/amqp091-go"
	"github.com/redis/go-redis/v9"
	"github.com/stripe/stripe-go/v82"
)

type hired struct {
	Bike  string `json:"bike"`
	Rider string `json:"rider"`
	Cents int64  `json:"cents"`
}

type handler func(context.Context, hired) error

type shed struct {
	db     *sql.DB
	redis  *redis.Client
	stripe *stripe.Client
}

func (s *shed) seenBefore(next handler) handler {
	return func(ctx context.Context, h hired) error {
		n, err := s.redis.Exists(ctx, "hired:"+h.Bike).Result() // want IDM004 "s.redis.Exists is asked first and recorded after s.stripe.V1Charges.Create" "around.(*shed).bill"
		if err != nil {
			return err
		}
		if n == 1 {
			return nil
		}
		if err := next(ctx, h); err != nil {
			return err
		}
		return s.redis.Set(ctx, "hired:"+h.Bike, 1, 0).Err()
	}
}

func (s *shed) claimedBefore(next handler) handler {
	return func(ctx context.Context, h hired) error {
		res, err := s.db.ExecContext(ctx, `INSERT INTO hires (bike_id) VALUES ($1) ON CONFLICT DO NOTHING`, h.Bike) // want IDM004 "s.db.ExecContext marks the message as handled before s.stripe.V1Refunds.Create"
		if err != nil {
			return err
		}
		if n, err := res.RowsAffected(); err != nil || n == 0 {
			return err
		}
		return next(ctx, h)
	}
}

// What is written around a handler is no guard of it if nobody asks.
func (s *shed) timed(next handler) handler {
	return func(ctx context.Context, h hired) error {
		begun := time.Now()
		err := next(ctx, h)
		if _, dbErr := s.db.ExecContext(ctx, `UPDATE bikes SET took = $2 WHERE id = $1`, h.Bike, time.Since(begun)); dbErr != nil {
			log.Print(dbErr)
		}
		return err
	}
}

func (s *shed) bill(ctx context.Context, h hired) error {
	_, err := s.stripe.V1Charges.Create(ctx, &stripe.ChargeCreateParams{Customer: &h.Rider, Amount: &h.Cents})
	return err
}

func (s *shed) refund(ctx context.Context, h hired) error {
	_, err := s.stripe.V1Refunds.Create(ctx, &stripe.RefundCreateParams{Charge: &h.Rider})
	return err
}

func (s *shed) keyed(ctx context.Context, h hired) error {
	p := &stripe.ChargeCreateParams{Customer: &h.Rider, Amount: &h.Cents}
	p.SetIdempotencyKey("bike:" + h.Bike)
	_, err := s.stripe.V1Charges.Create(ctx, p)
	return err
}

func (s *shed) keyedToo(ctx context.Context, h hired) error {
	p := &stripe.RefundCreateParams{Charge: &h.Rider}
	p.SetIdempotencyKey("refund:" + h.Bike)
	_, err := s.stripe.V1Refunds.Create(ctx, p)
	return err
}

func serve(ctx context.Context, ds <-chan amqp.Delivery, handle handler) {
	for d := range ds {
		var h hired
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

func run(ctx context.Context, s *shed, ds <-chan amqp.Delivery) {
	serve(ctx, ds, s.seenBefore(s.bill))
	serve(ctx, ds, s.claimedBefore(s.refund))
	serve(ctx, ds, s.seenBefore(s.keyed))
	serve(ctx, ds, s.timed(s.keyedToo))
}
