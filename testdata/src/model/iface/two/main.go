// Command two chooses between two implementations when it starts.
package main

import (
	"context"
	"os"

	"github.com/aws/aws-lambda-go/events"
	"github.com/aws/aws-lambda-go/lambda"
	"github.com/stripe/stripe-go/v82"
)

type gateway interface {
	move(ctx context.Context, charge, key string) error
}

type keyed struct{ client *stripe.Client }

func (g keyed) move(ctx context.Context, charge, key string) error {
	params := &stripe.TransferCreateParams{SourceTransaction: &charge}
	params.SetIdempotencyKey(key)
	_, err := g.client.V1Transfers.Create(ctx, params) // want business "Body"
	return err
}

type bare struct{ client *stripe.Client }

func (g *bare) move(ctx context.Context, charge, _ string) error {
	_, err := g.client.V1Transfers.Create(ctx, &stripe.TransferCreateParams{SourceTransaction: &charge}) // want IDM001 "g.client.V1Transfers.Create"
	return err
}

type service struct{ gw gateway }

func (s *service) handle(ctx context.Context, e events.SQSEvent) error {
	for _, m := range e.Records {
		if err := s.gw.move(ctx, m.Body, "move:"+m.Body); err != nil {
			return err
		}
	}
	return nil
}

func main() {
	client := stripe.NewClient("sk_test")
	s := &service{}
	switch os.Getenv("GATEWAY") {
	case "old":
		s.gw = &bare{client: client}
	default:
		s.gw = keyed{client: client}
	}
	lambda.Start(s.handle)
}
