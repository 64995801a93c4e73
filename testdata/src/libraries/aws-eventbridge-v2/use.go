package use

import (
	"context"
	"fmt"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/eventbridge"
	"github.com/aws/aws-sdk-go-v2/service/eventbridge/types"
)

// bus is a user's own narrow interface.
type bus interface {
	PutEvents(context.Context, *eventbridge.PutEventsInput, ...func(*eventbridge.Options)) (*eventbridge.PutEventsOutput, error)
}

func paid(ctx context.Context, b bus, detail string) error {
	out, err := b.PutEvents(ctx, &eventbridge.PutEventsInput{ // is: effect publish, publish; failures FailedEntryCount, Entries
		Entries: []types.PutEventsRequestEntry{{
			EventBusName: aws.String("orders"),
			Source:       aws.String("shop"),
			DetailType:   aws.String("paid"),
			Detail:       aws.String(detail),
		}},
	})
	if err == nil && out.FailedEntryCount > 0 {
		err = fmt.Errorf("%d entries were refused", out.FailedEntryCount)
	}
	return err
}

func shipped(ctx context.Context, client *eventbridge.Client, entries []types.PutEventsRequestEntry) error {
	_, err := client.PutEvents(ctx, &eventbridge.PutEventsInput{Entries: entries}) // is: effect publish, publish; failures FailedEntryCount, Entries
	return err
}
