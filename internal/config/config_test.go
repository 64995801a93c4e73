package config

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/idemlint/idemlint/internal/finding"
)

var known = Known{Rules: []string{"IDM001", "IDM002"}, Categories: []string{"money", "db"}}

func TestParse(t *testing.T) {
	cfg, err := Parse("/r/.idemlint.yml", []byte(`version: 1
fail-on: error
min-severity: note
libraries:
  - library: acme
    module: example.com/acme
rules:
  - rule: IDM001
    severity: note
  - rule: IDM002
    off: true
categories:
  - {category: money, severity: warning}
exclude:
  - internal/legacy
  - "**/*_gen.go"
scope: [example.com/acme]
generated: true
expect-handlers: 3
`), known)
	require.NoError(t, err)
	assert.Equal(t, finding.Error, cfg.FailOn)
	assert.Equal(t, finding.Note, cfg.MinSeverity)
	assert.Equal(t, 5, cfg.Libraries.Content[0].Line, "the document keeps its place")
	assert.Equal(t, []string{"example.com/acme"}, cfg.Scope)
	assert.True(t, cfg.Generated)
	assert.Equal(t, 3, *cfg.ExpectHandlers)

	assert.True(t, cfg.Off("IDM002"))
	assert.Equal(t, finding.Note, cfg.Severity("IDM001", "money", finding.Error), "the rule beats the category")
	assert.Equal(t, finding.Warning, cfg.Severity("IDM003", "money", finding.Error))
	assert.Equal(t, finding.Error, cfg.Severity("IDM003", "db", finding.Error))

	for file, want := range map[string]bool{
		"/r/internal/legacy/a/b.go": true,
		"/r/internal/legacy2/b.go":  false,
		"/r/x_gen.go":               true,
		"/r/a/b/x_gen.go":           true,
		"/r/a/b/x.go":               false,
		"/s/internal/legacy/b.go":   false,
	} {
		assert.Equal(t, want, cfg.Excluded(file), file)
	}
}

func TestMistakes(t *testing.T) {
	for _, test := range []struct{ name, text, want string }{
		{"empty", "", `c.yml:1: is empty: write "version: 1"`},
		{"no version", "fail-on: error\n", `c.yml:1: says no version: write "version: 1" first`},
		{"another version", "version: 2\n", `c.yml:1: version 2 is not known: write "version: 1"`},
		{"unknown key", "version: 1\nfailon: error\n", `c.yml:2: unknown key "failon"; did you mean "fail-on"? (allowed: version, fail-on, min-severity, libraries, rules, categories, exclude, scope, generated, require-contract, expect-handlers)`},
		{"nested key", "version: 1\nrules:\n  - rule: IDM001\n    sevrity: note\n", "c.yml:4: unknown key \"sevrity\"; did you mean \"severity\"? (allowed: rule, severity, off)"},
		{"severity", "version: 1\nfail-on: fatal\n", `c.yml:2: unknown severity "fatal" (allowed: note, warning, error)`},
		{"rule", "version: 1\nrules:\n  - {rule: IDM999, off: true}\n", `c.yml:3: unknown rule "IDM999" (allowed: IDM001, IDM002)`},
		{"no change", "version: 1\nrules:\n  - rule: IDM001\n", `c.yml:3: changes nothing: give IDM001 a severity, or off: true`},
		{"map for list", "version: 1\nrules:\n  IDM001: off\n", `c.yml:3: want a list, each item on a line that starts with "- "`},
		{"bool", "version: 1\ngenerated: maybe\n", `c.yml:2: want true or false, not "maybe"`},
		{"twice", "version: 1\ngenerated: true\ngenerated: true\n", `c.yml:3: key "generated" is given twice`},
		{"syntax", "version: 1\nrules: [\n", `c.yml:2: did not find expected node content`},
		{"documents", "version: 1\n---\nversion: 1\n", `c.yml: holds several documents: write one, without ---`},
		{"scalar", "hello\n", `c.yml:1: want a mapping with the keys`},
		{"libraries", "version: 1\nlibraries: {}\n", `c.yml:2: libraries: want a list of library documents`},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, err := Parse("c.yml", []byte(test.text), known)
			assert.ErrorContains(t, err, test.want)
		})
	}
}

func TestFind(t *testing.T) {
	root := t.TempDir()
	deep := filepath.Join(root, "repo", "svc", "cmd")
	require.NoError(t, os.MkdirAll(deep, 0o755))
	above := filepath.Join(root, Name)
	require.NoError(t, os.WriteFile(above, nil, 0o644))
	assert.Empty(t, Find(deep, filepath.Join(root, "repo")), "not above the root")

	mine := filepath.Join(root, "repo", Name)
	require.NoError(t, os.WriteFile(mine, nil, 0o644))
	assert.Equal(t, mine, Find(deep, filepath.Join(root, "repo")))
}
