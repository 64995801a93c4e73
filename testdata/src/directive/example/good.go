package example

import (
	"bytes"
	"net/http"

	"github.com/nats-io/nats.go"
)

// ListenKnowing opens the valve for every dry reading.
func ListenKnowing(nc *nats.Conn) (*nats.Subscription, error) {
	return nc.Subscribe("dry", func(m *nats.Msg) {
		//idemlint:ignore IDM001 the valve ignores pulses within a minute of the last
		resp, err := http.Post(valve, "text/plain", bytes.NewReader(m.Data))
		if err == nil {
			resp.Body.Close()
		}
	})
}
