package use

import (
	"context"

	"github.com/hibiken/asynq"
)

func run(mux *asynq.ServeMux, client *asynq.Client) {
	mux.HandleFunc("charge", handle)                // is: handler asynq, arg handler
	mux.Handle("charge", asynq.HandlerFunc(handle)) // is: handler asynq, arg handler; handler asynq
	client.Enqueue(asynq.NewTask("charge", nil))    // is: effect publish, publish, key in option TaskID; queue define
}

func handle(ctx context.Context, task *asynq.Task) error { return nil } // is: message asynq
