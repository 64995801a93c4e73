// Package scripts claims with programs that run inside the store.
package scripts

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	redigo "github.com/gomodule/redigo/redis"
	amqp "github.com/rabbitmq/amqp091-go"
	"github.com/redis/go-redis/v9"
	"github.com/redis/rueidis"
	"github.com/stripe/stripe-go/v82"
)

type rung struct {
	Bell  string `json:"bell"`
	House string `json:"house"`
	Cents int64  `json:"cents"`
}

type porter struct {
	redis  *redis.Client
	pool   *redigo.Pool
	other  rueidis.Client
	stripe *stripe.Client
}

func (p *porter) bill(ctx context.Context, r rung) error {
	_, err := p.stripe.V1Charges.Create(ctx, &stripe.ChargeCreateParams{Customer: &r.House, Amount: &r.Cents})
	return err
}

var (
	take = redis.NewScript(`
if redis.call("SET", KEYS[1], ARGV[1], "NX", "EX", ARGV[2]) then
	return 1
end
return 0`)
	seen = redis.NewScript(`
if redis.call("EXISTS", KEYS[1]) == 1 then
	return 1
end
redis.call("SET", KEYS[1], "1")
return 0`)
	leave = redis.NewScript(`
if redis.call("GET", KEYS[1]) == ARGV[1] then
	return redis.call("DEL", KEYS[1])
end
return 0`)
	raise = redis.NewScript(`return redis.call("INCRBY", KEYS[1], ARGV[1])`)
)

func (p *porter) taken(ctx context.Context, r rung) error {
	n, err := take.Run(ctx, p.redis, []string{"rung:" + r.Bell}, "1", 86400).Int() // want IDM004 "take.Run marks the message as handled before p.stripe.V1Charges.Create"
	if err != nil {
		return err
	}
	if n == 0 {
		return nil
	}
	return p.bill(ctx, r)
}

// The script says one where there was something.
func (p *porter) seenBefore(ctx context.Context, r rung) (bool, error) {
	n, err := seen.Run(ctx, p.redis, []string{"rung:" + r.Bell}).Int()
	return n == 1, err
}

func (p *porter) answered(ctx context.Context, r rung) error {
	before, err := p.seenBefore(ctx, r) // want IDM004 "seen.Run marks the message as handled before p.stripe.V1Charges.Create"
	if err != nil {
		return err
	}
	if before {
		return nil
	}
	return p.bill(ctx, r)
}

func (p *porter) literal(ctx context.Context, r rung) error {
	n, err := p.redis.Eval(ctx, `return redis.call('SETNX', KEYS[1], '1')`, []string{"rung:" + r.Bell}).Int64() // want IDM004 "p.redis.Eval marks the message as handled before p.stripe.V1Charges.Create"
	if err != nil {
		return err
	}
	if n == 0 {
		return nil
	}
	return p.bill(ctx, r)
}

var (
	onceHere  = redigo.NewScript(1, `return redis.call("SETNX", KEYS[1], "1")`)
	onceThere = rueidis.NewLuaScript(`return redis.call("SETNX", KEYS[1], "1")`)
)

// Other clients have scripts, too.
func (p *porter) elsewhere(ctx context.Context, r rung) error {
	c := p.pool.Get()
	defer c.Close()
	n, err := redigo.Int(onceHere.Do(c, "rung:"+r.Bell)) // want IDM004 "onceHere.Do marks the message as handled before p.stripe.V1Charges.Create"
	if err != nil || n == 0 {
		return err
	}
	return p.bill(ctx, r)
}

func (p *porter) overThere(ctx context.Context, r rung) error {
	n, err := onceThere.Exec(ctx, p.other, []string{"rung:" + r.Bell}, nil).AsInt64() // want IDM004 "onceThere.Exec marks the message as handled before p.stripe.V1Charges.Create"
	if err != nil || n == 0 {
		return err
	}
	return p.bill(ctx, r)
}

var errBusy = errors.New("somebody is at the door")

// A lock: who does not get it comes again, and it is always given back. The bill
// has a key.
func (p *porter) locked(ctx context.Context, r rung) error {
	n, err := take.Run(ctx, p.redis, []string{"door:" + r.House}, r.Bell, 30).Int()
	if err != nil {
		return err
	}
	if n == 0 {
		return errBusy
	}
	defer leave.Run(ctx, p.redis, []string{"door:" + r.House}, r.Bell)
	params := &stripe.ChargeCreateParams{Customer: &r.House, Amount: &r.Cents}
	params.SetIdempotencyKey("bell:" + r.Bell)
	_, err = p.stripe.V1Charges.Create(ctx, params)
	return err
}

// A script that claims nothing.
func (p *porter) counted(ctx context.Context, r rung) error {
	n, err := raise.Run(ctx, p.redis, []string{"rings:" + time.Now().Format("2006-01-02")}, 1).Int()
	if err != nil {
		return err
	}
	if n > 1000 {
		return errBusy
	}
	params := &stripe.ChargeCreateParams{Customer: &r.House, Amount: &r.Cents}
	params.SetIdempotencyKey("bell:" + r.Bell)
	_, err = p.stripe.V1Charges.Create(ctx, params)
	return err
}

func serve(ctx context.Context, ds <-chan amqp.Delivery, handle func(context.Context, rung) error) {
	for d := range ds {
		var r rung
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

func run(ctx context.Context, p *porter, ds <-chan amqp.Delivery) {
	serve(ctx, ds, p.taken)
	serve(ctx, ds, p.answered)
	serve(ctx, ds, p.literal)
	serve(ctx, ds, p.elsewhere)
	serve(ctx, ds, p.overThere)
	serve(ctx, ds, p.locked)
	serve(ctx, ds, p.counted)
}
