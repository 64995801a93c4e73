package use

import (
	"github.com/sendgrid/sendgrid-go"
	"github.com/sendgrid/sendgrid-go/helpers/mail"
)

func run(client *sendgrid.Client, m *mail.SGMailV3) error {
	if _, err := client.Send(m); err != nil { // is: effect notify, call
		return err
	}
	req := sendgrid.GetRequest("key", "/v3/mail/send", "")
	_, err := sendgrid.API(req) // is: effect notify, call
	return err
}
