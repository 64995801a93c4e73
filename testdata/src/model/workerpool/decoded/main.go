// Command decoded decodes messages before it hands them to its workers.
package main

import (
	"context"
	"encoding/json"
	"sync"

	"github.com/segmentio/kafka-go"
	"github.com/stripe/stripe-go/v82"
	"github.com/stripe/stripe-go/v82/refund"
	"github.com/stripe/stripe-go/v82/transfer"
)

type cancelled struct {
	OrderID string `json:"order_id"`
	Charge  string `json:"charge"`
}

type pool struct {
	reader *kafka.Reader
	jobs   chan cancelled
}

func main() {
	p := &pool{reader: kafka.NewReader(kafka.ReaderConfig{Topic: "cancelled", GroupID: "refunds"}), jobs: make(chan cancelled)}
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(p.work)
	}
	p.read(context.Background())
	wg.Wait()
}

func (p *pool) read(ctx context.Context) {
	defer close(p.jobs)
	for {
		m, err := p.reader.ReadMessage(ctx) // want IDM007 "has its messages acked before"
		if err != nil {
			return
		}
		var c cancelled
		if err := json.Unmarshal(m.Value, &c); err != nil {
			continue
		}
		select {
		case p.jobs <- c:
		case <-ctx.Done():
			return
		}
	}
}

func (p *pool) work() {
	for c := range p.jobs {
		key := "refund:" + c.OrderID
		refund.New(&stripe.RefundParams{Charge: &c.Charge, Params: stripe.Params{IdempotencyKey: &key}}) // want business "OrderID"
		transfer.New(&stripe.TransferParams{SourceTransaction: &c.Charge})                               // want IDM001 "payment call transfer.New" "main.(*pool).work"
	}
}
