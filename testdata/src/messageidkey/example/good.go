package example

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"

	"cloud.google.com/go/pubsub/v2"
)

// RunKeyed handles overdue loans until ctx ends. Its key is the loan's own
// number, which every copy of the event carries.
func (f *Fines) RunKeyed(ctx context.Context) error {
	return f.Overdue.Receive(ctx, func(ctx context.Context, m *pubsub.Message) {
		var loan struct {
			Number string `json:"number"`
		}
		if err := json.Unmarshal(m.Data, &loan); err != nil {
			m.Nack()
			return
		}
		req, err := http.NewRequestWithContext(ctx, http.MethodPost, f.Billing, bytes.NewReader(m.Data))
		if err != nil {
			m.Nack()
			return
		}
		req.Header.Set("Idempotency-Key", "fine:"+loan.Number)
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			m.Nack()
			return
		}
		resp.Body.Close()
		m.Ack()
	})
}
