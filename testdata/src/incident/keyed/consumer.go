// Package keyed settles orders with each step idempotent on its own: the capture
// carries a key made of the order, the stock is taken by a row that can be there
// only once, and the receipt may come twice.
package keyed

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"log/slog"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/sqs"
	"github.com/aws/aws-sdk-go-v2/service/sqs/types"
	"github.com/stripe/stripe-go/v82"

	"example.com/fixtures/incident/gateway"
	"example.com/fixtures/incident/orders"
)

// Consumer settles one order per message.
type Consumer struct {
	Queue    *sqs.Client
	URL      string
	DB       *sql.DB
	Stripe   *stripe.Client
	Receipts gateway.Mailer
}

// Run polls the queue until ctx ends.
func (c *Consumer) Run(ctx context.Context) error {
	for ctx.Err() == nil {
		out, err := c.Queue.ReceiveMessage(ctx, &sqs.ReceiveMessageInput{QueueUrl: &c.URL, WaitTimeSeconds: 20})
		if err != nil {
			return fmt.Errorf("receive: %w", err)
		}
		for _, m := range out.Messages {
			if err := c.handleOrderPlaced(ctx, m); err != nil {
				slog.ErrorContext(ctx, "order not settled", "err", err)
				continue
			}
			if _, err := c.Queue.DeleteMessage(ctx, &sqs.DeleteMessageInput{QueueUrl: &c.URL, ReceiptHandle: m.ReceiptHandle}); err != nil {
				slog.WarnContext(ctx, "message not deleted", "err", err)
			}
		}
	}
	return ctx.Err()
}

func (c *Consumer) handleOrderPlaced(ctx context.Context, m types.Message) error {
	var o orders.Placed
	if err := json.Unmarshal([]byte(aws.ToString(m.Body)), &o); err != nil {
		return fmt.Errorf("decode order: %w", err)
	}
	params := &stripe.PaymentIntentCaptureParams{}
	params.SetIdempotencyKey("capture:" + o.OrderID)
	if _, err := c.Stripe.V1PaymentIntents.Capture(ctx, o.Intent, params); err != nil {
		return fmt.Errorf("capture %s: %w", o.OrderID, err)
	}
	if err := c.take(ctx, o); err != nil {
		return fmt.Errorf("take %s: %w", o.SKU, err)
	}
	//idemlint:at-least-once a second receipt annoys, a missing one worries
	return c.Receipts.Send(ctx, o)
}

// take removes goods from the stock, once per order and article.
func (c *Consumer) take(ctx context.Context, o orders.Placed) error {
	tx, err := c.DB.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	res, err := tx.ExecContext(ctx, `INSERT INTO taken (order_id, sku, quantity) VALUES ($1, $2, $3) ON CONFLICT (order_id, sku) DO NOTHING`, o.OrderID, o.SKU, o.Quantity)
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return err
	}
	if _, err := tx.ExecContext(ctx, `UPDATE stock SET quantity = quantity - $1 WHERE sku = $2`, o.Quantity, o.SKU); err != nil {
		return err
	}
	return tx.Commit()
}
