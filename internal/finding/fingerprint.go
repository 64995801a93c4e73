package finding

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path"
	"path/filepath"
	"regexp"
	"strings"
)

// Group returns a name for the finding that stays the same when lines move,
// locals are renamed, other handlers reach the same place, or a library is
// upgraded: it is made of the rule, the declaration the finding stands in
// ("" where there is none), its package's directory relative to root, and the
// subject. Neither the handler nor the message is part of it: one place that
// several handlers reach is reported with the handler whose name comes first.
func Group(f *Finding, root, decl string) string {
	file := f.File
	if rel, err := filepath.Rel(root, f.File); err == nil {
		file = rel
	}
	file = filepath.ToSlash(file)
	if decl != "" {
		file = path.Dir(file) // a declaration may move to another file of its package
	}
	h := sha256.New()
	for _, part := range []string{f.Rule, file, decl, majorVersion.ReplaceAllString(f.Subject, "$1")} {
		fmt.Fprintf(h, "%d:%s\n", len(part), part)
	}
	return hex.EncodeToString(h.Sum(nil)[:16])
}

var majorVersion = regexp.MustCompile(`/v[0-9]+([./)]|$)`)

// SetFingerprints fingerprints the findings, which must be sorted: the
// fingerprint is the name of the finding's group, followed by its number among
// those of the group from the second on.
func SetFingerprints(fs []Finding, root string) {
	seen := make(map[string]int)
	files := make(map[string]*declarations)
	for i := range fs {
		f := &fs[i]
		if files[f.File] == nil {
			files[f.File] = declarationsOf(f.File)
		}
		f.Fingerprint = Group(f, root, files[f.File].at(f.Line))
		seen[f.Fingerprint]++
		if n := seen[f.Fingerprint]; n > 1 {
			f.Fingerprint = fmt.Sprintf("%s-%d", f.Fingerprint, n)
		}
	}
}

// GroupOf returns the name of the group a fingerprint belongs to.
func GroupOf(fingerprint string) string {
	group, _, _ := strings.Cut(fingerprint, "-")
	return group
}

// declarations are the top-level declarations of a file.
type declarations struct {
	fset *token.FileSet
	file *ast.File
}

// declarationsOf reads a Go file; of another, or one that cannot be read, it
// knows no declarations.
func declarationsOf(name string) *declarations {
	d := &declarations{fset: token.NewFileSet(), file: new(ast.File)}
	if strings.HasSuffix(name, ".go") {
		if file, _ := parser.ParseFile(d.fset, name, nil, parser.ParseComments|parser.SkipObjectResolution); file != nil {
			d.file = file
		}
	}
	return d
}

// at returns the name of the declaration that the line belongs to: Handle,
// (*Consumer).Handle, or the names that a var declares.
func (d *declarations) at(line int) string {
	for _, decl := range d.file.Decls {
		switch decl := decl.(type) {
		case *ast.FuncDecl:
			if d.holds(decl, decl.Doc, line) {
				return funcName(decl)
			}
		case *ast.GenDecl:
			for _, spec := range decl.Specs {
				switch spec := spec.(type) {
				case *ast.ValueSpec:
					if d.holds(spec, spec.Doc, line) {
						return names(spec.Names)
					}
				case *ast.TypeSpec:
					if d.holds(spec, spec.Doc, line) {
						return spec.Name.Name
					}
				}
			}
		}
	}
	return ""
}

// holds reports whether a line belongs to a node or its doc comment.
func (d *declarations) holds(n ast.Node, doc *ast.CommentGroup, line int) bool {
	from := n.Pos()
	if doc != nil {
		from = doc.Pos()
	}
	return d.fset.PositionFor(from, false).Line <= line && line <= d.fset.PositionFor(n.End(), false).Line
}

// funcName names a function with the type it is a method of.
func funcName(fn *ast.FuncDecl) string {
	if fn.Recv == nil || len(fn.Recv.List) == 0 {
		return fn.Name.Name
	}
	typ, star := fn.Recv.List[0].Type, ""
	for {
		switch t := typ.(type) {
		case *ast.StarExpr:
			typ, star = t.X, "*"
		case *ast.ParenExpr:
			typ = t.X
		case *ast.IndexExpr:
			typ = t.X
		case *ast.IndexListExpr:
			typ = t.X
		case *ast.Ident:
			return "(" + star + t.Name + ")." + fn.Name.Name
		default:
			return fn.Name.Name
		}
	}
}

func names(ids []*ast.Ident) string {
	var all []string
	for _, id := range ids {
		all = append(all, id.Name)
	}
	return strings.Join(all, ", ")
}

// Bare returns the last name of a call as it is written: those before it may
// be names of locals.
func Bare(call string) string { return call[strings.LastIndex(call, ".")+1:] }
