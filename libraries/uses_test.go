package libraries_test

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/format"
	"go/token"
	"go/types"
	"maps"
	"os"
	"path"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/packages"

	"github.com/idemlint/idemlint/internal/catalog"
	"github.com/idemlint/idemlint/libraries"
)

// TestUses looks up every call, field and parameter of the programs in
// testdata/src/libraries/DOCUMENT/use.go, which use the libraries as people do.
// What the catalogue knows of a line stands in a comment on it. Every document is
// used, and no program stands there for none.
func TestUses(t *testing.T) {
	c := load(t)
	_, uses := loadAll(t)
	c.SetHeader(head(uses[0].Fset))
	found := make(map[string]*use)
	for _, pkg := range uses {
		for _, file := range pkg.GoFiles {
			if filepath.Base(file) == "use.go" {
				c.Bind(pkg.Types)
				u := look(c, pkg)
				found[filepath.Base(filepath.Dir(file))] = u
				compare(t, file, u.facts)
			}
		}
	}
	for _, doc := range documents(t, c) {
		switch u := found[doc.name]; {
		case u == nil:
			t.Errorf("no program uses %s: write one, or let go test ./libraries -update make it, twice", doc.name)
		case !u.from[doc.lib]:
			t.Errorf("the program that uses %s shows nothing its document says", doc.name)
		}
		delete(found, doc.name)
	}
	for name := range found {
		t.Errorf("testdata/src/libraries/%s uses no document of that name", name)
	}
}

// A document is one of libraries/*.yml, under the name of its file.
type document struct {
	name string
	lib  *catalog.Library
}

func documents(t *testing.T, c *catalog.Catalog) []document {
	t.Helper()
	sources, err := catalog.FromFS(libraries.Files)
	if err != nil {
		t.Fatal(err)
	}
	if len(sources) != len(c.Libraries()) {
		t.Fatalf("%d files hold %d documents", len(sources), len(c.Libraries()))
	}
	var docs []document
	for i, lib := range c.Libraries() {
		docs = append(docs, document{strings.TrimSuffix(path.Base(sources[i].Name), ".yml"), lib})
	}
	return docs
}

var comment = regexp.MustCompile(`\s*// is: (.*)`)

// compare demands that the comments on the file's lines are the known facts,
// or rewrites them.
func compare(t *testing.T, file string, known map[int][]string) {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(string(data), "\n")
	for i, line := range lines {
		have := ""
		if m := comment.FindStringSubmatch(line); m != nil {
			have = m[1]
		}
		want := strings.Join(slices.Compact(known[i+1]), "; ")
		if have != want && !*update {
			t.Errorf("%s:%d: known as %q, want %q", file, i+1, want, have)
		}
		lines[i] = comment.ReplaceAllString(line, "")
		if want != "" {
			lines[i] += " // is: " + want
		}
	}
	if *update {
		write(t, file, []byte(strings.Join(lines, "\n")))
	}
}

// write formats and writes a Go file.
func write(t *testing.T, file string, src []byte) {
	t.Helper()
	src, err := format.Source(src)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, src, 0o666); err != nil {
		t.Fatal(err)
	}
}

// A use is what the catalogue knows of a program.
type use struct {
	c     *catalog.Catalog
	pkg   *packages.Package
	facts map[int][]string          // by line
	from  map[*catalog.Library]bool // the documents that say so
}

func look(c *catalog.Catalog, pkg *packages.Package) *use {
	u := &use{c, pkg, make(map[int][]string), make(map[*catalog.Library]bool)}
	for _, file := range pkg.Syntax {
		if name := pkg.Fset.Position(file.Package).Filename; filepath.Base(name) != "use.go" {
			continue // what a generator would have written for the use
		}
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.SelectorExpr:
				if fn, ok := pkg.TypesInfo.Uses[n.Sel].(*types.Func); ok {
					u.add(n.Sel.Pos(), describe(c, fn))
				} else if v, ok := pkg.TypesInfo.Uses[n.Sel].(*types.Var); ok && v.IsField() {
					u.add(n.Sel.Pos(), describeField(c, pkg.TypesInfo.TypeOf(n.X), n.Sel.Name))
				}
				if tv := pkg.TypesInfo.Types[n.X]; tv.IsValue() {
					u.add(n.Sel.Pos(), describePart(c, tv.Type, n.Sel.Name))
				}
			case *ast.CompositeLit:
				for _, elt := range n.Elts {
					if kv, ok := elt.(*ast.KeyValueExpr); ok {
						if name, ok := kv.Key.(*ast.Ident); ok {
							u.add(name.Pos(), describeField(c, pkg.TypesInfo.TypeOf(n), name.Name))
						}
					}
				}
			case *ast.FuncType:
				for _, field := range n.Params.List {
					u.add(field.Pos(), u.describeParam(pkg.TypesInfo.TypeOf(field.Type)))
				}
			case *ast.CallExpr:
				if tv := pkg.TypesInfo.Types[n.Fun]; tv.IsType() {
					for _, spec := range c.Convert(tv.Type) {
						u.add(n.Fun.Pos(), []fact{{c.LibraryOf(spec), "handler " + spec.Broker}})
					}
				}
			}
			return true
		})
	}
	return u
}

func (u *use) add(pos token.Pos, facts []fact) {
	line := u.pkg.Fset.Position(pos).Line
	for _, f := range facts {
		u.from[f.lib] = true
		u.facts[line] = append(u.facts[line], f.text)
	}
}

// A fact is what a document says of a function, a field or a type.
type fact struct {
	lib  *catalog.Library
	text string
}

func describe(c *catalog.Catalog, fn *types.Func) []fact {
	facts := describeLimits(c, func(symbols ...string) bool {
		return slices.ContainsFunc(symbols, func(s string) bool { return c.Is(s, fn) })
	})
	e := c.Func(fn)
	if e == nil {
		e = c.Narrow(fn)
	}
	if e == nil {
		return facts
	}
	add := func(format string, args ...any) { facts = append(facts, fact{e.Lib, fmt.Sprintf(format, args...)}) }
	for _, h := range e.Handlers {
		add("handler %s, arg %s", h.Broker, h.Arg)
	}
	if e.Receive != nil {
		add("receive %s", e.Receive.Broker)
	}
	if e.Effect != nil {
		add("effect %s, %s%s", e.Effect.Category, e.Effect.Does, places(e.Effect))
		if failures := catalog.FailureFields(e.Effect, fn.Signature()); len(failures) > 0 {
			add("failures %s", strings.Join(failures, ", "))
		}
	}
	if e.Read != nil {
		add("read %s", cmp.Or(e.Read.Category, e.Lib.Category))
	}
	if e.Key != nil {
		into := ""
		if e.Key.Into != "" {
			into = ", into " + e.Key.Into
		}
		add("key %s%s", e.Key.Origin, into)
	}
	if e.Guard != nil {
		add("guard %s", e.Guard.Does)
	}
	if e.Ack != nil {
		add("ack %s", e.Ack.Does)
	}
	if e.Transaction != nil {
		add("transaction %s", e.Transaction.Does)
	}
	if e.Container != nil {
		add("container %s", e.Container.Does)
	}
	if e.Queue != nil {
		add("queue %s", e.Queue.Does)
	}
	return facts
}

// maxPlaces is how many places of a key a comment names.
const maxPlaces = 3

// places says where a caller can put a key, and on what the effect depends.
func places(e *catalog.EffectSpec) string {
	var all []string
	for _, k := range e.Keys {
		for _, place := range []struct{ word, at string }{
			{"field", k.Field}, {"param", k.Param}, {"option", k.Option}, {"setter", k.Setter}, {"context", k.Context},
		} {
			if place.at != "" {
				all = append(all, place.word+" "+place.at[strings.LastIndexAny(place.at, "./")+1:])
			}
		}
		if len(k.Header) > 0 {
			all = append(all, "header "+k.Header[0])
		}
	}
	if more := len(all) - maxPlaces; more > 0 {
		all = append(all[:maxPlaces], fmt.Sprintf("%d more", more))
	}
	var text string
	switch {
	case e.Natural:
		text = ", natural"
	case len(all) > 0:
		text = ", key in " + strings.Join(all, " or ")
	}
	if e.Given != "" {
		text += ", given " + e.Given
	}
	return text
}

// describeLimits tells what runs its argument again, and what says how often and
// for how long; is decides whether one of some symbols is asked for.
func describeLimits(c *catalog.Catalog, is func(...string) bool) []fact {
	var facts []fact
	for _, lib := range c.Libraries() {
		for _, r := range lib.Retries {
			if is(r.Func...) {
				facts = append(facts, fact{lib, "retries"})
			}
			if is(r.With...) {
				facts = append(facts, fact{lib, "makes it retry"})
			}
		}
		for _, limit := range lib.Timeouts {
			if is(limit.Func...) || is(limit.Field) {
				facts = append(facts, fact{lib, "sets " + limit.Sets})
			}
		}
	}
	return facts
}

func describeField(c *catalog.Catalog, t types.Type, name string) []fact {
	if p, ok := types.Unalias(t).Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	named, ok := types.Unalias(t).(*types.Named)
	if !ok || named.Obj().Pkg() == nil {
		return nil
	}
	field := catalog.Symbol{Path: named.Obj().Pkg().Path(), Recv: named.Obj().Name(), Name: name}
	facts := describeLimits(c, func(symbols ...string) bool { return slices.Contains(symbols, field.String()) })
	for _, spec := range c.Field(named, name) {
		facts = append(facts, fact{c.LibraryOf(spec), "handler " + spec.Broker})
	}
	return facts
}

// describePart tells who made a part of a message.
func describePart(c *catalog.Catalog, t types.Type, name string) []fact {
	m, lib := c.Message(t)
	if m == nil {
		return nil
	}
	var facts []fact
	for _, kind := range []struct {
		word  string
		parts []string
	}{
		{"transport", m.Transport}, {"new each delivery", m.Delivery}, {"producer", m.Producer}, {"business", m.Business}, {"attempt", m.Attempt},
	} {
		if slices.Contains(kind.parts, name) {
			facts = append(facts, fact{lib, kind.word})
		}
	}
	return facts
}

func (u *use) describeParam(t types.Type) []fact {
	var facts []fact
	for _, spec := range u.c.ParamHandlers(t) {
		if !spec.NeedsEvidence() || u.hasEvidence(spec) {
			facts = append(facts, fact{u.c.LibraryOf(spec), "delivery " + spec.Broker})
		}
	}
	if m, lib := u.c.Message(t); m != nil {
		facts = append(facts, fact{lib, "message " + lib.Library})
	}
	return facts
}

// hasEvidence reports whether the program mentions what makes its functions the
// handlers.
func (u *use) hasEvidence(spec *catalog.HandlerSpec) bool {
	for _, obj := range u.pkg.TypesInfo.Uses {
		if slices.ContainsFunc(spec.Evidence, func(s string) bool { return u.c.Is(s, obj) }) {
			return true
		}
	}
	for _, v := range u.pkg.TypesInfo.Types {
		st, ok := v.Type.(*types.Struct)
		for i := 0; ok && i < st.NumFields(); i++ {
			key, _, _ := strings.Cut(reflect.StructTag(st.Tag(i)).Get("json"), ",")
			if slices.Contains(spec.Decodes, key) {
				return true
			}
		}
	}
	return false
}

// head reads the first lines of the file that declares a function, where
// generators sign.
func head(fset *token.FileSet) func(*types.Func) string {
	return func(fn *types.Func) string {
		data, _ := os.ReadFile(fset.Position(fn.Pos()).Filename)
		return string(data[:min(len(data), 1024)])
	}
}

// TestCalls makes, with -update, a program for every document that nobody wrote one
// for, if it has something to call. A second -update then writes what the catalogue
// knows of its lines.
func TestCalls(t *testing.T) {
	if !*update {
		t.Skip("nothing to write")
	}
	c := load(t)
	named, _ := loadAll(t)
	pkgs := asImported(t, named)
	for _, doc := range documents(t, c) {
		file := filepath.Join(fixtures, "libraries", doc.name, "use.go")
		if _, err := os.Stat(file); err == nil {
			continue
		}
		if src := callsOf(c, doc.lib, pkgs); src != "" {
			if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
				t.Fatal(err)
			}
			write(t, file, []byte(src))
		}
	}
}

// maxCalls bounds a program that is made: it shows that the catalogue knows the
// library, not the whole of it.
const maxCalls = 12

// callsOf is a program that calls what is known of a library; "" if nothing can be
// called by others.
func callsOf(c *catalog.Catalog, lib *catalog.Library, pkgs []*types.Package) string {
	p := &caller{c: c, lib: lib, imports: map[string]string{}}
	for _, path := range slices.Sorted(maps.Values(lib.Packages)) {
		for _, pkg := range pkgs {
			if pkg.Path() == path {
				p.names(pkg)
			}
		}
	}
	if len(p.bodies) == 0 {
		return ""
	}
	slices.Sort(p.bodies)
	p.bodies = p.bodies[:min(len(p.bodies), maxCalls)]
	var b strings.Builder
	b.WriteString("// Code generated by go test ./libraries -update; DO NOT EDIT.\n\npackage use\n\nimport (\n")
	all := strings.Join(p.bodies, "\n")
	for _, path := range slices.Sorted(maps.Keys(p.imports)) {
		if name := p.imports[path]; strings.Contains(all, name+".") {
			fmt.Fprintf(&b, "%s %q\n", name, path)
		}
	}
	b.WriteString(")\n")
	for i, body := range p.bodies {
		fmt.Fprintf(&b, "\nfunc use%d%s\n", i+1, body)
	}
	return b.String()
}

// A caller collects functions that call others with what they are given.
type caller struct {
	c       *catalog.Catalog
	lib     *catalog.Library  // what it says is shown
	imports map[string]string // names by path
	bodies  []string
	hidden  bool // a type was met that only its own module can name
}

// names adds calls of the functions and methods of a package that are known.
func (p *caller) names(pkg *types.Package) {
	for _, name := range pkg.Scope().Names() {
		obj := pkg.Scope().Lookup(name)
		if !obj.Exported() {
			continue
		}
		switch obj := obj.(type) {
		case *types.Func:
			p.add(obj, nil)
		case *types.TypeName:
			named, ok := obj.Type().(*types.Named)
			if !ok || named.TypeParams().Len() > 0 || obj.IsAlias() {
				continue
			}
			recv := types.Type(named)
			if !types.IsInterface(named) {
				recv = types.NewPointer(named)
			}
			for m := range types.NewMethodSet(recv).Methods() {
				if fn, ok := m.Obj().(*types.Func); ok && fn.Exported() {
					p.add(fn, recv)
				}
			}
		}
	}
}

func (p *caller) add(fn *types.Func, recv types.Type) {
	sig := fn.Signature()
	known := slices.ContainsFunc(describe(p.c, fn), func(f fact) bool { return f.lib == p.lib })
	if !known || sig.TypeParams().Len() > 0 {
		return
	}
	p.hidden = false
	var params, args []string
	call := p.qualify(fn.Pkg()) + "." + fn.Name()
	if recv != nil {
		params, call = append(params, "recv "+types.TypeString(recv, p.qualify)), "recv."+fn.Name()
	}
	for i := range sig.Params().Len() {
		text, arg := types.TypeString(sig.Params().At(i).Type(), p.qualify), fmt.Sprintf("a%d", i)
		p.hidden = p.hidden || mentionsHidden(sig.Params().At(i).Type())
		params = append(params, arg+" "+text)
		if sig.Variadic() && i == sig.Params().Len()-1 {
			arg += "..."
		}
		args = append(args, arg)
	}
	if !p.hidden {
		p.bodies = append(p.bodies, fmt.Sprintf("(%s) {\n%s(%s)\n}", strings.Join(params, ", "), call, strings.Join(args, ", ")))
	}
}

// mentionsHidden reports whether a type is, or is made of, one that is not
// exported.
func mentionsHidden(t types.Type) bool {
	return unexported.MatchString(types.TypeString(t, func(pkg *types.Package) string { return "p" }))
}

var unexported = regexp.MustCompile(`\bp\.[a-z_]`)

// qualify names a package as it names itself, with a number where another package
// has the name.
func (p *caller) qualify(pkg *types.Package) string {
	if slices.Contains(strings.Split(pkg.Path(), "/"), "internal") {
		p.hidden = true
	}
	if name := p.imports[pkg.Path()]; name != "" {
		return name
	}
	name := pkg.Name()
	taken := slices.Collect(maps.Values(p.imports))
	for i := 2; slices.Contains(taken, name); i++ {
		name = fmt.Sprintf("%s%d", pkg.Name(), i)
	}
	p.imports[pkg.Path()] = name
	return name
}
