// Package main answers commands with events whose id is minted first, and in
// some of them replaced by the command's own.
package main

import (
	"context"
	"encoding/json"
	"log/slog"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/segmentio/kafka-go"
)

type command struct {
	CommandID string `json:"command_id"`
	Berth     string `json:"berth"`
}

type answer struct {
	EventID string `json:"event_id"`
	Berth   string `json:"berth"`
}

func newAnswer(berth string) answer { return answer{EventID: uuid.NewString(), Berth: berth} }

func newAnswerPtr(berth string) *answer { return &answer{EventID: uuid.NewString(), Berth: berth} }

type harbour struct {
	in  *kafka.Reader
	out *kafka.Writer
}

func (h *harbour) run(ctx context.Context) error {
	for {
		m, err := h.in.FetchMessage(ctx)
		if err != nil {
			return err
		}
		var c command
		if err := json.Unmarshal(m.Value, &c); err != nil {
			return err
		}
		for _, f := range []func(context.Context, command) error{h.kept, h.constructed, h.pointed, h.literal, h.parked, h.daily, h.looped} {
			if err := f(ctx, c); err != nil {
				return err
			}
		}
		if err := h.in.CommitMessages(ctx, m); err != nil {
			return err
		}
	}
}

func (h *harbour) kept(ctx context.Context, c command) error {
	body, err := json.Marshal(newAnswer(c.Berth))
	if err != nil {
		return err
	}
	return h.out.WriteMessages(ctx, kafka.Message{Key: []byte(c.Berth), Value: body}) // want IDM003 "uuid.NewString"
}

func (h *harbour) constructed(ctx context.Context, c command) error {
	a := newAnswer(c.Berth)
	a.EventID = c.CommandID
	body, err := json.Marshal(a)
	if err != nil {
		return err
	}
	return h.out.WriteMessages(ctx, kafka.Message{Key: []byte(c.Berth), Value: body})
}

func (h *harbour) pointed(ctx context.Context, c command) error {
	a := newAnswerPtr(c.Berth)
	a.EventID = c.CommandID
	body, err := json.Marshal(a)
	if err != nil {
		return err
	}
	return h.out.WriteMessages(ctx, kafka.Message{Key: []byte(c.Berth), Value: body})
}

func (h *harbour) literal(ctx context.Context, c command) error {
	a := answer{EventID: uuid.NewString(), Berth: c.Berth}
	a.EventID = c.CommandID
	body, err := json.Marshal(&a)
	if err != nil {
		return err
	}
	return h.out.WriteMessages(ctx, kafka.Message{Key: []byte(c.Berth), Value: body})
}

const deadLetters = "harbour.dead-letter"

var unsafe = regexp.MustCompile(`[^a-z]+`)

func topic(name string) string {
	name = unsafe.ReplaceAllString(strings.ToLower("port-"+name), "-")
	name = strings.Trim(strings.ReplaceAll(name, "--", "-"), "-")
	if name == "" {
		name = "none"
	}
	return strings.TrimSuffix(strings.TrimPrefix(name, "."), ".")
}

// parked publishes where messages end that nobody could handle.
func (h *harbour) parked(ctx context.Context, c command) error {
	return h.out.WriteMessages(ctx, kafka.Message{Topic: topic(deadLetters), Value: []byte(c.Berth)})
}

// daily answers once a day: a redelivery makes the same id, but at midnight.
func (h *harbour) daily(ctx context.Context, c command) error {
	now := time.Now().UTC()
	body, err := json.Marshal(answer{EventID: c.Berth + now.Format("2006-01-02") + strconv.Itoa(now.YearDay()), Berth: c.Berth})
	if err != nil {
		return err
	}
	return h.out.WriteMessages(ctx, kafka.Message{Key: []byte(c.Berth), Value: body})
}

// looped sends what it makes of what it sent before.
func (h *harbour) looped(ctx context.Context, c command) error {
	var text string
	var last answer
	defer func() { slog.Info("sent", "last", text, "event", last.EventID) }()
	for range 3 {
		text = strings.TrimSpace(text)
		text = strings.ToUpper(text + c.CommandID)
		last.EventID = strings.ToLower(last.EventID)
		last.EventID = strings.TrimPrefix(last.EventID, text)
		if err := h.out.WriteMessages(ctx, kafka.Message{Key: []byte(text), Value: []byte(last.EventID + c.CommandID)}); err != nil { // want IDM001 "h.out.WriteMessages"
			return err
		}
	}
	last.EventID = ""
	text = ""
	return nil
}

func main() {
	h := &harbour{in: kafka.NewReader(kafka.ReaderConfig{Topic: "commands", GroupID: "harbour"}), out: &kafka.Writer{Topic: "answers"}}
	if err := h.run(context.Background()); err != nil {
		panic(err)
	}
}
