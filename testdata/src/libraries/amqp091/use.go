package use

import (
	"context"

	amqp "github.com/rabbitmq/amqp091-go"
)

func run(ctx context.Context, ch *amqp.Channel) {
	deliveries, _ := ch.Consume("orders", "", false, false, false, false, nil) // is: receive rabbitmq
	for d := range deliveries {
		if err := handle(d); err != nil {
			d.Nack(false, true) // is: ack drop
			continue
		}
		d.Ack(false) // is: ack ack
	}
	ch.PublishWithContext(ctx, "", "orders", false, false, amqp.Publishing{}) // is: effect publish, publish, key in field MessageId or header Event-Id
}

func handle(d amqp.Delivery) error { return nil } // is: delivery rabbitmq; message amqp091
