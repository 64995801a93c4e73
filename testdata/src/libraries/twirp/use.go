package use

import (
	"context"
	"net/http"

	"github.com/twitchtv/twirp"
)

func charge(ctx context.Context, p Payments, order string) error {
	ctx, err := twirp.WithHTTPRequestHeaders(ctx, http.Header{"Idempotency-Key": {order}})
	if err != nil {
		return err
	}
	_, err = p.Charge(ctx, &ChargeRequest{RequestId: order, Order: order}) // is: effect rpc, call, key in field IdempotencyKey or field RequestId or field ClientToken or 6 more
	return err
}

func status(ctx context.Context, p Payments, order string) (*ChargeReply, error) {
	return p.GetCharge(ctx, &ChargeRequest{Order: order}) // is: effect rpc, call, natural
}
