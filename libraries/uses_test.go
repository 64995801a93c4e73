package libraries_test

import (
	"fmt"
	"go/ast"
	"go/format"
	"go/token"
	"go/types"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/packages"

	"github.com/idemlint/idemlint/internal/catalog"
)

// TestUses looks up every call and parameter of the programs in
// testdata/src/libraries/LIBRARY/use.go, which use the libraries as people do.
// What the catalogue knows of a line stands in a comment on it.
func TestUses(t *testing.T) {
	c := load(t)
	_, uses := loadAll(t)
	for _, pkg := range uses {
		if len(pkg.GoFiles) != 1 || strings.HasSuffix(pkg.GoFiles[0], "imports.go") {
			continue
		}
		c.Bind(pkg.Types)
		compare(t, pkg.GoFiles[0], known(c, pkg))
	}
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

// known returns what the catalogue knows, by line.
func known(c *catalog.Catalog, pkg *packages.Package) map[int][]string {
	facts := make(map[int][]string)
	add := func(pos token.Pos, fact ...string) {
		line := pkg.Fset.Position(pos).Line
		facts[line] = append(facts[line], fact...)
	}
	for _, file := range pkg.Syntax {
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.SelectorExpr:
				if fn, ok := pkg.TypesInfo.Uses[n.Sel].(*types.Func); ok {
					add(n.Sel.Pos(), describe(c, fn)...)
				}
			case *ast.FuncType:
				for _, field := range n.Params.List {
					add(field.Pos(), describeParam(c, pkg.TypesInfo.TypeOf(field.Type))...)
				}
			case *ast.CallExpr:
				if tv := pkg.TypesInfo.Types[n.Fun]; tv.IsType() {
					for _, spec := range c.Convert(tv.Type) {
						add(n.Fun.Pos(), "handler "+spec.Broker)
					}
				}
			}
			return true
		})
	}
	maps.DeleteFunc(facts, func(_ int, f []string) bool { return len(f) == 0 })
	return facts
}

func describe(c *catalog.Catalog, fn *types.Func) []string {
	e := c.Func(fn)
	if e == nil {
		e = c.Narrow(fn)
	}
	if e == nil {
		return nil
	}
	var facts []string
	add := func(format string, args ...any) { facts = append(facts, fmt.Sprintf(format, args...)) }
	for _, h := range e.Handlers {
		add("handler %s, arg %s", h.Broker, h.Arg)
	}
	if e.Receive != nil {
		add("receive %s", e.Receive.Broker)
	}
	if e.Effect != nil {
		add("effect %s, %s", e.Effect.Category, e.Effect.Does)
		if failures := catalog.FailureFields(e.Effect, fn.Signature()); len(failures) > 0 {
			add("failures %s", strings.Join(failures, ", "))
		}
	}
	if e.Key != nil {
		add("key %s", e.Key.Origin)
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
	return facts
}

func describeParam(c *catalog.Catalog, t types.Type) []string {
	var facts []string
	for _, spec := range c.ParamHandlers(t) {
		if len(spec.Evidence) == 0 {
			facts = append(facts, "delivery "+spec.Broker)
		}
	}
	if m, lib := c.Message(t); m != nil {
		facts = append(facts, "message "+lib.Library)
	}
	return facts
}

// TestCalls demands a program in testdata/src/libraries for every library that has
// something to call. Those that nobody wrote by hand are made by -update; a second
// -update then writes what the catalogue knows of their lines.
func TestCalls(t *testing.T) {
	c := load(t)
	named, _ := loadAll(t)
	pkgs := asImported(t, named)
	for _, lib := range c.Libraries() {
		file := filepath.Join(fixtures, "libraries", lib.Library, "use.go")
		if _, err := os.Stat(file); err == nil {
			continue
		}
		src := callsOf(c, lib, pkgs)
		switch {
		case src == "":
		case *update:
			if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
				t.Fatal(err)
			}
			write(t, file, []byte(src))
		default:
			t.Errorf("%s: no program uses %s; run go test ./libraries -update twice", file, lib.Library)
		}
	}
}

// maxCalls bounds a program that is made: it shows that the catalogue knows the
// library, not the whole of it.
const maxCalls = 12

// callsOf is a program that calls what is known of a library; "" if nothing can be
// called by others, or the library needs a C compiler.
func callsOf(c *catalog.Catalog, lib *catalog.Library, pkgs []*types.Package) string {
	p := &caller{imports: map[string]string{}}
	for _, path := range slices.Sorted(maps.Values(lib.Packages)) {
		for _, pkg := range pkgs {
			if pkg.Path() == path && !strings.HasPrefix(path, needC) {
				p.names(c, pkg)
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
	imports map[string]string // names by path
	bodies  []string
	hidden  bool // a type was met that only its own module can name
}

// names adds calls of the functions and methods of a package that are known.
func (p *caller) names(c *catalog.Catalog, pkg *types.Package) {
	for _, name := range pkg.Scope().Names() {
		obj := pkg.Scope().Lookup(name)
		if !obj.Exported() {
			continue
		}
		switch obj := obj.(type) {
		case *types.Func:
			p.add(c, obj, nil)
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
					p.add(c, fn, recv)
				}
			}
		}
	}
}

func (p *caller) add(c *catalog.Catalog, fn *types.Func, recv types.Type) {
	sig := fn.Signature()
	if len(describe(c, fn)) == 0 || sig.TypeParams().Len() > 0 {
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
