package use

import (
	"context"

	"gocloud.dev/pubsub"
)

func run(ctx context.Context, sub *pubsub.Subscription, topic *pubsub.Topic) {
	m, _ := sub.Receive(ctx)           // is: receive gocloud
	m.Ack()                            // is: ack ack
	topic.Send(ctx, &pubsub.Message{}) // is: effect publish, publish, key in header DeduplicationId or header Event-Id
}
