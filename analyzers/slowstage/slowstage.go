// Package slowstage reports best-effort steps that share a delivery with money
// or stock.
//
// # Analyzer slowstage
//
// slowstage: reports mails, texts, pushes and calls to the sender's address whose failure delivers a charge or a reservation again
//
// A worker charged the card and then mailed the receipt. One afternoon the mail
// provider was down. Every receipt failed, every message came again, and every
// delivery began with the charge. The keys held for a day; the outage lasted for
// two.
//
// What may fail without harm should not decide whether what must happen once
// happens again. It also makes the delivery as slow as the slowest of them.
//
// # Fix
//
// Split the stages: when the money is taken, publish or enqueue a message of its
// own for the mail, under a key, and ack. An outbox row in the same transaction
// does the same.
//
// # Limits
//
// Only mail, text messages, push, chat and requests to an address taken from the
// message count as best effort. A failure that is logged and does not come back is
// silent.
package slowstage

import (
	_ "embed"
	"fmt"

	"github.com/idemlint/idemlint/internal/finding"
	"github.com/idemlint/idemlint/internal/model"
	"github.com/idemlint/idemlint/internal/rule"
)

// ID is the rule's id.
const ID = "IDM014"

//go:embed slowstage.go
var source string

// Analyzer is the rule.
var Analyzer = rule.New(ID, "slowstage", source, check)

func check(h *model.Handler) []finding.Finding {
	var found []finding.Finding
	for _, c := range h.Couplings() {
		f := c.Slow.Finding(fmt.Sprintf("%s in handler %s shares one delivery with %s: %s",
			c.Slow.Noun(), h.Name, c.Effect.Noun(), c.Schedule), c.Schedule)
		f.Severity = finding.Warning
		at := c.Effect.Place
		at.Note = c.Effect.Call + " comes first"
		f.Path = append([]finding.Place{at}, f.Path...)
		found = append(found, f)
	}
	return found
}
