// Package sharedkey reports keys that do not name one operation.
//
// # Analyzer sharedkey
//
// sharedkey: reports idempotency keys that several operations share: constant ones, those that only name the customer, one for two effects
//
// A subscription service charged its customers under the key "renew-" and the
// customer's id. In the first month everybody paid. In the second the payment
// provider recognised every key, answered with last month's charge, and took
// nothing; the service saw success. It was noticed when the money did not come.
//
// A key tells the other side which operation this is. Where two operations have
// one key, the second is taken for a repeat of the first.
//
// # Fix
//
// Name the operation: what is done, and the business id of what it is done for.
// "capture:" and "refund:" before an order's id, the period behind the
// customer's, the line behind the order's.
//
// # Limits
//
// That a key only names the customer rests on what fields are called. A task id
// that stands for one task in all is meant to be shared, and silent.
package sharedkey

import (
	_ "embed"
	"fmt"

	"github.com/idemlint/idemlint/internal/finding"
	"github.com/idemlint/idemlint/internal/model"
	"github.com/idemlint/idemlint/internal/rule"
)

// ID is the rule's id.
const ID = "IDM016"

//go:embed sharedkey.go
var source string

// Analyzer is the rule.
var Analyzer = rule.New(ID, "sharedkey", source, check)

func check(h *model.Handler) []finding.Finding {
	var found []finding.Finding
	for _, k := range h.SharedKeys() {
		e := k.Effect
		is, schedule := what(k)
		f := e.Finding(fmt.Sprintf("the key of %s in handler %s (%s) %s: %s", e.Noun(), h.Name, e.Key.What, is, schedule), schedule)
		if k.Kind == model.SharedByCustomer {
			f.Confidence = finding.Medium
		}
		if k.With != nil {
			at := k.With.Place
			at.Note = k.With.Call + " carries the same key"
			f.Path = append(f.Path[:len(f.Path):len(f.Path)], at)
		}
		found = append(found, f)
	}
	return found
}

// what says what is wrong with the key, and the run that shows it.
func what(k model.SharedKey) (is, schedule string) {
	call := k.Effect.Call
	switch k.Kind {
	case model.SharedByCustomer:
		return "only names the " + k.Part, fmt.Sprintf("a second event of the same %s → the other side takes it for a repeat, and %s does nothing", k.Part, call)
	case model.SharedByEffects:
		return "is that of " + k.With.Call + ", too", fmt.Sprintf("%s, then %s under the same key → it is taken for a repeat, or refused", k.With.Call, call)
	case model.SharedByTurns:
		return "is the same in every turn of the loop over " + k.Turn, fmt.Sprintf("two elements → the second %s is taken for a repeat of the first", call)
	}
	return "is the same for every message", fmt.Sprintf("two messages → the second %s is taken for a repeat of the first", call)
}
