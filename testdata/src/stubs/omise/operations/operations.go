// Package operations is a stub, see go.mod.
package operations

import "github.com/omise/omise-go/internal"

type CreateCharge struct {
	Amount   int64
	Currency string
	Card     string
}

type CreateRefund struct {
	ChargeID string
	Amount   int64
}

type CreateTransfer struct {
	Amount    int64
	Recipient string
	IdempKey  string
}

type CaptureCharge struct{ ChargeID string }

type RetrieveCharge struct{ ChargeID string }

func (req *CreateCharge) Describe() *internal.Description { panic("stub") }

func (req *CreateRefund) Describe() *internal.Description { panic("stub") }

func (req *CreateTransfer) Describe() *internal.Description { panic("stub") }

func (req *CaptureCharge) Describe() *internal.Description { panic("stub") }

func (req *RetrieveCharge) Describe() *internal.Description { panic("stub") }
