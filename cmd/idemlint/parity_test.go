package main

import (
	"bytes"
	"encoding/gob"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/packages"

	"github.com/idemlint/idemlint/analyzers"
	"github.com/idemlint/idemlint/internal/finding"
	"github.com/idemlint/idemlint/internal/model"
	"github.com/idemlint/idemlint/internal/output"
)

// The command sees the whole program in one process. go vet and Bazel's nogo
// see one package at a time and know of the others what their facts say. What
// they report must not depend on that.

// parityFixtures are directories without suppressing directives: those have
// tests of their own.
var parityFixtures = []string{"./incident/...", "./model/...", "./nokey/...", "./freshkey/...", "./rawdelta/...", "./blindretry/wired/...", "./messageidkey/...", "./seenguard/...", "./earlyack/...", "./dedupttl/...", "./localdedup/...", "./nodlq/example", "./nodlq/rabbit", "./nodlq/streams", "./nodlq/topics", "./nodlq/router", "./nodlq/blocked"}

// TestParity compares the command, go vet and a run package by package on the
// fixtures, and on every module of the checkouts that IDEMLINT_PARITY lists
// like a PATH; bench/parity.sh sets it.
func TestParity(t *testing.T) {
	if testing.Short() {
		t.Skip("analyzes the fixtures and all that they import three times")
	}
	t.Run("fixtures", func(t *testing.T) { checkParity(t, "../../testdata/src", parityFixtures) })
	for _, root := range filepath.SplitList(os.Getenv("IDEMLINT_PARITY")) {
		root, err := filepath.Abs(root)
		require.NoError(t, err)
		for _, dir := range modulesIn(t, root) {
			t.Run(filepath.Base(root)+"/"+dir, func(t *testing.T) { checkParity(t, filepath.Join(root, dir), []string{"./..."}) })
		}
	}
}

// TestPlanted compares them on a module that bench/growth.go writes, of which it
// is known how much there is to find.
func TestPlanted(t *testing.T) {
	if testing.Short() {
		t.Skip("analyzes a module of 125 packages three times")
	}
	dir := t.TempDir()
	out, err := exec.Command("go", "run", "../../bench/growth.go", "-packages", "125", dir).Output()
	require.NoError(t, err)
	planted, err := strconv.Atoi(strings.TrimSpace(string(out)))
	require.NoError(t, err)
	assert.Len(t, byCommand(t, dir, []string{"./..."}), planted)
	checkParity(t, dir, []string{"./..."})
}

// modulesIn lists the directories below root that hold a module.
func modulesIn(t *testing.T, root string) []string {
	t.Helper()
	var dirs []string
	require.NoError(t, filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && name != root && (strings.HasPrefix(d.Name(), ".") || d.Name() == "vendor" || d.Name() == "testdata" || d.Name() == "node_modules"):
			return fs.SkipDir
		case d.Name() == "go.mod":
			dir, err := filepath.Rel(root, filepath.Dir(name))
			dirs = append(dirs, dir)
			return err
		}
		return nil
	}))
	return dirs
}

func checkParity(t *testing.T, dir string, patterns []string) {
	dir, err := filepath.Abs(dir)
	require.NoError(t, err)
	command := byCommand(t, dir, patterns)
	if strings.HasSuffix(dir, "testdata/src") {
		require.NotEmpty(t, command)
	}
	t.Logf("%d findings", len(command))
	t.Run("vet", func(t *testing.T) {
		found, trouble := byVet(t, dir, patterns)
		sameLines(t, lines(asDiagnosed(command), shortLine), lines(asDiagnosed(found), shortLine), trouble)
	})
	t.Run("per package", func(t *testing.T) {
		found, trouble := byPackage(t, dir, patterns)
		sameLines(t, lines(command, fullLine), lines(found, fullLine), trouble)
	})
}

// fullLine tells a finding from others.
func fullLine(f finding.Finding) string {
	return fmt.Sprintf("%s:%d:%d %s %s: %s", f.File, f.Line, f.Column, f.Rule, f.Handler, f.Message)
}

// asDiagnosed leaves of findings what a diagnostic of another package says:
// the last directory, the file and the line, and per rule the first handler of
// those that get there.
func asDiagnosed(fs []finding.Finding) []finding.Finding {
	var out []finding.Finding
	for _, f := range fs {
		f.File = filepath.Join(filepath.Base(filepath.Dir(f.File)), filepath.Base(f.File))
		f.Column, f.Path = 0, nil
		out = append(out, f)
	}
	return oncePerPlace(out)
}

func shortLine(f finding.Finding) string {
	return fmt.Sprintf("%s:%d %s %s", f.File, f.Line, f.Rule, f.Handler)
}

// lines writes findings as text, sorted and each once.
func lines(fs []finding.Finding, line func(finding.Finding) string) []string {
	var out []string
	for _, f := range fs {
		out = append(out, line(f))
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// sameLines demands that two runs report the same and names the differences.
// Only the command looks at packages that do not compile or import such a one:
// where there is trouble with any, what is missing from the other run proves
// nothing.
func sameLines(t *testing.T, command, other, trouble []string) {
	t.Helper()
	for _, l := range other {
		if !slices.Contains(command, l) {
			t.Errorf("the command does not report %s", l)
		}
	}
	missing := slices.DeleteFunc(slices.Clone(command), func(l string) bool { return slices.Contains(other, l) })
	for _, l := range missing {
		if len(trouble) == 0 {
			t.Errorf("only the command reports %s", l)
		} else {
			t.Logf("only the command reports %s", l)
		}
	}
	if len(missing) > 0 && len(trouble) > 0 {
		t.Skipf("not comparable: %s", strings.Join(trouble, "\n"))
	}
}

// byCommand is what the command reports, with absolute paths.
func byCommand(t *testing.T, dir string, patterns []string) []finding.Finding {
	t.Helper()
	cmd := exec.Command("idemlint", append([]string{"-format", "json", "-min-severity", "note"}, patterns...)...)
	cmd.Dir = dir
	out, stderr := runTool(t, cmd)
	run, err := output.ReadJSON(strings.NewReader(out))
	require.NoErrorf(t, err, "%s", stderr)
	for i := range run.Findings {
		if f := &run.Findings[i]; !filepath.IsAbs(f.File) {
			f.File = filepath.Join(dir, f.File)
		}
	}
	return run.Findings
}

// runTool runs a command that fails when it finds something.
func runTool(t *testing.T, cmd *exec.Cmd) (stdout, stderr string) {
	t.Helper()
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	var exit *exec.ExitError
	if err := cmd.Run(); err != nil && !errors.As(err, &exit) {
		require.NoError(t, err)
	}
	return out.String(), errs.String()
}

var (
	// diagnosed is the message of a diagnostic; its place stands in it if it
	// is in another package.
	diagnosed = regexp.MustCompile(`^(IDM\d+) (?:([^ :]+/[^ :]+\.go):(\d+): )?(.*)$`)
	inHandler = regexp.MustCompile(`(?:\bhandler|\brepeats .* in) (\S+?(?: \(function literal\))?)(?:[:,]? |$)`)
)

// byVet is what go vet reports, and what troubled it.
func byVet(t *testing.T, dir string, patterns []string) (found []finding.Finding, trouble []string) {
	t.Helper()
	tool, err := exec.LookPath("idemlint")
	require.NoError(t, err)
	cmd := exec.Command("go", append([]string{"vet", "-vettool=" + tool, "-json"}, patterns...)...)
	cmd.Dir = dir
	stdout, stderr := runTool(t, cmd)
	// The go command writes "# package" before each package's output.
	var data strings.Builder
	for line := range strings.Lines(stdout + stderr) {
		switch {
		case strings.HasPrefix(line, "#"):
		case strings.HasPrefix(line, "{"), strings.HasPrefix(line, "}"), strings.HasPrefix(line, "\t"):
			data.WriteString(line)
		default:
			trouble = append(trouble, strings.TrimSpace(line))
		}
	}
	for d := json.NewDecoder(strings.NewReader(data.String())); ; {
		var byPackage map[string]map[string]json.RawMessage
		err := d.Decode(&byPackage)
		if err == io.EOF {
			break
		}
		require.NoErrorf(t, err, "%s", data.String())
		for _, byRule := range byPackage {
			for name, list := range byRule {
				var ds []struct{ Posn, Message string }
				if err := json.Unmarshal(list, &ds); err != nil {
					trouble = append(trouble, name+": "+string(list))
					continue
				}
				for _, d := range ds {
					found = append(found, undiagnose(t, name, d.Posn, d.Message))
				}
			}
		}
	}
	return found, trouble
}

// undiagnose turns a diagnostic back into a finding.
func undiagnose(t *testing.T, name, posn, message string) finding.Finding {
	t.Helper()
	m := diagnosed.FindStringSubmatch(message)
	require.NotNilf(t, m, "%s: %s", posn, message)
	at := strings.Split(posn, ":")
	require.Lenf(t, at, 3, "%s", posn)
	f := finding.Finding{Rule: m[1], Analyzer: name, File: at[0], Message: m[4]}
	line := at[1]
	if m[2] != "" {
		f.File, line = m[2], m[3]
	}
	f.Line, _ = strconv.Atoi(line)
	if h := inHandler.FindStringSubmatch(f.Message); h != nil {
		f.Handler = h[1]
	}
	return f
}

// byPackage analyzes like Bazel's nogo: each package by itself, after those it
// imports, with types from export data and the facts of direct imports from
// files, of which packages of other modules have none. It also returns what does
// not compile.
func byPackage(t *testing.T, dir string, patterns []string) (found []finding.Finding, trouble []string) {
	t.Helper()
	pkgs, err := packages.Load(&packages.Config{
		Mode: packages.NeedName | packages.NeedFiles | packages.NeedCompiledGoFiles | packages.NeedImports |
			packages.NeedDeps | packages.NeedExportFile | packages.NeedModule,
		Dir: dir,
	}, patterns...)
	require.NoError(t, err)
	t.Chdir(dir)
	require.NoError(t, configureVet())
	t.Cleanup(func() { model.Configure(model.Options{}) })
	gob.Register(new(model.Summary))
	d := &modularDriver{t: t, facts: t.TempDir(), exports: map[string]string{}, generated: map[string]bool{}}
	packages.Visit(pkgs, nil, func(p *packages.Package) { // imports come first
		d.exports[p.PkgPath] = p.ExportFile
		if p.Module != nil && p.Module.Main && len(p.GoFiles) > 0 {
			d.analyze(p)
		}
	})
	found = slices.DeleteFunc(d.found, func(f finding.Finding) bool { return d.generated[f.File] })
	return oncePerPlace(found), d.trouble
}

// A modularDriver analyzes one package at a time. Nothing but files passes from
// one package to the next.
type modularDriver struct {
	t         *testing.T
	facts     string            // directory
	exports   map[string]string // files by import path
	found     []finding.Finding
	trouble   []string
	generated map[string]bool
}

// A storedFact is a package fact as golang.org/x/tools/internal/facts writes it.
type storedFact struct {
	PkgPath string
	Object  string
	Fact    analysis.Fact
}

func (d *modularDriver) file(path string) string {
	return filepath.Join(d.facts, strings.ReplaceAll(path, "/", "+"))
}

// fact reads the fact of a direct import.
func (d *modularDriver) fact(path string) (*model.Summary, bool) {
	data, err := os.ReadFile(d.file(path))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, false
	}
	require.NoError(d.t, err)
	var stored []storedFact
	require.NoError(d.t, gob.NewDecoder(bytes.NewReader(data)).Decode(&stored))
	for _, f := range stored {
		if f.PkgPath == path {
			return f.Fact.(*model.Summary), true
		}
	}
	return nil, false
}

// encode writes a package's fact.
func (d *modularDriver) encode(path string, fact analysis.Fact) []byte {
	var buf bytes.Buffer
	require.NoError(d.t, gob.NewEncoder(&buf).Encode([]storedFact{{PkgPath: path, Fact: fact}}))
	return buf.Bytes()
}

// analyze runs the rules on a package and keeps what they find. It demands
// that the same package gives the same fact, byte for byte, when it is analyzed
// again, and that a fact is the same after it was written and read.
func (d *modularDriver) analyze(p *packages.Package) {
	fact, found := d.run(p)
	d.found = append(d.found, found...)
	if fact == nil {
		return
	}
	again, _ := d.run(p)
	data := d.encode(p.PkgPath, fact)
	assert.Truef(d.t, bytes.Equal(data, d.encode(p.PkgPath, again)), "%s: the fact differs between two runs", p.PkgPath)
	require.NoError(d.t, os.WriteFile(d.file(p.PkgPath), data, 0o644))
	read, ok := d.fact(p.PkgPath)
	require.True(d.t, ok)
	assert.Truef(d.t, bytes.Equal(data, d.encode(p.PkgPath, read)), "%s: the fact differs after it was read", p.PkgPath)
}

// run type-checks the package alone and runs the rules on it.
func (d *modularDriver) run(p *packages.Package) (exported *model.Summary, found []finding.Finding) {
	fset := token.NewFileSet()
	var files []*ast.File
	for _, name := range p.CompiledGoFiles {
		file, err := parser.ParseFile(fset, name, nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			d.trouble = append(d.trouble, err.Error())
			return nil, nil
		}
		files = append(files, file)
		d.generated[name] = finding.Generated(file)
	}
	info := &types.Info{
		Types: make(map[ast.Expr]types.TypeAndValue), Defs: make(map[*ast.Ident]types.Object), Uses: make(map[*ast.Ident]types.Object),
		Implicits: make(map[ast.Node]types.Object), Instances: make(map[*ast.Ident]types.Instance), Scopes: make(map[ast.Node]*types.Scope),
		Selections: make(map[*ast.SelectorExpr]*types.Selection), FileVersions: make(map[*ast.File]string),
	}
	config := types.Config{Importer: importer.ForCompiler(fset, "gc", func(path string) (io.ReadCloser, error) {
		if imp := p.Imports[path]; imp != nil {
			path = imp.PkgPath
		}
		if d.exports[path] == "" {
			return nil, fmt.Errorf("no export data for %s", path)
		}
		return os.Open(d.exports[path])
	})}
	pkg, err := config.Check(p.PkgPath, fset, files, info)
	if err != nil {
		d.trouble = append(d.trouble, err.Error())
		return nil, nil
	}
	results := make(map[*analysis.Analyzer]any)
	var run func(a *analysis.Analyzer)
	run = func(a *analysis.Analyzer) {
		if _, done := results[a]; done {
			return
		}
		for _, req := range a.Requires {
			run(req)
		}
		result, err := a.Run(&analysis.Pass{
			Analyzer: a, Fset: fset, Files: files, Pkg: pkg, TypesInfo: info, TypesSizes: types.SizesFor("gc", "amd64"),
			ResultOf: results, Report: func(analysis.Diagnostic) {}, ReadFile: os.ReadFile,
			ImportPackageFact: func(imp *types.Package, into analysis.Fact) bool {
				if imp == pkg || !slices.Contains(pkg.Imports(), imp) {
					return false
				}
				s, ok := d.fact(imp.Path())
				if ok {
					*into.(*model.Summary) = *s
				}
				return ok
			},
			ExportPackageFact: func(fact analysis.Fact) { exported = fact.(*model.Summary) },
			// Neither is used; a driver has them.
			ImportObjectFact: func(types.Object, analysis.Fact) bool { return false },
			ExportObjectFact: func(types.Object, analysis.Fact) {},
		})
		require.NoErrorf(d.t, err, "%s on %s", a.Name, p.PkgPath)
		results[a] = result
		if fs, ok := result.([]finding.Finding); ok {
			m, _ := results[model.Analyzer].(*model.Model)
			found = append(found, slices.DeleteFunc(fs, func(f finding.Finding) bool { return m != nil && m.Silenced(f) })...)
		}
	}
	for _, a := range analyzers.Analyzers() {
		run(a)
	}
	return exported, found
}
