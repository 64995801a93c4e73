package use

import (
	"context"

	"github.com/aws/aws-sdk-go-v2/service/sesv2"
)

func run(ctx context.Context, client *sesv2.Client) {
	client.SendEmail(ctx, &sesv2.SendEmailInput{}) // is: effect notify, call
}
