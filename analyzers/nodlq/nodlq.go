// Package nodlq reports queues whose failed messages have nowhere to go.
//
// # Analyzer nodlq
//
// nodlq: reports queues without a dead letter or retry limit, and failures that are requeued for ever
//
// One order had a currency nobody had thought of. The worker failed on it, the
// queue delivered it again, and so it went for four days, until the broker threw
// the message away with nobody knowing. In the other queue the same order was put
// back at the head each time, and no order behind it was booked at all.
//
// A message that can never succeed needs a limit of deliveries and a place to go
// to after it, where somebody looks.
//
// # Fix
//
// Give the queue a dead letter and a limit: a redrive policy (SQS), a
// dead_letter_policy (Pub/Sub), x-dead-letter-exchange and a delivery limit
// (RabbitMQ), a DLQ policy (Pulsar), MaxAttempts (NSQ), an on-failure destination with
// maximum_retry_attempts (streams), a deadLetterSink (Knative). JetStream and
// Kafka have none: count the deliveries, publish what fails to a stream or topic
// of its own, and only then ack or terminate it. Where losing messages is fine,
// say so: //idemlint:lossy reason. Where dead letters are handled elsewhere:
// //idemlint:dlq external reason.
//
// # Limits
//
// A queue is reported only where its definition is in the repository, in files or
// in Go code, where the missing part is proven to be missing, and where a handler
// is linked to it by more than its name: idemlint queues lists the links and why
// there are none. Queues for development, queues that keep messages for minutes
// only, and handlers that park failures by themselves are left out. Modules from a
// registry prove nothing, but for the well-known ones that define queues, and neither do
// templates of templates.
package nodlq

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/idemlint/idemlint/internal/finding"
	"github.com/idemlint/idemlint/internal/infra"
	"github.com/idemlint/idemlint/internal/model"
	"github.com/idemlint/idemlint/internal/rule"
)

// ID is the rule's id.
const ID = "IDM005"

//go:embed nodlq.go
var source string

// Analyzer is the rule.
var Analyzer = rule.ForQueues(ID, "nodlq", source, check)

// briefly is how long a queue may keep messages that were never meant to be
// kept.
const briefly = 5 * time.Minute

func check(h *model.Handler) []finding.Finding {
	if h.DeadLetter == "builtin" || h.Ack == "receive" || h.Ack == "none" {
		return nil
	}
	var found []finding.Finding
	found = append(found, wrapped(h)...)
	requeued := endless(h)
	found = append(found, requeued...)
	for _, l := range h.Links() {
		switch {
		case l.Queue == nil:
			found = append(found, stream(h, l)...)
			continue
		case !l.Queue.Evidence() || l.Queue.Lookup || l.Queue.DeadLettersItself || lossy(l.Queue):
			continue
		}
		if len(requeued) == 0 {
			found = append(found, queue(h, l)...)
		}
		found = append(found, unwatched(h, l)...)
	}
	return found
}

// lossy reports whether a queue is made to lose messages: it keeps them for
// minutes, or goes away by itself.
func lossy(q *infra.Queue) bool {
	kept, ok := q.Retention.Known()
	return q.Retention.State == infra.Present && ok && kept <= briefly || q.Format == model.GoFormat && q.Conditional
}

// queue judges the queue itself, as its broker works.
func queue(h *model.Handler, l model.Link) []finding.Finding {
	switch l.Queue.Kind {
	case infra.SQS:
		return missing(h, l, "comes back until the queue forgets it, and is then gone")
	case infra.PubSub:
		return missing(h, l, "comes back until its retention ends, and is then gone")
	case "pulsar":
		return missing(h, l, "comes back for ever")
	case infra.Knative, infra.Dapr:
		return missing(h, l, "is dropped after the last try")
	case infra.RabbitMQ:
		return rabbit(h, l)
	case infra.JetStream:
		return jetstream(h, l)
	case infra.Kinesis, infra.DynamoStream:
		return stream(h, l)
	case "nsq":
		return unlimited(h, l)
	}
	return nil
}

// unlimited: NSQ gives a message up after a few attempts, unless it is told to go
// on for ever.
func unlimited(h *model.Handler, l model.Link) []finding.Finding {
	limit, ok := l.Queue.MaxReceives.Known()
	if !ok || limit > 0 || h.Parks() || h.CountsDeliveries() || !h.Fails() {
		return nil
	}
	schedule := fmt.Sprintf("%s fails on a message every time → it comes back for ever", h.Name)
	return []finding.Finding{at(h, l, l.Queue.Place, fmt.Sprintf("%s, which handler %s consumes, has MaxAttempts 0: a message that always fails comes back for ever", label(l.Queue), h.Name), schedule)}
}

// missing reports a queue that is proven to have no dead letter.
func missing(h *model.Handler, l model.Link, then string) []finding.Finding {
	q := l.Queue
	if q.DeadLetter.State != infra.Absent || h.Parks() || !h.Fails() || isDeadLetter(h, l) || elsewhere(h, q) {
		return nil
	}
	schedule := fmt.Sprintf("%s fails on a message every time → it %s", h.Name, then)
	f := at(h, l, q.Place, fmt.Sprintf("%s, which handler %s consumes, has no dead letter: a message that always fails %s", label(q), h.Name, then), schedule)
	if q.Hidden {
		f.Message = fmt.Sprintf("the queue that is made here for handler %s can have no dead letter: a message that always fails %s", h.Name, then)
	}
	if h.CountsDeliveries() {
		f.Severity = finding.Note
		f.Message = fmt.Sprintf("%s, which handler %s consumes, has no dead letter, and the handler counts deliveries without putting a message anywhere: it is dropped after the last", label(q), h.Name)
	}
	if q.DeadLetter.Assumed {
		f.Confidence = finding.Medium
	}
	return []finding.Finding{f}
}

// isDeadLetter reports whether the queue is where others send what failed:
// nothing is asked of it.
func isDeadLetter(h *model.Handler, l model.Link) bool { return h.Facts().IsDeadLetter(l.Queue) }

// elsewhere reports whether another definition of the queue, for another
// environment or in another place, has a dead letter or may have one: then the
// team knows.
func elsewhere(h *model.Handler, q *infra.Queue) bool {
	facts := h.Facts()
	others := facts.Siblings(q)
	if q.Name.State == infra.Present {
		others = append(others, facts.QueueNamed(q.Name.Value)...)
	}
	for _, o := range others {
		if o != q && !o.Lookup && o.Kind == q.Kind && o.Evidence() && o.DeadLetter.State != infra.Absent && o.DeadLetter.State != "" {
			return true
		}
	}
	return false
}

// label names a queue: queue orders, or by its address where the name is only
// known when it is deployed.
func label(q *infra.Queue) string {
	noun := "queue"
	switch q.Kind {
	case infra.PubSub, infra.Dapr:
		noun = "subscription"
	case infra.JetStream, "pulsar", "nsq":
		noun = "consumer"
	case infra.Knative:
		noun = "trigger"
	}
	switch name := q.Name.Value; {
	case name != "" && q.Name.State != infra.Unknown:
		return noun + " " + name
	case q.Format == model.GoFormat && strings.Trim(name, "*") == "":
		return "the " + noun + " made here"
	case q.Format == model.GoFormat:
		return noun + " " + name
	}
	return noun + " " + q.Address
}

// at is a finding on a definition.
func at(h *model.Handler, l model.Link, place infra.Place, message, schedule string) finding.Finding {
	p := l.At(place, "")
	f := finding.Finding{
		Severity: finding.Warning, Confidence: finding.High, File: p.File, Line: p.Line, Column: p.Column,
		Handler: h.Name, Message: message, Path: l.Path, Schedule: schedule,
	}
	if l.Queue != nil {
		f.Subject = l.Queue.Address
	} else if l.Edge != nil {
		f.Subject = l.Edge.Address
	}
	if l.Level == model.LevelName {
		f.Severity, f.Confidence = finding.Note, finding.Low
		f.Message += " (only the name says that it is this queue)"
	}
	return f
}

// rabbit: what is refused without requeue is dropped where there is no
// dead-letter exchange, in the arguments or in a policy.
func rabbit(h *model.Handler, l model.Link) []finding.Finding {
	q, facts := l.Queue, h.FileFacts()
	limited := q.MaxReceives.State == infra.Present && requeues(h)
	if q.DeadLetter.State != infra.Absent || h.Parks() || !h.RefusesFailures() && !limited || isDeadLetter(h, l) || elsewhere(h, q) {
		return nil
	}
	inGo := q.Format == model.GoFormat
	if inGo {
		// A program may only repeat what files declare: then they decide.
		if files := declared(facts, q); len(files) == 1 {
			q, inGo = files[0], false
		}
	}
	if p := facts.PolicyOf(q.Name.Value); p != nil && p.DeadLetter.State != infra.Absent || inGo && facts.HasTopology() {
		return nil
	}
	schedule := fmt.Sprintf("%s fails and refuses the message → the broker drops it", h.Name)
	f := at(h, l, q.Place, fmt.Sprintf("%s, which handler %s consumes, has no dead-letter exchange: what the handler refuses is dropped", label(q), h.Name), schedule)
	if limited && !h.RefusesFailures() {
		f.Message = fmt.Sprintf("%s, which handler %s consumes, has a delivery limit and no dead-letter exchange: a message that always fails is dropped after it", label(q), h.Name)
		f.Schedule = fmt.Sprintf("%s fails on a message every time → the broker drops it after the last delivery", h.Name)
	}
	if inGo {
		f.Confidence = finding.Medium // a policy of the broker may supply one
	}
	return []finding.Finding{f}
}

// declared are the definitions of a queue in files, by its name.
func declared(facts *infra.Facts, q *infra.Queue) []*infra.Queue {
	if q.Name.State != infra.Present {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(facts.QueueNamed(q.Name.Value)), func(o *infra.Queue) bool {
		return o.Kind != infra.RabbitMQ || o.Lookup || o.Name.Value != q.Name.Value || !o.Evidence()
	})
}

// requeues reports whether the handler hands back what fails.
func requeues(h *model.Handler) bool {
	return slices.ContainsFunc(h.Refusals(), func(r model.Refusal) bool { return r.Requeues })
}

// endless reports failures that are handed back to RabbitMQ for ever, or tried
// again without an end.
func endless(h *model.Handler) []finding.Finding {
	if h.Parks() || h.CountsDeliveries() {
		return nil
	}
	if h.Broker == string(infra.Kafka) {
		return blocked(h)
	}
	if h.Broker != string(infra.RabbitMQ) {
		return nil
	}
	confidence := finding.High
	links := h.Links()
	for _, l := range links {
		if q := l.Queue; q != nil && (q.MaxReceives.State == infra.Present || q.MaxReceives.State == infra.Unknown || q.QueueType.Value == "quorum" || q.QueueType.State == infra.Unknown || !q.Evidence()) {
			return nil
		}
	}
	if len(links) == 0 {
		confidence = finding.Medium // it may be a queue with a limit
	}
	var found []finding.Finding
	for _, r := range h.Refusals() {
		if !r.Requeues || !r.Sure || !h.AfterFailure(r) {
			continue
		}
		schedule := fmt.Sprintf("%s fails on a message every time → %s puts it back, and it is delivered again at once, for ever", h.Name, r.Call)
		found = append(found, finding.Finding{
			Severity: finding.Warning, Confidence: confidence, File: r.Place.File, Line: r.Place.Line, Column: r.Place.Column, Handler: h.Name,
			Message: fmt.Sprintf("%s in handler %s requeues what failed and nothing counts how often: a message that always fails goes round for ever", r.Call, h.Name),
			Path:    r.Path, Schedule: schedule, Subject: finding.Bare(r.Call),
		})
	}
	return found
}

// blocked: Kafka waits for the handler, and the handler for a step.
func blocked(h *model.Handler) []finding.Finding {
	e := h.Endless()
	if e == nil {
		return nil
	}
	start := h.Start()
	schedule := fmt.Sprintf("%s fails on a message every time → nothing behind it in its partition is worked on", e.Call)
	at := e.Place
	at.Note = "is repeated until it succeeds"
	return []finding.Finding{{
		Severity: finding.Warning, Confidence: finding.Medium, File: start.File, Line: start.Line, Column: start.Column, Handler: h.Name,
		Message: fmt.Sprintf("handler %s repeats %s until it succeeds: a message for which it never does blocks its partition", h.Name, e.Call),
		Path:    []finding.Place{start, at}, Schedule: schedule, Subject: finding.Bare(e.Call),
	}}
}

// jetstream: there is no dead letter, only a limit after which a message is left
// lying, and an advisory for whoever listens.
func jetstream(h *model.Handler, l model.Link) []finding.Finding {
	q := l.Queue
	if q.AckPolicy.State != infra.Unknown && q.AckPolicy.Value == "none" || h.Ack == "after" || h.Parks() || !h.Fails() {
		return nil
	}
	limit, ok := q.MaxReceives.Known()
	switch {
	case !ok:
		return nil
	case h.CountsDeliveries():
		f := at(h, l, q.Place, fmt.Sprintf("handler %s counts deliveries and gives a message of %s up without putting it anywhere", h.Name, label(q)), h.Name+" fails on a message every time → it is dropped after the last try")
		f.Severity = finding.Note
		return []finding.Finding{f}
	case limit <= 0:
		schedule := fmt.Sprintf("%s fails on a message every time → it is delivered again for ever", h.Name)
		return []finding.Finding{at(h, l, q.Place, fmt.Sprintf("%s, which handler %s consumes, has no MaxDeliver: a message that always fails is delivered for ever", label(q), h.Name), schedule)}
	case h.GivenUpIsHeard(infra.JetStream):
		return nil
	}
	schedule := fmt.Sprintf("%s fails on a message %d times → it is never delivered again, and nobody is told", h.Name, limit)
	f := at(h, l, q.Place, fmt.Sprintf("%s gives up a message after %d deliveries and nothing in the program listens to the advisory or parks it: handler %s leaves it lying", label(q), limit, h.Name), schedule)
	f.Severity = finding.Note
	return []finding.Finding{f}
}

// stream: an event source mapping of a stream stops its shard at a batch that
// fails, unless it has a limit, and loses it, unless it has a destination.
func stream(h *model.Handler, l model.Link) []finding.Finding {
	e := l.Edge
	if e == nil || e.Kind != infra.Mapping || !e.Evidence() || h.Parks() || !h.Fails() || h.TellsFailures() && e.OnFailure.State == infra.Present {
		return nil
	}
	retries, known := e.MaxRetries.Known()
	age, aged := e.MaxAge.Known()
	if e.MaxRetries.State == "" || !known || !aged || e.OnFailure.State != infra.Absent {
		return nil
	}
	name := "the mapping to handler " + h.Name
	if retries < 0 && age <= 0 {
		schedule := fmt.Sprintf("%s fails on a record every time → its shard stops until the record expires", h.Name)
		return []finding.Finding{at(h, l, e.Place, name+" has neither a retry limit nor an on-failure destination: a record that always fails stops its shard until it expires, and is then gone", schedule)}
	}
	schedule := fmt.Sprintf("%s fails on a record every time → it is dropped after the last try", h.Name)
	f := at(h, l, e.Place, name+" has a retry limit and no on-failure destination: a record that always fails is dropped after it", schedule)
	f.Severity = finding.Note
	return []finding.Finding{f}
}

// wrapped judges what the program puts around the handler: retries without a
// place for what still fails, and a place that catches before the retries do.
func wrapped(h *model.Handler) []finding.Finding {
	layers, all := h.Layers()
	if !all || h.Parks() || !h.Fails() || hasDeadLetter(h) {
		return nil
	}
	for i, r := range layers {
		if !r.Retries {
			continue
		}
		for j, p := range layers {
			if p.Retries {
				continue
			}
			if j < i {
				return nil
			}
			schedule := fmt.Sprintf("%s fails once → the dead letter has the message before it is tried again", h.Name)
			return []finding.Finding{around(h, p, fmt.Sprintf("the poison queue of handler %s stands inside of its retries: the first failure is dead-lettered and never tried again", h.Name), schedule)}
		}
		if !h.Forgetful() {
			return nil // the broker may have a dead letter
		}
		schedule := fmt.Sprintf("%s fails on a message every time → it is tried again here, then handed back, and comes again for ever", h.Name)
		return []finding.Finding{around(h, r, fmt.Sprintf("handler %s is retried without a poison queue around it: a message that always fails comes back for ever", h.Name), schedule)}
	}
	return nil
}

// hasDeadLetter reports whether a queue of the handler has a dead letter, or may
// have one.
func hasDeadLetter(h *model.Handler) bool {
	for _, l := range h.Links() {
		if l.Queue != nil && (l.Queue.DeadLettersItself || l.Queue.DeadLetter.State == infra.Present || l.Queue.DeadLetter.State == infra.Unknown) {
			return true
		}
	}
	return h.DeadLetter == "builtin"
}

func around(h *model.Handler, l model.Layer, message, schedule string) finding.Finding {
	place := l.Place
	place.Note = "is put around the handler"
	return finding.Finding{
		Severity: finding.Warning, Confidence: finding.High, File: place.File, Line: place.Line, Column: place.Column,
		Handler: h.Name, Message: message, Path: []finding.Place{h.Start(), place}, Schedule: schedule,
	}
}

// unwatched: a dead letter nobody looks at keeps failures as secret as none.
// Only where the repository has such alarms it is known where to look for one.
func unwatched(h *model.Handler, l model.Link) []finding.Finding {
	facts := h.FileFacts()
	if l.Level < model.LevelHigh || l.Queue.DeadLetter.State != infra.Present || !facts.HasAlarms(l.Queue.Kind) || len(facts.AlarmsOf(l.Queue)) > 0 && l.Queue.Kind == infra.PubSub {
		return nil
	}
	for _, a := range facts.Alarms {
		if a.Watches.State == infra.Unknown {
			return nil // it may watch any
		}
	}
	for _, dead := range facts.DeadLetterOf(l.Queue) {
		if dead.Lookup || !dead.Evidence() || len(facts.AlarmsOf(dead)) > 0 || dead.Kind != l.Queue.Kind {
			continue
		}
		f := at(h, l, dead.Place, fmt.Sprintf("no alarm watches %s, where messages go that handler %s fails on; other queues here have one", label(dead), h.Name),
			fmt.Sprintf("%s fails on a message every time → it lies in %s and nobody is told", h.Name, label(dead)))
		f.Severity, f.Subject = finding.Note, dead.Address
		f.Path = append(f.Path[:len(f.Path):len(f.Path)], l.At(dead.Place, "its dead letter"))
		return []finding.Finding{f}
	}
	return nil
}
