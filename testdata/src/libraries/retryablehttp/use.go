package use

import "github.com/hashicorp/go-retryablehttp"

func run(client *retryablehttp.Client, req *retryablehttp.Request) {
	client.Do(req)                                                     // is: effect http, request, key in header Idempotency-Key
	retryablehttp.Post("https://example.com", "application/json", nil) // is: effect http, request
}
