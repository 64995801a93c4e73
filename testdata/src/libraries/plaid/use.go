package use

import (
	"context"

	"github.com/plaid/plaid-go/v43/plaid"
)

func transfer(ctx context.Context, client *plaid.APIClient, token, account, authorization string) error {
	request := plaid.NewTransferCreateRequest(token, account, authorization, "payment")
	_, _, err := client.PlaidApi.TransferCreate(ctx).TransferCreateRequest(*request).Execute() // is: effect money, call, key in field AuthorizationId or option NewTransferCreateRequest or field IdempotencyKey or 1 more
	return err
}

func authorize(ctx context.Context, client *plaid.APIClient, order string, request plaid.TransferAuthorizationCreateRequest) error {
	request.SetIdempotencyKey(order)
	_, _, err := client.PlaidApi.TransferAuthorizationCreate(ctx).TransferAuthorizationCreateRequest(request).Execute() // is: effect money, call, key in field IdempotencyKey or option SetIdempotencyKey
	return err
}

func refund(ctx context.Context, client *plaid.APIClient, transfer, amount, order string) error {
	request := plaid.NewTransferRefundCreateRequest(transfer, amount, order)
	_, _, err := client.PlaidApi.TransferRefundCreate(ctx).TransferRefundCreateRequest(*request).Execute() // is: effect money, call, key in field IdempotencyKey or option NewTransferRefundCreateRequest or option SetIdempotencyKey
	return err
}
