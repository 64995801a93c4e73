package use

import "github.com/jordan-wright/email"

func run(m *email.Email) error { return m.Send("localhost:25", nil) } // is: effect notify, call, key in header Message-Id
