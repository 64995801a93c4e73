package main

import (
	"context"
	"database/sql"
	"log"
	"os"

	"github.com/aws/aws-sdk-go-v2/service/sqs"
)

func main() {
	ctx := context.Background()
	db, err := sql.Open("pgx", os.Getenv("DATABASE_URL"))
	if err != nil {
		log.Fatal(err)
	}
	client := sqs.New(sqs.Options{Region: "eu-central-1"})
	go func() { log.Fatal(glaze(ctx, client, db)) }()
	log.Fatal(fire(ctx, client, db, os.Getenv("CRACKED_ARN")))
}
