// Command sqltext puts its statements together in several ways.
package main

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/aws/aws-lambda-go/events"
	"github.com/aws/aws-lambda-go/lambda"
)

type scanned struct {
	Parcel string `json:"parcel"`
	Depot  string `json:"depot"`
	Weight int    `json:"weight"`
}

const (
	table   = "depots"
	columns = "name, load"
	upsert  = `INSERT INTO ` + table + ` (` + columns + `) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET load = EXCLUDED.load`
	add     = `
		UPDATE ` + table + `
		SET load = load + $1 -- kilograms
		WHERE name = $2`
)

type store struct{ db *sql.DB }

func main() { lambda.Start((&store{}).handle) }

func (s *store) handle(ctx context.Context, e events.SQSEvent) error {
	for _, m := range e.Records {
		var v scanned
		if err := json.Unmarshal([]byte(m.Body), &v); err != nil {
			return err
		}
		if err := s.save(ctx, v); err != nil {
			return err
		}
	}
	return nil
}

func (s *store) save(ctx context.Context, v scanned) error {
	if _, err := s.db.ExecContext(ctx, upsert, v.Depot, v.Weight); err != nil {
		return err
	}
	if _, err := s.db.ExecContext(ctx, add, v.Weight, v.Depot); err != nil { // want IDM008 "s.db.ExecContext" "main.(*store).handle"
		return err
	}
	query := fmt.Sprintf("UPDATE %s SET %s = %[2]s + 1 WHERE parcel = $1", table, "scans")
	if _, err := s.db.ExecContext(ctx, query, v.Parcel); err != nil { // want IDM008 "s.db.ExecContext"
		return err
	}
	query = "UPDATE " + table + " SET last = $1"
	if v.Weight > 0 {
		query += ", load = load + 1"
	}
	if _, err := s.db.ExecContext(ctx, query+" WHERE name = $2", v.Parcel, v.Depot); err != nil { // want IDM008 "s.db.ExecContext"
		return err
	}
	var b strings.Builder
	b.WriteString("INSERT INTO scans (depot, weight) ")
	b.WriteString("VALUES ($1, $2)")
	if _, err := s.db.ExecContext(ctx, b.String(), v.Depot, v.Weight); err != nil { // want IDM001 "write s.db.ExecContext"
		return err
	}
	_, err := s.db.ExecContext(ctx, "DELETE FROM "+table+" WHERE name = $1", v.Depot)
	return err
}
