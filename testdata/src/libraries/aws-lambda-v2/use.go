package use

import (
	"context"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/lambda"
	"github.com/aws/aws-sdk-go-v2/service/lambda/types"
)

func remind(ctx context.Context, client *lambda.Client, order []byte) error {
	_, err := client.Invoke(ctx, &lambda.InvokeInput{ // is: effect rpc, call, key in field DurableExecutionName
		FunctionName:   aws.String("remind"),
		InvocationType: types.InvocationTypeEvent,
		Payload:        order,
	})
	return err
}

// fulfil starts a durable function, once for an order.
func fulfil(ctx context.Context, client *lambda.Client, order string) error {
	_, err := client.Invoke(ctx, &lambda.InvokeInput{ // is: effect rpc, call, key in field DurableExecutionName
		FunctionName:         aws.String("fulfil"),
		DurableExecutionName: aws.String(order),
	})
	return err
}
