// Package gorm stores what a watermill router delivers.
package gorm

import (
	"encoding/json"

	"github.com/ThreeDotsLabs/watermill/message"
	"gorm.io/gorm"
	"gorm.io/gorm/clause"
)

type finished struct {
	Race   string `json:"race"`
	Runner string `json:"runner"`
	Millis int64  `json:"millis"`
}

// Lap has no unique column but the id the database makes.
type Lap struct {
	gorm.Model
	Race   string
	Runner string
}

// Result is unique by race and runner.
type Result struct {
	ID     uint   `gorm:"primaryKey"`
	Race   string `gorm:"uniqueIndex:one_result"`
	Runner string `gorm:"uniqueIndex:one_result"`
	Millis int64
}

type board struct{ db *gorm.DB }

// Register adds the handlers.
func (b *board) Register(r *message.Router, sub message.Subscriber) {
	r.AddNoPublisherHandler("laps", "finished", sub, b.laps)
	r.AddNoPublisherHandler("results", "finished", sub, b.results)
}

func (b *board) laps(m *message.Message) error {
	var f finished
	if err := json.Unmarshal(m.Payload, &f); err != nil {
		return err
	}
	return b.db.Create(&Lap{Race: f.Race, Runner: f.Runner}).Error // want IDM001 "write b.db.Create" "gorm.(*board).laps"
}

func (b *board) results(m *message.Message) error {
	var f finished
	if err := json.Unmarshal(m.Payload, &f); err != nil {
		return err
	}
	result := Result{Race: f.Race, Runner: f.Runner, Millis: f.Millis}
	if err := b.db.Create(&result).Error; err != nil {
		return err
	}
	if err := b.db.Clauses(clause.OnConflict{DoNothing: true}).Create(&result).Error; err != nil {
		return err
	}
	if err := b.db.Model(&Result{}).Where("race = ? AND runner = ?", f.Race, f.Runner).Update("millis", f.Millis).Error; err != nil {
		return err
	}
	return b.db.Where("race = ?", f.Race).Delete(&Lap{}).Error
}
