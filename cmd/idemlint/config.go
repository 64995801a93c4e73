package main

import (
	"fmt"
	"go/types"
	"io"

	"github.com/idemlint/idemlint/analyzers"
	"github.com/idemlint/idemlint/internal/load"
	"github.com/idemlint/idemlint/internal/output"
)

// runConfig prints the configuration that is in effect.
func runConfig(args []string, stdout, stderr io.Writer) (int, error) {
	f := newFlags("idemlint config", "[packages]", stderr)
	o, err := f.parse(args)
	if err != nil {
		return helpOr(err)
	}
	file := o.config.File
	if file == "" {
		file = "no configuration file, all defaults"
	}
	fmt.Fprintf(stdout, "# %s\nversion: 1\nfail-on: %s\nmin-severity: %s\n", file, o.failOn, o.minSeverity)
	fmt.Fprint(stdout, "rules:\n")
	for _, r := range analyzers.All {
		line := "  - {rule: " + r.ID
		if s := o.config.Severity(r.ID, "", ""); s != "" {
			line += ", severity: " + string(s)
		}
		if o.config.Off(r.ID) {
			line += ", off: true"
		}
		fmt.Fprintf(stdout, "%s} # %s\n", line, r.Analyzer.Name)
	}
	if len(o.config.Categories) > 0 {
		fmt.Fprint(stdout, "categories:\n")
		for _, c := range o.config.Categories {
			fmt.Fprintf(stdout, "  - {category: %s, severity: %s}\n", c.Category, c.Severity)
		}
	}
	writeList(stdout, "exclude", o.config.Exclude)
	writeList(stdout, "scope", o.config.Scope)
	fmt.Fprintf(stdout, "generated: %t\nrequire-contract: %t\n", o.config.Generated, o.config.RequireContract)
	if n := o.config.ExpectHandlers; n != nil {
		fmt.Fprintf(stdout, "expect-handlers: %d\n", *n)
	}
	fmt.Fprintf(stdout, "# libraries: %d documents from the configuration, %d in all\n",
		len(o.config.Libraries.Content), len(o.catalog.Libraries()))
	if len(o.config.Libraries.Content)+len(o.config.Exclude)+len(o.config.Scope) == 0 {
		return exitClean, nil
	}
	return o.try(stderr)
}

// try holds the configuration against the program, and tells of entries that match
// nothing in it.
func (o *options) try(stderr io.Writer) (int, error) {
	res, err := load.Load(load.Config{
		Dir: o.dir, Patterns: o.patterns, Root: o.root, Scope: o.config.Scope, Broker: o.catalog.IsBroker, Alone: o.catalog.IsRetrier,
		Extra: load.Mentions(o.texts()...), Progress: func(string) {},
	})
	if err != nil {
		return exitTrouble, err
	}
	seen := make(map[*types.Package]bool)
	var pkgs []*types.Package
	var paths []string
	var visit func(p *types.Package)
	visit = func(p *types.Package) {
		if p == nil || seen[p] {
			return
		}
		seen[p] = true
		pkgs, paths = append(pkgs, p), append(paths, p.Path())
		for _, imp := range p.Imports() {
			visit(imp)
		}
	}
	for _, p := range allPackages(res) {
		visit(p.Types)
	}
	files := res.Other
	for _, p := range allPackages(res) {
		files = append(files, p.GoFiles...)
	}
	exclude, scope := o.config.Idle(files, paths)
	for _, glob := range exclude {
		fmt.Fprintf(stderr, "idemlint: %s: exclude: %q matches no file of the packages; globs are relative to the directory of the file\n", o.config.File, glob)
	}
	for _, prefix := range scope {
		fmt.Fprintf(stderr, "idemlint: %s: scope: no package that a handler could reach is below %q\n", o.config.File, prefix)
	}
	var run output.Run
	for _, p := range append(o.catalog.Unseen(o.config.File, paths), o.catalog.Verify(pkgs)...) {
		o.blame(p, &run, stderr)
	}
	for _, e := range run.Errors {
		fmt.Fprintln(stderr, "idemlint: "+e.Message)
	}
	if len(run.Errors) > 0 {
		return exitTrouble, nil
	}
	return exitClean, nil
}

func writeList(w io.Writer, key string, items []string) {
	if len(items) == 0 {
		return
	}
	fmt.Fprintf(w, "%s:\n", key)
	for _, item := range items {
		fmt.Fprintf(w, "  - %q\n", item)
	}
}
