package use

import (
	"context"
	"errors"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/sfn"
	"github.com/aws/aws-sdk-go-v2/service/sfn/types"
)

func fulfil(ctx context.Context, client *sfn.Client, order, input string) error {
	_, err := client.StartExecution(ctx, &sfn.StartExecutionInput{ // is: effect cloud, call, key in field Name
		StateMachineArn: aws.String("arn:aws:states:eu-west-1:1:stateMachine:fulfil"),
		Name:            aws.String(order),
		Input:           aws.String(input),
	})
	if there := (*types.ExecutionAlreadyExists)(nil); errors.As(err, &there) {
		return nil
	}
	return err
}

func quote(ctx context.Context, client *sfn.Client, input string) (string, error) {
	out, err := client.StartSyncExecution(ctx, &sfn.StartSyncExecutionInput{ // is: effect cloud, call; failures Status, Error, Cause
		StateMachineArn: aws.String("arn:aws:states:eu-west-1:1:stateMachine:quote"),
		Input:           aws.String(input),
	})
	if err != nil {
		return "", err
	}
	if out.Status != types.SyncExecutionStatusSucceeded {
		return "", errors.New(aws.ToString(out.Cause))
	}
	return aws.ToString(out.Output), nil
}

func finish(ctx context.Context, client *sfn.Client, token string) error {
	_, err := client.SendTaskFailure(ctx, &sfn.SendTaskFailureInput{TaskToken: aws.String(token)}) // is: effect cloud, transition, natural
	return err
}
