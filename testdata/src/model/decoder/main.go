// Command decoder reads bodies in several ways.
package main

import (
	"context"
	"encoding/json"
	"encoding/xml"
	"strings"

	"github.com/aws/aws-lambda-go/events"
	"github.com/aws/aws-lambda-go/lambda"
	"github.com/stripe/stripe-go/v82"
	"github.com/stripe/stripe-go/v82/refund"
	"github.com/stripe/stripe-go/v82/topup"
	"github.com/stripe/stripe-go/v82/transfer"
)

type cancelled struct {
	OrderID string   `json:"order_id" xml:"order"`
	Charges []string `json:"charges"`
}

func main() { lambda.Start(handle) }

func handle(_ context.Context, e events.SQSEvent) error {
	for _, m := range e.Records {
		// A stream decoder.
		var c cancelled
		dec := json.NewDecoder(strings.NewReader(m.Body))
		dec.DisallowUnknownFields()
		if err := dec.Decode(&c); err != nil {
			return err
		}
		key := "topup:" + c.OrderID
		if _, err := topup.New(&stripe.TopupParams{Params: stripe.Params{IdempotencyKey: &key}}); err != nil { // want business "OrderID"
			return err
		}

		// Loose JSON.
		var doc map[string]any
		if err := json.Unmarshal([]byte(m.Body), &doc); err != nil {
			return err
		}
		order, _ := doc["order"].(map[string]any)
		id, _ := order["id"].(string)
		if _, err := refund.New(&stripe.RefundParams{Params: stripe.Params{IdempotencyKey: &id}}); err != nil { // want business "order"
			return err
		}

		// XML, and the elements of a list.
		var x cancelled
		if err := xml.Unmarshal([]byte(m.Body), &x); err != nil {
			return err
		}
		for _, charge := range x.Charges {
			key := x.OrderID + "/" + charge
			if _, err := transfer.New(&stripe.TransferParams{Params: stripe.Params{IdempotencyKey: &key}}); err != nil { // want business "OrderID"
				return err
			}
		}
	}
	return nil
}
