package use

import (
	"context"

	"cloud.google.com/go/pubsub"
)

// The message type is an alias of an internal package's.
func run(ctx context.Context, sub *pubsub.Subscription, topic *pubsub.Topic) {
	sub.Receive(ctx, func(ctx context.Context, m *pubsub.Message) { // is: handler pubsub, arg f; delivery pubsub; message gcp-pubsub-v2
		m.Ack() // is: ack ack
	})
	topic.Publish(ctx, &pubsub.Message{}) // is: effect publish, publish, key in header id
}
