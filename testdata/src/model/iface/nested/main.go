// Command nested has a service inside the consumer, and calls several
// interfaces of the service one after another.
package main

import (
	"context"
	"database/sql"
	"encoding/json"
	"os"

	"github.com/aws/aws-lambda-go/events"
	"github.com/aws/aws-lambda-go/lambda"
	"github.com/stripe/stripe-go/v82"
)

type rental struct {
	RentalID string `json:"rental_id"`
	Customer string `json:"customer"`
	Cents    int64  `json:"cents"`
}

type repository interface {
	save(ctx context.Context, r rental) error
	close(ctx context.Context, id string) error
}

type charger interface {
	charge(ctx context.Context, r rental) error
}

type service struct {
	repo repository
	pay  charger
}

func (s *service) end(ctx context.Context, r rental) error {
	if err := s.repo.save(ctx, r); err != nil {
		return err
	}
	if err := s.repo.close(ctx, r.RentalID); err != nil {
		return err
	}
	return s.pay.charge(ctx, r)
}

type consumer struct{ svc *service }

func (c *consumer) handle(ctx context.Context, e events.SQSEvent) error {
	for _, m := range e.Records {
		var r rental
		if err := json.Unmarshal([]byte(m.Body), &r); err != nil {
			return err
		}
		if err := c.svc.end(ctx, r); err != nil {
			return err
		}
	}
	return nil
}

type store struct{ db *sql.DB }

func (s *store) save(ctx context.Context, r rental) error {
	_, err := s.db.ExecContext(ctx, "INSERT INTO rentals (id, cents) VALUES ($1, $2)", r.RentalID, r.Cents)
	return err
}

func (s *store) close(ctx context.Context, id string) error {
	_, err := s.db.ExecContext(ctx, "UPDATE rentals SET closed = true WHERE id = $1", id)
	return err
}

type card struct{ client *stripe.Client }

func (c *card) charge(ctx context.Context, r rental) error {
	_, err := c.client.V1PaymentIntents.Create(ctx, &stripe.PaymentIntentCreateParams{Amount: &r.Cents, Customer: &r.Customer}) // want IDM001 "c.client.V1PaymentIntents.Create"
	return err
}

func newService(repo repository, pay charger) *service { return &service{repo: repo, pay: pay} }

func main() {
	db, err := sql.Open("postgres", os.Getenv("DATABASE_URL"))
	if err != nil {
		panic(err)
	}
	c := &consumer{svc: newService(&store{db: db}, &card{client: stripe.NewClient(os.Getenv("STRIPE_KEY"))})}
	lambda.Start(c.handle)
}
