package use

import "github.com/go-resty/resty/v2"

func run(client *resty.Client) {
	client.R().SetHeader("Idempotency-Key", "order").Post("https://example.com") // is: effect http, request
	client.R().Get("https://example.com")
}
