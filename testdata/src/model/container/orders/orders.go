// Package orders handles deliveries behind interfaces that containers wire.
package orders

import (
	"context"
	"encoding/json"

	amqp "github.com/rabbitmq/amqp091-go"
)

// Doors is opened by somebody.
type Doors interface {
	Open(ctx context.Context, door string) error
}

// Event is the body of a message.
type Event struct{ Door string }

// Handler opens doors.
type Handler struct{ doors Doors }

// NewHandler returns a handler.
func NewHandler(doors Doors) *Handler { return &Handler{doors: doors} }

// Run consumes.
func (h *Handler) Run(ctx context.Context, ch *amqp.Channel) error {
	ds, err := ch.Consume("doors", "", false, false, false, false, nil)
	if err != nil {
		return err
	}
	for d := range ds {
		var e Event
		if err := json.Unmarshal(d.Body, &e); err != nil {
			continue
		}
		if err := h.doors.Open(ctx, e.Door); err != nil {
			continue
		}
		_ = d.Ack(false)
	}
	return nil
}
