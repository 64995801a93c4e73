// Package http calls other services for the records of a Kafka topic.
package http

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/go-resty/resty/v2"
	"github.com/segmentio/kafka-go"
)

type parcel struct {
	Number string `json:"number"`
	Street string `json:"street"`
}

type courier struct {
	base   string
	client *http.Client
	resty  *resty.Client
}

// Run books a pick-up for every parcel.
func (c *courier) Run(ctx context.Context, r *kafka.Reader) error {
	for {
		m, err := r.FetchMessage(ctx)
		if err != nil {
			return err
		}
		var p parcel
		if err := json.Unmarshal(m.Value, &p); err != nil {
			continue
		}
		if err := errors.Join(c.book(ctx, p), c.bookKeyed(ctx, p), c.bookWithResty(ctx, p), c.harmless(ctx, p), c.calculateFee(p), c.checkAndBook(p)); err != nil {
			return err
		}
		if err := r.CommitMessages(ctx, m); err != nil {
			return err
		}
	}
}

func (c *courier) book(ctx context.Context, p parcel) error {
	body, err := json.Marshal(map[string]string{"street": p.Street})
	if err != nil {
		return err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.base+"/pickups", bytes.NewReader(body))
	if err != nil {
		return err
	}
	req.Header.Set("Content-Type", "application/json")
	return c.do(req)
}

func (c *courier) bookKeyed(ctx context.Context, p parcel) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.base+"/pickups", nil)
	if err != nil {
		return err
	}
	req.Header.Set("Idempotency-Key", "pickup:"+p.Number)
	return c.do(req)
}

// A question is asked by POST.
func (c *courier) calculateFee(p parcel) error {
	resp, err := c.client.Post(c.base+"/fees", "text/plain", strings.NewReader(p.Street))
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func (c *courier) checkAndBook(p parcel) error {
	resp, err := c.client.Post(c.base+"/fees", "text/plain", strings.NewReader(p.Street)) // want IDM001 "request c.client.Post"
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// do is reached with a key and without.
func (c *courier) do(req *http.Request) error {
	resp, err := c.client.Do(req) // want IDM001 "request c.client.Do" "http.(*courier).Run"
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func (c *courier) bookWithResty(ctx context.Context, p parcel) error {
	_, err := c.resty.R().SetContext(ctx).SetFormData(map[string]string{"street": p.Street}).Post(c.base + "/pickups") // want IDM001 "Post" "http.(*courier).Run"
	if err != nil {
		return err
	}
	_, err = c.resty.R().SetContext(ctx).SetHeader("Idempotency-Key", p.Number).Post(c.base + "/pickups")
	return err
}

func (c *courier) harmless(ctx context.Context, p parcel) error {
	// A PUT under the parcel's number.
	req, err := http.NewRequestWithContext(ctx, http.MethodPut, c.base+"/parcels/"+p.Number, nil)
	if err != nil {
		return err
	}
	resp, err := c.client.Do(req)
	if err != nil {
		return err
	}
	resp.Body.Close()

	// Reads, one of them by POST.
	resp, err = http.Get(c.base + "/streets?" + url.Values{"q": {p.Street}}.Encode())
	if err != nil {
		return err
	}
	resp.Body.Close()
	resp, err = c.client.Post(c.base+"/streets/_search", "application/json", nil)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// Remind posts by the clock; nothing is delivered here.
func (c *courier) Remind(ctx context.Context) {
	for range time.Tick(time.Hour) {
		resp, err := c.client.Post(c.base+"/reminders", "text/plain", nil)
		if err != nil {
			return
		}
		resp.Body.Close()
	}
}
