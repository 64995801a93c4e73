package use

import (
	"context"

	"github.com/stripe/stripe-go/v82"
	"github.com/stripe/stripe-go/v82/checkout/session"
	"github.com/stripe/stripe-go/v82/client"
	"github.com/stripe/stripe-go/v82/paymentintent"
	"github.com/stripe/stripe-go/v82/refund"
)

func run(ctx context.Context, sc *stripe.Client, api *client.API) {
	params := &stripe.PaymentIntentParams{}
	params.SetIdempotencyKey("order")
	paymentintent.New(params) // is: effect money, call, key in field IdempotencyKey or setter SetIdempotencyKey or header Idempotency-Key
	paymentintent.Get("pi", nil)
	paymentintent.Capture("pi", &stripe.PaymentIntentCaptureParams{})    // is: effect money, call, key in field IdempotencyKey or setter SetIdempotencyKey or header Idempotency-Key
	paymentintent.Cancel("pi", nil)                                      // is: effect money, transition, key in field IdempotencyKey or setter SetIdempotencyKey or header Idempotency-Key
	refund.New(&stripe.RefundParams{})                                   // is: effect money, call, key in field IdempotencyKey or setter SetIdempotencyKey or header Idempotency-Key
	session.New(&stripe.CheckoutSessionParams{})                         // is: effect money, call, key in field IdempotencyKey or setter SetIdempotencyKey or header Idempotency-Key
	api.PaymentIntents.New(params)                                       // is: effect money, call, key in field IdempotencyKey or setter SetIdempotencyKey or header Idempotency-Key
	sc.V1PaymentIntents.Create(ctx, &stripe.PaymentIntentCreateParams{}) // is: effect money, call, key in field IdempotencyKey or setter SetIdempotencyKey or header Idempotency-Key
	sc.V1PaymentIntents.Retrieve(ctx, "pi", nil)
	_ = stripe.NewIdempotencyKey() // is: key fresh
}
