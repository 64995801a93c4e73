package example

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"

	amqp "github.com/rabbitmq/amqp091-go"
)

// RunKeyed handles hours; the tower knows which it has rung.
func (b *Bells) RunKeyed(ctx context.Context, hours <-chan amqp.Delivery) {
	for d := range hours {
		var s Struck
		if err := json.Unmarshal(d.Body, &s); err != nil {
			d.Nack(false, false)
			continue
		}
		req, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://towers/ring", strings.NewReader(s.Tower))
		if err != nil {
			d.Nack(false, false)
			continue
		}
		req.Header.Set("Idempotency-Key", s.Hour)
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			d.Nack(false, true)
			continue
		}
		resp.Body.Close()
		d.Ack(false)
	}
}
