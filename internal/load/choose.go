package load

import (
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
)

// A selection is the part of a package graph that is worth loading. Packages
// are named by ID, which tells a package from its test variants.
type selection struct {
	roots    []*packages.Package // what the go command listed for the patterns
	total    int
	inScope  map[string]*packages.Package
	matched  map[string]bool // named by a pattern
	relevant map[string]bool
	errors   []Error
	// causes says what is wrong with packages that do not load, by path.
	causes map[string]string
}

// choose selects the relevant packages of a graph. An explicit pattern that
// names nothing is an error.
func choose(cfg Config, q query, roots []*packages.Package) (*selection, error) {
	sel := &selection{
		roots:    roots,
		inScope:  make(map[string]*packages.Package),
		matched:  make(map[string]bool),
		relevant: make(map[string]bool),
		causes:   make(map[string]string),
	}
	importers := make(map[string][]string) // in scope only
	packages.Visit(roots, nil, func(p *packages.Package) {
		sel.total++
		if len(p.Errors) > 0 {
			sel.causes[p.PkgPath] = strings.Join(strings.Fields(p.Errors[0].Msg), " ")
		}
		if strings.HasSuffix(p.ID, ".test") || !inScope(cfg, p) {
			return
		}
		sel.inScope[p.ID] = p
		for _, imp := range p.Imports {
			importers[imp.ID] = append(importers[imp.ID], p.ID)
		}
	})
	for _, p := range roots {
		if err := missing(p); err != nil {
			return nil, err
		}
		sel.matched[p.ID] = true
	}

	var work []string
	for _, id := range slices.Sorted(maps.Keys(sel.inScope)) {
		p := sel.inScope[id]
		sel.errors = append(sel.errors, unlistable(p)...)
		if imports(p, cfg.Broker) || cfg.Extra != nil && cfg.Extra(p.GoFiles) {
			work = append(work, id)
		}
	}
	// Upwards: whoever wires a handler decides what it reaches.
	sel.mark(work, func(id string) []string { return importers[id] })
	// Downwards: what handlers and wiring call.
	imported := func(id string) []string {
		var ids []string
		for _, imp := range sel.inScope[id].Imports {
			ids = append(ids, imp.ID)
		}
		return ids
	}
	sel.mark(slices.Sorted(maps.Keys(sel.relevant)), imported)
	if cfg.Alone != nil {
		for id, p := range sel.inScope {
			if imports(p, cfg.Alone) {
				sel.relevant[id] = true
			}
		}
		sel.bridge(func(id string) []string { return importers[id] }, imported)
	}
	return sel, nil
}

// bridge makes relevant what lies between relevant packages: a package known by
// its export data speaks of types that must not be read a second time.
func (sel *selection) bridge(importers, imported func(string) []string) {
	from := slices.Sorted(maps.Keys(sel.relevant))
	above, below := sel.reached(from, importers), sel.reached(from, imported)
	for id := range above {
		if below[id] {
			sel.relevant[id] = true
		}
	}
}

// mark makes the packages in scope relevant that are reached from work.
func (sel *selection) mark(work []string, next func(string) []string) {
	maps.Copy(sel.relevant, sel.reached(work, next))
}

// reached are the packages in scope that are reached from work.
func (sel *selection) reached(work []string, next func(string) []string) map[string]bool {
	visited := make(map[string]bool)
	work = slices.Clone(work)
	for len(work) > 0 {
		id := work[len(work)-1]
		work = work[:len(work)-1]
		if visited[id] || sel.inScope[id] == nil {
			continue
		}
		visited[id] = true
		work = append(work, next(id)...)
	}
	return visited
}

// other returns the files of the packages in scope that are not relevant.
func (sel *selection) other() []string {
	var files []string
	for id, p := range sel.inScope {
		if !sel.relevant[id] {
			files = append(files, p.GoFiles...)
		}
	}
	slices.Sort(files)
	return slices.Compact(files)
}

// imports reports whether a package imports one of a kind.
func imports(p *packages.Package, of func(importPath string) bool) bool {
	for path := range p.Imports {
		if of(path) {
			return true
		}
	}
	return false
}

// inScope reports whether the package is the user's own code.
func inScope(cfg Config, p *packages.Package) bool {
	m := p.Module
	if m == nil {
		// GOPATH mode, and files named on the command line, have no module;
		// the standard library has none either, but is never a root there.
		return p.PkgPath == "command-line-arguments"
	}
	if m.Main || m.Replace != nil && m.Replace.Version == "" && below(cfg.Root, m.Replace.Dir) {
		return true
	}
	return HasPrefix(cfg.Scope, m.Path)
}

// HasPrefix reports whether a module or import path starts with one of the
// prefixes, which end at a slash of the path or with it.
func HasPrefix(prefixes []string, path string) bool {
	return slices.ContainsFunc(prefixes, func(prefix string) bool {
		prefix = strings.TrimSuffix(prefix, "/")
		return path == prefix || strings.HasPrefix(path, prefix+"/")
	})
}

// below reports whether dir is root or lies inside it.
func below(root, dir string) bool {
	if root == "" || dir == "" {
		return false
	}
	rel, err := filepath.Rel(root, dir)
	return err == nil && filepath.IsLocal(rel)
}

// missing returns an error if p stands for a pattern that names no package.
func missing(p *packages.Package) error {
	if p.Name != "" || len(p.GoFiles) > 0 || p.Module != nil || len(p.Errors) == 0 {
		return nil
	}
	return fmt.Errorf("%s: %s", p.PkgPath, p.Errors[0].Msg)
}

// unlistable returns the errors that keep the go command from telling what p
// imports; a package with such an error cannot be judged relevant or not.
func unlistable(p *packages.Package) []Error {
	var errs []Error
	for _, e := range p.Errors {
		if e.Kind != packages.ListError && e.Kind != packages.ParseError {
			continue
		}
		errs = append(errs, Error{p.PkgPath, strings.TrimPrefix(e.Pos+": "+e.Msg, ": ")})
	}
	return errs
}
