// Package handlers has every sort of handler, and code that looks like one.
package handlers

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"

	"cloud.google.com/go/pubsub/v2"
	"github.com/IBM/sarama"
	"github.com/aws/aws-lambda-go/events"
	"github.com/aws/aws-sdk-go-v2/service/sqs"
	amqp "github.com/rabbitmq/amqp091-go"
	"github.com/riverqueue/river"
)

func open(door string) error {
	resp, err := http.Post("http://doors/opened", "text/plain", strings.NewReader(door)) // want IDM001 "request http.Post"
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// group implements a library's interface.
type group struct{}

func (group) Setup(sarama.ConsumerGroupSession) error   { return nil }
func (group) Cleanup(sarama.ConsumerGroupSession) error { return nil }

func (group) ConsumeClaim(s sarama.ConsumerGroupSession, c sarama.ConsumerGroupClaim) error {
	for m := range c.Messages() {
		resp, err := http.Post("http://doors/opened", "text/plain", strings.NewReader(string(m.Value))) // want IDM001 "request http.Post" "handlers.group.ConsumeClaim"
		if err != nil {
			return err
		}
		resp.Body.Close()
		s.MarkMessage(m, "")
	}
	return nil
}

// Join consumes with the group.
func Join(ctx context.Context, g sarama.ConsumerGroup) error {
	return g.Consume(ctx, []string{"doors"}, group{})
}

type job struct {
	Door string `json:"door"`
}

func (job) Kind() string { return "door" }

// Workers registers a function.
func Workers(ws *river.Workers) {
	river.AddWorker(ws, river.WorkFunc(func(_ context.Context, j *river.Job[job]) error {
		resp, err := http.Post("http://doors/opened", "text/plain", strings.NewReader(j.Args.Door)) // want IDM001 "request http.Post"
		if err != nil {
			return err
		}
		return resp.Body.Close()
	}))
}

// Get asks for one delivery.
func Get(ch *amqp.Channel) error {
	d, ok, err := ch.Get("doors", false)
	if err != nil || !ok {
		return err
	}
	if err := open(string(d.Body)); err != nil {
		return d.Nack(false, true)
	}
	return d.Ack(false)
}

// bus is the program's own.
type bus struct{ handlers []func([]byte) error }

// Do handles a message of the bus.
//
//idemlint:handler
func (b *bus) Do(body []byte) error {
	resp, err := http.Post("http://doors/opened", "text/plain", strings.NewReader(string(body))) // want IDM001 "request http.Post" "handlers.(*bus).Do"
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// What follows is no handler.

func ring() error {
	resp, err := http.Post("http://bell", "", nil)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// Serve answers a person.
func Serve(w http.ResponseWriter, r *http.Request) {
	var j job
	if err := json.NewDecoder(r.Body).Decode(&j); err != nil || ring() != nil {
		http.Error(w, "no", http.StatusBadGateway)
	}
}

// unused has the shape of a handler, but nothing runs it.
func unused(_ context.Context, _ events.SQSEvent) error { return ring() }

// Start rings once before it listens.
func Start(ctx context.Context, s *pubsub.Subscriber) error {
	if err := ring(); err != nil {
		return err
	}
	return s.Receive(ctx, func(_ context.Context, m *pubsub.Message) { m.Ack() })
}

// Drain rings when it is done.
func Drain(ctx context.Context, c *sqs.Client, url string) error {
	for {
		out, err := c.ReceiveMessage(ctx, &sqs.ReceiveMessageInput{QueueUrl: &url})
		if err != nil {
			break
		}
		for _, m := range out.Messages {
			if _, err := c.DeleteMessage(ctx, &sqs.DeleteMessageInput{QueueUrl: &url, ReceiptHandle: m.ReceiptHandle}); err != nil {
				return err
			}
		}
	}
	return ring()
}
