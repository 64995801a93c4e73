package use

import (
	"github.com/aws/aws-sdk-go/aws"
	"github.com/aws/aws-sdk-go/service/sns"
	"github.com/aws/aws-sdk-go/service/sns/snsiface"
)

func paid(ctx aws.Context, topics snsiface.SNSAPI, order, text string) error {
	_, err := topics.PublishWithContext(ctx, &sns.PublishInput{ // is: effect publish, publish, key in field MessageDeduplicationId or header Event-Id
		TopicArn:               aws.String("arn:aws:sns:eu-west-1:1:orders.fifo"),
		Message:                aws.String(text),
		MessageGroupId:         aws.String(order),
		MessageDeduplicationId: aws.String(order + "-paid"),
	})
	return err
}

func textMessage(client *sns.SNS, phone, text string) error {
	_, err := client.Publish(&sns.PublishInput{PhoneNumber: aws.String(phone), Message: aws.String(text)}) // is: effect publish, publish, key in field MessageDeduplicationId or header Event-Id
	return err
}
