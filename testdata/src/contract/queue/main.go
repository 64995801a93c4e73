// Command queue keeps, and breaks, what it says of its queues.
package main

import (
	"context"
	"encoding/json"
	"log"

	amqp "github.com/rabbitmq/amqp091-go"
	"github.com/redis/go-redis/v9"
)

type stamp struct {
	Letter string `json:"letter"`
	Office string `json:"office"`
}

type office struct{ rdb *redis.Client }

func (o *office) mine(ctx context.Context, ch *amqp.Channel) error {
	q, err := ch.QueueDeclare("stamps", true, false, false, false, amqp.Table{
		"x-queue-type": "quorum", "x-delivery-limit": 3, "x-dead-letter-exchange": "", "x-dead-letter-routing-key": "stamps.parked",
	})
	if err != nil {
		return err
	}
	return o.consume(ctx, ch, q.Name)
}

// consume says what its queue does not.
//
//idemlint:contract key=letter dlq=stamps.dead max-receives=5 owner=post
func (o *office) consume(ctx context.Context, ch *amqp.Channel, queue string) error { // want -1:IDM015 "dlq=stamps.dead, but its queue dead-letters to stamps.parked" "max-receives=5, but its queue delivers 3 times"
	ds, err := ch.Consume(queue, "", false, false, false, false, nil)
	if err != nil {
		return err
	}
	for d := range ds {
		var s stamp
		err := json.Unmarshal(d.Body, &s)
		if err == nil {
			err = o.rdb.HSet(ctx, "letter:"+s.Letter, "office", s.Office).Err()
		}
		if err != nil {
			d.Nack(false, true)
			continue
		}
		d.Ack(false)
	}
	return nil
}

// spoilt cannot be read, and names nobody.
//
//idemlint:contract key=letter dlq=labels.parked receives=3
func (o *office) spoilt(ctx context.Context, ds <-chan amqp.Delivery) { // want -1:IDM015 "receives is no term of a contract" -1:IDM015 "nobody who looks at it"
	for d := range ds {
		var s stamp
		if err := json.Unmarshal(d.Body, &s); err != nil {
			d.Nack(false, false)
			continue
		}
		if err := o.rdb.HSet(ctx, "letter:"+s.Letter, "office", s.Office).Err(); err != nil {
			d.Nack(false, false)
			continue
		}
		d.Ack(false)
	}
}

func main() {
	o := &office{rdb: redis.NewClient(&redis.Options{})}
	conn, err := amqp.Dial("amqp://localhost")
	if err != nil {
		log.Fatal(err)
	}
	ch, err := conn.Channel()
	if err != nil {
		log.Fatal(err)
	}
	go o.spoilt(context.Background(), nil)
	if err := o.mine(context.Background(), ch); err != nil {
		log.Fatal(err)
	}
}
