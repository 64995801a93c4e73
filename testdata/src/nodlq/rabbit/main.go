// Rabbit declares queues in many ways.
package main

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log"
	"os"

	amqp "github.com/rabbitmq/amqp091-go"
)

type binder struct {
	ch *amqp.Channel
	db *sql.DB
}

var errInk = errors.New("out of ink")

func main() {
	conn, err := amqp.Dial("amqp://bindery@localhost/")
	if err != nil {
		log.Fatal(err)
	}
	ch, err := conn.Channel()
	if err != nil {
		log.Fatal(err)
	}
	db, err := sql.Open("pgx", "postgres://bindery")
	if err != nil {
		log.Fatal(err)
	}
	b := &binder{ch: ch, db: db}
	ctx := context.Background()
	go b.dropping(ctx)
	go b.acked(ctx)
	go b.looping(ctx)
	go b.once(ctx)
	go b.counted(ctx)
	go b.parking(ctx)
	go b.configured(ctx, table("bind.cut"))
	go b.ephemeral(ctx)
	go b.wrapped(ctx)
	go b.limited(ctx)
	go b.ofHost(ctx)
	go b.stopping(ctx)
	b.unreadable(ctx)
}

func (b *binder) save(ctx context.Context, d amqp.Delivery) error {
	_, err := b.db.ExecContext(ctx, `UPDATE books SET bound = true WHERE id = $1`, string(d.Body))
	return err
}

func (b *binder) consume(queue string) <-chan amqp.Delivery {
	ds, err := b.ch.Consume(queue, "", false, false, false, false, nil)
	if err != nil {
		log.Fatal(err)
	}
	return ds
}

// dropping loses what it refuses.
func (b *binder) dropping(ctx context.Context) {
	q, err := b.ch.QueueDeclare("bind.fold", true, false, false, false, amqp.Table{"x-message-ttl": int32(3600000)}) // want IDM005 "has no dead-letter exchange"
	if err != nil {
		log.Fatal(err)
	}
	for d := range b.consume(q.Name) {
		if b.save(ctx, d) != nil {
			_ = d.Nack(false, false)
			continue
		}
		_ = d.Ack(false)
	}
}

// acked never refuses anything: it stops instead, and the message waits.
func (b *binder) acked(ctx context.Context) {
	q, err := b.ch.QueueDeclare("bind.sew", true, false, false, false, nil)
	if err != nil {
		log.Fatal(err)
	}
	for d := range b.consume(q.Name) {
		if err := b.save(ctx, d); err != nil {
			log.Fatal(err)
		}
		_ = d.Ack(false)
	}
}

// looping puts what failed back, for ever.
func (b *binder) looping(ctx context.Context) {
	if _, err := b.ch.QueueDeclare("bind.press", true, false, false, false, amqp.Table{"x-dead-letter-exchange": "bind.dlx"}); err != nil {
		log.Fatal(err)
	}
	for d := range b.consume("bind.press") {
		if b.save(ctx, d) != nil {
			_ = d.Reject(true) // want IDM005 "d.Reject in handler main.(*binder).looping requeues what failed and nothing counts how often"
			continue
		}
		_ = d.Ack(false)
	}
}

// once tries a second time and then lets go: the broker says whether it was
// tried before.
func (b *binder) once(ctx context.Context) {
	if _, err := b.ch.QueueDeclare("bind.glue", true, false, false, false, amqp.Table{"x-dead-letter-exchange": "bind.dlx"}); err != nil {
		log.Fatal(err)
	}
	for d := range b.consume("bind.glue") {
		if b.save(ctx, d) != nil {
			_ = d.Nack(false, !d.Redelivered)
			continue
		}
		_ = d.Ack(false)
	}
}

// counted has a limit of the broker's own.
func (b *binder) counted(ctx context.Context) {
	args := amqp.Table{"x-queue-type": "quorum", "x-delivery-limit": 8, "x-dead-letter-exchange": "bind.dlx"}
	if _, err := b.ch.QueueDeclare("bind.trim", true, false, false, false, args); err != nil {
		log.Fatal(err)
	}
	for d := range b.consume("bind.trim") {
		if b.save(ctx, d) != nil {
			_ = d.Nack(false, true)
			continue
		}
		_ = d.Ack(false)
	}
}

// parking puts failures into a queue of its own.
func (b *binder) parking(ctx context.Context) {
	if _, err := b.ch.QueueDeclare("bind.case", true, false, false, false, nil); err != nil {
		log.Fatal(err)
	}
	for d := range b.consume("bind.case") {
		if b.save(ctx, d) != nil {
			if b.ch.PublishWithContext(ctx, "", "bind.parking-lot", true, false, amqp.Publishing{Body: d.Body}) != nil {
				_ = d.Nack(false, true)
				continue
			}
		}
		_ = d.Ack(false)
	}
}

// table is the arguments of a queue, of which only the key is known.
func table(queue string) amqp.Table {
	t := amqp.Table{}
	t["x-dead-letter-exchange"] = queue + ".dlx"
	return t
}

// configured is told its arguments.
func (b *binder) configured(ctx context.Context, args amqp.Table) {
	if _, err := b.ch.QueueDeclare("bind.cut", true, false, false, false, args); err != nil {
		log.Fatal(err)
	}
	for d := range b.consume("bind.cut") {
		if b.save(ctx, d) != nil {
			_ = d.Nack(false, false)
			continue
		}
		_ = d.Ack(false)
	}
}

// ephemeral has a queue that goes with it.
func (b *binder) ephemeral(ctx context.Context) {
	q, err := b.ch.QueueDeclare("", false, true, true, false, nil)
	if err != nil {
		log.Fatal(err)
	}
	for d := range b.consume(q.Name) {
		if b.save(ctx, d) != nil {
			_ = d.Nack(false, false)
			continue
		}
		_ = d.Ack(false)
	}
}

// declare is a helper: what its callers pass counts.
func (b *binder) declare(name string, args amqp.Table) {
	if _, err := b.ch.QueueDeclare(name, true, false, false, false, args); err != nil { // want IDM005 "queue bind.emboss"
		log.Fatal(err)
	}
}

// wrapped declares one queue with a dead letter and one without.
func (b *binder) wrapped(ctx context.Context) {
	b.declare("bind.gild", amqp.Table{"x-dead-letter-exchange": "bind.dlx"})
	b.declare("bind.emboss", nil)
	go func() {
		for d := range b.consume("bind.gild") {
			if b.save(ctx, d) != nil {
				_ = d.Nack(false, false)
				continue
			}
			_ = d.Ack(false)
		}
	}()
	for d := range b.consume("bind.emboss") {
		if b.save(ctx, d) != nil {
			_ = d.Nack(false, false)
			continue
		}
		_ = d.Ack(false)
	}
}

// limited drops what the broker has delivered too often.
func (b *binder) limited(ctx context.Context) {
	args := amqp.Table{amqp.QueueTypeArg: amqp.QueueTypeQuorum, "x-delivery-limit": 8}
	if _, err := b.ch.QueueDeclare("bind.box", true, false, false, false, args); err != nil { // want IDM005 "has a delivery limit and no dead-letter exchange"
		log.Fatal(err)
	}
	for d := range b.consume("bind.box") {
		if b.save(ctx, d) != nil {
			_ = d.Nack(false, true)
			continue
		}
		_ = d.Ack(false)
	}
}

// ofHost has a queue of this process only.
func (b *binder) ofHost(ctx context.Context) {
	host, err := os.Hostname()
	if err != nil {
		log.Fatal(err)
	}
	q, err := b.ch.QueueDeclare(fmt.Sprintf("bind.cache.%s", host), false, false, false, false, nil)
	if err != nil {
		log.Fatal(err)
	}
	for d := range b.consume(q.Name) {
		if b.save(ctx, d) != nil {
			_ = d.Nack(false, false)
			continue
		}
		_ = d.Ack(false)
	}
}

// stopping gives back what it has no time for.
func (b *binder) stopping(ctx context.Context) {
	if _, err := b.ch.QueueDeclare("bind.ship", true, false, false, false, amqp.Table{"x-dead-letter-exchange": "bind.dlx"}); err != nil {
		log.Fatal(err)
	}
	for d := range b.consume("bind.ship") {
		if ctx.Err() != nil {
			_ = d.Nack(false, true)
			return
		}
		if b.save(ctx, d) != nil {
			_ = d.Nack(false, false)
			continue
		}
		_ = d.Ack(false)
	}
}

// unreadable refuses only what nobody could ever read.
func (b *binder) unreadable(ctx context.Context) {
	if _, err := b.ch.QueueDeclare("bind.check", true, false, false, false, nil); err != nil {
		log.Fatal(err)
	}
	for d := range b.consume("bind.check") {
		if len(d.Body) == 0 {
			log.Printf("check: %v", errInk)
			_ = d.Reject(false)
			continue
		}
		if err := b.save(ctx, d); err != nil {
			log.Fatal(err)
		}
		_ = d.Ack(false)
	}
}
