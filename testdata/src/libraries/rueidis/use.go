package use

import (
	"context"
	"time"

	"github.com/redis/rueidis"
)

func run(ctx context.Context, client rueidis.Client, id string) {
	client.Do(ctx, client.B().Set().Key(id).Value("1").Nx().Ex(time.Hour).Build()) // is: effect db, write; guard claim
	client.Do(ctx, client.B().Setnx().Key(id).Value("1").Build())                  // is: effect db, write; guard claim
	client.Do(ctx, client.B().Exists().Key(id).Build())                            // is: effect db, write; guard check
	client.Do(ctx, client.B().Del().Key(id).Build())                               // is: effect db, write; guard release
}
