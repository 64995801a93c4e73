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
// first. Where messages are acked in order, as in Kafka, do not go on past one
// that failed.
//
// # Limits
//
// A failure is followed with an error nobody has a name for: a handler that
// acks only errors it knows to be permanent is silent, as is one that records
// the failure before it acks. Best-effort steps beside the work that matters are
// left out.
package earlyack

import (
	_ "embed"
	"fmt"

	"github.com/idemlint/idemlint/internal/finding"
	"github.com/idemlint/idemlint/internal/model"
	"github.com/idemlint/idemlint/internal/rule"
)

// ID is the rule's id.
const ID = "IDM007"

//go:embed earlyack.go
var source string

// Analyzer is the rule.
var Analyzer = rule.New(ID, "earlyack", source, check)

func check(h *model.Handler) []finding.Finding {
	var found []finding.Finding
	for _, l := range h.Losses() {
		found = append(found, l.Finding(h, fmt.Sprintf("handler %s %s: %s", h.Name, what(l), l.Schedule)))
	}
	return found
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
