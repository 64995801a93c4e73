// Package payout is a stub, see go.mod.
package payout

import (
	"context"
	"net/http"

	"github.com/adyen/adyen-go-api-library/v21/src/common"
)

type (
	InstantPayoutsApi common.Service
)

type APIClient struct {
	InstantPayoutsApi *InstantPayoutsApi
}

func (a *InstantPayoutsApi) Payout(ctx context.Context, r InstantPayoutsApiPayoutInput) (PayoutResponse, *http.Response, error) {
	panic("stub")
}

type InstantPayoutsApiPayoutInput struct{ _ int }

func (r InstantPayoutsApiPayoutInput) PayoutRequest(payoutRequest PayoutRequest) InstantPayoutsApiPayoutInput {
	panic("stub")
}

func (a *InstantPayoutsApi) PayoutInput() InstantPayoutsApiPayoutInput { panic("stub") }

type (
	PayoutResponse struct{ _ int }
)

type PayoutRequest struct{ Reference string }
