// Command manycallers has a helper that many places call, each with a key of
// its own: every call is judged by its own arguments.
package main

import (
	"context"
	"encoding/json"

	"github.com/aws/aws-lambda-go/events"
	"github.com/aws/aws-lambda-go/lambda"
	"github.com/google/uuid"
	"github.com/stripe/stripe-go/v82"
	"github.com/stripe/stripe-go/v82/refund"
	"github.com/stripe/stripe-go/v82/transfer"
)

type cancelled struct {
	OrderID string            `json:"order_id"`
	Lines   map[string]string `json:"lines"`
}

func give(key string) error {
	_, err := refund.New(&stripe.RefundParams{Params: stripe.Params{IdempotencyKey: &key}}) // want business "OrderID"
	return err
}

func move(key string) error {
	_, err := transfer.New(&stripe.TransferParams{Params: stripe.Params{IdempotencyKey: &key}}) // want IDM003 "transfer.New" "uuid.NewString"
	return err
}

// admin calls the helper with random keys, which is fine where a person
// clicks: no message leads here.
func admin() error { return give(uuid.NewString()) }

func handle(_ context.Context, e events.SQSEvent) error {
	for _, m := range e.Records {
		var c cancelled
		if err := json.Unmarshal([]byte(m.Body), &c); err != nil {
			return err
		}
		id := c.OrderID
		for _, err := range []error{
			give("goods:" + id), give("shipping:" + id), give("tax:" + id), give("tip:" + id), give("wrap:" + id),
			give("card:" + id), give("duty:" + id), give("fee:" + id), give("fuel:" + id), give("toll:" + id),
			give("care:" + id), give("pack:" + id), give("sale:" + id), give("unit:" + id), give("list:" + id),
			move("a:" + id), move("b:" + id), move(uuid.NewString()),
		} {
			if err != nil {
				return err
			}
		}
	}
	return nil
}

func main() {
	if err := admin(); err != nil {
		return
	}
	lambda.Start(handle)
}
