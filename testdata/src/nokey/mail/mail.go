// Package mail writes to people from the loop of an SQS queue.
package mail

import (
	"context"
	"encoding/json"
	"fmt"
	"net/smtp"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/sesv2"
	sestypes "github.com/aws/aws-sdk-go-v2/service/sesv2/types"
	"github.com/aws/aws-sdk-go-v2/service/sqs"
	"github.com/aws/aws-sdk-go-v2/service/sqs/types"
	"github.com/resend/resend-go/v2"
	"github.com/sendgrid/sendgrid-go"
	"github.com/sendgrid/sendgrid-go/helpers/mail"
)

type booked struct {
	Booking string `json:"booking"`
	Guest   string `json:"guest"`
}

type worker struct {
	queue    *sqs.Client
	url      string
	sendgrid *sendgrid.Client
	resend   *resend.Client
	ses      *sesv2.Client
}

// Poll reads the queue once.
func (w *worker) Poll(ctx context.Context) error {
	out, err := w.queue.ReceiveMessage(ctx, &sqs.ReceiveMessageInput{QueueUrl: &w.url})
	if err != nil {
		return err
	}
	for _, m := range out.Messages {
		if err := w.confirm(ctx, m); err != nil {
			return fmt.Errorf("message %s: %w", aws.ToString(m.MessageId), err)
		}
		_, err := w.queue.DeleteMessage(ctx, &sqs.DeleteMessageInput{QueueUrl: &w.url, ReceiptHandle: m.ReceiptHandle})
		if err != nil {
			return err
		}
	}
	return nil
}

func (w *worker) confirm(ctx context.Context, m types.Message) error {
	var b booked
	if err := json.Unmarshal([]byte(aws.ToString(m.Body)), &b); err != nil {
		return err
	}
	text := "We have you down as " + b.Booking

	letter := mail.NewSingleEmailPlainText(mail.NewEmail("", "desk@example.com"), "Booked", mail.NewEmail("", b.Guest), text)
	if _, err := w.sendgrid.SendWithContext(ctx, letter); err != nil { // want IDM001 "notification w.sendgrid.SendWithContext" "mail.(*worker).Poll"
		return err
	}
	_, err := w.ses.SendEmail(ctx, &sesv2.SendEmailInput{ // want IDM001 "notification w.ses.SendEmail"
		Destination: &sestypes.Destination{ToAddresses: []string{b.Guest}},
	})
	if err != nil {
		return err
	}
	if err := smtp.SendMail("localhost:25", nil, "desk@example.com", []string{b.Guest}, []byte(text)); err != nil { // want IDM001 "notification smtp.SendMail"
		return err
	}

	bare := &resend.SendEmailRequest{To: []string{b.Guest}, Text: text}
	if _, err := w.resend.Emails.SendWithContext(ctx, bare); err != nil { // want IDM001 "notification w.resend.Emails.SendWithContext"
		return err
	}
	// The same provider takes a key.
	note := &resend.SendEmailRequest{To: []string{b.Guest}, Text: text, Subject: "Booked"}
	_, err = w.resend.Emails.SendWithOptions(ctx, note, &resend.SendEmailOptions{IdempotencyKey: "booked/" + b.Booking})
	return err
}
