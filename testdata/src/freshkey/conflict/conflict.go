// Package conflict stores rows with ids of their own, under what makes them unique.
package conflict

import (
	"context"
	"encoding/json"

	"github.com/google/uuid"
	"github.com/rabbitmq/amqp091-go"
	"gorm.io/gorm"
	"gorm.io/gorm/clause"
)

type venue struct {
	ID     uuid.UUID `gorm:"primaryKey"`
	Source string    `gorm:"uniqueIndex"`
	Name   string
}

type visit struct {
	ID   uuid.UUID `gorm:"primaryKey"`
	Name string
}

type event struct{ Source, Name string }

type store struct{ db *gorm.DB }

func (s *store) run(ctx context.Context, ms <-chan amqp091.Delivery) {
	for m := range ms {
		var e event
		if err := json.Unmarshal(m.Body, &e); err != nil {
			m.Nack(false, false)
			continue
		}
		if err := s.save(ctx, e); err != nil {
			m.Nack(false, true)
			continue
		}
		m.Ack(false)
	}
}

func (s *store) save(ctx context.Context, e event) error {
	// The id is thrown away where the row is there.
	v := venue{ID: uuid.New(), Source: e.Source, Name: e.Name}
	err := s.db.WithContext(ctx).Clauses(clause.OnConflict{
		Columns:   []clause.Column{{Name: "source"}},
		DoUpdates: clause.AssignmentColumns([]string{"name"}),
	}).Create(&v).Error
	if err != nil {
		return err
	}
	// Whatever is unique may be in conflict.
	w := venue{ID: uuid.New(), Source: e.Source, Name: e.Name}
	if err := s.db.WithContext(ctx).Clauses(clause.OnConflict{DoNothing: true}).Create(&w).Error; err != nil {
		return err
	}
	// Nothing but the id can be.
	row := visit{ID: uuid.New(), Name: e.Name}
	return s.db.WithContext(ctx).Clauses(clause.OnConflict{DoNothing: true}).Create(&row).Error // want IDM003 "is minted by uuid.New"
}
