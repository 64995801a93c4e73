package schema

import (
	"go/ast"
	"go/parser"
	"go/token"
	"strconv"
)

// goWords are what a Go file must mention to define a schema.
var goWords = []string{"CREATE TABLE", "CREATE UNIQUE", "ALTER TABLE", "IndexModel", "CreateTableInput", "ent.Schema"}

// readGo reads DDL in string constants, ent schemas, Mongo index models and
// DynamoDB tables from Go source.
func (r *reader) readGo(file string, data []byte) {
	if !containsAny(data, goWords...) {
		return
	}
	fset := token.NewFileSet()
	tree, err := parser.ParseFile(fset, file, data, parser.SkipObjectResolution)
	if err != nil {
		r.warn(Place{File: file, Line: 1}, err.Error())
	}
	if tree == nil {
		return
	}
	g := &goFile{reader: r, fset: fset, file: file, consts: stringConstants(tree)}
	g.readDDL(tree)
	g.readEnt(tree)
	g.readMongo(tree)
	g.readCreateTable(tree)
}

// goFile is one Go file being read.
type goFile struct {
	*reader
	fset   *token.FileSet
	file   string
	consts map[string]string
}

func (g *goFile) place(n ast.Node) Place {
	return Place{File: g.file, Line: g.fset.Position(n.Pos()).Line}
}

// readDDL applies the DDL in string literals, in source order.
func (g *goFile) readDDL(tree *ast.File) {
	ast.Inspect(tree, func(n ast.Node) bool {
		e, ok := n.(ast.Expr)
		if !ok {
			return true
		}
		text, ok := literalText(e)
		if ok && containsAny([]byte(text), "CREATE TABLE", "CREATE UNIQUE", "ALTER TABLE") {
			g.applySQL(text, g.place(e))
		}
		return !ok // not the parts of a concatenation again
	})
}

// literalText returns the text of a string literal or of a concatenation that
// begins with one; parts that are not literals become holes.
func literalText(e ast.Expr) (text string, ok bool) {
	switch e := e.(type) {
	case *ast.BasicLit:
		if e.Kind == token.STRING {
			text, err := strconv.Unquote(e.Value)
			return text, err == nil
		}
	case *ast.ParenExpr:
		return literalText(e.X)
	case *ast.BinaryExpr:
		left, lok := literalText(e.X)
		right, rok := literalText(e.Y)
		if e.Op != token.ADD || !lok && !rok {
			return "", false
		}
		if !lok {
			left = "\x00"
		}
		if !rok {
			right = "\x00"
		}
		return left + right, true
	}
	return "", false
}

// stringConstants returns the string constants and variables a file declares
// with a literal, by name.
func stringConstants(tree *ast.File) map[string]string {
	consts := map[string]string{}
	ast.Inspect(tree, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ValueSpec:
			for i, name := range n.Names {
				if i < len(n.Values) {
					addConstant(consts, name.Name, n.Values[i])
				}
			}
		case *ast.AssignStmt:
			for i, left := range n.Lhs {
				if id, ok := left.(*ast.Ident); ok && n.Tok == token.DEFINE && i < len(n.Rhs) {
					addConstant(consts, id.Name, n.Rhs[i])
				}
			}
		}
		return true
	})
	return consts
}

// addConstant records a constant; two of the same name with different values
// make it unknown.
func addConstant(consts map[string]string, name string, value ast.Expr) {
	lit, ok := value.(*ast.BasicLit)
	if !ok || lit.Kind != token.STRING {
		return
	}
	text, _ := strconv.Unquote(lit.Value)
	if old, ok := consts[name]; ok && old != text {
		text = ""
	}
	consts[name] = text
}

// text returns the string e writes: a literal, a constant of the file, or one of
// these in a helper such as aws.String. It is "" when not known.
func (g *goFile) text(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.BasicLit:
		if e.Kind == token.STRING {
			s, _ := strconv.Unquote(e.Value)
			return s
		}
	case *ast.Ident:
		return g.consts[e.Name]
	case *ast.UnaryExpr:
		return g.text(e.X)
	case *ast.CallExpr:
		if len(e.Args) == 1 {
			return g.text(e.Args[0])
		}
	}
	return ""
}

// typeName is the last part of a type's name: IndexModel of mongo.IndexModel,
// &mongo.IndexModel and []mongo.IndexModel.
func typeName(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.SelectorExpr:
		return e.Sel.Name
	case *ast.Ident:
		return e.Name
	case *ast.StarExpr:
		return typeName(e.X)
	case *ast.ArrayType:
		return typeName(e.Elt)
	case *ast.UnaryExpr:
		return typeName(e.X)
	case *ast.CompositeLit:
		return typeName(e.Type)
	}
	return ""
}

// fields returns the elements of a struct literal by field name.
func fields(lit *ast.CompositeLit) map[string]ast.Expr {
	m := map[string]ast.Expr{}
	for _, e := range lit.Elts {
		if kv, ok := e.(*ast.KeyValueExpr); ok {
			if id, ok := kv.Key.(*ast.Ident); ok {
				m[id.Name] = kv.Value
			}
		}
	}
	return m
}

// composite returns the literal e is, or points to.
func composite(e ast.Expr) *ast.CompositeLit {
	switch e := e.(type) {
	case *ast.CompositeLit:
		return e
	case *ast.UnaryExpr:
		return composite(e.X)
	case *ast.ParenExpr:
		return composite(e.X)
	}
	return nil
}

// selectorCall returns the method or function name of a call and what stands
// before it: Unique and field.String("x") of field.String("x").Unique().
func selectorCall(e ast.Expr) (call *ast.CallExpr, on ast.Expr, name string) {
	call, ok := e.(*ast.CallExpr)
	if !ok {
		return nil, nil, ""
	}
	sel, ok := call.Fun.(*ast.SelectorExpr)
	if !ok {
		return nil, nil, ""
	}
	return call, sel.X, sel.Sel.Name
}
