package use

import (
	"context"

	"github.com/aws/aws-sdk-go-v2/service/s3"
)

func run(ctx context.Context, client *s3.Client) {
	client.PutObject(ctx, &s3.PutObjectInput{})       // is: effect cloud, set, key in field Key
	client.DeleteObject(ctx, &s3.DeleteObjectInput{}) // is: effect cloud, delete, natural
	client.GetObject(ctx, &s3.GetObjectInput{})
}
