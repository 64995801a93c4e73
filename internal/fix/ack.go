package fix

import (
	"go/ast"
	"go/format"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/idemlint/idemlint/internal/finding"
)

// moveAck puts an ack behind the last step of its block. What is left out between
// because of an error is delivered again, as it should be; anything else that leaves
// the block early would lose its ack, and then there is no fix.
func (e *editor) moveAck() *finding.Fix {
	st, list := e.statement()
	ack, ok := st.(*ast.ExprStmt)
	if !ok {
		return nil
	}
	call, ok := ack.X.(*ast.CallExpr)
	if !ok || e.call() != call {
		return nil
	}
	from := 0
	for list[from] != st {
		from++
	}
	last := -1
	for i := from + 1; i < len(list); i++ {
		if e.hasStep(list[i]) {
			last = i
		}
	}
	if last < 0 {
		return nil
	}
	if last+1 < len(list) && leavesOnError(list[last+1]) && !leavesOnError(list[last]) {
		last++
	}
	first := slices.IndexFunc(list[from+1:], e.hasStep) + from + 1
	for i := from + 1; i < first; i++ {
		if leaves(list[i]) {
			return nil // what is refused here was acked, and would come again for ever
		}
	}
	for i := from + 1; i <= last; i++ {
		checked := leavesOnError(list[i]) || i < last && leavesOnError(list[i+1])
		if e.hasStep(list[i]) && !checked || !leavesOnError(list[i]) && leaves(list[i]) || e.changes(list[i], call) {
			return nil
		}
	}
	if e.Fset.PositionFor(ack.Pos(), false).Line == e.Fset.PositionFor(list[from+1].Pos(), false).Line {
		return nil
	}
	tf := e.Fset.File(ack.Pos())
	line := e.Fset.PositionFor(ack.Pos(), false).Line
	if e.Fset.PositionFor(ack.End(), false).Line != line || line >= tf.LineCount() {
		return nil
	}
	text, ok := e.text(ack)
	if !ok || e.commented(line) || e.commented(line-1) || e.needsNack(st) {
		return nil
	}
	return &finding.Fix{Message: "ack behind the last step", Edits: []finding.Edit{
		e.replace(tf.LineStart(line), tf.LineStart(line+1), ""),
		e.insert(list[last].End(), "\n"+e.indent(ack.Pos())+text),
	}}
}

// needsNack reports whether the broker gives an unacked message to nobody else as
// long as the channel is open, and the function refuses none.
func (e *editor) needsNack(ack ast.Stmt) bool {
	amqp, refuses := false, false
	ast.Inspect(e.function(ack.Pos()), func(n ast.Node) bool {
		sel, ok := n.(*ast.SelectorExpr)
		if !ok {
			return true
		}
		if fn, isFunc := e.Info.Uses[sel.Sel].(*types.Func); isFunc && fn.Pkg() != nil && strings.Contains(fn.Pkg().Path(), "amqp") {
			amqp = amqp || fn.Name() == "Ack"
			refuses = refuses || fn.Name() == "Nack" || fn.Name() == "Reject"
		}
		return true
	})
	return amqp && !refuses
}

// hasStep reports whether a statement makes one of the calls that the ack has to
// follow.
func (e *editor) hasStep(st ast.Stmt) bool {
	a, b := e.Fset.PositionFor(st.Pos(), false), e.Fset.PositionFor(st.End(), false)
	for _, p := range e.remedy.Steps {
		if p.File == a.Filename && a.Line <= p.Line && p.Line <= b.Line {
			return true
		}
	}
	return false
}

// leavesOnError reports whether a statement is a test for an error, in whose branch
// the block is left.
func leavesOnError(st ast.Stmt) bool {
	test, ok := st.(*ast.IfStmt)
	if !ok || test.Else != nil || len(test.Body.List) == 0 {
		return false
	}
	cond, ok := test.Cond.(*ast.BinaryExpr)
	if !ok || cond.Op != token.NEQ || !isNil(cond.Y) {
		return false
	}
	switch last := test.Body.List[len(test.Body.List)-1].(type) {
	case *ast.ReturnStmt:
		return true
	case *ast.BranchStmt:
		return last.Tok == token.CONTINUE && last.Label == nil
	}
	return false
}

func isNil(x ast.Expr) bool {
	id, ok := x.(*ast.Ident)
	return ok && id.Name == "nil"
}

// leaves reports whether a statement may leave the block it stands in.
func leaves(st ast.Stmt) bool {
	found := false
	ast.Inspect(st, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.ReturnStmt, *ast.BranchStmt, *ast.GoStmt, *ast.DeferStmt:
			found = true
		case *ast.CallExpr:
			if id, ok := n.Fun.(*ast.Ident); ok && id.Name == "panic" {
				found = true
			}
		}
		return !found
	})
	return found
}

// changes reports whether a statement assigns to, or hides, a variable that the
// call names.
func (e *editor) changes(st ast.Stmt, call *ast.CallExpr) bool {
	names := map[string]bool{}
	ast.Inspect(call, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			names[id.Name] = true
		}
		return true
	})
	found := false
	ast.Inspect(st, func(n ast.Node) bool {
		if as, ok := n.(*ast.AssignStmt); ok {
			for _, l := range as.Lhs {
				if id, isIdent := l.(*ast.Ident); isIdent && names[id.Name] {
					found = true
				}
			}
		}
		return !found
	})
	return found
}

// commented reports whether a comment stands on a line.
func (e *editor) commented(line int) bool {
	for _, group := range e.file.Comments {
		for _, c := range group.List {
			if e.Fset.PositionFor(c.Pos(), false).Line <= line && line <= e.Fset.PositionFor(c.End(), false).Line {
				return true
			}
		}
	}
	return false
}

// text is a node as gofmt writes it.
func (e *editor) text(n ast.Node) (string, bool) {
	var b strings.Builder
	err := format.Node(&b, e.Fset, n)
	return b.String(), err == nil && !strings.Contains(b.String(), "\n")
}
