// Package files is silent as a whole about one rule.
package files

//idemlint:file-ignore IDM008 the counters of this file are set right every night

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
		db.Incr(ctx, "visitors")
		db.HIncrBy(ctx, "visitors", string(m.Data), 1)
		resp, err := http.Post("http://door/bell", "", nil) // want IDM001 "request http.Post"
		if err == nil {
			resp.Body.Close()
		}
	})
}
