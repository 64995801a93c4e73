// Package client is a stub, see go.mod.
package client

import (
	"github.com/square/square-go-sdk/v3/inventory"
	"github.com/square/square-go-sdk/v3/option"
	ordersclient "github.com/square/square-go-sdk/v3/orders/client"
	"github.com/square/square-go-sdk/v3/payments"
	"github.com/square/square-go-sdk/v3/refunds"
)

type Client struct {
	Inventory *inventory.Client
	Orders    *ordersclient.Client
	Payments  *payments.Client
	Refunds   *refunds.Client
}

func NewClient(opts ...option.RequestOption) *Client { panic("stub") }
