// Command fake has implementations nobody wires: a double for tests and one
// that is left over. Only the wired one counts.
package main

import (
	"context"

	"github.com/aws/aws-lambda-go/events"
	"github.com/aws/aws-lambda-go/lambda"
	"github.com/stripe/stripe-go/v82"
)

type gateway interface {
	move(ctx context.Context, charge string) error
}

type fakeGateway struct{ client *stripe.Client }

func (f *fakeGateway) move(ctx context.Context, charge string) error {
	_, err := f.client.V1Transfers.Create(ctx, &stripe.TransferCreateParams{SourceTransaction: &charge})
	return err
}

type oldGateway struct{ client *stripe.Client }

func (o oldGateway) move(ctx context.Context, charge string) error {
	_, err := o.client.V1Payouts.Create(ctx, &stripe.PayoutCreateParams{})
	return err
}

type card struct{ client *stripe.Client }

func (c *card) move(ctx context.Context, charge string) error {
	params := &stripe.TransferCreateParams{SourceTransaction: &charge}
	params.SetIdempotencyKey("move:" + charge)
	_, err := c.client.V1Transfers.Create(ctx, params) // want business "Body"
	return err
}

type service struct{ gw gateway }

func (s *service) handle(ctx context.Context, e events.SQSEvent) error {
	for _, m := range e.Records {
		if err := s.gw.move(ctx, m.Body); err != nil {
			return err
		}
	}
	return nil
}

func main() {
	lambda.Start((&service{gw: &card{client: stripe.NewClient("sk_test")}}).handle)
}
