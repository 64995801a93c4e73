package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"github.com/idemlint/idemlint/internal/finding"
)

// baselineName is the usual name of a baseline.
const baselineName = ".idemlint-baseline.json"

// A baseline is the findings a team lives with for now. It knows no lines, so
// that it changes only when they do.
type baseline struct {
	Version  int     `json:"version"`
	Findings []entry `json:"findings"`
}

// An entry is the findings of one group. The fingerprint and the count identify
// them; the rest is for who reads the file.
type entry struct {
	Rule        string `json:"rule"`
	File        string `json:"file"` // relative to the repository
	Handler     string `json:"handler,omitempty"`
	Message     string `json:"message"`
	Count       int    `json:"count"`
	Fingerprint string `json:"fingerprint"`
}

// runBaseline writes a baseline, or checks against one.
func runBaseline(args []string, stdout, stderr io.Writer) (int, error) {
	verb := ""
	if len(args) > 0 {
		verb = args[0]
	}
	if slices.Contains([]string{"-h", "-help", "--help"}, verb) {
		fmt.Fprintln(stderr, "usage: idemlint baseline write|check [flags] [packages]")
		return exitClean, nil
	}
	if verb != "write" && verb != "check" {
		return exitTrouble, errors.New("write idemlint baseline write to accept the findings of today, idemlint baseline check to report others")
	}
	f := newFlags("idemlint baseline "+verb, "[packages]", stderr)
	if verb == "check" {
		f.analysis()
		f.strict = true
	} else {
		f.set.BoolVar(&f.tests, "tests", false, "analyze test files too")
	}
	f.findings()
	f.set.StringVar(&f.baseline, "file", baselineName, "the baseline is this `file`")
	o, err := f.parse(args[1:])
	if err != nil {
		return helpOr(err)
	}
	if verb == "check" {
		return o.report(stdout, stderr)
	}
	return o.writeBaseline(stdout, stderr)
}

// writeBaseline writes what is found now.
func (o *options) writeBaseline(stdout, stderr io.Writer) (int, error) {
	a := analyze(o, stderr)
	writeErrors(stderr, a.run.Errors)
	if !a.whole {
		return exitTrouble, fmt.Errorf("%s is not written: a baseline is of all packages of a module, and all of them must load", o.baseline)
	}
	finding.SetFingerprints(a.run.Findings, o.root)
	var shown []finding.Finding
	for _, f := range a.run.Findings {
		if f.Severity.AtLeast(o.minSeverity) {
			shown = append(shown, f)
		}
	}
	b := baselineOf(shown, o.root)
	err := writeFile(o.in(o.baseline), func(w io.Writer) error {
		enc := json.NewEncoder(w)
		enc.SetEscapeHTML(false)
		enc.SetIndent("", "  ")
		return enc.Encode(b)
	})
	if err != nil {
		return exitTrouble, err
	}
	fmt.Fprintf(stdout, "idemlint: %d findings accepted in %s\n", len(shown), o.baseline)
	return exitClean, nil
}

// baselineOf makes a baseline of findings.
func baselineOf(fs []finding.Finding, root string) *baseline {
	b := &baseline{Version: 1, Findings: []entry{}}
	at := make(map[string]int)
	for _, f := range fs {
		group := finding.GroupOf(f.Fingerprint)
		if i, ok := at[group]; ok {
			b.Findings[i].Count++
			continue
		}
		at[group] = len(b.Findings)
		file := f.File
		if rel, err := filepath.Rel(root, file); err == nil {
			file = rel
		}
		b.Findings = append(b.Findings, entry{f.Rule, filepath.ToSlash(file), f.Handler, f.Message, 1, group})
	}
	slices.SortFunc(b.Findings, func(x, y entry) int {
		return cmp.Or(cmp.Compare(x.File, y.File), cmp.Compare(x.Rule, y.Rule), cmp.Compare(x.Handler, y.Handler), cmp.Compare(x.Message, y.Message), cmp.Compare(x.Fingerprint, y.Fingerprint))
	})
	return b
}

func readBaseline(name string) (*baseline, error) {
	data, err := os.ReadFile(name)
	if errors.Is(err, os.ErrNotExist) {
		return nil, fmt.Errorf("there is no baseline %s: idemlint baseline write makes one", name)
	}
	if err != nil {
		return nil, err
	}
	b := new(baseline)
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.DisallowUnknownFields()
	err = dec.Decode(b)
	if err == nil && dec.Decode(new(any)) != io.EOF {
		err = errors.New("something follows its end")
	}
	if err == nil && b.Version != 1 {
		err = fmt.Errorf("it has version %d, not 1", b.Version)
	}
	for i, e := range b.Findings {
		if err == nil && (e.Fingerprint == "" || e.Count < 1) {
			err = fmt.Errorf("findings[%d] has no fingerprint or no count", i)
		}
	}
	if err != nil {
		return nil, fmt.Errorf("%s is no baseline: %w; idemlint baseline write makes a new one", name, err)
	}
	return b, nil
}

// known is how many findings of each group are accepted.
func (b *baseline) known() map[string]int {
	known := make(map[string]int)
	for _, e := range b.Findings {
		known[e.Fingerprint] += e.Count
	}
	return known
}

// gone lists the entries of which there are fewer findings now.
func (b *baseline) gone(fs []finding.Finding) []entry {
	now := make(map[string]int)
	for _, f := range fs {
		now[finding.GroupOf(f.Fingerprint)]++
	}
	return slices.DeleteFunc(slices.Clone(b.Findings), func(e entry) bool { return now[e.Fingerprint] >= e.Count })
}
