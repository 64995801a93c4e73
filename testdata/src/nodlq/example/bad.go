// The example fires pots.
package main

import (
	"context"
	"database/sql"
	"log"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/sqs"
	"github.com/aws/aws-sdk-go-v2/service/sqs/types"
)

// glaze makes its queue, and nothing says what becomes of a pot that cannot be
// glazed.
func glaze(ctx context.Context, client *sqs.Client, db *sql.DB) error {
	q, err := client.CreateQueue(ctx, &sqs.CreateQueueInput{ // want IDM005 "queue glazing, which handler main.glaze (function literal) consumes, has no dead letter"
		QueueName:  aws.String("glazing"),
		Attributes: map[string]string{"VisibilityTimeout": "60"},
	})
	if err != nil {
		return err
	}
	return poll(ctx, client, aws.ToString(q.QueueUrl), func(m types.Message) error {
		_, err := db.ExecContext(ctx, `UPDATE pots SET glazed = true WHERE id = $1`, m.Body)
		return err
	})
}

// poll works on the messages of a queue.
func poll(ctx context.Context, client *sqs.Client, url string, work func(types.Message) error) error {
	for {
		out, err := client.ReceiveMessage(ctx, &sqs.ReceiveMessageInput{QueueUrl: aws.String(url)})
		if err != nil {
			return err
		}
		for _, m := range out.Messages {
			if err := work(m); err != nil {
				log.Printf("%s: %v", url, err)
				continue
			}
			if _, err := client.DeleteMessage(ctx, &sqs.DeleteMessageInput{QueueUrl: aws.String(url), ReceiptHandle: m.ReceiptHandle}); err != nil {
				return err
			}
		}
	}
}
