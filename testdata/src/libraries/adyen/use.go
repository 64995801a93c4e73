package use

import (
	"context"

	"github.com/adyen/adyen-go-api-library/v21/src/checkout"
	"github.com/adyen/adyen-go-api-library/v21/src/common"
	"github.com/adyen/adyen-go-api-library/v21/src/payout"
	"github.com/adyen/adyen-go-api-library/v21/src/transfers"
)

func charge(ctx context.Context, api *checkout.APIClient, order string, cents int64) error {
	service := api.PaymentsApi
	input := service.PaymentsInput().
		IdempotencyKey(order).
		PaymentRequest(checkout.PaymentRequest{
			MerchantAccount: "Shop",
			Reference:       order,
			Amount:          checkout.Amount{Currency: "EUR", Value: cents},
		})
	_, _, err := service.Payments(ctx, input) // is: effect money, call, key in setter IdempotencyKey or context WithIdempotencyKey
	return err
}

func cancel(ctx context.Context, api *checkout.APIClient, psp string) error {
	_, _, err := api.ModificationsApi.CancelAuthorisedPaymentByPspReference(ctx, api.ModificationsApi.CancelAuthorisedPaymentByPspReferenceInput(psp)) // is: effect money, transition, key in setter IdempotencyKey or context WithIdempotencyKey
	return err
}

func move(ctx context.Context, api *transfers.TransfersApi, order string) error {
	_, _, err := api.TransferFunds(common.WithIdempotencyKey(ctx, order), api.TransferFundsInput().TransferInfo(transfers.TransferInfo{Reference: &order})) // is: effect money, call, key in setter IdempotencyKey or context WithIdempotencyKey
	return err
}

func payOut(ctx context.Context, api *payout.InstantPayoutsApi, order string) error {
	_, _, err := api.Payout(common.WithIdempotencyKey(ctx, order), api.PayoutInput().PayoutRequest(payout.PayoutRequest{Reference: order})) // is: effect money, call, key in context WithIdempotencyKey
	return err
}
