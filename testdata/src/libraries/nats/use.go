package use

import "github.com/nats-io/nats.go"

func run(nc *nats.Conn) {
	nc.Subscribe("orders", func(m *nats.Msg) {})               // is: handler nats, arg cb; queue watch; delivery jetstream; message nats
	nc.QueueSubscribe("orders", "workers", func(m *nats.Msg) { // is: handler nats, arg cb; queue watch; delivery jetstream; message nats
		m.Ack() // is: ack ack
	})
	nc.Publish("orders", nil) // is: effect publish, publish
}
