// Command embedded promotes the methods of embedded interfaces and structs.
package main

import (
	"context"

	"github.com/aws/aws-lambda-go/events"
	"github.com/aws/aws-lambda-go/lambda"
	"github.com/stripe/stripe-go/v82"
)

type refunder interface {
	refund(ctx context.Context, charge, key string) error
}

type mover interface {
	move(ctx context.Context, charge string) error
}

type gateway interface {
	refunder
	mover
}

type base struct{ client *stripe.Client }

func (b *base) refund(ctx context.Context, charge, key string) error {
	params := &stripe.RefundCreateParams{Charge: &charge}
	params.SetIdempotencyKey(key)
	_, err := b.client.V1Refunds.Create(ctx, params) // want IDM002 "b.client.V1Refunds.Create" "events.SQSMessage.MessageId"
	return err
}

type card struct{ *base }

func (c card) move(ctx context.Context, charge string) error {
	_, err := c.client.V1Transfers.Create(ctx, &stripe.TransferCreateParams{SourceTransaction: &charge}) // want IDM001 "c.client.V1Transfers.Create"
	return err
}

type service struct{ gateway }

func (s service) handle(ctx context.Context, e events.SQSEvent) error {
	for _, m := range e.Records {
		if err := s.refund(ctx, m.Body, m.MessageId); err != nil {
			return err
		}
		if err := s.gateway.move(ctx, m.Body); err != nil {
			return err
		}
	}
	return nil
}

func main() {
	lambda.Start(service{card{&base{client: stripe.NewClient("sk_test")}}}.handle)
}
