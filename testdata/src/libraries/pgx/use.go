package use

import (
	"context"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

func run(ctx context.Context, pool *pgxpool.Pool) {
	tx, _ := pool.Begin(ctx)                                       // is: transaction begin
	tx.Exec(ctx, "insert into orders values ($1)", 1)              // is: effect db, statement
	tx.Commit(ctx)                                                 // is: transaction commit
	pool.Exec(ctx, "update stock set n = n - 1")                   // is: effect db, statement
	pgx.BeginFunc(ctx, pool, func(tx pgx.Tx) error { return nil }) // is: transaction run
	pool.SendBatch(ctx, &pgx.Batch{})                              // is: effect db, write
}
