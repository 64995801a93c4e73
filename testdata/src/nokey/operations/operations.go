// Package operations pays with a client whose one call does everything.
package operations

import (
	"context"
	"encoding/json"

	"github.com/hibiken/asynq"
	"github.com/omise/omise-go"
	"github.com/omise/omise-go/operations"
)

type settlement struct {
	Order, Charge, Recipient string
	Satang                   int64
}

type worker struct{ client *omise.Client }

func (w *worker) register(mux *asynq.ServeMux) {
	mux.HandleFunc("settle", w.settle)
}

func (w *worker) settle(ctx context.Context, task *asynq.Task) error {
	var s settlement
	if err := json.Unmarshal(task.Payload(), &s); err != nil {
		return err
	}
	// Only asks.
	if err := w.client.Do(&omise.Charge{}, &operations.RetrieveCharge{ChargeID: s.Charge}); err != nil {
		return err
	}
	transfer := &operations.CreateTransfer{Amount: s.Satang, Recipient: s.Recipient, IdempKey: "settle-" + s.Order}
	if err := w.client.Do(&omise.Transfer{}, transfer); err != nil {
		return err
	}
	return w.client.Do(&omise.Refund{}, &operations.CreateRefund{ChargeID: s.Charge, Amount: s.Satang}) // want IDM001 "payment call w.client.Do"
}
