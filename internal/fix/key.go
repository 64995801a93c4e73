package fix

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"regexp"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ast/astutil"

	"github.com/idemlint/idemlint/internal/finding"
)

// addKey gives a call a key, in the first place of the library's that fits.
func (e *editor) addKey() *finding.Fix {
	call := e.call()
	st, _ := e.statement()
	if call == nil || st == nil {
		return nil
	}
	id, ok := e.businessID(st.Pos())
	if !ok {
		return nil
	}
	key := keyText(e.remedy.Name, id)
	for _, slot := range e.remedy.Slots {
		for _, arg := range call.Args {
			var edit *finding.Edit
			switch {
			case slot.Setter != "":
				edit = e.set(st, arg, slot.Setter, key)
			case slot.Field != "":
				edit = e.fill(st, arg, slot.Field, key)
			}
			if edit != nil {
				return &finding.Fix{Message: "give the call the key " + key, Edits: []finding.Edit{*edit}}
			}
		}
		if slot.Option != "" {
			if edit := e.option(call, slot.Option, key); edit != nil {
				return &finding.Fix{Message: "give the call the key " + key, Edits: []finding.Edit{*edit}}
			}
		}
	}
	return nil
}

// variable is the local variable an argument is.
func (e *editor) variable(arg ast.Expr) *ast.Ident {
	if u, ok := arg.(*ast.UnaryExpr); ok && u.Op == token.AND {
		arg = u.X
	}
	id, ok := arg.(*ast.Ident)
	if !ok {
		return nil
	}
	v, ok := e.Info.ObjectOf(id).(*types.Var)
	if !ok || v.Parent() == nil || v.Parent() == e.Pkg.Scope() {
		return nil
	}
	return id
}

// set calls a setter of an argument before the statement.
func (e *editor) set(st ast.Stmt, arg ast.Expr, setter, key string) *finding.Edit {
	id := e.variable(arg)
	if id == nil {
		return nil
	}
	obj, _, _ := types.LookupFieldOrMethod(e.Info.TypeOf(id), true, e.Pkg, setter)
	fn, ok := obj.(*types.Func)
	if !ok || fn.Signature().Params().Len() != 1 || !isText(fn.Signature().Params().At(0).Type()) {
		return nil
	}
	edit := e.insert(st.Pos(), fmt.Sprintf("%s.%s(%s)\n%s", id.Name, setter, key, e.indent(st.Pos())))
	return &edit
}

// fill writes a field of an argument: among those of the literal that it is, or
// before the statement.
func (e *editor) fill(st ast.Stmt, arg ast.Expr, field, key string) *finding.Edit {
	t := e.Info.TypeOf(arg)
	value, ok := e.fieldValue(t, field, key)
	within := ""
	if !ok {
		if within, value, ok = e.embeddedValue(t, field, key); !ok {
			return nil
		}
	}
	if u, isUnary := arg.(*ast.UnaryExpr); isUnary && u.Op == token.AND {
		arg = u.X
	}
	if lit, isLit := arg.(*ast.CompositeLit); isLit {
		if within != "" {
			field = within
		}
		return e.element(lit, field, value)
	}
	id := e.variable(arg)
	if id == nil || within != "" {
		return nil
	}
	edit := e.insert(st.Pos(), fmt.Sprintf("%s.%s = %s\n%s", id.Name, field, value, e.indent(st.Pos())))
	return &edit
}

// fieldValue is a key as a field of the type takes it: as text, or by a helper of
// the library that makes a pointer to text.
func (e *editor) fieldValue(t types.Type, field, key string) (string, bool) {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	named, _ := types.Unalias(t).(*types.Named)
	st, ok := t.Underlying().(*types.Struct)
	if !ok || named == nil {
		return "", false
	}
	for f := range st.Fields() {
		if f.Name() != field || !f.Exported() {
			continue
		}
		if isText(f.Type()) {
			return key, true
		}
		p, isPointer := f.Type().(*types.Pointer)
		if !isPointer || !isText(p.Elem()) || named.Obj().Pkg() == nil {
			return "", false
		}
		for _, helper := range []struct{ path, name string }{{named.Obj().Pkg().Path(), "String"}, {"github.com/aws/aws-sdk-go-v2/aws", "String"}, {"github.com/aws/aws-sdk-go/aws", "String"}} {
			if helper.path != named.Obj().Pkg().Path() && !strings.HasPrefix(named.Obj().Pkg().Path(), strings.TrimSuffix(helper.path, "/aws")) {
				continue
			}
			if q := e.qualifier(helper.path); q != "" && e.makesPointer(helper.path, helper.name) {
				return fmt.Sprintf("%s.%s(%s)", q, helper.name, key), true
			}
		}
	}
	return "", false
}

// embeddedValue is fieldValue for a field of a struct that the type embeds: that
// struct's name, and a literal of it with the key.
func (e *editor) embeddedValue(t types.Type, field, key string) (name, value string, ok bool) {
	if p, isPointer := t.Underlying().(*types.Pointer); isPointer {
		t = p.Elem()
	}
	st, isStruct := t.Underlying().(*types.Struct)
	if !isStruct {
		return "", "", false
	}
	for f := range st.Fields() {
		named, isNamed := types.Unalias(f.Type()).(*types.Named)
		if !f.Embedded() || !isNamed || !f.Exported() || named.Obj().Pkg() == nil {
			continue
		}
		q := e.qualifier(named.Obj().Pkg().Path())
		value, found := e.fieldValue(named, field, key)
		if q == "" || !found {
			continue
		}
		return f.Name(), fmt.Sprintf("%s.%s{%s: %s}", q, named.Obj().Name(), field, value), true
	}
	return "", "", false
}

// makesPointer reports whether an imported package has a function from string to
// *string of the name.
func (e *editor) makesPointer(path, name string) bool {
	for _, imp := range e.Pkg.Imports() {
		if imp.Path() != path {
			continue
		}
		fn, ok := imp.Scope().Lookup(name).(*types.Func)
		if !ok || fn.Signature().Params().Len() != 1 || fn.Signature().Results().Len() != 1 {
			return false
		}
		p, ok := fn.Signature().Results().At(0).Type().(*types.Pointer)
		from := fn.Signature().Params().At(0).Type()
		_, generic := from.(*types.TypeParam) // func String[T ~string](v T) *string
		return ok && isText(p.Elem()) && (isText(from) || generic)
	}
	return false
}

// qualifier is the name under which the file imports a package; "" if it does not.
func (e *editor) qualifier(path string) string {
	for _, spec := range e.file.Imports {
		if p, err := strconv.Unquote(spec.Path.Value); err != nil || p != path {
			continue
		}
		if spec.Name != nil {
			if spec.Name.Name == "_" || spec.Name.Name == "." {
				return ""
			}
			return spec.Name.Name
		}
		for _, imp := range e.Pkg.Imports() {
			if imp.Path() == path {
				return imp.Name()
			}
		}
	}
	return ""
}

// element adds a field to a literal.
func (e *editor) element(lit *ast.CompositeLit, field, value string) *finding.Edit {
	for _, el := range lit.Elts {
		kv, ok := el.(*ast.KeyValueExpr)
		if !ok {
			return nil
		}
		if id, isIdent := kv.Key.(*ast.Ident); isIdent && id.Name == field {
			return nil
		}
	}
	text := field + ": " + value
	end := e.Fset.PositionFor(lit.Rbrace, false)
	if len(lit.Elts) > 0 && e.Fset.PositionFor(lit.Elts[len(lit.Elts)-1].End(), false).Line != end.Line {
		// After the comma of the last, on a line of its own.
		indent := e.indent(lit.Rbrace)
		edit := e.insert(lit.Rbrace, "\t"+text+",\n"+indent)
		return &edit
	}
	if len(lit.Elts) > 0 {
		text = ", " + text
	}
	edit := e.insert(lit.Rbrace, text)
	return &edit
}

// option appends an option to the arguments of a call.
func (e *editor) option(call *ast.CallExpr, symbol, key string) *finding.Edit {
	sig, ok := e.Info.TypeOf(call.Fun).Underlying().(*types.Signature)
	if !ok || !sig.Variadic() || call.Ellipsis.IsValid() || len(call.Args) < sig.Params().Len()-1 {
		return nil
	}
	i := strings.LastIndexByte(symbol, '.')
	if i < 0 || strings.HasPrefix(symbol, "(") {
		return nil
	}
	q := e.qualifier(symbol[:i])
	if q == "" {
		return nil
	}
	for _, imp := range e.Pkg.Imports() {
		if imp.Path() != symbol[:i] {
			continue
		}
		fn, isFunc := imp.Scope().Lookup(symbol[i+1:]).(*types.Func)
		if !isFunc || fn.Signature().Params().Len() != 1 || !isText(fn.Signature().Params().At(0).Type()) {
			return nil
		}
	}
	text := fmt.Sprintf("%s.%s(%s)", q, symbol[i+1:], key)
	if len(call.Args) > 0 {
		text = ", " + text
	}
	edit := e.insert(call.Rparen, text)
	return &edit
}

// holdsKey matches the names of variables that are nothing but keys.
var holdsKey = regexp.MustCompile(`(?i)key|idem|dedup`)

// replaceKey puts the business id where the message's identity stands, if that
// stands in nothing but the key of this call.
func (e *editor) replaceKey() *finding.Fix {
	call := e.call()
	if call == nil || !e.findIdentity(call) {
		return nil
	}
	st, _ := e.statement()
	old, rest := e.identity()
	if st == nil || old == nil || !onlyKey(rest) {
		return nil
	}
	id, ok := e.businessID(st.Pos())
	if !ok {
		return nil
	}
	if e.lastUse(old) {
		return nil
	}
	text := id
	switch t := e.Info.TypeOf(old); {
	case isText(t):
	case isTextPointer(t):
		text = "&" + id
	default:
		return nil
	}
	return &finding.Fix{Message: "make the key of " + id, Edits: []finding.Edit{e.replace(old.Pos(), old.End(), text)}}
}

// findIdentity moves the editor to the only place in which the identity is read for
// the call: among its arguments, and in what is written to the variables among
// them.
func (e *editor) findIdentity(call *ast.CallExpr) bool {
	var found []token.Pos
	look := func(n ast.Node) {
		ast.Inspect(n, func(n ast.Node) bool {
			if sel, ok := n.(*ast.SelectorExpr); ok && sel.Sel.Name == e.remedy.Name {
				found = append(found, sel.Sel.Pos())
			}
			return true
		})
	}
	vars := map[types.Object]bool{}
	for _, arg := range call.Args {
		look(arg)
		ast.Inspect(arg, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok {
				if v, isVar := e.Info.ObjectOf(id).(*types.Var); isVar && v.Parent() != nil && v.Parent() != e.Pkg.Scope() {
					vars[v] = true
				}
			}
			return true
		})
	}
	fn := e.function(call.Pos())
	if fn == nil {
		return false
	}
	is := func(x ast.Expr) bool {
		if sel, ok := x.(*ast.SelectorExpr); ok {
			x = sel.X
		}
		id, ok := x.(*ast.Ident)
		return ok && vars[e.Info.ObjectOf(id)]
	}
	ast.Inspect(fn, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			if len(n.Lhs) == 1 && is(n.Lhs[0]) {
				look(n)
			}
		case *ast.ExprStmt:
			if c, ok := n.X.(*ast.CallExpr); ok && c != call {
				if sel, isSel := c.Fun.(*ast.SelectorExpr); isSel && is(sel.X) {
					look(n)
				}
			}
		}
		return true
	})
	if len(found) != 1 {
		return false
	}
	e.at = found[0]
	e.path, _ = astutil.PathEnclosingInterval(e.file, e.at, e.at)
	return true
}

// lastUse reports whether an expression is the last use of an import, or of a
// variable: without it the file does not compile.
func (e *editor) lastUse(x ast.Expr) bool {
	last := false
	ast.Inspect(x, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if !ok {
			return true
		}
		obj := e.Info.Uses[id]
		switch obj := obj.(type) {
		case *types.PkgName:
		case *types.Var:
			if obj.IsField() || obj.Kind() != types.LocalVar {
				return true
			}
		default:
			return true
		}
		used := false
		for other, o := range e.Info.Uses {
			used = used || o == obj && (other.Pos() < x.Pos() || other.Pos() >= x.End())
		}
		last = last || !used
		return true
	})
	return last
}

func isTextPointer(t types.Type) bool {
	p, ok := t.(*types.Pointer)
	return ok && isText(p.Elem())
}

// identity is the whole expression that reads the message's identity as text, and
// what stands around it.
func (e *editor) identity() (ast.Expr, []ast.Node) {
	for i, n := range e.path {
		sel, ok := n.(*ast.SelectorExpr)
		if !ok {
			continue
		}
		var old ast.Expr = sel
		for i++; i < len(e.path); i++ {
			up, isExpr := e.path[i].(ast.Expr)
			if !isExpr {
				break
			}
			if c, isCall := up.(*ast.CallExpr); isCall && !e.reads(c, old) {
				break
			}
			switch up.(type) {
			case *ast.StarExpr, *ast.ParenExpr, *ast.CallExpr, *ast.SelectorExpr:
				old = up
				continue
			}
			break
		}
		return old, e.path[i:]
	}
	return nil, nil
}

// reads reports whether a call only reads what it is given, or called on, as text:
// m.ID(), aws.ToString(m.MessageId).
func (e *editor) reads(c *ast.CallExpr, inner ast.Expr) bool {
	if c.Fun == inner && len(c.Args) == 0 {
		return true
	}
	if len(c.Args) != 1 || c.Args[0] != inner || !isText(e.Info.TypeOf(c)) {
		return false
	}
	return isTextPointer(e.Info.TypeOf(inner))
}

// onlyKey reports whether an expression is only a part of a key: an argument, a
// field of a literal, a part of a text, or what a variable for keys is made of.
func onlyKey(around []ast.Node) bool {
	for _, n := range around {
		switch n := n.(type) {
		case *ast.BinaryExpr:
			if n.Op != token.ADD {
				return false
			}
		case *ast.CallExpr, *ast.KeyValueExpr:
			return true
		case *ast.ParenExpr, *ast.UnaryExpr:
		case *ast.AssignStmt:
			if len(n.Lhs) != 1 {
				return false
			}
			switch l := n.Lhs[0].(type) {
			case *ast.Ident:
				return holdsKey.MatchString(l.Name)
			case *ast.SelectorExpr:
				return holdsKey.MatchString(l.Sel.Name)
			}
			return false
		default:
			return false
		}
	}
	return false
}
