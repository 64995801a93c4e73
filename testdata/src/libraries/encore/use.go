package use

import (
	"context"

	"encore.dev"
	"encore.dev/pubsub"
)

type paid struct{ Order string }

var orders = pubsub.NewTopic[*paid]("orders", pubsub.TopicConfig{DeliveryGuarantee: pubsub.AtLeastOnce})

var _ = pubsub.NewSubscription(orders, "ship", pubsub.SubscriptionConfig[*paid]{
	Handler: ship, // is: handler encore
})

type service struct{}

var _ = pubsub.NewSubscription(orders, "mail", pubsub.SubscriptionConfig[*paid]{
	Handler: pubsub.MethodHandler((*service).Mail), // is: handler encore; handler encore, arg handler
})

func (s *service) Mail(ctx context.Context, event *paid) error { return nil }

func ship(ctx context.Context, event *paid) error {
	if m := encore.CurrentRequest().Message; m != nil && m.DeliveryAttempt > 5 { // is: attempt
		return park(ctx, m.ID, event) // is: transport
	}
	_, err := orders.Publish(ctx, &paid{Order: event.Order}) // is: effect publish, publish
	return err
}

func park(ctx context.Context, id string, event *paid) error { return nil }
