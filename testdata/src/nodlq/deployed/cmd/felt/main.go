// Felt works on a stream.
package main

import (
	"context"
	"database/sql"
	"log"

	"github.com/aws/aws-lambda-go/events"
	"github.com/aws/aws-lambda-go/lambda"
)

func main() {
	db, err := sql.Open("pgx", "postgres://felt")
	if err != nil {
		log.Fatal(err)
	}
	lambda.Start(func(ctx context.Context, ev events.KinesisEvent) error {
		for _, r := range ev.Records {
			if _, err := db.ExecContext(ctx, `UPDATE felt SET pressed = true WHERE id = $1`, string(r.Kinesis.Data)); err != nil {
				return err
			}
		}
		return nil
	})
}
