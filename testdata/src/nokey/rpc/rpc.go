// Package rpc asks other services for something.
package rpc

import (
	"context"
	"encoding/json"

	"github.com/rabbitmq/amqp091-go"
	"google.golang.org/grpc/interop/grpc_testing"
)

type booking struct {
	Room  string
	Guest []byte
}

func consume(ctx context.Context, hotel grpc_testing.TestServiceClient, msgs <-chan amqp091.Delivery) {
	for m := range msgs {
		var b booking
		if err := json.Unmarshal(m.Body, &b); err != nil {
			m.Nack(false, false)
			continue
		}
		if err := book(ctx, hotel, b); err != nil {
			m.Nack(false, true)
			continue
		}
		m.Ack(false)
	}
}

func book(ctx context.Context, hotel grpc_testing.TestServiceClient, b booking) error {
	_, err := hotel.UnaryCall(ctx, &grpc_testing.SimpleRequest{Payload: &grpc_testing.Payload{Body: b.Guest}}) // want IDM001 "call hotel.UnaryCall"
	if err != nil {
		return err
	}
	// To ask for the same again, whatever the message says, is to start a job anew.
	if _, err := hotel.UnaryCall(ctx, &grpc_testing.SimpleRequest{ResponseSize: 1}); err != nil {
		return err
	}
	_, err = hotel.EmptyCall(ctx, &grpc_testing.Empty{})
	return err
}
