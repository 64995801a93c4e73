package use

import "github.com/nats-io/nats.go"

// The methods of JetStreamContext are those of the interfaces it embeds.
func run(js nats.JetStreamContext, sub *nats.Subscription) {
	js.Subscribe("orders", func(m *nats.Msg) {}) // is: handler jetstream, arg cb; queue define; message nats
	sub.Fetch(10)                                // is: receive jetstream
	js.Publish("orders", nil)                    // is: effect publish, publish, key in option MsgId
}
