// Package messageidkey reports keys made from the broker's message id.
//
// # Analyzer messageidkey
//
// messageidkey: reports keys and dedup records made from transport identity
//
// A producer's publish timed out, so the producer published again. The broker
// had kept both. Each copy got a message id of its own, the consumer had built
// its idempotency key from that id, and the payment provider saw two different
// keys for one order.
//
// A message id, an offset or a sequence number names one stored copy of an
// event, not the event. A receipt handle or a delivery tag names one delivery
// of one copy and does not even survive a redelivery.
//
// # Fix
//
// Build the key from business fields of the body or of the headers the producer
// wrote: the order's id and the operation. Where the event has no id, let the
// producer add one.
//
// # Limits
//
// Reading a transport id to log it, to trace it, to answer a batch or to
// measure lag is no use as a key and is silent. An id the producer chose, such
// as the AMQP message id, is as good as the producer makes it and is a note.
package messageidkey

import (
	_ "embed"
	"fmt"

	"github.com/idemlint/idemlint/internal/finding"
	"github.com/idemlint/idemlint/internal/model"
	"github.com/idemlint/idemlint/internal/rule"
)

// ID is the rule's id.
const ID = "IDM002"

//go:embed messageidkey.go
var source string

// Analyzer is the rule.
var Analyzer = rule.New(ID, "messageidkey", source, checkAll)

func checkAll(h *model.Handler) []finding.Finding {
	var found []finding.Finding
	claimed := map[string]bool{} // what a claim was reported for
	for _, e := range h.Effects {
		from := e.Key.Source.Name
		if f, ok := check(h, e); ok && (e.Claim || !claimed[from]) {
			claimed[from] = claimed[from] || e.Claim
			found = append(found, f)
		}
	}
	return found
}

func check(h *model.Handler, e *model.Effect) (finding.Finding, bool) {
	k := e.Key
	// A write behind a check of the same store is the record the check looks for.
	record := e.Guarded && e.Category == "db"
	if !k.Given || !record && (e.Overwrites() || e.Guarded && !e.Claim) {
		return finding.Finding{}, false
	}
	var why, schedule string
	switch k.Class {
	case model.Transport:
		why = "which the broker gives anew when the producer publishes the event again"
		schedule = fmt.Sprintf("the producer publishes the event again → %s is new and %s runs a second time", k.Source.Name, e.Call)
	case model.Delivery, model.Attempt:
		why = "which is new on every delivery"
		schedule = fmt.Sprintf("crash after %s → the redelivery brings another %s and %s runs a second time", e.Call, k.Source.Name, e.Call)
	case model.Producer:
		if !e.Claim && e.Category != "money" {
			return finding.Finding{}, false
		}
		why = "which is only as stable as the producer makes it"
		schedule = fmt.Sprintf("the producer publishes the event again with another %s → %s runs a second time", k.Source.Name, e.Call)
	default:
		return finding.Finding{}, false
	}
	f := e.Finding(fmt.Sprintf("the key of %s in handler %s (%s) is made from %s, %s: %s",
		e.Noun(), h.Name, k.What, k.Source.Name, why, schedule), schedule)
	f.Path = append(f.Path[:len(f.Path):len(f.Path)], k.Made()...)
	f.Remedy = e.Remedy()
	if k.Class == model.Producer || k.Sometimes {
		f.Severity, f.Confidence = finding.Note, finding.Medium
	}
	return f, true
}
