// Package keys has calls whose keys can be mended on the spot, and calls whose cannot.
package keys

import (
	"context"
	"encoding/json"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/sqs"
	"github.com/aws/aws-sdk-go-v2/service/sqs/types"
	"github.com/stripe/stripe-go/v82"
)

// order has two ids, and nobody can say which of them names the operation.
type order struct {
	OrderID   string
	InvoiceID string
	Amount    int64
}

type paid struct {
	BookingID string `json:"booking_id"`
	Amount    int64
}

type desk struct {
	queue  *sqs.Client
	url    string
	stripe *stripe.Client
}

func (d *desk) run(ctx context.Context) error {
	for {
		out, err := d.queue.ReceiveMessage(ctx, &sqs.ReceiveMessageInput{QueueUrl: &d.url})
		if err != nil {
			return err
		}
		for _, m := range out.Messages {
			if err := d.handle(ctx, m); err != nil {
				continue
			}
			if _, err := d.queue.DeleteMessage(ctx, &sqs.DeleteMessageInput{QueueUrl: &d.url, ReceiptHandle: m.ReceiptHandle}); err != nil {
				return err
			}
		}
	}
}

func (d *desk) handle(ctx context.Context, m types.Message) error {
	var b paid
	if err := json.Unmarshal([]byte(aws.ToString(m.Body)), &b); err != nil {
		return err
	}
	// The parameters are a variable: their setter is called.
	params := &stripe.PaymentIntentCreateParams{Amount: &b.Amount}
	if _, err := d.stripe.V1PaymentIntents.Create(ctx, params); err != nil {
		return err
	}
	if err := d.refund(ctx, b); err != nil {
		return err
	}
	// The identity of the message becomes the id of the business.
	transfer := &stripe.TransferCreateParams{Amount: &b.Amount}
	transfer.SetIdempotencyKey("transfer:" + aws.ToString(m.MessageId))
	if _, err := d.stripe.V1Transfers.Create(ctx, transfer); err != nil {
		return err
	}
	if err := d.several(ctx, m); err != nil {
		return err
	}
	if err := d.filled(ctx, m); err != nil {
		return err
	}
	return d.everyone(ctx, b)
}

// refund is given what was decoded.
func (d *desk) refund(ctx context.Context, b paid) error {
	refund := &stripe.RefundCreateParams{Amount: &b.Amount}
	_, err := d.stripe.V1Refunds.Create(ctx, refund)
	return err
}

// several ids are in scope: which one is right is for a person to say.
func (d *desk) several(ctx context.Context, m types.Message) error {
	var o order
	if err := json.Unmarshal([]byte(aws.ToString(m.Body)), &o); err != nil {
		return err
	}
	params := &stripe.PayoutCreateParams{Amount: &o.Amount}
	_, err := d.stripe.V1Payouts.Create(ctx, params)
	return err
}

// everyone gets the same id in every turn.
func (d *desk) everyone(ctx context.Context, b paid) error {
	for range 2 {
		params := &stripe.TopupCreateParams{Amount: &b.Amount}
		if _, err := d.stripe.V1Topups.Create(ctx, params); err != nil {
			return err
		}
	}
	return nil
}

// filled has an id that may be the message's own.
func (d *desk) filled(ctx context.Context, m types.Message) error {
	var b paid
	if err := json.Unmarshal([]byte(aws.ToString(m.Body)), &b); err != nil {
		return err
	}
	if b.BookingID == "" {
		b.BookingID = aws.ToString(m.MessageId)
	}
	params := &stripe.CreditNoteCreateParams{Amount: &b.Amount}
	_, err := d.stripe.V1CreditNotes.Create(ctx, params)
	return err
}
