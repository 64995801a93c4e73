package libraries_test

import (
	"fmt"
	"go/ast"
	"go/format"
	"go/token"
	"go/types"
	"maps"
	"os"
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
