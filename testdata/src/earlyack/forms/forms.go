// Package forms acks too early in the ways handlers do, and in time in ways
// that look like it.
package forms

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"log"
	"log/slog"
	"net/http"
	"strings"
	"sync"

	"github.com/aws/aws-sdk-go-v2/service/sqs"
	"github.com/aws/aws-sdk-go-v2/service/sqs/types"
	"github.com/hibiken/asynq"
	amqp "github.com/rabbitmq/amqp091-go"
	"github.com/segmentio/kafka-go"
	"github.com/wagslane/go-rabbitmq"
)

type parcel struct {
	ID   string `json:"id"`
	Door string `json:"door"`
}

type depot struct {
	db *sql.DB
}

func (d *depot) put(ctx context.Context, p parcel) error {
	_, err := d.db.ExecContext(ctx, `UPDATE parcels SET door = $2 WHERE id = $1`, p.ID, p.Door)
	return err
}

func decode(body []byte) (parcel, error) {
	var p parcel
	err := json.Unmarshal(body, &p)
	return p, err
}

// Acked at the top.
func (d *depot) top(ctx context.Context, msgs <-chan amqp.Delivery) {
	for m := range msgs {
		m.Ack(false) // want IDM007 "acks the message before d.db.ExecContext"
		p, err := decode(m.Body)
		if err != nil {
			continue
		}
		_ = d.put(ctx, p)
	}
}

// Automatic acks, opted into.
func (d *depot) automatic(ctx context.Context, ch *amqp.Channel) error {
	msgs, err := ch.Consume("parcels", "", true, false, false, false, nil) // want IDM007 "has its messages acked before"
	if err != nil {
		return err
	}
	for m := range msgs {
		if p, err := decode(m.Body); err == nil {
			_ = d.put(ctx, p)
		}
	}
	return nil
}

// The work goes on beside.
func (d *depot) detached(ctx context.Context, msgs <-chan amqp.Delivery) {
	for m := range msgs {
		p, err := decode(m.Body)
		if err != nil {
			m.Nack(false, false)
			continue
		}
		go d.put(ctx, p)
		m.Ack(false) // want IDM007 "while its work still runs in a goroutine"
	}
}

// The same, awaited.
func (d *depot) awaited(ctx context.Context, msgs <-chan amqp.Delivery) {
	for m := range msgs {
		p, err := decode(m.Body)
		if err != nil {
			m.Nack(false, false)
			continue
		}
		var wg sync.WaitGroup
		wg.Add(1)
		go func() {
			defer wg.Done()
			if err := d.put(ctx, p); err != nil {
				log.Fatal(err)
			}
		}()
		wg.Wait()
		m.Ack(false)
	}
}

// Logged, then acked.
func (d *depot) swallowed(ctx context.Context, msgs <-chan amqp.Delivery) {
	for m := range msgs {
		p, err := decode(m.Body)
		if err != nil {
			m.Ack(false) // nobody can read it, ever
			continue
		}
		if err := d.put(ctx, p); err != nil {
			log.Print(err)
		}
		m.Ack(false) // want IDM007 "acks the message although d.db.ExecContext failed"
	}
}

var errUnknownDoor = errors.New("unknown door")

func (d *depot) check(ctx context.Context, p parcel) error {
	var n int
	if err := d.db.QueryRowContext(ctx, `SELECT count(*) FROM doors WHERE name = $1`, p.Door).Scan(&n); err != nil {
		return err
	}
	if n == 0 {
		return errUnknownDoor
	}
	return d.put(ctx, p)
}

// Only what will never work is acked.
func (d *depot) permanent(ctx context.Context, msgs <-chan amqp.Delivery) {
	for m := range msgs {
		p, err := decode(m.Body)
		if err != nil {
			m.Nack(false, false)
			continue
		}
		err = d.check(ctx, p)
		if err != nil && !errors.Is(err, errUnknownDoor) {
			m.Nack(false, true)
			continue
		}
		m.Ack(false)
	}
}

// What failed is written down first.
func (d *depot) parked(ctx context.Context, msgs <-chan amqp.Delivery) {
	for m := range msgs {
		p, err := decode(m.Body)
		if err != nil {
			m.Nack(false, false)
			continue
		}
		if err := d.put(ctx, p); err != nil {
			if _, err := d.db.ExecContext(ctx, `INSERT INTO failed_parcels (id, body) VALUES ($1, $2) ON CONFLICT (id) DO UPDATE SET body = excluded.body`, p.ID, m.Body); err != nil {
				m.Nack(false, true)
				continue
			}
		}
		m.Ack(false)
	}
}

// A record is left behind, and the commit of a later one passes it.
func (d *depot) passed(ctx context.Context, r *kafka.Reader) {
	for {
		m, err := r.FetchMessage(ctx)
		if err != nil {
			return
		}
		p, err := decode(m.Value)
		if err == nil {
			err = d.put(ctx, p)
		}
		if err != nil {
			log.Print(err) // want IDM007 "goes on to the next message although d.db.ExecContext failed"
			continue
		}
		_ = r.CommitMessages(ctx, m)
	}
}

// Tried again, then given up with an error: the loop ends.
func (d *depot) stubborn(ctx context.Context, r *kafka.Reader) error {
	for {
		m, err := r.FetchMessage(ctx)
		if err != nil {
			return err
		}
		p, err := decode(m.Value)
		if err != nil {
			return err
		}
		for range 3 {
			if err = d.put(ctx, p); err == nil {
				break
			}
		}
		if err != nil {
			return err
		}
		if err := r.CommitMessages(ctx, m); err != nil {
			return err
		}
	}
}

// A task that says it is done although it is not, and one that does not.
func (d *depot) task(ctx context.Context, t *asynq.Task) error {
	p, err := decode(t.Payload())
	if err != nil {
		return err
	}
	if err := d.put(ctx, p); err != nil {
		log.Print(err)
		return nil // want IDM007 "acks the message although d.db.ExecContext failed"
	}
	return nil
}

func (d *depot) honest(ctx context.Context, t *asynq.Task) error {
	p, err := decode(t.Payload())
	if err != nil {
		return asynq.SkipRetry
	}
	return d.put(ctx, p)
}

// Somebody is told, if that works; the work itself is done.
func (d *depot) told(ctx context.Context, t *asynq.Task) error {
	p, err := decode(t.Payload())
	if err != nil {
		return err
	}
	if err := d.put(ctx, p); err != nil {
		return err
	}
	resp, err := http.Post("http://doors/told", "text/plain", strings.NewReader(p.Door)) // want IDM001 "request http.Post"
	if err != nil {
		log.Print(err)
		return nil
	}
	return resp.Body.Close()
}

// Entries fail without an error.
func forward(ctx context.Context, queue *sqs.Client, msgs <-chan amqp.Delivery) {
	for m := range msgs {
		p, err := decode(m.Body)
		if err != nil {
			m.Nack(false, false)
			continue
		}
		body := string(m.Body)
		_, err = queue.SendMessageBatch(ctx, &sqs.SendMessageBatchInput{Entries: []types.SendMessageBatchRequestEntry{{Id: &p.ID, MessageBody: &body}}}) // want IDM007 "does not look at the entries" IDM001 "queue.SendMessageBatch"
		if err != nil {
			m.Nack(false, true)
			continue
		}
		m.Ack(false)
	}
}

func forwardAll(ctx context.Context, queue *sqs.Client, msgs <-chan amqp.Delivery) {
	for m := range msgs {
		p, err := decode(m.Body)
		if err != nil {
			m.Nack(false, false)
			continue
		}
		body := string(m.Body)
		out, err := queue.SendMessageBatch(ctx, &sqs.SendMessageBatchInput{Entries: []types.SendMessageBatchRequestEntry{{Id: &p.ID, MessageBody: &body}}}) // want IDM001 "queue.SendMessageBatch"
		if err != nil || len(out.Failed) > 0 {
			m.Nack(false, true)
			continue
		}
		m.Ack(false)
	}
}

type logbook struct{ out *slog.Logger }

func (l *logbook) failed(what string, err error) { l.out.Error(what, "err", err) }

// Who writes the log is not where the message is lost.
func (d *depot) logged(ctx context.Context, t *asynq.Task) error {
	p, err := decode(t.Payload())
	if err != nil {
		return err
	}
	if err := d.put(ctx, p); err != nil {
		(&logbook{slog.Default()}).failed("put", err)
		return nil // want IDM007 "acks the message although d.db.ExecContext failed"
	}
	return nil
}

// A warning says that nobody minds.
func (d *depot) warned(ctx context.Context, t *asynq.Task) error {
	p, err := decode(t.Payload())
	if err != nil {
		return err
	}
	if err := d.put(ctx, p); err != nil {
		slog.Warn("put", "err", err)
	}
	return nil
}

// What is thrown away is thrown away on purpose.
func (d *depot) shrugged(ctx context.Context, t *asynq.Task) error {
	p, err := decode(t.Payload())
	if err != nil {
		return err
	}
	_ = d.put(ctx, p)
	return nil
}

// Who gives up a message where nobody is ready does not mind losing it.
func (d *depot) lossy(ctx context.Context, msgs <-chan amqp.Delivery) {
	seen := make(chan parcel)
	go func() {
		for p := range seen {
			if err := d.put(ctx, p); err != nil {
				log.Print(err)
			}
		}
	}()
	for m := range msgs {
		if p, err := decode(m.Body); err == nil {
			select {
			case seen <- p:
			default:
			}
		}
		m.Ack(false)
	}
}

// A result of another kind decides what becomes of the message.
func (d *depot) decided(ctx context.Context, conn *rabbitmq.Conn) error {
	c, err := rabbitmq.NewConsumer(conn, "parcels")
	if err != nil {
		return err
	}
	return c.Run(func(m rabbitmq.Delivery) rabbitmq.Action {
		p, err := decode(m.Body)
		if err != nil {
			return rabbitmq.NackDiscard
		}
		if err := d.put(ctx, p); err != nil {
			return rabbitmq.NackRequeue
		}
		return rabbitmq.Ack
	})
}

func mux(d *depot) *asynq.ServeMux {
	mux := asynq.NewServeMux()
	mux.HandleFunc("parcel:task", d.task)
	mux.HandleFunc("parcel:honest", d.honest)
	mux.HandleFunc("parcel:told", d.told)
	mux.HandleFunc("parcel:logged", d.logged)
	mux.HandleFunc("parcel:warned", d.warned)
	mux.HandleFunc("parcel:shrugged", d.shrugged)
	return mux
}
