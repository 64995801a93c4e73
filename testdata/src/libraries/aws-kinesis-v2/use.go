package use

import (
	"context"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/kinesis"
	"github.com/aws/aws-sdk-go-v2/service/kinesis/types"
)

func moved(ctx context.Context, client *kinesis.Client, order string, data []byte) error {
	_, err := client.PutRecord(ctx, &kinesis.PutRecordInput{ // is: effect publish, publish
		StreamName:   aws.String("orders"),
		PartitionKey: aws.String(order),
		Data:         data,
	})
	return err
}

func movedAll(ctx context.Context, client *kinesis.Client, entries []types.PutRecordsRequestEntry) (refused int32, err error) {
	out, err := client.PutRecords(ctx, &kinesis.PutRecordsInput{StreamName: aws.String("orders"), Records: entries}) // is: effect publish, publish; failures FailedRecordCount, Records
	if err != nil {
		return 0, err
	}
	return aws.ToInt32(out.FailedRecordCount), nil
}
