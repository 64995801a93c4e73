package use

import (
	"context"

	"github.com/redis/go-redis/v9"
)

// The client's methods are those of the unexported type it embeds.
func run(ctx context.Context, client *redis.Client, any redis.UniversalClient) {
	client.XReadGroup(ctx, &redis.XReadGroupArgs{}) // is: receive redis-streams
	any.XReadGroup(ctx, &redis.XReadGroupArgs{})    // is: receive redis-streams
	client.XAck(ctx, "orders", "workers", "1-0")    // is: ack ack
	any.XAdd(ctx, &redis.XAddArgs{})                // is: effect publish, publish, key in field ID or field IdempotentID
}

func handle(m redis.XMessage) {} // is: message redis-streams
