// Package example bills library fines.
package example

import (
	"bytes"
	"context"
	"net/http"

	"cloud.google.com/go/pubsub/v2"
)

// Fines sends fines to the billing service.
type Fines struct {
	Overdue *pubsub.Subscriber
	Billing string
}

// Run handles overdue loans until ctx ends.
func (f *Fines) Run(ctx context.Context) error {
	return f.Overdue.Receive(ctx, func(ctx context.Context, m *pubsub.Message) {
		req, err := http.NewRequestWithContext(ctx, http.MethodPost, f.Billing, bytes.NewReader(m.Data))
		if err != nil {
			m.Nack()
			return
		}
		req.Header.Set("Idempotency-Key", m.ID)
		resp, err := http.DefaultClient.Do(req) // want IDM002 "request http.DefaultClient.Do" "pubsub.Message.ID"
		if err != nil {
			m.Nack()
			return
		}
		resp.Body.Close()
		m.Ack()
	})
}
