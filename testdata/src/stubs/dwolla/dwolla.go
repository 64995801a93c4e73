// Package dwolla is a stub, see go.mod.
package dwolla

import "context"

type Environment string

const Sandbox Environment = "sandbox"

type Client struct{ Transfer TransferService }

func New(key, secret string, environment Environment) *Client { panic("stub") }

type Links map[string]Link

type Link struct{ Href string }

type Resource struct{ Links Links }

type Currency string

type Amount struct {
	Value    string
	Currency Currency
}

type TransferRequest struct {
	Resource
	Amount         Amount
	CorrelationID  string
	IdempotencyKey string
}

type Transfer struct {
	Resource
	ID string
}

type TransferService interface {
	Create(context.Context, *TransferRequest) (*Transfer, error)
	Retrieve(context.Context, string) (*Transfer, error)
}

type TransferServiceOp struct{ _ int }

func (t *TransferServiceOp) Create(ctx context.Context, body *TransferRequest) (*Transfer, error) {
	panic("stub")
}

func (t *TransferServiceOp) Retrieve(ctx context.Context, id string) (*Transfer, error) {
	panic("stub")
}
