package use

import (
	"context"
	"time"

	"github.com/avast/retry-go/v4"
)

func charge(ctx context.Context, pay func() error) error {
	return retry.Do(pay, // is: retries
		retry.Context(ctx),
		retry.Attempts(5),                 // is: sets attempts
		retry.Delay(200*time.Millisecond), // is: sets wait
		retry.LastErrorOnly(true),
	)
}

func status(ctx context.Context, ask func() (string, error)) (string, error) {
	return retry.DoWithData(ask, retry.Context(ctx), retry.UntilSucceeded()) // is: retries; sets hidden
}
