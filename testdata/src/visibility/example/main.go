package main

import (
	"context"
	"log"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/sqs"
)

func main() {
	ctx := context.Background()
	q := sqs.NewFromConfig(aws.Config{})
	go func() { log.Print(NewPatient(q).Run(ctx)) }()
	log.Print(NewPunctual(q).Run(ctx))
}
