package example

import (
	"context"
	"encoding/json"

	amqp "github.com/rabbitmq/amqp091-go"
)

// RunInStages handles orders; a message of its own asks for the thanks.
func (b *Bakery) RunInStages(ctx context.Context, ch *amqp.Channel, orders <-chan amqp.Delivery) {
	for d := range orders {
		var o Ordered
		err := json.Unmarshal(d.Body, &o)
		if err == nil {
			err = b.charge(ctx, o)
		}
		if err == nil {
			err = ch.PublishWithContext(ctx, "", "thanks", false, false, amqp.Publishing{MessageId: "thanks:" + o.Order, Body: d.Body})
		}
		if err != nil {
			d.Nack(false, true)
			continue
		}
		d.Ack(false)
	}
}
