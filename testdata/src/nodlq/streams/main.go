// Streams has JetStream consumers of both APIs.
package main

import (
	"context"
	"database/sql"
	"log"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

var db *sql.DB

func tune(ctx context.Context, data []byte) error {
	_, err := db.ExecContext(ctx, `UPDATE pianos SET tuned = true WHERE id = $1`, string(data))
	return err
}

func must[T any](v T, err error) T {
	if err != nil {
		log.Fatal(err)
	}
	return v
}

func main() {
	ctx := context.Background()
	db = must(sql.Open("pgx", "postgres://pianos"))
	nc := must(nats.Connect("nats://localhost"))
	js := must(jetstream.New(nc))
	old := must(nc.JetStream())

	forever, err := js.CreateOrUpdateConsumer(ctx, "PIANOS", jetstream.ConsumerConfig{Durable: "strings", AckWait: time.Minute}) // want IDM005 "consumer strings, which handler main.main (function literal) consumes, has no MaxDeliver"
	if err != nil {
		log.Fatal(err)
	}
	limited, err := js.CreateConsumer(ctx, "PIANOS", jetstream.ConsumerConfig{Durable: "hammers", MaxDeliver: 6}) // want IDM005 "gives up a message after 6 deliveries"
	if err != nil {
		log.Fatal(err)
	}
	counting, err := js.CreateOrUpdateConsumer(ctx, "PIANOS", jetstream.ConsumerConfig{Durable: "pedals"}) // want IDM005 "gives a message of consumer pedals up without putting it anywhere"
	if err != nil {
		log.Fatal(err)
	}
	for _, c := range []jetstream.Consumer{forever} {
		must(c.Consume(func(m jetstream.Msg) {
			if tune(ctx, m.Data()) != nil {
				_ = m.Nak()
				return
			}
			_ = m.Ack()
		}))
	}
	must(limited.Consume(func(m jetstream.Msg) {
		if tune(ctx, m.Data()) != nil {
			_ = m.Nak()
			return
		}
		_ = m.Ack()
	}))
	must(counting.Consume(func(m jetstream.Msg) {
		if err := tune(ctx, m.Data()); err != nil {
			if md, merr := m.Metadata(); merr == nil && md.NumDelivered > 4 {
				_ = m.TermWithReason(err.Error())
				return
			}
			_ = m.Nak()
			return
		}
		_ = m.Ack()
	}))

	must(old.Subscribe("pianos.keys", func(m *nats.Msg) { // want IDM005 "consumer keys"
		if tune(ctx, m.Data) != nil {
			_ = m.Nak()
			return
		}
		_ = m.Ack()
	}, nats.Durable("keys"), nats.ManualAck()))
	must(old.QueueSubscribe("pianos.case", "case", func(m *nats.Msg) { // want IDM005 "after 3 deliveries"
		if tune(ctx, m.Data) != nil {
			_ = m.Nak()
			return
		}
		_ = m.Ack()
	}, nats.ManualAck(), nats.MaxDeliver(3)))
	must(old.AddConsumer("PIANOS", &nats.ConsumerConfig{Durable: "lid", AckPolicy: nats.AckExplicitPolicy, MaxDeliver: -1})) // want IDM005 "consumer lid"
	sub, err := old.PullSubscribe("pianos.lid", "lid", nats.Bind("PIANOS", "lid"))
	if err != nil {
		log.Fatal(err)
	}
	for {
		msgs, err := sub.Fetch(1)
		if err != nil {
			continue
		}
		for _, m := range msgs {
			if tune(ctx, m.Data) == nil {
				_ = m.Ack()
			}
		}
	}
}
