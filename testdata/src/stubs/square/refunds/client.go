// Package refunds is a stub, see go.mod.
package refunds

import (
	"context"

	square "github.com/square/square-go-sdk/v3"
	"github.com/square/square-go-sdk/v3/option"
)

type Client struct{ _ int }

func (c *Client) RefundPayment(ctx context.Context, request *square.RefundPaymentRequest, opts ...option.RequestOption) (*square.RefundPaymentResponse, error) {
	panic("stub")
}
