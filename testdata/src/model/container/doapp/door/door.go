// Package door opens doors.
package door

import (
	"context"
	"net/http"
	"strings"
)

// House is where the doors are.
type House struct{ client *http.Client }

// NewHouse returns a house.
func NewHouse(client *http.Client) *House { return &House{client: client} }

// Open opens a door.
func (h *House) Open(ctx context.Context, door string) error {
	resp, err := h.client.Post("http://doors/opened", "text/plain", strings.NewReader(door)) // want IDM001 "request h.client.Post" "orders.(*Handler).Run"
	if err == nil {
		resp.Body.Close()
	}
	return err
}

// Fake opens nothing; nobody provides it.
type Fake struct{ client *http.Client }

// Open opens a door.
func (f *Fake) Open(ctx context.Context, door string) error {
	resp, err := f.client.Post("http://fake/opened", "text/plain", strings.NewReader(door))
	if err == nil {
		resp.Body.Close()
	}
	return err
}
