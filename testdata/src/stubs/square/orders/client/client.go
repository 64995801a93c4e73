// Package client is a stub, see go.mod.
package client

import (
	"context"

	square "github.com/square/square-go-sdk/v3"
	"github.com/square/square-go-sdk/v3/option"
)

type Client struct{ _ int }

func (c *Client) Clone(ctx context.Context, request *square.CloneOrderRequest, opts ...option.RequestOption) (*square.CloneOrderResponse, error) {
	panic("stub")
}

func (c *Client) Create(ctx context.Context, request *square.CreateOrderRequest, opts ...option.RequestOption) (*square.CreateOrderResponse, error) {
	panic("stub")
}

func (c *Client) Pay(ctx context.Context, request *square.PayOrderRequest, opts ...option.RequestOption) (*square.PayOrderResponse, error) {
	panic("stub")
}

func (c *Client) Update(ctx context.Context, request *square.UpdateOrderRequest, opts ...option.RequestOption) (*square.UpdateOrderResponse, error) {
	panic("stub")
}
