// Command worker settles placed orders.
package main

import (
	"context"
	"database/sql"
	"log"
	"os"
	"os/signal"

	"github.com/aws/aws-sdk-go-v2/service/sqs"
	"github.com/sendgrid/sendgrid-go"
	"github.com/sendgrid/sendgrid-go/helpers/mail"
	"github.com/stripe/stripe-go/v82"

	"example.com/fixtures/incident/gateway"
	"example.com/fixtures/incident/orders"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	db, err := sql.Open("postgres", os.Getenv("DATABASE_URL"))
	if err != nil {
		log.Fatal(err)
	}
	c := &orders.Consumer{
		Queue:    sqs.New(sqs.Options{Region: os.Getenv("AWS_REGION")}),
		URL:      os.Getenv("ORDERS_QUEUE_URL"),
		Payments: gateway.Stripe{Client: stripe.NewClient(os.Getenv("STRIPE_KEY"))},
		Stock:    gateway.Warehouse{DB: db},
		Receipts: gateway.Mailer{Client: sendgrid.NewSendClient(os.Getenv("SENDGRID_KEY")), From: mail.NewEmail("Shop", "orders@example.com")},
	}
	if err := c.Run(ctx); err != nil && ctx.Err() == nil {
		log.Fatal(err)
	}
}
