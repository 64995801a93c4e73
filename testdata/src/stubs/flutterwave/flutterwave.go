// Package flutterwave is a stub, see go.mod.
package flutterwave

import "context"

type Client struct {
	Bills        *billsService
	Transactions *transactionsService
}

type ClientOption interface{ apply(*int) }

func New(options ...ClientOption) *Client { panic("stub") }

func WithSecretKey(secretKey string) ClientOption { panic("stub") }

type (
	service             struct{ _ int }
	billsService        service
	transactionsService service
)

type BillsCreatePaymentRequest struct {
	Country   string
	Customer  string
	Amount    int
	Type      string
	Reference string
}

type (
	Response                   struct{ _ int }
	BillsCreatePaymentResponse struct{ Status string }
	RefundTransactionResponse  struct{ Status string }
)

func (service *billsService) CreatePayment(ctx context.Context, payload *BillsCreatePaymentRequest) (*BillsCreatePaymentResponse, *Response, error) {
	panic("stub")
}

func (service *transactionsService) Refund(ctx context.Context, transactionID int64, amount int32) (*RefundTransactionResponse, *Response, error) {
	panic("stub")
}
