package use

import (
	"context"

	square "github.com/square/square-go-sdk/v3"
	"github.com/square/square-go-sdk/v3/client"
)

func charge(ctx context.Context, c *client.Client, order, card string, cents int64) error {
	_, err := c.Payments.Create(ctx, &square.CreatePaymentRequest{ // is: effect money, call, key in field IdempotencyKey or setter SetIdempotencyKey
		IdempotencyKey: order,
		SourceID:       card,
		AmountMoney:    &square.Money{Amount: &cents},
	})
	return err
}

func refund(ctx context.Context, c *client.Client, order, payment string) error {
	request := &square.RefundPaymentRequest{PaymentID: &payment}
	request.SetIdempotencyKey("refund-" + order)
	_, err := c.Refunds.RefundPayment(ctx, request) // is: effect money, call, key in field IdempotencyKey or setter SetIdempotencyKey
	return err
}

func complete(ctx context.Context, c *client.Client, payment string) error {
	_, err := c.Payments.Complete(ctx, &square.CompletePaymentRequest{PaymentID: payment}) // is: effect money, transition
	return err
}

func take(ctx context.Context, c *client.Client, order string, changes []*square.InventoryChange) error {
	_, err := c.Inventory.BatchCreateChanges(ctx, &square.BatchChangeInventoryRequest{IdempotencyKey: order, Changes: changes}) // is: effect inventory, call, key in field IdempotencyKey or setter SetIdempotencyKey
	return err
}
