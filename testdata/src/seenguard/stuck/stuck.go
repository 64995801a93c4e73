// Package stuck refuses the message while somebody else holds it.
package stuck

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"time"

	amqp "github.com/rabbitmq/amqp091-go"
	"github.com/redis/go-redis/v9"
	"github.com/stripe/stripe-go/v82"
)

type mowed struct {
	Lawn  string `json:"lawn"`
	Owner string `json:"owner"`
	Cents int64  `json:"cents"`
}

var errBusy = errors.New("somebody mows it")

type gardener struct {
	redis  *redis.Client
	db     *sql.DB
	stripe *stripe.Client
	lease  time.Duration
}

func (g *gardener) bill(ctx context.Context, m mowed) error {
	p := &stripe.ChargeCreateParams{Customer: &m.Owner, Amount: &m.Cents}
	p.SetIdempotencyKey("lawn:" + m.Lawn)
	_, err := g.stripe.V1Charges.Create(ctx, p)
	return err
}

// Given back when the work is done, and never by a dead worker.
func (g *gardener) locked(ctx context.Context, m mowed) error {
	ok, err := g.redis.SetNX(ctx, "lawn:"+m.Lawn, "1", 0).Result() // want IDM004 "g.redis.SetNX stays taken for ever where a worker dies before g.stripe.V1Charges.Create" "is refused for ever"
	if err != nil {
		return err
	}
	if !ok {
		return errBusy
	}
	defer g.redis.Del(ctx, "lawn:"+m.Lawn)
	return g.bill(ctx, m)
}

// Given back on errors only.
func (g *gardener) row(ctx context.Context, m mowed) error {
	res, err := g.db.ExecContext(ctx, `INSERT INTO lawns (lawn_id) VALUES ($1) ON CONFLICT DO NOTHING`, m.Lawn) // want IDM004 "g.db.ExecContext stays taken for ever where a worker dies before g.stripe.V1Charges.Create"
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return errBusy
	}
	if err := g.bill(ctx, m); err != nil {
		_, back := g.db.ExecContext(ctx, `DELETE FROM lawns WHERE lawn_id = $1`, m.Lawn)
		return errors.Join(err, back)
	}
	return nil
}

// A dead worker's lock ends by itself.
func (g *gardener) lent(ctx context.Context, m mowed) error {
	ok, err := g.redis.SetNX(ctx, "lawn:"+m.Lawn, "1", time.Minute).Result()
	if err != nil {
		return err
	}
	if !ok {
		return errBusy
	}
	defer g.redis.Del(ctx, "lawn:"+m.Lawn)
	return g.bill(ctx, m)
}

// Nobody knows here how long the lease is.
func (g *gardener) configured(ctx context.Context, m mowed) error {
	ok, err := g.redis.SetNX(ctx, "lawn:"+m.Lawn, "1", g.lease).Result()
	if err != nil {
		return err
	}
	if !ok {
		return errBusy
	}
	defer g.redis.Del(ctx, "lawn:"+m.Lawn)
	return g.bill(ctx, m)
}

// What dead workers left is tidied up.
func (g *gardener) tidied(ctx context.Context, m mowed) error {
	res, err := g.db.ExecContext(ctx, `INSERT INTO mowings (lawn_id) VALUES ($1) ON CONFLICT DO NOTHING`, m.Lawn)
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return errBusy
	}
	return g.bill(ctx, m)
}

func (g *gardener) tidy(ctx context.Context) error {
	_, err := g.db.ExecContext(ctx, `DELETE FROM mowings WHERE begun_at < now() - interval '1 hour'`)
	return err
}

func serve(ctx context.Context, ds <-chan amqp.Delivery, handle func(context.Context, mowed) error) {
	for d := range ds {
		var m mowed
		if err := json.Unmarshal(d.Body, &m); err != nil {
			d.Nack(false, false)
			continue
		}
		if err := handle(ctx, m); err != nil {
			d.Nack(false, true)
			continue
		}
		d.Ack(false)
	}
}

func run(ctx context.Context, g *gardener, ds <-chan amqp.Delivery) {
	serve(ctx, ds, g.locked)
	serve(ctx, ds, g.row)
	serve(ctx, ds, g.lent)
	serve(ctx, ds, g.configured)
	serve(ctx, ds, g.tidied)
}
