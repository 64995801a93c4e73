package use

import (
	"context"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	awshttp "github.com/aws/aws-sdk-go-v2/aws/transport/http"
	"github.com/aws/aws-sdk-go-v2/config"
)

func load(ctx context.Context) (aws.Config, error) {
	return config.LoadDefaultConfig(ctx,
		config.WithRegion("eu-west-1"),
		config.WithRetryMaxAttempts(2), // is: sets attempts
		config.WithHTTPClient(awshttp.NewBuildableClient().WithTimeout(5*time.Second)), // is: sets client; sets timeout
	)
}

func patient(cfg aws.Config) aws.Config {
	cfg.RetryMaxAttempts = 8 // is: sets attempts
	return cfg
}
