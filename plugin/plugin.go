// Package plugin makes idemlint a module plugin of golangci-lint v2: a custom
// golangci-lint is built with this package imported, and finds the linter under
// the name idemlint.
//
// See https://golangci-lint.run/docs/plugins/module-plugins/.
package plugin

import (
	"fmt"
	"slices"

	"github.com/golangci/plugin-module-register/register"
	"golang.org/x/tools/go/analysis"

	"github.com/idemlint/idemlint/analyzers"
)

func init() { register.Plugin("idemlint", New) }

// New returns the linter. It takes no settings yet and refuses all, so that a
// misspelt one is not lost.
func New(settings any) (register.LinterPlugin, error) {
	if m, ok := settings.(map[string]any); ok && len(m) > 0 {
		keys := make([]string, 0, len(m))
		for k := range m {
			keys = append(keys, k)
		}
		slices.Sort(keys)
		return nil, fmt.Errorf("idemlint: linters.settings.custom.idemlint.settings: unknown setting %q; there are none, .idemlint.yml is read by the command", keys[0])
	}
	return linter{}, nil
}

type linter struct{}

// BuildAnalyzers returns the rules.
func (linter) BuildAnalyzers() ([]*analysis.Analyzer, error) { return analyzers.Analyzers(), nil }

// GetLoadMode asks for type information: the rules need it of every package.
func (linter) GetLoadMode() string { return register.LoadModeTypesInfo }
