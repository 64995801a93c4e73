// Package nas is a stub, see go.mod.
package nas

import (
	payments "github.com/checkout/checkout-sdk-go/v2/payments/nas"
	"github.com/checkout/checkout-sdk-go/v2/transfers"
)

type Api struct {
	Payments  *payments.Client
	Transfers *transfers.Client
}
