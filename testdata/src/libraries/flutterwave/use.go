package use

import (
	"context"

	"github.com/NdoleStudio/flutterwave-go"
)

func airtime(ctx context.Context, client *flutterwave.Client, order, phone string) error {
	_, _, err := client.Bills.CreatePayment(ctx, &flutterwave.BillsCreatePaymentRequest{ // is: effect money, call, key in field Reference
		Country:   "NG",
		Customer:  phone,
		Amount:    500,
		Type:      "AIRTIME",
		Reference: order,
	})
	return err
}

func refund(ctx context.Context, client *flutterwave.Client, transaction int64) error {
	_, _, err := client.Transactions.Refund(ctx, transaction, 500) // is: effect money, call
	return err
}
