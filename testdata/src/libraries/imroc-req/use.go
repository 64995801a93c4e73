package use

import (
	"context"
	"time"

	"github.com/imroc/req/v3"
)

var client = req.C().SetTimeout(5 * time.Second)

func charge(ctx context.Context, order string) error {
	return client.R().SetContext(ctx).
		SetHeader("Idempotency-Key", order).
		SetBodyJsonMarshal(map[string]string{"order": order}).
		MustPost("https://pay.example.com/charges").Err // is: effect http, request, key in header Idempotency-Key
}

func cancel(order string) error {
	_, err := client.R().SetPathParam("order", order).Delete("https://pay.example.com/charges/{order}") // is: effect http, request, key in header Idempotency-Key
	return err
}

func notify() error {
	_, err := req.Post("https://pay.example.com/ping") // is: effect http, request
	return err
}
