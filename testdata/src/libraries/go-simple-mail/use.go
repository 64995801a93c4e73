package use

import mail "github.com/xhit/go-simple-mail/v2"

func confirm(server *mail.SMTPServer, to, order, text string) error {
	client, err := server.Connect()
	if err != nil {
		return err
	}
	email := mail.NewMSG()
	email.SetFrom("shop@example.com").AddTo(to).SetSubject("Your order")
	email.AddHeader("Message-Id", "<"+order+"@example.com>")
	email.SetBody(mail.TextPlain, text)
	if email.Error != nil {
		return email.Error
	}
	return email.Send(client) // is: effect notify, call, key in header Message-Id
}
