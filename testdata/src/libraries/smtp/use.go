package use

import "net/smtp"

func run() {
	smtp.SendMail("localhost:25", nil, "", nil, nil) // is: effect notify, call
}
