package use

import (
	"context"

	"github.com/jmoiron/sqlx"
)

// Most methods are promoted from database/sql.
func run(ctx context.Context, db *sqlx.DB) {
	db.ExecContext(ctx, "insert into orders values ($1)", 1)         // is: effect db, statement
	db.NamedExecContext(ctx, "insert into orders values (:id)", nil) // is: effect db, statement
	db.MustExec("delete from orders")                                // is: effect db, statement
	tx, _ := db.BeginTxx(ctx, nil)                                   // is: transaction begin
	tx.Commit()                                                      // is: transaction commit
}
