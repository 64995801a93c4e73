package catalog

import (
	"go/types"
	"slices"
	"strings"
)

// Problems returns what is wrong with the documents about the packages bound
// so far, by place.
func (c *Catalog) Problems() []Problem {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.found.sorted()
}

// Unseen returns a warning for every package that documents of a file speak
// of and that is none of the packages of the program, by import path: such
// entries match nothing, perhaps for a slip of the pen.
func (c *Catalog) Unseen(file string, program []string) []Problem {
	seen := make(map[string]bool)
	for _, path := range program {
		seen[CanonicalPath(path)] = true
	}
	var unseen problems
	warned := make(map[string]bool)
	for _, path := range sortedKeys(c.refs) {
		for _, ref := range c.refs[path] {
			if ref.document.file == file && !seen[path] && !warned[path] {
				warned[path] = true
				unseen.warn(ref.at, "%s matches nothing: the program has no package %s%s", ref.sym, ref.sym.Path, suggest(ref.sym.Path, program))
			}
		}
	}
	return unseen.sorted()
}

// Verify binds packages and returns what is wrong with the documents about
// them. Other than Problems it takes the time to try every pattern on every
// function.
func (c *Catalog) Verify(pkgs []*types.Package) []Problem {
	for _, pkg := range pkgs {
		c.Bind(pkg)
	}
	c.mu.Lock()
	c.checkPatterns(pkgs)
	c.mu.Unlock()
	return c.Problems()
}

// checkPatterns notes patterns that describe no function of the packages, and
// what they say that holds for none of the functions they describe.
func (c *Catalog) checkPatterns(pkgs []*types.Package) {
	for _, p := range c.patterns {
		if p.everywhere || p.match.Generated != "" {
			continue
		}
		var matched []*types.Func
		for _, pkg := range pkgs {
			if p.inPackage(CanonicalPath(pkg.Path())) && !isOtherMajor(p.written, pkg.Path()) {
				matched = append(matched, functionsOf(pkg, p.matches)...)
			}
		}
		if len(matched) == 0 {
			c.found.warn(p.at, "the pattern matches nothing")
			continue
		}
		c.found = append(c.found, p.commonProblems(matched)...)
	}
}

// isOtherMajor reports whether path is below none of the written packages, but
// for a major version.
func isOtherMajor(written []string, path string) bool {
	return !slices.ContainsFunc(written, func(root string) bool {
		root = strings.TrimSuffix(root, "/...")
		return path == root || strings.HasPrefix(path, root+"/")
	})
}

// commonProblems returns the problems that every function has.
func (p *pattern) commonProblems(fns []*types.Func) problems {
	var common problems
	for i, fn := range fns {
		var found problems
		p.check(&report{p.doc, p.at, &found}, object{fn, fn.Signature()})
		if i == 0 {
			common = found
			continue
		}
		common = slices.DeleteFunc(common, func(c Problem) bool {
			return !slices.ContainsFunc(found, func(f Problem) bool { return f.Position == c.Position })
		})
	}
	return common
}

// functionsOf returns the functions and declared methods of a package that
// are wanted.
func functionsOf(pkg *types.Package, wanted func(*types.Func) bool) []*types.Func {
	var fns []*types.Func
	add := func(fn *types.Func) {
		if wanted(fn) {
			fns = append(fns, fn)
		}
	}
	for _, name := range pkg.Scope().Names() {
		switch obj := pkg.Scope().Lookup(name).(type) {
		case *types.Func:
			add(obj)
		case *types.TypeName:
			named, ok := obj.Type().(*types.Named)
			if !ok {
				continue
			}
			for m := range named.Methods() {
				add(m)
			}
			if iface, ok := named.Underlying().(*types.Interface); ok {
				for m := range iface.ExplicitMethods() {
					add(m)
				}
			}
		}
	}
	return fns
}
