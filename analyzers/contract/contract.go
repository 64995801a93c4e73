// Package contract holds written contracts against code and queues.
//
// # Analyzer contract
//
// contract: reports handlers whose contract line the code or the queue contradicts, and, where that is asked for, handlers without one
//
// A team wrote down for every handler what its key is, where its dead letters go
// and who looks at them. A year later the queue had been renamed, the limit
// lowered to one, and the key of the second call was another field. The line still
// stood there, and reviewers believed it.
//
// # Fix
//
// Write one line at the handler, and change it with the code:
//
//	//idemlint:contract key=order_id dlq=orders-dlq max-receives=5 owner=payments-oncall
//
// key names the business fields that every key is made from, dlq the queue that
// what keeps failing goes to, max-receives how often a message is delivered, owner
// who looks at the dead letters. Each may be left out. With require-contract: true
// in .idemlint.yml every handler needs a line.
//
// # Limits
//
// Only what is known is compared: keys whose parts have names, queues that are
// linked with the handler. The owner is not checked, only missed where there is a
// dead letter.
package contract

import (
	_ "embed"
	"fmt"
	"strings"

	"github.com/idemlint/idemlint/internal/finding"
	"github.com/idemlint/idemlint/internal/infra"
	"github.com/idemlint/idemlint/internal/model"
	"github.com/idemlint/idemlint/internal/rule"
)

// ID is the rule's id.
const ID = "IDM015"

//go:embed contract.go
var source string

// Analyzer is the rule.
var Analyzer = rule.Both(ID, "contract", source, check, linked)

// check holds the contract against the code.
func check(h *model.Handler) []finding.Finding {
	c := h.Contract()
	if c == nil {
		if model.ContractDemanded() && len(h.Effects) > 0 {
			return []finding.Finding{report(h, h.Place, finding.Warning, "handler "+h.Name+" has no contract: write //idemlint:contract key=… dlq=… max-receives=… owner=… above it")}
		}
		return nil
	}
	var found []finding.Finding
	for _, p := range c.Problems {
		found = append(found, report(h, c.Place, finding.Warning, fmt.Sprintf("the contract of handler %s cannot be read: %s", h.Name, p)))
	}
	if c.DeadLetter != "" && c.Owner == "" {
		found = append(found, report(h, c.Place, finding.Note, fmt.Sprintf("the contract of handler %s names a dead letter, and nobody who looks at it: add owner=", h.Name)))
	}
	for _, e := range h.Effects {
		if !c.Keeps(e.Key) {
			f := e.Finding(fmt.Sprintf("the key of %s in handler %s (%s) is made from %s, its contract says %s",
				e.Noun(), h.Name, e.Key.What, e.Key.Parts(), strings.Join(c.Keys, " and ")), "")
			f.Severity = finding.Warning
			f.Path = append([]finding.Place{c.Place}, f.Path...)
			found = append(found, f)
		}
	}
	return found
}

// linked holds the contract against the queues.
func linked(h *model.Handler) []finding.Finding {
	c := h.Contract()
	if c == nil {
		return nil
	}
	var found []finding.Finding
	for _, l := range h.Links() {
		if l.Queue == nil || l.Level < model.LevelHigh || !l.Queue.Evidence() {
			continue
		}
		var broken []string
		for _, b := range []string{deadLetter(c, l.Queue), receives(c, l.Queue)} {
			if b != "" {
				broken = append(broken, b)
			}
		}
		if len(broken) > 0 { // one line, one finding
			f := report(h, c.Place, finding.Warning, fmt.Sprintf("the contract of handler %s says %s", h.Name, strings.Join(broken, "; and ")))
			f.Path = append(append([]finding.Place{}, l.Path...), l.At(l.Queue.Place, "the queue"))
			found = append(found, f)
		}
	}
	return found
}

// deadLetter says how the queue's dead letter differs from the contract's, "" if it
// does not.
func deadLetter(c *model.Contract, q *infra.Queue) string {
	if c.DeadLetter == "" {
		return ""
	}
	switch q.DeadLetter.State {
	case infra.Absent:
		if !q.DeadLettersItself {
			return fmt.Sprintf("dlq=%s, but its queue has no dead letter", c.DeadLetter)
		}
	case infra.Present:
		to := q.DeadLetter.Value
		if to.Text == "" || strings.Contains(to.Text, "*") || strings.HasSuffix(to.Text, c.DeadLetter) || strings.HasSuffix(to.Address, c.DeadLetter) {
			return ""
		}
		return fmt.Sprintf("dlq=%s, but its queue dead-letters to %s", c.DeadLetter, to.Text)
	}
	return ""
}

// receives says how the queue's limit differs from the contract's.
func receives(c *model.Contract, q *infra.Queue) string {
	n, known := q.MaxReceives.Known()
	switch {
	case c.MaxReceives == 0 || !known || n == 0 || n == c.MaxReceives:
		return ""
	case n < 0:
		return fmt.Sprintf("max-receives=%d, but its queue delivers for ever", c.MaxReceives)
	}
	return fmt.Sprintf("max-receives=%d, but its queue delivers %d times", c.MaxReceives, n)
}

func report(h *model.Handler, at finding.Place, severity finding.Severity, message string) finding.Finding {
	return finding.Finding{
		Severity: severity, Confidence: finding.High, File: at.File, Line: at.Line, Column: at.Column,
		Handler: h.Name, Message: message, Subject: "contract",
	}
}
