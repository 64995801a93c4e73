package main

import (
	"context"
	"database/sql"
	"fmt"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/sqs"
	"github.com/aws/aws-sdk-go-v2/service/sqs/types"
)

// fire dead-letters a pot that failed five times.
func fire(ctx context.Context, client *sqs.Client, db *sql.DB, cracked string) error {
	q, err := client.CreateQueue(ctx, &sqs.CreateQueueInput{
		QueueName: aws.String("firing"),
		Attributes: map[string]string{
			"VisibilityTimeout": "60",
			"RedrivePolicy":     fmt.Sprintf(`{"deadLetterTargetArn":%q,"maxReceiveCount":5}`, cracked),
		},
	})
	if err != nil {
		return err
	}
	return poll(ctx, client, aws.ToString(q.QueueUrl), func(m types.Message) error {
		_, err := db.ExecContext(ctx, `UPDATE pots SET fired = true WHERE id = $1`, m.Body)
		return err
	})
}
