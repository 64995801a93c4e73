package use

import (
	"context"
	"time"

	"github.com/redis/go-redis/v9"
)

func run(ctx context.Context, client *redis.Client, pipe redis.Pipeliner) {
	client.SetNX(ctx, "seen", 1, time.Hour)                                                             // is: effect db, claim, key in param 1; guard claim
	client.Incr(ctx, "stock")                                                                           // is: effect db, increment
	pipe.DecrBy(ctx, "stock", 2)                                                                        // is: effect db, increment
	client.Set(ctx, "state", "paid", 0)                                                                 // is: effect db, set, key in param 1; guard mark
	client.RPush(ctx, "log", "line")                                                                    // is: effect db, append
	client.Del(ctx, "cart")                                                                             // is: effect db, delete, natural; guard release
	client.Exists(ctx, "seen")                                                                          // is: guard check
	client.Get(ctx, "state")                                                                            // is: guard check
	client.SetEx(ctx, "seen", 1, time.Hour)                                                             // is: effect db, set, key in param 1; guard mark
	client.Unlink(ctx, "seen")                                                                          // is: effect db, delete, natural; guard release
	client.SAdd(ctx, "seen", "7")                                                                       // is: effect db, set, key in param 1; guard claim
	client.SIsMember(ctx, "seen", "7")                                                                  // is: guard check
	client.SRem(ctx, "seen", "7")                                                                       // is: effect db, set, key in param 1; guard release
	client.GetSet(ctx, "seen", 1)                                                                       // is: effect db, set, key in param 1; guard claim
	_, _ = client.TxPipelined(ctx, func(p redis.Pipeliner) error { return p.Incr(ctx, "stock").Err() }) // is: effect db, increment
	client.SetArgs(ctx, "seen", 1, redis.SetArgs{Mode: "NX", TTL: time.Hour})                           // is: effect db, set, key in param 1; guard claim
}
