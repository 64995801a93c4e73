package use

import (
	"encoding/json"
	"net/http"
)

type push struct {
	Message struct {
		Data      []byte `json:"data"`
		MessageID string `json:"messageId"`
	} `json:"message"`
	Subscription string `json:"subscription"`
}

func serve(charge func(order []byte) error) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) { // is: delivery pubsub
		var p push
		if err := json.NewDecoder(r.Body).Decode(&p); err != nil { // is: key derived, into v; key derived
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		if err := charge(p.Message.Data); err != nil {
			http.Error(w, "again", http.StatusServiceUnavailable)
		}
	}
}
