// Package common is a stub, see go.mod.
package common

import "context"

type Client struct{ _ int }

type Service struct {
	Client   *Client
	BasePath func() string
}

func WithIdempotencyKey(ctx context.Context, idempotencyKey string) context.Context { panic("stub") }
