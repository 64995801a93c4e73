package forms

import (
	"context"
	"errors"
	"log/slog"
	"sync"

	amqp "github.com/rabbitmq/amqp091-go"
	"github.com/redis/go-redis/v9"
	"github.com/segmentio/kafka-go"
	"github.com/twmb/franz-go/pkg/kgo"
)

// Left to workers by a channel, and acked at once.
func (d *depot) queued(ctx context.Context, msgs <-chan amqp.Delivery) {
	bodies := make(chan []byte, 64)
	var workers sync.WaitGroup
	for range 4 {
		workers.Add(1)
		go func() {
			defer workers.Done()
			for b := range bodies {
				if p, err := decode(b); err != nil || d.put(ctx, p) != nil {
					slog.Error("not put")
				}
			}
		}()
	}
	for m := range msgs {
		bodies <- m.Body
		m.Ack(false) // want IDM007 "while its work still runs in a goroutine" "m.Ack acks the message while a channel holds it" "ExecContext is lost"
	}
	close(bodies)
	workers.Wait()
}

// The workers ack themselves.
func (d *depot) queuedWhole(ctx context.Context, msgs <-chan amqp.Delivery) {
	all := make(chan amqp.Delivery, 64)
	go func() {
		for m := range all {
			p, err := decode(m.Body)
			if err == nil {
				err = d.put(ctx, p)
			}
			if err != nil {
				m.Nack(false, true)
				continue
			}
			m.Ack(false)
		}
	}()
	for m := range msgs {
		select {
		case all <- m:
		case <-ctx.Done():
			return
		}
	}
}

type job struct {
	parcel parcel
	done   chan error
}

// The sender waits for what the worker says.
func (d *depot) queuedAndAwaited(ctx context.Context, msgs <-chan amqp.Delivery) {
	jobs := make(chan job)
	go func() {
		for j := range jobs {
			j.done <- d.put(ctx, j.parcel)
		}
	}()
	for m := range msgs {
		p, err := decode(m.Body)
		if err != nil {
			m.Nack(false, false)
			continue
		}
		done := make(chan error, 1)
		jobs <- job{p, done}
		if err := <-done; err != nil {
			m.Nack(false, true)
			continue
		}
		m.Ack(false)
	}
}

// The dead letter could not be written either.
func (d *depot) unparked(ctx context.Context, ch *amqp.Channel, msgs <-chan amqp.Delivery) {
	for m := range msgs {
		p, err := decode(m.Body)
		if err == nil {
			err = d.put(ctx, p)
		}
		if err != nil {
			if err := ch.PublishWithContext(ctx, "parcels.dlx", m.RoutingKey, false, false, amqp.Publishing{Body: m.Body}); err != nil {
				slog.Error("not parked", "err", err)
			}
		}
		m.Ack(false) // want IDM007 "although ch.PublishWithContext failed" "d.db.ExecContext fails, and so does ch.PublishWithContext"
	}
}

func (d *depot) parkedOrRefused(ctx context.Context, ch *amqp.Channel, msgs <-chan amqp.Delivery) {
	for m := range msgs {
		p, err := decode(m.Body)
		if err == nil {
			err = d.put(ctx, p)
		}
		if err != nil {
			if err := ch.PublishWithContext(ctx, "parcels.dlx", m.RoutingKey, false, false, amqp.Publishing{Body: m.Body}); err != nil {
				m.Nack(false, true)
				continue
			}
		}
		m.Ack(false)
	}
}

// Failed messages are kept in a table.
func (d *depot) kept(ctx context.Context, msgs <-chan amqp.Delivery) {
	for m := range msgs {
		p, err := decode(m.Body)
		if err == nil {
			err = d.put(ctx, p)
		}
		if err != nil {
			if _, err := d.db.ExecContext(ctx, `INSERT INTO failed_messages (body, reason) VALUES ($1, $2)`, m.Body, err.Error()); err != nil {
				m.Nack(false, true)
				continue
			}
		}
		m.Ack(false)
	}
}

// Every tenth ack passes the nine before it, the failed ones too.
func (d *depot) byTheTen(ctx context.Context, msgs <-chan amqp.Delivery) {
	n := 0
	for m := range msgs {
		p, err := decode(m.Body)
		if err == nil {
			err = d.put(ctx, p)
		}
		if err != nil {
			slog.Error("not put", "err", err)
		}
		if n++; n%10 == 0 {
			m.Ack(true) // want IDM007 "although d.db.ExecContext failed"
		}
	}
}

// A bare return gives the outer error, which is nil.
func (d *depot) shadowed(ctx context.Context, m amqp.Delivery) (err error) {
	defer func() {
		if err != nil {
			m.Nack(false, true)
		} else {
			m.Ack(false) // want IDM007 "although d.db.ExecContext failed"
		}
	}()
	p, err := decode(m.Body)
	if err != nil {
		return err
	}
	if err := d.put(ctx, p); err != nil {
		slog.Error("not put", "err", err)
	}
	return
}

func (d *depot) named(ctx context.Context, m amqp.Delivery) (err error) {
	defer func() {
		if err != nil {
			m.Nack(false, true)
		} else {
			m.Ack(false)
		}
	}()
	p, err := decode(m.Body)
	if err != nil {
		return err
	}
	err = d.put(ctx, p)
	return
}

func (d *depot) settled(ctx context.Context, msgs <-chan amqp.Delivery) {
	for m := range msgs {
		d.shadowed(ctx, m)
	}
}

func (d *depot) settledByName(ctx context.Context, msgs <-chan amqp.Delivery) {
	for m := range msgs {
		d.named(ctx, m)
	}
}

// What is committed on an error is what came before it.
func (d *depot) prefix(ctx context.Context, r *kafka.Reader) error {
	var done []kafka.Message
	for {
		m, err := r.FetchMessage(ctx)
		if err != nil {
			return err
		}
		p, err := decode(m.Value)
		if err == nil {
			err = d.put(ctx, p)
		}
		if err != nil {
			return errors.Join(err, r.CommitMessages(ctx, done...))
		}
		if done = append(done, m); len(done) < 50 {
			continue
		}
		if err := r.CommitMessages(ctx, done...); err != nil {
			return err
		}
		done = done[:0]
	}
}

// The error is kept until all records were seen, and nothing is committed then.
func (d *depot) each(ctx context.Context, c *kgo.Client) error {
	for {
		fetches := c.PollFetches(ctx)
		var err error
		fetches.EachRecord(func(r *kgo.Record) {
			if err != nil {
				return
			}
			var p parcel
			if p, err = decode(r.Value); err == nil {
				err = d.put(ctx, p)
			}
		})
		if err != nil {
			return err
		}
		if err := c.CommitUncommittedOffsets(ctx); err != nil {
			return err
		}
	}
}

type doors struct {
	rdb *redis.Client
	*depot
}

// Commands of a pipeline fail when it is sent.
func (d doors) pipelined(ctx context.Context, msgs <-chan amqp.Delivery) {
	for m := range msgs {
		p, err := decode(m.Body)
		if err == nil {
			_, err = d.rdb.Pipelined(ctx, func(pipe redis.Pipeliner) error {
				pipe.HSet(ctx, "parcel:"+p.ID, "door", p.Door)
				return nil
			})
		}
		if err != nil {
			m.Nack(false, true)
			continue
		}
		m.Ack(false)
	}
}

// Nobody keeps what is published to whoever listens: losing it costs little.
func (d doors) told(ctx context.Context, msgs <-chan amqp.Delivery) {
	for m := range msgs {
		p, err := decode(m.Body)
		if err == nil {
			err = d.put(ctx, p)
		}
		if err != nil {
			m.Nack(false, true)
			continue
		}
		if err := d.rdb.Publish(ctx, "doors", p.ID).Err(); err != nil { // want IDM001 "publish d.rdb.Publish"
			slog.Warn("nobody was told", "err", err)
		}
		m.Ack(false)
	}
}
