// Command provider gets its gateway from a provider function, the way Wire and
// fx do it, and from a package variable.
package main

import (
	"context"
	"errors"
	"os"

	"github.com/aws/aws-lambda-go/events"
	"github.com/aws/aws-lambda-go/lambda"
	"github.com/stripe/stripe-go/v82"
)

type mover interface {
	move(ctx context.Context, charge string) error
}

type payer interface {
	pay(ctx context.Context, amount int64) error
}

type card struct{ client *stripe.Client }

func provideMover(secret string) (mover, func(), error) {
	if secret == "" {
		return nil, nil, errors.New("no secret")
	}
	return &card{client: stripe.NewClient(secret)}, func() {}, nil
}

func (c *card) move(ctx context.Context, charge string) error {
	_, err := c.client.V1Transfers.Create(ctx, &stripe.TransferCreateParams{SourceTransaction: &charge}) // want IDM001 "c.client.V1Transfers.Create"
	return err
}

type bank struct{ client *stripe.Client }

func (b bank) pay(ctx context.Context, amount int64) error {
	_, err := b.client.V1Payouts.Create(ctx, &stripe.PayoutCreateParams{Amount: &amount}) // want IDM001 "b.client.V1Payouts.Create"
	return err
}

var till payer

func init() { till = bank{client: stripe.NewClient("sk_test")} }

type service struct{ move mover }

func (s *service) handle(ctx context.Context, e events.SQSEvent) error {
	for _, m := range e.Records {
		if err := s.move.move(ctx, m.Body); err != nil {
			return err
		}
		if err := till.pay(ctx, 100); err != nil {
			return err
		}
	}
	return nil
}

func initService() (*service, func(), error) {
	m, cleanup, err := provideMover(os.Getenv("SECRET"))
	if err != nil {
		return nil, nil, err
	}
	return &service{move: m}, cleanup, nil
}

func main() {
	s, cleanup, err := initService()
	if err != nil {
		return
	}
	defer cleanup()
	lambda.Start(s.handle)
}
