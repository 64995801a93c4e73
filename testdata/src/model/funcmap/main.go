// Command funcmap dispatches on the kind of an event through a map of
// functions.
package main

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/aws/aws-lambda-go/events"
	"github.com/aws/aws-lambda-go/lambda"
	"github.com/stripe/stripe-go/v82"
	"github.com/stripe/stripe-go/v82/payout"
	"github.com/stripe/stripe-go/v82/refund"
)

type event struct {
	Kind    string `json:"kind"`
	OrderID string `json:"order_id"`
	Charge  string `json:"charge"`
	Amount  int64  `json:"amount"`
}

type router struct {
	routes map[string]func(context.Context, event) error
}

func newRouter() *router {
	r := &router{routes: map[string]func(context.Context, event) error{
		"order.cancelled": refundOrder,
	}}
	r.routes["seller.due"] = r.payOut
	return r
}

func main() { lambda.Start(newRouter().handle) }

func (r *router) handle(ctx context.Context, e events.SQSEvent) error {
	for _, m := range e.Records {
		var v event
		if err := json.Unmarshal([]byte(m.Body), &v); err != nil {
			return err
		}
		route, ok := r.routes[v.Kind]
		if !ok {
			return fmt.Errorf("no route for %q", v.Kind)
		}
		if err := route(ctx, v); err != nil {
			return err
		}
	}
	return nil
}

func refundOrder(_ context.Context, v event) error {
	key := v.Kind + ":" + v.OrderID
	_, err := refund.New(&stripe.RefundParams{Charge: &v.Charge, Params: stripe.Params{IdempotencyKey: &key}}) // want business "Kind"
	return err
}

func (r *router) payOut(_ context.Context, v event) error {
	_, err := payout.New(&stripe.PayoutParams{Amount: &v.Amount}) // want IDM001 "payment call payout.New" "main.(*router).payOut"
	return err
}
