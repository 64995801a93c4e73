// Package tries numbers what it sends: by the try, or by the place in the
// message.
package tries

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"time"

	amqp "github.com/rabbitmq/amqp091-go"
	"github.com/stripe/stripe-go/v82"
)

type drawn struct {
	Round   string   `json:"round"`
	Winner  string   `json:"winner"`
	Cents   int64    `json:"cents"`
	Winners []string `json:"winners"`
	Prizes  int      `json:"prizes"`
}

type lottery struct {
	stripe *stripe.Client
	most   int
}

func (l *lottery) pay(ctx context.Context, d drawn, key string) error {
	p := &stripe.TransferCreateParams{Destination: &d.Winner, Amount: &d.Cents}
	p.SetIdempotencyKey(key)
	_, err := l.stripe.V1Transfers.Create(ctx, p) // want IDM003 "changes with the try counter while handling" IDM003 "changes with the try counter try while handling" IDM003 "changes with the try counter n while handling"
	return err
}

func (l *lottery) counted(ctx context.Context, d drawn) error {
	var err error
	for attempt := 0; attempt < 3; attempt++ {
		p := &stripe.TransferCreateParams{Destination: &d.Winner, Amount: &d.Cents}
		p.SetIdempotencyKey(fmt.Sprintf("%s-%d", d.Round, attempt))
		if _, err = l.stripe.V1Transfers.Create(ctx, p); err == nil { // want IDM003 "changes with the try counter attempt" "the next try makes another key"
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func (l *lottery) ranged(ctx context.Context, d drawn) error {
	var err error
	for i := range 3 {
		if err = l.pay(ctx, d, d.Round+"-"+strconv.Itoa(i)); err == nil {
			break
		}
	}
	return err
}

func (l *lottery) continued(ctx context.Context, d drawn) error {
	for try := 1; try <= l.most; try++ {
		if err := l.pay(ctx, d, fmt.Sprintf("%s:%d", d.Round, try)); err != nil {
			time.Sleep(time.Second)
			continue
		}
		return nil
	}
	return errors.New("nobody was paid")
}

func (l *lottery) endless(ctx context.Context, d drawn) error {
	n := 0
	for {
		n++
		err := l.pay(ctx, d, fmt.Sprintf("%s:%d", d.Round, n))
		if err == nil {
			return nil
		}
		if n > 4 {
			return err
		}
	}
}

// The same key for every try.
func (l *lottery) same(ctx context.Context, d drawn) error {
	var err error
	for attempt := 0; attempt < 3; attempt++ {
		if err = l.pay(ctx, d, d.Round); err == nil {
			return nil
		}
		time.Sleep(time.Duration(attempt) * time.Second)
	}
	return err
}

// The place in the message is the same in every delivery.
func (l *lottery) items(ctx context.Context, d drawn) error {
	for i := range d.Winners {
		if err := l.pay(ctx, d, fmt.Sprintf("%s-%d", d.Round, i)); err != nil {
			return err
		}
	}
	return nil
}

func (l *lottery) length(ctx context.Context, d drawn) error {
	for i := 0; i < len(d.Winners); i++ {
		if err := l.pay(ctx, drawn{Winner: d.Winners[i], Cents: d.Cents}, fmt.Sprintf("%s-%d", d.Round, i)); err != nil {
			return err
		}
	}
	return nil
}

func (l *lottery) amount(ctx context.Context, d drawn) error {
	for i := 0; i < d.Prizes; i++ {
		if err := l.pay(ctx, d, fmt.Sprintf("%s-%d", d.Round, i)); err != nil {
			return err
		}
	}
	return nil
}

// The first whose account takes it, always in the same order.
func (l *lottery) firstThatTakes(ctx context.Context, d drawn) error {
	var err error
	for i, w := range d.Winners {
		if err = l.pay(ctx, drawn{Winner: w, Cents: d.Cents}, fmt.Sprintf("%s-%d", d.Round, i)); err == nil {
			return nil
		}
	}
	return err
}

func serve(ctx context.Context, ds <-chan amqp.Delivery, handle func(context.Context, drawn) error) {
	for dv := range ds {
		var d drawn
		if err := json.Unmarshal(dv.Body, &d); err != nil {
			dv.Nack(false, false)
			continue
		}
		if err := handle(ctx, d); err != nil {
			dv.Nack(false, true)
			continue
		}
		dv.Ack(false)
	}
}

func run(ctx context.Context, l *lottery, ds <-chan amqp.Delivery) {
	serve(ctx, ds, l.counted)
	serve(ctx, ds, l.ranged)
	serve(ctx, ds, l.continued)
	serve(ctx, ds, l.endless)
	serve(ctx, ds, l.same)
	serve(ctx, ds, l.items)
	serve(ctx, ds, l.length)
	serve(ctx, ds, l.amount)
	serve(ctx, ds, l.firstThatTakes)
}
