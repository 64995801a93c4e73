package use

import (
	"context"

	"go.temporal.io/sdk/client"
	"go.temporal.io/sdk/worker"
	"go.temporal.io/sdk/workflow"
)

func run(ctx context.Context, w worker.Worker, c client.Client) {
	w.RegisterActivity(charge)                                  // is: handler temporal, arg a
	c.ExecuteWorkflow(ctx, client.StartWorkflowOptions{}, flow) // is: effect publish, publish, key in field ID
	c.SignalWorkflow(ctx, "id", "", "paid", nil)                // is: effect publish, publish
}

func flow(ctx workflow.Context) error {
	return workflow.ExecuteActivity(ctx, charge).Get(ctx, nil) // is: handler temporal, arg activity
}

func charge(ctx context.Context, order string) error { return nil }
