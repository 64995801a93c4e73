package use

import (
	"bytes"

	"github.com/aws/aws-sdk-go/aws"
	"github.com/aws/aws-sdk-go/service/s3"
	"github.com/aws/aws-sdk-go/service/s3/s3iface"
	"github.com/aws/aws-sdk-go/service/s3/s3manager"
)

func store(ctx aws.Context, objects s3iface.S3API, order string, invoice []byte) error {
	_, err := objects.PutObjectWithContext(ctx, &s3.PutObjectInput{ // is: effect cloud, set, key in field Key
		Bucket: aws.String("invoices"),
		Key:    aws.String(order + ".pdf"),
		Body:   bytes.NewReader(invoice),
	})
	return err
}

func upload(u *s3manager.Uploader, order string, invoice []byte) error {
	_, err := u.Upload(&s3manager.UploadInput{Bucket: aws.String("invoices"), Key: aws.String(order), Body: bytes.NewReader(invoice)}) // is: effect cloud, set, key in field Key
	return err
}

func forget(client *s3.S3, objects []*s3.ObjectIdentifier) ([]*s3.Error, error) {
	out, err := client.DeleteObjects(&s3.DeleteObjectsInput{Bucket: aws.String("invoices"), Delete: &s3.Delete{Objects: objects}}) // is: effect cloud, delete, natural; failures Errors
	if err != nil {
		return nil, err
	}
	return out.Errors, nil
}
