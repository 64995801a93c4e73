// Topics has subscriptions that are made by clients.
package main

import (
	"context"
	"database/sql"
	"log"
	"os"
	"time"

	pubsub1 "cloud.google.com/go/pubsub"
	"cloud.google.com/go/pubsub/v2"
	"cloud.google.com/go/pubsub/v2/apiv1/pubsubpb"
	"github.com/apache/pulsar-client-go/pulsar"
)

var db *sql.DB

func harvest(ctx context.Context, data []byte) error {
	_, err := db.ExecContext(ctx, `UPDATE hives SET harvested = true WHERE id = $1`, string(data))
	return err
}

func main() {
	ctx := context.Background()
	var err error
	if db, err = sql.Open("pgx", "postgres://hives"); err != nil {
		log.Fatal(err)
	}
	go first(ctx)
	go second(ctx)
	third(ctx)
}

func first(ctx context.Context) {
	client, err := pubsub1.NewClient(ctx, "hives")
	if err != nil {
		log.Fatal(err)
	}
	bare, err := client.CreateSubscription(ctx, "honey", pubsub1.SubscriptionConfig{AckDeadline: time.Minute}) // want IDM005 "subscription honey"
	if err != nil {
		log.Fatal(err)
	}
	cfg := pubsub1.SubscriptionConfig{}
	if dead := os.Getenv("DEAD_TOPIC"); dead != "" {
		cfg.DeadLetterPolicy = &pubsub1.DeadLetterPolicy{DeadLetterTopic: dead, MaxDeliveryAttempts: 5}
	}
	maybe, err := client.CreateSubscription(ctx, "wax", cfg)
	if err != nil {
		log.Fatal(err)
	}
	work := func(ctx context.Context, m *pubsub1.Message) {
		if harvest(ctx, m.Data) != nil {
			m.Nack()
			return
		}
		m.Ack()
	}
	go func() { log.Fatal(bare.Receive(ctx, work)) }()
	log.Fatal(maybe.Receive(ctx, work))
}

func second(ctx context.Context) {
	client, err := pubsub.NewClient(ctx, "hives")
	if err != nil {
		log.Fatal(err)
	}
	for name, dead := range map[string]string{"pollen": "projects/hives/topics/pollen-dead"} {
		if _, err := client.SubscriptionAdminClient.CreateSubscription(ctx, &pubsubpb.Subscription{
			Name: "projects/hives/subscriptions/" + name, Topic: "projects/hives/topics/pollen",
			DeadLetterPolicy: &pubsubpb.DeadLetterPolicy{DeadLetterTopic: dead},
		}); err != nil {
			log.Fatal(err)
		}
	}
	log.Fatal(client.Subscriber("pollen").Receive(ctx, func(ctx context.Context, m *pubsub.Message) {
		if harvest(ctx, m.Data) != nil {
			m.Nack()
			return
		}
		m.Ack()
	}))
}

func third(ctx context.Context) {
	client, err := pulsar.NewClient(pulsar.ClientOptions{URL: "pulsar://localhost"})
	if err != nil {
		log.Fatal(err)
	}
	c, err := client.Subscribe(pulsar.ConsumerOptions{Topic: "swarms", SubscriptionName: "keepers"}) // want IDM005 "comes back for ever"
	if err != nil {
		log.Fatal(err)
	}
	for {
		m, err := c.Receive(ctx)
		if err != nil {
			return
		}
		if harvest(ctx, m.Payload()) != nil {
			c.Nack(m)
			continue
		}
		_ = c.Ack(m)
	}
}
