// Package moderntreasury is a stub, see go.mod.
package moderntreasury

import (
	"context"

	"github.com/Modern-Treasury/modern-treasury-go/v2/internal/param"
	"github.com/Modern-Treasury/modern-treasury-go/v2/option"
	"github.com/Modern-Treasury/modern-treasury-go/v2/shared"
)

type Client struct {
	LedgerTransactions *LedgerTransactionService
	PaymentOrders      *PaymentOrderService
	Returns            *ReturnService
}

func NewClient(opts ...option.RequestOption) (r *Client) { panic("stub") }

func F[T any](value T) param.Field[T] { panic("stub") }

func String(value string) param.Field[string] { panic("stub") }

func Int(value int64) param.Field[int64] { panic("stub") }

func (r *LedgerTransactionService) New(ctx context.Context, body LedgerTransactionNewParams, opts ...option.RequestOption) (res *LedgerTransaction, err error) {
	panic("stub")
}

func (r *LedgerTransactionService) NewPartialPost(ctx context.Context, id string, body LedgerTransactionNewPartialPostParams, opts ...option.RequestOption) (res *LedgerTransaction, err error) {
	panic("stub")
}

func (r *LedgerTransactionService) NewReversal(ctx context.Context, id string, body LedgerTransactionNewReversalParams, opts ...option.RequestOption) (res *LedgerTransaction, err error) {
	panic("stub")
}

func (r *LedgerTransactionService) Update(ctx context.Context, id string, body LedgerTransactionUpdateParams, opts ...option.RequestOption) (res *LedgerTransaction, err error) {
	panic("stub")
}

func (r *PaymentOrderService) New(ctx context.Context, body PaymentOrderNewParams, opts ...option.RequestOption) (res *PaymentOrder, err error) {
	panic("stub")
}

func (r *PaymentOrderService) NewAsync(ctx context.Context, body PaymentOrderNewAsyncParams, opts ...option.RequestOption) (res *shared.AsyncResponse, err error) {
	panic("stub")
}

func (r *PaymentOrderService) Update(ctx context.Context, id string, body PaymentOrderUpdateParams, opts ...option.RequestOption) (res *PaymentOrder, err error) {
	panic("stub")
}

func (r *ReturnService) New(ctx context.Context, body ReturnNewParams, opts ...option.RequestOption) (res *ReturnObject, err error) {
	panic("stub")
}

type (
	LedgerTransactionService struct{ Options []option.RequestOption }
	PaymentOrderService      struct{ Options []option.RequestOption }
	ReturnService            struct{ Options []option.RequestOption }

	LedgerTransaction struct{ ID string }
	PaymentOrder      struct{ ID string }
	ReturnObject      struct{ ID string }
)

type PaymentOrderNewParams struct {
	Amount               param.Field[int64]
	OriginatingAccountID param.Field[string]
	ExternalID           param.Field[string]
}

type (
	PaymentOrderNewAsyncParams            struct{ Amount param.Field[int64] }
	PaymentOrderUpdateParams              struct{ Description param.Field[string] }
	LedgerTransactionNewParams            struct{ _ int }
	LedgerTransactionUpdateParams         struct{ Description param.Field[string] }
	LedgerTransactionNewPartialPostParams struct{ Description param.Field[string] }
	LedgerTransactionNewReversalParams    struct{ ExternalID param.Field[string] }
	ReturnNewParams                       struct{ ReturnableID param.Field[string] }
)
