// Package sql changes levels in tables.
package sql

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"

	"github.com/aws/aws-lambda-go/events"
	"github.com/aws/aws-lambda-go/lambda"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"
	"gorm.io/gorm"
)

type poured struct {
	Order   string `json:"order"`
	Barrel  string `json:"barrel"`
	Litres  int    `json:"litres"`
	Left    int    `json:"left"`
	Version int    `json:"version"`
}

// Barrel is a row.
type Barrel struct {
	ID   string
	Left int
}

// Drawn is a record of what was taken.
type Drawn struct {
	MessageID string `gorm:"primaryKey"`
}

type cellar struct {
	db   *sql.DB
	pool *pgxpool.Pool
	gorm *gorm.DB
}

// Start runs the function.
func (c *cellar) Start() { lambda.Start(c.handle) }

func (c *cellar) handle(ctx context.Context, e events.SQSEvent) error {
	for _, m := range e.Records {
		var p poured
		if err := json.Unmarshal([]byte(m.Body), &p); err != nil {
			return err
		}
		if err := errors.Join(c.take(ctx, p), c.set(ctx, p), c.takeOnce(ctx, p), c.takeOncePerMessage(ctx, m.MessageId, p), c.takeLogged(ctx, p), c.takeInOrder(ctx, p), c.countTries(ctx, p)); err != nil {
			return err
		}
	}
	return nil
}

func (c *cellar) take(ctx context.Context, p poured) error {
	if _, err := c.db.ExecContext(ctx, `UPDATE barrels SET litres = litres - ? WHERE id = ?`, p.Litres, p.Barrel); err != nil { // want IDM008 "write c.db.ExecContext" "sql.(*cellar).handle"
		return err
	}
	// Not below zero, but twice all the same.
	if _, err := c.pool.Exec(ctx, `UPDATE barrels SET litres = litres - $1 WHERE id = $2 AND litres >= $1`, p.Litres, p.Barrel); err != nil { // want IDM008 "write c.pool.Exec"
		return err
	}
	if _, err := c.pool.Exec(ctx, `INSERT INTO poured (barrel, litres) VALUES ($1, $2) ON CONFLICT (barrel) DO UPDATE SET litres = poured.litres + EXCLUDED.litres`, p.Barrel, p.Litres); err != nil { // want IDM008 "write c.pool.Exec"
		return err
	}
	return c.gorm.Model(&Barrel{}).Where("id = ?", p.Barrel).Update("litres", gorm.Expr("litres - ?", p.Litres)).Error // want IDM008 "Update"
}

func (c *cellar) set(ctx context.Context, p poured) error {
	if _, err := c.db.ExecContext(ctx, `UPDATE barrels SET litres = ? WHERE id = ?`, p.Left, p.Barrel); err != nil {
		return err
	}
	if _, err := c.pool.Exec(ctx, `UPDATE barrels SET litres = litres - $1, version = version + 1 WHERE id = $2 AND version = $3`, p.Litres, p.Barrel, p.Version); err != nil {
		return err
	}
	if _, err := c.pool.Exec(ctx, `UPDATE barrels SET litres = litres - $1, last_order = $2 WHERE id = $3 AND last_order <> $2`, p.Litres, p.Order, p.Barrel); err != nil {
		return err
	}
	if _, err := c.db.ExecContext(ctx, `UPDATE barrels SET seen = coalesce(seen, now()), name = upper(name) WHERE id = ?`, p.Barrel); err != nil {
		return err
	}
	if err := c.gorm.Model(&Barrel{}).Where("id = ? AND version = ?", p.Barrel, p.Version).
		Updates(map[string]any{"litres": gorm.Expr("litres - ?", p.Litres), "version": p.Version + 1}).Error; err != nil {
		return err
	}
	// The version is set and tested nowhere: this takes twice.
	next := map[string]any{"litres": gorm.Expr("litres - ?", p.Litres), "version": p.Version + 1}
	if err := c.gorm.Model(&Barrel{}).Where("id = ?", p.Barrel).Updates(next).Error; err != nil { // want IDM008 "Updates"
		return err
	}
	return c.gorm.Model(&Barrel{}).Where("id = ?", p.Barrel).Update("litres", p.Left).Error
}

// What was tried again is counted again.
func (c *cellar) countTries(ctx context.Context, p poured) error {
	if _, err := c.pool.Exec(ctx, `UPDATE barrels SET attempts = attempts + 1 WHERE id = $1`, p.Barrel); err != nil {
		return err
	}
	return c.gorm.Model(&Barrel{}).Where("id = ?", p.Barrel).Updates(map[string]any{"send_count": gorm.Expr("send_count + 1"), "sent": true}).Error
}

// The version in the event lets each pass once.
func (c *cellar) takeInOrder(ctx context.Context, p poured) error {
	for _, q := range []string{
		`UPDATE barrels SET litres = litres - $1, version = version + 1 WHERE id = $2 AND version = $3`,
		`UPDATE barrels SET litres = litres - $1, version = $3 WHERE id = $2 AND version = $3 - 1`,
		`UPDATE barrels SET litres = litres - $1, version = $3 WHERE id = $2 AND version < $3`,
		`INSERT INTO barrels (litres, id, version) VALUES ($1, $2, $3)
		ON CONFLICT (id) DO UPDATE SET litres = barrels.litres - EXCLUDED.litres, version = EXCLUDED.version WHERE barrels.version < EXCLUDED.version`,
	} {
		if _, err := c.pool.Exec(ctx, q, p.Litres, p.Barrel, p.Version); err != nil {
			return err
		}
	}
	_, err := c.pool.Exec(ctx, `UPDATE barrels SET litres = litres - $1, version = $3 WHERE id = $2 AND version <= $3`, p.Litres, p.Barrel, p.Version) // want IDM008 "c.pool.Exec"
	return err
}

func (c *cellar) takeOnce(ctx context.Context, p poured) error {
	tx, err := c.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	res, err := tx.ExecContext(ctx, `INSERT INTO pourings (order_id) VALUES (?) ON CONFLICT DO NOTHING`, p.Order)
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return err
	}
	if _, err := tx.ExecContext(ctx, `UPDATE barrels SET litres = litres - ? WHERE id = ?`, p.Litres, p.Barrel); err != nil {
		return err
	}
	return tx.Commit()
}

// takeOncePerMessage is limited by a record of the wrong thing: IDM002 reports
// the record, and the update in its transaction has no fault of its own.
func (c *cellar) takeOncePerMessage(ctx context.Context, id string, p poured) error {
	return c.gorm.WithContext(ctx).Transaction(func(tx *gorm.DB) error {
		if err := tx.Create(&Drawn{MessageID: id}).Error; err != nil { // want IDM002 "column message_id" "SQSMessage.MessageId"
			return err
		}
		return tx.Model(&Barrel{}).Where("id = ?", p.Barrel).Update("litres", gorm.Expr("litres - ?", p.Litres)).Error
	})
}

// A record with an id minted here limits nothing.
func (c *cellar) takeLogged(ctx context.Context, p poured) error {
	return c.gorm.WithContext(ctx).Transaction(func(tx *gorm.DB) error {
		if err := tx.Create(&Drawn{MessageID: uuid.NewString()}).Error; err != nil { // want IDM003 "uuid.NewString"
			return err
		}
		return tx.Model(&Barrel{}).Where("id = ?", p.Barrel).Update("litres", gorm.Expr("litres - ?", p.Litres)).Error // want IDM008 "Update"
	})
}
