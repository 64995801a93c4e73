// Package client is a stub, see go.mod.
package client

import (
	"context"
	"net/http"

	"github.com/checkout/checkout-sdk-go/v2/configuration"
)

type ApiClient struct {
	HttpClient http.Client
	BaseUri    string
}

func (a *ApiClient) Post(path string, authorization *configuration.SdkAuthorization, request interface{}, responseMapping interface{}, idempotencyKey *string) error {
	panic("stub")
}

func (a *ApiClient) PostWithContext(ctx context.Context, path string, authorization *configuration.SdkAuthorization, request interface{}, responseMapping interface{}, idempotencyKey *string) error {
	panic("stub")
}

func (a *ApiClient) Put(path string, authorization *configuration.SdkAuthorization, request interface{}, responseMapping interface{}, idempotencyKey *string) error {
	panic("stub")
}

func (a *ApiClient) PutWithContext(ctx context.Context, path string, authorization *configuration.SdkAuthorization, request interface{}, responseMapping interface{}, idempotencyKey *string) error {
	panic("stub")
}
