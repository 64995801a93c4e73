// Package earlyack reports messages that are acked before, or although, their
// work is not done.
//
// # Analyzer earlyack
//
// earlyack: reports messages acked, deleted or committed before their effects are done, or in spite of an error
//
// A price feed was read with a call that commits the offset before it returns.
// The database was away for a minute; every update failed, every failure was
// logged, and no message ever came again. A thousand prices were wrong the next
// morning, and the queue was empty.
//
// A broker forgets a message when it is acked. What happens after the ack
// happens at most once, and an error that nobody passes on is a message lost.
//
// # Fix
//
// Turn automatic acks off, do the work, then ack. On an error return it, or
// refuse the message; where trying again is no use, publish it to a dead letter
// first. A JetStream consumer needs the ack policy explicit, a Lambda mapping
// whose function returns the failures of a batch needs ReportBatchItemFailures.
// Where messages are acked in order, as in Kafka, do not go on past one
// that failed.
//
// # Limits
//
// A failure is followed with an error nobody has a name for: a handler that
// acks only errors it knows to be permanent is silent, as is one that records
// the failure before it acks. Best-effort steps beside the work that matters are
// left out. How a queue is set up is judged where it is known which one the
// handler consumes: idemlint queues lists them.
package earlyack

import (
	_ "embed"
	"fmt"

	"github.com/idemlint/idemlint/internal/finding"
	"github.com/idemlint/idemlint/internal/infra"
	"github.com/idemlint/idemlint/internal/model"
	"github.com/idemlint/idemlint/internal/rule"
)

// ID is the rule's id.
const ID = "IDM007"

//go:embed earlyack.go
var source string

// Analyzer is the rule.
var Analyzer = rule.Both(ID, "earlyack", source, check, linked)

func check(h *model.Handler) []finding.Finding {
	var found []finding.Finding
	for _, l := range h.Losses() {
		f := l.Finding(h, fmt.Sprintf("handler %s %s: %s", h.Name, what(l), l.Schedule))
		f.Remedy = l.Remedy(h)
		found = append(found, f)
	}
	return found
}

// linked finds messages that are acked early because of how the queue, or what
// delivers from it, is set up.
func linked(h *model.Handler) []finding.Finding {
	var found []finding.Finding
	for _, l := range h.Links() {
		if q := l.Queue; q != nil && q.AckPolicy.State == infra.Present && q.AckPolicy.Value == "none" && q.Evidence() && h.Ack != "none" {
			found = append(found, setUp(h, l, q.Place, q.Address,
				fmt.Sprintf("consumer %s has the ack policy none: the broker forgets a message as it sends it, and what handler %s fails on is lost", q.Name.Value, h.Name),
				fmt.Sprintf("%s fails, or the process crashes → the broker has forgotten the message", h.Name)))
		}
		// A partial answer that nobody asked for is no error: all of the batch
		// is deleted.
		if e := l.Edge; e != nil && e.Kind == infra.Mapping && e.ReportBatchItemFailures.State == infra.Absent && e.Evidence() && h.TellsFailures() {
			found = append(found, setUp(h, l, e.Place, e.Address,
				fmt.Sprintf("handler %s returns which messages failed, but the mapping does not ask for it (ReportBatchItemFailures): those are taken as done, too", h.Name),
				fmt.Sprintf("%s reports a message as failed → the whole batch is acked: the message is lost", h.Name)))
		}
	}
	return found
}

func setUp(h *model.Handler, l model.Link, at infra.Place, subject, message, schedule string) finding.Finding {
	p := l.At(at, "")
	f := finding.Finding{
		Severity: finding.Warning, Confidence: finding.High, File: p.File, Line: p.Line, Column: p.Column,
		Handler: h.Name, Message: message, Path: l.Path, Schedule: schedule, Subject: subject,
	}
	if l.Level == model.LevelName {
		f.Severity, f.Confidence = finding.Note, finding.Low
	}
	return f
}

// what says what the handler does wrong.
func what(l model.Loss) string {
	switch l.Kind {
	case model.AckedOnReceipt:
		return "has its messages acked before, or whether or not, they are worked on"
	case model.AckedFirst:
		return "acks the message before " + l.Effect.Call
	case model.Swallowed:
		return "acks the message although " + l.Step + " failed"
	case model.Passed:
		return "goes on to the next message although " + l.Step + " failed"
	case model.Detached:
		return "acks the message while its work still runs in a goroutine"
	}
	return "does not look at the entries of " + l.Effect.Call + " that failed"
}
