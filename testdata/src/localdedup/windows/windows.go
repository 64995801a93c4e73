// Package windows remembers for a while what was seen, with the time.
package windows

import (
	"context"
	"encoding/json"
	"sync"
	"time"

	amqp "github.com/rabbitmq/amqp091-go"
	"github.com/stripe/stripe-go/v82"
)

const while = 10 * time.Minute

type parked struct {
	Car   string `json:"car"`
	Cents int64  `json:"cents"`
}

// recent forgets what is older than some time.
type recent struct {
	mu   sync.Mutex
	seen map[string]time.Time
	ttl  time.Duration
}

func (r *recent) has(id string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	now := time.Now()
	for k, at := range r.seen {
		if now.Sub(at) > r.ttl {
			delete(r.seen, k)
		}
	}
	if at, ok := r.seen[id]; ok && now.Sub(at) < r.ttl {
		return true
	}
	r.seen[id] = now
	return false
}

// visit says when, and how often.
type visit struct {
	at    time.Time
	times int
}

// quote is worth asking for.
type quote struct {
	at    time.Time
	cents []int64
}

type garage struct {
	stripe *stripe.Client
	recent *recent
	seen   map[string]time.Time
	until  map[string]time.Time
	visits map[string]*visit
	quotes map[string]quote
	ask    func(ctx context.Context, car string) ([]int64, error)
}

func (g *garage) bill(ctx context.Context, p parked) error {
	_, err := g.stripe.V1Charges.Create(ctx, &stripe.ChargeCreateParams{Customer: &p.Car, Amount: &p.Cents})
	return err
}

func (g *garage) since(ctx context.Context, p parked) error {
	if time.Since(g.seen[p.Car]) < while { // want IDM013 "the map g.seen, which keeps g.stripe.V1Charges.Create"
		return nil
	}
	g.seen[p.Car] = time.Now()
	return g.bill(ctx, p)
}

func (g *garage) behindHelper(ctx context.Context, p parked) error {
	if g.recent.has(p.Car) { // want IDM013 "the map r.seen, which keeps g.stripe.V1Charges.Create"
		return nil
	}
	return g.bill(ctx, p)
}

func (g *garage) expiry(ctx context.Context, p parked) error {
	if end, ok := g.until[p.Car]; ok && time.Now().Before(end) { // want IDM013 "the map g.until, which keeps g.stripe.V1Charges.Create"
		return nil
	}
	g.until[p.Car] = time.Now().Add(while)
	return g.bill(ctx, p)
}

func (g *garage) counted(ctx context.Context, p parked) error {
	if v := g.visits[p.Car]; v != nil && time.Since(v.at) < while { // want IDM013 "the map g.visits, which keeps g.stripe.V1Charges.Create"
		return nil
	}
	g.visits[p.Car] = &visit{at: time.Now(), times: 1}
	return g.bill(ctx, p)
}

func (g *garage) ever(ctx context.Context, p parked) error {
	if !g.seen[p.Car].IsZero() { // want IDM013 "the map g.seen, which keeps g.stripe.V1Charges.Create"
		return nil
	}
	g.seen[p.Car] = time.Now()
	return g.bill(ctx, p)
}

// The map saves a call; what happens twice has a key.
func (g *garage) keyed(ctx context.Context, p parked) error {
	if g.recent.has(p.Car) {
		return nil
	}
	params := &stripe.ChargeCreateParams{Customer: &p.Car, Amount: &p.Cents}
	params.SetIdempotencyKey("park:" + p.Car)
	_, err := g.stripe.V1Charges.Create(ctx, params)
	return err
}

// What is remembered is an answer, not that something was done.
func (g *garage) cached(ctx context.Context, p parked) error {
	q, ok := g.quotes[p.Car]
	if !ok || time.Since(q.at) > while {
		cents, err := g.ask(ctx, p.Car)
		if err != nil {
			return err
		}
		q = quote{at: time.Now(), cents: cents}
		g.quotes[p.Car] = q
	}
	params := &stripe.ChargeCreateParams{Customer: &p.Car, Amount: &q.cents[0]}
	params.SetIdempotencyKey("park:" + p.Car)
	_, err := g.stripe.V1Charges.Create(ctx, params)
	return err
}

func serve(ctx context.Context, ds <-chan amqp.Delivery, handle func(context.Context, parked) error) {
	for d := range ds {
		var p parked
		if err := json.Unmarshal(d.Body, &p); err != nil {
			d.Nack(false, false)
			continue
		}
		if err := handle(ctx, p); err != nil {
			d.Nack(false, true)
			continue
		}
		d.Ack(false)
	}
}

func run(ctx context.Context, g *garage, ds <-chan amqp.Delivery) {
	serve(ctx, ds, g.since)
	serve(ctx, ds, g.behindHelper)
	serve(ctx, ds, g.expiry)
	serve(ctx, ds, g.counted)
	serve(ctx, ds, g.ever)
	serve(ctx, ds, g.keyed)
	serve(ctx, ds, g.cached)
}
