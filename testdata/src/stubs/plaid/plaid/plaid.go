// Package plaid is a stub, see go.mod.
package plaid

import (
	"context"
	"net/http"
)

type Configuration struct{ _ int }

func NewConfiguration() *Configuration { panic("stub") }

type APIClient struct{ PlaidApi *PlaidApiService }

func NewAPIClient(cfg *Configuration) *APIClient { panic("stub") }

type service struct{ client *APIClient }

type PlaidApiService service

type ApiTransferCreateRequest struct {
	ApiService            *PlaidApiService
	transferCreateRequest *TransferCreateRequest
}

func (a *PlaidApiService) TransferCreate(ctx context.Context) ApiTransferCreateRequest { panic("stub") }

func (r ApiTransferCreateRequest) TransferCreateRequest(transferCreateRequest TransferCreateRequest) ApiTransferCreateRequest {
	panic("stub")
}

func (r ApiTransferCreateRequest) Execute() (TransferCreateResponse, *http.Response, error) {
	panic("stub")
}

type TransferCreateResponse struct{ RequestId string }

type ApiTransferAuthorizationCreateRequest struct {
	ApiService                         *PlaidApiService
	transferAuthorizationCreateRequest *TransferAuthorizationCreateRequest
}

func (a *PlaidApiService) TransferAuthorizationCreate(ctx context.Context) ApiTransferAuthorizationCreateRequest {
	panic("stub")
}

func (r ApiTransferAuthorizationCreateRequest) TransferAuthorizationCreateRequest(transferAuthorizationCreateRequest TransferAuthorizationCreateRequest) ApiTransferAuthorizationCreateRequest {
	panic("stub")
}

func (r ApiTransferAuthorizationCreateRequest) Execute() (TransferAuthorizationCreateResponse, *http.Response, error) {
	panic("stub")
}

type TransferAuthorizationCreateResponse struct{ RequestId string }

type ApiTransferRefundCreateRequest struct {
	ApiService                  *PlaidApiService
	transferRefundCreateRequest *TransferRefundCreateRequest
}

func (a *PlaidApiService) TransferRefundCreate(ctx context.Context) ApiTransferRefundCreateRequest {
	panic("stub")
}

func (r ApiTransferRefundCreateRequest) TransferRefundCreateRequest(transferRefundCreateRequest TransferRefundCreateRequest) ApiTransferRefundCreateRequest {
	panic("stub")
}

func (r ApiTransferRefundCreateRequest) Execute() (TransferRefundCreateResponse, *http.Response, error) {
	panic("stub")
}

type TransferRefundCreateResponse struct{ RequestId string }

type ApiTransferLedgerDepositRequest struct {
	ApiService                   *PlaidApiService
	transferLedgerDepositRequest *TransferLedgerDepositRequest
}

func (a *PlaidApiService) TransferLedgerDeposit(ctx context.Context) ApiTransferLedgerDepositRequest {
	panic("stub")
}

func (r ApiTransferLedgerDepositRequest) TransferLedgerDepositRequest(transferLedgerDepositRequest TransferLedgerDepositRequest) ApiTransferLedgerDepositRequest {
	panic("stub")
}

func (r ApiTransferLedgerDepositRequest) Execute() (TransferLedgerDepositResponse, *http.Response, error) {
	panic("stub")
}

type TransferLedgerDepositResponse struct{ RequestId string }

type ApiPaymentInitiationConsentPaymentExecuteRequest struct {
	ApiService                                    *PlaidApiService
	paymentInitiationConsentPaymentExecuteRequest *PaymentInitiationConsentPaymentExecuteRequest
}

func (a *PlaidApiService) PaymentInitiationConsentPaymentExecute(ctx context.Context) ApiPaymentInitiationConsentPaymentExecuteRequest {
	panic("stub")
}

func (r ApiPaymentInitiationConsentPaymentExecuteRequest) PaymentInitiationConsentPaymentExecuteRequest(paymentInitiationConsentPaymentExecuteRequest PaymentInitiationConsentPaymentExecuteRequest) ApiPaymentInitiationConsentPaymentExecuteRequest {
	panic("stub")
}

func (r ApiPaymentInitiationConsentPaymentExecuteRequest) Execute() (PaymentInitiationConsentPaymentExecuteResponse, *http.Response, error) {
	panic("stub")
}

type PaymentInitiationConsentPaymentExecuteResponse struct{ RequestId string }

type ApiPaymentInitiationPaymentCreateRequest struct {
	ApiService                            *PlaidApiService
	paymentInitiationPaymentCreateRequest *PaymentInitiationPaymentCreateRequest
}

func (a *PlaidApiService) PaymentInitiationPaymentCreate(ctx context.Context) ApiPaymentInitiationPaymentCreateRequest {
	panic("stub")
}

func (r ApiPaymentInitiationPaymentCreateRequest) PaymentInitiationPaymentCreateRequest(paymentInitiationPaymentCreateRequest PaymentInitiationPaymentCreateRequest) ApiPaymentInitiationPaymentCreateRequest {
	panic("stub")
}

func (r ApiPaymentInitiationPaymentCreateRequest) Execute() (PaymentInitiationPaymentCreateResponse, *http.Response, error) {
	panic("stub")
}

type PaymentInitiationPaymentCreateResponse struct{ RequestId string }

type TransferCreateRequest struct {
	IdempotencyKey  *string
	AccessToken     string
	AccountId       string
	AuthorizationId string
	Amount          *string
	Description     string
}

func NewTransferCreateRequest(accessToken string, accountId string, authorizationId string, description string) *TransferCreateRequest {
	panic("stub")
}

func (o *TransferCreateRequest) SetIdempotencyKey(v string) { panic("stub") }

type TransferAuthorizationCreateRequest struct {
	AccessToken    string
	AccountId      string
	Amount         string
	IdempotencyKey NullableString
}

func (o *TransferAuthorizationCreateRequest) SetIdempotencyKey(v string) { panic("stub") }

type TransferRefundCreateRequest struct {
	TransferId     string
	Amount         string
	IdempotencyKey string
}

func NewTransferRefundCreateRequest(transferId string, amount string, idempotencyKey string) *TransferRefundCreateRequest {
	panic("stub")
}

func (o *TransferRefundCreateRequest) SetIdempotencyKey(v string) { panic("stub") }

type TransferLedgerDepositRequest struct {
	Amount         string
	IdempotencyKey string
	Network        TransferACHNetwork
}

func NewTransferLedgerDepositRequest(amount string, idempotencyKey string, network TransferACHNetwork) *TransferLedgerDepositRequest {
	panic("stub")
}

func (o *TransferLedgerDepositRequest) SetIdempotencyKey(v string) { panic("stub") }

type PaymentInitiationConsentPaymentExecuteRequest struct {
	ConsentId      string
	Amount         PaymentAmount
	IdempotencyKey string
}

func NewPaymentInitiationConsentPaymentExecuteRequest(consentId string, amount PaymentAmount, idempotencyKey string) *PaymentInitiationConsentPaymentExecuteRequest {
	panic("stub")
}

func (o *PaymentInitiationConsentPaymentExecuteRequest) SetIdempotencyKey(v string) { panic("stub") }

type PaymentInitiationPaymentCreateRequest struct {
	RecipientId string
	Reference   string
	Amount      PaymentAmount
}

type PaymentAmount struct {
	Currency PaymentAmountCurrency
	Value    float64
}

type PaymentAmountCurrency string

type TransferACHNetwork string

type NullableString struct{ _ int }

func NewNullableString(val *string) *NullableString { panic("stub") }
