package main

import (
	"fmt"
	"go/ast"
	"go/types"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/idemlint/idemlint/internal/config"
	"github.com/idemlint/idemlint/internal/finding"
	"github.com/idemlint/idemlint/internal/load"
	"github.com/idemlint/idemlint/internal/model"
)

// TestFingerprints analyzes fixtures, gives every local, parameter and receiver
// another name, moves all lines, and analyzes them again: all fingerprints must
// be the same, and no two alike.
func TestFingerprints(t *testing.T) {
	if testing.Short() {
		t.Skip("analyzes fixtures twice")
	}
	dir := t.TempDir()
	require.NoError(t, os.Mkdir(filepath.Join(dir, ".git"), 0o755))
	fixtures := []string{"incident", "seenguard", "nodlq/rabbit"}
	var patterns []string
	for _, name := range fixtures {
		patterns = append(patterns, "./"+name+"/...")
		require.NoError(t, os.CopyFS(filepath.Join(dir, name), os.DirFS(filepath.Join("../../testdata/src", name))))
	}
	for _, name := range []string{"go.mod", "go.sum"} {
		text, err := os.ReadFile(filepath.Join("../../testdata/src", name))
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), text, 0o644))
	}
	before := byFingerprint(t, byCommand(t, dir, patterns))
	renameLocals(t, dir, patterns)
	after := byFingerprint(t, byCommand(t, dir, patterns))
	assert.Greater(t, len(before), 50)
	different := 0
	for print, f := range before {
		g, ok := after[print]
		if !assert.Truef(t, ok, "%s %s:%d has another fingerprint: %s", f.Rule, f.File, f.Line, f.Message) {
			continue
		}
		if f.Message != g.Message {
			different++
		}
	}
	assert.Len(t, after, len(before))
	assert.NotZero(t, different, "names have changed")
}

func byFingerprint(t *testing.T, fs []finding.Finding) map[string]finding.Finding {
	t.Helper()
	prints := make(map[string]finding.Finding)
	for _, f := range fs {
		if other, ok := prints[f.Fingerprint]; ok {
			t.Errorf("%s:%d and %s:%d have one fingerprint", f.File, f.Line, other.File, other.Line)
		}
		prints[f.Fingerprint] = f
	}
	return prints
}

// renameLocals gives whatever is declared inside functions another name, and
// moves all lines down.
func renameLocals(t *testing.T, dir string, patterns []string) {
	t.Helper()
	known, err := model.ReadCatalog(new(config.Config))
	require.NoError(t, err)
	res, err := load.Load(load.Config{Dir: dir, Root: dir, Patterns: patterns, Broker: known.IsBroker})
	require.NoError(t, err)
	ends := make(map[string]map[int]bool) // offsets behind names, by file
	for _, p := range allPackages(res) {
		require.Empty(t, p.Errors)
		for _, file := range p.Syntax {
			ast.Inspect(file, func(n ast.Node) bool {
				id, ok := n.(*ast.Ident)
				if !ok || id.Name == "_" || id == file.Name {
					return true
				}
				obj := p.TypesInfo.ObjectOf(id)
				if v, ok := obj.(*types.Var); ok && (v.IsField() || v.Parent() == p.Types.Scope() || v.Pkg() != p.Types) || obj != nil && !ok {
					return true
				}
				if _, declared := p.TypesInfo.Defs[id]; obj == nil && !declared { // the name of a type switch has no object
					return true
				}
				end := p.Fset.Position(id.End())
				if ends[end.Filename] == nil {
					ends[end.Filename] = make(map[int]bool)
				}
				ends[end.Filename][end.Offset] = true
				return true
			})
		}
	}
	for name, offsets := range ends {
		text, err := os.ReadFile(name)
		require.NoError(t, err)
		out := fmt.Appendf(nil, "// Moved.\n\n")
		from := 0
		for _, to := range slices.Sorted(maps.Keys(offsets)) {
			out = append(append(out, text[from:to]...), "Renamed"...)
			from = to
		}
		require.NoError(t, os.WriteFile(name, append(out, text[from:]...), 0o644))
	}
}
