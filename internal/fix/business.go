package fix

import (
	"go/ast"
	"go/token"
	"go/types"
	"regexp"
	"strings"

	"github.com/idemlint/idemlint/internal/finding"
)

var (
	// idName matches the names of what identifies one thing.
	idName = regexp.MustCompile(`(?i)(id|uuid|key|ref|reference|number)$`)
	// whose matches the names of ids that many operations share.
	whose = regexp.MustCompile(`(?i)(tenant|customer|user|account|merchant|org|organi[sz]ation|shop|store|seller|buyer|owner|client|trace|span|correlation|session|currency|product|sku|item|plan|price|device|parent|region|version|type)_?(id|uuid|key|ref|reference|number)$`)
)

// businessID is the only business id that the code at a position can name before
// it: an expression of type string. Limit is where the id's variable must not have
// been declared before: the loop around.
func (e *editor) businessID(before token.Pos) (expr string, ok bool) {
	var found []string
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
	if len(found) != 1 {
		return "", false
	}
	return found[0], true
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

// idsIn are the business ids that a variable holds, as expressions.
func (e *editor) idsIn(v *types.Var) []string {
	k, ok := e.knownOf(v)
	if !ok {
		return nil
	}
	if !k.Whole {
		if isText(v.Type()) && idName.MatchString(v.Name()) && !whose.MatchString(v.Name()) {
			return []string{v.Name()}
		}
		return nil
	}
	t := v.Type()
	if p, isPointer := t.Underlying().(*types.Pointer); isPointer {
		t = p.Elem()
	}
	st, isStruct := t.Underlying().(*types.Struct)
	if !isStruct {
		return nil
	}
	var ids []string
	for f := range st.Fields() {
		if isText(f.Type()) && (f.Exported() || f.Pkg() == e.Pkg) && idName.MatchString(f.Name()) && !whose.MatchString(f.Name()) {
			ids = append(ids, v.Name()+"."+f.Name())
		}
	}
	return ids
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

// quote writes a key of a word and an id: "capture:" + evt.OrderID.
func keyText(word, id string) string {
	if word == "" {
		return id
	}
	return `"` + strings.ToLower(word) + `:" + ` + id
}
