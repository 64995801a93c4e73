package load

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/packages"
)

// repair makes a package with type errors fit for analysis. The bodies of the
// functions the errors touch are removed, as if they were written in assembly,
// and so are the initial values of such variables; what is left is sound, and
// the package is no longer flagged as ill typed. A package that imports an ill
// typed one is sound apart from what it uses of it.
//
// The errors themselves stay in pkg.Errors.
func repair(pkg *packages.Package) {
	if !pkg.IllTyped || pkg.TypesInfo == nil || pkg.Types == nil {
		return
	}
	r := &repairer{info: pkg.TypesInfo, invalid: make(map[types.Type]bool)}
	for _, e := range pkg.TypeErrors {
		r.errors = append(r.errors, e.Pos)
	}
	for _, file := range pkg.Syntax {
		for _, decl := range file.Decls {
			if fn, ok := decl.(*ast.FuncDecl); ok && fn.Body != nil && r.unsound(fn) {
				fn.Body = nil
			}
		}
	}
	r.info.InitOrder = slices.DeleteFunc(r.info.InitOrder, func(init *types.Initializer) bool {
		return r.unsound(init.Rhs)
	})
	pkg.IllTyped = false
}

type repairer struct {
	info    *types.Info
	errors  []token.Pos
	invalid map[types.Type]bool
}

// unsound reports whether the type checker could not make sense of a part of
// the node.
func (r *repairer) unsound(node ast.Node) bool {
	for _, pos := range r.errors {
		if node.Pos() <= pos && pos < node.End() {
			return true
		}
	}
	bad := false
	ast.Inspect(node, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BadDecl, *ast.BadExpr, *ast.BadStmt:
			bad = true
		case *ast.Ident:
			bad = bad || !r.resolved(n)
		}
		if e, ok := n.(ast.Expr); ok {
			if tv, ok := r.info.Types[e]; ok && r.isInvalid(tv.Type) {
				bad = true
			}
		}
		return !bad
	})
	return bad
}

// resolved reports whether the identifier denotes something with a valid type.
func (r *repairer) resolved(id *ast.Ident) bool {
	if id.Name == "_" {
		return true
	}
	obj, ok := r.info.Uses[id]
	if !ok {
		obj, ok = r.info.Defs[id]
	}
	switch obj.(type) {
	case *types.Var, *types.Const, *types.Func, *types.TypeName:
		return !r.isInvalid(obj.Type())
	}
	return ok // packages, labels and built-in functions have no type
}

// isInvalid reports whether a part of t is invalid. It does not look into the
// fields and methods of named types: whoever uses them names them.
func (r *repairer) isInvalid(t types.Type) bool {
	if t == nil {
		return false
	}
	if bad, ok := r.invalid[t]; ok {
		return bad
	}
	r.invalid[t] = false // until shown otherwise; breaks cycles
	bad := false
	switch t := t.(type) {
	case *types.Basic:
		bad = t.Kind() == types.Invalid
	case *types.Alias:
		bad = r.isInvalid(types.Unalias(t))
	case *types.Named:
		if basic, ok := t.Underlying().(*types.Basic); ok {
			bad = basic.Kind() == types.Invalid
		}
		for arg := range t.TypeArgs().Types() {
			bad = bad || r.isInvalid(arg)
		}
	case *types.Pointer:
		bad = r.isInvalid(t.Elem())
	case *types.Slice:
		bad = r.isInvalid(t.Elem())
	case *types.Array:
		bad = r.isInvalid(t.Elem())
	case *types.Chan:
		bad = r.isInvalid(t.Elem())
	case *types.Map:
		bad = r.isInvalid(t.Key()) || r.isInvalid(t.Elem())
	case *types.Signature:
		bad = r.isInvalid(t.Params()) || r.isInvalid(t.Results())
	case *types.Tuple:
		for v := range t.Variables() {
			bad = bad || r.isInvalid(v.Type())
		}
	case *types.Struct:
		for f := range t.Fields() {
			bad = bad || r.isInvalid(f.Type())
		}
	}
	r.invalid[t] = bad
	return bad
}
