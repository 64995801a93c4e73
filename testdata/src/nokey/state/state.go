// Package state looks at what is stored before it does the work.
package state

import (
	"context"
	"encoding/json"
	"time"

	"github.com/hibiken/asynq"
	"gorm.io/gorm"
)

type moved struct {
	CrateID string `json:"crate_id"`
	State   string `json:"state"`
}

// Crate is a row.
type Crate struct {
	ID    string `gorm:"primaryKey"`
	State string
}

// Move is a row of the history.
type Move struct {
	ID      uint `gorm:"primaryKey;autoIncrement"`
	CrateID string
	State   string
	At      time.Time
}

type depot struct{ db *gorm.DB }

// Mux routes tasks.
func Mux(d *depot) *asynq.ServeMux {
	mux := asynq.NewServeMux()
	mux.HandleFunc("crate:moved", d.changed)
	mux.HandleFunc("crate:seen", d.always)
	mux.HandleFunc("crate:left", d.refused)
	return mux
}

func (d *depot) changed(ctx context.Context, t *asynq.Task) error {
	var m moved
	if err := json.Unmarshal(t.Payload(), &m); err != nil {
		return err
	}
	var c Crate
	if err := d.db.WithContext(ctx).First(&c, "id = ?", m.CrateID).Error; err != nil {
		return err
	}
	changed := c.State != m.State
	c.State = m.State
	return d.db.WithContext(ctx).Transaction(func(tx *gorm.DB) error {
		if err := tx.Save(&c).Error; err != nil {
			return err
		}
		if changed {
			return tx.Create(&Move{CrateID: m.CrateID, State: m.State, At: time.Now()}).Error
		}
		return nil
	})
}

func (d *depot) refused(ctx context.Context, t *asynq.Task) error {
	var m moved
	if err := json.Unmarshal(t.Payload(), &m); err != nil {
		return err
	}
	var c Crate
	if err := d.db.WithContext(ctx).Where("id = ?", m.CrateID).First(&c).Error; err != nil {
		return err
	}
	if c.State == m.State {
		return nil
	}
	return d.db.WithContext(ctx).Create(&Move{CrateID: m.CrateID, State: m.State}).Error
}

// always looks, and adds a move whatever it saw.
func (d *depot) always(ctx context.Context, t *asynq.Task) error {
	var m moved
	if err := json.Unmarshal(t.Payload(), &m); err != nil {
		return err
	}
	var c Crate
	if err := d.db.WithContext(ctx).First(&c, "id = ?", m.CrateID).Error; err != nil {
		return err
	}
	return d.db.WithContext(ctx).Create(&Move{CrateID: c.ID, State: m.State}).Error // want IDM001 "Create" "state.(*depot).always"
}
