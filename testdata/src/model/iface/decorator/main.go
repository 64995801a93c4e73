// Command decorator wraps its gateway in others of the same interface.
package main

import (
	"context"
	"encoding/json"
	"log/slog"

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
}

type logged struct{ next gateway }

func (l logged) refund(ctx context.Context, charge, key string) error {
	slog.InfoContext(ctx, "refund", "charge", charge)
	return l.next.refund(ctx, charge, key)
}

type retried struct {
	gateway
	times int
}

func (r *retried) refund(ctx context.Context, charge, key string) (err error) {
	for range r.times {
		if err = r.gateway.refund(ctx, charge, "refund:"+key); err == nil {
			return nil
		}
	}
	return err
}

type card struct{ client *stripe.Client }

func (g card) refund(ctx context.Context, charge, key string) error {
	params := &stripe.RefundCreateParams{Charge: &charge}
	params.SetIdempotencyKey(key)
	_, err := g.client.V1Refunds.Create(ctx, params) // want IDM002 "g.client.V1Refunds.Create" "events.SQSMessage.MessageId"
	return err
}

type service struct{ gw gateway }

func (s *service) handle(ctx context.Context, e events.SQSEvent) error {
	for _, m := range e.Records {
		var c cancelled
		if err := json.Unmarshal([]byte(m.Body), &c); err != nil {
			return err
		}
		if err := s.gw.refund(ctx, c.Charge, m.MessageId); err != nil {
			return err
		}
	}
	return nil
}

func main() {
	var gw gateway = card{client: stripe.NewClient("sk_test")}
	gw = &retried{gateway: gw, times: 3}
	gw = logged{next: gw}
	lambda.Start((&service{gw: gw}).handle)
}
