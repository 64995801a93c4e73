package main

import (
	"testing"

	"github.com/aws/aws-lambda-go/events"
	"github.com/stripe/stripe-go/v82"
)

func TestHandle(t *testing.T) {
	s := &service{gw: &fakeGateway{client: stripe.NewClient("sk_test")}}
	if err := s.handle(t.Context(), events.SQSEvent{}); err != nil {
		t.Fatal(err)
	}
}
