package use

import (
	"context"

	api "github.com/checkout/checkout-sdk-go/v2/nas"
	"github.com/checkout/checkout-sdk-go/v2/payments"
	"github.com/checkout/checkout-sdk-go/v2/payments/nas"
	"github.com/checkout/checkout-sdk-go/v2/transfers"
)

func charge(ctx context.Context, client *api.Api, order string, cents int64) error {
	_, err := client.Payments.RequestPaymentWithContext(ctx, nas.PaymentRequest{Amount: cents, Reference: order}, &order) // is: effect money, call, key in param idempotencyKey
	return err
}

func refund(client *nas.Client, payment, order string) error {
	key := "refund-" + order
	_, err := client.RefundPayment(payment, &payments.RefundRequest{Reference: order}, &key) // is: effect money, call, key in param idempotencyKey
	return err
}

func void(client *nas.Client, payment string) error {
	_, err := client.VoidPayment(payment, nil, nil) // is: effect money, transition, key in param idempotencyKey
	return err
}

func move(client *api.Api, order string) error {
	_, err := client.Transfers.InitiateTransferOfFunds(transfers.TransferRequest{Reference: order}, &order) // is: effect money, call, key in param idempotencyKey
	return err
}
