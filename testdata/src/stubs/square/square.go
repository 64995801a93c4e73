// Package square is a stub, see go.mod.
package square

type CreatePaymentRequest struct {
	IdempotencyKey string
	SourceID       string
	AmountMoney    *Money
	ReferenceID    *string
}

func (c *CreatePaymentRequest) SetIdempotencyKey(idempotencyKey string) { panic("stub") }

type UpdatePaymentRequest struct {
	IdempotencyKey string
	PaymentID      string
}

func (u *UpdatePaymentRequest) SetIdempotencyKey(idempotencyKey string) { panic("stub") }

type RefundPaymentRequest struct {
	IdempotencyKey string
	PaymentID      *string
	AmountMoney    *Money
}

func (r *RefundPaymentRequest) SetIdempotencyKey(idempotencyKey string) { panic("stub") }

type CreateOrderRequest struct {
	IdempotencyKey *string
	Order          *Order
}

func (c *CreateOrderRequest) SetIdempotencyKey(idempotencyKey *string) { panic("stub") }

type PayOrderRequest struct {
	IdempotencyKey string
	OrderID        string
	PaymentIDs     []string
}

func (p *PayOrderRequest) SetIdempotencyKey(idempotencyKey string) { panic("stub") }

type CloneOrderRequest struct {
	IdempotencyKey *string
	OrderID        string
}

func (c *CloneOrderRequest) SetIdempotencyKey(idempotencyKey *string) { panic("stub") }

type UpdateOrderRequest struct {
	IdempotencyKey *string
	OrderID        string
}

func (u *UpdateOrderRequest) SetIdempotencyKey(idempotencyKey *string) { panic("stub") }

type BatchChangeInventoryRequest struct {
	IdempotencyKey string
	Changes        []*InventoryChange
}

func (b *BatchChangeInventoryRequest) SetIdempotencyKey(idempotencyKey string) { panic("stub") }

type (
	CompletePaymentRequest               struct{ PaymentID string }
	CancelPaymentsRequest                struct{ PaymentID string }
	CancelPaymentByIdempotencyKeyRequest struct{ IdempotencyKey string }

	Money           struct{ Amount *int64 }
	Order           struct{ LocationID string }
	InventoryChange struct{ Adjustment *InventoryAdjustment }

	InventoryAdjustment struct{ Quantity *string }
)

type (
	CreatePaymentResponse                 struct{ Payment *Payment }
	UpdatePaymentResponse                 struct{ Payment *Payment }
	CompletePaymentResponse               struct{ Payment *Payment }
	CancelPaymentResponse                 struct{ Payment *Payment }
	CancelPaymentByIdempotencyKeyResponse struct{ _ int }
	RefundPaymentResponse                 struct{ _ int }
	CreateOrderResponse                   struct{ Order *Order }
	PayOrderResponse                      struct{ Order *Order }
	CloneOrderResponse                    struct{ Order *Order }
	UpdateOrderResponse                   struct{ Order *Order }
	BatchChangeInventoryResponse          struct{ _ int }

	Payment struct{ ID *string }
)
