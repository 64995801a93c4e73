// Package orderkey reports publishes that lose the order of their input.
//
// # Analyzer orderkey
//
// orderkey: reports messages published without the key that orders them by handlers whose input is ordered
//
// A service read account movements from a partitioned topic, in order, and
// forwarded each to another topic without a key. The producer spread them over
// all partitions. Weeks later a balance was found that showed the withdrawal
// before the deposit.
//
// A broker keeps order among messages of one key. Without a key, or with a new
// one for each message, there is none; with one key for all, there is no more
// than one partition at work.
//
// # Fix
//
// Pass on the key that orders the input: the account, the order, the device.
//
// # Limits
//
// That order matters takes proof: input from a partitioned log, or a publisher
// that was told to keep an order. Dead letters need none.
package orderkey

import (
	_ "embed"
	"fmt"

	"github.com/idemlint/idemlint/internal/finding"
	"github.com/idemlint/idemlint/internal/model"
	"github.com/idemlint/idemlint/internal/rule"
)

// ID is the rule's id.
const ID = "IDM011"

//go:embed orderkey.go
var source string

// Analyzer is the rule.
var Analyzer = rule.New(ID, "orderkey", source, check)

func check(h *model.Handler) []finding.Finding {
	var found []finding.Finding
	for _, e := range h.Disordered() {
		has, schedule := "carries no key that orders it", fmt.Sprintf("two messages of one key come in order → %s puts them where they may overtake each other", e.Call)
		if e.Order.Given {
			has = fmt.Sprintf("is ordered by a key that is the same for all (%s)", e.Order.What)
			schedule = fmt.Sprintf("every message waits for all others: %s puts them into one partition", e.Call)
			if e.Order.Class == model.Fresh {
				has = fmt.Sprintf("is ordered by a key that is new for each (%s, %s)", e.Order.What, e.Order.Source.Name)
				schedule = fmt.Sprintf("two messages of one key come in order → %s puts them where they may overtake each other", e.Call)
			}
		}
		f := e.Finding(fmt.Sprintf("%s in handler %s, whose input is ordered, %s: %s", e.Noun(), h.Name, has, schedule), schedule)
		f.Severity, f.Confidence = finding.Warning, finding.Medium
		found = append(found, f)
	}
	return found
}
