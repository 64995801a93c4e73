package use

import "net/http"

// doer is what most programs put before an http.Client.
type doer interface {
	Do(*http.Request) (*http.Response, error)
}

func run(client *http.Client, d doer, req *http.Request) {
	client.Do(req)                                            // is: effect http, request, key in header Idempotency-Key
	d.Do(req)                                                 // is: effect http, request, key in header Idempotency-Key
	http.Post("https://example.com", "application/json", nil) // is: effect http, request
	client.PostForm("https://example.com", nil)               // is: effect http, request
	http.Get("https://example.com")                           // is: read http
}
