package use

import (
	"context"

	"github.com/mehdihadeli/go-mediatr"
)

type charge struct{ Order string }

type charged struct{ ID string }

type charger struct{}

func (charger) Handle(ctx context.Context, c *charge) (*charged, error) {
	return &charged{ID: c.Order}, nil
}

type mailer struct{}

func (mailer) Handle(ctx context.Context, c *charged) error { return nil }

func wire() error {
	if err := mediatr.RegisterRequestHandler[*charge, *charged](charger{}); err != nil { // is: container route
		return err
	}
	return mediatr.RegisterNotificationHandler[*charged](mailer{}) // is: container route
}

func handle(ctx context.Context, order string) error {
	done, err := mediatr.Send[*charge, *charged](ctx, &charge{Order: order}) // is: container dispatch
	if err != nil {
		return err
	}
	return mediatr.Publish(ctx, done) // is: container dispatch
}
