// Package mediator sends requests to whoever is registered for their type.
package mediator

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"

	"github.com/mehdihadeli/go-mediatr"
	amqp "github.com/rabbitmq/amqp091-go"
)

type open struct{ Door string }

type look struct{ Door string }

type done struct{}

type opener struct{}

func (opener) Handle(ctx context.Context, o *open) (*done, error) {
	resp, err := http.Post("http://doors/opened", "text/plain", strings.NewReader(o.Door)) // want IDM001 "request http.Post" "mediator.run"
	if err == nil {
		resp.Body.Close()
	}
	return &done{}, err
}

// Nobody sends a request to look.
type looker struct{}

func (looker) Handle(ctx context.Context, l *look) (*done, error) {
	resp, err := http.Post("http://doors/seen", "text/plain", strings.NewReader(l.Door))
	if err == nil {
		resp.Body.Close()
	}
	return &done{}, err
}

func setUp() {
	_ = mediatr.RegisterRequestHandler[*open, *done](opener{})
	_ = mediatr.RegisterRequestHandler[*look, *done](looker{})
}

func run(ctx context.Context, deliveries <-chan amqp.Delivery) {
	for d := range deliveries {
		var o open
		if json.Unmarshal(d.Body, &o) != nil {
			continue
		}
		if _, err := mediatr.Send[*open, *done](ctx, &o); err == nil {
			_ = d.Ack(false)
		}
	}
}
