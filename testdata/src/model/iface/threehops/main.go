// Command threehops wires a handler, a service and a gateway that only know
// each other's interfaces.
package main

import (
	"github.com/aws/aws-lambda-go/lambda"
	"github.com/stripe/stripe-go/v82"

	"example.com/fixtures/model/iface/threehops/checkout"
	"example.com/fixtures/model/iface/threehops/gateway"
	"example.com/fixtures/model/iface/threehops/payments"
)

func main() {
	client := stripe.NewClient("sk_test")
	gw := &gateway.Stripe{Client: client, Doer: gateway.Direct{Client: client}}
	consumer := checkout.New(payments.NewService(gw, gw))
	lambda.Start(consumer.Handle)
}
