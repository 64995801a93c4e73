package use

import (
	"context"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/ses"
	"github.com/aws/aws-sdk-go-v2/service/ses/types"
)

func confirm(ctx context.Context, client *ses.Client, to, text string) error {
	_, err := client.SendEmail(ctx, &ses.SendEmailInput{ // is: effect notify, call
		Source:      aws.String("shop@example.com"),
		Destination: &types.Destination{ToAddresses: []string{to}},
		Message: &types.Message{
			Subject: &types.Content{Data: aws.String("Your order")},
			Body:    &types.Body{Text: &types.Content{Data: aws.String(text)}},
		},
	})
	return err
}

func announce(ctx context.Context, client *ses.Client, to []types.BulkEmailDestination) ([]types.BulkEmailDestinationStatus, error) {
	out, err := client.SendBulkTemplatedEmail(ctx, &ses.SendBulkTemplatedEmailInput{ // is: effect notify, call; failures Status
		Template:     aws.String("sale"),
		Destinations: to,
	})
	if err != nil {
		return nil, err
	}
	return out.Status, nil
}
