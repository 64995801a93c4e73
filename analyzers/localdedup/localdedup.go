// Package localdedup reports dedup stores that live in the memory of one
// process.
//
// # Analyzer localdedup
//
// localdedup: reports dedup stores kept in this process's memory, which a crash empties and other workers do not see
//
// A consumer kept the ids it had seen in a map. It passed every test. Then it
// was deployed: the map was empty, the broker delivered again what the old
// process had not acked yet, and a second replica had a map of its own.
//
// A redelivery comes after a crash, or goes to another worker. Memory knows
// nothing of either.
//
// # Fix
//
// Give the effect a key, or keep the record where every worker sees it and a
// restart does not lose it: in the database, in the transaction that does the
// work. A map that only collapses repeats inside one message or one batch is
// fine.
//
// # Limits
//
// Maps and caches that live as long as the process are looked at, if something
// of the message is the key and a hit skips an effect that is not idempotent by
// itself.
package localdedup

import (
	_ "embed"
	"fmt"

	"github.com/idemlint/idemlint/internal/finding"
	"github.com/idemlint/idemlint/internal/model"
	"github.com/idemlint/idemlint/internal/rule"
)

// ID is the rule's id.
const ID = "IDM013"

//go:embed localdedup.go
var source string

// Analyzer is the rule.
var Analyzer = rule.New(ID, "localdedup", source, check)

func check(h *model.Handler) []finding.Finding {
	var found []finding.Finding
	for _, g := range h.Guards() {
		if !g.Memory || g.Released || g.Twice == nil {
			continue
		}
		found = append(found, g.Finding(h, g.Place, g.Twice, fmt.Sprintf("%s, which keeps %s in handler %s from a repeat, is this process's memory: %s",
			g.Label, g.Twice.Call, h.Name, g.TwiceWhen), g.TwiceWhen))
	}
	return found
}
