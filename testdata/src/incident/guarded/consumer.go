// Package guarded is the cure most teams reach for first: one flag at the top
// that says whether the order was seen. It turns the double charge into no
// charge at all.
package guarded

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/sqs"
	"github.com/aws/aws-sdk-go-v2/service/sqs/types"
	"github.com/redis/go-redis/v9"

	"example.com/fixtures/incident/gateway"
	"example.com/fixtures/incident/orders"
)

// Consumer settles one order per message, unless it has seen the order.
type Consumer struct {
	Queue    *sqs.Client
	URL      string
	Seen     *redis.Client
	Payments gateway.Stripe
	Stock    gateway.Warehouse
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
	first, err := c.Seen.SetNX(ctx, "seen:"+o.OrderID, 1, 0).Result() // want IDM004 "c.Seen.SetNX marks the message as handled before"
	if err != nil {
		return fmt.Errorf("seen: %w", err)
	}
	if !first {
		slog.InfoContext(ctx, "order seen before", "order", o.OrderID)
		return nil
	}
	if err := c.Payments.Capture(ctx, o); err != nil {
		return err
	}
	if err := c.Stock.Take(ctx, o.SKU, o.Quantity); err != nil {
		return err
	}
	return c.Receipts.Send(ctx, o)
}
