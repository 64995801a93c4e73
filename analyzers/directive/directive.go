// Package directive reports directives that do not say what they mean.
//
// # Analyzer directive
//
// directive: reports malformed, reasonless, unknown and unused directives
//
// A team silenced a finding on a refund with a comment that named the rule and
// nothing else. A year later nobody knew whether the refund was safe to repeat
// or merely noisy to the person who wrote the comment, and the code behind it
// had changed twice. It was not safe, and customers were refunded twice.
//
// An accepted risk is a decision, so it carries its reason. A directive that is
// misspelt silences nothing, and one that silences nothing any more hides the
// next finding at its place. All of these are reported.
//
// # Fix
//
// Write the rule, then the reason:
//
//	//idemlint:ignore IDM001 the ledger refuses a second entry for an order
//	//nolint:idemlint // the ledger refuses a second entry for an order
//
// A directive on a line of its own governs the statement or declaration that
// follows, one at the end of a line the statement that starts or ends there,
// one in the comment of a function the whole function.
//
// # Limits
//
// Unused directives are reported by the command only, when it looks at whole
// modules and all of their packages load: a partial view cannot know.
package directive

import (
	_ "embed"
	"fmt"

	"golang.org/x/tools/go/analysis"

	"github.com/idemlint/idemlint/internal/finding"
	"github.com/idemlint/idemlint/internal/ruledoc"
)

// ID is the rule's id.
const ID = "IDM900"

const name = "directive"

//go:embed directive.go
var source string

// New returns the analyzer. Known reports whether there is a rule with the id.
func New(known func(id string) bool) *analysis.Analyzer {
	return &analysis.Analyzer{
		Name:             name,
		Doc:              ruledoc.MustExtract(source, name),
		URL:              ruledoc.URL(name),
		Run:              func(pass *analysis.Pass) (any, error) { return run(pass, known), nil },
		ResultType:       finding.ResultType,
		RunDespiteErrors: true,
	}
}

func run(pass *analysis.Pass, known func(string) bool) []finding.Finding {
	var found []finding.Finding
	for _, file := range pass.Files {
		for _, d := range finding.Directives(pass.Fset, file) {
			for _, f := range Problems(d, known) {
				finding.Report(pass, f)
				found = append(found, f)
			}
		}
	}
	return found
}

// Problems returns a finding for each thing wrong with the directive.
func Problems(d finding.Directive, known func(id string) bool) []finding.Finding {
	if d.Problem != "" {
		return []finding.Finding{report(d, d.String()+" "+d.Problem)}
	}
	var found []finding.Finding
	for _, id := range d.Rules {
		if !known(id) {
			found = append(found, report(d, fmt.Sprintf("%s: there is no rule %s", d.String(), id)))
		}
	}
	return found
}

// Unused returns the finding for a suppression that silenced nothing.
func Unused(d finding.Directive) finding.Finding {
	return report(d, d.String()+" silences nothing here; remove it")
}

// NoQueue returns the finding for a directive that names a queue there is not.
func NoQueue(d finding.Directive) finding.Finding {
	return report(d, fmt.Sprintf("%s %s: there is no queue with this address; idemlint queues lists them", d.String(), d.Args[0]))
}

func report(d finding.Directive, message string) finding.Finding {
	return finding.Finding{
		Rule:       ID,
		Analyzer:   name,
		Severity:   finding.Warning,
		Confidence: finding.High,
		File:       d.File,
		Line:       d.Line,
		Column:     d.Column,
		Message:    message,
		Subject:    d.String(),
	}
}
