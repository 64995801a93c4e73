// Spin tells which messages of a batch failed.
package main

import (
	"context"
	"database/sql"
	"log"

	"github.com/aws/aws-lambda-go/events"
	"github.com/aws/aws-lambda-go/lambda"
)

func main() {
	db, err := sql.Open("pgx", "postgres://yarn")
	if err != nil {
		log.Fatal(err)
	}
	lambda.Start(func(ctx context.Context, ev events.SQSEvent) (events.SQSEventResponse, error) {
		var out events.SQSEventResponse
		for _, r := range ev.Records {
			if _, err := db.ExecContext(ctx, `UPDATE yarn SET spun = true WHERE id = $1`, r.Body); err != nil {
				out.BatchItemFailures = append(out.BatchItemFailures, events.SQSBatchItemFailure{ItemIdentifier: r.MessageId})
			}
		}
		return out, nil
	})
}
