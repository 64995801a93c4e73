// Package wrong has directives that say nothing, or nothing true.
package wrong

import (
	"context"
	"net/http"

	"github.com/nats-io/nats.go"
	"github.com/redis/go-redis/v9"
)

// Listen counts visitors.
func Listen(nc *nats.Conn, db *redis.Client) (*nats.Subscription, error) {
	return nc.Subscribe("door", func(m *nats.Msg) {
		ctx := context.Background()

		//idemlint:ignore IDM999 there is no such rule
		db.Incr(ctx, "visitors") // want IDM008 "db.Incr" -1:IDM900 "there is no rule IDM999"

		//idemlint:ignroe IDM008 misspelt
		db.Incr(ctx, "guests") // want IDM008 "db.Incr" -1:IDM900 "ignroe"

		//idemlint:at-least-once
		db.RPush(ctx, "names", m.Data) // want IDM008 "db.RPush" -1:IDM900 "//idemlint:at-least-once" "reason"

		//idemlint:ignore IDM001 silences another rule than the one that speaks
		db.Incr(ctx, "rung") // want IDM008 "db.Incr" -1:IDM900 "silences nothing here"

		//idemlint:ignore IDM008 writing a value may be repeated anyway
		db.Set(ctx, "last", m.Data, 0) // want -1:IDM900 "silences nothing here"

		//nolint:idemlint
		resp, err := http.Post("http://door/bell", "", nil) // want IDM001 "request http.Post" -1:IDM900 "//nolint:idemlint" "reason"
		if err == nil {
			resp.Body.Close()
		}
	})
}

// Opened is silent about handlers that are none.
//
//idemlint:ignore IDM001 nothing is delivered here
func Opened() { // want -1:IDM900 "silences nothing here"
	resp, err := http.Post("http://door/bell", "", nil)
	if err == nil {
		resp.Body.Close()
	}
}
