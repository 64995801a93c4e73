package use

import (
	"context"

	"firebase.google.com/go/v4/messaging"
)

func run(ctx context.Context, client *messaging.Client, m *messaging.Message, each *messaging.MulticastMessage) error {
	if _, err := client.Send(ctx, m); err != nil { // is: effect notify, call
		return err
	}
	if _, err := client.SubscribeToTopic(ctx, each.Tokens, "offers"); err != nil { // is: effect notify, set, natural; failures FailureCount, Errors
		return err
	}
	res, err := client.SendEachForMulticast(ctx, each) // is: effect notify, call; failures FailureCount, Responses
	if err != nil || res.FailureCount > 0 {
		return err
	}
	_, err = client.SendEach(ctx, []*messaging.Message{m}) // is: effect notify, call; failures FailureCount, Responses
	return err
}
