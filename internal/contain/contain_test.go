package contain

import (
	"errors"
	"go/types"
	"testing"

	"github.com/stretchr/testify/assert"
	"golang.org/x/tools/go/analysis"

	"github.com/idemlint/idemlint/internal/finding"
)

// TestContain checks that a mistake in one package does not stop the rest.
func TestContain(t *testing.T) {
	base := &analysis.Analyzer{
		Name: "base",
		Run: func(pass *analysis.Pass) (any, error) {
			switch pass.Pkg.Path() {
			case "panics":
				panic("impossible")
			case "fails":
				return nil, errors.New("cannot")
			}
			return []finding.Finding{{Rule: "IDM001"}}, nil
		},
		ResultType: finding.ResultType,
	}
	asked := 0
	rule := &analysis.Analyzer{
		Name:       "rule",
		Requires:   []*analysis.Analyzer{base},
		Run:        func(*analysis.Pass) (any, error) { asked++; return []finding.Finding{}, nil },
		ResultType: finding.ResultType,
	}
	fs := Analyzers([]*analysis.Analyzer{rule, base})
	for _, path := range []string{"panics", "sound", "fails"} {
		pass := &analysis.Pass{Pkg: types.NewPackage(path, path)}
		result, err := base.Run(pass)
		assert.NoError(t, err)
		assert.IsType(t, []finding.Finding{}, result)
		_, err = rule.Run(pass)
		assert.NoError(t, err)
	}
	assert.Equal(t, 1, asked, "a rule is not asked where what it needs is missing")
	list := fs.List()
	if assert.Len(t, list, 2) {
		assert.Equal(t, "fails", list[0].Package)
		assert.Equal(t, "base: cannot", list[0].Message)
		assert.Equal(t, "panics", list[1].Package)
		assert.Regexp(t, `^internal error in base: impossible \(.*TestContain.*contain_test.go:\d+\); please report it$`, list[1].Message)
	}
}
