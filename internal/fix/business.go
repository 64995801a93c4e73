package fix

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"
	"unicode"

	"github.com/idemlint/idemlint/internal/finding"
)

// words makes a set of words.
func words(list string) map[string]bool {
	out := map[string]bool{}
	for w := range strings.FieldsSeq(list) {
		out[w] = true
	}
	return out
}

var (
	// identifies are the last words of the names of what identifies one thing.
	identifies = words("id uuid guid ref reference")
	// once are the things that are done once and have an id for that.
	once = words(`request event operation transaction message command task job notification refund charge capture
		transfer payout withdrawal deposit`)
	// standing are the things that one operation of a kind belongs to, as long as
	// nothing beside their id tells several apart.
	standing = words("order payment invoice booking reservation purchase checkout shipment ticket receipt")
	// shared are the things whose id stands in many operations and rivals no other.
	shared = words(`tenant customer user account merchant org organization organisation shop store seller buyer owner
		client trace span correlation session currency product sku item plan price device parent region`)
	// apart are the last words of the names of what tells several events of one thing
	// apart.
	apart = words(`type kind status state action reason version seq sequence revision period month year quarter
		installment instalment cycle step stage phase part round attempt index no number`)
)

// nameWords are the words of a Go name, in lower case: OrderID is order and id.
func nameWords(name string) []string {
	var out []string
	start := 0
	rs := []rune(name)
	cut := func(i int) {
		if w := strings.Trim(strings.ToLower(string(rs[start:i])), "_"); w != "" {
			out = append(out, w)
		}
		start = i
	}
	for i := 1; i < len(rs); i++ {
		up, before := unicode.IsUpper(rs[i]), unicode.IsUpper(rs[i-1])
		switch {
		case rs[i] == '_', up && !before, up && before && i+1 < len(rs) && unicode.IsLower(rs[i+1]):
			cut(i)
		}
	}
	cut(len(rs))
	return out
}

// isID reports whether a name is that of an id, and of what: order for OrderID, ""
// for ID.
func isID(name string) (of string, ok bool) {
	ws := append([]string{""}, nameWords(name)...)
	if !identifies[ws[len(ws)-1]] {
		return "", false
	}
	return ws[len(ws)-2], true
}

// An id is what a variable holds of one, as an expression.
type id struct {
	expr  string
	of    string // what it identifies
	right bool   // it names an operation
}

// businessID is the only business id that the code at a position can name before
// it, as an expression of type string: of an operation, so that no two of them share
// it. What was declared before the loop around the place is the same in every turn.
func (e *editor) businessID(before token.Pos) (expr string, ok bool) {
	var found []id
	loop := e.loop()
	for scope := e.scope(); scope != nil && scope != e.Pkg.Scope() && scope.Parent() != e.Pkg.Scope(); scope = scope.Parent() {
		for _, name := range scope.Names() {
			v, isVar := scope.Lookup(name).(*types.Var)
			if !isVar || v.Pos() >= before || name == "_" {
				continue
			}
			if _, seen := e.scope().LookupParent(name, before); seen != v {
				continue // hidden by another of the name
			}
			if loop != nil && v.Pos() < loop.Pos() {
				continue // the same in every turn
			}
			found = append(found, e.idsIn(v)...)
		}
	}
	if len(found) != 1 || !found[0].right {
		return "", false
	}
	return found[0].expr, true
}

func (e *editor) scope() *types.Scope {
	for _, n := range e.path {
		if s := e.Info.Scopes[n]; s != nil {
			return s.Innermost(e.at)
		}
		if fn, ok := n.(*ast.FuncDecl); ok {
			return e.Info.Scopes[fn.Type].Innermost(e.at)
		}
		if fn, ok := n.(*ast.FuncLit); ok {
			return e.Info.Scopes[fn.Type].Innermost(e.at)
		}
	}
	return nil
}

// loop is the innermost loop around the place, in its function.
func (e *editor) loop() ast.Node {
	for _, n := range e.path {
		switch n.(type) {
		case *ast.ForStmt, *ast.RangeStmt:
			return n
		case *ast.FuncDecl, *ast.FuncLit:
			return nil
		}
	}
	return nil
}

// idsIn are the business ids that a variable holds.
func (e *editor) idsIn(v *types.Var) []id {
	k, ok := e.knownOf(v)
	if !ok {
		return nil
	}
	if !k.Whole {
		of, is := isID(v.Name())
		if !is || shared[of] {
			return nil
		}
		return []id{{v.Name(), of, isText(v.Type()) && (once[of] || standing[of])}}
	}
	var ids []id
	several := false
	e.fields(v.Type(), v.Name(), 0, func(f *types.Var, owner types.Type, expr string, depth int) {
		ws := nameWords(f.Name())
		several = several || len(ws) > 0 && apart[ws[len(ws)-1]]
		of, is := isID(f.Name())
		if !is || shared[of] {
			return
		}
		right := isText(f.Type()) && depth == 0 && (f.Exported() || f.Pkg() == e.Pkg)
		ids = append(ids, id{expr, of, right && e.names(of, owner)})
	})
	for i := range ids {
		ids[i].right = ids[i].right && (!several || once[ids[i].of])
	}
	return ids
}

// names reports whether an id is that of an operation: by its name, or by that of
// the type that has it.
func (e *editor) names(of string, owner types.Type) bool {
	if of != "" {
		return once[of] || standing[of]
	}
	named, ok := types.Unalias(owner).(*types.Named)
	return ok && slices.ContainsFunc(nameWords(named.Obj().Name()), func(w string) bool { return once[w] || standing[w] })
}

// fields visits the fields of a struct, and of the structs in it.
func (e *editor) fields(t types.Type, expr string, depth int, visit func(f *types.Var, owner types.Type, expr string, depth int)) {
	if p, isPointer := t.Underlying().(*types.Pointer); isPointer {
		t = p.Elem()
	}
	st, isStruct := t.Underlying().(*types.Struct)
	if !isStruct || depth > 3 {
		return
	}
	for f := range st.Fields() {
		if f.Embedded() {
			e.fields(f.Type(), expr, depth+1, visit)
			continue
		}
		visit(f, t, expr+"."+f.Name(), depth)
		e.fields(f.Type(), expr+"."+f.Name(), depth+1, visit)
	}
}

func isText(t types.Type) bool {
	b, ok := t.(*types.Basic)
	return ok && b.Kind() == types.String
}

// knownOf says whether the model knows a variable to hold business data.
func (e *editor) knownOf(v *types.Var) (finding.Known, bool) {
	fn := e.function(v.Pos())
	for _, k := range e.remedy.Known {
		switch {
		case k.Param != "":
			decl, ok := fn.(*ast.FuncDecl)
			if ok && k.Param == v.Name() && e.is(decl.Name.Pos(), k.Place) && v.Pos() < decl.Body.Pos() {
				return k, true
			}
		case e.is(v.Pos(), k.Place):
			return k, true
		case e.is(e.madeAt(v), k.Place):
			return k, true
		}
	}
	return finding.Known{}, false
}

// function is the declaration around a position.
func (e *editor) function(pos token.Pos) ast.Node {
	for _, d := range e.file.Decls {
		if fn, ok := d.(*ast.FuncDecl); ok && fn.Pos() <= pos && pos < fn.End() && fn.Body != nil {
			return fn
		}
	}
	return nil
}

// madeAt is the call whose first result a variable is declared as, and which
// nothing is assigned to later.
func (e *editor) madeAt(v *types.Var) token.Pos {
	fn := e.function(v.Pos())
	if fn == nil {
		return token.NoPos
	}
	at, writes := token.NoPos, 0
	ast.Inspect(fn, func(n ast.Node) bool {
		as, ok := n.(*ast.AssignStmt)
		if !ok {
			return true
		}
		for i, l := range as.Lhs {
			id, isIdent := l.(*ast.Ident)
			if !isIdent || e.Info.ObjectOf(id) != v {
				continue
			}
			writes++
			if i == 0 && len(as.Rhs) == 1 {
				if c, isCall := as.Rhs[0].(*ast.CallExpr); isCall {
					at = e.named(c)
				}
			}
		}
		return true
	})
	if writes != 1 {
		return token.NoPos
	}
	return at
}

// keyText writes a key of a word and an id: "capture:" + evt.OrderID.
func keyText(word, id string) string {
	if word == "" {
		return id
	}
	return `"` + strings.ToLower(word) + `:" + ` + id
}
