package use

import (
	"context"

	moderntreasury "github.com/Modern-Treasury/modern-treasury-go/v2"
	"github.com/Modern-Treasury/modern-treasury-go/v2/option"
)

func pay(ctx context.Context, client *moderntreasury.Client, order, account string, cents int64) error {
	_, err := client.PaymentOrders.New(ctx, moderntreasury.PaymentOrderNewParams{ // is: effect money, call, key in header Idempotency-Key or option WithHeader
		Amount:               moderntreasury.F(cents),
		OriginatingAccountID: moderntreasury.F(account),
		ExternalID:           moderntreasury.F(order),
	}, option.WithHeader("Idempotency-Key", "pay-"+order))
	return err
}

func describe(ctx context.Context, client *moderntreasury.Client, id, text string) error {
	_, err := client.PaymentOrders.Update(ctx, id, moderntreasury.PaymentOrderUpdateParams{Description: moderntreasury.F(text)}) // is: effect money, update, natural
	return err
}
