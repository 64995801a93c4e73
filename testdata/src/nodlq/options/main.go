// Options declares queues by the options of a consumer.
package main

import (
	"context"
	"database/sql"
	"log"

	"github.com/wagslane/go-rabbitmq"
)

var db *sql.DB

func main() {
	conn, err := rabbitmq.NewConn("amqp://dairy@localhost/")
	if err != nil {
		log.Fatal(err)
	}
	go bare(conn)
	go parked(conn)
	go limited(conn)
	go looping(conn)
	go elsewhere(conn)
	passive(conn)
}

func churn(id string) error {
	_, err := db.ExecContext(context.Background(), `UPDATE butter SET churned = true WHERE id = $1`, id)
	return err
}

// bare loses what it refuses.
func bare(conn *rabbitmq.Conn) {
	c, err := rabbitmq.NewConsumer(conn, "dairy.cream") // want IDM005 "queue dairy.cream, which handler main.bare (function literal) consumes, has no dead-letter exchange: what the handler refuses is dropped"
	if err != nil {
		log.Fatal(err)
	}
	_ = c.Run(func(d rabbitmq.Delivery) rabbitmq.Action {
		if churn(string(d.Body)) != nil {
			return rabbitmq.NackDiscard
		}
		return rabbitmq.Ack
	})
}

// parked has a dead letter.
func parked(conn *rabbitmq.Conn) {
	c, err := rabbitmq.NewConsumer(conn, "dairy.whey", rabbitmq.WithConsumerOptionsQueueArgs(rabbitmq.Table{"x-dead-letter-exchange": "dairy.dead"}))
	if err != nil {
		log.Fatal(err)
	}
	_ = c.Run(func(d rabbitmq.Delivery) rabbitmq.Action {
		if churn(string(d.Body)) != nil {
			return rabbitmq.NackDiscard
		}
		return rabbitmq.Ack
	})
}

// limited stops at a count, with a dead letter.
func limited(conn *rabbitmq.Conn) {
	c, err := rabbitmq.NewConsumer(conn, "dairy.curd", rabbitmq.WithConsumerOptionsQueueQuorum,
		rabbitmq.WithConsumerOptionsQueueArgs(rabbitmq.Table{"x-dead-letter-exchange": "dairy.dead", "x-delivery-limit": 5}))
	if err != nil {
		log.Fatal(err)
	}
	_ = c.Run(func(d rabbitmq.Delivery) rabbitmq.Action {
		if churn(string(d.Body)) != nil {
			return rabbitmq.NackRequeue
		}
		return rabbitmq.Ack
	})
}

// looping requeues for ever, whatever dead letter there is.
func looping(conn *rabbitmq.Conn) {
	c, err := rabbitmq.NewConsumer(conn, "dairy.milk", rabbitmq.WithConsumerOptionsQueueArgs(rabbitmq.Table{"x-dead-letter-exchange": "dairy.dead"}))
	if err != nil {
		log.Fatal(err)
	}
	_ = c.Run(func(d rabbitmq.Delivery) (action rabbitmq.Action) {
		if churn(string(d.Body)) != nil {
			return rabbitmq.NackRequeue // want IDM005 "return NackRequeue in handler main.looping (function literal) requeues what failed"
		}
		return
	})
}

// elsewhere is declared by somebody else, and so is passive.
func elsewhere(conn *rabbitmq.Conn) {
	c, err := rabbitmq.NewConsumer(conn, "dairy.rind", rabbitmq.WithConsumerOptionsQueueNoDeclare)
	if err != nil {
		log.Fatal(err)
	}
	_ = c.Run(func(d rabbitmq.Delivery) rabbitmq.Action {
		if churn(string(d.Body)) != nil {
			return rabbitmq.NackDiscard
		}
		return rabbitmq.Ack
	})
}

func passive(conn *rabbitmq.Conn) {
	c, err := rabbitmq.NewConsumer(conn, "dairy.salt", rabbitmq.WithConsumerOptionsQueuePassive)
	if err != nil {
		log.Fatal(err)
	}
	_ = c.Run(func(d rabbitmq.Delivery) rabbitmq.Action {
		if churn(string(d.Body)) != nil {
			return rabbitmq.NackDiscard
		}
		return rabbitmq.Ack
	})
}
