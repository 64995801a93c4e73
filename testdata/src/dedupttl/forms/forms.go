// Package forms lets records end in the ways teams do.
package forms

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/sqs"
	"github.com/redis/go-redis/v9"
	"github.com/stripe/stripe-go/v82"
	"gorm.io/gorm"
)

type baked struct {
	Loaf  string `json:"loaf"`
	Buyer string `json:"buyer"`
	Cents int64  `json:"cents"`
}

type sold struct {
	ID        uint
	Loaf      string
	CreatedAt time.Time
}

type bakery struct {
	queue  *sqs.Client
	url    string
	redis  *redis.Client
	db     *sql.DB
	gorm   *gorm.DB
	stripe *stripe.Client
}

func (b *bakery) bill(ctx context.Context, l baked) error {
	_, err := b.stripe.V1Charges.Create(ctx, &stripe.ChargeCreateParams{Customer: &l.Buyer, Amount: &l.Cents})
	return err
}

// The lifetime stands among the options of the call, the answer in its error.
func (b *bakery) options(ctx context.Context, l baked) error {
	answer, err := b.redis.SetArgs(ctx, "sold:"+l.Loaf, "1", redis.SetArgs{Mode: "NX", TTL: 10 * time.Minute}).Result() // want IDM012 "lives 10m, but sqs keeps a message for 96h" IDM004 "marks the message as handled before"
	if err != nil && err != redis.Nil {
		return err
	}
	if answer != "OK" {
		return nil
	}
	return b.bill(ctx, l)
}

// The lifetime is given in a step of its own.
func (b *bakery) secondStep(ctx context.Context, l baked) error {
	key := "sold:" + l.Loaf
	if n, err := b.redis.Exists(ctx, key).Result(); err != nil || n > 0 { // want IDM004 "is asked first and recorded after b.stripe.V1Charges.Create"
		return err
	}
	if err := b.bill(ctx, l); err != nil {
		return err
	}
	if err := b.redis.Set(ctx, key, "1", 0).Err(); err != nil {
		return err
	}
	return b.redis.Expire(ctx, key, 5*time.Minute).Err() // want IDM012 "lives 5m, but sqs keeps a message for 96h"
}

// Only what was recorded lately is looked at.
func (b *bakery) lately(ctx context.Context, l baked) error {
	var n int
	err := b.db.QueryRowContext(ctx, `SELECT count(*) FROM sold WHERE loaf = $1 AND created_at > now() - interval '5 minutes'`, l.Loaf).Scan(&n) // want IDM012 "lives 5m, but sqs keeps a message for 96h" IDM004 "is asked first"
	if err != nil {
		return err
	}
	if n > 0 {
		return nil
	}
	if err := b.bill(ctx, l); err != nil {
		return err
	}
	_, err = b.db.ExecContext(ctx, `INSERT INTO sold (loaf, created_at) VALUES ($1, now())`, l.Loaf)
	return err
}

// The same with the time worked out here, in a chain of calls.
func (b *bakery) cutoff(ctx context.Context, l baked) error {
	var row sold
	err := b.gorm.WithContext(ctx).Where("loaf = ? AND created_at > ?", l.Loaf, time.Now().Add(-15*time.Minute)).First(&row).Error // want IDM012 "lives 15m, but sqs keeps a message for 96h" IDM004 "is asked first"
	if err == nil {
		return nil
	}
	if !errors.Is(err, gorm.ErrRecordNotFound) {
		return err
	}
	if err := b.bill(ctx, l); err != nil {
		return err
	}
	return b.gorm.WithContext(ctx).Create(&sold{Loaf: l.Loaf}).Error
}

// Behind the record, the bill has a key of its own.
func (b *bakery) keyed(ctx context.Context, l baked) error {
	if n, err := b.redis.Exists(ctx, "sold:"+l.Loaf).Result(); err != nil || n > 0 {
		return err
	}
	p := &stripe.ChargeCreateParams{Customer: &l.Buyer, Amount: &l.Cents}
	p.SetIdempotencyKey("loaf:" + l.Loaf)
	if _, err := b.stripe.V1Charges.Create(ctx, p); err != nil {
		return err
	}
	return b.redis.Set(ctx, "sold:"+l.Loaf, "1", time.Hour).Err() // want IDM012 "with only its key (SetIdempotencyKey) to stop it"
}

// Behind the record there is nothing a repeat would spoil.
func (b *bakery) harmless(ctx context.Context, l baked) error {
	if n, err := b.redis.Exists(ctx, "sold:"+l.Loaf).Result(); err != nil || n > 0 {
		return err
	}
	if _, err := b.db.ExecContext(ctx, `UPDATE loaves SET state = 'sold' WHERE loaf = $1`, l.Loaf); err != nil {
		return err
	}
	return b.redis.Set(ctx, "sold:"+l.Loaf, "1", time.Hour).Err()
}

// The look-up is about how many were sold lately, not about this loaf.
func (b *bakery) rush(ctx context.Context, l baked) error {
	var n int
	err := b.db.QueryRowContext(ctx, `SELECT count(*) FROM sold WHERE created_at > now() - interval '5 minutes'`).Scan(&n)
	if err != nil {
		return err
	}
	if n > 100 {
		return errors.New("too many at once")
	}
	_, err = b.db.ExecContext(ctx, `INSERT INTO sold (loaf) VALUES ($1) ON CONFLICT (loaf) DO NOTHING`, l.Loaf)
	return err
}

// Serve handles loaves.
func (b *bakery) serve(ctx context.Context, handle func(context.Context, baked) error) error {
	for {
		out, err := b.queue.ReceiveMessage(ctx, &sqs.ReceiveMessageInput{QueueUrl: &b.url})
		if err != nil {
			return err
		}
		for _, m := range out.Messages {
			var l baked
			if json.Unmarshal([]byte(aws.ToString(m.Body)), &l) != nil || handle(ctx, l) != nil {
				continue
			}
			if _, err := b.queue.DeleteMessage(ctx, &sqs.DeleteMessageInput{QueueUrl: &b.url, ReceiptHandle: m.ReceiptHandle}); err != nil {
				return err
			}
		}
	}
}

func run(ctx context.Context, b *bakery) {
	go b.serve(ctx, b.options)
	go b.serve(ctx, b.secondStep)
	go b.serve(ctx, b.lately)
	go b.serve(ctx, b.cutoff)
	go b.serve(ctx, b.keyed)
	go b.serve(ctx, b.harmless)
	go b.serve(ctx, b.rush)
}
