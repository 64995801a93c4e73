// Command forms takes longer than the 30 seconds it asks for, in all the ways
// there are.
package main

import (
	"context"
	"log"
	"net/http"
	"time"

	"github.com/avast/retry-go/v4"
	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/sqs"
	"github.com/go-resty/resty/v2"
	"github.com/hashicorp/go-retryablehttp"
)

const url = "https://labels.example.com/"

type worker struct {
	queue *sqs.Client
	url   string
	brief *http.Client
	long  http.Client
	limit time.Duration
	tries int
}

func (w *worker) done(ctx context.Context, handle *string) {
	_, err := w.queue.DeleteMessage(ctx, &sqs.DeleteMessageInput{QueueUrl: &w.url, ReceiptHandle: handle})
	if err != nil {
		log.Print(err)
	}
}

func look(c *http.Client, at string) error {
	resp, err := c.Get(url + at)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// one call takes a minute.
func (w *worker) one(ctx context.Context) {
	for {
		out, err := w.queue.ReceiveMessage(ctx, &sqs.ReceiveMessageInput{QueueUrl: &w.url, VisibilityTimeout: 30}) // want IDM006 "may take 60 s (its client's timeout) > 30 s (of w.queue.ReceiveMessage)"
		if err != nil {
			return
		}
		for _, m := range out.Messages {
			if look(&w.long, *m.Body) == nil {
				w.done(ctx, m.ReceiptHandle)
			}
		}
	}
}

// several messages are worked off one after another.
func (w *worker) batch(ctx context.Context) {
	for {
		out, err := w.queue.ReceiveMessage(ctx, &sqs.ReceiveMessageInput{QueueUrl: &w.url, VisibilityTimeout: 30, MaxNumberOfMessages: 10}) // want IDM006 "may take 10 × 5 s (its client's timeout)"
		if err != nil {
			return
		}
		for _, m := range out.Messages {
			if look(w.brief, *m.Body) != nil {
				continue
			}
			w.done(ctx, m.ReceiptHandle)
		}
	}
}

// tries as often as the configuration says, with pauses.
func (w *worker) again(ctx context.Context) {
	for {
		out, err := w.queue.ReceiveMessage(ctx, &sqs.ReceiveMessageInput{QueueUrl: &w.url, VisibilityTimeout: 30}) // want IDM006 "may take 5 × 5 s (its client's timeout) + 4 × 2 s (time.Sleep) = 33 s"
		if err != nil {
			return
		}
		for _, m := range out.Messages {
			var err error
			for i := 0; i < w.tries; i++ {
				if i > 0 {
					time.Sleep(2 * time.Second)
				}
				if err = look(w.brief, *m.Body); err == nil {
					break
				}
			}
			if err == nil {
				w.done(ctx, m.ReceiptHandle)
			}
		}
	}
}

// every request may take as long as a context, made anew for each.
func (w *worker) contexts(ctx context.Context) {
	for {
		out, err := w.queue.ReceiveMessage(ctx, &sqs.ReceiveMessageInput{QueueUrl: &w.url, VisibilityTimeout: 30}) // want IDM006 "may take 4 × 10 s (deadline of its context)"
		if err != nil {
			return
		}
		for _, m := range out.Messages {
			for _, part := range []string{"front", "back", "lid", "seal"} {
				w.part(ctx, part)
			}
			w.done(ctx, m.ReceiptHandle)
		}
	}
}

func (w *worker) part(ctx context.Context, name string) {
	ctx, cancel := context.WithTimeout(ctx, w.limit)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url+name, nil)
	if err != nil {
		return
	}
	if resp, err := http.DefaultClient.Do(req); err == nil {
		_ = resp.Body.Close()
	}
}

// nothing ends the request.
func (w *worker) forEver(ctx context.Context) {
	for {
		out, err := w.queue.ReceiveMessage(ctx, &sqs.ReceiveMessageInput{QueueUrl: &w.url, VisibilityTimeout: 3600}) // want IDM006 "may take unbounded time (http.Get has no timeout) > 60 min"
		if err != nil {
			return
		}
		for _, m := range out.Messages {
			if resp, err := http.Get(url + *m.Body); err == nil {
				_ = resp.Body.Close()
				w.done(ctx, m.ReceiptHandle)
			}
		}
	}
}

// libraries try again by themselves, or as they are told.
func (w *worker) libraries(ctx context.Context) {
	patient := resty.New().SetTimeout(5 * time.Second).SetRetryCount(3)
	stubborn := retryablehttp.NewClient()
	stubborn.RetryMax = 2
	stubborn.HTTPClient.Timeout = 4 * time.Second
	for {
		out, err := w.queue.ReceiveMessage(ctx, &sqs.ReceiveMessageInput{QueueUrl: &w.url, VisibilityTimeout: 30}) // want IDM006 "may take 4 × 5 s (its client's timeout) + 3 × 5 s (its client's timeout) + 3 × 4 s (its client's timeout) + 2 × 1 s (wait between attempts) = 49 s"
		if err != nil {
			return
		}
		for _, m := range out.Messages {
			if _, err := patient.R().SetContext(ctx).Get(url + *m.Body); err != nil {
				continue
			}
			if resp, err := stubborn.Get(url + *m.Body); err == nil {
				_ = resp.Body.Close()
			}
			err := retry.Do(func() error { return look(w.brief, *m.Body) }, retry.Attempts(3), retry.Delay(time.Second))
			if err == nil {
				w.done(ctx, m.ReceiptHandle)
			}
		}
	}
}

func main() {
	ctx := context.Background()
	w := &worker{
		queue: sqs.NewFromConfig(aws.Config{}), url: "https://sqs.example.com/labels",
		brief: &http.Client{Timeout: 5 * time.Second}, long: http.Client{Timeout: time.Minute},
		limit: 10 * time.Second, tries: 5,
	}
	go w.one(ctx)
	go w.batch(ctx)
	go w.again(ctx)
	go w.contexts(ctx)
	go w.forEver(ctx)
	w.libraries(ctx)
}
