package use

import (
	"github.com/aws/aws-sdk-go/aws"
	"github.com/aws/aws-sdk-go/service/dynamodb"
	"github.com/aws/aws-sdk-go/service/dynamodb/dynamodbiface"
)

func take(ctx aws.Context, tables dynamodbiface.DynamoDBAPI, sku string) error {
	_, err := tables.UpdateItemWithContext(ctx, &dynamodb.UpdateItemInput{ // is: effect db, update
		TableName:        aws.String("stock"),
		Key:              map[string]*dynamodb.AttributeValue{"sku": {S: aws.String(sku)}},
		UpdateExpression: aws.String("ADD n :one"),
		ExpressionAttributeValues: map[string]*dynamodb.AttributeValue{
			":one": {N: aws.String("-1")},
		},
	})
	return err
}

func record(client *dynamodb.DynamoDB, order string) error {
	_, err := client.PutItem(&dynamodb.PutItemInput{ // is: effect db, upsert
		TableName:           aws.String("orders"),
		Item:                map[string]*dynamodb.AttributeValue{"id": {S: aws.String(order)}},
		ConditionExpression: aws.String("attribute_not_exists(id)"),
	})
	return err
}

func both(client *dynamodb.DynamoDB, order string, items []*dynamodb.TransactWriteItem) error {
	_, err := client.TransactWriteItems(&dynamodb.TransactWriteItemsInput{ // is: effect db, write, key in field ClientRequestToken
		ClientRequestToken: aws.String(order),
		TransactItems:      items,
	})
	return err
}

func all(client *dynamodb.DynamoDB, writes map[string][]*dynamodb.WriteRequest) (left map[string][]*dynamodb.WriteRequest, err error) {
	out, err := client.BatchWriteItem(&dynamodb.BatchWriteItemInput{RequestItems: writes}) // is: effect db, upsert; failures UnprocessedItems
	if err != nil {
		return nil, err
	}
	return out.UnprocessedItems, nil
}
