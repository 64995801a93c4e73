// Package forms charges before reservations that look like trouble, and are none.
package forms

import (
	"context"
	"encoding/json"
	"errors"

	"github.com/hibiken/asynq"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stripe/stripe-go/v82"
)

type want struct {
	Order  string `json:"order"`
	Seat   string `json:"seat"`
	Intent string `json:"intent"`
	Cents  int64  `json:"cents"`
}

type hall struct {
	stripe *stripe.Client
	pool   *pgxpool.Pool
}

func (h *hall) seat(ctx context.Context, w want) error {
	_, err := h.pool.Exec(ctx, `INSERT INTO seat_reservations (seat, order_id) VALUES ($1, $2) ON CONFLICT (seat) DO UPDATE SET seat = EXCLUDED.seat WHERE seat_reservations.order_id = EXCLUDED.order_id`, w.Seat, w.Order)
	return err
}

// Charged first; where there is no seat the money goes back.
func (h *hall) refunded(ctx context.Context, t *asynq.Task) error {
	var w want
	if err := json.Unmarshal(t.Payload(), &w); err != nil {
		return err
	}
	p := &stripe.PaymentIntentCreateParams{Amount: &w.Cents}
	p.SetIdempotencyKey("seat:" + w.Order)
	paid, err := h.stripe.V1PaymentIntents.Create(ctx, p)
	if err != nil {
		return err
	}
	if err := h.seat(ctx, w); err != nil {
		r := &stripe.RefundCreateParams{PaymentIntent: &paid.ID}
		r.SetIdempotencyKey("back:" + w.Order)
		_, back := h.stripe.V1Refunds.Create(ctx, r)
		return errors.Join(err, back)
	}
	return nil
}

// Authorised first, captured when there is a seat.
func (h *hall) authorised(ctx context.Context, t *asynq.Task) error {
	var w want
	if err := json.Unmarshal(t.Payload(), &w); err != nil {
		return err
	}
	p := &stripe.PaymentIntentCreateParams{Amount: &w.Cents, CaptureMethod: stripe.String("manual")}
	p.SetIdempotencyKey("hold:" + w.Order)
	paid, err := h.stripe.V1PaymentIntents.Create(ctx, p)
	if err != nil {
		return err
	}
	if err := h.seat(ctx, w); err != nil {
		return err
	}
	c := &stripe.PaymentIntentCaptureParams{}
	c.SetIdempotencyKey("capture:" + w.Order)
	_, err = h.stripe.V1PaymentIntents.Capture(ctx, paid.ID, c)
	return err
}

// What is written after the charge is a record of it.
func (h *hall) recorded(ctx context.Context, t *asynq.Task) error {
	var w want
	if err := json.Unmarshal(t.Payload(), &w); err != nil {
		return err
	}
	p := &stripe.PaymentIntentCreateParams{Amount: &w.Cents}
	p.SetIdempotencyKey("sale:" + w.Order)
	if _, err := h.stripe.V1PaymentIntents.Create(ctx, p); err != nil {
		return err
	}
	_, err := h.pool.Exec(ctx, `UPDATE orders SET paid = true WHERE id = $1`, w.Order)
	return err
}

// A booking that is marked as paid was made before.
func (h *hall) marked(ctx context.Context, t *asynq.Task) error {
	var w want
	if err := json.Unmarshal(t.Payload(), &w); err != nil {
		return err
	}
	p := &stripe.PaymentIntentCreateParams{Amount: &w.Cents}
	p.SetIdempotencyKey("booking:" + w.Order)
	if _, err := h.stripe.V1PaymentIntents.Create(ctx, p); err != nil {
		return err
	}
	_, err := h.pool.Exec(ctx, `UPDATE bookings SET status = 'paid' WHERE id = $1`, w.Order)
	return err
}

// Taken only where it is free.
func (h *hall) conditional(ctx context.Context, t *asynq.Task) error {
	var w want
	if err := json.Unmarshal(t.Payload(), &w); err != nil {
		return err
	}
	p := &stripe.PaymentIntentCreateParams{Amount: &w.Cents}
	p.SetIdempotencyKey("take:" + w.Order)
	if _, err := h.stripe.V1PaymentIntents.Create(ctx, p); err != nil { // want IDM009 "comes before write h.pool.Exec"
		return err
	}
	tag, err := h.pool.Exec(ctx, `UPDATE seats SET order_id = $1 WHERE seat = $2 AND order_id IS NULL`, w.Order, w.Seat)
	if err == nil && tag.RowsAffected() == 0 {
		err = errors.New("taken")
	}
	return err
}

// Mux registers the tasks.
func (h *hall) Mux() *asynq.ServeMux {
	m := asynq.NewServeMux()
	m.HandleFunc("refunded", h.refunded)
	m.HandleFunc("authorised", h.authorised)
	m.HandleFunc("recorded", h.recorded)
	m.HandleFunc("marked", h.marked)
	m.HandleFunc("conditional", h.conditional)
	return m
}
