// Named has the names of its queues in a file.
package main

import (
	"context"
	"database/sql"
	"encoding/json"
	"log"
	"os"

	amqp "github.com/rabbitmq/amqp091-go"
)

type config struct {
	Rabbit struct{ Orders, Returns string }
}

func read() (*config, error) {
	data, err := os.ReadFile("config.json")
	if err != nil {
		return nil, err
	}
	var c config
	return &c, json.Unmarshal(data, &c)
}

func declare(ch *amqp.Channel, c *config) error {
	if _, err := ch.QueueDeclare(c.Rabbit.Orders, true, false, false, false, nil); err != nil { // want IDM005 "the queue made here, which handler main.work (function literal) consumes, has no dead-letter exchange"
		return err
	}
	_, err := ch.QueueDeclare(c.Rabbit.Returns, true, false, false, false, amqp.Table{"x-dead-letter-exchange": "dlx"})
	return err
}

func work(ctx context.Context, ch *amqp.Channel, db *sql.DB, queue string) {
	ds, err := ch.Consume(queue, "", false, false, false, false, nil)
	if err != nil {
		log.Fatal(err)
	}
	go func() {
		for d := range ds {
			if _, err := db.ExecContext(ctx, `UPDATE sheets SET folded = true WHERE id = $1`, string(d.Body)); err != nil {
				_ = d.Reject(false)
				continue
			}
			_ = d.Ack(false)
		}
	}()
}

func main() {
	c, err := read()
	if err != nil {
		log.Fatal(err)
	}
	conn, err := amqp.Dial("amqp://localhost")
	if err != nil {
		log.Fatal(err)
	}
	ch, err := conn.Channel()
	if err != nil {
		log.Fatal(err)
	}
	db, err := sql.Open("pgx", "postgres://sheets")
	if err != nil {
		log.Fatal(err)
	}
	if err := declare(ch, c); err != nil {
		log.Fatal(err)
	}
	work(context.Background(), ch, db, c.Rabbit.Orders)
	work(context.Background(), ch, db, c.Rabbit.Returns)
	select {}
}
