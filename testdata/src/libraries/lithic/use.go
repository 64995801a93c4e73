package use

import (
	"context"

	"github.com/lithic-com/lithic-go"
	"github.com/lithic-com/lithic-go/option"
)

func pay(ctx context.Context, client *lithic.Client, token string, cents int64) error {
	_, err := client.Payments.New(ctx, lithic.PaymentNewParams{ // is: effect money, call, key in field Token or header Idempotency-Key or option WithHeader
		Amount: lithic.F(cents),
		Token:  lithic.F(token),
	})
	return err
}

func issue(ctx context.Context, client *lithic.Client, order string) error {
	_, err := client.Cards.New(ctx, lithic.CardNewParams{ // is: effect money, call, key in field IdempotencyKey or header Idempotency-Key or option WithHeader
		Type:           lithic.F(lithic.CardNewParamsTypeVirtual),
		IdempotencyKey: lithic.String(order),
	})
	return err
}

func again(ctx context.Context, client *lithic.Client, payment, order string) error {
	_, err := client.Payments.Retry(ctx, payment, option.WithHeader("Idempotency-Key", order)) // is: effect money, call, key in header Idempotency-Key or option WithHeader
	return err
}
