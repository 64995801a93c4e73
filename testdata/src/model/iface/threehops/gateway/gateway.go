// Package gateway implements what payments needs.
package gateway

import (
	"context"

	"github.com/stripe/stripe-go/v82"
)

// Doer is the part of a Stripe client that makes transfers.
type Doer interface {
	Do(ctx context.Context, p *stripe.TransferCreateParams) error
}

// Stripe is the gateway.
type Stripe struct {
	Client *stripe.Client
	Doer   Doer
}

// Refund gives a charge back.
func (s *Stripe) Refund(ctx context.Context, charge, key string) error {
	params := &stripe.RefundCreateParams{Charge: &charge}
	params.SetIdempotencyKey(key)
	_, err := s.Client.V1Refunds.Create(ctx, params) // want business "OrderID"
	return err
}

// Move takes the money from the seller.
func (s *Stripe) Move(ctx context.Context, charge, key string) error {
	params := &stripe.TransferCreateParams{SourceTransaction: &charge}
	params.SetIdempotencyKey(key)
	return s.Doer.Do(ctx, params)
}

// Enter books an entry.
func (s *Stripe) Enter(ctx context.Context, account string) error {
	_, err := s.Client.V1Payouts.Create(ctx, &stripe.PayoutCreateParams{}) // want IDM001 "s.Client.V1Payouts.Create" "checkout.(*Consumer).Handle"
	return err
}

// Direct makes transfers at once.
type Direct struct{ Client *stripe.Client }

// Do makes a transfer.
func (d Direct) Do(ctx context.Context, p *stripe.TransferCreateParams) error {
	_, err := d.Client.V1Transfers.Create(ctx, p) // want IDM002 "d.Client.V1Transfers.Create" "checkout.(*Consumer).Handle" "events.SQSMessage.MessageId"
	return err
}
