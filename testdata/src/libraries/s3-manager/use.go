package use

import (
	"bytes"
	"context"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/feature/s3/manager"
	"github.com/aws/aws-sdk-go-v2/service/s3"
)

func store(ctx context.Context, client *s3.Client, order string, invoice []byte) error {
	uploader := manager.NewUploader(client, func(u *manager.Uploader) { u.PartSize = 10 << 20 })
	_, err := uploader.Upload(ctx, &s3.PutObjectInput{ // is: effect cloud, set, key in field Key
		Bucket: aws.String("invoices"),
		Key:    aws.String(order + ".pdf"),
		Body:   bytes.NewReader(invoice),
	})
	return err
}
