package use

import (
	"context"

	"github.com/riverqueue/river"
)

type args struct{}

func (args) Kind() string { return "charge" }

type worker struct{ river.WorkerDefaults[args] }

func (worker) Work(ctx context.Context, job *river.Job[args]) error { return nil } // is: message river

func run(ctx context.Context, workers *river.Workers, client *river.Client[any]) {
	river.AddWorker(workers, worker{}) // is: handler river, arg worker
	client.Insert(ctx, args{}, nil)    // is: effect publish, publish, key in field ByArgs
}
