// Package records remembers what it has seen, by ids of the broker and by ids
// of its own.
package records

import (
	"context"
	"encoding/json"
	"time"

	"cloud.google.com/go/pubsub/v2"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/redis/go-redis/v9"
)

type vote struct {
	Ballot string `json:"ballot"`
	Poll   string `json:"poll"`
}

type counter struct {
	db    *pgxpool.Pool
	redis *redis.Client
	votes *pubsub.Subscriber
}

// Run handles votes.
func (c *counter) Run(ctx context.Context) error {
	return c.votes.Receive(ctx, func(ctx context.Context, m *pubsub.Message) {
		var v vote
		if err := json.Unmarshal(m.Data, &v); err != nil {
			m.Nack()
			return
		}
		if err := c.byMessage(ctx, m, v); err != nil {
			m.Nack()
			return
		}
		if err := c.byBallot(ctx, m, v); err != nil {
			m.Nack()
			return
		}
		m.Ack()
	})
}

func (c *counter) byMessage(ctx context.Context, m *pubsub.Message, v vote) error {
	_, err := c.db.Exec(ctx, `INSERT INTO seen_votes (message, poll) VALUES ($1, $2) ON CONFLICT DO NOTHING`, m.ID, v.Poll) // want IDM002 "write c.db.Exec" "column message" "pubsub.Message.ID"
	if err != nil {
		return err
	}
	return c.redis.SetNX(ctx, "seen:"+m.ID, 1, time.Hour).Err() // want IDM002 "c.redis.SetNX" "pubsub.Message.ID"
}

func (c *counter) byBallot(ctx context.Context, m *pubsub.Message, v vote) error {
	// The id of the message is only kept to find it in the log.
	_, err := c.db.Exec(ctx, `INSERT INTO votes (ballot, poll, message) VALUES ($1, $2, $3) ON CONFLICT (ballot) DO NOTHING`, v.Ballot, v.Poll, m.ID)
	if err != nil {
		return err
	}
	return c.redis.SetNX(ctx, "seen:"+v.Ballot, m.ID, time.Hour).Err()
}
