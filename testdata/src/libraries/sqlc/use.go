package use

import (
	"context"
	"database/sql"
)

// record is what a handler does with the methods that sqlc writes from queries.
func record(ctx context.Context, db *sql.DB, order string) error {
	return New(db).RecordPayment(ctx, order)
}

func reload(ctx context.Context, db DBTX, orders []string) error {
	_, err := db.ExecContext(ctx, "delete from staging") // is: effect db, statement
	if err != nil {
		return err
	}
	for _, order := range orders {
		if err := New(db).RecordPayment(ctx, order); err != nil {
			return err
		}
	}
	return nil
}
