// Package inventory is a stub, see go.mod.
package inventory

import (
	"context"

	square "github.com/square/square-go-sdk/v3"
	"github.com/square/square-go-sdk/v3/option"
)

type Client struct{ _ int }

func (c *Client) BatchCreateChanges(ctx context.Context, request *square.BatchChangeInventoryRequest, opts ...option.RequestOption) (*square.BatchChangeInventoryResponse, error) {
	panic("stub")
}

func (c *Client) DeprecatedBatchChange(ctx context.Context, request *square.BatchChangeInventoryRequest, opts ...option.RequestOption) (*square.BatchChangeInventoryResponse, error) {
	panic("stub")
}
