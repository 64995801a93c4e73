// Package rule makes analyzers of rules about handlers: a rule says what is
// wrong with one handler, the rest is the same for all.
package rule

import (
	"iter"

	"golang.org/x/tools/go/analysis"

	"github.com/idemlint/idemlint/internal/finding"
	"github.com/idemlint/idemlint/internal/fix"
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

// Both is New for a rule that also judges handlers by their queue: linked sees
// each handler where its queue is decided.
func Both(id, name, source string, check, linked func(h *model.Handler) []finding.Finding) *analysis.Analyzer {
	return analyzer(id, name, source, func(m *model.Model) []finding.Finding {
		var found []finding.Finding
		for h := range m.Handlers() {
			found = append(found, check(h)...)
		}
		for h := range m.Consumers() {
			found = append(found, linked(h)...)
		}
		return found
	})
}

// Whole returns the analyzer of a rule about more than handlers.
func Whole(id, name, source string, check func(m *model.Model) []finding.Finding) *analysis.Analyzer {
	return analyzer(id, name, source, check)
}

func of(id, name, source string, handlers func(*model.Model) iter.Seq[*model.Handler], check func(h *model.Handler) []finding.Finding) *analysis.Analyzer {
	return analyzer(id, name, source, func(m *model.Model) []finding.Finding {
		var found []finding.Finding
		for h := range handlers(m) {
			found = append(found, check(h)...)
		}
		return found
	})
}

func analyzer(id, name, source string, check func(m *model.Model) []finding.Finding) *analysis.Analyzer {
	run := func(pass *analysis.Pass) (any, error) {
		m := model.Of(pass)
		found := check(m)
		source := fix.Source{Fset: pass.Fset, Files: pass.Files, Pkg: pass.Pkg, Info: pass.TypesInfo}
		for i := range found {
			found[i].Rule, found[i].Analyzer = id, name
			found[i].Fixes = source.Of(&found[i])
			if !m.Silenced(found[i]) {
				finding.Report(pass, found[i])
			}
		}
		return found, nil // the command also asks which directives are unused
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
