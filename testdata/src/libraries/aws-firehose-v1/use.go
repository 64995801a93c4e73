package use

import (
	"github.com/aws/aws-sdk-go/aws"
	"github.com/aws/aws-sdk-go/service/firehose"
	"github.com/aws/aws-sdk-go/service/firehose/firehoseiface"
)

func archive(ctx aws.Context, stream firehoseiface.FirehoseAPI, line []byte) error {
	_, err := stream.PutRecordWithContext(ctx, &firehose.PutRecordInput{ // is: effect publish, publish
		DeliveryStreamName: aws.String("archive"),
		Record:             &firehose.Record{Data: line},
	})
	return err
}

func archiveAll(client *firehose.Firehose, records []*firehose.Record) (int64, error) {
	out, err := client.PutRecordBatch(&firehose.PutRecordBatchInput{ // is: effect publish, publish; failures FailedPutCount, RequestResponses
		DeliveryStreamName: aws.String("archive"),
		Records:            records,
	})
	if err != nil {
		return 0, err
	}
	return aws.Int64Value(out.FailedPutCount), nil
}
