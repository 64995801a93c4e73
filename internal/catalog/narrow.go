package catalog

import (
	"cmp"
	"go/types"
	"maps"
	"slices"
	"strings"
)

// Narrow returns what is known of a method of an interface that stands
// outside the packages documents speak of, or nil: users hide a client behind the few
// methods they call. The method counts as the catalogued one that has its
// name and whole signature, provided that a type of that library stands in
// it; a signature of plain types proves nothing.
func (c *Catalog) Narrow(m *types.Func) *Entry {
	recv := m.Signature().Recv()
	if m.Pkg() == nil || recv == nil || !types.IsInterface(recv.Type()) || c.paths[CanonicalPath(m.Pkg().Path())] {
		return nil
	}
	m = m.Origin()
	if e, ok := c.index.Load().narrowed.Load(m); ok {
		return e.(*Entry)
	}
	c.bindMentioned(m.Signature())
	index := c.index.Load()
	e := c.narrow(index, m)
	index.narrowed.Store(m, e)
	return e
}

func (c *Catalog) narrow(index *index, m *types.Func) *Entry {
	if method, ok := index.narrow[m.Name()+signatureKey(m.Signature())]; ok {
		return newEntry(method.sig, statements(c.funcs, index, method.sym))
	}
	return c.narrowPattern(m)
}

// narrowPattern looks for the method among those of the packages whose types
// m mentions: patterns name no methods that could be indexed.
func (c *Catalog) narrowPattern(m *types.Func) *Entry {
	key := signatureKey(m.Signature())
	pkgs := slices.SortedFunc(maps.Keys(mentioned(m.Signature())), func(a, b *types.Package) int {
		return cmp.Compare(a.Path(), b.Path())
	})
	for _, pkg := range pkgs {
		if !slices.ContainsFunc(c.patterns, func(p *pattern) bool { return !p.everywhere && p.inPackage(CanonicalPath(pkg.Path())) }) {
			continue
		}
		for _, name := range pkg.Scope().Names() {
			typ, ok := pkg.Scope().Lookup(name).(*types.TypeName)
			if !ok {
				continue
			}
			obj, _, _ := types.LookupFieldOrMethod(typ.Type(), true, pkg, m.Name())
			fn, ok := obj.(*types.Func)
			if !ok || signatureKey(fn.Signature()) != key {
				continue
			}
			if e := c.Func(fn); e != nil {
				return e
			}
		}
	}
	return nil
}

// bindMentioned binds the packages whose types stand in sig.
func (c *Catalog) bindMentioned(sig *types.Signature) {
	for pkg := range mentioned(sig) {
		if c.paths[CanonicalPath(pkg.Path())] {
			c.bindOne(pkg)
		}
	}
}

// mentions reports whether a type of the library stands in the signature of a
// method declared in the package; for the standard library, which is no
// single library, it must be a type of that very package.
func mentions(sig *types.Signature, path string, lib *Library) bool {
	for pkg := range mentioned(sig) {
		if pkg.Path() == path {
			return true
		}
		root := CanonicalPath(lib.Module)
		if rest, ok := strings.CutPrefix(CanonicalPath(pkg.Path()), root); root != "" && ok && (rest == "" || rest[0] == '/') {
			return true
		}
	}
	return false
}

// mentioned returns the packages of the types in a signature.
func mentioned(sig *types.Signature) map[*types.Package]bool {
	pkgs := make(map[*types.Package]bool)
	for _, tuple := range []*types.Tuple{sig.Params(), sig.Results()} {
		for v := range tuple.Variables() {
			addMentioned(pkgs, v.Type(), 0)
		}
	}
	return pkgs
}

func addMentioned(pkgs map[*types.Package]bool, t types.Type, depth int) {
	if depth > 8 {
		return
	}
	switch t := t.(type) {
	case *types.Alias:
		if pkg := t.Obj().Pkg(); pkg != nil {
			pkgs[pkg] = true
		}
		addMentioned(pkgs, t.Rhs(), depth+1)
	case *types.Named:
		if pkg := t.Obj().Pkg(); pkg != nil {
			pkgs[pkg] = true
		}
		for arg := range t.TypeArgs().Types() {
			addMentioned(pkgs, arg, depth+1)
		}
	case *types.Signature:
		for _, tuple := range []*types.Tuple{t.Params(), t.Results()} {
			for v := range tuple.Variables() {
				addMentioned(pkgs, v.Type(), depth+1)
			}
		}
	case interface{ Elem() types.Type }:
		addMentioned(pkgs, t.Elem(), depth+1)
	}
}
