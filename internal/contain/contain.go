// Package contain keeps the mistakes of analyzers from spreading: what goes wrong in
// one package is told, and all others, and all other linters, go on.
package contain

import (
	"cmp"
	"fmt"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"sync"

	"golang.org/x/tools/go/analysis"
)

// Failure is what went wrong in a package.
type Failure struct {
	Package string // import path
	Message string
}

// Failures collects what went wrong inside analyzers.
type Failures struct {
	// OnAdd, if it is set, is told of each as it happens.
	OnAdd func(f Failure)

	mu     sync.Mutex
	errors map[Failure]bool
	failed map[string]bool // packages in which an analyzer failed
}

// Analyzers makes the analyzers, and those they require, survive their own
// mistakes: a panic or an error becomes a failure that names the package, the
// analyzers that need the result skip this package, and all others go on. It
// changes the analyzers in place, as a rule refers to what it requires by
// identity.
func Analyzers(all []*analysis.Analyzer) *Failures {
	fs := &Failures{errors: make(map[Failure]bool), failed: make(map[string]bool)}
	seen := make(map[*analysis.Analyzer]bool)
	var visit func(a *analysis.Analyzer)
	visit = func(a *analysis.Analyzer) {
		if seen[a] {
			return
		}
		seen[a] = true
		for _, req := range a.Requires {
			visit(req)
		}
		a.Run = fs.guard(a, a.Run)
	}
	for _, a := range all {
		visit(a)
	}
	return fs
}

// guard returns a function that runs an analyzer and never fails.
func (fs *Failures) guard(a *analysis.Analyzer, run func(*analysis.Pass) (any, error)) func(*analysis.Pass) (any, error) {
	return func(pass *analysis.Pass) (result any, err error) {
		nothing := func() any {
			if a.ResultType == nil {
				return nil
			}
			return reflect.Zero(a.ResultType).Interface()
		}
		path := pass.Pkg.Path()
		if len(a.Requires) > 0 && fs.hasFailed(path) {
			return nothing(), nil
		}
		defer func() {
			if r := recover(); r != nil {
				fs.Add(path, fmt.Sprintf("internal error in %s: %v (%s); please report it", a.Name, r, panicked()))
				result, err = nothing(), nil
			} else if err != nil {
				fs.Add(path, fmt.Sprintf("%s: %v", a.Name, err))
				result, err = nothing(), nil
			}
		}()
		return run(pass)
	}
}

// panicked returns where in idemlint's code the panic happened that is being
// recovered from.
func panicked() string {
	pcs := make([]uintptr, 64)
	frames := runtime.CallersFrames(pcs[:runtime.Callers(0, pcs)])
	inPanic := false
	for {
		frame, more := frames.Next()
		switch {
		case frame.Function == "runtime.gopanic":
			inPanic = true
		case inPanic && !strings.HasPrefix(frame.Function, "runtime."):
			return fmt.Sprintf("%s, %s:%d", frame.Function, filepath.Base(frame.File), frame.Line)
		}
		if !more {
			return "place unknown"
		}
	}
}

// Add notes a failure.
func (fs *Failures) Add(path, message string) {
	fs.mu.Lock()
	defer fs.mu.Unlock()
	fs.errors[Failure{Package: path, Message: message}] = true
	fs.failed[path] = true
	if fs.OnAdd != nil {
		fs.OnAdd(Failure{Package: path, Message: message})
	}
}

func (fs *Failures) hasFailed(path string) bool {
	fs.mu.Lock()
	defer fs.mu.Unlock()
	return fs.failed[path]
}

// List returns the failures, sorted.
func (fs *Failures) List() []Failure {
	var list []Failure
	for e := range fs.errors {
		list = append(list, e)
	}
	slices.SortFunc(list, func(a, b Failure) int {
		return cmp.Or(cmp.Compare(a.Package, b.Package), cmp.Compare(a.Message, b.Message))
	})
	return list
}
