// Package seenguard reports flags that say a message was handled when it may
// not have been.
//
// # Analyzer seenguard
//
// seenguard: reports one seen-flag around a handler: set before its effects it loses them, set after them it lets them happen twice
//
// A team had charged a customer twice and put one flag at the top of the
// handler: seen this message? then return. It worked until a worker died between
// the flag and the charge. The redelivery found the flag, returned, and was
// acked. The order was shipped and never paid.
//
// A flag and an effect are two things, and a crash fits between any two things.
// Set first, the flag loses the effect; set last, it lets it happen again;
// looked at and set in two steps, it lets two workers through. And where a
// message is refused while the flag is set, a worker that dies holding a flag
// that never ends has it refused for ever.
//
// # Fix
//
// Make each effect idempotent by itself: a key made of a business field for what
// leaves the process, and for rows the claim and the writes in one transaction.
// Where a claim has to come first, let it expire soon, release it on errors, and
// refuse the message while somebody else holds it instead of acking it.
//
// # Limits
//
// Only guards whose answer decides what happens are looked at, found by what they
// do: a unique insert, SET NX or a script with it, an update that tests what it
// sets, a conditional write, or a look-up of what the handler itself writes. A
// guard in another service is not seen, and a state is none where rows left in it
// are looked for elsewhere.
package seenguard

import (
	_ "embed"
	"fmt"

	"github.com/idemlint/idemlint/internal/finding"
	"github.com/idemlint/idemlint/internal/model"
	"github.com/idemlint/idemlint/internal/rule"
)

// ID is the rule's id.
const ID = "IDM004"

//go:embed seenguard.go
var source string

// Analyzer is the rule.
var Analyzer = rule.New(ID, "seenguard", source, check)

func check(h *model.Handler) []finding.Finding {
	var found []finding.Finding
	for _, g := range h.Guards() {
		switch {
		case g.Memory: // another rule's
		case g.Lost != nil:
			found = append(found, g.Finding(h, g.Place, g.Lost, fmt.Sprintf("%s marks the message as handled before %s in handler %s: %s",
				g.Label, g.Lost.Call, h.Name, g.LostWhen), g.LostWhen))
		case g.Twice != nil:
			how := "is asked first and recorded after %s, in two steps,"
			if g.Atomic {
				how = "is committed after %s, which a rollback does not take back,"
			}
			found = append(found, g.Finding(h, g.Place, g.Twice, fmt.Sprintf("%s "+how+" in handler %s: %s",
				g.Label, g.Twice.Call, h.Name, g.TwiceWhen), g.TwiceWhen))
		case g.Stuck != nil:
			f := g.Finding(h, g.Place, g.Stuck, fmt.Sprintf("%s stays taken for ever where a worker dies before %s in handler %s: %s",
				g.Label, g.Stuck.Call, h.Name, g.StuckWhen), g.StuckWhen)
			if g.Unsure {
				f.Confidence = finding.Medium
			}
			found = append(found, f)
		}
	}
	return found
}
