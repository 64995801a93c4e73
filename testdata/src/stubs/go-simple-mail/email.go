// Package mail is a stub, see go.mod.
package mail

import "time"

type SMTPServer struct {
	Host           string
	Port           int
	Username       string
	Password       string
	ConnectTimeout time.Duration
	SendTimeout    time.Duration
}

type SMTPClient struct {
	KeepAlive   bool
	SendTimeout time.Duration
}

type Email struct{ Error error }

type contentType int

const (
	TextPlain contentType = iota
	TextHTML
)

func NewSMTPClient() *SMTPServer { panic("stub") }

func (server *SMTPServer) Connect() (*SMTPClient, error) { panic("stub") }

func NewMSG() *Email { panic("stub") }

func (email *Email) SetFrom(address string) *Email { panic("stub") }

func (email *Email) AddTo(addresses ...string) *Email { panic("stub") }

func (email *Email) SetSubject(subject string) *Email { panic("stub") }

func (email *Email) SetBody(contentType contentType, body string) *Email { panic("stub") }

func (email *Email) AddHeader(header string, values ...string) *Email { panic("stub") }

func (email *Email) Send(client *SMTPClient) error { panic("stub") }

func (email *Email) SendEnvelopeFrom(from string, client *SMTPClient) error { panic("stub") }
