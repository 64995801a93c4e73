// Package chargefirst reports money taken before the thing sold is reserved.
//
// # Analyzer chargefirst
//
// chargefirst: reports charges that come before the reservation they pay for, with nothing that gives the money back
//
// A ticket shop charged the card, then took the seat. Two people bought the last
// seat at once; both were charged, one sat down. The other's message failed,
// came again, was charged nothing more, as the key held, failed again, and went to
// the dead letters with the money still taken.
//
// # Fix
//
// Reserve first, under the order's id, charge then, and release the reservation if
// the charge is refused. Or authorise first and capture when the reservation
// stands. Where neither is possible, refund on every way on which the reservation
// fails.
//
// # Limits
//
// What reserves is known by the category of the call, and by names: reserve, hold,
// allocate, assign, book, seat, stock.
package chargefirst

import (
	_ "embed"
	"fmt"

	"github.com/idemlint/idemlint/internal/finding"
	"github.com/idemlint/idemlint/internal/model"
	"github.com/idemlint/idemlint/internal/rule"
)

// ID is the rule's id.
const ID = "IDM009"

//go:embed chargefirst.go
var source string

// Analyzer is the rule.
var Analyzer = rule.New(ID, "chargefirst", source, check)

func check(h *model.Handler) []finding.Finding {
	var found []finding.Finding
	for _, u := range h.ChargedFirst() {
		f := u.Charge.Finding(fmt.Sprintf("%s in handler %s comes before %s: %s",
			u.Charge.Noun(), h.Name, u.Reserve.Noun(), u.Schedule), u.Schedule)
		f.Confidence = finding.Medium
		at := u.Reserve.Place
		at.Note = "what is sold is reserved here"
		f.Path = append(f.Path[:len(f.Path):len(f.Path)], at)
		found = append(found, f)
	}
	return found
}
