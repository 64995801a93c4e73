package use

import (
	"context"
	"database/sql"

	"github.com/cockroachdb/cockroach-go/v2/crdb"
	"github.com/cockroachdb/cockroach-go/v2/crdb/crdbpgxv5"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

func pay(ctx context.Context, db *sql.DB, order string) error {
	return crdb.ExecuteTx(ctx, db, nil, func(tx *sql.Tx) error { // is: transaction run
		_, err := tx.ExecContext(ctx, "update orders set paid = true where id = $1", order) // is: effect db, statement
		return err
	})
}

func take(ctx context.Context, pool *pgxpool.Pool, sku string) error {
	return crdbpgx.ExecuteTx(ctx, pool, pgx.TxOptions{}, func(tx pgx.Tx) error { // is: transaction run
		_, err := tx.Exec(ctx, "update stock set n = n - 1 where sku = $1", sku) // is: effect db, statement
		return err
	})
}
