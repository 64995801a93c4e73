package use

import "net/http"

// doer is what most programs put before an http.Client.
type doer interface {
	Do(*http.Request) (*http.Response, error) // is: delivery pubsub
}

func run(client *http.Client, d doer, req *http.Request) { // is: delivery pubsub
	client.Do(req)                                            // is: effect http, request
	d.Do(req)                                                 // is: effect http, request
	http.Post("https://example.com", "application/json", nil) // is: effect http, request
	client.PostForm("https://example.com", nil)               // is: effect http, request
	http.Get("https://example.com")
}
