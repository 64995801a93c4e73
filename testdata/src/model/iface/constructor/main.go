// Command constructor wires its gateway with an option of a constructor.
package main

import (
	"context"

	"github.com/aws/aws-lambda-go/events"
	"github.com/aws/aws-lambda-go/lambda"
	"github.com/stripe/stripe-go/v82"
)

type gateway interface {
	move(ctx context.Context, charge, key string) error
}

type service struct {
	gw     gateway
	prefix string
}

type option func(*service)

func withGateway(g gateway) option { return func(s *service) { s.gw = g } }

func withPrefix(p string) option { return func(s *service) { s.prefix = p } }

func newService(opts ...option) *service {
	s := &service{prefix: "move:"}
	for _, o := range opts {
		o(s)
	}
	return s
}

func (s *service) handle(ctx context.Context, e events.SQSEvent) error {
	for _, m := range e.Records {
		if err := s.gw.move(ctx, m.Body, s.prefix+m.MessageId); err != nil {
			return err
		}
	}
	return nil
}

type card struct{ client *stripe.Client }

func (g *card) move(ctx context.Context, charge, key string) error {
	params := &stripe.TransferCreateParams{SourceTransaction: &charge}
	params.SetIdempotencyKey(key)
	_, err := g.client.V1Transfers.Create(ctx, params) // want IDM002 "g.client.V1Transfers.Create" "events.SQSMessage.MessageId"
	return err
}

func main() {
	s := newService(withPrefix("m-"), withGateway(&card{client: stripe.NewClient("sk_test")}))
	lambda.Start(s.handle)
}
