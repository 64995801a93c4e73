// Command refusal claims in functions of its own: one refuses a duplicate with
// an error, one does not tell.
package main

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"os"

	"github.com/aws/aws-lambda-go/events"
	"github.com/aws/aws-lambda-go/lambda"
	"github.com/stripe/stripe-go/v82"
)

type due struct {
	InvoiceID string `json:"invoice_id"`
	Customer  string `json:"customer"`
	Cents     int64  `json:"cents"`
}

var errDone = errors.New("done before")

type app struct {
	db *sql.DB
	sc *stripe.Client
}

func (a *app) claim(ctx context.Context, id string) (int64, error) {
	res, err := a.db.ExecContext(ctx, "INSERT INTO collected (invoice_id) VALUES ($1) ON CONFLICT (invoice_id) DO NOTHING", id)
	if err != nil {
		return 0, err
	}
	return res.RowsAffected()
}

// refusing answers a duplicate with an error.
func (a *app) refusing(ctx context.Context, id string) error {
	res, err := a.db.ExecContext(ctx, "INSERT INTO collected (invoice_id) VALUES ($1) ON CONFLICT (invoice_id) DO NOTHING", id)
	if err != nil {
		return err
	}
	if n, err := res.RowsAffected(); err != nil {
		return err
	} else if n == 0 {
		return errDone
	}
	return nil
}

// silent answers nil whether there was a row or not.
func (a *app) silent(ctx context.Context, id string) error {
	n, err := a.claim(ctx, id)
	if err != nil {
		return err
	}
	if n == 0 {
		return nil
	}
	return nil
}

func (a *app) collect(ctx context.Context, d due) error {
	_, err := a.sc.V1PaymentIntents.Create(ctx, &stripe.PaymentIntentCreateParams{Amount: &d.Cents, Customer: &d.Customer}) // want IDM001 "a.sc.V1PaymentIntents.Create" "main.(*app).loose"
	return err
}

func (a *app) strict(ctx context.Context, e events.SQSEvent) error {
	for _, m := range e.Records {
		var d due
		if err := json.Unmarshal([]byte(m.Body), &d); err != nil {
			return err
		}
		if err := a.refusing(ctx, d.InvoiceID); err != nil { // want IDM004 "a.db.ExecContext marks the message as handled before a.sc.V1PaymentIntents.Create" "main.(*app).strict"
			if errors.Is(err, errDone) {
				continue
			}
			return err
		}
		if err := a.collect(ctx, d); err != nil {
			return err
		}
	}
	return nil
}

func (a *app) loose(ctx context.Context, e events.SQSEvent) error {
	for _, m := range e.Records {
		var d due
		if err := json.Unmarshal([]byte(m.Body), &d); err != nil {
			return err
		}
		if err := a.silent(ctx, d.InvoiceID); err != nil {
			return err
		}
		if err := a.collect(ctx, d); err != nil {
			return err
		}
	}
	return nil
}

func main() {
	db, err := sql.Open("postgres", os.Getenv("DATABASE_URL"))
	if err != nil {
		panic(err)
	}
	a := &app{db: db, sc: stripe.NewClient(os.Getenv("STRIPE_KEY"))}
	if os.Getenv("MODE") == "strict" {
		lambda.Start(a.strict)
	}
	lambda.Start(a.loose)
}
