package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"slices"

	"github.com/idemlint/idemlint/internal/finding"
	"github.com/idemlint/idemlint/internal/output"
)

// runCheck reports the findings in packages.
func runCheck(args []string, stdout, stderr io.Writer) (int, error) {
	f := newFlags("idemlint", "[packages]", stderr)
	f.analysis()
	f.findings()
	f.adopt()
	o, err := f.parse(args)
	if f.version {
		return exitClean, writeVersion(stdout)
	}
	if err != nil {
		return helpOr(err)
	}
	if o.fix && o.diff {
		return exitTrouble, errors.New("-fix changes files and -diff shows how it would: give one of them")
	}
	if err := checkWords(o.dir, o.patterns); err != nil {
		return exitTrouble, err
	}
	return o.report(stdout, stderr)
}

// report analyzes, and reports what is asked for of what there is.
func (o *options) report(stdout, stderr io.Writer) (int, error) {
	only, err := o.narrowing(stderr)
	if err != nil {
		return exitTrouble, err
	}
	a := analyze(o, stderr)
	finding.SetFingerprints(a.run.Findings, o.root)
	shown := a.run
	shown.Findings = nil
	fresh, stale := only.fresh(a, o)
	failed := stale
	for i, f := range a.run.Findings {
		switch {
		case !f.Severity.AtLeast(o.minSeverity):
			shown.Summary.Hidden++
			continue
		case !fresh[i]:
			shown.Summary.Known++
			continue
		}
		shown.Findings = append(shown.Findings, f)
		failed = failed || f.Severity.AtLeast(o.failOn)
	}
	if o.diff {
		writeErrors(stderr, shown.Errors)
		return a.verdict(o, failed), showFixes(shown.Findings, o.dir, stdout)
	}
	if o.fix {
		if shown.Findings, err = applyFixes(shown.Findings, stderr); err != nil {
			return exitTrouble, err
		}
		failed = stale || slices.ContainsFunc(shown.Findings, func(f finding.Finding) bool { return f.Severity.AtLeast(o.failOn) })
	}
	markEffects(shown.Handlers, shown.Findings)
	shown.Setting.Change = only.change(&shown)
	if err := a.write(o, &shown, stdout, stderr); err != nil {
		return exitTrouble, err
	}
	only.tell(o, &shown, stderr)
	return a.verdict(o, failed), nil
}

// verdict is the exit status of a run.
func (a *analysisResult) verdict(o *options, failed bool) int {
	switch {
	case a.troubled(o):
		return exitTrouble
	case failed:
		return exitFindings
	}
	return exitClean
}

// helpOr turns a request for help, which has been printed, into success.
func helpOr(err error) (int, error) {
	if errors.Is(err, flag.ErrHelp) {
		return exitClean, nil
	}
	return exitTrouble, err
}

// write writes the run to all its destinations and names the errors.
func (a *analysisResult) write(o *options, run *output.Run, stdout, stderr io.Writer) error {
	run.Relativize(o.dir)
	writeErrors(stderr, run.Errors)
	for _, d := range o.outputs {
		if err := d.write(o.forFormat(d.format, run), stdout); err != nil {
			return err
		}
	}
	return nil
}

// writeErrors names what could not be analyzed, up to a screenful.
func writeErrors(w io.Writer, errs []output.Error) {
	const most = 20
	for i, e := range errs {
		if i == most {
			fmt.Fprintf(w, "idemlint: and %d more errors; -format json lists all\n", len(errs)-most)
			return
		}
		if e.Package != "" {
			e.Message = e.Package + ": " + e.Message
		}
		fmt.Fprintf(w, "idemlint: %s\n", e.Message)
	}
}

func (d destination) write(run *output.Run, stdout io.Writer) error {
	if d.file == "" {
		return d.format.Write(stdout, run)
	}
	return writeFile(d.file, func(w io.Writer) error { return d.format.Write(w, run) })
}
