// Command onehop calls its effects through an interface.
package main

import (
	"context"
	"encoding/json"

	"github.com/aws/aws-lambda-go/events"
	"github.com/aws/aws-lambda-go/lambda"
	"github.com/stripe/stripe-go/v82"
)

type cancelled struct {
	OrderID string `json:"order_id"`
	Charge  string `json:"charge"`
}

type gateway interface {
	refund(ctx context.Context, charge, key string) error
	move(ctx context.Context, charge string) error
}

type service struct{ gw gateway }

func (s *service) handle(ctx context.Context, e events.SQSEvent) error {
	for _, m := range e.Records {
		var c cancelled
		if err := json.Unmarshal([]byte(m.Body), &c); err != nil {
			return err
		}
		if err := s.gw.refund(ctx, c.Charge, c.OrderID); err != nil {
			return err
		}
		if err := s.gw.move(ctx, c.Charge); err != nil {
			return err
		}
	}
	return nil
}

type card struct{ client *stripe.Client }

func (g card) refund(ctx context.Context, charge, key string) error {
	params := &stripe.RefundCreateParams{Charge: &charge}
	params.SetIdempotencyKey("refund:" + key)
	_, err := g.client.V1Refunds.Create(ctx, params) // want business "OrderID"
	return err
}

func (g card) move(ctx context.Context, charge string) error {
	_, err := g.client.V1Transfers.Create(ctx, &stripe.TransferCreateParams{SourceTransaction: &charge}) // want IDM001 "g.client.V1Transfers.Create" "main.(*service).handle"
	return err
}

func main() {
	s := &service{gw: card{client: stripe.NewClient("sk_test")}}
	lambda.Start(s.handle)
}
