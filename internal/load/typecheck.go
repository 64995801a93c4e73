package load

import (
	"cmp"
	"errors"
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"go/types"
	"maps"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync"

	"golang.org/x/tools/go/packages"
)

// typecheck parses and type-checks the relevant packages of a selection and
// returns them. What they import from out of scope comes from export data, for
// which the go command compiles it unless it has done so before; the user's own
// packages, which change all the time, are never compiled.
func typecheck(env goEnvironment, q query, sel *selection) ([]*packages.Package, error) {
	src := sel.sources()
	c := &typechecker{
		fset:   token.NewFileSet(),
		sizes:  types.SizesFor("gc", env.arch),
		below:  make(map[string]*types.Package),
		causes: sel.causes,
		units:  make(map[string]*unit),
		cpu:    make(chan struct{}, runtime.GOMAXPROCS(0)),
	}
	if err := c.readExportData(env, q, outside(src)); err != nil {
		return nil, err
	}
	for id, p := range src {
		c.units[id] = &unit{Package: p, bodies: sel.relevant[id]}
	}
	var wg sync.WaitGroup
	var pkgs []*packages.Package
	for id, u := range c.units {
		wg.Go(func() { c.check(u) })
		if sel.relevant[id] {
			pkgs = append(pkgs, u.Package)
		}
	}
	wg.Wait()
	slices.SortFunc(pkgs, func(a, b *packages.Package) int { return cmp.Compare(a.ID, b.ID) })
	return pkgs, nil
}

// sources returns the packages to be type-checked from source: the relevant
// ones, and packages out of scope that import one of them, whose export data
// would speak of other types than ours.
func (sel *selection) sources() map[string]*packages.Package {
	src := make(map[string]*packages.Package)
	packages.Visit(sel.roots, nil, func(p *packages.Package) { // imports come first
		isSource := sel.relevant[p.ID]
		if sel.inScope[p.ID] == nil && !strings.HasSuffix(p.ID, ".test") {
			for _, imp := range p.Imports {
				isSource = isSource || src[imp.ID] != nil
			}
		}
		if isSource {
			src[p.ID] = p
		}
	})
	return src
}

// outside returns the paths of the packages that src imports from elsewhere.
func outside(src map[string]*packages.Package) []string {
	paths := make(map[string]bool)
	for _, p := range src {
		for _, imp := range p.Imports {
			if src[imp.ID] == nil && imp.PkgPath != "unsafe" {
				paths[imp.PkgPath] = true
			}
		}
	}
	return slices.Sorted(maps.Keys(paths))
}

// readExportData learns the types of the packages with these paths.
func (c *typechecker) readExportData(env goEnvironment, q query, paths []string) error {
	if len(paths) == 0 {
		return nil // no patterns would mean the current directory
	}
	pkgs, err := packages.Load(&packages.Config{
		Mode:       packages.NeedName | packages.NeedExportFile | packages.NeedTypes | packages.NeedImports,
		Dir:        q.dir,
		Env:        env.vars,
		BuildFlags: env.flags,
	}, paths...)
	if err != nil {
		return err
	}
	for _, p := range pkgs {
		c.below[p.PkgPath] = p.Types
		if len(p.Errors) > 0 && c.causes[p.PkgPath] == "" {
			c.causes[p.PkgPath] = p.Errors[0].Msg
		}
	}
	return nil
}

// A typechecker checks packages, each after those it imports.
type typechecker struct {
	fset   *token.FileSet
	sizes  types.Sizes
	below  map[string]*types.Package // from export data, by path
	causes map[string]string         // why a package cannot be imported, by path
	units  map[string]*unit          // by ID
	cpu    chan struct{}             // a token for each running check
}

type unit struct {
	*packages.Package
	once   sync.Once
	bodies bool // of functions are wanted
}

// check type-checks the package and what it imports, once.
func (c *typechecker) check(u *unit) {
	u.once.Do(func() {
		for _, imp := range u.Imports {
			if dep := c.units[imp.ID]; dep != nil {
				c.check(dep)
			}
		}
		c.cpu <- struct{}{}
		defer func() { <-c.cpu }()
		c.checkOne(u)
	})
}

// checkOne fills in the package's syntax and types.
func (c *typechecker) checkOne(u *unit) {
	p := u.Package
	p.Fset, p.TypesSizes = c.fset, c.sizes
	p.CompiledGoFiles = p.GoFiles
	// What the go command found wrong is found again below, with better
	// positions, unless there is nothing to parse.
	if len(p.GoFiles) > 0 {
		p.Errors = nil
	}
	usesC := false
	for _, name := range p.GoFiles {
		file, err := c.parse(name)
		if err != nil {
			p.Errors = append(p.Errors, parseErrors(name, err)...)
		}
		if file == nil {
			continue
		}
		p.Syntax = append(p.Syntax, file)
		usesC = usesC || slices.ContainsFunc(file.Imports, func(i *ast.ImportSpec) bool { return i.Path.Value == `"C"` })
	}
	p.Types = types.NewPackage(p.PkgPath, p.Name)
	p.TypesInfo = &types.Info{
		Types:        make(map[ast.Expr]types.TypeAndValue),
		Defs:         make(map[*ast.Ident]types.Object),
		Uses:         make(map[*ast.Ident]types.Object),
		Implicits:    make(map[ast.Node]types.Object),
		Instances:    make(map[*ast.Ident]types.Instance),
		Scopes:       make(map[ast.Node]*types.Scope),
		Selections:   make(map[*ast.SelectorExpr]*types.Selection),
		FileVersions: make(map[*ast.File]string),
	}
	config := types.Config{
		Importer:         importer{c, p},
		IgnoreFuncBodies: !u.bodies,
		FakeImportC:      true,
		Sizes:            c.sizes,
		Error: func(err error) {
			terr := err.(types.Error)
			p.TypeErrors = append(p.TypeErrors, terr)
			p.Errors = append(p.Errors, packages.Error{
				Pos:  c.fset.Position(terr.Pos).String(),
				Msg:  terr.Msg,
				Kind: packages.TypeError,
			})
		},
	}
	if p.Module != nil && p.Module.GoVersion != "" {
		config.GoVersion = "go" + p.Module.GoVersion
	}
	err := types.NewChecker(&config, c.fset, p.Types, p.TypesInfo).Files(p.Syntax)
	if err != nil && len(p.Errors) == 0 {
		p.Errors = append(p.Errors, packages.Error{Pos: "-", Msg: err.Error(), Kind: packages.TypeError})
	}
	// The type checker passes over a file of another package's name, having said so.
	p.Syntax = slices.DeleteFunc(p.Syntax, func(f *ast.File) bool { return f.Name.Name != p.Types.Name() })
	// What comes from C has no types here; repair removes what uses it.
	p.IllTyped = len(p.Errors) > 0 || usesC
	for _, imp := range p.Imports {
		if dep := c.units[imp.ID]; dep != nil && dep.IllTyped {
			p.IllTyped = true
		}
	}
}

func (c *typechecker) parse(name string) (*ast.File, error) {
	src, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	return parser.ParseFile(c.fset, name, src, parser.AllErrors|parser.ParseComments|parser.SkipObjectResolution)
}

func parseErrors(name string, err error) []packages.Error {
	list, ok := err.(scanner.ErrorList)
	if !ok {
		return []packages.Error{{Pos: name + ":1", Msg: err.Error(), Kind: packages.ParseError}}
	}
	var errs []packages.Error
	for _, e := range list {
		errs = append(errs, packages.Error{Pos: e.Pos.String(), Msg: e.Msg, Kind: packages.ParseError})
	}
	return errs
}

// An importer resolves the imports of one package.
type importer struct {
	c    *typechecker
	from *packages.Package
}

// Import returns the types of a package that was checked before, or that
// export data describes.
func (i importer) Import(path string) (*types.Package, error) {
	if path == "unsafe" {
		return types.Unsafe, nil
	}
	imp := i.from.Imports[path]
	if imp == nil {
		return nil, errors.New("the go command does not list it")
	}
	pkg := i.c.below[imp.PkgPath]
	if dep := i.c.units[imp.ID]; dep != nil {
		pkg = dep.Types
	}
	if pkg == nil || !pkg.Complete() || len(imp.GoFiles) == 0 {
		return nil, errors.New(cmp.Or(i.c.causes[imp.PkgPath], "it has no Go files"))
	}
	return pkg, nil
}
