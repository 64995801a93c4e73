// Package blindretry reports retries around effects without a key.
//
// # Analyzer blindretry
//
// blindretry: reports loops, retry helpers and retrying clients that repeat an effect which carries no idempotency key
//
// A client posted journal lines to an accounting system and retried on errors. The
// system was slow one evening: it booked each line, and answered after the
// client had given up waiting. The client tried again, five times. The books were
// off by a factor of six, on some lines.
//
// That a call reports an error does not say that nothing happened. Who tries again
// has to give the other side a way to see that it is the same attempt.
//
// # Fix
//
// Put a key into the call, made once, outside of what is repeated: from a business
// id, or at least before the first attempt. Or retry only what surely did not
// happen: a refused connection, a 429.
//
// # Limits
//
// The few re-sends that a provider's client does by itself are its own affair; a
// client built to retry, a retry helper and a loop that goes on when a call fails
// count. Reads, writes to databases, and publishes whose body carries an id are
// silent.
package blindretry

import (
	_ "embed"
	"fmt"

	"github.com/idemlint/idemlint/internal/finding"
	"github.com/idemlint/idemlint/internal/model"
	"github.com/idemlint/idemlint/internal/rule"
)

// ID is the rule's id.
const ID = "IDM010"

//go:embed blindretry.go
var source string

// Analyzer is the rule.
var Analyzer = rule.Whole(ID, "blindretry", source, check)

func check(m *model.Model) []finding.Finding {
	var found []finding.Finding
	for _, r := range m.Retries() {
		e := r.Effect
		schedule := fmt.Sprintf("%s happens but reports an error → it is tried again and happens twice", e.Call)
		found = append(found, r.Finding(fmt.Sprintf("%s repeats %s in %s, %s: %s", by(r), e.Noun(), e.Handler.Name, lacks(r), schedule), schedule))
	}
	return found
}

// by names what repeats.
func by(r model.Retried) string {
	switch {
	case r.Client:
		return "the client"
	case r.By != "":
		return r.By
	}
	return "a loop"
}

func lacks(r model.Retried) string {
	if r.Minted {
		return fmt.Sprintf("whose key (%s) is made anew for each attempt by %s", r.Effect.Key.What, r.Effect.Key.Source.Name)
	}
	return "which carries no idempotency key"
}
