// Package omise is a stub, see go.mod.
package omise

import "github.com/omise/omise-go/internal"

type Client struct{ _ int }

func NewClient(pkey, skey string) (*Client, error) { panic("stub") }

func (c *Client) Do(result interface{}, operation internal.Operation) error { return nil }

func (c *Client) DoWithKeys(result interface{}, pkey, skey string, operation internal.Operation) error {
	return nil
}

type Base struct{ ID string }

type (
	Charge   struct{ Base }
	Refund   struct{ Base }
	Transfer struct{ Base }
)
