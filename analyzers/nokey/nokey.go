// Package nokey reports effects without an idempotency key.
//
// # Analyzer nokey
//
// nokey: reports effects a handler reaches that carry no idempotency key and are not idempotent by nature
//
// A worker captured a payment and died before it could acknowledge the
// message. The broker delivered it again, as every broker does, and the next
// worker captured the payment again. Both workers did what they were written to
// do; nothing in the second call told the payment provider that it had seen the
// first.
//
// Every broker delivers at least once. An effect that carries no key, and that
// is no upsert, absolute update, delete by key or write under a fixed name,
// happens once per delivery.
//
// # Fix
//
// Give the call a key made from a business field of the message, one per
// operation: "capture:" and the order's id. Where the other side takes no key,
// claim the operation first in the database transaction that records it, or
// write a row whose primary key is the business id.
//
// # Limits
//
// A key that may be set where the model cannot look, a call behind an interface
// that nothing visible wires, and an insert into a table whose schema is not
// known and whose columns look unique are all silent. Effects that are only
// reached when outside state about the message allows it are left to the rules
// about guards.
package nokey

import (
	_ "embed"
	"fmt"

	"github.com/idemlint/idemlint/internal/finding"
	"github.com/idemlint/idemlint/internal/model"
	"github.com/idemlint/idemlint/internal/rule"
)

// ID is the rule's id.
const ID = "IDM001"

//go:embed nokey.go
var source string

// Analyzer is the rule.
var Analyzer = rule.New(ID, "nokey", source, check)

func check(h *model.Handler) []finding.Finding {
	var found []finding.Finding
	for _, e := range h.Effects {
		if e.Settled() || e.Key.Given {
			continue
		}
		schedule := e.CrashSchedule()
		f := e.Finding(fmt.Sprintf("%s in handler %s carries no idempotency key%s: %s", e.Noun(), h.Name, own(e), schedule), schedule)
		f.Remedy = e.Remedy()
		found = append(found, f)
	}
	return found
}

// own warns of a key the library mints by itself: it only covers the library's
// own retries.
func own(e *model.Effect) string {
	if e.AutoKey {
		return " but the one the library mints for its own retries"
	}
	return ""
}
