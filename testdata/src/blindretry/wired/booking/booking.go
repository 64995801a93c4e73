// Package booking repeats calls of what it only knows by interfaces; main says what
// they are.
package booking

import (
	"context"
	"time"

	"github.com/avast/retry-go/v4"
)

type Parcel struct {
	Order  string
	Weight int
}

type Carrier interface {
	Book(ctx context.Context, p Parcel) error
}

type Stamps interface {
	Buy(ctx context.Context, p Parcel) error
}

type Journal interface {
	Append(ctx context.Context, line string) error
}

type Desk struct {
	carrier Carrier
	stamps  Stamps
	journal Journal
}

func NewDesk(c Carrier, s Stamps, j Journal) *Desk {
	return &Desk{carrier: c, stamps: s, journal: j}
}

func (d *Desk) Ship(ctx context.Context, p Parcel) error {
	err := retry.Do(func() error { // want IDM010 "retry.Do repeats payment call c.stripe.V1PaymentIntents.Create in booking.(*Desk).Ship"
		return d.carrier.Book(ctx, p)
	}, retry.Attempts(4))
	if err != nil {
		return err
	}
	// The stamps are bought under the order's id.
	if err := retry.Do(func() error { return d.stamps.Buy(ctx, p) }); err != nil {
		return err
	}
	return d.note(ctx, p)
}

func (d *Desk) note(ctx context.Context, p Parcel) (err error) {
	for range 3 {
		if err = d.journal.Append(ctx, p.Order+" shipped"); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}
