package use

import (
	"context"
	"time"

	"resty.dev/v3"
)

func newClient() *resty.Client {
	return resty.New().SetTimeout(5 * time.Second).SetRetryCount(3).SetRetryWaitTime(time.Second) // is: sets wait; sets retries; sets timeout
}

func charge(ctx context.Context, client *resty.Client, order string) error {
	_, err := client.R().SetContext(ctx).
		SetHeader("Idempotency-Key", order).
		SetBody(map[string]string{"order": order}).
		Post("https://pay.example.com/charges") // is: effect http, request, key in header Idempotency-Key
	return err
}

func status(client *resty.Client, order string) (*resty.Response, error) {
	return client.R().SetPathParam("order", order).Get("https://pay.example.com/charges/{order}") // is: read http
}
