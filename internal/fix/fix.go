// Package fix turns the remedy of a finding into edits of the source, where the
// source proves that they are local and right.
//
// A fix is offered only if it needs no other change, compiles, and can be seen to
// mean the same on every path: one business id in scope and no second one, one
// place for the key, no step between that would be skipped. Else there is none, and
// the message says what to do.
package fix

import (
	"bytes"
	"go/ast"
	"go/token"
	"go/types"
	"os"
	"strings"

	"golang.org/x/tools/go/ast/astutil"

	"github.com/idemlint/idemlint/internal/finding"
)

// Source is a package's source with its types.
type Source struct {
	Fset  *token.FileSet
	Files []*ast.File
	Pkg   *types.Package
	Info  *types.Info
}

// Of returns the fix of a finding, or none. The place that has to be changed must
// be in the source.
func (s Source) Of(f *finding.Finding) []finding.Fix {
	r := f.Remedy
	if r == nil || s.Pkg == nil || s.Info == nil {
		return nil
	}
	file := s.file(r.Place.File)
	if file == nil || finding.Generated(file) {
		return nil
	}
	at := s.pos(file, r.Place)
	if !at.IsValid() {
		return nil
	}
	path, _ := astutil.PathEnclosingInterval(file, at, at)
	e := &editor{Source: s, file: file, at: at, path: path, remedy: r}
	var fix *finding.Fix
	switch r.Do {
	case finding.AddKey:
		fix = e.addKey()
	case finding.ReplaceKey:
		fix = e.replaceKey()
	case finding.MoveAck:
		fix = e.moveAck()
	}
	if fix == nil {
		return nil
	}
	return []finding.Fix{*fix}
}

func (s Source) file(name string) *ast.File {
	for _, f := range s.Files {
		if tf := s.Fset.File(f.FileStart); tf != nil && tf.Name() == name {
			return f
		}
	}
	return nil
}

// pos is the position of a place in a file.
func (s Source) pos(file *ast.File, p finding.Place) token.Pos {
	tf := s.Fset.File(file.FileStart)
	if tf == nil || tf.Name() != p.File || p.Line < 1 || p.Line > tf.LineCount() || p.Column < 1 {
		return token.NoPos
	}
	pos := tf.LineStart(p.Line) + token.Pos(p.Column-1)
	if int(pos) > tf.Base()+tf.Size() {
		return token.NoPos
	}
	return pos
}

// is reports whether a position is that of a place.
func (s Source) is(pos token.Pos, p finding.Place) bool {
	at := s.Fset.PositionFor(pos, false)
	return at.Filename == p.File && at.Line == p.Line && at.Column == p.Column
}

// An editor makes the edits of one finding.
type editor struct {
	Source
	file   *ast.File
	at     token.Pos
	path   []ast.Node // from the place outwards
	remedy *finding.Remedy
}

// insert is an edit that puts text before a position.
func (e *editor) insert(pos token.Pos, text string) finding.Edit { return e.replace(pos, pos, text) }

// replace keeps the ends of lines as the file has them.
func (e *editor) replace(from, to token.Pos, text string) finding.Edit {
	a, b := e.Fset.PositionFor(from, false), e.Fset.PositionFor(to, false)
	if strings.Contains(text, "\n") && e.endsWithCR(a.Filename) {
		text = strings.ReplaceAll(text, "\n", "\r\n")
	}
	return finding.Edit{File: a.Filename, Start: a.Offset, End: b.Offset, New: text}
}

// endsWithCR reports whether the lines of a file end with \r\n.
func (e *editor) endsWithCR(name string) bool {
	src, err := os.ReadFile(name)
	return err == nil && bytes.Contains(src, []byte("\r\n"))
}

// indent is what stands before a statement on its line, as gofmt writes it.
func (e *editor) indent(pos token.Pos) string {
	column := e.Fset.PositionFor(pos, false).Column
	tabs := make([]byte, column-1)
	for i := range tabs {
		tabs[i] = '\t'
	}
	return string(tabs)
}

// call is the call that the place names: by its function's name, or its
// parenthesis.
func (e *editor) call() *ast.CallExpr {
	for _, n := range e.path {
		c, ok := n.(*ast.CallExpr)
		if !ok {
			continue
		}
		if e.named(c) == e.at || c.Lparen == e.at || c.Pos() == e.at {
			return c
		}
	}
	return nil
}

// named is where the name of what is called stands.
func (e *editor) named(c *ast.CallExpr) token.Pos {
	switch fun := ast.Unparen(c.Fun).(type) {
	case *ast.SelectorExpr:
		return fun.Sel.Pos()
	case *ast.IndexExpr:
		return fun.X.Pos()
	}
	return c.Fun.Pos()
}

// statement is the innermost statement of the path that stands in a list of
// statements, and the list.
func (e *editor) statement() (ast.Stmt, []ast.Stmt) {
	for i := 0; i+1 < len(e.path); i++ {
		st, ok := e.path[i].(ast.Stmt)
		if !ok {
			continue
		}
		var list []ast.Stmt
		switch parent := e.path[i+1].(type) {
		case *ast.BlockStmt:
			list = parent.List
		case *ast.CaseClause:
			list = parent.Body
		case *ast.CommClause:
			list = parent.Body
		}
		for _, s := range list {
			if s == st {
				return st, list
			}
		}
	}
	return nil, nil
}
