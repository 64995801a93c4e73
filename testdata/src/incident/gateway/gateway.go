// Package gateway connects the order settlement to Stripe, PostgreSQL and
// SendGrid.
package gateway

import (
	"context"
	"database/sql"
	"fmt"

	"github.com/sendgrid/sendgrid-go"
	"github.com/sendgrid/sendgrid-go/helpers/mail"
	"github.com/stripe/stripe-go/v82"

	"example.com/fixtures/incident/orders"
)

// Stripe captures authorised payments.
type Stripe struct{ Client *stripe.Client }

// Capture takes the authorised amount.
func (s Stripe) Capture(ctx context.Context, o orders.Placed) error {
	_, err := s.Client.V1PaymentIntents.Capture(ctx, o.Intent, &stripe.PaymentIntentCaptureParams{}) // want IDM001 "s.Client.V1PaymentIntents.Capture" "orders.(*Consumer).Run"
	if err != nil {
		return fmt.Errorf("capture %s: %w", o.OrderID, err)
	}
	return nil
}

// Warehouse keeps the stock in a table.
type Warehouse struct{ DB *sql.DB }

// Take removes goods from the stock.
func (w Warehouse) Take(ctx context.Context, sku string, quantity int) error {
	_, err := w.DB.ExecContext(ctx, `UPDATE stock SET quantity = quantity - $1 WHERE sku = $2`, quantity, sku) // want IDM008 "w.DB.ExecContext"
	if err != nil {
		return fmt.Errorf("take %s: %w", sku, err)
	}
	return nil
}

// Mailer writes receipts.
type Mailer struct {
	Client *sendgrid.Client
	From   *mail.Email
}

// Send mails the receipt of an order.
func (m Mailer) Send(ctx context.Context, o orders.Placed) error {
	msg := mail.NewSingleEmailPlainText(m.From, "Your order "+o.OrderID, mail.NewEmail("", o.Email), "Thank you.")
	if _, err := m.Client.SendWithContext(ctx, msg); err != nil { // want IDM001 "m.Client.SendWithContext" IDM014 "shares one delivery with write"
		return fmt.Errorf("receipt for %s: %w", o.OrderID, err)
	}
	return nil
}
