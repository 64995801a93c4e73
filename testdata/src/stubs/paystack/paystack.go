// Package paystack is a stub, see go.mod.
package paystack

import "net/http"

type Client struct {
	Charge      *ChargeService
	Transaction *TransactionService
	Transfer    *TransferService
}

func NewClient(key string, httpClient *http.Client) *Client { panic("stub") }

type (
	service            struct{ _ int }
	ChargeService      service
	TransactionService service
	TransferService    service
)

type Response map[string]interface{}

type TransactionRequest struct {
	Reference         string
	AuthorizationCode string
	Amount            float32
	Email             string
}

type TransferRequest struct {
	Source    string
	Amount    float32
	Reason    string
	Recipient string
}

type (
	BulkTransfer  struct{ Transfers []map[string]interface{} }
	ChargeRequest struct{ Email string }
	Transaction   struct{ ID int }
	Transfer      struct{ TransferCode string }
)

func (s *ChargeService) Create(req *ChargeRequest) (Response, error) { panic("stub") }

func (s *TransactionService) ChargeAuthorization(req *TransactionRequest) (*Transaction, error) {
	panic("stub")
}

func (s *TransactionService) Initialize(txn *TransactionRequest) (Response, error) { panic("stub") }

func (s *TransferService) Finalize(code, otp string) (Response, error) { panic("stub") }

func (s *TransferService) Initiate(req *TransferRequest) (*Transfer, error) { panic("stub") }

func (s *TransferService) MakeBulkTransfer(req *BulkTransfer) (Response, error) { panic("stub") }
