// Package example keeps the water levels of rivers.
package example

import (
	"context"
	"database/sql"
	"encoding/json"
	"log/slog"

	"github.com/segmentio/kafka-go"
)

// Measured is the event: a gauge was read.
type Measured struct {
	Gauge string `json:"gauge"`
	Level int    `json:"level"`
}

// Levels keeps the last level of each gauge.
type Levels struct{ DB *sql.DB }

// Run handles measurements.
func (l *Levels) Run(ctx context.Context, brokers []string) {
	r := kafka.NewReader(kafka.ReaderConfig{Brokers: brokers, GroupID: "levels", Topic: "measured"})
	for {
		m, err := r.ReadMessage(ctx) // want IDM007 "has its messages acked before" "ExecContext is lost"
		if err != nil {
			return
		}
		if err := l.keep(ctx, m.Value); err != nil {
			slog.ErrorContext(ctx, "level not kept", "err", err)
		}
	}
}

func (l *Levels) keep(ctx context.Context, body []byte) error {
	var m Measured
	if err := json.Unmarshal(body, &m); err != nil {
		return err
	}
	_, err := l.DB.ExecContext(ctx, `UPDATE gauges SET level = $2 WHERE id = $1`, m.Gauge, m.Level)
	return err
}
