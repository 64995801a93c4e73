package load

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/analysis/passes/buildssa"
	"golang.org/x/tools/go/packages"
	"golang.org/x/tools/txtar"
)

// repo writes an archive of testdata to a new directory.
func repo(t *testing.T, name string) string {
	t.Helper()
	ar, err := txtar.ParseFile(filepath.Join("testdata", name+".txtar"))
	require.NoError(t, err)
	dir, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	for _, f := range ar.Files {
		name := filepath.Join(dir, filepath.FromSlash(f.Name))
		require.NoError(t, os.MkdirAll(filepath.Dir(name), 0o755))
		require.NoError(t, os.WriteFile(name, f.Data, 0o644))
	}
	return dir
}

func config(dir string, patterns ...string) Config {
	return Config{
		Dir:      dir,
		Root:     dir,
		Patterns: patterns,
		Broker:   func(path string) bool { return path == "example.com/broker" },
		Extra:    Mentions("//idemlint:handler"),
	}
}

func ids(pkgs []*packages.Package) []string {
	list := []string{}
	for _, p := range pkgs {
		list = append(list, p.ID)
	}
	slices.Sort(list)
	return list
}

func TestRelevant(t *testing.T) {
	dir := repo(t, "service")
	for _, test := range []struct {
		name           string
		config         Config
		packages, deps []string
		whole          bool
	}{
		{
			name:     "everything",
			config:   config(dir),
			packages: []string{"example.com/shop/bus", "example.com/shop/cmd", "example.com/shop/model", "example.com/shop/orders", "example.com/shop/pay"},
			deps:     []string{},
			whole:    true,
		},
		{
			name:     "one package",
			config:   config(dir, "./orders"),
			packages: []string{"example.com/shop/orders"},
			deps:     []string{"example.com/shop/model"},
		},
		{
			name:     "not relevant",
			config:   config(dir, "./web/..."),
			packages: []string{},
			deps:     []string{},
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			res, err := Load(test.config)
			require.NoError(t, err)
			assert.Equal(t, test.packages, ids(res.Packages))
			assert.Equal(t, test.deps, ids(res.Deps))
			assert.Equal(t, test.whole, res.Whole)
			assert.Empty(t, res.Errors)
			for _, p := range append(res.Packages, res.Deps...) {
				assert.NotEmpty(t, p.Syntax, p.ID)
				assert.False(t, p.IllTyped, p.ID)
			}
		})
	}
}

// A package that is read for itself takes nobody with it but what lies between it
// and others that are read.
func TestAlone(t *testing.T) {
	dir := repo(t, "alone")
	c := config(dir)
	c.Alone = func(path string) bool { return path == "example.com/again" }
	res, err := Load(c)
	require.NoError(t, err)
	assert.Empty(t, res.Errors)
	assert.Equal(t, []string{"example.com/retries/bottom", "example.com/retries/middle", "example.com/retries/top"}, ids(res.Packages))
	for _, p := range res.Packages {
		assert.False(t, p.IllTyped, p.ID)
	}
}

func TestCounts(t *testing.T) {
	dir := repo(t, "service")
	res, err := Load(config(dir))
	require.NoError(t, err)
	assert.Equal(t, 6, res.InScope)
	assert.Equal(t, 5, res.Relevant)
	assert.Greater(t, res.Total, res.InScope)
	assert.Equal(t, []string{filepath.Join(dir, "web", "web.go")}, res.Other)
}

// TestOneUniverse checks that relevant packages share their types, and that
// imports lead to relevant packages only.
func TestOneUniverse(t *testing.T) {
	res, err := Load(config(repo(t, "service")))
	require.NoError(t, err)
	byPath := make(map[string]*packages.Package)
	for _, p := range res.Packages {
		byPath[p.PkgPath] = p
	}
	cmd := byPath["example.com/shop/cmd"]
	assert.Equal(t, []string{"example.com/shop/orders", "example.com/shop/pay"}, slices.Sorted(maps.Keys(cmd.Imports)))
	assert.Same(t, byPath["example.com/shop/pay"].Types, cmd.Imports["example.com/shop/pay"].Types)

	// The same object, seen from its own package and from its importer.
	charge := byPath["example.com/shop/pay"].Types.Scope().Lookup("New")
	used := false
	for _, obj := range cmd.TypesInfo.Uses {
		used = used || obj == charge
	}
	assert.True(t, used)
}

func TestTests(t *testing.T) {
	cfg := config(repo(t, "service"), "./orders")
	cfg.Tests = true
	res, err := Load(cfg)
	require.NoError(t, err)
	assert.Equal(t, []string{
		"example.com/shop/orders",
		"example.com/shop/orders [example.com/shop/orders.test]",
		"example.com/shop/orders_test [example.com/shop/orders.test]",
	}, ids(res.Packages))
}

func TestScope(t *testing.T) {
	dir := repo(t, "replaced")
	cfg := config(filepath.Join(dir, "svc"))
	cfg.Root = dir
	res, err := Load(cfg)
	require.NoError(t, err)
	assert.Equal(t, []string{"example.com/svc"}, ids(res.Packages))
	assert.Equal(t, []string{"example.com/broker", "example.com/shared/pay"}, ids(res.Deps), "modules of the same repository are in scope")

	cfg.Root = ""
	res, err = Load(cfg)
	require.NoError(t, err)
	assert.Empty(t, ids(res.Deps))

	cfg.Scope = []string{"example.com/shared"}
	res, err = Load(cfg)
	require.NoError(t, err)
	assert.Equal(t, []string{"example.com/shared/pay"}, ids(res.Deps))
}

func TestModules(t *testing.T) {
	work := repo(t, "workspace")
	t.Run("workspace", func(t *testing.T) {
		res, err := Load(config(work))
		require.NoError(t, err)
		assert.Equal(t, []string{"example.com/a", "example.com/b", "example.com/broker"}, ids(res.Packages))
		assert.True(t, res.Whole)
	})
	t.Run("member", func(t *testing.T) {
		res, err := Load(config(filepath.Join(work, "a")))
		require.NoError(t, err)
		assert.Equal(t, []string{"example.com/a"}, ids(res.Packages))
		assert.Equal(t, []string{"example.com/b", "example.com/broker"}, ids(res.Deps))
	})
	t.Run("modules below", func(t *testing.T) {
		dir := repo(t, "service")
		above := t.TempDir()
		require.NoError(t, os.Rename(dir, filepath.Join(above, "shop")))
		require.NoError(t, os.WriteFile(filepath.Join(dir), nil, 0o644))
		res, err := Load(config(above))
		require.NoError(t, err)
		assert.Len(t, res.Packages, 5)

		res, err = Load(config(above, "./shop/orders"))
		require.NoError(t, err)
		assert.Equal(t, []string{"example.com/shop/orders"}, ids(res.Packages))
	})
}

func TestNothingThere(t *testing.T) {
	dir := repo(t, "service")
	for _, test := range []struct{ dir, pattern, want string }{
		{dir, "./nope", "nope"},
		{dir, "./nope/...", "no such file"},
		{dir, "example.com/nowhere", "example.com/nowhere"},
		{t.TempDir(), "./...", "no Go module there"},
		{t.TempDir(), "example.com/shop/...", "not inside a Go module"},
	} {
		_, err := Load(config(test.dir, test.pattern))
		assert.ErrorContains(t, err, test.want, test.pattern)
	}
}

// TestErrors checks that what does not compile is named and the rest can be
// analyzed, by the most demanding of analyzers.
func TestErrors(t *testing.T) {
	dir := repo(t, "broken")
	res, err := Load(config(dir))
	require.NoError(t, err)
	assert.Equal(t, []string{"example.com/broken/cmd", "example.com/broken/missing", "example.com/broken/orders", "example.com/broken/syntax", "example.com/broken/wrong"}, ids(res.Packages))

	var named []string
	var text strings.Builder
	for _, e := range res.Errors {
		named = append(named, e.Package)
		text.WriteString(e.Error() + "\n")
	}
	named = slices.Compact(named)
	assert.Equal(t, []string{"example.com/broken/imports", "example.com/broken/missing", "example.com/broken/syntax", "example.com/broken/wrong"}, named)
	assert.Contains(t, text.String(), "undefined: undefinedFunc")
	assert.Contains(t, text.String(), "example.com/absent")

	var analyzed []string
	graph, err := checker.Analyze([]*analysis.Analyzer{buildssa.Analyzer}, res.Packages, nil)
	require.NoError(t, err)
	for _, act := range graph.Roots {
		assert.NoError(t, act.Err)
		for _, fn := range act.Result.(*buildssa.SSA).SrcFuncs {
			if len(fn.Blocks) > 0 {
				analyzed = append(analyzed, fn.String())
			}
		}
	}
	slices.Sort(analyzed)
	assert.Equal(t, []string{
		"(example.com/broken/missing.T).Sound",
		"example.com/broken/cmd.main",
		"example.com/broken/missing.Sound",
		"example.com/broken/orders.Handle",
		"example.com/broken/wrong.Sound",
	}, analyzed)
}

// TestUntouched checks that loading changes nothing in the repository, also
// where the go command would like to.
func TestUntouched(t *testing.T) {
	t.Run("GOFLAGS", func(t *testing.T) {
		dir := repo(t, "replaced")
		t.Setenv("GOFLAGS", "-mod=mod")
		before := snapshot(t, dir)
		_, err := Load(config(filepath.Join(dir, "svc")))
		require.NoError(t, err)
		assert.Equal(t, before, snapshot(t, dir))
	})
	t.Run("untidy", func(t *testing.T) {
		dir := repo(t, "untidy")
		before := snapshot(t, dir)
		cfg := config(filepath.Join(dir, "svc"))
		cfg.Root = dir
		res, err := Load(cfg)
		require.NoError(t, err)
		assert.Empty(t, res.Errors)
		assert.Equal(t, []string{"example.com/broker", "example.com/shared"}, ids(res.Deps))
		assert.Equal(t, before, snapshot(t, dir))
	})
}

func snapshot(t *testing.T, dir string) map[string]string {
	t.Helper()
	files := make(map[string]string)
	require.NoError(t, filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		files[path] = string(data)
		return err
	}))
	return files
}
