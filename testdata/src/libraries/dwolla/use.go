package use

import (
	"context"

	dwolla "github.com/kolanos/dwolla-v2-go"
)

func send(ctx context.Context, client *dwolla.Client, order, from, to, amount string) error {
	_, err := client.Transfer.Create(ctx, &dwolla.TransferRequest{ // is: effect money, call, key in field IdempotencyKey
		Resource: dwolla.Resource{Links: dwolla.Links{
			"source":      {Href: from},
			"destination": {Href: to},
		}},
		Amount:         dwolla.Amount{Value: amount, Currency: "USD"},
		IdempotencyKey: order,
	})
	return err
}
