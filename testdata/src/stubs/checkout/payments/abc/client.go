// Package abc is a stub, see go.mod.
package abc

import (
	"context"

	"github.com/checkout/checkout-sdk-go/v2/payments"
)

type Client struct{ _ int }

type PaymentRequest struct {
	Amount    int64
	Reference string
}

type (
	PayoutRequest   struct{ Reference string }
	CaptureRequest  struct{ Reference string }
	PaymentResponse struct{ Id string }
)

func (c *Client) CapturePayment(paymentId string, captureRequest CaptureRequest, idempotencyKey *string) (*payments.CaptureResponse, error) {
	panic("stub")
}

func (c *Client) CapturePaymentWithContext(ctx context.Context, paymentId string, captureRequest CaptureRequest, idempotencyKey *string) (*payments.CaptureResponse, error) {
	panic("stub")
}

func (c *Client) CapturePaymentWithoutRequest(paymentId string, idempotencyKey *string) (*payments.CaptureResponse, error) {
	panic("stub")
}

func (c *Client) CapturePaymentWithoutRequestWithContext(ctx context.Context, paymentId string, idempotencyKey *string) (*payments.CaptureResponse, error) {
	panic("stub")
}

func (c *Client) RefundPayment(paymentId string, refundRequest *payments.RefundRequest, idempotencyKey *string) (*payments.RefundResponse, error) {
	panic("stub")
}

func (c *Client) RefundPaymentWithContext(ctx context.Context, paymentId string, refundRequest *payments.RefundRequest, idempotencyKey *string) (*payments.RefundResponse, error) {
	panic("stub")
}

func (c *Client) RequestPayment(request PaymentRequest, idempotencyKey *string) (*PaymentResponse, error) {
	panic("stub")
}

func (c *Client) RequestPaymentWithContext(ctx context.Context, request PaymentRequest, idempotencyKey *string) (*PaymentResponse, error) {
	panic("stub")
}

func (c *Client) RequestPayout(request PayoutRequest, idempotencyKey *string) (*PaymentResponse, error) {
	panic("stub")
}

func (c *Client) RequestPayoutWithContext(ctx context.Context, request PayoutRequest, idempotencyKey *string) (*PaymentResponse, error) {
	panic("stub")
}

func (c *Client) VoidPayment(paymentId string, voidRequest *payments.VoidRequest, idempotencyKey *string) (*payments.VoidResponse, error) {
	panic("stub")
}

func (c *Client) VoidPaymentWithContext(ctx context.Context, paymentId string, voidRequest *payments.VoidRequest, idempotencyKey *string) (*payments.VoidResponse, error) {
	panic("stub")
}
