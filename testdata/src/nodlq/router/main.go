// Router has watermill's middlewares in every order.
package main

import (
	"context"
	"database/sql"
	"log"

	"github.com/ThreeDotsLabs/watermill"
	"github.com/ThreeDotsLabs/watermill-redisstream/pkg/redisstream"
	"github.com/ThreeDotsLabs/watermill/message"
	"github.com/ThreeDotsLabs/watermill/message/router/middleware"
)

type mill struct {
	db     *sql.DB
	sub    message.Subscriber
	poison message.HandlerMiddleware
}

func (m mill) grind(msg *message.Message) error {
	_, err := m.db.ExecContext(msg.Context(), `UPDATE sacks SET ground = true WHERE id = $1`, string(msg.Payload))
	return err
}

func main() {
	logger := watermill.NewStdLogger(false, false)
	db, err := sql.Open("pgx", "postgres://mill")
	if err != nil {
		log.Fatal(err)
	}
	pub, err := redisstream.NewPublisher(redisstream.PublisherConfig{}, logger)
	if err != nil {
		log.Fatal(err)
	}
	sub, err := redisstream.NewSubscriber(redisstream.SubscriberConfig{ConsumerGroup: "mill"}, logger)
	if err != nil {
		log.Fatal(err)
	}
	poison, err := middleware.PoisonQueue(pub, "sacks.poison")
	if err != nil {
		log.Fatal(err)
	}
	m := mill{db: db, sub: sub, poison: poison}
	m.inside(message.NewDefaultRouter(logger))
	m.outside(message.NewDefaultRouter(logger))
	m.perHandler(message.NewDefaultRouter(logger))
	m.own(message.NewDefaultRouter(logger))
}

// inside catches a failure before it is tried again.
func (m mill) inside(r *message.Router) {
	retry := middleware.Retry{MaxRetries: 3}
	r.AddMiddleware(retry.Middleware, m.poison) // want IDM005 "the first failure is dead-lettered and never tried again"
	r.AddNoPublisherHandler("inside", "sacks.in", m.sub, m.grind)
	log.Print(r.Run(context.Background()))
}

func (m mill) outside(r *message.Router) {
	r.AddMiddleware(m.poison, middleware.Retry{MaxRetries: 3}.Middleware)
	r.AddNoPublisherHandler("outside", "sacks.out", m.sub, m.grind)
	log.Print(r.Run(context.Background()))
}

func (m mill) perHandler(r *message.Router) {
	r.AddMiddleware(m.poison)
	h := r.AddNoPublisherHandler("one", "sacks.one", m.sub, m.grind)
	h.AddMiddleware(middleware.Retry{MaxRetries: 3}.Middleware)
	log.Print(r.Run(context.Background()))
}

// own has a middleware of its own, which may do anything.
func (m mill) own(r *message.Router) {
	r.AddMiddleware(park, middleware.Retry{MaxRetries: 3}.Middleware)
	r.AddNoPublisherHandler("own", "sacks.own", m.sub, m.grind)
	log.Print(r.Run(context.Background()))
}

func park(h message.HandlerFunc) message.HandlerFunc {
	return func(msg *message.Message) ([]*message.Message, error) {
		out, err := h(msg)
		if err != nil {
			log.Printf("parked: %v", err)
		}
		return out, err
	}
}
