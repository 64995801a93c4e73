// Package payments is a stub, see go.mod.
package payments

import (
	"context"

	square "github.com/square/square-go-sdk/v3"
	"github.com/square/square-go-sdk/v3/option"
)

type Client struct{ _ int }

func (c *Client) Cancel(ctx context.Context, request *square.CancelPaymentsRequest, opts ...option.RequestOption) (*square.CancelPaymentResponse, error) {
	panic("stub")
}

func (c *Client) CancelByIdempotencyKey(ctx context.Context, request *square.CancelPaymentByIdempotencyKeyRequest, opts ...option.RequestOption) (*square.CancelPaymentByIdempotencyKeyResponse, error) {
	panic("stub")
}

func (c *Client) Complete(ctx context.Context, request *square.CompletePaymentRequest, opts ...option.RequestOption) (*square.CompletePaymentResponse, error) {
	panic("stub")
}

func (c *Client) Create(ctx context.Context, request *square.CreatePaymentRequest, opts ...option.RequestOption) (*square.CreatePaymentResponse, error) {
	panic("stub")
}

func (c *Client) Update(ctx context.Context, request *square.UpdatePaymentRequest, opts ...option.RequestOption) (*square.UpdatePaymentResponse, error) {
	panic("stub")
}
