package use

import (
	"context"

	"github.com/jackc/pgx/v4"
	"github.com/jackc/pgx/v4/pgxpool"
)

func record(ctx context.Context, pool *pgxpool.Pool, order string) error {
	return pool.BeginFunc(ctx, func(tx pgx.Tx) error { // is: transaction run
		_, err := tx.Exec(ctx, "insert into payments (order_id) values ($1) on conflict do nothing", order) // is: effect db, statement
		return err
	})
}

func lines(ctx context.Context, tx pgx.Tx, order string) (skus []string, err error) {
	var sku string
	_, err = tx.QueryFunc(ctx, "select sku from lines where order_id = $1", []any{order}, []any{&sku}, func(pgx.QueryFuncRow) error { // is: effect db, statement
		skus = append(skus, sku)
		return nil
	})
	return skus, err
}
