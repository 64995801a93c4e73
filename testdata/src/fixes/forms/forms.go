// Package forms gives calls their keys in the forms that libraries have for them.
package forms

import (
	"context"
	"encoding/json"

	"github.com/nats-io/nats.go/jetstream"
	"github.com/resend/resend-go/v2"
	"github.com/stripe/stripe-go/v82"
)

type ticket struct {
	TicketID string `json:"ticket_id"`
	Email    string `json:"email"`
	Price    int64  `json:"price"`
}

type booth struct {
	stripe *stripe.Client
	mail   *resend.Client
}

func (b *booth) run(c jetstream.Consumer) error {
	_, err := c.Consume(func(m jetstream.Msg) {
		t, err := read(m.Data())
		if err != nil {
			m.Term()
			return
		}
		if err := b.sell(context.Background(), t); err != nil {
			m.Nak()
			return
		}
		m.Ack()
	})
	return err
}

func read(data []byte) (*ticket, error) {
	var t ticket
	if err := json.Unmarshal(data, &t); err != nil {
		return nil, err
	}
	return &t, nil
}

func (b *booth) sell(ctx context.Context, t *ticket) error {
	if _, err := b.stripe.V1PaymentIntents.Create(ctx, &stripe.PaymentIntentCreateParams{Amount: &t.Price}); err != nil {
		return err
	}
	_, err := b.stripe.V1Coupons.Create(ctx, &stripe.CouponCreateParams{
		AmountOff: &t.Price,
	})
	if err != nil {
		return err
	}
	_, err = b.mail.Emails.SendWithOptions(ctx, &resend.SendEmailRequest{To: []string{t.Email}}, &resend.SendEmailOptions{})
	return err
}
