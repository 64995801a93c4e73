package use

import (
	"context"
	"database/sql"
)

// querier is what sqlc and others put before a database.
type querier interface {
	ExecContext(context.Context, string, ...any) (sql.Result, error)
}

func run(ctx context.Context, db *sql.DB, q querier) {
	tx, _ := db.BeginTx(ctx, nil)                            // is: transaction begin
	tx.ExecContext(ctx, "insert into orders values ($1)", 1) // is: effect db, statement
	tx.QueryRowContext(ctx, "select 1")                      // is: effect db, statement
	tx.Rollback()                                            // is: transaction rollback
	tx.Commit()                                              // is: transaction commit
	db.Exec("update stock set n = n - 1")                    // is: effect db, statement
	q.ExecContext(ctx, "delete from orders")                 // is: effect db, statement
}
