package catalog

import (
	"go/types"
	"regexp"
	"slices"
	"strings"
)

// pattern is a statement about every function a Match describes.
type pattern struct {
	entry
	doc   *document
	match *Match
	check checker

	written    []string // packages, as written
	exactly    []string // packages, canonical
	below      []string // roots of packages, canonical
	everywhere bool     // but for the standard library

	receiver, name, except, param, result *regexp.Regexp // nil when not given
}

// inPackage reports whether the pattern speaks of a package, by its canonical
// path.
func (p *pattern) inPackage(path string) bool {
	if slices.Contains(p.exactly, path) || p.everywhere && !isStd(path) {
		return true
	}
	for _, root := range p.below {
		if rest, ok := strings.CutPrefix(path, root); ok && (rest == "" || rest[0] == '/') {
			return true
		}
	}
	return false
}

// matching returns the patterns' statements about fn.
func (c *Catalog) matching(index *index, fn *types.Func) []*entry {
	var entries []*entry
	path := CanonicalPath(fn.Pkg().Path())
	for _, p := range c.patterns {
		if p.inPackage(path) && p.matches(fn) && index.standsIn(fn, p.match.Generated) {
			// The pattern is as near to fn's major version as its packages are.
			e := p.entry
			if !isOtherMajor(p.written, fn.Pkg().Path()) {
				e.sym.Path = fn.Pkg().Path()
			}
			entries = append(entries, &e)
		}
	}
	return entries
}

// standsIn reports whether fn stands in generated code with the text in its
// header, where a pattern demands that.
func (x *index) standsIn(fn *types.Func, text string) bool {
	if text == "" {
		return true
	}
	return x.header != nil && strings.Contains(x.header(fn), text)
}

// matches reports whether the names and the signature fit.
func (p *pattern) matches(fn *types.Func) bool {
	sym := SymbolOf(fn)
	if p.receiver == nil && sym.Recv != "" || p.receiver != nil && (sym.Recv == "" || !p.receiver.MatchString(sym.Recv)) {
		return false
	}
	if p.name == nil && !fn.Exported() || p.name != nil && !p.name.MatchString(sym.Name) {
		return false
	}
	if p.except != nil && p.except.MatchString(sym.Name) {
		return false
	}
	sig := fn.Signature()
	if p.match.Context && !takesContext(sig) {
		return false
	}
	return (p.param == nil || someMatches(p.param, sig.Params(), sig.Variadic())) &&
		(p.result == nil || someMatches(p.result, sig.Results(), false))
}

// takesContext reports whether the first parameter is a context.Context.
func takesContext(sig *types.Signature) bool {
	if sig.Params().Len() == 0 {
		return false
	}
	named := namedOf(sig.Params().At(0).Type())
	return named != nil && SymbolOf(named.Obj()) == Symbol{Path: "context", Name: "Context"}
}

// someMatches reports whether a variable's type, printed with package names,
// matches; a variadic parameter is printed as ...T.
func someMatches(re *regexp.Regexp, vars *types.Tuple, variadic bool) bool {
	for i := range vars.Len() {
		if re.MatchString(typeText(vars, i, variadic)) {
			return true
		}
	}
	return false
}

func typeText(vars *types.Tuple, i int, variadic bool) string {
	t := vars.At(i).Type()
	prefix := ""
	if slice, ok := t.(*types.Slice); ok && variadic && i == vars.Len()-1 {
		prefix, t = "...", slice.Elem()
	}
	return prefix + types.TypeString(t, (*types.Package).Name)
}
