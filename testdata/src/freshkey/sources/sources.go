// Package sources mints keys from everything that changes.
package sources

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"fmt"
	mathrand "math/rand/v2"
	"os"
	"strconv"
	"time"

	"github.com/google/uuid"
	"github.com/nats-io/nats.go"
	"github.com/oklog/ulid/v2"
	"github.com/rs/xid"
	"github.com/segmentio/ksuid"
	"github.com/stripe/stripe-go/v82"
	"github.com/stripe/stripe-go/v82/transfer"
)

type won struct {
	Ticket string `json:"ticket"`
}

func params(key string) *stripe.TransferParams {
	p := &stripe.TransferParams{}
	p.SetIdempotencyKey(key)
	return p
}

func token() string {
	b := make([]byte, 8)
	rand.Read(b)
	return hex.EncodeToString(b)
}

// Listen pays prizes.
func Listen(js nats.JetStreamContext) (*nats.Subscription, error) {
	return js.QueueSubscribe("won", "prizes", func(m *nats.Msg) {
		var w won
		if err := json.Unmarshal(m.Data, &w); err != nil {
			m.Term()
			return
		}
		ctx := context.Background()
		if err := pay(ctx, w); err != nil {
			m.Nak()
			return
		}
		if err := payOnce(ctx, w); err != nil {
			m.Nak()
			return
		}
		m.Ack()
	})
}

func pay(_ context.Context, w won) error {
	transfer.New(params(uuid.New().String()))                         // want IDM003 "payment call transfer.New" "sources.Listen" "uuid.New"
	transfer.New(params(w.Ticket + xid.New().String()))               // want IDM003 "xid.New"
	transfer.New(params(ulid.Make().String()))                        // want IDM003 "ulid.Make"
	transfer.New(params(ksuid.New().String()))                        // want IDM003 "ksuid.New"
	transfer.New(params(w.Ticket + ":" + token()))                    // want IDM003 "rand.Read"
	transfer.New(params(strconv.Itoa(mathrand.IntN(1000))))           // want IDM003 "rand.IntN"
	transfer.New(params(w.Ticket + time.Now().Format(time.RFC3339)))  // want IDM003 "time.Now"
	transfer.New(params(fmt.Sprintf("%s-%d", w.Ticket, os.Getpid()))) // want IDM003 "os.Getpid"
	if id, err := uuid.NewV7(); err == nil {
		transfer.New(params(id.String())) // want IDM003 "uuid.NewV7"
	}
	return nil
}

func payOnce(_ context.Context, w won) error {
	trace := uuid.NewString()
	p := params("prize:" + w.Ticket)
	p.AddMetadata("trace", trace)
	p.Description = stripe.String("paid " + time.Now().Format(time.DateOnly))
	if _, err := transfer.New(p); err != nil {
		return fmt.Errorf("trace %s: %w", trace, err)
	}
	_, err := transfer.New(params(uuid.NewSHA1(uuid.NameSpaceOID, []byte(w.Ticket)).String()))
	return err
}
