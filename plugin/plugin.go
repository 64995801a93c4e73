// Package plugin makes idemlint a module plugin of golangci-lint v2: a custom
// golangci-lint is built with this package imported, and finds the linter under
// the name idemlint.
//
// See https://golangci-lint.run/docs/plugins/module-plugins/.
package plugin

import (
	"github.com/golangci/plugin-module-register/register"
	"golang.org/x/tools/go/analysis"

	"github.com/idemlint/idemlint/analyzers"
	"github.com/idemlint/idemlint/internal/model"
)

func init() { register.Plugin("idemlint", New) }

// New returns the linter. Its settings are those that idemlint queues -emit
// writes; it refuses all others, so that a misspelt one is not lost.
func New(raw any) (register.LinterPlugin, error) {
	s, err := settingsOf(raw)
	if err != nil {
		return nil, err
	}
	model.Configure(model.Options{Queues: s.Facts, Programs: s.Programs})
	return linter{}, nil
}

type linter struct{}

// BuildAnalyzers returns the rules.
func (linter) BuildAnalyzers() ([]*analysis.Analyzer, error) { return analyzers.Analyzers(), nil }

// GetLoadMode asks for type information: the rules need it of every package.
func (linter) GetLoadMode() string { return register.LoadModeTypesInfo }
