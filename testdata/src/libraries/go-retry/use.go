package use

import (
	"context"
	"time"

	"github.com/sethvargo/go-retry"
)

func charge(ctx context.Context, pay func(context.Context) error) error {
	b := retry.WithMaxRetries(3, retry.NewExponential(time.Second)) // is: sets retries; sets wait
	return retry.Do(ctx, b, func(ctx context.Context) error {       // is: retries
		if err := pay(ctx); err != nil {
			return retry.RetryableError(err)
		}
		return nil
	})
}

func status(ctx context.Context, ask retry.RetryFuncValue[string]) (string, error) {
	return retry.DoValue(ctx, retry.WithMaxDuration(time.Minute, retry.NewConstant(time.Second)), ask) // is: retries; sets hidden; sets wait
}
