package main

import (
	"errors"
	"fmt"
	"io"

	"github.com/idemlint/idemlint/internal/finding"
	"github.com/idemlint/idemlint/internal/output"
)

// runReview prints what a reviewer should be told of a change: findings that it
// makes, or that stand on its lines. Posting is left to others.
func runReview(args []string, stdout, stderr io.Writer) (int, error) {
	f := newFlags("idemlint review", "[packages]", stderr)
	f.analysis()
	f.findings()
	f.set.StringVar(&f.since, "base", "", "review what changed since HEAD left the git `revision`; compulsory")
	f.review = true
	o, err := f.parse(args)
	if err != nil {
		return helpOr(err)
	}
	if o.since == "" {
		return exitTrouble, errors.New("review what? -base names the branch the change goes to: idemlint review -base origin/main")
	}
	if len(f.formats) == 0 {
		o.outputs = []destination{{format: mustFormat("github")}}
	}
	return o.report(stdout, stderr)
}

func mustFormat(name string) output.Format {
	format, ok := output.Lookup(name)
	if !ok {
		panic("no format " + name)
	}
	return format
}

// forFormat is the run as a format gets it. The github format has a place for
// findings that no line of the change leads to; in a review, other formats get
// the findings as comments: each on a line of the change.
func (o *options) forFormat(format output.Format, run *output.Run) *output.Run {
	if !o.review || format.Name == "github" {
		return run
	}
	c := *run
	c.Findings = nil
	for _, f := range run.Findings {
		at, ok := run.Setting.Change.At(&f)
		if !ok {
			continue
		}
		if at.File != f.File || at.Line != f.Line {
			f.Message = fmt.Sprintf("%s:%d: %s", f.File, f.Line, f.Message)
			f.File, f.Line, f.Column = at.File, at.Line, at.Column
			f.Fixes = nil // they are for another line
		}
		c.Findings = append(c.Findings, f)
	}
	finding.Sort(c.Findings)
	return &c
}

// tellElsewhere counts the findings that a change makes and that have no comment
// on its lines.
func tellElsewhere(run *output.Run, base string, stderr io.Writer) {
	n := 0
	for i := range run.Findings {
		if _, ok := run.Setting.Change.At(&run.Findings[i]); !ok {
			n++
		}
	}
	if n > 0 {
		fmt.Fprintf(stderr, "idemlint: no changed line leads to %d of the new findings; idemlint -since %s shows all\n", n, base)
	}
}
