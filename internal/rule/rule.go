// Package rule makes analyzers of rules about handlers: a rule says what is
// wrong with one handler, the rest is the same for all.
package rule

import (
	"iter"

	"golang.org/x/tools/go/analysis"

	"github.com/idemlint/idemlint/internal/finding"
	"github.com/idemlint/idemlint/internal/model"
	"github.com/idemlint/idemlint/internal/ruledoc"
)

// New returns the analyzer of a rule. Id is its id in reports, name its name,
// source the text of its file, whose package comment is the rule's page. Check
// returns the findings about a handler, without the rule's identity.
func New(id, name, source string, check func(h *model.Handler) []finding.Finding) *analysis.Analyzer {
	return of(id, name, source, (*model.Model).Handlers, check)
}

// ForQueues is New for a rule that judges a handler by the queue it consumes:
// check sees each handler where its queue is decided, in the main packages.
func ForQueues(id, name, source string, check func(h *model.Handler) []finding.Finding) *analysis.Analyzer {
	return of(id, name, source, (*model.Model).Consumers, check)
}

func of(id, name, source string, handlers func(*model.Model) iter.Seq[*model.Handler], check func(h *model.Handler) []finding.Finding) *analysis.Analyzer {
	run := func(pass *analysis.Pass) (any, error) {
		var found []finding.Finding
		m := model.Of(pass)
		for h := range handlers(m) {
			for _, f := range check(h) {
				f.Rule, f.Analyzer = id, name
				if !m.Silenced(f) {
					finding.Report(pass, f)
				}
				found = append(found, f) // the command also asks which directives are unused
			}
		}
		return found, nil
	}
	return &analysis.Analyzer{
		Name:             name,
		Doc:              ruledoc.MustExtract(source, name),
		URL:              ruledoc.URL(name),
		Requires:         []*analysis.Analyzer{model.Analyzer},
		Run:              run,
		ResultType:       finding.ResultType,
		RunDespiteErrors: true,
	}
}
