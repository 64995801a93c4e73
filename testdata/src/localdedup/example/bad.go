// Package example rings bells.
package example

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"sync"

	amqp "github.com/rabbitmq/amqp091-go"
)

// Struck is the event: it is time to ring.
type Struck struct{ Hour, Tower string }

// Bells rings each hour once.
type Bells struct {
	mu   sync.Mutex
	rung map[string]bool
}

func (b *Bells) first(hour string) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.rung[hour] {
		return false
	}
	b.rung[hour] = true
	return true
}

// Run handles hours.
func (b *Bells) Run(ctx context.Context, hours <-chan amqp.Delivery) {
	for d := range hours {
		var s Struck
		if err := json.Unmarshal(d.Body, &s); err != nil {
			d.Nack(false, false)
			continue
		}
		if b.first(s.Hour) { // want IDM013 "the map b.rung" "is this process's memory"
			resp, err := http.Post("http://towers/ring", "text/plain", strings.NewReader(s.Tower))
			if err != nil {
				d.Nack(false, true)
				continue
			}
			resp.Body.Close()
		}
		d.Ack(false)
	}
}
