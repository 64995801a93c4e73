package use

import (
	"context"

	"github.com/Increase/increase-go"
	"github.com/Increase/increase-go/option"
)

func payOut(ctx context.Context, client *increase.Client, order, account string, cents int64) (string, error) {
	transfer, err := client.ACHTransfers.New(ctx, increase.ACHTransferNewParams{ // is: effect money, call, key in header Idempotency-Key or option WithHeader
		AccountID:           increase.F("account_1"),
		ExternalAccountID:   increase.F(account),
		Amount:              increase.F(cents),
		StatementDescriptor: increase.F(order),
	}, option.WithHeader("Idempotency-Key", order))
	if err != nil {
		return "", err
	}
	return transfer.ID, nil
}

func approve(ctx context.Context, client *increase.Client, id string) error {
	_, err := client.ACHTransfers.Approve(ctx, id) // is: effect money, transition
	return err
}
