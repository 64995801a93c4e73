package catalog

import (
	"go/types"
	"slices"
)

// reference is a symbol in a document: what it must be, and what must hold of
// it, once the package that declares it is seen.
type reference struct {
	document *document
	sym      Symbol
	at       Position
	want     want
	check    checker // may be nil
}

// want is the kind of thing a symbol must name.
type want int

const (
	wantAny want = iota
	wantFunc
	wantType
	wantField
)

// Bind shows the catalogue a package and what it imports. Only then it can
// know that a type is an alias of another package's, or that a method is
// promoted from an embedded type: Func, Message and the other questions are
// answered for the declaring symbols from then on, whether or not they were
// asked before. What documents get wrong about a package is noted for
// Problems. Bind is cheap for packages seen before.
func (c *Catalog) Bind(pkg *types.Package) {
	c.bindAll(pkg, make(map[*types.Package]bool))
}

func (c *Catalog) bindAll(pkg *types.Package, seen map[*types.Package]bool) {
	if seen[pkg] || isStd(pkg.Path()) && len(c.refs[pkg.Path()]) == 0 {
		return
	}
	seen[pkg] = true
	if len(c.refs[CanonicalPath(pkg.Path())]) > 0 {
		c.bindOne(pkg)
	}
	for _, imported := range pkg.Imports() {
		c.bindAll(imported, seen)
	}
}

// bindOne resolves the symbols of one package. A package that is only known
// from other packages' export data lacks objects; it stays unbound, and is
// looked at again.
func (c *Catalog) bindOne(pkg *types.Package) {
	if _, done := c.bound.Load(pkg.Path()); done {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if pkg.Complete() {
		if _, done := c.bound.LoadOrStore(pkg.Path(), true); done {
			return
		}
	}
	b := binder{c: c, pkg: pkg, written: make(map[Symbol][]Symbol), narrow: make(map[string]method)}
	for _, ref := range c.refs[CanonicalPath(pkg.Path())] {
		b.bind(ref)
	}
	c.learn(b.written, b.narrow)
}

// learn puts new names of symbols in the index, if there are any.
func (c *Catalog) learn(written map[Symbol][]Symbol, narrow map[string]method) {
	next := c.index.Load().with()
	changed := false
	for declared, names := range written {
		for _, name := range names {
			if slices.Contains(next.written[declared], name) {
				continue
			}
			next.written[declared] = append(slices.Clip(next.written[declared]), name)
			next.paths[declared.Path] = true
			changed = true
		}
	}
	for key, m := range narrow {
		if m.before(next.narrow, key) {
			next.narrow[key] = m
			changed = true
		}
	}
	if changed {
		c.index.Store(next)
	}
}

// before reports whether m is the method to keep of two that are alike: the
// order in which packages are bound must not decide.
func (m method) before(narrow map[string]method, key string) bool {
	other, ok := narrow[key]
	return !ok || m.sym.String() < other.sym.String()
}

// binder resolves references to one package.
type binder struct {
	c       *Catalog
	pkg     *types.Package
	written map[Symbol][]Symbol
	narrow  map[string]method
}

// object is what a symbol names: a function or a variable that holds one, a
// type, or a field.
type object struct {
	types.Object
	sig *types.Signature // of functions
}

func (b *binder) bind(ref *reference) {
	sym := ref.sym
	sym.Path = b.pkg.Path()
	obj := b.resolve(sym)
	b.report(ref, obj)
	if obj.Object == nil {
		return
	}
	name := sym.key()
	if declared := declaration(obj.Object).key(); declared.Name != "" && declared != name {
		b.written[declared] = append(b.written[declared], name)
	}
	if fn, ok := obj.Object.(*types.Func); ok && sym.Recv != "" {
		if mentions(obj.sig, b.pkg.Path(), ref.document.Library) {
			m := method{name, obj.sig}
			if key := fn.Name() + signatureKey(obj.sig); m.before(b.narrow, key) {
				b.narrow[key] = m
			}
		}
	}
}

// resolve finds a symbol in the package; a method also where it is promoted
// from an embedded type, or the receiver is an alias.
func (b *binder) resolve(sym Symbol) object {
	if sym.Recv == "" {
		return objectOf(b.pkg.Scope().Lookup(sym.Name))
	}
	recv, ok := b.pkg.Scope().Lookup(sym.Recv).(*types.TypeName)
	if !ok {
		return object{}
	}
	obj, _, _ := types.LookupFieldOrMethod(recv.Type(), true, b.pkg, sym.Name)
	return objectOf(obj)
}

func objectOf(obj types.Object) object {
	switch obj := obj.(type) {
	case *types.Func:
		obj = obj.Origin()
		return object{obj, obj.Signature()}
	case *types.Var:
		sig, _ := obj.Type().Underlying().(*types.Signature)
		return object{obj, sig}
	case nil:
		return object{}
	default:
		return object{Object: obj}
	}
}

// declaration returns the symbol that declares what obj is: for an alias, that
// of the aliased type.
func declaration(obj types.Object) Symbol {
	if name, ok := obj.(*types.TypeName); ok {
		if named := namedOf(name.Type()); named != nil {
			return SymbolOf(named.Obj())
		}
	}
	return SymbolOf(obj)
}

// report notes what is wrong with the reference. Documents speak for one
// major version; what another one lacks is no mistake.
func (b *binder) report(ref *reference, obj object) {
	if ref.sym.Path != b.pkg.Path() {
		return
	}
	r := &report{doc: ref.document, at: ref.at, found: &b.c.found}
	switch {
	case obj.Object == nil:
		if b.pkg.Complete() {
			r.warn("%s matches nothing%s", ref.sym, b.suggestion(ref.sym))
		}
	case !ref.want.met(obj):
		r.fail("%s is not %s", ref.sym, ref.want)
	case ref.check != nil:
		ref.check(r, obj)
	}
}

func (w want) met(obj object) bool {
	_, isType := obj.Object.(*types.TypeName)
	field, _ := obj.Object.(*types.Var)
	switch w {
	case wantFunc:
		return obj.sig != nil
	case wantType:
		return isType
	case wantField:
		return field != nil && field.IsField()
	default:
		return true
	}
}

func (w want) String() string {
	return [...]string{"a symbol", "a function", "a type", "a field"}[w]
}

// suggestion returns the symbol of the package nearest to one that does not
// exist: its method on another type, another method of its type, or another
// name.
func (b *binder) suggestion(sym Symbol) string {
	scope := b.pkg.Scope()
	if sym.Recv == "" {
		return suggest(sym.Name, scope.Names())
	}
	recv, ok := scope.Lookup(sym.Recv).(*types.TypeName)
	if !ok {
		return suggest(sym.Recv, scope.Names())
	}
	return suggest(sym.Name, members(recv.Type()))
}

// members lists the methods and fields of t by name.
func members(t types.Type) []string {
	var names []string
	if _, ok := t.Underlying().(*types.Interface); !ok {
		t = types.NewPointer(t)
	}
	for sel := range types.NewMethodSet(t).Methods() {
		names = append(names, sel.Obj().Name())
	}
	if st, ok := element(t).Underlying().(*types.Struct); ok {
		for f := range st.Fields() {
			names = append(names, f.Name())
		}
	}
	return names
}
