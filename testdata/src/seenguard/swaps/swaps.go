// Package swaps claims by a conditional update: who changed the row does the
// work.
package swaps

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"log"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	amqp "github.com/rabbitmq/amqp091-go"
	"github.com/stripe/stripe-go/v82"
	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"
	"gorm.io/gorm"
)

const (
	isNew    = "new"
	isTaken  = "taken"
	isBilled = "billed"
)

type framed struct {
	Picture string `json:"picture"`
	Owner   string `json:"owner"`
	Cents   int64  `json:"cents"`
}

type picture struct {
	ID    string
	State string
}

type shop struct {
	db       *sql.DB
	pool     *pgxpool.Pool
	gorm     *gorm.DB
	pictures *mongo.Collection
	stripe   *stripe.Client
}

func (s *shop) bill(ctx context.Context, f framed) error {
	_, err := s.stripe.V1Charges.Create(ctx, &stripe.ChargeCreateParams{Customer: &f.Owner, Amount: &f.Cents})
	return err
}

// The change is durable, the bill is not paid yet.
func (s *shop) inSQL(ctx context.Context, f framed) error {
	res, err := s.db.ExecContext(ctx, `UPDATE pictures SET state = 'framing' WHERE id = $1 AND state = 'new'`, f.Picture) // want IDM004 "s.db.ExecContext marks the message as handled before s.stripe.V1Charges.Create"
	if err != nil {
		return err
	}
	n, err := res.RowsAffected()
	if err != nil {
		return err
	}
	if n == 0 {
		return nil
	}
	return s.bill(ctx, f)
}

// The states are arguments.
func (s *shop) byArguments(ctx context.Context, f framed) error {
	tag, err := s.pool.Exec(ctx, `UPDATE pictures SET state = $2 WHERE id = $1 AND state = $3`, f.Picture, isTaken, isNew) // want IDM004 "s.pool.Exec marks the message as handled before s.stripe.V1Charges.Create"
	if err != nil {
		return err
	}
	if tag.RowsAffected() == 0 {
		log.Printf("picture %s is being framed", f.Picture)
		return nil
	}
	return s.bill(ctx, f)
}

// The row that comes back, or does not, tells.
func (s *shop) returning(ctx context.Context, f framed) error {
	err := s.pool.QueryRow(ctx, `UPDATE pictures SET framed_at = now() WHERE id = $1 AND framed_at IS NULL RETURNING cents`, f.Picture).Scan(&f.Cents) // want IDM004 "s.pool.QueryRow marks the message as handled before s.stripe.V1Charges.Create"
	if errors.Is(err, pgx.ErrNoRows) {
		return nil
	}
	if err != nil {
		return err
	}
	return s.bill(ctx, f)
}

func (s *shop) inChain(ctx context.Context, f framed) error {
	res := s.gorm.WithContext(ctx).Model(&picture{}).Where("id = ? AND state = ?", f.Picture, isNew).Update("state", isTaken) // want IDM004 "marks the message as handled before s.stripe.V1Charges.Create"
	if res.Error != nil {
		return res.Error
	}
	if res.RowsAffected == 0 {
		return nil
	}
	return s.bill(ctx, f)
}

func (s *shop) inDocument(ctx context.Context, f framed) error {
	res, err := s.pictures.UpdateOne(ctx, bson.M{"_id": f.Picture, "state": isNew}, bson.M{"$set": bson.M{"state": isTaken}}) // want IDM004 "s.pictures.UpdateOne marks the message as handled before s.stripe.V1Charges.Create"
	if err != nil {
		return err
	}
	if res.ModifiedCount == 0 {
		return nil
	}
	return s.bill(ctx, f)
}

// The document that comes back, or does not, tells.
func (s *shop) comesBack(ctx context.Context, f framed) error {
	err := s.pictures.FindOneAndUpdate(ctx, bson.M{"_id": f.Picture, "state": isNew}, bson.M{"$set": bson.M{"state": isTaken}}).Err() // want IDM004 "s.pictures.FindOneAndUpdate marks the message as handled before s.stripe.V1Charges.Create"
	if errors.Is(err, mongo.ErrNoDocuments) {
		return nil
	}
	if err != nil {
		return err
	}
	return s.bill(ctx, f)
}

// Written only where there is no document yet.
func (s *shop) added(ctx context.Context, f framed) error {
	res, err := s.pictures.UpdateOne(ctx, bson.M{"_id": f.Picture}, bson.M{"$setOnInsert": bson.M{"owner": f.Owner}}, options.UpdateOne().SetUpsert(true)) // want IDM004 "s.pictures.UpdateOne marks the message as handled before s.stripe.V1Charges.Create"
	if err != nil {
		return err
	}
	if res.UpsertedCount == 0 {
		return nil
	}
	return s.bill(ctx, f)
}

// Two stages, each with its own question.
func (s *shop) staged(ctx context.Context, f framed) error {
	res, err := s.db.ExecContext(ctx, `UPDATE pictures SET state = 'cutting' WHERE id = $1 AND state = 'new'`, f.Picture) // want IDM004 "crash after `s.db.ExecContext` and before `s.stripe.V1Charges.Create`"
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return err
	}
	if err := s.bill(ctx, f); err != nil {
		return err
	}
	res, err = s.db.ExecContext(ctx, `UPDATE pictures SET state = 'cut' WHERE id = $1 AND state = 'cutting'`, f.Picture)
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return fmt.Errorf("picture %s was not being cut: %w", f.Picture, err)
	}
	return nil
}

// Who finds the picture taken does not ack it away, but nobody gives it back.
func (s *shop) refused(ctx context.Context, f framed) error {
	tag, err := s.pool.Exec(ctx, `UPDATE pictures SET state = $2 WHERE id = $1 AND state = $3`, f.Picture, isTaken, isNew) // want IDM004 "s.pool.Exec stays taken for ever where a worker dies before s.stripe.V1Charges.Create"
	if err != nil {
		return err
	}
	if tag.RowsAffected() == 0 {
		return fmt.Errorf("picture %s is being framed", f.Picture)
	}
	p := &stripe.ChargeCreateParams{Customer: &f.Owner, Amount: &f.Cents}
	p.SetIdempotencyKey("frame:" + f.Picture)
	_, err = s.stripe.V1Charges.Create(ctx, p)
	return err
}

// The change and what follows from it are one transaction.
func (s *shop) together(ctx context.Context, f framed) error {
	return pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		tag, err := tx.Exec(ctx, `UPDATE pictures SET state = 'sold' WHERE id = $1 AND state <> 'sold'`, f.Picture)
		if err != nil {
			return err
		}
		if tag.RowsAffected() == 0 {
			return nil
		}
		_, err = tx.Exec(ctx, `UPDATE owners SET pictures = pictures + 1 WHERE id = $1`, f.Owner)
		return err
	})
}

// What is left in the middle is looked for elsewhere, and taken up again.
func (s *shop) swept(ctx context.Context, f framed) error {
	res, err := s.db.ExecContext(ctx, `UPDATE pictures SET state = 'drying' WHERE id = $1 AND state = 'painted'`, f.Picture)
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return err
	}
	return s.bill(ctx, f)
}

func (s *shop) sweep(ctx context.Context) error {
	_, err := s.db.ExecContext(ctx, `UPDATE pictures SET state = 'painted' WHERE state = 'drying' AND touched_at < now() - interval '1 hour'`)
	return err
}

// Nobody asks whether there was a row, so it stops nothing.
func (s *shop) unasked(ctx context.Context, f framed) error {
	if _, err := s.db.ExecContext(ctx, `UPDATE pictures SET state = $2 WHERE id = $1 AND state = $3`, f.Picture, isBilled, isTaken); err != nil {
		return err
	}
	p := &stripe.ChargeCreateParams{Customer: &f.Owner, Amount: &f.Cents}
	p.SetIdempotencyKey("frame:" + f.Picture)
	_, err := s.stripe.V1Charges.Create(ctx, p)
	return err
}

// The change is all there is to do.
func (s *shop) only(ctx context.Context, f framed) error {
	res, err := s.db.ExecContext(ctx, `UPDATE pictures SET state = $2 WHERE id = $1 AND state = $3`, f.Picture, isBilled, isTaken)
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return err
	}
	return nil
}

func serve(ctx context.Context, ds <-chan amqp.Delivery, handle func(context.Context, framed) error) {
	for d := range ds {
		var f framed
		if err := json.Unmarshal(d.Body, &f); err != nil {
			d.Nack(false, false)
			continue
		}
		if err := handle(ctx, f); err != nil {
			d.Nack(false, true)
			continue
		}
		d.Ack(false)
	}
}

func run(ctx context.Context, s *shop, ds <-chan amqp.Delivery) {
	serve(ctx, ds, s.inSQL)
	serve(ctx, ds, s.byArguments)
	serve(ctx, ds, s.returning)
	serve(ctx, ds, s.inChain)
	serve(ctx, ds, s.inDocument)
	serve(ctx, ds, s.comesBack)
	serve(ctx, ds, s.added)
	serve(ctx, ds, s.staged)
	serve(ctx, ds, s.refused)
	serve(ctx, ds, s.together)
	serve(ctx, ds, s.swept)
	serve(ctx, ds, s.unasked)
	serve(ctx, ds, s.only)
}
