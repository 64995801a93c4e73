package use

import (
	"context"
	"fmt"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/sns"
	"github.com/aws/aws-sdk-go-v2/service/sns/types"
)

func paid(ctx context.Context, client *sns.Client, order, text string) error {
	_, err := client.Publish(ctx, &sns.PublishInput{ // is: effect publish, publish, key in field MessageDeduplicationId or header Event-Id
		TopicArn: aws.String("arn:aws:sns:eu-west-1:1:orders"),
		Message:  aws.String(text),
		MessageAttributes: map[string]types.MessageAttributeValue{
			"event_id": {DataType: aws.String("String"), StringValue: aws.String(order)},
		},
	})
	return err
}

func paidAll(ctx context.Context, client *sns.Client, entries []types.PublishBatchRequestEntry) error {
	out, err := client.PublishBatch(ctx, &sns.PublishBatchInput{ // is: effect publish, publish, key in field MessageDeduplicationId or header Event-Id; failures Failed
		TopicArn:                   aws.String("arn:aws:sns:eu-west-1:1:orders"),
		PublishBatchRequestEntries: entries,
	})
	if err == nil && len(out.Failed) > 0 {
		err = fmt.Errorf("%d messages were not taken", len(out.Failed))
	}
	return err
}
