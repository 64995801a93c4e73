// Command fine only looks as if it took longer than the 30 seconds it asks for.
package main

import (
	"context"
	"database/sql"
	"log"
	"net/http"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/sqs"
	"github.com/aws/aws-sdk-go-v2/service/sqs/types"
	"golang.org/x/sync/errgroup"
)

const url = "https://labels.example.com/"

type worker struct {
	queue *sqs.Client
	url   string
	brief *http.Client
	long  *http.Client
	db    *sql.DB
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

// one context ends all requests.
func (w *worker) bounded(ctx context.Context) {
	for {
		out, err := w.queue.ReceiveMessage(ctx, &sqs.ReceiveMessageInput{QueueUrl: &w.url, VisibilityTimeout: 30})
		if err != nil {
			return
		}
		for _, m := range out.Messages {
			if w.all(ctx, m) == nil {
				w.done(ctx, m.ReceiptHandle)
			}
		}
	}
}

func (w *worker) all(ctx context.Context, m types.Message) error {
	ctx, cancel := context.WithDeadline(ctx, time.Now().Add(25*time.Second))
	defer cancel()
	for _, part := range []string{"front", "back", "lid", "seal"} {
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, url+part+*m.Body, nil)
		if err != nil {
			return err
		}
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			return err
		}
		_ = resp.Body.Close()
	}
	return nil
}

// all messages are worked on at the same time.
func (w *worker) together(ctx context.Context) {
	for {
		out, err := w.queue.ReceiveMessage(ctx, &sqs.ReceiveMessageInput{QueueUrl: &w.url, VisibilityTimeout: 30, MaxNumberOfMessages: 10})
		if err != nil {
			return
		}
		var group errgroup.Group
		for _, m := range out.Messages {
			group.Go(func() error {
				if err := look(w.brief, *m.Body); err != nil {
					return err
				}
				w.done(ctx, m.ReceiptHandle)
				return nil
			})
		}
		if err := group.Wait(); err != nil {
			log.Print(err)
		}
	}
}

// the message is kept hidden meanwhile.
func (w *worker) extended(ctx context.Context) {
	for {
		out, err := w.queue.ReceiveMessage(ctx, &sqs.ReceiveMessageInput{QueueUrl: &w.url, VisibilityTimeout: 30})
		if err != nil {
			return
		}
		for _, m := range out.Messages {
			beating, stop := context.WithCancel(ctx)
			go w.beat(beating, m.ReceiptHandle)
			if look(w.long, *m.Body) == nil {
				w.done(ctx, m.ReceiptHandle)
			}
			stop()
		}
	}
}

func (w *worker) beat(ctx context.Context, handle *string) {
	t := time.NewTicker(10 * time.Second)
	defer t.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-t.C:
			_, err := w.queue.ChangeMessageVisibility(ctx, &sqs.ChangeMessageVisibilityInput{QueueUrl: &w.url, ReceiptHandle: handle, VisibilityTimeout: 30})
			if err != nil {
				return
			}
		}
	}
}

// only one of the two is asked, nothing follows the pause, a database has no
// known limit, and what another program's transport does cannot be seen.
func (w *worker) less(ctx context.Context, own http.RoundTripper) {
	hidden := &http.Client{Transport: own}
	for {
		out, err := w.queue.ReceiveMessage(ctx, &sqs.ReceiveMessageInput{QueueUrl: &w.url, VisibilityTimeout: 12})
		if err != nil {
			return
		}
		for _, m := range out.Messages {
			if *m.Body == "" {
				err = look(w.brief, "empty")
			} else {
				err = look(w.brief, *m.Body)
			}
			if err != nil {
				time.Sleep(time.Minute)
				continue
			}
			if _, err := w.db.ExecContext(ctx, `UPDATE labels SET seen = true WHERE id = $1`, *m.Body); err != nil {
				continue
			}
			if look(hidden, *m.Body) == nil {
				w.done(ctx, m.ReceiptHandle)
			}
		}
	}
}

// a zero of the receive is not sent: what the queue has counts, and that is not
// known.
func (w *worker) unset(ctx context.Context) {
	for {
		out, err := w.queue.ReceiveMessage(ctx, &sqs.ReceiveMessageInput{QueueUrl: &w.url, VisibilityTimeout: 0})
		if err != nil {
			return
		}
		for _, m := range out.Messages {
			if look(w.long, *m.Body) == nil {
				w.done(ctx, m.ReceiptHandle)
			}
		}
	}
}

func main() {
	ctx := context.Background()
	w := &worker{
		queue: sqs.NewFromConfig(aws.Config{}), url: "https://sqs.example.com/labels", db: new(sql.DB),
		brief: &http.Client{Timeout: 10 * time.Second}, long: &http.Client{Timeout: time.Minute},
	}
	go w.bounded(ctx)
	go w.together(ctx)
	go w.extended(ctx)
	go w.less(ctx, http.DefaultTransport)
	w.unset(ctx)
}
