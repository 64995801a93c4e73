// Package policies has gRPC clients that retry by what their service config says.
package policies

import (
	"context"

	"google.golang.org/grpc"
	"google.golang.org/grpc/interop/grpc_testing"
)

const again = `{"methodConfig": [{
	"name": [{"service": "grpc.testing.TestService"}],
	"retryPolicy": {"maxAttempts": 4, "initialBackoff": "0.1s", "maxBackoff": "1s", "backoffMultiplier": 2, "retryableStatusCodes": ["UNAVAILABLE", "DEADLINE_EXCEEDED"]}
}]}`

const balanced = `{"loadBalancingConfig": [{"round_robin": {}}]}`

type till struct {
	eager, calm grpc_testing.TestServiceClient
}

func newTill(target string) (*till, error) {
	eager, err := grpc.NewClient(target, grpc.WithDefaultServiceConfig(again))
	if err != nil {
		return nil, err
	}
	calm, err := grpc.NewClient(target, grpc.WithDefaultServiceConfig(balanced))
	if err != nil {
		return nil, err
	}
	return &till{eager: grpc_testing.NewTestServiceClient(eager), calm: grpc_testing.NewTestServiceClient(calm)}, nil
}

func (t *till) book(ctx context.Context, line []byte) error {
	_, err := t.eager.UnaryCall(ctx, &grpc_testing.SimpleRequest{Payload: &grpc_testing.Payload{Body: line}}) // want IDM010 "the client repeats call t.eager.UnaryCall"
	return err
}

func (t *till) bookCalmly(ctx context.Context, line []byte) error {
	_, err := t.calm.UnaryCall(ctx, &grpc_testing.SimpleRequest{Payload: &grpc_testing.Payload{Body: line}})
	return err
}
