// Package transfers is a stub, see go.mod.
package transfers

import "context"

type Client struct{ _ int }

type TransferRequest struct{ Reference string }

type TransferResponse struct{ Id string }

func (c *Client) InitiateTransferOfFounds(request TransferRequest, idempotencyKey *string) (*TransferResponse, error) {
	panic("stub")
}

func (c *Client) InitiateTransferOfFoundsWithContext(ctx context.Context, request TransferRequest, idempotencyKey *string) (*TransferResponse, error) {
	panic("stub")
}

func (c *Client) InitiateTransferOfFunds(request TransferRequest, idempotencyKey *string) (*TransferResponse, error) {
	panic("stub")
}

func (c *Client) InitiateTransferOfFundsWithContext(ctx context.Context, request TransferRequest, idempotencyKey *string) (*TransferResponse, error) {
	panic("stub")
}
