package use

import (
	"context"

	"github.com/aws/aws-sdk-go-v2/service/sqs"
	"github.com/aws/aws-sdk-go-v2/service/sqs/types"
)

func poll(ctx context.Context, client *sqs.Client) error {
	out, err := client.ReceiveMessage(ctx, &sqs.ReceiveMessageInput{}) // is: receive sqs
	if err != nil {
		return err
	}
	for _, m := range out.Messages {
		if err := handle(ctx, m); err != nil {
			return err
		}
		_, err := client.DeleteMessage(ctx, &sqs.DeleteMessageInput{ReceiptHandle: m.ReceiptHandle}) // is: ack ack; new each delivery
		if err != nil {
			return err
		}
	}
	return nil
}

func handle(ctx context.Context, m types.Message) error { return nil } // is: delivery sqs; message sqs-v2

// sender is a user's own narrow interface.
type sender interface {
	SendMessage(context.Context, *sqs.SendMessageInput, ...func(*sqs.Options)) (*sqs.SendMessageOutput, error)
}

func send(ctx context.Context, s sender, client *sqs.Client) {
	s.SendMessage(ctx, &sqs.SendMessageInput{})                              // is: effect publish, publish, key in field MessageDeduplicationId or header Event-Id
	client.SendMessageBatch(ctx, &sqs.SendMessageBatchInput{})               // is: effect publish, publish, key in field MessageDeduplicationId or header Event-Id; failures Failed
	client.ChangeMessageVisibility(ctx, &sqs.ChangeMessageVisibilityInput{}) // is: ack extend
}
