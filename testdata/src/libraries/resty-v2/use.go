package use

import "github.com/go-resty/resty/v2"

func run(client *resty.Client) {
	client.R().SetHeader("Idempotency-Key", "order").Post("https://example.com") // is: effect http, request, key in header Idempotency-Key
	client.R().Get("https://example.com")                                        // is: read http
}
