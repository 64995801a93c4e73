// Attempts limits, or does not limit, how often NSQ delivers a message.
package main

import (
	"context"
	"database/sql"
	"log"
	"time"

	"github.com/nsqio/go-nsq"
)

type mill struct {
	db *sql.DB
}

func (m *mill) HandleMessage(msg *nsq.Message) error {
	_, err := m.db.ExecContext(context.Background(), `UPDATE sacks SET ground = true WHERE id = $1`, string(msg.Body))
	return err
}

// HandleMessage of oats is a handler of its own.
type oats struct{ mill }

func (o *oats) HandleMessage(msg *nsq.Message) error { return o.mill.HandleMessage(msg) }

type rye struct{ mill }

func (r *rye) HandleMessage(msg *nsq.Message) error {
	time.Sleep(3 * time.Minute)
	return r.mill.HandleMessage(msg)
}

func main() {
	db, err := sql.Open("postgres", "")
	if err != nil {
		log.Fatal(err)
	}
	m := mill{db}

	endless := nsq.NewConfig()
	endless.MaxAttempts = 0
	wheat, err := nsq.NewConsumer("mill.wheat", "grind", endless) // want IDM005 "consumer mill.wheat, which handler main.(*mill).HandleMessage consumes, has MaxAttempts 0: a message that always fails comes back for ever"
	if err != nil {
		log.Fatal(err)
	}
	wheat.AddHandler(&m)

	limited := nsq.NewConfig()
	limited.MaxAttempts = 12
	oat, err := nsq.NewConsumer("mill.oats", "grind", limited)
	if err != nil {
		log.Fatal(err)
	}
	oat.AddHandler(&oats{m})

	slow := nsq.NewConfig()
	slow.MsgTimeout = 2 * time.Minute
	r, err := nsq.NewConsumer("mill.rye", "grind", slow) // want IDM006 "may take 3 min (time.Sleep) > 2 min"
	if err != nil {
		log.Fatal(err)
	}
	r.AddHandler(&rye{m})

	select {}
}
