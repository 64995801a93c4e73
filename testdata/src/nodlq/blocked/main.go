// Blocked tries again, with and without an end.
package main

import (
	"context"
	"database/sql"
	"log"
	"time"

	"github.com/IBM/sarama"
)

type group struct {
	db      *sql.DB
	limited bool
}

func (g *group) Setup(sarama.ConsumerGroupSession) error   { return nil }
func (g *group) Cleanup(sarama.ConsumerGroupSession) error { return nil }

func (g *group) ConsumeClaim(s sarama.ConsumerGroupSession, c sarama.ConsumerGroupClaim) error {
	for msg := range c.Messages() { // want IDM005 "repeats g.weave until it succeeds"
		for {
			err := g.weave(s.Context(), msg)
			if err == nil {
				break
			}
			if s.Context().Err() != nil {
				return s.Context().Err()
			}
			log.Print(err)
			time.Sleep(time.Second)
		}
		s.MarkMessage(msg, "")
	}
	return nil
}

func (g *group) weave(ctx context.Context, msg *sarama.ConsumerMessage) error {
	_, err := g.db.ExecContext(ctx, `UPDATE looms SET woven = true WHERE id = $1`, string(msg.Key))
	return err
}

type waiting struct{ group }

func (w *waiting) ConsumeClaim(s sarama.ConsumerGroupSession, c sarama.ConsumerGroupClaim) error {
	for msg := range c.Messages() { // want IDM005 "repeats w.weave until it succeeds"
		if err := w.again(s.Context(), msg); err != nil {
			return err
		}
		s.MarkMessage(msg, "")
	}
	return nil
}

func (w *waiting) again(ctx context.Context, msg *sarama.ConsumerMessage) error {
	for {
		err := w.weave(ctx, msg)
		if err == nil {
			return nil
		}
		log.Print(err)
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(time.Second):
		}
	}
}

type patient struct{ group }

func (p *patient) ConsumeClaim(s sarama.ConsumerGroupSession, c sarama.ConsumerGroupClaim) error {
	for msg := range c.Messages() {
		var err error
		for range 5 {
			if err = p.weave(s.Context(), msg); err == nil {
				break
			}
			time.Sleep(time.Second)
		}
		if err != nil {
			return err
		}
		s.MarkMessage(msg, "")
	}
	return nil
}

func main() {
	db, err := sql.Open("pgx", "postgres://looms")
	if err != nil {
		log.Fatal(err)
	}
	client, err := sarama.NewConsumerGroup([]string{"localhost:9092"}, "looms", sarama.NewConfig())
	if err != nil {
		log.Fatal(err)
	}
	for _, h := range []sarama.ConsumerGroupHandler{&group{db: db}, &waiting{group{db: db}}, &patient{group{db: db}}} {
		if err := client.Consume(context.Background(), []string{"looms"}, h); err != nil {
			log.Print(err)
		}
	}
}
