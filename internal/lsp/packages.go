package lsp

import (
	"context"
	"errors"
	"maps"
	"path/filepath"
	"slices"

	"golang.org/x/tools/go/packages"

	"github.com/idemlint/idemlint/internal/finding"
)

// graph is which packages of a folder import which.
type graph struct {
	byPath    map[string]string   // their directories
	byDir     map[string]string   // their import paths
	importers map[string][]string // by import path
}

// listPackages asks the go command for the packages of a folder. It compiles
// nothing.
func listPackages(ctx context.Context, dir string) (*graph, error) {
	pkgs, err := packages.Load(&packages.Config{
		Context: ctx, Dir: dir, Mode: packages.NeedName | packages.NeedFiles | packages.NeedImports,
	}, "./...")
	if err != nil {
		return nil, err
	}
	g := &graph{byPath: make(map[string]string), byDir: make(map[string]string), importers: make(map[string][]string)}
	for _, p := range pkgs {
		if files := slices.Concat(p.GoFiles, p.IgnoredFiles); len(files) > 0 {
			g.byPath[p.PkgPath] = filepath.Dir(files[0])
			g.byDir[filepath.Dir(files[0])] = p.PkgPath
		}
		for _, imp := range p.Imports {
			g.importers[imp.PkgPath] = append(g.importers[imp.PkgPath], p.PkgPath)
		}
	}
	if len(g.byPath) == 0 {
		return nil, errors.New("the go command lists no package in " + dir)
	}
	return g, nil
}

// concerned are the packages that must be analyzed again after files changed: those
// of the files, whatever imports them, directly or not, and, since one finding may
// come from several, all that share a finding with one of these. It is nil if that
// is most packages, or if a file belongs to none: then everything is analyzed.
func (g *graph) concerned(files map[string]bool, found []finding.Finding) map[string]bool {
	some := make(map[string]bool)
	var mark func(path string)
	mark = func(path string) {
		if _, ours := g.byPath[path]; !ours || some[path] {
			return
		}
		some[path] = true
		for _, by := range g.importers[path] {
			mark(by)
		}
	}
	for file := range files {
		path, known := g.byDir[filepath.Dir(file)]
		if !known {
			return nil
		}
		mark(path)
	}
	for more := true; more; {
		before := len(some)
		for _, f := range found {
			if slices.ContainsFunc(f.Packages, func(p string) bool { return some[p] }) {
				for _, p := range f.Packages {
					mark(p)
				}
			}
		}
		more = len(some) > before
	}
	if 2*len(some) > len(g.byPath) {
		return nil
	}
	return some
}

func sorted(set map[string]bool) []string { return slices.Sorted(maps.Keys(set)) }
