// Package dedupttl reports dedup records that expire while the broker still
// delivers.
//
// # Analyzer dedupttl
//
// dedupttl: reports dedup records that expire before the broker stops delivering the message
//
// The flag that a message was handled lived for five minutes; nobody thought a
// redelivery could be later than that. Then a consumer was down over a weekend,
// and on Monday the queue, which keeps messages for four days, delivered what had
// been half done on Friday. The flags were long gone.
//
// # Fix
//
// Let the record live longer than the broker keeps the message, its dead-letter
// queue and a redrive from there included, or do not let it expire at all.
//
// # Limits
//
// The retention is that of the queue the handler is linked to, or else the
// broker's default; where neither is known, the rule is silent. A record ends by
// its lifetime, by one given later, or because the look-up only looks back so far;
// a lifetime from configuration is not known. Where an effect behind the record
// has a key of its own, the finding is a note that names it.
package dedupttl

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/idemlint/idemlint/internal/finding"
	"github.com/idemlint/idemlint/internal/model"
	"github.com/idemlint/idemlint/internal/rule"
)

// ID is the rule's id.
const ID = "IDM012"

//go:embed dedupttl.go
var source string

// Analyzer is the rule.
var Analyzer = rule.Both(ID, "dedupttl", source, check, linked)

// check judges by the broker's default, where no queue says better.
func check(h *model.Handler) []finding.Finding {
	if _, known := retention(h); known {
		return nil
	}
	return judge(h, h.Guards())
}

// linked judges by the queue.
func linked(h *model.Handler) []finding.Finding {
	kept, known := retention(h)
	if !known {
		return nil
	}
	guards := slices.Clone(h.Guards())
	for i := range guards {
		guards[i].Window = kept
	}
	return judge(h, guards)
}

// retention is how long the handler's queue keeps a message: the longest, where
// there are several. It is not known of a queue that is a guess.
func retention(h *model.Handler) (longest time.Duration, known bool) {
	for _, l := range h.Links() {
		if l.Queue == nil || l.Level < model.LevelHigh || !l.Queue.Evidence() {
			continue
		}
		if d, ok := l.Queue.Retention.Known(); ok && d > 0 {
			longest, known = max(longest, d), true
		}
	}
	return longest, known
}

func judge(h *model.Handler, guards []model.Guard) []finding.Finding {
	var found []finding.Finding
	for _, g := range guards {
		if g.Memory || g.Lasts == 0 || g.Window == 0 || g.Lasts >= g.Window || g.Released {
			continue
		}
		if f, ok := report(h, g); ok {
			found = append(found, f)
		}
	}
	return found
}

func report(h *model.Handler, g model.Guard) (finding.Finding, bool) {
	e, again := g.Worst(), "runs again"
	if e == nil {
		if e = g.Keyed(); e == nil {
			return finding.Finding{}, false
		}
		again = fmt.Sprintf("runs again, with only its key (%s) to stop it, for as long as the other side remembers keys", e.Key.What)
	}
	schedule := fmt.Sprintf("delivered again after %s → the record of %s is gone and %s %s", clock(g.Lasts), g.Label, e.Call, again)
	f := g.Finding(h, g.Ends, e, fmt.Sprintf("the record of %s in handler %s lives %s, but %s keeps a message for %s: %s",
		g.Label, h.Name, clock(g.Lasts), h.Broker, clock(g.Window), schedule), schedule)
	if len(g.Repeats) == 0 {
		f.Severity = finding.Note
	}
	return f, true
}

// clock is a duration without the units that are zero.
func clock(d time.Duration) string {
	s := d.String()
	s = strings.TrimSuffix(s, "0s")
	if strings.HasSuffix(s, "h0m") {
		s = strings.TrimSuffix(s, "0m")
	}
	return s
}
