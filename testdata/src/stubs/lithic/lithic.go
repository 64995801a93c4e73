// Package lithic is a stub, see go.mod.
package lithic

import (
	"context"

	"github.com/lithic-com/lithic-go/internal/param"
	"github.com/lithic-com/lithic-go/option"
)

type Client struct {
	Cards             *CardService
	FinancialAccounts *FinancialAccountService
	Payments          *PaymentService
}

func NewClient(opts ...option.RequestOption) (r *Client) { panic("stub") }

func F[T any](value T) param.Field[T] { panic("stub") }

func String(value string) param.Field[string] { panic("stub") }

func Int(value int64) param.Field[int64] { panic("stub") }

func (r *CardService) New(ctx context.Context, params CardNewParams, opts ...option.RequestOption) (res *Card, err error) {
	panic("stub")
}

func (r *CardService) Reissue(ctx context.Context, cardToken string, body CardReissueParams, opts ...option.RequestOption) (res *Card, err error) {
	panic("stub")
}

func (r *CardService) Renew(ctx context.Context, cardToken string, body CardRenewParams, opts ...option.RequestOption) (res *Card, err error) {
	panic("stub")
}

func (r *FinancialAccountService) New(ctx context.Context, params FinancialAccountNewParams, opts ...option.RequestOption) (res *FinancialAccount, err error) {
	panic("stub")
}

func (r *PaymentService) New(ctx context.Context, body PaymentNewParams, opts ...option.RequestOption) (res *PaymentNewResponse, err error) {
	panic("stub")
}

func (r *PaymentService) Retry(ctx context.Context, paymentToken string, opts ...option.RequestOption) (res *PaymentRetryResponse, err error) {
	panic("stub")
}

func (r *PaymentService) Return(ctx context.Context, paymentToken string, body PaymentReturnParams, opts ...option.RequestOption) (res *Payment, err error) {
	panic("stub")
}

type (
	CardService             struct{ Options []option.RequestOption }
	FinancialAccountService struct{ Options []option.RequestOption }
	PaymentService          struct{ Options []option.RequestOption }

	Card                 struct{ _ int }
	FinancialAccount     struct{ Token string }
	Payment              struct{ Token string }
	PaymentNewResponse   struct{ Payment }
	PaymentRetryResponse struct{ Payment }
)

type PaymentNewParams struct {
	Amount                param.Field[int64]
	FinancialAccountToken param.Field[string]
	Token                 param.Field[string]
	UserDefinedID         param.Field[string]
}

type CardNewParams struct {
	Type           param.Field[CardNewParamsType]
	IdempotencyKey param.Field[string]
}

type CardNewParamsType string

const CardNewParamsTypeVirtual CardNewParamsType = "VIRTUAL"

type FinancialAccountNewParams struct {
	Nickname       param.Field[string]
	IdempotencyKey param.Field[string]
}

type (
	PaymentReturnParams struct{ Memo param.Field[string] }
	CardReissueParams   struct{ ProductID param.Field[string] }
	CardRenewParams     struct{ ProductID param.Field[string] }
)
