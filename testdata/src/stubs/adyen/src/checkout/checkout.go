// Package checkout is a stub, see go.mod.
package checkout

import (
	"context"
	"net/http"

	"github.com/adyen/adyen-go-api-library/v21/src/common"
)

type (
	ModificationsApi common.Service
	OrdersApi        common.Service
	PaymentLinksApi  common.Service
	PaymentsApi      common.Service
)

type APIClient struct {
	ModificationsApi *ModificationsApi
	OrdersApi        *OrdersApi
	PaymentLinksApi  *PaymentLinksApi
	PaymentsApi      *PaymentsApi
}

func (a *ModificationsApi) CancelAuthorisedPayment(ctx context.Context, r ModificationsApiCancelAuthorisedPaymentInput) (StandalonePaymentCancelResponse, *http.Response, error) {
	panic("stub")
}

func (a *ModificationsApi) CancelAuthorisedPaymentByPspReference(ctx context.Context, r ModificationsApiCancelAuthorisedPaymentByPspReferenceInput) (PaymentCancelResponse, *http.Response, error) {
	panic("stub")
}

func (a *ModificationsApi) CaptureAuthorisedPayment(ctx context.Context, r ModificationsApiCaptureAuthorisedPaymentInput) (PaymentCaptureResponse, *http.Response, error) {
	panic("stub")
}

func (a *ModificationsApi) RefundCapturedPayment(ctx context.Context, r ModificationsApiRefundCapturedPaymentInput) (PaymentRefundResponse, *http.Response, error) {
	panic("stub")
}

func (a *ModificationsApi) RefundOrCancelPayment(ctx context.Context, r ModificationsApiRefundOrCancelPaymentInput) (PaymentReversalResponse, *http.Response, error) {
	panic("stub")
}

func (a *ModificationsApi) UpdateAuthorisedAmount(ctx context.Context, r ModificationsApiUpdateAuthorisedAmountInput) (PaymentAmountUpdateResponse, *http.Response, error) {
	panic("stub")
}

func (a *OrdersApi) CancelOrder(ctx context.Context, r OrdersApiCancelOrderInput) (CancelOrderResponse, *http.Response, error) {
	panic("stub")
}

func (a *OrdersApi) Orders(ctx context.Context, r OrdersApiOrdersInput) (CreateOrderResponse, *http.Response, error) {
	panic("stub")
}

func (a *PaymentLinksApi) PaymentLinks(ctx context.Context, r PaymentLinksApiPaymentLinksInput) (PaymentLinkResponse, *http.Response, error) {
	panic("stub")
}

func (a *PaymentsApi) Payments(ctx context.Context, r PaymentsApiPaymentsInput) (PaymentResponse, *http.Response, error) {
	panic("stub")
}

func (a *PaymentsApi) PaymentsDetails(ctx context.Context, r PaymentsApiPaymentsDetailsInput) (PaymentDetailsResponse, *http.Response, error) {
	panic("stub")
}

func (a *PaymentsApi) Sessions(ctx context.Context, r PaymentsApiSessionsInput) (CreateCheckoutSessionResponse, *http.Response, error) {
	panic("stub")
}

type ModificationsApiCancelAuthorisedPaymentByPspReferenceInput struct{ _ int }

func (r ModificationsApiCancelAuthorisedPaymentByPspReferenceInput) IdempotencyKey(idempotencyKey string) ModificationsApiCancelAuthorisedPaymentByPspReferenceInput {
	panic("stub")
}

func (a *ModificationsApi) CancelAuthorisedPaymentByPspReferenceInput(paymentPspReference string) ModificationsApiCancelAuthorisedPaymentByPspReferenceInput {
	panic("stub")
}

type ModificationsApiCancelAuthorisedPaymentInput struct{ _ int }

func (r ModificationsApiCancelAuthorisedPaymentInput) IdempotencyKey(idempotencyKey string) ModificationsApiCancelAuthorisedPaymentInput {
	panic("stub")
}

type ModificationsApiCaptureAuthorisedPaymentInput struct{ _ int }

func (r ModificationsApiCaptureAuthorisedPaymentInput) IdempotencyKey(idempotencyKey string) ModificationsApiCaptureAuthorisedPaymentInput {
	panic("stub")
}

func (r ModificationsApiCaptureAuthorisedPaymentInput) PaymentCaptureRequest(paymentCaptureRequest PaymentCaptureRequest) ModificationsApiCaptureAuthorisedPaymentInput {
	panic("stub")
}

func (a *ModificationsApi) CaptureAuthorisedPaymentInput(paymentPspReference string) ModificationsApiCaptureAuthorisedPaymentInput {
	panic("stub")
}

type ModificationsApiRefundCapturedPaymentInput struct{ _ int }

func (r ModificationsApiRefundCapturedPaymentInput) IdempotencyKey(idempotencyKey string) ModificationsApiRefundCapturedPaymentInput {
	panic("stub")
}

type ModificationsApiRefundOrCancelPaymentInput struct{ _ int }

func (r ModificationsApiRefundOrCancelPaymentInput) IdempotencyKey(idempotencyKey string) ModificationsApiRefundOrCancelPaymentInput {
	panic("stub")
}

type ModificationsApiUpdateAuthorisedAmountInput struct{ _ int }

func (r ModificationsApiUpdateAuthorisedAmountInput) IdempotencyKey(idempotencyKey string) ModificationsApiUpdateAuthorisedAmountInput {
	panic("stub")
}

type OrdersApiCancelOrderInput struct{ _ int }

func (r OrdersApiCancelOrderInput) IdempotencyKey(idempotencyKey string) OrdersApiCancelOrderInput {
	panic("stub")
}

type OrdersApiOrdersInput struct{ _ int }

func (r OrdersApiOrdersInput) IdempotencyKey(idempotencyKey string) OrdersApiOrdersInput {
	panic("stub")
}

type PaymentLinksApiPaymentLinksInput struct{ _ int }

func (r PaymentLinksApiPaymentLinksInput) IdempotencyKey(idempotencyKey string) PaymentLinksApiPaymentLinksInput {
	panic("stub")
}

type PaymentsApiPaymentsDetailsInput struct{ _ int }

func (r PaymentsApiPaymentsDetailsInput) IdempotencyKey(idempotencyKey string) PaymentsApiPaymentsDetailsInput {
	panic("stub")
}

type PaymentsApiPaymentsInput struct{ _ int }

func (r PaymentsApiPaymentsInput) IdempotencyKey(idempotencyKey string) PaymentsApiPaymentsInput {
	panic("stub")
}

func (r PaymentsApiPaymentsInput) PaymentRequest(paymentRequest PaymentRequest) PaymentsApiPaymentsInput {
	panic("stub")
}

func (a *PaymentsApi) PaymentsInput() PaymentsApiPaymentsInput { panic("stub") }

type PaymentsApiSessionsInput struct{ _ int }

func (r PaymentsApiSessionsInput) IdempotencyKey(idempotencyKey string) PaymentsApiSessionsInput {
	panic("stub")
}

type (
	CancelOrderResponse             struct{ _ int }
	CreateCheckoutSessionResponse   struct{ _ int }
	CreateOrderResponse             struct{ _ int }
	PaymentAmountUpdateResponse     struct{ _ int }
	PaymentCancelResponse           struct{ _ int }
	PaymentCaptureResponse          struct{ _ int }
	PaymentDetailsResponse          struct{ _ int }
	PaymentLinkResponse             struct{ _ int }
	PaymentRefundResponse           struct{ _ int }
	PaymentResponse                 struct{ _ int }
	PaymentReversalResponse         struct{ _ int }
	StandalonePaymentCancelResponse struct{ _ int }
)

type PaymentRequest struct {
	Amount          Amount
	MerchantAccount string
	Reference       string
}

type PaymentCaptureRequest struct {
	Amount          Amount
	MerchantAccount string
	Reference       *string
}

type Amount struct {
	Currency string
	Value    int64
}
