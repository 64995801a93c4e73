package finding

import (
	"go/ast"
	"go/parser"
	"go/token"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/tools/go/analysis"
)

func TestReport(t *testing.T) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "/src/shop/main.go", "package main\n\nfunc main() {\n\tcharge()\n}\n", 0)
	require.NoError(t, err)
	const elsewhere = "/src/shop/pay/pay.go"
	for _, tt := range []struct {
		name    string
		at      Place
		path    []Place
		line    int
		message string
	}{
		{"in the package", Place{File: "/src/shop/main.go", Line: 4, Column: 2}, nil, 4, "IDM001 no key"},
		{"reached from the package", Place{File: elsewhere, Line: 9}, []Place{{File: "/src/shop/main.go", Line: 3}}, 3, "IDM001 pay/pay.go:9: no key"},
		{"only wired here", Place{File: elsewhere, Line: 9}, []Place{{File: elsewhere, Line: 9}}, 1, "IDM001 pay/pay.go:9: no key"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var got []analysis.Diagnostic
			pass := &analysis.Pass{Fset: fset, Files: []*ast.File{file}, Report: func(d analysis.Diagnostic) { got = append(got, d) }}
			Report(pass, Finding{Rule: "IDM001", Message: "no key", File: tt.at.File, Line: tt.at.Line, Column: tt.at.Column, Path: tt.path})
			require.Len(t, got, 1)
			require.Equal(t, tt.line, fset.Position(got[0].Pos).Line)
			require.Equal(t, tt.message, got[0].Message)
		})
	}
}
