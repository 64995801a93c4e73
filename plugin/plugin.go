// Package plugin makes idemlint a module plugin of golangci-lint v2: a custom
// golangci-lint is built with this package imported, and finds the linter under
// the name idemlint.
//
// See https://golangci-lint.run/docs/plugins/module-plugins/.
package plugin

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"runtime/debug"
	"slices"
	"sync"

	"github.com/golangci/plugin-module-register/register"
	"golang.org/x/mod/semver"
	"golang.org/x/tools/go/analysis"

	"github.com/idemlint/idemlint/analyzers"
	"github.com/idemlint/idemlint/internal/config"
	"github.com/idemlint/idemlint/internal/contain"
	"github.com/idemlint/idemlint/internal/load"
	"github.com/idemlint/idemlint/internal/model"
	"github.com/idemlint/idemlint/internal/schema"
)

func init() { register.Plugin("idemlint", New) }

// The analyzers, and what the model knows, are one for the whole process.
var (
	mu      sync.Mutex
	current *Settings // of the first instance
	guarded = sync.OnceFunc(func() {
		contain.Analyzers(append(analyzers.Analyzers(), model.Analyzer)).OnAdd = func(f contain.Failure) {
			fmt.Fprintf(os.Stderr, "idemlint: %s: %s\n", f.Package, f.Message)
		}
		warnOfOld(os.Stderr.WriteString)
	})
)

// New returns the linter. Its settings are the keys of .idemlint.yml and what
// idemlint queues -emit writes; it refuses all others, so that a misspelt one is not
// lost. golangci-lint may ask for several instances, but only of the same settings.
func New(raw any) (register.LinterPlugin, error) {
	s, err := settingsOf(raw)
	if err != nil {
		return nil, err
	}
	mu.Lock()
	defer mu.Unlock()
	if current != nil && !reflect.DeepEqual(current.raw, s.raw) {
		return nil, errors.New("idemlint: two linters of type module with different settings: one golangci-lint can have idemlint once")
	}
	if current == nil {
		if err := s.use(); err != nil {
			return nil, err
		}
		s.tellIdle(os.Stderr)
		current = &s
	}
	guarded() // a mistake of idemlint's own must not stop the other linters
	return linter{current.Config}, nil
}

// use tells the model what the settings say.
func (s *Settings) use() error {
	cat, err := s.catalog()
	if err != nil {
		return err
	}
	root := s.root()
	model.Configure(model.Options{
		Catalog: cat, Queues: s.Facts, Programs: s.Programs, Root: root,
		Unique: schema.Later(root), RequireContract: s.Config.RequireContract,
		Scope: func(path string) bool { return load.HasPrefix(s.Config.Scope, path) },
	})
	return nil
}

// root is where the repository starts: the nearest directory above the working
// directory with .git, or else that.
func (s *Settings) root() string {
	dir := filepath.Dir(s.Config.File)
	for up := dir; ; up = filepath.Dir(up) {
		if _, err := os.Stat(filepath.Join(up, ".git")); err == nil {
			return up
		}
		if up == filepath.Dir(up) {
			return dir
		}
	}
}

type linter struct{ config *config.Config }

// BuildAnalyzers returns the rules that are not switched off.
func (l linter) BuildAnalyzers() ([]*analysis.Analyzer, error) {
	var list []*analysis.Analyzer
	for _, r := range analyzers.All {
		if l.config.Off(r.ID) {
			continue
		}
		a := *r.Analyzer // as each instance has a run of its own
		run := a.Run
		a.Run = func(pass *analysis.Pass) (any, error) {
			own := *pass
			own.Report = func(d analysis.Diagnostic) {
				if !l.config.Excluded(pass.Fset.Position(d.Pos).Filename) {
					d.Related = nil // each would become an issue of its own
					pass.Report(d)
				}
			}
			return run(&own)
		}
		list = append(list, &a)
	}
	return list, nil
}

// GetLoadMode asks for type information: the rules need it of every package.
func (linter) GetLoadMode() string { return register.LoadModeTypesInfo }

// oldest is the first golangci-lint that keeps the facts of packages it did not
// analyze in the same run.
const oldest = "v2.13.0"

const golangci = "github.com/golangci/golangci-lint/v2"

// warnOfOld tells of a golangci-lint in which handlers and what they call are not
// joined.
func warnOfOld(write func(string) (int, error)) {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return
	}
	modules := append(slices.Clone(info.Deps), &info.Main)
	for _, m := range modules {
		if m.Path == golangci && semver.IsValid(m.Version) && semver.Compare(m.Version, oldest) < 0 {
			write(fmt.Sprintf("idemlint: golangci-lint %s loses what idemlint knows of other packages; use %s or newer\n", m.Version, oldest))
		}
	}
}
