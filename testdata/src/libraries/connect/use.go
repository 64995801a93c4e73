package use

import (
	"context"

	"connectrpc.com/connect"
)

func charge(ctx context.Context, client PaymentsClient, order string) error {
	request := connect.NewRequest(&ChargeRequest{RequestId: order, Order: order})
	request.Header().Set("Idempotency-Key", order)
	_, err := client.Charge(ctx, request) // is: effect rpc, call, key in field IdempotencyKey or field RequestId or field ClientToken or 6 more
	return err
}

func status(ctx context.Context, client PaymentsClient, order string) (*ChargeReply, error) {
	reply, err := client.GetCharge(ctx, connect.NewRequest(&ChargeRequest{Order: order}))
	if err != nil {
		return nil, err
	}
	return reply.Msg, nil
}
