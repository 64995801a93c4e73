// Package reads uses transport identity for what it is good for.
package reads

import (
	"context"
	"encoding/json"
	"log/slog"
	"time"

	"github.com/aws/aws-lambda-go/events"
	"github.com/aws/aws-lambda-go/lambda"
	"github.com/stripe/stripe-go/v82"
	"github.com/stripe/stripe-go/v82/charge"
)

type bill struct {
	Number string `json:"number"`
}

// Start runs the function.
func Start() { lambda.Start(handle) }

func handle(ctx context.Context, e events.SQSEvent) (events.SQSEventResponse, error) {
	var failed events.SQSEventResponse
	for _, m := range e.Records {
		ctx := context.WithValue(ctx, traceKey{}, m.MessageId)
		log := slog.With("message", m.MessageId, "receives", m.Attributes["ApproximateReceiveCount"])
		if err := settle(ctx, m); err != nil {
			log.ErrorContext(ctx, "not settled", "err", err)
			failed.BatchItemFailures = append(failed.BatchItemFailures, events.SQSBatchItemFailure{ItemIdentifier: m.MessageId})
			continue
		}
		log.InfoContext(ctx, "settled", "at", time.Now())
	}
	return failed, nil
}

type traceKey struct{}

func settle(_ context.Context, m events.SQSMessage) error {
	var b bill
	if err := json.Unmarshal([]byte(m.Body), &b); err != nil {
		return err
	}
	params := &stripe.ChargeParams{Description: stripe.String("by message " + m.MessageId)}
	params.SetIdempotencyKey("charge:" + b.Number)
	params.AddMetadata("message", m.MessageId)
	_, err := charge.New(params)
	return err
}
