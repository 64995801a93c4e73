// Package payments decides what is given back.
package payments

import (
	"context"

	"example.com/fixtures/model/iface/threehops/checkout"
)

// Gateway is the payment provider.
type Gateway interface {
	Refund(ctx context.Context, charge, key string) error
	Move(ctx context.Context, charge, key string) error
}

// Ledger writes entries.
type Ledger interface {
	Enter(ctx context.Context, account string) error
}

// Service is the refund service.
type Service struct {
	gateway Gateway
	ledger  Ledger
}

// NewService returns a service.
func NewService(g Gateway, l Ledger) *Service { return &Service{g, l} }

// Refund gives the money of an order back.
func (s *Service) Refund(ctx context.Context, c checkout.Cancelled, message string) error {
	if err := s.gateway.Refund(ctx, c.Charge, "refund:"+c.OrderID); err != nil {
		return err
	}
	if err := s.gateway.Move(ctx, c.Charge, message); err != nil {
		return err
	}
	return s.ledger.Enter(ctx, c.Charge)
}
