// Card has its settings filled by their tags.
package main

import (
	"context"
	"database/sql"
	"log"

	"github.com/aws/aws-sdk-go-v2/service/sqs"
	"github.com/caarlos0/env/v11"

	"example.com/fixtures/nodlq/deployed/consumer"
)

type config struct {
	Wool struct {
		QueueURL string `env:"WOOL_QUEUE_URL"`
	}
}

func main() {
	var cfg config
	if err := env.Parse(&cfg); err != nil {
		log.Fatal(err)
	}
	db, err := sql.Open("pgx", "postgres://wool")
	if err != nil {
		log.Fatal(err)
	}
	work := func(ctx context.Context, body string) error {
		_, err := db.ExecContext(ctx, `UPDATE wool SET carded = true WHERE id = $1`, body)
		return err
	}
	consumer.New(sqs.New(sqs.Options{}), cfg.Wool.QueueURL, work).Run(context.Background())
}
