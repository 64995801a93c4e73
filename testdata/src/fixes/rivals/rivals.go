// Package rivals has calls for which more than one key would do, or none that can be
// seen: nothing is changed.
package rivals

import (
	"context"
	"encoding/json"
	"net/http"

	"github.com/nats-io/nats.go/jetstream"
	"github.com/stripe/stripe-go/v82"
)

type till struct{ stripe *stripe.Client }

func consume[T any](c jetstream.Consumer, do func(ctx context.Context, e T) error) error {
	_, err := c.Consume(func(m jetstream.Msg) {
		var e T
		if err := json.Unmarshal(m.Data(), &e); err != nil {
			m.Term()
			return
		}
		if err := do(context.Background(), e); err != nil {
			m.Nak()
			return
		}
		m.Ack()
	})
	return err
}

func (t *till) run(c jetstream.Consumer) {
	consume(c, t.refund)
	consume(c, t.nested)
	consume(c, t.lend)
	consume(c, t.changed)
	consume(c, t.split)
	consume(c, t.text)
	consume(c, t.buy)
}

type refundID string

// A second id is of another type.
type refunded struct {
	OrderID string
	Refund  refundID `json:"refund_id"`
	ID      refundID
}

func (t *till) refund(ctx context.Context, r refunded) error {
	_, err := t.stripe.V1Refunds.Create(ctx, &stripe.RefundCreateParams{Charge: stripe.String(r.OrderID)})
	return err
}

// A second id stands in a struct of its own.
type returned struct {
	OrderID string
	Return  struct{ ID int64 }
}

func (t *till) nested(ctx context.Context, r returned) error {
	_, err := t.stripe.V1Refunds.Create(ctx, &stripe.RefundCreateParams{Charge: stripe.String(r.OrderID)})
	return err
}

// A loan is paid back month by month.
type due struct {
	LoanID string
	Cents  int64
}

func (t *till) lend(ctx context.Context, d due) error {
	_, err := t.stripe.V1PaymentIntents.Create(ctx, &stripe.PaymentIntentCreateParams{Amount: stripe.Int64(d.Cents)})
	return err
}

// An order is paid, and topped up.
type paid struct {
	OrderID string
	Kind    string
	Cents   int64
}

func (t *till) changed(ctx context.Context, p paid) error {
	_, err := t.stripe.V1PaymentIntents.Create(ctx, &stripe.PaymentIntentCreateParams{Amount: stripe.Int64(p.Cents)})
	return err
}

// One order, and several vendors.
type sold struct {
	OrderID string
	Vendors []string
}

func (t *till) split(ctx context.Context, s sold) error {
	for range s.Vendors {
		if err := t.transfer(ctx, s, 100); err != nil {
			return err
		}
	}
	return nil
}

func (t *till) transfer(ctx context.Context, s sold, cents int64) error {
	_, err := t.stripe.V1Transfers.Create(ctx, &stripe.TransferCreateParams{Amount: stripe.Int64(cents)})
	return err
}

// The name ends like that of an id.
type called struct {
	PhoneNumber string
	Paid        string
	Href        string
}

func (t *till) text(ctx context.Context, c called) error {
	_, err := t.stripe.V1PaymentIntents.Create(ctx, &stripe.PaymentIntentCreateParams{Description: stripe.String(c.PhoneNumber)})
	return err
}

// A page gives no id.
type bought struct {
	OrderID string
	Cents   int64
}

func (t *till) take(ctx context.Context, b bought) error {
	_, err := t.stripe.V1PaymentIntents.Create(ctx, &stripe.PaymentIntentCreateParams{Amount: stripe.Int64(b.Cents)})
	return err
}

func (t *till) buy(ctx context.Context, b bought) error { return t.take(ctx, b) }

func (t *till) page(w http.ResponseWriter, r *http.Request) {
	if err := t.take(r.Context(), bought{Cents: 500}); err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
	}
}
