// Package objects names files in a bucket.
package objects

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/aws/aws-lambda-go/events"
	"github.com/aws/aws-lambda-go/lambda"
	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/s3"
)

type archive struct {
	s3     *s3.Client
	bucket string
}

// Start runs the function.
func (a *archive) Start() { lambda.Start(a.handle) }

func (a *archive) handle(ctx context.Context, e events.EventBridgeEvent) error {
	var day = e.Time.Format(time.DateOnly)
	_, err := a.s3.PutObject(ctx, &s3.PutObjectInput{ // want IDM003 "a.s3.PutObject" "time.Now"
		Bucket: &a.bucket,
		Key:    aws.String(fmt.Sprintf("reports/%d.json", time.Now().UnixNano())),
		Body:   strings.NewReader(string(e.Detail)),
	})
	if err != nil {
		return err
	}
	_, err = a.s3.PutObject(ctx, &s3.PutObjectInput{
		Bucket:   &a.bucket,
		Key:      aws.String("reports/" + day + "/" + e.Source + ".json"),
		Body:     strings.NewReader(string(e.Detail)),
		Metadata: map[string]string{"written": time.Now().String()},
	})
	return err
}
