package use

import (
	"context"

	"github.com/nats-io/nats.go/jetstream"
)

func run(ctx context.Context, c jetstream.Consumer, js jetstream.JetStream) {
	c.Consume(func(m jetstream.Msg) { // is: handler jetstream, arg handler; delivery jetstream; message nats-jetstream
		m.Ack() // is: ack ack
	})
	c.Fetch(10)                    // is: receive jetstream; queue name
	js.Publish(ctx, "orders", nil) // is: effect publish, publish, key in option WithMsgID
}
