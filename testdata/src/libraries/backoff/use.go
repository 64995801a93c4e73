package use

import (
	"context"
	"time"

	"github.com/cenkalti/backoff/v4"
)

func charge(ctx context.Context, pay func() error) error {
	policy := backoff.NewExponentialBackOff(backoff.WithInitialInterval(time.Second))      // is: sets wait
	return backoff.Retry(pay, backoff.WithContext(backoff.WithMaxRetries(policy, 4), ctx)) // is: retries; sets retries
}

func status(ask func() (string, error), warn func(error, time.Duration)) (string, error) {
	return backoff.RetryNotifyWithData(ask, backoff.NewConstantBackOff(time.Minute), warn) // is: retries; sets wait
}
