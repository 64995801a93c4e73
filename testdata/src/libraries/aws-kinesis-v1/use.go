package use

import (
	"github.com/aws/aws-sdk-go/aws"
	"github.com/aws/aws-sdk-go/service/kinesis"
	"github.com/aws/aws-sdk-go/service/kinesis/kinesisiface"
)

func moved(ctx aws.Context, stream kinesisiface.KinesisAPI, order string, data []byte) error {
	_, err := stream.PutRecordWithContext(ctx, &kinesis.PutRecordInput{ // is: effect publish, publish
		StreamName:   aws.String("orders"),
		PartitionKey: aws.String(order),
		Data:         data,
	})
	return err
}

func movedAll(client *kinesis.Kinesis, entries []*kinesis.PutRecordsRequestEntry) (int64, error) {
	out, err := client.PutRecords(&kinesis.PutRecordsInput{StreamName: aws.String("orders"), Records: entries}) // is: effect publish, publish; failures FailedRecordCount, Records
	if err != nil {
		return 0, err
	}
	return aws.Int64Value(out.FailedRecordCount), nil
}
