package use

import (
	"context"
	"errors"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

func handle(ctx context.Context, seen jetstream.KeyValue, id string, work func() error) error {
	if _, err := seen.Create(ctx, id, nil); errors.Is(err, jetstream.ErrKeyExists) { // is: effect db, claim, key in param key; guard claim
		return nil
	} else if err != nil {
		return err
	}
	err := work()
	if err != nil {
		return errors.Join(err, seen.Delete(ctx, id)) // is: effect db, delete, natural; guard release
	}
	_, err = seen.PutString(ctx, id, "done") // is: effect db, set, key in param key; guard mark
	return err
}

func state(kv nats.KeyValue, id string) (string, error) {
	entry, err := kv.Get(id) // is: guard check
	if err != nil {
		return "", err
	}
	return string(entry.Value()), nil
}
