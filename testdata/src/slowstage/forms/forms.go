// Package forms couples slow steps in the ways handlers do, and does not in ways
// that look like it.
package forms

import (
	"bytes"
	"context"
	"encoding/json"
	"log/slog"
	"net/http"

	"github.com/hibiken/asynq"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/sendgrid/sendgrid-go"
	"github.com/sendgrid/sendgrid-go/helpers/mail"
)

type loan struct {
	ID       string `json:"id"`
	Book     string `json:"book"`
	Email    string `json:"email"`
	Callback string `json:"callback"`
}

type library struct {
	pool *pgxpool.Pool
	mail *sendgrid.Client
	base string
}

func (l *library) reserve(ctx context.Context, o loan) error {
	_, err := l.pool.Exec(ctx, `INSERT INTO reservations (loan_id, book) VALUES ($1, $2) ON CONFLICT (loan_id) DO NOTHING`, o.ID, o.Book)
	return err
}

func (l *library) tell(ctx context.Context, o loan) error {
	_, err := l.mail.SendWithContext(ctx, mail.NewSingleEmailPlainText(mail.NewEmail("Library", "l@example.com"), "Yours", mail.NewEmail("", o.Email), o.Book)) // want IDM014 "shares one delivery with write l.pool.Exec" IDM001 "carries no"
	return err
}

func post(ctx context.Context, url string, o loan) error {
	body, err := json.Marshal(o)
	if err != nil {
		return err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, url, bytes.NewReader(body))
	if err != nil {
		return err
	}
	req.Header.Set("Idempotency-Key", o.ID)
	resp, err := http.DefaultClient.Do(req) // want IDM014 "shares one delivery with write l.pool.Exec" "http.DefaultClient.Do is down"
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// Mail after a reservation, and its failure comes back.
func (l *library) mailed(ctx context.Context, t *asynq.Task) error {
	var o loan
	if err := json.Unmarshal(t.Payload(), &o); err != nil {
		return err
	}
	if err := l.reserve(ctx, o); err != nil {
		return err
	}
	return l.tell(ctx, o)
}

// A webhook to the address the message names.
func (l *library) calledBack(ctx context.Context, t *asynq.Task) error {
	var o loan
	if err := json.Unmarshal(t.Payload(), &o); err != nil {
		return err
	}
	if err := l.reserve(ctx, o); err != nil {
		return err
	}
	return post(ctx, o.Callback, o)
}

// An address of one's own is part of the work.
func (l *library) shipped(ctx context.Context, t *asynq.Task) error {
	var o loan
	if err := json.Unmarshal(t.Payload(), &o); err != nil {
		return err
	}
	if err := l.reserve(ctx, o); err != nil {
		return err
	}
	body, err := json.Marshal(o)
	if err != nil {
		return err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, l.base+"/parcels", bytes.NewReader(body))
	if err != nil {
		return err
	}
	req.Header.Set("Idempotency-Key", o.ID)
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// A failure that is only logged delivers nothing again.
func (l *library) logged(ctx context.Context, t *asynq.Task) error {
	var o loan
	if err := json.Unmarshal(t.Payload(), &o); err != nil {
		return err
	}
	if err := l.reserve(ctx, o); err != nil {
		return err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, o.Callback, nil)
	if err != nil {
		return err
	}
	req.Header.Set("Idempotency-Key", o.ID)
	if resp, err := http.DefaultClient.Do(req); err != nil {
		slog.Warn("not called back", "err", err)
	} else {
		resp.Body.Close()
	}
	return nil
}

// Mail alone in its delivery.
func (l *library) reminded(ctx context.Context, t *asynq.Task) error {
	var o loan
	if err := json.Unmarshal(t.Payload(), &o); err != nil {
		return err
	}
	_, err := l.mail.SendWithContext(ctx, mail.NewSingleEmailPlainText(mail.NewEmail("Library", "l@example.com"), "Due", mail.NewEmail("", o.Email), o.Book)) // want IDM001 "carries no"
	return err
}

// Mux registers the tasks.
func (l *library) Mux() *asynq.ServeMux {
	m := asynq.NewServeMux()
	m.HandleFunc("mailed", l.mailed)
	m.HandleFunc("called-back", l.calledBack)
	m.HandleFunc("shipped", l.shipped)
	m.HandleFunc("logged", l.logged)
	m.HandleFunc("reminded", l.reminded)
	return m
}
