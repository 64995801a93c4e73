package use

import (
	"context"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
)

// putter is a user's own narrow interface.
type putter interface {
	PutItem(context.Context, *dynamodb.PutItemInput, ...func(*dynamodb.Options)) (*dynamodb.PutItemOutput, error)
}

func run(ctx context.Context, client *dynamodb.Client, p putter) {
	client.PutItem(ctx, &dynamodb.PutItemInput{})                       // is: effect db, upsert
	p.PutItem(ctx, &dynamodb.PutItemInput{})                            // is: effect db, upsert
	client.UpdateItem(ctx, &dynamodb.UpdateItemInput{})                 // is: effect db, update
	client.TransactWriteItems(ctx, &dynamodb.TransactWriteItemsInput{}) // is: effect db, write, key in field ClientRequestToken
	client.GetItem(ctx, &dynamodb.GetItemInput{})
}
