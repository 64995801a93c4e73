package use

import (
	"context"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/firehose"
	"github.com/aws/aws-sdk-go-v2/service/firehose/types"
)

func archive(ctx context.Context, client *firehose.Client, line []byte) error {
	_, err := client.PutRecord(ctx, &firehose.PutRecordInput{ // is: effect publish, publish
		DeliveryStreamName: aws.String("archive"),
		Record:             &types.Record{Data: line},
	})
	return err
}

func archiveAll(ctx context.Context, client *firehose.Client, records []types.Record) (refused int32, err error) {
	out, err := client.PutRecordBatch(ctx, &firehose.PutRecordBatchInput{ // is: effect publish, publish; failures FailedPutCount, RequestResponses
		DeliveryStreamName: aws.String("archive"),
		Records:            records,
	})
	if err != nil {
		return 0, err
	}
	return aws.ToInt32(out.FailedPutCount), nil
}
