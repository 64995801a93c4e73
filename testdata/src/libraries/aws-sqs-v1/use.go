package use

import (
	"github.com/aws/aws-sdk-go/service/sqs"
	"github.com/aws/aws-sdk-go/service/sqs/sqsiface"
)

func poll(client *sqs.SQS, api sqsiface.SQSAPI) {
	client.ReceiveMessage(&sqs.ReceiveMessageInput{}) // is: receive sqs
	api.ReceiveMessage(&sqs.ReceiveMessageInput{})    // is: receive sqs
	api.DeleteMessage(&sqs.DeleteMessageInput{})      // is: ack ack
	client.SendMessage(&sqs.SendMessageInput{})       // is: effect publish, publish, key in field MessageDeduplicationId or header Event-Id
}

func handle(m *sqs.Message) {} // is: delivery sqs; message sqs-v1
