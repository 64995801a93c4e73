package use

import (
	"encoding/json"
	"net/http"

	"github.com/aws/aws-lambda-go/events"
)

func serve(charge func(order string) error) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) { // is: delivery sns
		var m events.SNSEntity
		if err := json.NewDecoder(r.Body).Decode(&m); err != nil { // is: key derived, into v; key derived
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		if err := charge(m.Message); err != nil { // is: business
			http.Error(w, m.MessageID, http.StatusInternalServerError) // is: transport
		}
	}
}
