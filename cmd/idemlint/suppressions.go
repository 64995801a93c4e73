package main

import (
	"encoding/json"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/idemlint/idemlint/internal/finding"
	"github.com/idemlint/idemlint/internal/load"
)

// A suppression is a risk that a directive accepts.
type suppression struct {
	File   string   `json:"file"`
	Line   int      `json:"line"`
	Kind   string   `json:"kind"`
	Rules  []string `json:"rules"` // empty for all
	Reason string   `json:"reason"`
}

// runSuppressions lists the risks that directives accept. Directives that have
// no effect are IDM900's.
func runSuppressions(args []string, stdout, stderr io.Writer) (int, error) {
	f := newFlags("idemlint suppressions", "[packages]", stderr)
	format := f.set.String("format", "text", "write as `format`: text, json")
	f.set.BoolVar(&f.tests, "tests", false, "read test files too")
	o, err := f.parse(args)
	if err != nil {
		return helpOr(err)
	}
	if *format != "text" && *format != "json" {
		return exitTrouble, fmt.Errorf("-format: unknown format %q (allowed: text, json)", *format)
	}
	res, err := load.Load(load.Config{
		Dir: o.dir, Patterns: o.patterns, Root: o.root, Scope: o.config.Scope, Tests: o.tests, Broker: o.catalog.IsBroker, Alone: o.catalog.IsRetrier,
	})
	if err != nil {
		return exitTrouble, err
	}
	list := []suppression{}
	ds, _ := o.directives(res)
	for _, d := range ds {
		if !d.Accepts() {
			continue
		}
		file := d.File
		if rel, err := filepath.Rel(o.dir, file); err == nil {
			file = rel
		}
		kind := d.Kind
		if d.Kind == finding.DLQ {
			kind += " " + strings.Join(d.Args, " ")
		}
		list = append(list, suppression{filepath.ToSlash(file), d.Line, kind, append([]string{}, d.Silenced()...), d.Reason})
	}
	for _, e := range res.Errors {
		fmt.Fprintln(stderr, "idemlint: "+e.Error())
	}
	if *format == "json" {
		enc := json.NewEncoder(stdout)
		enc.SetEscapeHTML(false)
		enc.SetIndent("", "  ")
		err = enc.Encode(struct {
			Version      int           `json:"version"`
			Suppressions []suppression `json:"suppressions"`
		}{1, list})
	} else {
		err = writeSuppressions(stdout, list)
	}
	if err != nil || len(res.Errors) > 0 {
		return exitTrouble, err
	}
	return exitClean, nil
}

func writeSuppressions(w io.Writer, list []suppression) error {
	for _, s := range list {
		rules := strings.Join(s.Rules, ",")
		if rules == "" {
			rules = "all rules"
		}
		if _, err := fmt.Fprintf(w, "%s:%d: %s (%s): %s\n", s.File, s.Line, s.Kind, rules, s.Reason); err != nil {
			return err
		}
	}
	risks := "risks"
	if len(list) == 1 {
		risks = "risk"
	}
	_, err := fmt.Fprintf(w, "idemlint: %d accepted %s\n", len(list), risks)
	return err
}
