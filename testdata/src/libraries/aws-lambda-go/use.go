package use

import (
	"context"

	"github.com/aws/aws-lambda-go/events"
	"github.com/aws/aws-lambda-go/lambda"
)

func start() {
	lambda.Start(handle) // is: handler lambda, arg handler
}

func handle(ctx context.Context, event events.SQSEvent) error { // is: delivery sqs; message lambda
	for range event.Records {
	}
	return nil
}

func handleSchedule(ctx context.Context, event events.EventBridgeEvent) error { return nil } // is: delivery eventbridge; message lambda
