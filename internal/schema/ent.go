package schema

import (
	"go/ast"
	"strings"
)

// readEnt reads the ent schemas of a file: types that embed ent.Schema, with
// their Fields, Indexes, Mixin and Annotations methods.
func (g *goFile) readEnt(tree *ast.File) {
	for _, decl := range tree.Decls {
		gen, ok := decl.(*ast.GenDecl)
		if !ok {
			continue
		}
		for _, spec := range gen.Specs {
			if ts, ok := spec.(*ast.TypeSpec); ok && embedsEntSchema(ts) {
				g.entTable(tree, ts)
			}
		}
	}
}

func embedsEntSchema(ts *ast.TypeSpec) bool {
	st, ok := ts.Type.(*ast.StructType)
	if !ok {
		return false
	}
	for _, f := range st.Fields.List {
		sel, ok := f.Type.(*ast.SelectorExpr)
		if ok && len(f.Names) == 0 && sel.Sel.Name == "Schema" && isIdent(sel.X, "ent") {
			return true
		}
	}
	return false
}

// entTable reads the schema type ts.
func (g *goFile) entTable(tree *ast.File, ts *ast.TypeSpec) {
	t := &Table{Name: plural(snake(ts.Name.Name)), Source: "ent", Complete: true, Place: g.place(ts)}
	for _, decl := range tree.Decls {
		fn, ok := decl.(*ast.FuncDecl)
		if !ok || fn.Recv == nil || len(fn.Recv.List) == 0 || typeName(fn.Recv.List[0].Type) != ts.Name.Name || fn.Body == nil {
			continue
		}
		switch fn.Name.Name {
		case "Fields":
			g.eachElement(fn, func(e ast.Expr) { g.entField(t, e) })
		case "Indexes":
			g.eachElement(fn, func(e ast.Expr) { g.entIndex(t, e) })
		case "Annotations":
			g.entAnnotations(t, fn)
		case "Mixin":
			t.Complete = false // a mixin may add fields and indexes
		}
	}
	if t.Column("id") == nil {
		t.Columns = append([]Column{{Name: "id", Type: "int", NotNull: true, Auto: true}}, t.Columns...)
	}
	if t.Primary() == nil {
		t.Unique = append([]Index{{Columns: []string{"id"}, Primary: true, Place: t.Place}}, t.Unique...)
	}
	g.reader.ent = append(g.reader.ent, t)
}

// eachElement calls visit for the elements of the slice literals fn has.
func (g *goFile) eachElement(fn *ast.FuncDecl, visit func(ast.Expr)) {
	ast.Inspect(fn.Body, func(n ast.Node) bool {
		lit, ok := n.(*ast.CompositeLit)
		if !ok {
			return true
		}
		if _, ok := lit.Type.(*ast.ArrayType); !ok {
			return true
		}
		for _, e := range lit.Elts {
			visit(e)
		}
		return false
	})
}

// chain unrolls a builder, first call first: field.String("sku"), Unique().
func chain(e ast.Expr) []*ast.CallExpr {
	call, on, _ := selectorCall(e)
	if call == nil {
		return nil
	}
	return append(chain(on), call)
}

// entField reads field.UUID("id", uuid.UUID{}).Default(uuid.New).Unique().
func (g *goFile) entField(t *Table, e ast.Expr) {
	calls := chain(e)
	if len(calls) == 0 || len(calls[0].Args) == 0 {
		return
	}
	_, _, kind := selectorCall(calls[0])
	c := Column{Name: g.text(calls[0].Args[0]), Type: strings.ToLower(kind), NotNull: true}
	unique := false
	for _, call := range calls[1:] {
		switch _, _, name := selectorCall(call); name {
		case "Unique":
			unique = true
		case "Optional", "Nillable":
			c.NotNull = false
		case "StorageKey":
			if len(call.Args) == 1 && g.text(call.Args[0]) != "" {
				c.Name = g.text(call.Args[0])
			}
		case "Default", "DefaultFunc":
			if len(call.Args) == 1 {
				c.Default = source(call.Args[0])
			}
		}
	}
	if c.Name == "" {
		return
	}
	c.Auto = c.Name == "id" && strings.HasPrefix(c.Type, "int") && c.Default == ""
	t.Columns = append(t.Columns, c)
	if unique && c.Name != "id" {
		t.Unique = append(t.Unique, Index{Columns: []string{c.Name}, Place: g.place(e)})
	}
}

// entIndex reads index.Fields("a", "b").Unique(). One with edges has columns
// whose names depend on the edge; it makes the table incomplete.
func (g *goFile) entIndex(t *Table, e ast.Expr) {
	x := Index{Place: g.place(e)}
	unique, known := false, true
	for _, call := range chain(e) {
		switch _, _, name := selectorCall(call); name {
		case "Fields":
			for _, arg := range call.Args {
				column := g.text(arg)
				known = known && column != ""
				x.Columns = append(x.Columns, column)
			}
		case "Edges":
			known = false
		case "Unique":
			unique = true
		case "StorageKey":
			if len(call.Args) == 1 {
				x.Name = g.text(call.Args[0])
			}
		case "Annotations":
			x.Partial = mentions(call, "IndexWhere")
		}
	}
	switch {
	case unique && known && len(x.Columns) > 0:
		t.Unique = append(t.Unique, x)
	case unique:
		t.Complete = false
	}
}

// entAnnotations reads entsql.Annotation{Table: "x"} and entsql.Table("x").
func (g *goFile) entAnnotations(t *Table, fn *ast.FuncDecl) {
	ast.Inspect(fn.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CompositeLit:
			if typeName(n.Type) == "Annotation" {
				if name := g.text(fields(n)["Table"]); name != "" {
					t.Name = name
				}
			}
		case *ast.CallExpr:
			if _, _, name := selectorCall(n); name == "Table" && len(n.Args) == 1 && g.text(n.Args[0]) != "" {
				t.Name = g.text(n.Args[0])
			}
		}
		return true
	})
}

// source writes a default as Go does: uuid.New, time.Now.
func source(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.SelectorExpr:
		return source(e.X) + "." + e.Sel.Name
	case *ast.Ident:
		return e.Name
	case *ast.BasicLit:
		return e.Value
	case *ast.CallExpr:
		return source(e.Fun) + "()"
	}
	return "func"
}
