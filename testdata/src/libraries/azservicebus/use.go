package use

import (
	"context"

	"github.com/Azure/azure-sdk-for-go/sdk/messaging/azservicebus"
)

func run(ctx context.Context, r *azservicebus.Receiver, s *azservicebus.Sender) {
	messages, _ := r.ReceiveMessages(ctx, 1, nil) // is: receive servicebus
	for _, m := range messages {
		r.CompleteMessage(ctx, m, nil) // is: ack ack
	}
	s.SendMessage(ctx, &azservicebus.Message{}, nil) // is: effect publish, publish, key in field MessageID or header Event-Id
}
