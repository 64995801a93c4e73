// Package work is a stub, see go.mod.
package work

import "github.com/gomodule/redigo/redis"

type Q map[string]interface{}

type Job struct {
	Name       string
	ID         string
	EnqueuedAt int64
	Args       map[string]interface{}
	Unique     bool
	UniqueKey  string
	Fails      int64
	LastErr    string
	FailedAt   int64
}

func (j *Job) ArgString(key string) string { panic("stub") }

func (j *Job) ArgInt64(key string) int64 { panic("stub") }

func (j *Job) ArgFloat64(key string) float64 { panic("stub") }

func (j *Job) ArgBool(key string) bool { panic("stub") }

func (j *Job) ArgError() error { panic("stub") }

type ScheduledJob struct {
	RunAt int64
	*Job
}

type JobOptions struct {
	Priority uint
	MaxFails uint
	SkipDead bool
}

type Enqueuer struct {
	Namespace string
	Pool      *redis.Pool
}

func NewEnqueuer(namespace string, pool *redis.Pool) *Enqueuer { panic("stub") }

type WorkerPool struct{ _ int }

func NewWorkerPool(ctx interface{}, concurrency uint, namespace string, pool *redis.Pool) *WorkerPool {
	panic("stub")
}

func (wp *WorkerPool) Start() { panic("stub") }

func (wp *WorkerPool) Stop() { panic("stub") }

func (e *Enqueuer) Enqueue(jobName string, args map[string]interface{}) (*Job, error) { panic("stub") }

func (e *Enqueuer) EnqueueIn(jobName string, secondsFromNow int64, args map[string]interface{}) (*ScheduledJob, error) {
	panic("stub")
}

func (e *Enqueuer) EnqueueUnique(jobName string, args map[string]interface{}) (*Job, error) {
	panic("stub")
}

func (e *Enqueuer) EnqueueUniqueByKey(jobName string, args map[string]interface{}, keyMap map[string]interface{}) (*Job, error) {
	panic("stub")
}

func (e *Enqueuer) EnqueueUniqueIn(jobName string, secondsFromNow int64, args map[string]interface{}) (*ScheduledJob, error) {
	panic("stub")
}

func (e *Enqueuer) EnqueueUniqueInByKey(jobName string, secondsFromNow int64, args map[string]interface{}, keyMap map[string]interface{}) (*ScheduledJob, error) {
	panic("stub")
}

func (wp *WorkerPool) Job(name string, fn interface{}) *WorkerPool { panic("stub") }

func (wp *WorkerPool) JobWithOptions(name string, jobOpts JobOptions, fn interface{}) *WorkerPool {
	panic("stub")
}
