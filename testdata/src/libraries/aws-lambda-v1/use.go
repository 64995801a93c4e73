package use

import (
	"github.com/aws/aws-sdk-go/aws"
	"github.com/aws/aws-sdk-go/service/lambda"
	"github.com/aws/aws-sdk-go/service/lambda/lambdaiface"
)

func invoice(ctx aws.Context, functions lambdaiface.LambdaAPI, order []byte) ([]byte, error) {
	out, err := functions.InvokeWithContext(ctx, &lambda.InvokeInput{ // is: effect rpc, call
		FunctionName: aws.String("invoice"),
		Payload:      order,
	})
	if err != nil {
		return nil, err
	}
	return out.Payload, nil
}

func remind(client *lambda.Lambda, order []byte) error {
	_, err := client.Invoke(&lambda.InvokeInput{ // is: effect rpc, call
		FunctionName:   aws.String("remind"),
		InvocationType: aws.String(lambda.InvocationTypeEvent),
		Payload:        order,
	})
	return err
}
