package model

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/internal/catalog"
	"github.com/idemlint/idemlint/internal/config"
	"github.com/idemlint/idemlint/internal/finding"
	"github.com/idemlint/idemlint/internal/infra"
	"github.com/idemlint/idemlint/libraries"
)

// Analyzer builds the Model of a package. It exports one Summary per package
// and builds SSA by itself, for packages of the program only: an analyzer with
// facts that required buildssa would build the SSA of the standard library.
var Analyzer = &analysis.Analyzer{
	Name:             "idemlintmodel",
	Doc:              "find message handlers and the effects they reach",
	Run:              run,
	ResultType:       reflect.TypeFor[*Model](),
	FactTypes:        []analysis.Fact{new(Summary)},
	RunDespiteErrors: true,
}

// Of returns the model of the package a rule runs on; the rule's analyzer must
// require Analyzer.
func Of(pass *analysis.Pass) *Model { return pass.ResultOf[Analyzer].(*Model) }

// Options are what the model is told besides code.
type Options struct {
	Catalog *catalog.Catalog // nil: the embedded libraries
	Unique  Uniqueness       // nil: only what struct tags say
	Queues  *infra.Facts     // what the repository's files say of queues; nil: only what Go code says
	// ReadQueues returns Queues at the first question, where Queues is nil: a
	// program without a handler need not wait for it.
	ReadQueues func() *infra.Facts
	Root       string // the directory that places of Queues are relative to
	// Programs are the main packages of the repository, to be joined with what
	// Queues says is deployed.
	Programs []Program
	// RequireContract asks for a contract at every handler.
	RequireContract bool
	// Scope reports whether a package belongs to the program besides the
	// packages of its own modules.
	Scope func(importPath string) bool
}

var (
	optionsMu sync.Mutex
	options   Options
	optSpecs  *specs
	// optFiles is what the repository's files say, ready to be asked.
	optFiles *files
	// headerOnce tells the catalogue once per process how to look at the head
	// of a generated file.
	headerOnce sync.Once
)

// Configure sets the options of all later runs in this process.
func Configure(o Options) {
	optionsMu.Lock()
	defer optionsMu.Unlock()
	options, optSpecs, optFiles, headerOnce = o, nil, nil, sync.Once{}
}

// files is what is known of queues from files.
type files struct {
	facts    *infra.Facts
	root     string
	deployed *deployment
}

// currentFiles returns the files' facts. Their indexes are made here, once: later
// questions, from packages that are analyzed side by side, only read.
func currentFiles() *files {
	optionsMu.Lock()
	defer optionsMu.Unlock()
	if optFiles == nil {
		f := options.Queues
		if f == nil && options.ReadQueues != nil {
			f = options.ReadQueues()
		}
		if f == nil {
			f = &infra.Facts{}
		}
		f.IsDeadLetter(&infra.Queue{})
		optFiles = &files{facts: f, root: options.Root, deployed: deploy(f, options.Programs)}
	}
	return optFiles
}

// ReadCatalog reads the built-in library documents, and behind them those that a
// configuration teaches.
func ReadCatalog(cfg *config.Config) (*catalog.Catalog, error) {
	sources, err := catalog.FromFS(libraries.Files)
	if err != nil {
		return nil, err
	}
	if cfg.Libraries.Kind != 0 {
		sources = append(sources, catalog.LoadNode(cfg.File, &cfg.Libraries))
	}
	return catalog.Load(sources...)
}

// current returns the options, with the embedded catalogue as a default.
func current() (Options, *specs, error) {
	optionsMu.Lock()
	defer optionsMu.Unlock()
	if options.Catalog == nil {
		c, err := ReadCatalog(new(config.Config))
		if err != nil {
			return options, nil, err
		}
		options.Catalog = c
	}
	if optSpecs == nil {
		optSpecs = newSpecs(options.Catalog)
	}
	return options, optSpecs, nil
}

func run(pass *analysis.Pass) (any, error) {
	m := &Model{}
	opts, sp, err := current()
	if err != nil {
		return nil, err
	}
	if !inScope(pass, opts) {
		return m, nil
	}
	deps := visible(pass)
	sum := summarize(pass, opts, sp, deps)
	all := append(slices.Clone(deps), sum)
	for _, s := range all {
		m.directives = append(m.directives, s.Directives...)
	}
	helpers := retryHelpers(all)
	if slices.ContainsFunc(sum.Funcs, func(fn *Fn) bool { return sp.retriesIn(fn, helpers) }) ||
		slices.ContainsFunc(deps, func(s *Summary) bool { return len(s.Retries) > 0 }) {
		m.retried = newWorld(sp, all).retried(sum, opts, helpers)
	}
	if slices.ContainsFunc(all, (*Summary).handles) {
		w := newWorld(sp, all)
		w.link(m, sum, opts)
		if sum.Main {
			w.consumers(m, sum, opts)
		}
	}
	sum.Deps = deps
	pass.ExportPackageFact(sum)
	return m, nil
}

// handles reports whether the package has anything that can be a handler.
func (s *Summary) handles() bool {
	return len(s.Regs) > 0 || len(s.Impls) > 0 || slices.ContainsFunc(s.Funcs, func(fn *Fn) bool {
		return len(fn.Handler) > 0 || fn.Marked || hasSpec(fn)
	})
}

// inScope reports whether the package belongs to the program: to a module
// without a version, or to a configured prefix.
func inScope(pass *analysis.Pass, opts Options) bool {
	if opts.Scope != nil && opts.Scope(pass.Pkg.Path()) {
		return true
	}
	if pass.Module != nil && pass.Module.Path != "" && pass.Module.Version == "" {
		return true
	}
	// A module with a version may be replaced by a directory of the same
	// repository, and no module is known of the standard library and of GOPATH
	// fixtures: where the files lie says whose code it is.
	if len(pass.Files) == 0 {
		return false
	}
	file := filepath.ToSlash(pass.Fset.Position(pass.Files[0].Package).Filename)
	if !filepath.IsAbs(file) { // Bazel
		return !strings.HasPrefix(file, "external/")
	}
	return !strings.HasPrefix(file, goroot()) && !strings.Contains(file, "/pkg/mod/") &&
		!strings.HasPrefix(file, modcache()) && !strings.Contains(file, "/vendor/")
}

// modcache is the module cache where it is set; its usual places contain
// /pkg/mod/.
var modcache = sync.OnceValue(func() string {
	if dir := os.Getenv("GOMODCACHE"); dir != "" {
		return filepath.ToSlash(dir)
	}
	return "/pkg/mod/"
})

var goroot = sync.OnceValue(func() string {
	if r := os.Getenv("GOROOT"); r != "" {
		return r
	}
	return "/usr/local/go"
})

// visible collects the summaries of the packages below, each once, in order
// of their paths.
func visible(pass *analysis.Pass) []*Summary {
	seen := map[string]*Summary{}
	add := func(s *Summary) {
		if seen[s.Path] != nil {
			return
		}
		seen[s.Path] = s
		for _, fn := range s.Funcs {
			if fn.pkg == nil { // decoded
				fn.pkg = s
			}
		}
	}
	for _, imp := range pass.Pkg.Imports() {
		var s Summary
		if !pass.ImportPackageFact(imp, &s) {
			continue
		}
		// A summary is passed on without those below it: they are passed on
		// themselves.
		below := s.Deps
		s.Deps = nil
		add(&s)
		for _, d := range below {
			add(d)
		}
	}
	out := make([]*Summary, 0, len(seen))
	for _, s := range seen {
		out = append(out, s)
	}
	slices.SortFunc(out, func(a, b *Summary) int { return strings.Compare(a.Path, b.Path) })
	return out
}

// summarize extracts the package's own summary.
func summarize(pass *analysis.Pass, opts Options, sp *specs, deps []*Summary) *Summary {
	sum := &Summary{Path: pass.Pkg.Path(), Name: pass.Pkg.Name(), Main: pass.Pkg.Name() == "main"}
	x := &extractor{
		cat: opts.Catalog, specs: sp, fset: pass.Fset, pkg: pass.Pkg, sum: sum,
		at:    positioner{fset: pass.Fset, sum: sum, index: map[string]int32{}},
		scope: map[string]bool{pass.Pkg.Path(): true},
		calls: map[token.Pos]*ast.CallExpr{}, gen: map[string]bool{}, types: map[string]bool{}, used: map[string]bool{}, proofs: map[types.Object][]string{},
	}
	for _, d := range deps {
		x.scope[d.Path] = true
	}
	headerOnce.Do(func() { opts.Catalog.SetHeader(fileHeads(pass.Fset)) })
	opts.Catalog.Bind(pass.Pkg)
	for _, f := range pass.Files {
		name := pass.Fset.Position(f.Package).Filename
		x.gen[name] = finding.Generated(f)
		for _, d := range finding.Directives(pass.Fset, f) {
			if d.IsSuppression() || d.Problem == "" && (d.Kind == finding.Queue || d.Kind == finding.Contract || d.Kind == finding.Lossy || d.Kind == finding.DLQ) {
				sum.Directives = append(sum.Directives, d)
			}
		}
		ast.Inspect(f, func(n ast.Node) bool {
			if c, ok := n.(*ast.CallExpr); ok {
				x.calls[c.Lparen] = c
			}
			return true
		})
	}
	x.handlerDirectives(pass.Files)
	x.extract(buildSSA(pass))
	x.implementations()
	x.settings()
	for _, fn := range sum.Funcs {
		if fn.isHelper() {
			sum.Helpers = append(sum.Helpers, fn.ID)
		}
	}
	for id := range x.used {
		sum.Used = append(sum.Used, id)
	}
	slices.Sort(sum.Used)
	return sum
}

// fileHeads reads the first lines of the file that declares a function.
func fileHeads(fset *token.FileSet) func(*types.Func) string {
	var mu sync.Mutex
	heads := map[string]string{}
	return func(fn *types.Func) string {
		name := fset.Position(fn.Pos()).Filename
		mu.Lock()
		defer mu.Unlock()
		head, ok := heads[name]
		if !ok {
			if f, err := os.Open(name); err == nil {
				buf := make([]byte, 1024)
				n, _ := io.ReadFull(f, buf)
				head = string(buf[:n])
				f.Close()
			}
			heads[name] = head
		}
		return head
	}
}

// buildSSA builds the SSA of this package alone; imports are known by their
// types.
func buildSSA(pass *analysis.Pass) []*ssa.Function {
	prog := ssa.NewProgram(pass.Fset, ssa.BuilderMode(0))
	// Functions and variables are only named of packages imported directly;
	// methods of others are made when they are called. Members of all packages
	// below would cost more than all the rest.
	for _, p := range pass.Pkg.Imports() {
		prog.CreatePackage(p, nil, nil, true)
	}
	pkg := prog.CreatePackage(pass.Pkg, pass.Files, pass.TypesInfo, false)
	pkg.Build()
	var fns []*ssa.Function
	if init := pkg.Func("init"); init != nil {
		fns = append(fns, init)
	}
	for _, f := range pass.Files {
		for _, d := range f.Decls {
			decl, ok := d.(*ast.FuncDecl)
			if !ok {
				continue
			}
			if obj, ok := pass.TypesInfo.Defs[decl.Name].(*types.Func); ok {
				if fn := prog.FuncValue(obj); fn != nil {
					fns = append(fns, fn)
				}
			}
		}
	}
	return fns
}

// implementations records which types of the package implement a consumer
// library's handler interface.
func (x *extractor) implementations() {
	byPath := map[string]*types.Package{}
	var collect func(p *types.Package)
	collect = func(p *types.Package) {
		key := catalog.CanonicalPath(p.Path())
		if byPath[key] == nil {
			byPath[key] = p
			for _, q := range p.Imports() {
				collect(q)
			}
		}
	}
	collect(x.pkg)
	for _, ih := range x.cat.Interfaces() {
		p := byPath[catalog.CanonicalPath(ih.Path)]
		if p == nil {
			continue
		}
		obj := p.Scope().Lookup(ih.Name)
		if obj == nil {
			continue
		}
		iface, ok := obj.Type().Underlying().(*types.Interface)
		if !ok || iface.NumMethods() == 0 {
			continue
		}
		if n, ok := obj.Type().(*types.Named); ok && n.TypeParams().Len() > 0 {
			continue
		}
		x.implementing(iface, ih)
	}
}

func (x *extractor) implementing(iface *types.Interface, ih catalog.InterfaceHandler) {
	for _, named := range x.concreteTypes() {
		if named.TypeParams().Len() > 0 {
			continue
		}
		if types.Implements(types.NewPointer(named), iface) {
			x.sum.Impls = append(x.sum.Impls, Impl{
				Spec: x.specs.handlerID(ih.Spec), Type: namedString(named), Method: ih.Spec.Method,
			})
		}
	}
}

// handlerDirectives notes functions marked //idemlint:handler.
func (x *extractor) handlerDirectives(files []*ast.File) {
	x.marked = map[string]bool{}
	for _, f := range files {
		for _, d := range f.Decls {
			decl, ok := d.(*ast.FuncDecl)
			if !ok || decl.Doc == nil {
				continue
			}
			for _, c := range decl.Doc.List {
				if c.Text == "//idemlint:handler" || strings.HasPrefix(c.Text, "//idemlint:handler ") {
					x.marked[fmt.Sprint(x.fset.Position(decl.Name.Pos()))] = true
				}
			}
		}
	}
}
