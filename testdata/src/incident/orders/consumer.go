// Package orders settles placed orders: it takes the money, takes the goods
// off the stock and sends a receipt. It looks like code a careful team would
// merge, and it charges a customer twice when a worker dies at the wrong
// moment.
package orders

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/sqs"
	"github.com/aws/aws-sdk-go-v2/service/sqs/types"
)

// Placed is the event the shop publishes.
type Placed struct {
	OrderID  string `json:"order_id"`
	Intent   string `json:"payment_intent"`
	SKU      string `json:"sku"`
	Quantity int    `json:"quantity"`
	Email    string `json:"email"`
}

// Payments takes money.
type Payments interface {
	Capture(ctx context.Context, o Placed) error
}

// Stock keeps count of goods.
type Stock interface {
	Take(ctx context.Context, sku string, quantity int) error
}

// Receipts writes to customers.
type Receipts interface {
	Send(ctx context.Context, o Placed) error
}

// Consumer settles one order per message.
type Consumer struct {
	Queue    *sqs.Client
	URL      string
	Payments Payments
	Stock    Stock
	Receipts Receipts
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
				slog.ErrorContext(ctx, "order not settled", "message", aws.ToString(m.MessageId), "err", err)
				continue // it becomes visible again
			}
			_, err := c.Queue.DeleteMessage(ctx, &sqs.DeleteMessageInput{QueueUrl: &c.URL, ReceiptHandle: m.ReceiptHandle})
			if err != nil {
				slog.WarnContext(ctx, "message not deleted", "err", err)
			}
		}
	}
	return ctx.Err()
}

func (c *Consumer) handleOrderPlaced(ctx context.Context, m types.Message) error {
	var o Placed
	if err := json.Unmarshal([]byte(aws.ToString(m.Body)), &o); err != nil {
		return fmt.Errorf("decode order: %w", err)
	}
	if err := c.Payments.Capture(ctx, o); err != nil {
		return err
	}
	if err := c.Stock.Take(ctx, o.SKU, o.Quantity); err != nil {
		return err
	}
	return c.Receipts.Send(ctx, o)
}
