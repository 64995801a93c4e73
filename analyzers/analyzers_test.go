package analyzers_test

import (
	"bytes"
	"cmp"
	"encoding/gob"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/tools/go/analysis/checker"

	"github.com/idemlint/idemlint/analyzers"
	"github.com/idemlint/idemlint/analyzers/directive"
	"github.com/idemlint/idemlint/internal/catalog"
	"github.com/idemlint/idemlint/internal/finding"
	"github.com/idemlint/idemlint/internal/infra"
	"github.com/idemlint/idemlint/internal/load"
	"github.com/idemlint/idemlint/internal/model"
	"github.com/idemlint/idemlint/internal/replay"
	"github.com/idemlint/idemlint/internal/schema"
	"github.com/idemlint/idemlint/libraries"
)

// The fixtures are a module of their own, with the real client libraries. Each
// rule has a directory named like its analyzer, and testdata/src/model has one
// for every construct of the language the model must see through.
const fixtures = "../testdata/src"

// A line of a fixture says what it expects in a comment:
//
//	f() // want IDM001 "payment call f" "orders.Handle" business "OrderID"
//
// A rule's id stands for a finding on the line whose message contains each of
// the texts; -1:IDM900 expects it on the line above. A class of origins stands
// for an effect on the line whose key is of that class and comes from a source
// whose name contains the text. Every finding must be expected.
var (
	want  = regexp.MustCompile(`(?://|#) want (.*)$`)
	mark  = regexp.MustCompile(`^\s*(?:([-+]\d+):)?([A-Za-z]+[0-9]*)((?:\s+"[^"]*")+)`)
	texts = regexp.MustCompile(`"([^"]*)"`)
)

type expectation struct {
	file  string
	line  int
	what  string // a rule's id, or a class of origins
	texts []string
}

func (e expectation) String() string {
	return fmt.Sprintf("%s:%d: %s %q", rel(e.file), e.line, e.what, e.texts)
}

func (e expectation) isRule() bool { return analyzers.IsRule(e.what) }

func (e expectation) at(file string, line int) bool { return e.file == file && e.line == line }

func (e expectation) isIn(text string) bool {
	return !slices.ContainsFunc(e.texts, func(t string) bool { return !strings.Contains(text, t) })
}

func rel(file string) string {
	if root, err := filepath.Abs(fixtures); err == nil {
		if r, err := filepath.Rel(root, file); err == nil {
			return filepath.ToSlash(r)
		}
	}
	return file
}

// expectations reads the marks of all Go files, and of those that define
// queues, under the directories.
func expectations(t *testing.T, dirs []string) []expectation {
	t.Helper()
	var out []expectation
	for _, dir := range dirs {
		root, err := filepath.Abs(filepath.Join(fixtures, dir))
		require.NoError(t, err)
		require.NoError(t, filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || !slices.Contains([]string{".go", ".tf", ".yaml"}, filepath.Ext(name)) {
				return err
			}
			src, err := os.ReadFile(name)
			if err != nil {
				return err
			}
			for i, line := range strings.Split(string(src), "\n") {
				m := want.FindStringSubmatch(line)
				if m == nil {
					continue
				}
				rest := m[1]
				for strings.TrimSpace(rest) != "" {
					c := mark.FindStringSubmatch(rest)
					require.NotNilf(t, c, "%s:%d: cannot read the expectation %q", rel(name), i+1, rest)
					offset, _ := strconv.Atoi(cmp.Or(c[1], "0"))
					e := expectation{file: name, line: i + 1 + offset, what: c[2]}
					for _, q := range texts.FindAllStringSubmatch(c[3], -1) {
						e.texts = append(e.texts, q[1])
					}
					out = append(out, e)
					rest = rest[len(c[0]):]
				}
			}
			return nil
		}))
	}
	return out
}

// fixtureDirs are the fixtures' directories: one per rule, and the model's.
func fixtureDirs() []string {
	dirs := []string{"model", "incident"}
	for _, r := range analyzers.All {
		dirs = append(dirs, r.Analyzer.Name)
	}
	return dirs
}

// loadFixtures loads the fixtures the way the command loads a repository. The
// go command downloads the client libraries where they are missing.
func loadFixtures(t *testing.T) *load.Result {
	t.Helper()
	sources, err := catalog.FromFS(libraries.Files)
	require.NoError(t, err)
	cat, err := catalog.Load(sources...)
	require.NoError(t, err)
	tables, warnings := schema.Read(fixtures, schema.Options{})
	require.Empty(t, warnings)
	root, err := filepath.Abs(fixtures)
	require.NoError(t, err)
	facts, unread, err := infra.Read(root, infra.Options{})
	require.NoError(t, err)
	require.Empty(t, unread)

	var patterns []string
	for _, dir := range fixtureDirs() {
		patterns = append(patterns, "./"+dir+"/...")
	}
	res, err := load.Load(load.Config{
		Dir: fixtures, Root: fixtures, Patterns: patterns, Broker: cat.IsBroker, Alone: cat.IsRetrier,
		Extra: load.Mentions(append(cat.RetryTexts(), "//idemlint:", "//nolint:")...),
	})
	require.NoError(t, err)
	require.Empty(t, res.Errors)
	var programs []model.Program
	for _, m := range res.Mains {
		programs = append(programs, model.Program{Path: m.Path, Dir: rel(m.Dir)})
	}
	model.Configure(model.Options{Catalog: cat, Unique: tables, Queues: facts, Root: root, Programs: programs})
	t.Cleanup(func() { model.Configure(model.Options{}) })
	return res
}

// analyzed is what one run of all rules over the fixtures says.
type analyzed struct {
	graph    *checker.Graph
	findings []finding.Finding
	handlers []*model.Handler
}

func analyze(t *testing.T, res *load.Result, opts *checker.Options) analyzed {
	t.Helper()
	graph, err := checker.Analyze(append(analyzers.Analyzers(), model.Analyzer), res.Packages, opts)
	require.NoError(t, err)
	a := analyzed{graph: graph}
	for _, act := range graph.Roots {
		require.NoErrorf(t, act.Err, "%s", act)
		switch r := act.Result.(type) {
		case []finding.Finding:
			a.findings = append(a.findings, r...)
		case *model.Model:
			a.handlers = slices.AppendSeq(a.handlers, r.Handlers())
		}
	}
	var ds []finding.Directive
	for _, pkg := range res.Packages {
		for _, f := range pkg.Syntax {
			ds = append(ds, finding.Directives(pkg.Fset, f)...)
		}
	}
	kept, unused := finding.Suppress(a.findings, ds)
	for _, d := range unused {
		if len(directive.Problems(d, analyzers.IsRule)) == 0 {
			kept = append(kept, directive.Unused(d))
		}
	}
	finding.Sort(kept)
	a.findings = kept
	return a
}

// TestFixtures loads the fixtures once, for that is what takes time, and looks
// at what the rules make of them.
func TestFixtures(t *testing.T) {
	res := loadFixtures(t)
	a := analyze(t, res, nil)
	t.Run("expectations", func(t *testing.T) { checkExpectations(t, a) })
	t.Run("examples", func(t *testing.T) { checkExamples(t, a) })
	t.Run("incident", func(t *testing.T) { checkIncident(t, a) })
	t.Run("facts", func(t *testing.T) {
		// Now with facts that go through gob, as they do under go vet.
		checkFacts(t, a, analyze(t, res, &checker.Options{SanityCheck: true}))
	})
}

// checkExpectations demands a finding for every mark, and a mark for every
// finding.
func checkExpectations(t *testing.T, a analyzed) {
	expected := expectations(t, fixtureDirs())
	for _, e := range expected {
		if e.isRule() {
			assert.Truef(t, slices.ContainsFunc(a.findings, func(f finding.Finding) bool {
				return f.Rule == e.what && e.at(f.File, f.Line) && e.isIn(f.Message)
			}), "no finding for %s", e)
			continue
		}
		assert.Truef(t, slices.ContainsFunc(a.handlers, func(h *model.Handler) bool {
			return slices.ContainsFunc(h.Effects, func(f *model.Effect) bool {
				return e.at(f.Place.File, f.Place.Line) && f.Key.Class.String() == e.what && e.isIn(f.Key.Source.Name)
			})
		}), "no key for %s; there are %v", e, keysAt(a.handlers, e))
	}
	for _, f := range a.findings {
		assert.Truef(t, slices.ContainsFunc(expected, func(e expectation) bool {
			return e.what == f.Rule && e.at(f.File, f.Line)
		}), "%s:%d: unexpected finding %s %s", rel(f.File), f.Line, f.Rule, f.Message)
	}
}

// keysAt lists the keys of the effects on the line of an expectation.
func keysAt(hs []*model.Handler, e expectation) []string {
	var out []string
	for _, h := range hs {
		for _, f := range h.Effects {
			if e.at(f.Place.File, f.Place.Line) {
				out = append(out, fmt.Sprintf("%s %q in %s", f.Key.Class, f.Key.Source.Name, h.Name))
			}
		}
	}
	return out
}

// checkExamples looks at the code shown on the rules' pages.
func checkExamples(t *testing.T, a analyzed) {
	for _, r := range analyzers.All {
		found := func(file string) (n int) {
			name, err := filepath.Abs(filepath.Join(fixtures, r.Analyzer.Name, "example", file))
			require.NoError(t, err)
			require.FileExists(t, name)
			for _, f := range a.findings {
				if f.File == name && f.Rule == r.ID {
					n++
				}
			}
			return n
		}
		assert.Positivef(t, found("bad.go"), "%s: the bad example has no finding", r.Analyzer.Name)
		assert.Zerof(t, found("good.go"), "%s: the good example has findings", r.Analyzer.Name)
	}
}

// summaries are the encoded facts of a run by package.
func summaries(t *testing.T, g *checker.Graph) map[string][]byte {
	t.Helper()
	out := map[string][]byte{}
	for act := range g.All() {
		if act.Analyzer != model.Analyzer {
			continue
		}
		var fact model.Summary
		if !act.PackageFact(act.Package.Types, &fact) {
			continue
		}
		var b bytes.Buffer
		require.NoError(t, gob.NewEncoder(&b).Encode(&fact))
		out[act.Package.PkgPath] = b.Bytes()
	}
	return out
}

// checkFacts demands that two runs export the same facts byte for byte, and
// find the same.
func checkFacts(t *testing.T, a, b analyzed) {
	assert.Equal(t, a.findings, b.findings)
	one, two := summaries(t, a.graph), summaries(t, b.graph)
	require.NotEmpty(t, one)
	assert.Len(t, two, len(one))
	for path, data := range one {
		assert.Truef(t, bytes.Equal(data, two[path]), "%s: the fact differs between two runs", path)
	}
}

// TestConstructs keeps the model's fixtures honest: a construct nobody expects
// anything of is not tested.
func TestConstructs(t *testing.T) {
	dirs, err := os.ReadDir(filepath.Join(fixtures, "model"))
	require.NoError(t, err)
	require.NotEmpty(t, dirs)
	for _, d := range dirs {
		assert.NotEmptyf(t, expectations(t, []string{"model/" + d.Name()}), "model/%s expects nothing", d.Name())
	}
}

// checkIncident demands the tables of the two ways to settle an order: behind
// one flag, and with each step keyed.
func checkIncident(t *testing.T, a analyzed) {
	for _, want := range []struct {
		handler, effect string
		outcome         replay.Outcome
	}{
		{"guarded.(*Consumer).Run", "s.Client.V1PaymentIntents.Capture", replay.Lost},
		{"guarded.(*Consumer).Run", "w.DB.ExecContext", replay.Lost},
		{"guarded.(*Consumer).Run", "m.Client.SendWithContext", replay.Lost},
		{"keyed.(*Consumer).Run", "c.Stripe.V1PaymentIntents.Capture", replay.Once},
		{"keyed.(*Consumer).Run", "tx.ExecContext (stock)", replay.Once},
		{"keyed.(*Consumer).Run", "m.Client.SendWithContext", replay.Twice}, // accepted, with a reason
	} {
		i := slices.IndexFunc(a.handlers, func(h *model.Handler) bool { return h.Name == want.handler })
		require.GreaterOrEqual(t, i, 0, want.handler)
		table := a.handlers[i].Table
		require.NotNil(t, table, want.handler)
		require.Empty(t, table.Dropped)
		require.Empty(t, table.Cut)
		r := slices.IndexFunc(table.Effects, func(r replay.Row) bool { return r.Label == want.effect })
		require.GreaterOrEqual(t, r, 0, "%s %s", want.handler, want.effect)
		assert.Equal(t, want.outcome, table.Effects[r].Under(replay.Crash).Outcome, "%s %s", want.handler, want.effect)
	}
}
