package handlers

import (
	"net/http"
	"strings"

	"github.com/nats-io/nats.go"
	"github.com/wagslane/go-rabbitmq"
)

// Listen takes what comes without acks, with them, and with those of its own.
func Listen(js nats.JetStreamContext) error {
	if _, err := js.Subscribe("doors.none", func(m *nats.Msg) { // want IDM007 "has its messages acked before"
		resp, err := http.Post("http://doors/opened", "text/plain", strings.NewReader(string(m.Data))) // want IDM001 "request http.Post" "publishes the event again"
		if err == nil {
			resp.Body.Close()
		}
	}, nats.AckNone()); err != nil {
		return err
	}
	_, err := js.Subscribe("doors", func(m *nats.Msg) {
		resp, err := http.Post("http://doors/opened", "text/plain", strings.NewReader(string(m.Data))) // want IDM001 "request http.Post" "before the ack"
		if err == nil {
			resp.Body.Close()
		}
		m.Ack() // want IDM007 "although http.Post failed"
	}, nats.ManualAck())
	return err
}

// Forget has RabbitMQ forget each message as it sends it.
func Forget(conn *rabbitmq.Conn) error {
	c, err := rabbitmq.NewConsumer(conn, "doors", rabbitmq.WithConsumerOptionsConsumerAutoAck(true))
	if err != nil {
		return err
	}
	return c.Run(func(d rabbitmq.Delivery) rabbitmq.Action { // want IDM007 "has its messages acked before"
		resp, err := http.Post("http://doors/opened", "text/plain", strings.NewReader(string(d.Body))) // want IDM001 "request http.Post" "publishes the event again"
		if err == nil {
			resp.Body.Close()
		}
		return rabbitmq.Ack
	})
}

// Keep acks by what its handler returns.
func Keep(conn *rabbitmq.Conn) error {
	c, err := rabbitmq.NewConsumer(conn, "doors", rabbitmq.WithConsumerOptionsConsumerAutoAck(false))
	if err != nil {
		return err
	}
	return c.Run(func(d rabbitmq.Delivery) rabbitmq.Action {
		resp, err := http.Post("http://doors/opened", "text/plain", strings.NewReader(string(d.Body))) // want IDM001 "request http.Post" "before the handler returns"
		if err != nil {
			return rabbitmq.NackRequeue
		}
		resp.Body.Close()
		return rabbitmq.Ack
	})
}
