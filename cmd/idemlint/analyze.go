package main

import (
	"cmp"
	"fmt"
	"go/parser"
	"go/token"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"

	"github.com/idemlint/idemlint/analyzers"
	"github.com/idemlint/idemlint/analyzers/directive"
	"github.com/idemlint/idemlint/internal/catalog"
	"github.com/idemlint/idemlint/internal/contain"
	"github.com/idemlint/idemlint/internal/finding"
	"github.com/idemlint/idemlint/internal/infra"
	"github.com/idemlint/idemlint/internal/load"
	"github.com/idemlint/idemlint/internal/model"
	"github.com/idemlint/idemlint/internal/output"
	"github.com/idemlint/idemlint/internal/schema"
)

// analysisResult is what analyze found, with absolute paths.
type analysisResult struct {
	run   output.Run
	fatal bool // nothing could be analyzed at all
	// knows reports whether a queue has the address.
	knows func(address string) bool
	whole bool // what was not found is not there: whole modules were analyzed
}

// troubled reports whether something was not analyzed that should have been.
func (a *analysisResult) troubled(o *options) bool {
	return a.fatal || len(a.run.Errors) > 0 && !o.allowErrors
}

// analyze loads the relevant packages and runs the rules over them. What goes
// wrong is in the result's errors.
func analyze(o *options, stderr io.Writer) *analysisResult {
	progress := newProgress(stderr)
	defer progress.stop()
	a := new(analysisResult)
	a.run.Setting = settingOf(o.dir)
	res, err := load.Load(load.Config{
		Dir:      cmp.Or(o.home, o.dir),
		Patterns: o.patterns,
		Root:     o.root,
		Scope:    o.config.Scope,
		Tests:    o.tests,
		Broker:   o.catalog.IsBroker,
		Alone:    o.catalog.IsRetrier,
		Extra:    load.Mentions(o.texts()...),
		Progress: progress.step,
	})
	if err != nil {
		a.fatal = true
		a.run.Errors = append(a.run.Errors, output.Error{Message: strings.TrimSpace(err.Error())})
		return a
	}
	for _, e := range res.Errors {
		a.run.Errors = append(a.run.Errors, output.Error(e))
	}
	progress.step("analyzing")
	raw := a.check(o, res, stderr)
	a.run.Findings = o.judge(raw, res, a)
	offerFixes(a.run.Findings, res)
	a.run.Summary.Packages = res.InScope
	a.run.Summary.Analyzed = res.Relevant
	a.run.Summary.Handlers = len(a.run.Handlers)
	a.whole = res.Whole && len(a.run.Errors) == 0
	return a
}

// texts are those of which a package that imports nothing of interest contains one
// if it is of interest all the same.
func (o *options) texts() []string {
	return slices.Concat(o.catalog.Envelopes(), o.catalog.RetryTexts(), []string{"//idemlint:" + finding.Handler, "//idemlint:" + finding.Contract})
}

// check runs the rules and returns what they found, undigested.
func (a *analysisResult) check(o *options, res *load.Result, stderr io.Writer) []finding.Finding {
	if len(res.Packages) == 0 {
		return nil
	}
	loaded := make(map[string]bool)
	for _, pkg := range allPackages(res) {
		loaded[pkg.PkgPath] = true
	}
	tables, warnings := schema.Read(o.root, schema.Options{})
	for _, w := range warnings {
		fmt.Fprintln(stderr, "idemlint: "+w.String())
	}
	model.Configure(model.Options{
		Unique:  tables,
		Catalog: o.catalog,
		Scope:   func(path string) bool { return loaded[path] },
		ReadQueues: func() *infra.Facts {
			facts, unread := readQueues(o.root, stderr)
			a.run.Summary.Unread = unread
			return facts
		},
		Root: o.root,

		RequireContract: o.config.RequireContract,

		Programs: programs(o.root, res.Mains),
	})
	all := append(analyzers.Analyzers(), model.Analyzer)
	failures := contain.Analyzers(all)
	graph, err := checker.Analyze(all, res.Packages, nil)
	if err != nil {
		a.fatal = true
		a.run.Errors = append(a.run.Errors, output.Error{Message: err.Error()})
		return nil
	}
	var found []finding.Finding
	for _, act := range graph.Roots {
		if act.Err != nil {
			failures.Add(act.Package.PkgPath, act.Err.Error())
		}
		if fs, ok := act.Result.([]finding.Finding); ok {
			for _, f := range fs {
				f.Packages = []string{act.Package.PkgPath}
				found = append(found, f)
			}
		}
	}
	for _, f := range failures.List() {
		a.run.Errors = append(a.run.Errors, output.Error(f))
	}
	for _, p := range o.catalog.Problems() {
		o.blame(p, &a.run, stderr)
	}
	a.knows = knownQueues(graph)
	a.run.Handlers = handlersOf(graph, o.replay)
	a.run.Queues = queuesOf(graph, o.root, len(a.run.Handlers) > 0 || o.queues)
	return found
}

// readQueues reads what the files of the repository say of queues, and says how
// many places it could not read.
func readQueues(root string, stderr io.Writer) (facts *infra.Facts, unread int) {
	facts, warnings, err := infra.Read(root, infra.Options{})
	for _, w := range warnings {
		fmt.Fprintln(stderr, "idemlint: "+w.String())
	}
	if err != nil {
		fmt.Fprintf(stderr, "idemlint: no queues are known from files: %v\n", err)
	}
	return facts, len(warnings)
}

// programs are the main packages as the repository sees them.
func programs(root string, mains []load.Main) []model.Program {
	var list []model.Program
	for _, m := range mains {
		if dir, err := filepath.Rel(root, m.Dir); err == nil {
			list = append(list, model.Program{Path: m.Path, Dir: filepath.ToSlash(dir)})
		}
	}
	return list
}

// blame tells of a fault in the user's own library documents: a name that is
// wrong makes the run incomplete, an entry without effect is worth a line.
func (o *options) blame(p catalog.Problem, run *output.Run, stderr io.Writer) {
	switch {
	case p.File != o.config.File:
	case p.Warning:
		fmt.Fprintln(stderr, "idemlint: "+p.Error())
	default:
		run.Errors = append(run.Errors, output.Error{Message: p.Error()})
	}
}

// judge turns what the rules found into what is reported: without what
// directives and configuration silence, graded, once per place and sorted.
func (o *options) judge(raw []finding.Finding, res *load.Result, a *analysisResult) []finding.Finding {
	directives, stray := o.directives(res)
	kept, unused := finding.Suppress(append(raw, stray...), directives)
	for _, d := range directives {
		if d.Kind == finding.Queue && d.Problem == "" && a.knows != nil && !a.knows(d.Args[0]) {
			kept = append(kept, directive.NoQueue(d))
		}
	}
	if len(a.run.Errors) == 0 && res.Whole {
		for _, d := range unused {
			if len(directive.Problems(d, analyzers.IsRule)) == 0 {
				kept = append(kept, directive.Unused(d))
			}
		}
	}
	if generated := generatedFiles(res); !o.config.Generated {
		for i := range kept {
			leaveGenerated(&kept[i], generated)
		}
		kept = slices.DeleteFunc(kept, func(f finding.Finding) bool { return generated[f.File] })
	}
	kept = slices.DeleteFunc(kept, func(f finding.Finding) bool {
		return o.config.Off(f.Rule) || o.config.Excluded(f.File)
	})
	for i := range kept {
		f := &kept[i]
		f.Severity = o.config.Severity(f.Rule, f.Category, f.Severity)
	}
	return oncePerPlace(kept)
}

// leaveGenerated moves a finding out of generated code, which nobody edits, to
// the call that leads there.
func leaveGenerated(f *finding.Finding, generated map[string]bool) {
	i := slices.IndexFunc(f.Path, func(p finding.Place) bool { return p.File == f.File && p.Line == f.Line })
	for ; i >= 0 && generated[f.File]; i-- {
		if p := f.Path[i]; !strings.HasPrefix(p.Note, finding.Wired) {
			f.File, f.Line, f.Column = p.File, p.Line, p.Column
		}
	}
}

// oncePerPlace sorts the findings and keeps one per rule, place and end of the
// path (a key may be made in several places for one call): that of the handler
// whose name comes first.
func oncePerPlace(fs []finding.Finding) []finding.Finding {
	finding.Sort(fs)
	var kept []finding.Finding
	for _, f := range fs {
		i := len(kept) - 1
		if i < 0 || kept[i].Rule != f.Rule || kept[i].Place() != f.Place() || lastPlace(kept[i]) != lastPlace(f) {
			kept = append(kept, f)
			continue
		}
		kept[i].Path = alsoThrough(kept[i].Path, f)
		kept[i].Packages = union(kept[i].Packages, f.Packages)
	}
	return kept
}

// union returns what is in either list, sorted, once each.
func union(a, b []string) []string {
	all := slices.Concat(a, b)
	slices.Sort(all)
	return slices.Compact(all)
}

// maxPath bounds a path to which the ways of other handlers were added.
const maxPath = 48

// alsoThrough adds to a path the places another way to the same effect goes
// through.
func alsoThrough(path []finding.Place, other finding.Finding) []finding.Place {
	seen := func(p finding.Place) bool {
		return slices.ContainsFunc(path, func(q finding.Place) bool { return q.File == p.File && q.Line == p.Line })
	}
	for _, p := range other.Path {
		if len(path) >= maxPath {
			break
		}
		if !seen(p) {
			p.Note = output.Also + other.Handler + ": " + p.Note
			path = append(path, p)
		}
	}
	return path
}

// lastPlace is where the path of a finding by itself ends.
func lastPlace(f finding.Finding) finding.Place {
	i := slices.IndexFunc(f.Path, func(p finding.Place) bool { return strings.HasPrefix(p.Note, output.Also) })
	if i < 0 {
		i = len(f.Path)
	}
	if i == 0 {
		return f.Place()
	}
	p := f.Path[i-1]
	p.Note, p.Column = "", 0
	return p
}

// directives returns the directives of all code in scope, and the findings
// about those in code that no handler can reach and no rule looks at.
func (o *options) directives(res *load.Result) (ds []finding.Directive, stray []finding.Finding) {
	for _, pkg := range allPackages(res) {
		for _, file := range pkg.Syntax {
			ds = append(ds, finding.Directives(pkg.Fset, file)...)
		}
	}
	for _, d := range directivesIn(res.Other) {
		ds = append(ds, d)
		stray = append(stray, directive.Problems(d, analyzers.IsRule)...)
	}
	slices.SortFunc(ds, func(a, b finding.Directive) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
	})
	// A file of a package and of its test variant is the same file.
	ds = slices.CompactFunc(ds, func(a, b finding.Directive) bool {
		return a.File == b.File && a.Line == b.Line && a.Column == b.Column
	})
	return ds, stray
}

var mayBeDirective = regexp.MustCompile(`//\s*(idemlint:|nolint:.*idemlint)`)

// directivesIn returns the directives of files that were not loaded. Only
// those that seem to hold one are parsed; one that cannot be read or parsed
// holds none.
func directivesIn(files []string) []finding.Directive {
	var ds []finding.Directive
	for _, name := range files {
		src, err := os.ReadFile(name)
		if err != nil || !mayBeDirective.Match(src) {
			continue
		}
		fset := token.NewFileSet()
		file, err := parser.ParseFile(fset, name, src, parser.ParseComments|parser.SkipObjectResolution)
		if err == nil {
			ds = append(ds, finding.Directives(fset, file)...)
		}
	}
	return ds
}

func generatedFiles(res *load.Result) map[string]bool {
	generated := make(map[string]bool)
	for _, pkg := range allPackages(res) {
		for _, file := range pkg.Syntax {
			if finding.Generated(file) {
				generated[pkg.Fset.Position(file.Package).Filename] = true
			}
		}
	}
	return generated
}

func allPackages(res *load.Result) []*packages.Package {
	return slices.Concat(res.Packages, res.Deps)
}
