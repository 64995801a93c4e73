// Package increase is a stub, see go.mod.
package increase

import (
	"context"

	"github.com/Increase/increase-go/internal/param"
	"github.com/Increase/increase-go/option"
)

type Client struct {
	ACHTransfers     *ACHTransferService
	AccountTransfers *AccountTransferService
	CheckTransfers   *CheckTransferService
	WireTransfers    *WireTransferService
}

func NewClient(opts ...option.RequestOption) (r *Client) { panic("stub") }

func F[T any](value T) param.Field[T] { panic("stub") }

func String(value string) param.Field[string] { panic("stub") }

func Int(value int64) param.Field[int64] { panic("stub") }

func (r *ACHTransferService) Approve(ctx context.Context, achTransferID string, opts ...option.RequestOption) (res *ACHTransfer, err error) {
	panic("stub")
}

func (r *ACHTransferService) Cancel(ctx context.Context, achTransferID string, opts ...option.RequestOption) (res *ACHTransfer, err error) {
	panic("stub")
}

func (r *ACHTransferService) New(ctx context.Context, body ACHTransferNewParams, opts ...option.RequestOption) (res *ACHTransfer, err error) {
	panic("stub")
}

func (r *AccountTransferService) New(ctx context.Context, body AccountTransferNewParams, opts ...option.RequestOption) (res *AccountTransfer, err error) {
	panic("stub")
}

func (r *CheckTransferService) New(ctx context.Context, body CheckTransferNewParams, opts ...option.RequestOption) (res *CheckTransfer, err error) {
	panic("stub")
}

func (r *WireTransferService) New(ctx context.Context, body WireTransferNewParams, opts ...option.RequestOption) (res *WireTransfer, err error) {
	panic("stub")
}

type (
	ACHTransferService     struct{ Options []option.RequestOption }
	AccountTransferService struct{ Options []option.RequestOption }
	CheckTransferService   struct{ Options []option.RequestOption }
	WireTransferService    struct{ Options []option.RequestOption }

	ACHTransfer     struct{ ID string }
	AccountTransfer struct{ ID string }
	CheckTransfer   struct{ ID string }
	WireTransfer    struct{ ID string }
)

type ACHTransferNewParams struct {
	AccountID           param.Field[string]
	Amount              param.Field[int64]
	StatementDescriptor param.Field[string]
	ExternalAccountID   param.Field[string]
}

type (
	AccountTransferNewParams struct{ Amount param.Field[int64] }
	CheckTransferNewParams   struct{ Amount param.Field[int64] }
	WireTransferNewParams    struct{ Amount param.Field[int64] }
)
