// Package load brings into memory the packages that matter, and no others.
//
// Most packages of a repository cannot touch a message: they neither import a
// broker's client library nor are they reached from a package that does. Load
// finds out which ones do with one cheap `go list` that compiles nothing, then
// parses and type-checks only those; everything else is known from export data.
//
// In scope are the main modules (every member of a go.work), modules replaced
// by a directory of the same repository, and the modules named in the
// configuration. Relevant are the packages in scope that
//
//   - import a broker's library, or carry a directive that makes them relevant;
//   - import such a package, directly or not: the wiring, up to main;
//   - are reached downwards from either: the effects.
//
// Load never writes into the user's repository.
package load

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
)

// Config says what to load.
type Config struct {
	// Dir is the directory in which Patterns are resolved; empty means the
	// working directory.
	Dir string
	// Patterns are package patterns as the go command takes them; empty
	// means ./...
	Patterns []string
	// Root is the directory in which the repository starts. A module that is
	// replaced by a directory below Root is in scope.
	Root string
	// Scope lists prefixes of further module paths that are in scope.
	Scope []string
	// Tests asks for the packages' tests as well.
	Tests bool
	// Broker reports whether an import path belongs to a library that
	// delivers messages.
	Broker func(importPath string) bool
	// Alone, if set, reports whether an import path belongs to a library whose
	// importers are worth reading, but not what is around them.
	Alone func(importPath string) bool
	// Extra, if set, reports whether a package made of these files is
	// relevant although it imports no broker library. See [Mentions].
	Extra func(files []string) bool
	// Progress, if set, is told what is being done.
	Progress func(string)
}

// Result is what was loaded.
type Result struct {
	// Packages are the relevant packages the patterns name, typed and with
	// syntax, ready for checker.Analyze. Their Imports lead to relevant
	// packages only.
	Packages []*packages.Package
	// Deps are the further relevant packages that Packages import.
	Deps []*packages.Package
	// Other lists the Go files in scope that are not relevant, and were
	// therefore not parsed.
	Other []string
	// Mains are the main packages in scope, relevant or not.
	Mains []Main
	// Total, InScope and Relevant count packages: all that were listed, those
	// in scope, those parsed.
	Total, InScope, Relevant int
	// Whole is set when the patterns name every package of the modules they
	// lie in, so that what is not found is not there.
	Whole bool
	// Errors names every package that could not be analysed completely.
	Errors []Error
}

// Main is a main package.
type Main struct {
	Path string // import path
	Dir  string // absolute
}

// Error says why a package could not be analysed completely.
type Error struct {
	Package string
	Message string
}

func (e Error) Error() string { return e.Package + ": " + e.Message }

// Load finds and loads the relevant packages. It returns an error when a
// pattern names nothing or the go command fails as a whole; packages with
// errors of their own are in the result as far as they can be used, and named
// in its Errors.
func Load(cfg Config) (*Result, error) {
	if cfg.Progress == nil {
		cfg.Progress = func(string) {}
	}
	if len(cfg.Patterns) == 0 {
		cfg.Patterns = []string{"./..."}
	}
	env, err := goEnv(cfg.Dir)
	if err != nil {
		return nil, err
	}
	queries, err := split(cfg.Dir, cfg.Patterns, env)
	if err != nil {
		return nil, err
	}
	res := &Result{Whole: true}
	for _, q := range queries {
		if err := res.add(cfg, env, q); err != nil {
			// One broken module of several does not hide the others.
			if len(queries) == 1 {
				return nil, err
			}
			res.Errors = append(res.Errors, Error{q.dir, err.Error()})
		}
	}
	res.Errors = distinct(res.Errors)
	if res.Total == 0 && len(res.Errors) == 0 {
		return nil, fmt.Errorf("%s: no packages match", strings.Join(cfg.Patterns, " "))
	}
	return res, nil
}

// add loads one query and merges what it finds into the result.
func (res *Result) add(cfg Config, env goEnvironment, q query) error {
	cfg.Progress("listing packages")
	list, err := goList(cfg, env, q)
	if q.mod != "" && untidy(list, err) {
		// A checksum or a requirement is missing: complete a copy of go.mod
		// and go.sum instead of giving up on what needs it.
		shadow, remove, copyErr := env.shadow(q.mod)
		if copyErr != nil {
			return copyErr
		}
		defer remove()
		if again, againErr := goList(cfg, shadow, q); againErr == nil {
			list, err, env = again, nil, shadow
		}
	}
	if err != nil {
		return err
	}
	sel, err := choose(cfg, q, list)
	if err != nil {
		return err
	}
	res.Total += sel.total
	res.InScope += len(sel.inScope)
	res.Whole = res.Whole && q.whole
	res.Errors = append(res.Errors, sel.errors...)
	res.Other = append(res.Other, sel.other()...)
	for _, pkg := range sel.inScope {
		if pkg.Name == "main" && len(pkg.GoFiles) > 0 && !strings.HasSuffix(pkg.ID, ".test") {
			res.Mains = append(res.Mains, Main{Path: pkg.PkgPath, Dir: filepath.Dir(pkg.GoFiles[0])})
		}
	}
	if len(sel.relevant) == 0 {
		return nil
	}

	cfg.Progress(fmt.Sprintf("type-checking %d of %d packages", len(sel.relevant), sel.total))
	pkgs, err := typecheck(env, q, sel)
	if err != nil {
		return err
	}
	cut(pkgs)
	for _, pkg := range pkgs {
		res.Relevant++
		res.Errors = append(res.Errors, problems(pkg)...)
		repair(pkg)
		if sel.matched[pkg.ID] {
			res.Packages = append(res.Packages, pkg)
		} else {
			res.Deps = append(res.Deps, pkg)
		}
	}
	return nil
}

// goList asks the go command for the packages of a query and all they import,
// without compiling anything.
func goList(cfg Config, env goEnvironment, q query) ([]*packages.Package, error) {
	mode := packages.NeedName | packages.NeedFiles | packages.NeedImports | packages.NeedDeps | packages.NeedModule
	if cfg.Tests {
		mode |= packages.NeedForTest
	}
	return packages.Load(&packages.Config{
		Mode:       mode,
		Dir:        q.dir,
		Env:        env.vars,
		BuildFlags: env.flags,
		Tests:      cfg.Tests,
	}, q.patterns...)
}

// cut removes the imports that lead out of pkgs, so that an analysis with
// facts never visits what is known from export data only.
func cut(pkgs []*packages.Package) {
	keep := make(map[*packages.Package]bool, len(pkgs))
	for _, p := range pkgs {
		keep[p] = true
	}
	for _, p := range pkgs {
		for path, imp := range p.Imports {
			if !keep[imp] {
				delete(p.Imports, path)
			}
		}
	}
}

// problems returns the errors of a package, at most three of them and each
// once: the rest usually follows from the first.
func problems(pkg *packages.Package) []Error {
	const most = 3
	var errs []Error
	seen := make(map[string]bool)
	for _, e := range pkg.Errors {
		msg := e.Msg
		if e.Pos != "" && e.Pos != "-" {
			msg = e.Pos + ": " + msg
		}
		if !seen[msg] {
			seen[msg] = true
			errs = append(errs, Error{pkg.PkgPath, msg})
		}
	}
	if n := len(errs) - most; n > 0 {
		errs = append(errs[:most], Error{pkg.PkgPath, "and " + more(n)})
	}
	return errs
}

func more(n int) string {
	if n == 1 {
		return "1 more error"
	}
	return fmt.Sprintf("%d more errors", n)
}

// distinct returns the errors in their order, each once.
func distinct(errs []Error) []Error {
	seen := make(map[Error]bool)
	return slices.DeleteFunc(errs, func(e Error) bool {
		again := seen[e]
		seen[e] = true
		return again
	})
}

// Mentions returns a function that reports whether one of the files contains
// one of the texts. Files that cannot be read contain nothing.
func Mentions(texts ...string) func(files []string) bool {
	return func(files []string) bool {
		return slices.ContainsFunc(files, func(name string) bool {
			data, err := os.ReadFile(name)
			return err == nil && slices.ContainsFunc(texts, func(text string) bool {
				return strings.Contains(string(data), text)
			})
		})
	}
}
