// Package checkout handles cancelled orders.
package checkout

import (
	"context"
	"encoding/json"

	"github.com/aws/aws-lambda-go/events"
)

// Cancelled is the event.
type Cancelled struct {
	OrderID string `json:"order_id"`
	Charge  string `json:"charge"`
}

// Refunds gives money back.
type Refunds interface {
	Refund(ctx context.Context, c Cancelled, message string) error
}

// Consumer handles the queue.
type Consumer struct{ refunds Refunds }

// New returns a consumer.
func New(r Refunds) *Consumer { return &Consumer{refunds: r} }

// Handle gives the money of cancelled orders back.
func (c *Consumer) Handle(ctx context.Context, e events.SQSEvent) error {
	for _, m := range e.Records {
		var v Cancelled
		if err := json.Unmarshal([]byte(m.Body), &v); err != nil {
			return err
		}
		if err := c.refunds.Refund(ctx, v, m.MessageId); err != nil {
			return err
		}
	}
	return nil
}
