package use

import (
	"context"

	gocardless "github.com/gocardless/gocardless-pro-go/v6"
)

func collect(ctx context.Context, service *gocardless.Service, order string, pence int) (string, error) {
	payment, err := service.Payments.Create(ctx, gocardless.PaymentCreateParams{ // is: effect money, call, key in option WithIdempotencyKey
		Amount:    pence,
		Currency:  "GBP",
		Reference: order,
		Links:     gocardless.PaymentCreateParamsLinks{Mandate: "MD123"},
	}, gocardless.WithIdempotencyKey("collect-"+order))
	if err != nil {
		return "", err
	}
	return payment.Id, nil
}

func undo(ctx context.Context, payments gocardless.PaymentService, id string) error {
	_, err := payments.Cancel(ctx, id, gocardless.PaymentCancelParams{}) // is: effect money, transition, key in option WithIdempotencyKey
	return err
}

func refund(ctx context.Context, service *gocardless.Service, pence int) error {
	_, err := service.Refunds.Create(ctx, gocardless.RefundCreateParams{Amount: pence}, gocardless.WithIdempotencyKey(gocardless.NewIdempotencyKey())) // is: effect money, call, key in option WithIdempotencyKey; key fresh
	return err
}
