package infra

import (
	"go/ast"
	"go/token"
)

// goUses is what the functions of a package do with its variables, found before
// anything is evaluated: a variable has a value only if nothing that is not seen
// can change it.
type goUses struct {
	defs map[*ast.Object][]goDef
	puts map[*ast.Object][]goPut
	// handed are variables given to code of which nothing is known; addressed,
	// those whose address is.
	handed, addressed map[*ast.Object]bool
	called            map[*ast.FuncDecl]bool
	// conditional are the calls that run sometimes, or several times.
	conditional map[*ast.CallExpr]bool
	named       map[*ast.FuncLit]bool // closures that have a name, and run where it is called
}

// goDef is one assignment to a variable. rhs is nil where the value is not
// known, and zero says that it is a declaration without one.
type goDef struct {
	rhs         ast.Expr
	index       int // of the results of rhs
	zero        bool
	conditional bool
}

// goPut is an assignment to a field or element of a variable. Both are nil
// where they are not known.
type goPut struct {
	field string
	key   ast.Expr
	rhs   ast.Expr
}

func (p *goProgram) usesOf() *goUses {
	u := &goUses{
		defs: map[*ast.Object][]goDef{}, puts: map[*ast.Object][]goPut{}, handed: map[*ast.Object]bool{}, addressed: map[*ast.Object]bool{},
		called: map[*ast.FuncDecl]bool{}, conditional: map[*ast.CallExpr]bool{}, named: map[*ast.FuncLit]bool{},
	}
	for _, src := range p.files {
		ast.Walk(&useVisitor{p: p, u: u}, src.file)
	}
	return u
}

// useVisitor notes uses. sometimes says that what it stands in runs sometimes.
type useVisitor struct {
	p         *goProgram
	u         *goUses
	sometimes bool
}

func (v *useVisitor) Visit(n ast.Node) ast.Visitor {
	under := &useVisitor{p: v.p, u: v.u, sometimes: true}
	switch n := n.(type) {
	case *ast.IfStmt:
		v.walk(v, n.Init, n.Cond)
		v.walk(under, n.Body, n.Else)
		return nil
	case *ast.ForStmt:
		v.walk(v, n.Init)
		v.walk(under, n.Cond, n.Post, n.Body)
		return nil
	case *ast.RangeStmt:
		v.define(n.Key, goDef{conditional: true})
		v.define(n.Value, goDef{conditional: true})
		v.walk(v, n.X)
		v.walk(under, n.Body)
		return nil
	case *ast.CaseClause, *ast.CommClause:
		return under
	case *ast.AssignStmt:
		v.assign(n)
	case *ast.IncDecStmt:
		v.assignTo(n.X, goDef{})
	case *ast.ValueSpec:
		v.declare(n)
	case *ast.CallExpr:
		v.call(n)
	}
	return v
}

// walk visits nodes, leaving out those that are not there.
func (v *useVisitor) walk(with *useVisitor, nodes ...ast.Node) {
	for _, n := range nodes {
		switch x := n.(type) {
		case nil:
		case *ast.BlockStmt:
			if x != nil {
				ast.Walk(with, x)
			}
		default:
			ast.Walk(with, n)
		}
	}
}

func (v *useVisitor) assign(n *ast.AssignStmt) {
	for i, left := range n.Lhs {
		def := goDef{conditional: v.sometimes}
		switch {
		case n.Tok != token.ASSIGN && n.Tok != token.DEFINE: // +=
		case len(n.Rhs) == len(n.Lhs):
			def.rhs = n.Rhs[i]
		case len(n.Rhs) == 1:
			def.rhs, def.index = n.Rhs[0], i
		}
		v.assignTo(left, def)
	}
	for _, right := range n.Rhs {
		v.hand(right) // two names for one thing
	}
}

// assignTo notes an assignment to a variable, or to a part of one.
func (v *useVisitor) assignTo(left ast.Expr, def goDef) {
	put, isPut := goPut{rhs: def.rhs}, false
	if def.index > 0 {
		put.rhs = nil
	}
	for {
		switch x := ast.Unparen(left).(type) {
		case *ast.SelectorExpr:
			put.field, put.key, isPut, left = x.Sel.Name, nil, true, x.X
			continue
		case *ast.IndexExpr:
			put.field, put.key, isPut, left = "", x.Index, true, x.X
			continue
		case *ast.StarExpr:
			isPut, left = true, x.X
			continue
		case *ast.Ident:
			if obj := v.p.object(x); obj != nil && isPut {
				v.u.puts[obj] = append(v.u.puts[obj], put)
				return
			}
			v.define(x, def)
		}
		return
	}
}

func (v *useVisitor) define(e ast.Expr, def goDef) {
	if id, ok := e.(*ast.Ident); ok {
		if obj := v.p.object(id); obj != nil {
			v.u.defs[obj] = append(v.u.defs[obj], def)
		}
		if lit, ok := def.rhs.(*ast.FuncLit); ok {
			v.u.named[lit] = true
		}
	}
}

func (v *useVisitor) declare(n *ast.ValueSpec) {
	for i, name := range n.Names {
		def := goDef{conditional: v.sometimes}
		switch {
		case len(n.Values) == len(n.Names):
			def.rhs = n.Values[i]
		case len(n.Values) == 1:
			def.rhs, def.index = n.Values[0], i
		case name.Obj != nil && name.Obj.Kind == ast.Var:
			def.zero = true
		}
		v.define(name, def)
	}
	for _, x := range n.Values {
		v.hand(x)
	}
}

// call notes who is called, and what is given to code that may change it. The
// libraries do not change what they are given.
func (v *useVisitor) call(n *ast.CallExpr) {
	if v.sometimes {
		v.u.conditional[n] = true
	}
	switch fn := ast.Unparen(n.Fun).(type) {
	case *ast.Ident:
		if obj := v.p.object(fn); obj != nil && obj.Kind == ast.Fun {
			if decl, ok := obj.Decl.(*ast.FuncDecl); ok {
				v.u.called[decl] = true
			}
		}
	case *ast.SelectorExpr:
		v.applied(fn, n.Args)
		for name, decl := range v.p.methods {
			if decl.Name.Name == fn.Sel.Name && name != "" {
				v.u.called[decl] = true
			}
		}
	}
	library, name, _ := v.p.imported(n.Fun)
	if library != "" && !(library == "encoding/json" && name != "Marshal" && name != "MarshalIndent") {
		return
	}
	for _, arg := range n.Args {
		v.hand(arg)
	}
}

// applied notes closures that run with the value of an output.
func (v *useVisitor) applied(fn *ast.SelectorExpr, args []ast.Expr) {
	for _, arg := range args {
		if lit, ok := arg.(*ast.FuncLit); ok && isApply(fn.Sel.Name) {
			v.u.named[lit] = true
		}
	}
}

func (v *useVisitor) hand(e ast.Expr) {
	set := v.u.handed
	e = ast.Unparen(e)
	if x, ok := e.(*ast.UnaryExpr); ok && x.Op == token.AND {
		e, set = ast.Unparen(x.X), v.u.addressed
	}
	if id, ok := e.(*ast.Ident); ok {
		if obj := v.p.object(id); obj != nil {
			set[obj] = true
		}
	}
}
