// Command sprintf formats its keys.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/aws/aws-lambda-go/events"
	"github.com/aws/aws-lambda-go/lambda"
	"github.com/stripe/stripe-go/v82"
	"github.com/stripe/stripe-go/v82/payout"
	"github.com/stripe/stripe-go/v82/refund"
	"github.com/stripe/stripe-go/v82/topup"
	"github.com/stripe/stripe-go/v82/transfer"
)

type cancelled struct {
	OrderID string    `json:"order_id"`
	Line    int       `json:"line"`
	At      time.Time `json:"at"`
}

func main() { lambda.Start(handle) }

func (c cancelled) String() string { return "order " + c.OrderID }

func handle(_ context.Context, e events.SQSEvent) error {
	for _, m := range e.Records {
		var c cancelled
		if err := json.Unmarshal([]byte(m.Body), &c); err != nil {
			return err
		}
		key := fmt.Sprintf("refund-%s-%03d", c.OrderID, c.Line)
		if _, err := refund.New(&stripe.RefundParams{Params: stripe.Params{IdempotencyKey: &key}}); err != nil { // want business "OrderID"
			return err
		}
		now := fmt.Sprint(c.OrderID, "/", time.Now().Unix())
		if _, err := transfer.New(&stripe.TransferParams{Params: stripe.Params{IdempotencyKey: &now}}); err != nil { // want IDM003 "transfer.New" "time.Now"
			return err
		}
		day := c.At.UTC().Format(time.DateOnly)
		parts := strings.Join([]string{"topup", strings.ToLower(c.OrderID), strconv.Itoa(c.Line), day}, ":")
		if _, err := topup.New(&stripe.TopupParams{Params: stripe.Params{IdempotencyKey: &parts}}); err != nil { // want business "OrderID"
			return err
		}
		long := fmt.Sprintf("%s at %s", c.OrderID, m.MessageId)
		if _, err := payout.New(&stripe.PayoutParams{Params: stripe.Params{IdempotencyKey: &long}}); err != nil { // want IDM002 "payout.New" "events.SQSMessage.MessageId"
			return err
		}
	}
	return nil
}
