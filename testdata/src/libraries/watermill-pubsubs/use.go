package use

import (
	"context"

	"github.com/ThreeDotsLabs/watermill-kafka/v3/pkg/kafka"
	"github.com/ThreeDotsLabs/watermill-redisstream/pkg/redisstream"
)

func run(ctx context.Context, streams *redisstream.Subscriber, topics *kafka.Subscriber) error {
	orders, err := streams.Subscribe(ctx, "orders") // is: receive watermill
	if err != nil {
		return err
	}
	for msg := range orders {
		msg.Ack() // is: ack ack
	}
	_, err = topics.Subscribe(ctx, "orders") // is: receive watermill
	return err
}
