package use

import (
	"github.com/twilio/twilio-go"
	api "github.com/twilio/twilio-go/rest/api/v2010"
)

func run(client *twilio.RestClient) {
	client.Api.CreateMessage(&api.CreateMessageParams{}) // is: effect notify, call
}
