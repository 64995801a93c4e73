// Package forms shares keys in the ways handlers do, and does not in ways that
// look like it.
package forms

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"

	"github.com/aws/aws-lambda-go/events"
	"github.com/aws/aws-lambda-go/lambda"
	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/sqs"
	"github.com/stripe/stripe-go/v82"
)

type line struct {
	Number string `json:"number"`
	Cents  int64  `json:"cents"`
}

type bill struct {
	ID       string `json:"id"`
	Intent   string `json:"intent"`
	Customer string `json:"customer_id"`
	Back     bool   `json:"back"`
	Cents    int64  `json:"cents"`
	Lines    []line `json:"lines"`
}

type desk struct {
	stripe *stripe.Client
	queue  *sqs.Client
	url    string
}

// Start runs the function.
func (d *desk) Start() { lambda.Start(d.handle) }

func (d *desk) handle(ctx context.Context, e events.SQSEvent) error {
	for _, m := range e.Records {
		var b bill
		if err := json.Unmarshal([]byte(m.Body), &b); err != nil {
			return err
		}
		for _, step := range []func(context.Context, bill) error{d.constant, d.pair, d.either, d.lines, d.linesNamed, d.sum, d.welcome, d.customer, d.post, d.forward} {
			if err := step(ctx, b); err != nil {
				return err
			}
		}
	}
	return nil
}

func (d *desk) constant(ctx context.Context, b bill) error {
	p := &stripe.InvoiceItemCreateParams{Amount: &b.Cents}
	p.SetIdempotencyKey("invoice-item")
	_, err := d.stripe.V1InvoiceItems.Create(ctx, p) // want IDM016 "is the same for every message"
	return err
}

// One key for two operations that follow each other.
func (d *desk) pair(ctx context.Context, b bill) error {
	c := &stripe.PaymentIntentCaptureParams{}
	c.SetIdempotencyKey(b.ID)
	if _, err := d.stripe.V1PaymentIntents.Capture(ctx, b.Intent, c); err != nil {
		return err
	}
	r := &stripe.RefundCreateParams{PaymentIntent: &b.Intent}
	r.SetIdempotencyKey(b.ID)
	_, err := d.stripe.V1Refunds.Create(ctx, r) // want IDM016 "is that of d.stripe.V1PaymentIntents.Capture, too"
	return err
}

// One key for two operations of which one happens.
func (d *desk) either(ctx context.Context, b bill) error {
	if b.Back {
		r := &stripe.RefundCreateParams{PaymentIntent: &b.Intent}
		r.SetIdempotencyKey("settle:" + b.ID)
		_, err := d.stripe.V1Refunds.Create(ctx, r)
		return err
	}
	c := &stripe.PaymentIntentCaptureParams{}
	c.SetIdempotencyKey("settle:" + b.ID)
	_, err := d.stripe.V1PaymentIntents.Capture(ctx, b.Intent, c)
	return err
}

// One key for every line.
func (d *desk) lines(ctx context.Context, b bill) error {
	for _, l := range b.Lines {
		p := &stripe.InvoiceItemCreateParams{Amount: stripe.Int64(l.Cents)}
		p.SetIdempotencyKey("lines:" + b.ID)
		if _, err := d.stripe.V1InvoiceItems.Create(ctx, p); err != nil { // want IDM016 "the same in every turn of the loop" "Lines[].Cents"
			return err
		}
	}
	return nil
}

func (d *desk) linesNamed(ctx context.Context, b bill) error {
	for _, l := range b.Lines {
		p := &stripe.InvoiceItemCreateParams{Amount: stripe.Int64(l.Cents)}
		p.SetIdempotencyKey(fmt.Sprintf("line:%s:%s", b.ID, l.Number))
		if _, err := d.stripe.V1InvoiceItems.Create(ctx, p); err != nil {
			return err
		}
	}
	return nil
}

// What is made of all lines is one operation.
func (d *desk) sum(ctx context.Context, b bill) error {
	total := int64(0)
	for _, l := range b.Lines {
		total += l.Cents
	}
	p := &stripe.InvoiceItemCreateParams{Amount: stripe.Int64(total)}
	p.SetIdempotencyKey("sum:" + b.ID)
	_, err := d.stripe.V1InvoiceItems.Create(ctx, p)
	return err
}

// Everybody is welcomed once.
func (d *desk) welcome(ctx context.Context, b bill) error {
	p := &stripe.PaymentIntentCreateParams{Amount: stripe.Int64(100), Customer: &b.Customer}
	p.SetIdempotencyKey("welcome-credit:" + b.Customer)
	_, err := d.stripe.V1PaymentIntents.Create(ctx, p)
	return err
}

// The customer's id names the customer.
func (d *desk) customer(ctx context.Context, b bill) error {
	p := &stripe.CustomerCreateParams{Name: &b.Customer}
	p.SetIdempotencyKey("customer:" + b.Customer)
	_, err := d.stripe.V1Customers.Create(ctx, p)
	return err
}

func (d *desk) post(ctx context.Context, b bill) error {
	body, err := json.Marshal(b)
	if err != nil {
		return err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, "https://ledger.example.com/entries", bytes.NewReader(body))
	if err != nil {
		return err
	}
	req.Header.Set("Idempotency-Key", "ledger-entry")
	resp, err := http.DefaultClient.Do(req) // want IDM016 "is the same for every message"
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func (d *desk) forward(ctx context.Context, b bill) error {
	body, err := json.Marshal(b)
	if err != nil {
		return err
	}
	_, err = d.queue.SendMessage(ctx, &sqs.SendMessageInput{ // want IDM016 "is the same for every message"
		QueueUrl: &d.url, MessageBody: aws.String(string(body)), MessageGroupId: aws.String("bills"), MessageDeduplicationId: aws.String("bill"),
	})
	return err
}
