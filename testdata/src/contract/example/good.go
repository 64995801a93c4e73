package example

import (
	"context"
	"encoding/json"

	amqp "github.com/rabbitmq/amqp091-go"
)

// RunByLoan handles boats as it says.
//
//idemlint:contract key=loan dlq=boats-dead owner=pier
func (p *Pier) RunByLoan(ctx context.Context, boats <-chan amqp.Delivery) {
	for d := range boats {
		var r Returned
		err := json.Unmarshal(d.Body, &r)
		if err == nil {
			err = p.charge(ctx, r, "loan:"+r.Loan)
		}
		if err != nil {
			d.Nack(false, false)
			continue
		}
		d.Ack(false)
	}
}
