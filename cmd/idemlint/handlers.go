package main

import (
	"fmt"
	"io"
	"slices"

	"github.com/idemlint/idemlint/internal/finding"
	"github.com/idemlint/idemlint/internal/output"
)

// markEffects notes at each effect the rules that report it, or that report what
// should keep it and name it on their path. A place that several handlers reach
// is reported for one of them.
func markEffects(handlers []output.Handler, findings []finding.Finding) {
	for i := range handlers {
		h := &handlers[i]
		for j := range h.Effects {
			e := &h.Effects[j]
			here := func(p finding.Place) bool { return p.File == e.File && p.Line == e.Line }
			for _, f := range findings {
				mine := f.Handler == h.Name && slices.ContainsFunc(f.Path, here)
				bare := e.Natural == "" && here(finding.Place{File: f.File, Line: f.Line})
				if (mine || bare) && !slices.Contains(e.Findings, f.Rule) {
					e.Findings = append(e.Findings, f.Rule)
				}
			}
			slices.Sort(e.Findings)
		}
	}
}

// runHandlers lists the handlers found in packages. With -expect it fails if
// their number is another: a handler that is no longer found is no longer
// checked.
func runHandlers(args []string, stdout, stderr io.Writer) (int, error) {
	f := newFlags("idemlint handlers", "[packages]", stderr)
	f.analysis()
	f.set.BoolVar(&f.replay, "replay", false, "show what crashes and redeliveries make of each effect")
	f.set.IntVar(&f.expect, "expect", -1, "exit with 1 unless this `number` of handlers is found")
	o, err := f.parse(args)
	if err != nil {
		return helpOr(err)
	}
	if o.expect < 0 && o.config.ExpectHandlers != nil {
		o.expect = *o.config.ExpectHandlers
	}
	for i, d := range o.outputs {
		if d.format.Name == "text" {
			o.outputs[i].format.Write = output.WriteHandlers
		}
	}
	a := analyze(o, stderr)
	markEffects(a.run.Handlers, a.run.Findings)
	a.run.Findings = nil
	if err := a.write(o, &a.run, stdout, stderr); err != nil {
		return exitTrouble, err
	}
	switch n := len(a.run.Handlers); {
	case a.troubled(o):
		return exitTrouble, nil
	case o.expect >= 0 && n != o.expect:
		fmt.Fprintf(stderr, "idemlint: %d handlers expected, %d found\n", o.expect, n)
		return exitFindings, nil
	}
	return exitClean, nil
}
