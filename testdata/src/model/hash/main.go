// Command hash derives its keys with hashes and name-based UUIDs.
package main

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"

	"github.com/aws/aws-lambda-go/events"
	"github.com/aws/aws-lambda-go/lambda"
	"github.com/google/uuid"
	"github.com/stripe/stripe-go/v82"
	"github.com/stripe/stripe-go/v82/payout"
	"github.com/stripe/stripe-go/v82/refund"
	"github.com/stripe/stripe-go/v82/topup"
	"github.com/stripe/stripe-go/v82/transfer"
)

type cancelled struct {
	OrderID string `json:"order_id"`
	Charge  string `json:"charge"`
}

var space = uuid.MustParse("6ba7b810-9dad-11d1-80b4-00c04fd430c8")

func main() { lambda.Start(handle) }

func sum(s string) string {
	h := sha256.Sum256([]byte(s))
	return hex.EncodeToString(h[:16])
}

func handle(_ context.Context, e events.SQSEvent) error {
	for _, m := range e.Records {
		var c cancelled
		if err := json.Unmarshal([]byte(m.Body), &c); err != nil {
			return err
		}
		key := sum("refund" + c.OrderID)
		if _, err := refund.New(&stripe.RefundParams{Params: stripe.Params{IdempotencyKey: &key}}); err != nil { // want business "OrderID"
			return err
		}
		mac := hmac.New(sha256.New, []byte("salt"))
		mac.Write([]byte(c.OrderID))
		signed := hex.EncodeToString(mac.Sum(nil))
		if _, err := topup.New(&stripe.TopupParams{Params: stripe.Params{IdempotencyKey: &signed}}); err != nil { // want business "OrderID"
			return err
		}
		named := uuid.NewSHA1(space, []byte(m.MessageId)).String()
		if _, err := transfer.New(&stripe.TransferParams{Params: stripe.Params{IdempotencyKey: &named}}); err != nil { // want IDM002 "transfer.New" "events.SQSMessage.MessageId"
			return err
		}
		nonce := make([]byte, 16)
		if _, err := rand.Read(nonce); err != nil {
			return err
		}
		random := c.OrderID + hex.EncodeToString(nonce)
		if _, err := payout.New(&stripe.PayoutParams{Params: stripe.Params{IdempotencyKey: &random}}); err != nil { // want IDM003 "payout.New" "rand.Read"
			return err
		}
	}
	return nil
}
