package infra

import (
	"errors"
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
)

// This file finds Go programs that define infrastructure with the AWS CDK or
// Pulumi. They are read like any other file of definitions: as syntax, without
// types, one directory at a time. They are other programs than the consumers
// whose queues they define, so the model of one program cannot see them.

// constructWords are in every file that imports one of the libraries.
var constructWords = []string{"github.com/aws/aws-cdk-go/", "github.com/pulumi/pulumi"}

func isGoFile(base string) bool {
	return path.Ext(base) == ".go" && !strings.HasSuffix(base, "_test.go")
}

// noteGoModule remembers whether a module requires one of the libraries: no Go
// file of another module is opened.
func (r *reader) noteGoModule(file string) {
	data, err := os.ReadFile(r.full(file))
	r.goModules[path.Dir(file)] = err == nil && containsAny(data, constructWords...)
}

// mayConstruct reports whether a Go file is in a module that requires one of
// the libraries.
func (r *reader) mayConstruct(file string) bool {
	for dir := path.Dir(file); ; dir = path.Dir(dir) {
		if requires, ok := r.goModules[dir]; ok || dir == "." {
			return requires
		}
	}
}

// readGo notes the directory of a file that imports one of the libraries: what
// its constants and helpers say stands in the other files.
func (r *reader) readGo(file string, data []byte) {
	if dir := path.Dir(file); containsAny(data, constructWords...) && !slices.Contains(r.goDirs, dir) {
		r.goDirs = append(r.goDirs, dir)
	}
}

func (r *reader) finishGo() {
	for _, dir := range r.goDirs {
		r.guard(dir, func() {
			if p := r.parseGo(dir); len(p.files) > 0 {
				p.define()
			}
		})
	}
}

// goSource is one file: its imports by the name they have there.
type goSource struct {
	name    string
	file    *ast.File
	imports map[string]string
}

// goProgram is the Go package of one directory.
type goProgram struct {
	r       *reader
	dir     string
	base    string // where the program runs: paths are relative to it
	fset    *token.FileSet
	files   []*goSource
	names   map[string]*ast.Object // declared at package level
	methods map[string]*ast.FuncDecl
	uses    *goUses
	// addresses counts the constructs of each id.
	addresses map[string]int
	steps     int
	depth     int
	stack     []ast.Node // the functions that run
}

func (r *reader) parseGo(dir string) *goProgram {
	p := &goProgram{
		r: r, dir: dir, base: r.runsIn(dir), fset: token.NewFileSet(), names: map[string]*ast.Object{},
		methods: map[string]*ast.FuncDecl{}, addresses: map[string]int{},
	}
	entries, err := os.ReadDir(r.full(dir))
	if err != nil {
		r.warn(Place{File: dir, Line: 1}, "%v", err)
	}
	for _, e := range entries {
		if info, err := e.Info(); err == nil && info.Mode().IsRegular() && isGoFile(e.Name()) && info.Size() <= r.opts.MaxFileSize {
			p.parse(path.Join(dir, e.Name()))
		}
	}
	p.uses = p.usesOf()
	return p
}

// parse adds a file. One that is broken is named, for helpers that it has are
// then missing.
func (p *goProgram) parse(file string) {
	data, err := os.ReadFile(p.r.full(file))
	if err != nil {
		p.r.warn(Place{File: file, Line: 1}, "%v", err)
		return
	}
	// The parser's own resolution of names is enough: it knows nothing of other
	// packages, and neither does this reader. A type checker would evaluate
	// constants without bounds.
	f, err := parser.ParseFile(p.fset, file, data, 0)
	if err != nil {
		p.r.fault(file, goFault(file, err))
		return
	}
	src := &goSource{name: file, file: f, imports: map[string]string{}}
	for _, imp := range f.Imports {
		importPath := strings.Trim(imp.Path.Value, "`\"")
		name := packageName(importPath)
		if imp.Name != nil {
			name = imp.Name.Name
		}
		src.imports[name] = importPath
	}
	p.files = append(p.files, src)
	for name, obj := range f.Scope.Objects {
		if p.names[name] != nil { // one of two platforms: which is not known
			obj = ast.NewObj(ast.Bad, name)
		}
		p.names[name] = obj
	}
	for _, d := range f.Decls {
		if fn, ok := d.(*ast.FuncDecl); ok && fn.Recv != nil && len(fn.Recv.List) == 1 {
			p.methods[typeName(fn.Recv.List[0].Type)+"."+fn.Name.Name] = fn
		}
	}
}

func goFault(file string, err error) error {
	var list scanner.ErrorList
	if !errors.As(err, &list) || len(list) == 0 {
		return err
	}
	return &placedError{Place{File: file, Line: max(list[0].Pos.Line, 1), Column: max(list[0].Pos.Column, 1)}, errors.New(list[0].Msg)}
}

// runsIn is the directory that a program of dir is run in, "" if it is not
// known: that of the tool's own file, else its own.
func (r *reader) runsIn(dir string) string {
	for d := dir; ; d = path.Dir(d) {
		for _, name := range []string{"cdk.json", "Pulumi.yaml", "Pulumi.yml"} {
			if _, err := os.Stat(r.full(path.Join(d, name))); err == nil {
				return d
			}
		}
		if d == "." {
			return ""
		}
	}
}

var (
	majorVersion   = regexp.MustCompile(`/v\d+$`)
	pulumiProvider = regexp.MustCompile(`^github\.com/pulumi/pulumi-(aws|gcp)/sdk/(?:v\d+/)?go/(?:aws|gcp)/(\w+)$`)
	pulumiCore     = regexp.MustCompile(`^github\.com/pulumi/pulumi/sdk/(?:v\d+/)?go/pulumi$`)
)

// packageName is what a package is called where no import says otherwise.
func packageName(importPath string) string {
	if importPath == "github.com/aws/jsii-runtime-go" {
		return "jsii"
	}
	return path.Base(majorVersion.ReplaceAllString(importPath, ""))
}

// libraryName is how the tables of this reader call a package, "" for one that
// they do not have.
func libraryName(importPath string) string {
	if m := pulumiProvider.FindStringSubmatch(importPath); m != nil {
		return m[1] + "/" + m[2]
	}
	switch {
	case pulumiCore.MatchString(importPath):
		return "pulumi"
	case strings.HasPrefix(importPath, "github.com/aws/aws-cdk-go/"):
		return "cdk/" + packageName(importPath)
	case importPath == "github.com/aws/jsii-runtime-go":
		return "jsii"
	case importPath == "fmt", importPath == "path", importPath == "path/filepath", importPath == "encoding/json", importPath == "os":
		return importPath
	}
	return ""
}

func (p *goProgram) place(n ast.Node) Place {
	at := p.fset.Position(n.Pos())
	return Place{File: at.Filename, Line: at.Line, Column: at.Column}
}

// object is what a name stands for in this package.
func (p *goProgram) object(id *ast.Ident) *ast.Object {
	if id.Obj != nil {
		return id.Obj
	}
	return p.names[id.Name]
}

// imported returns the library and the name in it of a qualified name.
func (p *goProgram) imported(e ast.Expr) (library, name string, ok bool) {
	sel, isSel := ast.Unparen(e).(*ast.SelectorExpr)
	if !isSel {
		return "", "", false
	}
	id, isIdent := sel.X.(*ast.Ident)
	if !isIdent || p.object(id) != nil {
		return "", "", false
	}
	file := p.fset.Position(e.Pos()).Filename
	for _, src := range p.files {
		if src.name == file {
			importPath, found := src.imports[id.Name]
			return libraryName(importPath), sel.Sel.Name, found
		}
	}
	return "", "", false
}

// typeName is the name of a type of this package, "" for any other.
func typeName(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.Ident:
		return e.Name
	case *ast.StarExpr:
		return typeName(e.X)
	case *ast.ParenExpr:
		return typeName(e.X)
	case *ast.IndexExpr:
		return typeName(e.X)
	}
	return ""
}
