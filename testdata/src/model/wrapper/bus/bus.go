// Package bus is a program's own layer over NATS JetStream.
package bus

import (
	"context"
	"encoding/json"

	"github.com/nats-io/nats.go/jetstream"
)

// Event is what handlers of the program see of a message.
type Event struct {
	Subject  string
	Sequence uint64
	Data     []byte
}

// Decode reads the event's data.
func (e Event) Decode(v any) error { return json.Unmarshal(e.Data, v) }

// Handler works on one event.
type Handler func(ctx context.Context, e Event) error

// Subscribe runs h for every message of the consumer.
func Subscribe(ctx context.Context, c jetstream.Consumer, h Handler) (jetstream.ConsumeContext, error) {
	return c.Consume(func(m jetstream.Msg) {
		e := Event{Subject: m.Subject(), Data: m.Data()}
		if md, err := m.Metadata(); err == nil {
			e.Sequence = md.Sequence.Stream
		}
		if err := h(ctx, e); err != nil {
			m.Nak()
			return
		}
		m.Ack()
	})
}
