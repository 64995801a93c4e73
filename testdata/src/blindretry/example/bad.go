// Package example books rooms in other hotels.
package example

import (
	"bytes"
	"context"
	"fmt"
	"net/http"

	"github.com/cenkalti/backoff/v4"
)

// Partner is a hotel.
type Partner struct {
	http *http.Client
	base string
}

func (p *Partner) post(ctx context.Context, key string, body []byte) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, p.base+"/rooms/nights", bytes.NewReader(body))
	if err != nil {
		return backoff.Permanent(err)
	}
	if key != "" {
		req.Header.Set("Idempotency-Key", key)
	}
	resp, err := p.http.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode >= 300 {
		return fmt.Errorf("not booked: %s", resp.Status)
	}
	return nil
}

// Book books a room, or several.
func (p *Partner) Book(ctx context.Context, guest string) error {
	return backoff.Retry(func() error { // want IDM010 "backoff.Retry repeats request http.Post" "carries no idempotency key"
		resp, err := http.Post(p.base+"/rooms/nights", "text/plain", bytes.NewReader([]byte(guest)))
		if err != nil {
			return err
		}
		return resp.Body.Close()
	}, backoff.WithContext(backoff.NewExponentialBackOff(), ctx))
}
