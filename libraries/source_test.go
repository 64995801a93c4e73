package libraries_test

import (
	"bytes"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"runtime"
	"sync"
	"testing"

	"golang.org/x/tools/go/gcexportdata"
	"golang.org/x/tools/go/packages"
)

// loaded holds the packages that the documents name, and those of the fixtures
// that use them: what both tests need is type-checked once.
var loaded = sync.OnceValues(func() ([]*packages.Package, error) {
	c, err := readCatalog()
	if err != nil {
		return nil, err
	}
	return loadSource(append(c.Packages(), "./libraries/...")...)
})

// loadAll returns the packages that the documents name, and those of the
// fixtures that use them. An error in one of those it returns, or a package
// they import that cannot be listed, fails the test; that others have type
// errors does not matter as long as what is looked for is there.
func loadAll(t *testing.T) (named, uses []*packages.Package) {
	t.Helper()
	roots, err := loaded()
	if err != nil {
		t.Fatal(err)
	}
	packages.Visit(roots, nil, func(p *packages.Package) {
		for _, err := range p.Errors {
			t.Errorf("%s: %v", p.PkgPath, err)
		}
	})
	for _, p := range roots {
		for _, err := range p.TypeErrors {
			t.Errorf("%s: %v", p.PkgPath, err)
		}
		if isFixture(p) {
			uses = append(uses, p)
		} else {
			named = append(named, p)
		}
	}
	return named, uses
}

func isFixture(p *packages.Package) bool { return p.Module != nil && p.Module.Main }

// loadSource type-checks the packages that patterns name in the fixtures'
// module, and all they import, from source. Export data would tell the same,
// but the go command compiles whatever it has none of, and compiling some
// thousand packages takes longer than a test may.
//
// Packages of the fixtures' module come with syntax, types of expressions and
// function bodies.
func loadSource(patterns ...string) ([]*packages.Package, error) {
	roots, err := packages.Load(&packages.Config{
		Dir: fixtures,
		// One library is cgo, and has no files where there is no C compiler.
		Env: append(os.Environ(), "CGO_ENABLED=1"),
		// Nothing that takes a build: no NeedExportFile, and no
		// NeedCompiledGoFiles, which runs cgo.
		Mode: packages.NeedName | packages.NeedFiles | packages.NeedImports | packages.NeedDeps | packages.NeedModule,
	}, patterns...)
	if err != nil {
		return nil, err
	}
	if len(roots) == 0 {
		return nil, fmt.Errorf("nothing was loaded: run go mod tidy in %s", fixtures)
	}
	s := &source{
		fset:   token.NewFileSet(),
		sizes:  types.SizesFor("gc", runtime.GOARCH),
		checks: make(map[*packages.Package]func()),
		cpu:    make(chan struct{}, runtime.GOMAXPROCS(0)),
	}
	packages.Visit(roots, nil, func(p *packages.Package) {
		s.checks[p] = sync.OnceFunc(func() { s.check(p) })
	})
	var wg sync.WaitGroup
	for _, check := range s.checks {
		wg.Go(check)
	}
	wg.Wait()
	return roots, nil
}

// source type-checks packages, each once and after those it imports.
type source struct {
	fset   *token.FileSet
	sizes  types.Sizes
	checks map[*packages.Package]func()
	cpu    chan struct{} // holds a token for each running check
}

// check fills in the types of p. Syntax is not kept, there is too much of it,
// unless p belongs to the fixtures.
func (s *source) check(p *packages.Package) {
	p.Fset = s.fset
	if p.PkgPath == "unsafe" {
		p.Types = types.Unsafe
		return
	}
	for _, imported := range p.Imports {
		s.checks[imported]()
	}
	s.cpu <- struct{}{}
	defer func() { <-s.cpu }()

	fail := func(err error) {
		terr, ok := err.(types.Error)
		if !ok {
			terr = types.Error{Fset: s.fset, Msg: err.Error()}
		}
		p.TypeErrors = append(p.TypeErrors, terr)
	}
	var files []*ast.File
	for _, name := range p.GoFiles {
		file, err := parser.ParseFile(s.fset, name, nil, parser.SkipObjectResolution)
		if err != nil {
			fail(err)
		}
		if file != nil {
			files = append(files, file)
		}
	}
	cfg := types.Config{
		IgnoreFuncBodies: true,
		FakeImportC:      true,
		Sizes:            s.sizes,
		Importer:         importsOf{p},
		Error:            fail,
	}
	if p.Module != nil && p.Module.GoVersion != "" {
		cfg.GoVersion = "go" + p.Module.GoVersion
	}
	if isFixture(p) {
		cfg.IgnoreFuncBodies = false
		p.Syntax = files
		p.TypesInfo = &types.Info{
			Types: make(map[ast.Expr]types.TypeAndValue),
			Defs:  make(map[*ast.Ident]types.Object),
			Uses:  make(map[*ast.Ident]types.Object),
		}
	}
	p.Types = types.NewPackage(p.PkgPath, p.Name)
	// The error is the first of those that fail was told.
	_ = types.NewChecker(&cfg, s.fset, p.Types, p.TypesInfo).Files(files)
}

// importsOf resolves the imports of a package, which are checked by then.
type importsOf struct{ *packages.Package }

func (p importsOf) Import(path string) (*types.Package, error) {
	if imported := p.Imports[path]; imported != nil {
		return imported.Types, nil
	}
	return nil, errors.New("the go command does not list it")
}

// asImported returns the packages as those see them who import them, without
// what only they themselves can name.
func asImported(t *testing.T, pkgs []*packages.Package) []*types.Package {
	t.Helper()
	fset := token.NewFileSet()
	imports := make(map[string]*types.Package)
	var imported []*types.Package
	for _, p := range pkgs {
		var data bytes.Buffer
		if err := gcexportdata.Write(&data, p.Fset, p.Types); err != nil {
			t.Errorf("%s: %v", p.PkgPath, err)
			continue
		}
		pkg, err := gcexportdata.Read(&data, fset, imports, p.PkgPath)
		if err != nil {
			t.Errorf("%s: %v", p.PkgPath, err)
			continue
		}
		imported = append(imported, pkg)
	}
	return imported
}
