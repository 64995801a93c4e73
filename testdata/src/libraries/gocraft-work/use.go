package use

import (
	"context"

	"github.com/gocraft/work"
	"github.com/gomodule/redigo/redis"
)

type billing struct {
	charge func(ctx context.Context, order string, cents int64) error
}

func start(redis *redis.Pool) *work.WorkerPool {
	pool := work.NewWorkerPool(billing{}, 10, "billing", redis)
	pool.Job("charge", (*billing).Charge)                                                                          // is: handler gocraft-work, arg fn
	pool.JobWithOptions("mail", work.JobOptions{MaxFails: 3}, func(job *work.Job) error { return job.ArgError() }) // is: handler gocraft-work, arg fn; message gocraft-work
	pool.Start()
	return pool
}

func (b *billing) Charge(job *work.Job) error { // is: message gocraft-work
	order, cents := job.ArgString("order"), job.ArgInt64("cents") // is: business
	if err := job.ArgError(); err != nil {
		return err
	}
	if job.Fails > 2 { // is: attempt
		order += job.ID // is: transport
	}
	return b.charge(context.Background(), order, cents)
}

func enqueue(e *work.Enqueuer, order string) error {
	if _, err := e.EnqueueUnique("charge", work.Q{"order": order}); err != nil { // is: effect publish, publish, key in param args
		return err
	}
	_, err := e.EnqueueIn("mail", 60, work.Q{"order": order}) // is: effect publish, publish
	return err
}
