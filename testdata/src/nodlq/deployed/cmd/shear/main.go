// Shear reads its queue's URL from a variable of another package.
package main

import (
	"context"
	"database/sql"
	"log"

	"github.com/aws/aws-sdk-go-v2/service/sqs"

	"example.com/fixtures/nodlq/deployed/consumer"
	"example.com/fixtures/nodlq/deployed/settings"
)

func main() {
	db, err := sql.Open("pgx", settings.Must("DATABASE_URL"))
	if err != nil {
		log.Fatal(err)
	}
	work := func(ctx context.Context, body string) error {
		_, err := db.ExecContext(ctx, `UPDATE fleeces SET shorn = true WHERE id = $1`, body)
		return err
	}
	consumer.New(sqs.New(sqs.Options{}), settings.Fleece, work).Run(context.Background())
}
