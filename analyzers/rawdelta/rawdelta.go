// Package rawdelta reports relative writes that nothing limits to one per
// event.
//
// # Analyzer rawdelta
//
// rawdelta: reports relative writes (stock = stock - 1, INCR, $inc, append) that a redelivery repeats
//
// An order took two chairs off the stock. The worker died before the ack, the
// next one took two more, and the shop stopped selling chairs that stood in the
// warehouse. Writing the new level would have been harmless; writing the
// difference was not.
//
// # Fix
//
// Record the movement as a row whose primary key is the order and the article,
// and change the level in the same transaction, only if that row was new. Or
// make the write conditional on a version the message carries.
//
// # Limits
//
// A relative write inside a transaction with a claim, behind a condition on the
// event, or reached only after a check of outside state is silent. A value that is
// read, changed in the program and written back counts where the column is the same
// and what is added comes from the message. Counters in a process's memory are not
// looked at.
package rawdelta

import (
	_ "embed"
	"fmt"

	"github.com/idemlint/idemlint/internal/finding"
	"github.com/idemlint/idemlint/internal/model"
	"github.com/idemlint/idemlint/internal/rule"
)

// ID is the rule's id.
const ID = "IDM008"

//go:embed rawdelta.go
var source string

// Analyzer is the rule.
var Analyzer = rule.New(ID, "rawdelta", source, check)

func check(h *model.Handler) []finding.Finding {
	var found []finding.Finding
	for _, e := range h.Effects {
		if !e.Relative || e.Guarded || e.Natural != "" || e.Uncertain || e.Key.Given {
			continue
		}
		schedule := e.CrashSchedule()
		found = append(found, e.Finding(fmt.Sprintf("%s in handler %s changes a value relative to what it was, and nothing limits it to once per message: %s",
			e.Noun(), h.Name, schedule), schedule))
	}
	return found
}
