package use

import (
	"context"

	"github.com/redis/go-redis/v9"
)

func listen(ctx context.Context, client *redis.Client, refresh func(order string) error) error {
	sub := client.Subscribe(ctx, "orders")
	defer sub.Close()
	for m := range sub.Channel() { // is: receive redis-pubsub
		if err := refresh(m.Payload); err != nil { // is: business
			return err
		}
	}
	return nil
}

func once(ctx context.Context, sub *redis.PubSub) (string, error) {
	m, err := sub.ReceiveMessage(ctx) // is: receive redis-pubsub
	if err != nil {
		return "", err
	}
	return m.Payload, nil // is: business
}
