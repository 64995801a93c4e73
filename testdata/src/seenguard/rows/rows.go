// Package rows looks a row up, works, and stores the row.
package rows

import (
	"context"
	"encoding/json"
	"errors"

	amqp "github.com/rabbitmq/amqp091-go"
	"github.com/stripe/stripe-go/v82"
	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"example.com/fixtures/seenguard/rows/table"
)

type worn struct {
	Shoe  string `json:"shoe"`
	Cents int64  `json:"cents"`
}

type cobbler struct {
	db     *gorm.DB
	stripe *stripe.Client
}

func (c *cobbler) bill(ctx context.Context, w worn) error {
	_, err := c.stripe.V1Charges.Create(ctx, &stripe.ChargeCreateParams{Customer: &w.Shoe, Amount: &w.Cents})
	return err
}

func (c *cobbler) billOnce(ctx context.Context, w worn) error {
	p := &stripe.ChargeCreateParams{Customer: &w.Shoe, Amount: &w.Cents}
	p.SetIdempotencyKey("shoe:" + w.Shoe)
	_, err := c.stripe.V1Charges.Create(ctx, p)
	return err
}

func (c *cobbler) first(ctx context.Context, w worn) error {
	var row table.Mended
	err := c.db.WithContext(ctx).First(&row, "shoe = ?", w.Shoe).Error // want IDM004 "First is asked first and recorded after c.stripe.V1Charges.Create"
	if err == nil {
		return nil
	}
	if !errors.Is(err, gorm.ErrRecordNotFound) {
		return err
	}
	if err := c.bill(ctx, w); err != nil {
		return err
	}
	return c.db.WithContext(ctx).Create(&table.Mended{Shoe: w.Shoe}).Error
}

func (c *cobbler) counted(ctx context.Context, w worn) error {
	var n int64
	if err := c.db.WithContext(ctx).Model(&table.Mended{}).Where("shoe = ?", w.Shoe).Count(&n).Error; err != nil { // want IDM004 "Count is asked first and recorded after c.stripe.V1Charges.Create"
		return err
	}
	if n > 0 {
		return nil
	}
	if err := c.bill(ctx, w); err != nil {
		return err
	}
	return c.db.Create(&table.Mended{Shoe: w.Shoe}).Error
}

func (c *cobbler) found(ctx context.Context, w worn) error {
	var rows []table.Mended
	res := c.db.WithContext(ctx).Where("shoe = ?", w.Shoe).Limit(1).Find(&rows) // want IDM004 "Find is asked first and recorded after c.stripe.V1Charges.Create"
	if res.Error != nil {
		return res.Error
	}
	if res.RowsAffected > 0 {
		return nil
	}
	if err := c.bill(ctx, w); err != nil {
		return err
	}
	return c.db.WithContext(ctx).Save(&table.Mended{Shoe: w.Shoe}).Error
}

// Found or created in one call, which tells by a count.
func (c *cobbler) firstOrCreate(ctx context.Context, w worn) error {
	res := c.db.WithContext(ctx).Where(table.Mended{Shoe: w.Shoe}).FirstOrCreate(&table.Mended{Shoe: w.Shoe}) // want IDM004 "FirstOrCreate marks the message as handled before c.stripe.V1Charges.Create"
	if res.Error != nil {
		return res.Error
	}
	if res.RowsAffected == 0 {
		return nil
	}
	return c.bill(ctx, w)
}

// What is read inside of a transaction counts, too.
func (c *cobbler) begun(ctx context.Context, w worn) error {
	tx := c.db.WithContext(ctx).Begin()
	defer tx.Rollback()
	if tx.Error != nil {
		return tx.Error
	}
	var row table.Mended
	if err := tx.First(&row, "shoe = ?", w.Shoe).Error; err == nil { // want IDM004 "tx.First marks the message as handled before c.stripe.V1Charges.Create"
		return nil
	} else if !errors.Is(err, gorm.ErrRecordNotFound) {
		return err
	}
	if err := tx.Create(&table.Mended{Shoe: w.Shoe}).Error; err != nil {
		return err
	}
	if err := tx.Commit().Error; err != nil {
		return err
	}
	return c.bill(ctx, w)
}

func (c *cobbler) shoe(ctx context.Context, id string) (*table.Shoe, error) {
	var shoe table.Shoe
	if err := c.db.WithContext(ctx).First(&shoe, "id = ?", id).Error; err != nil {
		return nil, err
	}
	return &shoe, nil
}

// The row comes from a function of the program.
func (c *cobbler) behindHelper(ctx context.Context, w worn) error {
	shoe, err := c.shoe(ctx, w.Shoe) // want IDM004 "marks the message as handled before c.stripe.V1Charges.Create"
	if err != nil {
		return err
	}
	if shoe.State != "new" {
		return nil
	}
	shoe.State = "paid"
	if err := c.db.WithContext(ctx).Save(shoe).Error; err != nil {
		return err
	}
	return c.bill(ctx, w)
}

// The state of the row itself is the mark.
func (c *cobbler) state(ctx context.Context, w worn) error {
	var shoe table.Shoe
	if err := c.db.Where("id = ?", w.Shoe).First(&shoe).Error; err != nil { // want IDM004 "First is asked first and recorded after c.stripe.V1Charges.Create"
		return err
	}
	if shoe.State == "paid" {
		return nil
	}
	if err := c.bill(ctx, w); err != nil {
		return err
	}
	return c.db.Model(&shoe).Update("state", "paid").Error
}

// The mark comes first, and the bill is lost.
func (c *cobbler) markedFirst(ctx context.Context, w worn) error {
	var shoe table.Shoe
	if err := c.db.Where("id = ?", w.Shoe).First(&shoe).Error; err != nil { // want IDM004 "First marks the message as handled before c.stripe.V1Charges.Create"
		return err
	}
	if shoe.State == "paid" {
		return nil
	}
	if err := c.db.Model(&table.Shoe{}).Where("id = ?", w.Shoe).Updates(map[string]any{"state": "paid"}).Error; err != nil {
		return err
	}
	return c.bill(ctx, w)
}

// The bill has a key: done twice, it is one bill.
func (c *cobbler) keyed(ctx context.Context, w worn) error {
	var n int64
	if err := c.db.Model(&table.Mended{}).Where("shoe = ?", w.Shoe).Count(&n).Error; err != nil {
		return err
	}
	if n > 0 {
		return nil
	}
	if err := c.billOnce(ctx, w); err != nil {
		return err
	}
	return c.db.Create(&table.Mended{Shoe: w.Shoe}).Error
}

// The row is locked, and all that happens is in its transaction.
func (c *cobbler) locked(ctx context.Context, w worn) error {
	return c.db.WithContext(ctx).Transaction(func(tx *gorm.DB) error {
		var shoe table.Shoe
		if err := tx.Clauses(clause.Locking{Strength: "UPDATE"}).First(&shoe, "id = ?", w.Shoe).Error; err != nil {
			return err
		}
		if shoe.State == "mended" {
			return nil
		}
		if err := tx.Exec("UPDATE wearers SET shoes = shoes + 1 WHERE id = ?", shoe.Wearer).Error; err != nil {
			return err
		}
		shoe.State = "mended"
		return tx.Save(&shoe).Error
	})
}

// Another row than the one that is stored has to be there: no guard.
func (c *cobbler) needed(ctx context.Context, w worn) error {
	var shoe table.Shoe
	if err := c.db.First(&shoe, "id = ?", w.Shoe).Error; err != nil {
		return err
	}
	if err := c.billOnce(ctx, w); err != nil {
		return err
	}
	return c.db.Clauses(clause.OnConflict{DoNothing: true}).Create(&table.Mended{Shoe: shoe.ID}).Error
}

func serve(ctx context.Context, ds <-chan amqp.Delivery, handle func(context.Context, worn) error) {
	for d := range ds {
		var w worn
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

func run(ctx context.Context, c *cobbler, ds <-chan amqp.Delivery) {
	serve(ctx, ds, c.first)
	serve(ctx, ds, c.counted)
	serve(ctx, ds, c.found)
	serve(ctx, ds, c.firstOrCreate)
	serve(ctx, ds, c.begun)
	serve(ctx, ds, c.behindHelper)
	serve(ctx, ds, c.state)
	serve(ctx, ds, c.markedFirst)
	serve(ctx, ds, c.keyed)
	serve(ctx, ds, c.locked)
	serve(ctx, ds, c.needed)
}
