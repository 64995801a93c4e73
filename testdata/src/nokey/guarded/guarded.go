// Package guarded asks before it acts; whether it asks well is for the rules
// about guards.
package guarded

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/redis/go-redis/v9"
	"github.com/stripe/stripe-go/v82"
)

type due struct {
	Rent   string `json:"rent"`
	Tenant string `json:"tenant"`
	Cents  int64  `json:"cents"`
}

type landlord struct {
	db     *sql.DB
	redis  *redis.Client
	stripe *stripe.Client
}

// Listen handles rents.
func (l *landlord) Listen(js nats.JetStreamContext) error {
	for subject, h := range map[string]func(context.Context, due) error{
		"claimed": l.claimed, "recorded": l.recorded, "unguarded": l.unguarded, "together": l.together,
	} {
		_, err := js.Subscribe(subject, func(m *nats.Msg) {
			var d due
			if err := json.Unmarshal(m.Data, &d); err != nil {
				m.Term()
				return
			}
			if err := h(context.Background(), d); err != nil {
				m.Nak()
				return
			}
			m.Ack()
		})
		if err != nil {
			return err
		}
	}
	return nil
}

func (l *landlord) claimed(ctx context.Context, d due) error {
	ok, err := l.redis.SetNX(ctx, "rent:"+d.Rent, 1, 24*time.Hour).Result() // want IDM004 "l.redis.SetNX marks the message as handled before"
	if err != nil || !ok {
		return err
	}
	_, err = l.stripe.V1Charges.Create(ctx, &stripe.ChargeCreateParams{Customer: &d.Tenant, Amount: &d.Cents})
	return err
}

func (l *landlord) recorded(ctx context.Context, d due) error {
	var paid string
	err := l.db.QueryRowContext(ctx, `SELECT paid FROM rents WHERE id = $1`, d.Rent).Scan(&paid)
	if !errors.Is(err, sql.ErrNoRows) {
		return err
	}
	_, err = l.stripe.V1Charges.Create(ctx, &stripe.ChargeCreateParams{Customer: &d.Tenant, Amount: &d.Cents})
	return err
}

// unguarded looks at the message only.
func (l *landlord) unguarded(ctx context.Context, d due) error {
	if d.Cents <= 0 || d.Tenant == "" {
		return nil
	}
	_, err := l.stripe.V1Charges.Create(ctx, &stripe.ChargeCreateParams{Customer: &d.Tenant, Amount: &d.Cents}) // want IDM001 "payment call l.stripe.V1Charges.Create"
	return err
}

// together claims in the transaction that does the work.
func (l *landlord) together(ctx context.Context, d due) error {
	tx, err := l.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if _, err := tx.ExecContext(ctx, `INSERT INTO rent_events (event_id) VALUES ($1)`, d.Rent); err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, `INSERT INTO rent_postings (tenant, cents) VALUES ($1, $2)`, d.Tenant, d.Cents); err != nil {
		return err
	}
	return tx.Commit()
}
