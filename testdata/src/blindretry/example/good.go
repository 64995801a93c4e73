package example

import (
	"context"

	"github.com/cenkalti/backoff/v4"
)

// BookOnce books one room.
func (p *Partner) BookOnce(ctx context.Context, booking, guest string) error {
	return backoff.Retry(func() error {
		return p.post(ctx, "room:"+booking, []byte(guest))
	}, backoff.WithContext(backoff.NewExponentialBackOff(), ctx))
}
