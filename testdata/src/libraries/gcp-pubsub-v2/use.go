package use

import (
	"context"

	"cloud.google.com/go/pubsub/v2"
)

// receiver is a user's own narrow interface.
type receiver interface {
	Receive(ctx context.Context, f func(context.Context, *pubsub.Message)) error // is: delivery pubsub; message gcp-pubsub-v2
}

func run(ctx context.Context, sub *pubsub.Subscriber, r receiver, p *pubsub.Publisher) {
	sub.Receive(ctx, func(ctx context.Context, m *pubsub.Message) { // is: handler pubsub, arg f; delivery pubsub; message gcp-pubsub-v2
		m.Nack() // is: ack requeue
	})
	r.Receive(ctx, func(ctx context.Context, m *pubsub.Message) {}) // is: handler pubsub, arg f; delivery pubsub; message gcp-pubsub-v2
	p.Publish(ctx, &pubsub.Message{})                               // is: effect publish, publish, key in header id
}
