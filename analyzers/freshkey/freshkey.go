// Package freshkey reports keys that are minted while a message is handled.
//
// # Analyzer freshkey
//
// freshkey: reports keys made from random numbers, the clock or a counter while handling a message
//
// The payment call had an idempotency key, a new UUID, made on the line above.
// The worker died, the message came again, the same line made another UUID, and
// the provider booked a second payment under a second key.
//
// A key made in the handler is new on every delivery. It only covers retries of
// that one call.
//
// # Fix
//
// Derive the key from business fields of the message, directly or by a hash of
// them (a version 5 UUID, SHA-256). A row's random surrogate id is fine beside a
// unique business column; an object's name should not hold the time.
//
// # Limits
//
// Trace ids, timestamps in columns and ids of things that are only kept in this
// process are no keys and are silent. A key that falls back to a random value
// on some paths is reported with medium confidence. The counter of a loop that
// tries again makes a key new with every try; the place of an item in the message
// does not.
package freshkey

import (
	_ "embed"
	"fmt"

	"github.com/idemlint/idemlint/internal/finding"
	"github.com/idemlint/idemlint/internal/model"
	"github.com/idemlint/idemlint/internal/rule"
)

// ID is the rule's id.
const ID = "IDM003"

//go:embed freshkey.go
var source string

// Analyzer is the rule.
var Analyzer = rule.New(ID, "freshkey", source, check)

func check(h *model.Handler) []finding.Finding {
	var found []finding.Finding
	for _, e := range h.Effects {
		k := e.Key
		switch {
		case !k.Given || k.Class != model.Fresh || k.Source.Name == "":
		case e.Guarded && !e.Claim:
		case k.Sometimes && e.Overwrites(): // a row by day, by default today's
		default:
			found = append(found, report(h, e))
		}
	}
	return found
}

func report(h *model.Handler, e *model.Effect) finding.Finding {
	k := e.Key
	schedule := fmt.Sprintf("crash after %s → the redelivery makes another key with %s and %s runs a second time", e.Call, k.Source.Name, e.Call)
	if h.AckedFirst() {
		schedule = fmt.Sprintf("the producer publishes the event again → %s makes another key and %s runs a second time", k.Source.Name, e.Call)
	}
	how := "is minted by"
	if k.Source.CountsTries() {
		how = "changes with"
		schedule = fmt.Sprintf("%s happens but reports an error → the next try makes another key with %s and %s runs a second time", e.Call, k.Source.Name, e.Call)
	}
	if k.Sometimes {
		how = "falls back to"
	}
	f := e.Finding(fmt.Sprintf("the key of %s in handler %s (%s) %s %s while handling: %s",
		e.Noun(), h.Name, k.What, how, k.Source.Name, schedule), schedule)
	f.Path = append(f.Path[:len(f.Path):len(f.Path)], k.Made()...)
	if k.Sometimes {
		f.Confidence = finding.Medium
	}
	return f
}
