// Package analyzers lists the rules. It is the only list; every driver and
// every generated page starts from it.
package analyzers

import (
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/idemlint/idemlint/analyzers/blindretry"
	"github.com/idemlint/idemlint/analyzers/chargefirst"
	"github.com/idemlint/idemlint/analyzers/contract"
	"github.com/idemlint/idemlint/analyzers/dedupttl"
	"github.com/idemlint/idemlint/analyzers/directive"
	"github.com/idemlint/idemlint/analyzers/earlyack"
	"github.com/idemlint/idemlint/analyzers/freshkey"
	"github.com/idemlint/idemlint/analyzers/localdedup"
	"github.com/idemlint/idemlint/analyzers/messageidkey"
	"github.com/idemlint/idemlint/analyzers/nodlq"
	"github.com/idemlint/idemlint/analyzers/nokey"
	"github.com/idemlint/idemlint/analyzers/orderkey"
	"github.com/idemlint/idemlint/analyzers/rawdelta"
	"github.com/idemlint/idemlint/analyzers/seenguard"
	"github.com/idemlint/idemlint/analyzers/sharedkey"
	"github.com/idemlint/idemlint/analyzers/slowstage"
	"github.com/idemlint/idemlint/analyzers/visibility"
)

// A Rule is an analyzer and the id its findings carry. The result of the
// analyzer is a []finding.Finding.
type Rule struct {
	ID       string
	Analyzer *analysis.Analyzer
}

// judging are the rules about handlers; those about directives need to know
// them.
var judging = []Rule{
	{nokey.ID, nokey.Analyzer},
	{messageidkey.ID, messageidkey.Analyzer},
	{freshkey.ID, freshkey.Analyzer},
	{seenguard.ID, seenguard.Analyzer},
	{nodlq.ID, nodlq.Analyzer},
	{visibility.ID, visibility.Analyzer},
	{earlyack.ID, earlyack.Analyzer},
	{rawdelta.ID, rawdelta.Analyzer},
	{chargefirst.ID, chargefirst.Analyzer},
	{blindretry.ID, blindretry.Analyzer},
	{orderkey.ID, orderkey.Analyzer},
	{dedupttl.ID, dedupttl.Analyzer},
	{localdedup.ID, localdedup.Analyzer},
	{slowstage.ID, slowstage.Analyzer},
	{contract.ID, contract.Analyzer},
	{sharedkey.ID, sharedkey.Analyzer},
}

// All lists the rules by id.
var All = append(slices.Clip(judging), Rule{directive.ID, directive.New(IsRule)})

// IsRule reports whether there is a rule with the id.
func IsRule(id string) bool {
	return id == directive.ID || slices.ContainsFunc(judging, func(r Rule) bool { return r.ID == id })
}

// IDs returns the ids of all rules.
func IDs() []string {
	var ids []string
	for _, r := range All {
		ids = append(ids, r.ID)
	}
	return ids
}

// Find returns the rule with the id, or whose analyzer has the name.
func Find(idOrName string) (Rule, bool) {
	i := slices.IndexFunc(All, func(r Rule) bool { return r.ID == idOrName || r.Analyzer.Name == idOrName })
	if i < 0 {
		return Rule{}, false
	}
	return All[i], true
}

// Analyzers returns the analyzers of all rules.
func Analyzers() []*analysis.Analyzer {
	var list []*analysis.Analyzer
	for _, r := range All {
		list = append(list, r.Analyzer)
	}
	return list
}
