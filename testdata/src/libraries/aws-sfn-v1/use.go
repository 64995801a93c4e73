package use

import (
	"github.com/aws/aws-sdk-go/aws"
	"github.com/aws/aws-sdk-go/service/sfn"
	"github.com/aws/aws-sdk-go/service/sfn/sfniface"
)

func fulfil(ctx aws.Context, machines sfniface.SFNAPI, order, input string) error {
	_, err := machines.StartExecutionWithContext(ctx, &sfn.StartExecutionInput{ // is: effect cloud, call, key in field Name
		StateMachineArn: aws.String("arn:aws:states:eu-west-1:1:stateMachine:fulfil"),
		Name:            aws.String(order),
		Input:           aws.String(input),
	})
	return err
}

func finish(client *sfn.SFN, token, output string) error {
	_, err := client.SendTaskSuccess(&sfn.SendTaskSuccessInput{TaskToken: aws.String(token), Output: aws.String(output)}) // is: effect cloud, transition, natural
	return err
}

func resume(client *sfn.SFN, arn, change string) error {
	_, err := client.RedriveExecution(&sfn.RedriveExecutionInput{ExecutionArn: aws.String(arn), ClientToken: aws.String(change)}) // is: effect cloud, call, key in field ClientToken
	return err
}
