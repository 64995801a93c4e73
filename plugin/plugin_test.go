package plugin

import (
	"bytes"
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/golangci/plugin-module-register/register"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"go.yaml.in/yaml/v3"
	"golang.org/x/tools/go/analysis"

	"github.com/idemlint/idemlint/analyzers"
	"github.com/idemlint/idemlint/internal/infra"
	"github.com/idemlint/idemlint/internal/model"
)

func TestRegistered(t *testing.T) {
	defer forget()
	newPlugin, err := register.GetPlugin("idemlint")
	require.NoError(t, err)
	p, err := newPlugin(nil)
	require.NoError(t, err)
	list, err := p.BuildAnalyzers()
	require.NoError(t, err)
	assert.Len(t, list, len(analyzers.All))
	assert.Equal(t, register.LoadModeTypesInfo, p.GetLoadMode())
}

// forget lets a test make an instance of its own.
func forget() {
	mu.Lock()
	defer mu.Unlock()
	current = nil
	model.Configure(model.Options{})
}

func TestSettingsAreRefused(t *testing.T) {
	defer forget()
	for _, c := range []struct {
		raw  any
		want string
	}{
		{map[string]any{"severity": "error"}, `idemlint: linters.settings.custom.idemlint.settings: decoding settings: json: unknown field "severity" (allowed: the keys of .idemlint.yml, version, fail-on, min-severity, libraries, rules, categories, exclude, scope, generated, require-contract, expect-handlers, and what idemlint queues -emit writes)`},
		{map[string]any{"rules": []any{map[string]any{"rule": "IDM01", "off": true}}}, `idemlint: linters.settings.custom.idemlint.settings: unknown rule "IDM01"; did you mean "IDM001"? `},
		{map[string]any{"libraries": []any{map[string]any{"library": "acme", "modul": "example.com/acme"}}}, `idemlint: linters.settings.custom.idemlint.settings: unknown key "modul", did you mean "module"?`},
		{[]any{1}, "idemlint: linters.settings.custom.idemlint.settings: want keys and values"},
	} {
		forget()
		_, err := New(c.raw)
		assert.ErrorContains(t, err, c.want)
	}
	forget()
	_, err := New(map[string]any{})
	assert.NoError(t, err)
}

// One process has one model: what a second instance says differently would be lost.
func TestTwoInstances(t *testing.T) {
	defer forget()
	forget()
	off := map[string]any{"rules": []any{map[string]any{"rule": "IDM001", "off": true}}}
	first, err := New(off)
	require.NoError(t, err)
	_, err = New(off)
	require.NoError(t, err)
	_, err = New(nil)
	assert.EqualError(t, err, "idemlint: two linters of type module with different settings: one golangci-lint can have idemlint once")

	list, err := first.BuildAnalyzers()
	require.NoError(t, err)
	assert.Len(t, list, len(analyzers.All)-1)
	for _, a := range list {
		assert.NotEqual(t, "nokey", a.Name)
	}
}

// A diagnostic has one fix at most, nothing related, and none in an excluded file.
func TestReports(t *testing.T) {
	defer forget()
	forget()
	dir, err := os.Getwd()
	require.NoError(t, err)
	p, err := New(map[string]any{"exclude": []any{"old"}})
	require.NoError(t, err)
	list, err := p.BuildAnalyzers()
	require.NoError(t, err)
	i := slices.IndexFunc(list, func(a *analysis.Analyzer) bool { return a.Name == "directive" })
	require.GreaterOrEqual(t, i, 0)
	reported := map[string]int{}
	for _, name := range []string{"new/a.go", "old/a.go"} {
		fset := token.NewFileSet()
		file, err := parser.ParseFile(fset, filepath.Join(dir, name), "package a\n\n//idemlint:ignore IDM001\nvar x int\n", parser.ParseComments)
		require.NoError(t, err)
		_, err = list[i].Run(&analysis.Pass{Fset: fset, Files: []*ast.File{file}, Pkg: types.NewPackage("a", "a"), Report: func(d analysis.Diagnostic) {
			reported[name]++
			assert.Regexp(t, "^IDM900 ", d.Message)
			assert.Empty(t, d.Related)
			assert.LessOrEqual(t, len(d.SuggestedFixes), 1)
		}})
		require.NoError(t, err)
	}
	assert.Equal(t, map[string]int{"new/a.go": 1}, reported)
}

// What is emitted comes back as it was, though golangci-lint writes keys small.
func TestEmitted(t *testing.T) {
	facts, _, err := infra.Read("../testdata/src/nodlq", infra.Options{})
	require.NoError(t, err)
	require.NotEmpty(t, facts.Queues)
	written := Settings{Programs: []model.Program{{Path: "example.com/a", Dir: "a"}}, Facts: facts}
	var text bytes.Buffer
	require.NoError(t, written.Write(&text))
	var raw any
	require.NoError(t, yaml.Unmarshal(text.Bytes(), &raw))

	read, err := settingsOf(small(raw))
	require.NoError(t, err)
	assert.Equal(t, asJSON(t, written), asJSON(t, read))

	forget()
	_, err = New(small(raw))
	require.NoError(t, err)
	defer forget()
	assert.Equal(t, asJSON(t, facts), asJSON(t, model.QueuesOfFiles()))
}

// small is a setting as golangci-lint hands it over.
func small(v any) any {
	switch v := v.(type) {
	case map[string]any:
		out := map[string]any{}
		for k, x := range v {
			out[strings.ToLower(k)] = small(x)
		}
		return out
	case []any:
		for i := range v {
			v[i] = small(v[i])
		}
	}
	return v
}

func asJSON(t *testing.T, v any) string {
	t.Helper()
	data, err := json.Marshal(v)
	require.NoError(t, err)
	return string(data)
}
