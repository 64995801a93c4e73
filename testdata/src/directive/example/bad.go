// Package example waters greenhouses.
package example

import (
	"bytes"
	"net/http"

	"github.com/nats-io/nats.go"
)

const valve = "http://valve.greenhouse.local/pulses"

// Listen opens the valve for every dry reading.
func Listen(nc *nats.Conn) (*nats.Subscription, error) {
	return nc.Subscribe("dry", func(m *nats.Msg) {
		//idemlint:ignore IDM001
		resp, err := http.Post(valve, "text/plain", bytes.NewReader(m.Data)) // want IDM001 "request http.Post" -1:IDM900 "//idemlint:ignore IDM001" "reason"
		if err == nil {
			resp.Body.Close()
		}
	})
}
