package use

import (
	"github.com/aws/aws-sdk-go/aws"
	"github.com/aws/aws-sdk-go/service/ses"
	"github.com/aws/aws-sdk-go/service/ses/sesiface"
	"github.com/aws/aws-sdk-go/service/sesv2"
)

func confirm(ctx aws.Context, mail sesiface.SESAPI, to, text string) error {
	_, err := mail.SendEmailWithContext(ctx, &ses.SendEmailInput{ // is: effect notify, call
		Source:      aws.String("shop@example.com"),
		Destination: &ses.Destination{ToAddresses: []*string{aws.String(to)}},
		Message: &ses.Message{
			Subject: &ses.Content{Data: aws.String("Your order")},
			Body:    &ses.Body{Text: &ses.Content{Data: aws.String(text)}},
		},
	})
	return err
}

func announce(client *sesv2.SESV2, entries []*sesv2.BulkEmailEntry) ([]*sesv2.BulkEmailEntryResult, error) {
	out, err := client.SendBulkEmail(&sesv2.SendBulkEmailInput{BulkEmailEntries: entries}) // is: effect notify, call; failures BulkEmailEntryResults
	if err != nil {
		return nil, err
	}
	return out.BulkEmailEntryResults, nil
}
