// Package transfers is a stub, see go.mod.
package transfers

import (
	"context"
	"net/http"

	"github.com/adyen/adyen-go-api-library/v21/src/common"
)

type (
	TransfersApi common.Service
)

type APIClient struct {
	TransfersApi *TransfersApi
}

func (a *TransfersApi) ApproveInitiatedTransfers(ctx context.Context, r TransfersApiApproveInitiatedTransfersInput) (*http.Response, error) {
	panic("stub")
}

func (a *TransfersApi) CancelInitiatedTransfers(ctx context.Context, r TransfersApiCancelInitiatedTransfersInput) (*http.Response, error) {
	panic("stub")
}

func (a *TransfersApi) ReturnTransfer(ctx context.Context, r TransfersApiReturnTransferInput) (ReturnTransferResponse, *http.Response, error) {
	panic("stub")
}

func (a *TransfersApi) TransferFunds(ctx context.Context, r TransfersApiTransferFundsInput) (Transfer, *http.Response, error) {
	panic("stub")
}

type TransfersApiApproveInitiatedTransfersInput struct{ _ int }

func (r TransfersApiApproveInitiatedTransfersInput) IdempotencyKey(idempotencyKey string) TransfersApiApproveInitiatedTransfersInput {
	panic("stub")
}

type TransfersApiCancelInitiatedTransfersInput struct{ _ int }

func (r TransfersApiCancelInitiatedTransfersInput) IdempotencyKey(idempotencyKey string) TransfersApiCancelInitiatedTransfersInput {
	panic("stub")
}

type TransfersApiReturnTransferInput struct{ _ int }

func (r TransfersApiReturnTransferInput) IdempotencyKey(idempotencyKey string) TransfersApiReturnTransferInput {
	panic("stub")
}

type TransfersApiTransferFundsInput struct{ _ int }

func (r TransfersApiTransferFundsInput) IdempotencyKey(idempotencyKey string) TransfersApiTransferFundsInput {
	panic("stub")
}

func (r TransfersApiTransferFundsInput) TransferInfo(transferInfo TransferInfo) TransfersApiTransferFundsInput {
	panic("stub")
}

func (a *TransfersApi) TransferFundsInput() TransfersApiTransferFundsInput { panic("stub") }

type (
	ReturnTransferResponse struct{ _ int }
	Transfer               struct{ _ int }
)

type TransferInfo struct{ Reference *string }
