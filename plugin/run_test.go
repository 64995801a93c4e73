package plugin

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"

	"github.com/idemlint/idemlint/internal/catalog"
	"github.com/idemlint/idemlint/internal/load"
	"github.com/idemlint/idemlint/libraries"
)

// incident loads the bundled incident.
func incident(t *testing.T) *load.Result {
	t.Helper()
	sources, err := catalog.FromFS(libraries.Files)
	require.NoError(t, err)
	c, err := catalog.Load(sources...)
	require.NoError(t, err)
	dir, err := filepath.Abs("../testdata/src")
	require.NoError(t, err)
	res, err := load.Load(load.Config{Dir: dir, Root: dir, Patterns: []string{"./incident/...", "./fixes/keys"}, Broker: c.IsBroker, Alone: c.IsRetrier})
	require.NoError(t, err)
	return res
}

// diagnose runs analyzers as a driver does.
func diagnose(t *testing.T, list []*analysis.Analyzer, res *load.Result) []analysis.Diagnostic {
	t.Helper()
	require.NoError(t, analysis.Validate(list))
	graph, err := checker.Analyze(list, res.Packages, nil)
	require.NoError(t, err)
	var ds []analysis.Diagnostic
	for _, act := range graph.Roots {
		require.NoError(t, act.Err)
		ds = append(ds, act.Diagnostics...)
	}
	return ds
}

// with runs the linter with settings.
func with(t *testing.T, settings map[string]any, res *load.Result) []analysis.Diagnostic {
	t.Helper()
	forget()
	t.Cleanup(forget)
	l, err := New(settings)
	require.NoError(t, err)
	list, err := l.BuildAnalyzers()
	require.NoError(t, err)
	return diagnose(t, list, res)
}

// rules counts findings by rule.
func rules(ds []analysis.Diagnostic) map[string]int {
	n := map[string]int{}
	for _, d := range ds {
		n[d.Category]++
	}
	return n
}

// What golangci-lint makes of a finding's parts says what they may be: it shows
// only the text, makes an issue of each related place, and mixes fixes.
func TestDiagnostics(t *testing.T) {
	res := incident(t)
	ds := with(t, nil, res)
	require.NotEmpty(t, ds)
	fixes := 0
	for _, d := range ds {
		assert.Regexp(t, "^"+regexp.QuoteMeta(d.Category)+` .*\bhandler `, d.Message)
		assert.Empty(t, d.Related)
		assert.LessOrEqual(t, len(d.SuggestedFixes), 1)
		fixes += len(d.SuggestedFixes)
	}
	assert.Positive(t, fixes)
}

func TestSettingsChangeFindings(t *testing.T) {
	res := incident(t)
	all := rules(with(t, nil, res))
	require.Positive(t, all["IDM001"])

	off := rules(with(t, map[string]any{"rules": []any{map[string]any{"rule": "IDM001", "off": true}}}, res))
	assert.Zero(t, off["IDM001"])
	assert.Len(t, off, len(all)-1)

	assert.Empty(t, with(t, map[string]any{"exclude": []any{"**"}}, res))
	assert.Positive(t, rules(with(t, map[string]any{"require-contract": true}, res))["IDM015"])
}

func TestSettingsWithoutEffect(t *testing.T) {
	s, err := settingsOf(map[string]any{
		"version": 1, "fail-on": "error", "generated": true, "rules": []any{map[string]any{"rule": "IDM001", "severity": "note"}},
	})
	require.NoError(t, err)
	var told bytes.Buffer
	s.tellIdle(&told)
	assert.Equal(t, "idemlint: linters.settings.custom.idemlint.settings: fail-on has no effect here: golangci-lint fails on every issue it shows\n"+
		"idemlint: linters.settings.custom.idemlint.settings: generated has no effect here: golangci-lint leaves generated files out itself, see linters.exclusions.generated\n"+
		"idemlint: linters.settings.custom.idemlint.settings: the severity of IDM001 has no effect here: golangci-lint grades findings itself, in severity.rules\n", told.String())
}

// Globs are relative to the directory of golangci-lint's configuration, wherever
// below it golangci-lint is run.
func TestBase(t *testing.T) {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	below := filepath.Join(dir, "a", "b")
	require.NoError(t, os.MkdirAll(below, 0o777))
	require.NoError(t, os.WriteFile(filepath.Join(dir, ".golangci.yaml"), nil, 0o666))
	t.Chdir(below)
	got, err := base()
	require.NoError(t, err)
	assert.Equal(t, dir, got)
}
