// Package chains puts layers around handlers in loops.
package chains

import (
	"context"
	"database/sql"
	"log"

	"github.com/rabbitmq/amqp091-go"
	"github.com/stripe/stripe-go/v82"
)

type Handler interface {
	Handle(ctx context.Context, m amqp091.Delivery) error
}

type Func func(ctx context.Context, m amqp091.Delivery) error

func (f Func) Handle(ctx context.Context, m amqp091.Delivery) error { return f(ctx, m) }

type Layer = func(next Handler) Handler

// apply puts the first layer outermost.
func apply[T any, L func(T) T](target T, layers ...L) T {
	h := target
	for i := len(layers) - 1; i >= 0; i-- {
		h = layers[i](h)
	}
	return h
}

func with(h Handler, layers ...Layer) Handler { return apply(h, layers...) }

func logged() Layer {
	return func(next Handler) Handler {
		return Func(func(ctx context.Context, m amqp091.Delivery) error {
			log.Print("got ", m.RoutingKey)
			return next.Handle(ctx, m)
		})
	}
}

func serve(ctx context.Context, h Handler, ms <-chan amqp091.Delivery) {
	for m := range ms {
		if err := h.Handle(ctx, m); err != nil {
			m.Nack(false, true)
			continue
		}
		m.Ack(false)
	}
}

// Layers that are called: the inbox commits before the refund.

func inbox(db *sql.DB) Layer {
	return func(next Handler) Handler {
		return Func(func(ctx context.Context, m amqp091.Delivery) error {
			res, err := db.ExecContext(ctx, "INSERT INTO inbox (id) VALUES ($1) ON CONFLICT DO NOTHING", string(m.Body)) // want IDM004 "db.ExecContext marks the message as handled before t.sc.V1Refunds.Create in handler chains.till.Handle"
			if err != nil {
				return err
			}
			if n, _ := res.RowsAffected(); n == 0 {
				log.Print("again: ", m.RoutingKey)
				return nil
			}
			return next.Handle(ctx, m)
		})
	}
}

type till struct{ sc *stripe.Client }

func (t till) Handle(ctx context.Context, m amqp091.Delivery) error {
	_, err := t.sc.V1Refunds.Create(ctx, &stripe.RefundCreateParams{Charge: stripe.String(string(m.Body))})
	return err
}

func runTill(ctx context.Context, sc *stripe.Client, db *sql.DB, ms <-chan amqp091.Delivery) {
	serve(ctx, with(with(till{sc: sc}, inbox(db)), logged(), logged()), ms)
}

// Layers that closures remember.

type Interceptor func(ctx context.Context, m amqp091.Delivery, next Handler) error

func around(h Handler, is ...Interceptor) Handler {
	for i := len(is) - 1; i >= 0; i-- {
		in, next := is[i], h
		h = Func(func(ctx context.Context, m amqp091.Delivery) error { return in(ctx, m, next) })
	}
	return h
}

func seen(db *sql.DB) Interceptor {
	return func(ctx context.Context, m amqp091.Delivery, next Handler) error {
		res, err := db.ExecContext(ctx, "INSERT INTO seen (id) VALUES ($1) ON CONFLICT DO NOTHING", string(m.Body)) // want IDM004 "db.ExecContext marks the message as handled before d.sc.V1Refunds.Create in handler chains.desk.Handle"
		if err != nil {
			return err
		}
		if n, _ := res.RowsAffected(); n == 0 {
			log.Print("again: ", m.RoutingKey)
			return nil
		}
		return next.Handle(ctx, m)
	}
}

type desk struct{ sc *stripe.Client }

func (d desk) Handle(ctx context.Context, m amqp091.Delivery) error {
	_, err := d.sc.V1Refunds.Create(ctx, &stripe.RefundCreateParams{Charge: stripe.String(string(m.Body))})
	return err
}

func runDesk(ctx context.Context, sc *stripe.Client, db *sql.DB, ms <-chan amqp091.Delivery) {
	serve(ctx, around(desk{sc}, seen(db)), ms)
}

// A router keeps its layers in a field. The ledger and its guard share a
// transaction, so nothing is lost.

type router struct {
	layers []Layer
	routes map[string]Handler
}

func (r *router) use(l Layer) { r.layers = append(r.layers, l) }

func (r *router) on(name string, h Handler) {
	for _, l := range r.layers {
		h = l(h)
	}
	r.routes[name] = h
}

type txKey struct{}

func transacted(db *sql.DB) Layer {
	return func(next Handler) Handler {
		return Func(func(ctx context.Context, m amqp091.Delivery) error {
			tx, err := db.BeginTx(ctx, nil)
			if err != nil {
				return err
			}
			defer tx.Rollback()
			res, err := tx.ExecContext(ctx, "INSERT INTO handled (id) VALUES ($1) ON CONFLICT DO NOTHING", string(m.Body))
			if err != nil {
				return err
			}
			if n, _ := res.RowsAffected(); n == 0 {
				log.Print("again: ", m.RoutingKey)
				return nil
			}
			if err := next.Handle(context.WithValue(ctx, txKey{}, tx), m); err != nil {
				return err
			}
			return tx.Commit()
		})
	}
}

type ledger struct{}

func (ledger) Handle(ctx context.Context, m amqp091.Delivery) error {
	tx := ctx.Value(txKey{}).(*sql.Tx)
	_, err := tx.ExecContext(ctx, "UPDATE accounts SET balance = balance + 1 WHERE id = $1", string(m.Body))
	return err
}

func runRouter(ctx context.Context, db *sql.DB, ms <-chan amqp091.Delivery) {
	r := &router{routes: map[string]Handler{}}
	r.use(transacted(db))
	r.use(logged())
	r.on("book", ledger{})
	for m := range ms {
		h, ok := r.routes[m.RoutingKey]
		if !ok {
			m.Nack(false, false)
			continue
		}
		if err := h.Handle(ctx, m); err != nil {
			m.Nack(false, true)
			continue
		}
		m.Ack(false)
	}
}

// What a container holds is not known, and neither is what it does before.

type container interface{ Get(name string) any }

func runUnknown(ctx context.Context, sc *stripe.Client, c container, ms <-chan amqp091.Delivery) {
	serve(ctx, with(safe{sc}, c.Get("inbox").(Layer)), ms)
}

type safe struct{ sc *stripe.Client }

func (s safe) Handle(ctx context.Context, m amqp091.Delivery) error {
	_, err := s.sc.V1Refunds.Create(ctx, &stripe.RefundCreateParams{Charge: stripe.String(string(m.Body))})
	return err
}
