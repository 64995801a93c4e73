// Package accepted has accepted its risks, each with a reason.
package accepted

import (
	"context"
	"net/http"
	"strings"

	"github.com/google/uuid"
	"github.com/nats-io/nats.go"
	"github.com/redis/go-redis/v9"
)

type garden struct{ redis *redis.Client }

// Listen handles readings.
func (g *garden) Listen(nc *nats.Conn) (*nats.Subscription, error) {
	return nc.Subscribe("dry", func(m *nats.Msg) { g.water(context.Background(), string(m.Data)) })
}

func (g *garden) water(ctx context.Context, bed string) {
	//idemlint:ignore IDM001 the valve ignores pulses within a minute of the last
	post("valve", bed)

	post("pump", bed) //idemlint:at-least-once pumping twice only wets the path

	g.redis.Incr(ctx, "watered") //nolint:idemlint // the gauge is set right every night

	req, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://garden/lamp", nil)
	if err != nil {
		return
	}
	req.Header.Set("Idempotency-Key", uuid.NewString())
	//idemlint:ignore IDM003 the lamp forgets what it was told
	if resp, err := http.DefaultClient.Do(req); err == nil {
		resp.Body.Close()
	}
	g.ring(ctx)
	post("hose", bed) // nothing is said about the hose
}

// ring rings the bell for the gardener.
//
//idemlint:at-least-once the gardener comes once, however often it rings
func (g *garden) ring(ctx context.Context) {
	g.redis.RPush(ctx, "bells", "dry")
	g.redis.Incr(ctx, "rung")
}

// post is reached from places with a directive and from one without.
func post(what, bed string) {
	resp, err := http.Post("http://garden/"+what, "text/plain", strings.NewReader(bed)) // want IDM001 "request http.Post"
	if err == nil {
		resp.Body.Close()
	}
}
