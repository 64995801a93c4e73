package use

import (
	"github.com/aws/aws-sdk-go/aws"
	"github.com/aws/aws-sdk-go/service/eventbridge"
	"github.com/aws/aws-sdk-go/service/eventbridge/eventbridgeiface"
)

type announcer struct {
	bus eventbridgeiface.EventBridgeAPI
}

// paid announces a payment, and takes entries that were refused for a failure.
func (a *announcer) paid(ctx aws.Context, detail string) (int64, error) {
	out, err := a.bus.PutEventsWithContext(ctx, &eventbridge.PutEventsInput{ // is: effect publish, publish; failures FailedEntryCount, Entries
		Entries: []*eventbridge.PutEventsRequestEntry{{
			EventBusName: aws.String("orders"),
			Source:       aws.String("shop"),
			DetailType:   aws.String("paid"),
			Detail:       aws.String(detail),
		}},
	})
	if err != nil {
		return 0, err
	}
	return aws.Int64Value(out.FailedEntryCount), nil
}

func partners(client *eventbridge.EventBridge, entries []*eventbridge.PutPartnerEventsRequestEntry) error {
	_, err := client.PutPartnerEvents(&eventbridge.PutPartnerEventsInput{Entries: entries}) // is: effect publish, publish; failures FailedEntryCount, Entries
	return err
}
