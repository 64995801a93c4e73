// Package payments is a stub, see go.mod.
package payments

type RefundRequest struct {
	Amount    int64
	Reference string
}

type (
	VoidRequest            struct{ Reference string }
	PaymentReversalRequest struct{ Reference string }

	CaptureResponse         struct{ ActionId string }
	RefundResponse          struct{ ActionId string }
	VoidResponse            struct{ ActionId string }
	PaymentReversalResponse struct{ ActionId string }
)
