// Package forms keeps things in memory, to recognise repeats and for other
// reasons.
package forms

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"sync"

	amqp "github.com/rabbitmq/amqp091-go"
)

type rang struct {
	Bell  string   `json:"bell"`
	Tower string   `json:"tower"`
	Times []string `json:"times"`
}

type tower struct {
	done   sync.Map
	chimes map[string]func(context.Context, string) error
}

func ring(_ context.Context, name string) error {
	resp, err := http.Post("http://towers/ring", "text/plain", strings.NewReader(name)) // want IDM001 "http.Post"
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// LoadOrStore as the only thing that recognises a repeat.
func (t *tower) once(ctx context.Context, r rang) error {
	if _, dup := t.done.LoadOrStore(r.Bell, true); dup { // want IDM013 "t.done.LoadOrStore"
		return nil
	}
	return ring(ctx, r.Tower)
}

// A table of functions is no list of what was seen.
func (t *tower) dispatch(ctx context.Context, r rang) error {
	chime, ok := t.chimes[r.Tower]
	if !ok {
		return nil
	}
	return chime(ctx, r.Bell)
}

// Repeats inside one message.
func (t *tower) batch(ctx context.Context, r rang) error {
	seen := map[string]bool{}
	for _, at := range r.Times {
		if seen[at] {
			continue
		}
		seen[at] = true
		if err := ring(ctx, at); err != nil {
			return err
		}
	}
	return nil
}

func (t *tower) serve(ctx context.Context, ds <-chan amqp.Delivery, handle func(context.Context, rang) error) {
	for d := range ds {
		var r rang
		if err := json.Unmarshal(d.Body, &r); err != nil {
			d.Nack(false, false)
			continue
		}
		if err := handle(ctx, r); err != nil {
			d.Nack(false, true)
			continue
		}
		d.Ack(false)
	}
}

func run(ctx context.Context, ds <-chan amqp.Delivery) {
	t := &tower{chimes: map[string]func(context.Context, string) error{"north": ring}}
	t.serve(ctx, ds, t.once)
	t.serve(ctx, ds, t.dispatch)
	t.serve(ctx, ds, t.batch)
}
