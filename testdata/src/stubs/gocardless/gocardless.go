// Package gocardless is a stub, see go.mod.
package gocardless

import (
	"context"
	"net/http"
)

type Config interface {
	Token() string
	Endpoint() string
	Client() *http.Client
}

type ConfigOption func(Config) error

func NewConfig(token string, configOpts ...ConfigOption) (Config, error) { panic("stub") }

type Service struct {
	InstalmentSchedules InstalmentScheduleService
	Mandates            MandateService
	Payments            PaymentService
	Refunds             RefundService
	Subscriptions       SubscriptionService
}

func New(config Config) (*Service, error) { panic("stub") }

type RequestOption func(*requestOptions) error

type requestOptions struct{}

func NewIdempotencyKey() string { panic("stub") }

func WithIdempotencyKey(key string) RequestOption { panic("stub") }

type PaymentService interface {
	Create(ctx context.Context, p PaymentCreateParams, opts ...RequestOption) (*Payment, error)
	Update(ctx context.Context, identity string, p PaymentUpdateParams, opts ...RequestOption) (*Payment, error)
	Cancel(ctx context.Context, identity string, p PaymentCancelParams, opts ...RequestOption) (*Payment, error)
	Retry(ctx context.Context, identity string, p PaymentRetryParams, opts ...RequestOption) (*Payment, error)
}
type RefundService interface {
	Create(ctx context.Context, p RefundCreateParams, opts ...RequestOption) (*Refund, error)
}
type SubscriptionService interface {
	Create(ctx context.Context, p SubscriptionCreateParams, opts ...RequestOption) (*Subscription, error)
	Cancel(ctx context.Context, identity string, p SubscriptionCancelParams, opts ...RequestOption) (*Subscription, error)
}
type InstalmentScheduleService interface {
	CreateWithDates(ctx context.Context, p InstalmentScheduleCreateWithDatesParams, opts ...RequestOption) (*InstalmentSchedule, error)
	CreateWithSchedule(ctx context.Context, p InstalmentScheduleCreateWithScheduleParams, opts ...RequestOption) (*InstalmentSchedule, error)
	Cancel(ctx context.Context, identity string, p InstalmentScheduleCancelParams, opts ...RequestOption) (*InstalmentSchedule, error)
}
type MandateService interface {
	Create(ctx context.Context, p MandateCreateParams, opts ...RequestOption) (*Mandate, error)
	Cancel(ctx context.Context, identity string, p MandateCancelParams, opts ...RequestOption) (*Mandate, error)
}

type (
	PaymentCreateParams struct {
		Amount    int
		Currency  string
		Links     PaymentCreateParamsLinks
		Metadata  map[string]string
		Reference string
	}
	PaymentCreateParamsLinks struct{ Mandate string }
	PaymentUpdateParams      struct{ Metadata map[string]string }
	PaymentCancelParams      struct{ Metadata map[string]string }
	PaymentRetryParams       struct{ ChargeDate string }

	RefundCreateParams                         struct{ Amount int }
	SubscriptionCreateParams                   struct{ Amount int }
	SubscriptionCancelParams                   struct{ Metadata map[string]string }
	InstalmentScheduleCreateWithDatesParams    struct{ Name string }
	InstalmentScheduleCreateWithScheduleParams struct{ Name string }
	InstalmentScheduleCancelParams             struct{ _ int }
	MandateCreateParams                        struct{ Reference string }
	MandateCancelParams                        struct{ Metadata map[string]string }

	Payment            struct{ Id string }
	Refund             struct{ Id string }
	Subscription       struct{ Id string }
	InstalmentSchedule struct{ Id string }
	Mandate            struct{ Id string }
)
