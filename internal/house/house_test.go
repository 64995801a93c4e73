// Package house keeps the order of the house: which package may know which.
package house

import (
	"encoding/json"
	"errors"
	"io"
	"os/exec"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/tools/go/analysis"

	"github.com/idemlint/idemlint/analyzers"
	"github.com/idemlint/idemlint/internal/ruledoc"
)

const module = "github.com/idemlint/idemlint/"

// arrows says what a package may import of ours; patterns are path.Match's.
// A package that is not listed may import nothing of ours.
var arrows = []struct {
	pkg string
	may []string
}{
	{"cmd/idemlint", []string{"*", "*/*", "*/*/*"}},
	{"plugin", []string{"analyzers", "libraries", "internal/*"}},
	{"gcl", []string{"plugin"}},
	{"analyzers", []string{"analyzers/*"}},
	{"analyzers/*", []string{"internal/model", "internal/infra", "internal/finding", "internal/rule", "internal/ruledoc"}},
	{"internal/rule", []string{"internal/model", "internal/finding", "internal/fix", "internal/ruledoc"}},
	{"internal/fix", []string{"internal/finding"}},
	{"internal/model", []string{"internal/catalog", "internal/config", "internal/finding", "internal/infra", "internal/replay", "internal/schema", "internal/sqltext", "libraries"}},
	{"internal/replay", nil},
	{"internal/schema", []string{"internal/sqltext"}},
	{"internal/config", []string{"internal/finding"}},
	{"internal/output", []string{"internal/finding", "docs/rules"}},
	{"internal/lsp", []string{"internal/finding", "internal/output", "internal/ruledoc", "docs/rules"}},
	{"internal/ruledoc/gen", []string{"analyzers", "internal/ruledoc"}},
}

type listed struct {
	ImportPath string
	Imports    []string
}

func list(t *testing.T) []listed {
	t.Helper()
	cmd := exec.Command("go", "list", "-json=ImportPath,Imports", module+"...")
	out, err := cmd.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	var pkgs []listed
	for dec := json.NewDecoder(out); ; {
		var p listed
		err := dec.Decode(&p)
		if errors.Is(err, io.EOF) {
			break
		}
		require.NoError(t, err)
		pkgs = append(pkgs, p)
	}
	require.NoError(t, cmd.Wait())
	return pkgs
}

func TestArrows(t *testing.T) {
	pkgs := list(t)
	assert.NotEmpty(t, pkgs)
	for _, p := range pkgs {
		name := strings.TrimPrefix(p.ImportPath, module)
		for _, imp := range p.Imports {
			if imp, ours := strings.CutPrefix(imp, module); ours {
				assert.Truef(t, allowed(name, imp), "%s imports %s: the arrow points the wrong way (docs/architecture.md)", name, imp)
			}
			if strings.HasPrefix(name, "analyzers") {
				assert.NotContainsf(t, imp, "golang.org/x/tools/go/ssa", "%s: a rule that needs SSA shows that the model lacks a question", name)
			}
		}
	}
}

func allowed(pkg, imp string) bool {
	for _, a := range arrows {
		if match(a.pkg, pkg) {
			return slices.ContainsFunc(a.may, func(pattern string) bool { return match(pattern, imp) })
		}
	}
	return false
}

func match(pattern, name string) bool {
	ok, err := path.Match(pattern, name)
	return err == nil && ok
}

// TestRules checks what every rule owes its readers.
func TestRules(t *testing.T) {
	assert.NoError(t, analysis.Validate(analyzers.Analyzers()))
	seen := make(map[string]bool)
	for _, rule := range analyzers.All {
		a := rule.Analyzer
		t.Run(rule.ID, func(t *testing.T) {
			assert.Regexp(t, `^IDM\d{3}$`, rule.ID)
			assert.False(t, seen[rule.ID] || seen[a.Name], "id and name are given once")
			seen[rule.ID], seen[a.Name] = true, true
			assert.Equal(t, ruledoc.URL(a.Name), a.URL)
			for _, section := range []string{"\n# Fix\n", "\n# Limits\n"} {
				assert.Contains(t, a.Doc, section)
			}
			summary, incident, _ := strings.Cut(a.Doc, "\n\n")
			assert.NotContains(t, summary, "\n")
			assert.False(t, strings.HasPrefix(incident, "#"), "the incident comes before the sections")
		})
	}
}
