// Package forms retries in the ways programs do, and in ways that do no harm.
package forms

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/http"
	"syscall"
	"time"

	"github.com/avast/retry-go/v4"
	"github.com/failsafe-go/failsafe-go"
	"github.com/failsafe-go/failsafe-go/retrypolicy"
	"github.com/failsafe-go/failsafe-go/timeout"
	"github.com/go-resty/resty/v2"
	"github.com/google/uuid"
	"github.com/hashicorp/go-retryablehttp"
	"github.com/segmentio/kafka-go"
	"github.com/stripe/stripe-go/v82"
)

type desk struct {
	stripe  *stripe.Client
	http    *http.Client
	patient *retryablehttp.Client
	choosy  *retryablehttp.Client
	rest    *resty.Client
	plain   *resty.Client
	db      *sql.DB
}

func newDesk() *desk {
	patient := retryablehttp.NewClient()
	patient.RetryMax = 4
	choosy := retryablehttp.NewClient()
	choosy.CheckRetry = onlyWhenBusy
	return &desk{patient: patient, choosy: choosy, rest: resty.New().SetRetryCount(3), plain: resty.New()}
}

func (d *desk) refund(ctx context.Context, charge string) error {
	_, err := d.stripe.V1Refunds.Create(ctx, &stripe.RefundCreateParams{Charge: &charge})
	return err
}

// A loop that is left when the call succeeds.
func (d *desk) looped(ctx context.Context, charge string) (err error) {
	for range 3 {
		if err = d.refund(ctx, charge); err == nil { // want IDM010 "a loop repeats payment call d.stripe.V1Refunds.Create"
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

// again is the helper everybody writes.
func again(times int, f func() error) (err error) {
	for i := 0; i < times; i++ {
		if err = f(); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func (d *desk) helped(ctx context.Context, charge string) error {
	return again(3, func() error { return d.refund(ctx, charge) }) // want IDM010 "again repeats payment call d.stripe.V1Refunds.Create"
}

func (d *desk) helpedByKey(ctx context.Context, charge string) error {
	return again(3, func() error {
		p := &stripe.RefundCreateParams{Charge: &charge}
		p.SetIdempotencyKey("refund:" + charge)
		_, err := d.stripe.V1Refunds.Create(ctx, p)
		return err
	})
}

// A loop that looks at the status, too.
func (d *desk) status(ctx context.Context) error {
	for attempt := 0; attempt < 3; attempt++ {
		resp, err := d.http.Post("https://desk.example.com/notes", "text/plain", nil) // want IDM010 "a loop repeats request d.http.Post"
		if err != nil {
			time.Sleep(time.Second)
			continue
		}
		resp.Body.Close()
		if resp.StatusCode >= 500 {
			continue
		}
		return nil
	}
	return fmt.Errorf("gave up")
}

// What fails is left out, and the first that is wanted ends the search.
func (d *desk) search(ctx context.Context, charges []string) error {
	for i := range charges {
		if err := d.refund(ctx, charges[i]); err != nil {
			continue
		}
		if charges[i] == "last" {
			return nil
		}
	}
	return nil
}

// A loop over things to do goes on when one succeeds.
func (d *desk) all(ctx context.Context, charges []string) error {
	for _, c := range charges {
		if err := d.refund(ctx, c); err != nil {
			return err
		}
	}
	return nil
}

// One key for all attempts.
func (d *desk) keyed(ctx context.Context, charge string) error {
	p := &stripe.RefundCreateParams{Charge: &charge}
	p.SetIdempotencyKey("refund:" + charge)
	return retry.Do(func() error {
		_, err := d.stripe.V1Refunds.Create(ctx, p)
		return err
	})
}

// A new key for each attempt.
func (d *desk) minted(ctx context.Context, charge string) error {
	return retry.Do(func() error { // want IDM010 "made anew for each attempt by uuid.NewString"
		p := &stripe.RefundCreateParams{Charge: &charge}
		p.SetIdempotencyKey(uuid.NewString())
		_, err := d.stripe.V1Refunds.Create(ctx, p)
		return err
	})
}

// A key made before the first attempt.
func (d *desk) mintedOnce(ctx context.Context, charge string) error {
	key := uuid.NewString()
	return retry.Do(func() error {
		p := &stripe.RefundCreateParams{Charge: &charge}
		p.SetIdempotencyKey(key)
		_, err := d.stripe.V1Refunds.Create(ctx, p)
		return err
	})
}

// A client that is made to send again.
func (d *desk) sent(body []byte) error {
	resp, err := d.patient.Post("https://desk.example.com/notes", "text/plain", body) // want IDM010 "the client repeats request d.patient.Post"
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// onlyWhenBusy asks again where nothing was done.
func onlyWhenBusy(_ context.Context, r *http.Response, err error) (bool, error) {
	return err == nil && r.StatusCode == http.StatusTooManyRequests, err
}

func (d *desk) chosen(body []byte) error {
	resp, err := d.choosy.Post("https://desk.example.com/notes", "text/plain", body)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// One that was told not to, or to look first.
func (d *desk) careful(body []byte) error {
	once := retryablehttp.NewClient()
	once.RetryMax = 0
	if resp, err := once.Post("https://desk.example.com/notes", "text/plain", body); err == nil {
		resp.Body.Close()
	}
	looks := retryablehttp.NewClient()
	looks.CheckRetry = func(_ context.Context, r *http.Response, err error) (bool, error) {
		return err == nil && r.StatusCode == http.StatusTooManyRequests, err
	}
	resp, err := looks.Post("https://desk.example.com/notes", "text/plain", body)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func (d *desk) asked() error {
	resp, err := d.patient.Get("https://desk.example.com/notes")
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// A client that was told to, and one that was not.
func (d *desk) told(body string) error {
	if _, err := d.rest.R().SetBody(body).Post("https://desk.example.com/notes"); err != nil { // want IDM010 "the client repeats request"
		return err
	}
	_, err := d.plain.R().SetBody(body).Post("https://desk.example.com/notes")
	return err
}

// What conflicts is tried again as a whole: nothing of it happened.
func (d *desk) transaction(ctx context.Context, charge string) (err error) {
	for range 5 {
		if _, err = d.db.ExecContext(ctx, `INSERT INTO notes (charge) VALUES ($1)`, charge); err == nil {
			return nil
		}
	}
	return err
}

// A consumer that is started again repeats no message by itself.
func consume(ctx context.Context, r *kafka.Reader, d *desk) error {
	for {
		m, err := r.FetchMessage(ctx)
		if err != nil {
			return err
		}
		resp, err := http.Post("https://desk.example.com/notes", "text/plain", bytes.NewReader(m.Value)) // want IDM001 "carries no idempotency key"
		if err != nil {
			return err
		}
		resp.Body.Close()
		if err := r.CommitMessages(ctx, m); err != nil {
			return err
		}
	}
}

// Run consumes until it is told to stop.
func Run(ctx context.Context, r *kafka.Reader) {
	d := newDesk()
	for {
		if err := consume(ctx, r, d); err == nil {
			return
		} else {
			fmt.Println(err)
		}
		time.Sleep(time.Second)
	}
}

// An executor retries where it has a policy that does.
func (d *desk) safely(ctx context.Context, charge string) error {
	again := retrypolicy.NewBuilder[any]().WithMaxRetries(2).Build()
	return failsafe.With[any](again).Run(func() error { // want IDM010 "Run repeats payment call d.stripe.V1Refunds.Create"
		return d.refund(ctx, charge)
	})
}

// One that only limits the time does not.
func (d *desk) inTime(ctx context.Context, charge string) error {
	return failsafe.With[any](timeout.New[any](time.Second)).Run(func() error {
		return d.refund(ctx, charge)
	})
}

// Only what surely did not happen is tried again.
func (d *desk) refused(ctx context.Context, charge string) error {
	return retry.Do(func() error { return d.refund(ctx, charge) }, retry.Attempts(5), retry.RetryIf(func(err error) bool {
		return errors.Is(err, syscall.ECONNREFUSED)
	}))
}

// One attempt is no retry.
func (d *desk) single(ctx context.Context, charge string) error {
	return retry.Do(func() error { return d.refund(ctx, charge) }, retry.Attempts(1))
}
