// Package duplicates knows work already done by the error of an insert.
package duplicates

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/lib/pq"
	amqp "github.com/rabbitmq/amqp091-go"
	"github.com/stripe/stripe-go/v82"
	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"gorm.io/gorm"
)

type towed struct {
	Call  string `json:"call"`
	Owner string `json:"owner"`
	Cents int64  `json:"cents"`
}

type answered struct {
	ID   uint
	Call string
}

type truck struct {
	db     *sql.DB
	pool   *pgxpool.Pool
	gorm   *gorm.DB
	calls  *mongo.Collection
	stripe *stripe.Client
}

func (t *truck) bill(ctx context.Context, w towed) error {
	_, err := t.stripe.V1Charges.Create(ctx, &stripe.ChargeCreateParams{Customer: &w.Owner, Amount: &w.Cents})
	return err
}

func isTaken(err error) bool {
	var pgErr *pgconn.PgError
	return errors.As(err, &pgErr) && pgErr.Code == "23505"
}

// A helper looks for the code.
func (t *truck) byHelper(ctx context.Context, w towed) error {
	if _, err := t.pool.Exec(ctx, `INSERT INTO answered (call_id) VALUES ($1)`, w.Call); err != nil { // want IDM004 "t.pool.Exec marks the message as handled before t.stripe.V1Charges.Create"
		if isTaken(err) {
			return nil
		}
		return err
	}
	return t.bill(ctx, w)
}

// The code is a field of the library's error.
func (t *truck) byCode(ctx context.Context, w towed) error {
	if _, err := t.db.ExecContext(ctx, `INSERT INTO answered (call_id) VALUES ($1)`, w.Call); err != nil { // want IDM004 "t.db.ExecContext marks the message as handled before t.stripe.V1Charges.Create"
		var pe *pq.Error
		if errors.As(err, &pe) && pe.Code == "23505" {
			return nil
		}
		return err
	}
	return t.bill(ctx, w)
}

// The words of the error are looked at.
func (t *truck) byText(ctx context.Context, w towed) error {
	if _, err := t.db.ExecContext(ctx, `INSERT INTO answered (call_id) VALUES ($1)`, w.Call); err != nil { // want IDM004 "t.db.ExecContext marks the message as handled before t.stripe.V1Charges.Create"
		if strings.Contains(err.Error(), "duplicate key") {
			return nil
		}
		return err
	}
	return t.bill(ctx, w)
}

// Nobody says which column is unique, but the handler counts on one.
func (t *truck) bySentinel(ctx context.Context, w towed) error {
	if err := t.gorm.WithContext(ctx).Create(&answered{Call: w.Call}).Error; err != nil { // want IDM004 "t.gorm.WithContext().Create marks the message as handled before t.stripe.V1Charges.Create"
		if errors.Is(err, gorm.ErrDuplicatedKey) {
			return nil
		}
		return err
	}
	return t.bill(ctx, w)
}

func (t *truck) byPredicate(ctx context.Context, w towed) error {
	_, err := t.calls.InsertOne(ctx, bson.M{"_id": w.Call}) // want IDM004 "t.calls.InsertOne marks the message as handled before t.stripe.V1Charges.Create"
	if mongo.IsDuplicateKeyError(err) {
		return nil
	}
	if err != nil {
		return err
	}
	return t.bill(ctx, w)
}

// The row and what depends on it are one transaction.
func (t *truck) together(ctx context.Context, w towed) error {
	tx, err := t.pool.Begin(ctx)
	if err != nil {
		return err
	}
	defer tx.Rollback(ctx)
	if _, err := tx.Exec(ctx, `INSERT INTO answered (call_id) VALUES ($1)`, w.Call); err != nil {
		if isTaken(err) {
			return nil
		}
		return err
	}
	if _, err := tx.Exec(ctx, `UPDATE owners SET calls = calls + 1 WHERE owner_id = $1`, w.Owner); err != nil {
		return err
	}
	return tx.Commit(ctx)
}

// A row that is there keeps nothing from happening, and the bill has a key.
func (t *truck) goesOn(ctx context.Context, w towed) error {
	if err := t.gorm.Create(&answered{Call: w.Call}).Error; err != nil && !errors.Is(err, gorm.ErrDuplicatedKey) {
		return err
	}
	p := &stripe.ChargeCreateParams{Customer: &w.Owner, Amount: &w.Cents}
	p.SetIdempotencyKey("tow:" + w.Call)
	_, err := t.stripe.V1Charges.Create(ctx, p)
	return err
}

// The row is all there is to do.
func (t *truck) only(ctx context.Context, w towed) error {
	if err := t.gorm.Create(&answered{Call: w.Call}).Error; err != nil && !errors.Is(err, gorm.ErrDuplicatedKey) {
		return err
	}
	return nil
}

func serve(ctx context.Context, ds <-chan amqp.Delivery, handle func(context.Context, towed) error) {
	for d := range ds {
		var w towed
		if err := json.Unmarshal(d.Body, &w); err != nil {
			d.Nack(false, false)
			continue
		}
		if err := handle(ctx, w); err != nil {
			d.Nack(false, true)
			continue
		}
		d.Ack(false)
	}
}

func run(ctx context.Context, t *truck, ds <-chan amqp.Delivery) {
	serve(ctx, ds, t.byHelper)
	serve(ctx, ds, t.byCode)
	serve(ctx, ds, t.byText)
	serve(ctx, ds, t.bySentinel)
	serve(ctx, ds, t.byPredicate)
	serve(ctx, ds, t.together)
	serve(ctx, ds, t.goesOn)
	serve(ctx, ds, t.only)
}
