package use

import (
	"context"

	"go.temporal.io/api/workflowservice/v1"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
)

func dial(address string) (*grpc.ClientConn, error) {
	return grpc.NewClient(address,
		grpc.WithTransportCredentials(insecure.NewCredentials()),
		grpc.WithDefaultServiceConfig(`{"methodConfig": [{"name": [{}], "retryPolicy": {"maxAttempts": 4}}]}`), // is: sets hidden
	)
}

func start(ctx context.Context, conn *grpc.ClientConn, order string) error {
	_, err := workflowservice.NewWorkflowServiceClient(conn).StartWorkflowExecution(ctx, &workflowservice.StartWorkflowExecutionRequest{ // is: effect rpc, call, key in field IdempotencyKey or field RequestId or field ClientToken or 6 more
		WorkflowId: order,
		RequestId:  order,
	})
	return err
}

func describe(ctx context.Context, client workflowservice.WorkflowServiceClient) error {
	_, err := client.DescribeNamespace(ctx, &workflowservice.DescribeNamespaceRequest{Namespace: "shop"})
	return err
}
