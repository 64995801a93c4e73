package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"github.com/idemlint/idemlint/internal/change"
	"github.com/idemlint/idemlint/internal/finding"
	"github.com/idemlint/idemlint/internal/output"
)

// adoption narrows what is reported of old code.
type adoption struct {
	since    string // a revision
	baseline string // a file
	strict   bool   // an entry of the baseline without a finding is a failure
	review   bool   // comments are written, on lines of the change since a revision
}

// adopt adds the flags that narrow what is reported.
func (f *flags) adopt() {
	f.set.StringVar(&f.since, "since", "", "report what is new since HEAD left the git `revision`, or stands on a line changed since")
	f.set.StringVar(&f.baseline, "baseline", "", "report what is not in the baseline `file` that idemlint baseline write wrote")
}

// A narrowing knows what was there before.
type narrowing struct {
	since    *change.Change // nil unless asked for
	before   map[string]int // findings per group before the change
	baseline *baseline      // nil unless asked for
	gone     []entry        // of the baseline
}

// narrowing reads the baseline and analyzes the repository as it was, as far as
// the flags ask for it. What is wrong with either shows before the analysis.
func (o *options) narrowing(stderr io.Writer) (*narrowing, error) {
	n := new(narrowing)
	var err error
	if o.baseline != "" {
		if n.baseline, err = readBaseline(o.in(o.baseline)); err != nil {
			return nil, err
		}
	}
	if o.since == "" {
		return n, nil
	}
	// Whatever ends the analysis of the past, its files are removed.
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	flag := "-since: "
	if o.review {
		flag = "-base: "
	}
	if n.since, err = change.Since(ctx, o.dir, o.since); err == nil {
		n.before, err = o.before(ctx, n.since, stderr)
	}
	if ctx.Err() != nil {
		return nil, errors.New("interrupted")
	}
	if err != nil {
		return nil, fmt.Errorf("%s%w", flag, err)
	}
	return n, nil
}

// in makes a name absolute.
func (o *options) in(name string) string {
	if filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(o.dir, name)
}

// before counts the findings per group in the repository as it was. They come
// from another process, for what the model knows of a program is global.
func (o *options) before(ctx context.Context, c *change.Change, stderr io.Writer) (map[string]int, error) {
	progress := newProgress(stderr)
	defer progress.stop()
	progress.step("reading " + c.Revision)
	root, remove, err := c.Before(ctx)
	if err != nil {
		return nil, err
	}
	defer remove()
	dir := c.InBefore(root, cmp.Or(o.home, o.dir))
	if info, err := os.Stat(dir); err != nil || !info.IsDir() {
		return nil, nil // everything here is new
	}
	patterns := slices.DeleteFunc(slices.Clone(o.patterns), func(p string) bool { return !wasThere(dir, p) })
	if len(patterns) == 0 {
		return nil, nil
	}
	args := []string{"-C", dir, "-root", c.InBefore(root, o.root), "-format", "json", "-min-severity", "note", "-allow-errors"}
	file := o.config.File
	if file == "" { // not the one there may have been
		file = filepath.Join(root, "..", "none.yml")
		if err := os.WriteFile(file, []byte("version: 1\n"), 0o644); err != nil {
			return nil, err
		}
	}
	args = append(args, "-config", file)
	if o.tests {
		args = append(args, "-tests")
	}
	progress.step("analyzing " + c.Revision)
	run, err := self(ctx, c, root, append(args, patterns...))
	if err != nil {
		return nil, err
	}
	if n := len(run.Errors); n > 0 {
		fmt.Fprintf(stderr, "idemlint: %s could not be analyzed completely, what was there before may seem to be new: %s\n", c.Revision, strings.ReplaceAll(run.Errors[0].Message, "\n", " "))
	}
	known := make(map[string]int)
	for _, f := range run.Findings {
		known[finding.GroupOf(f.Fingerprint)]++
	}
	return known, nil
}

// wasThere reports whether a pattern that names directories names one below dir;
// others it cannot judge.
func wasThere(dir, pattern string) bool {
	name, _, _ := strings.Cut(pattern, "...")
	if name != "." && name != ".." && !strings.HasPrefix(name, "./") && !strings.HasPrefix(name, "../") {
		return true
	}
	_, err := os.Stat(filepath.Join(dir, filepath.FromSlash(name)))
	return err == nil
}

// self runs this program on the repository as it was in root.
func self(ctx context.Context, c *change.Change, root string, args []string) (*output.Run, error) {
	exe, err := os.Executable()
	if err != nil {
		return nil, err
	}
	cmd := exec.CommandContext(ctx, exe, args...)
	cmd.Args[0] = os.Args[0]
	cmd.Env = slices.DeleteFunc(os.Environ(), func(v string) bool { return strings.HasPrefix(v, "IDEMLINT_CPUPROFILE=") })
	if work := os.Getenv("GOWORK"); filepath.IsAbs(work) {
		// The go.work of then, not of now, if it is the repository's.
		if then := c.InBefore(root, work); strings.HasPrefix(then, root+string(filepath.Separator)) {
			cmd.Env = append(cmd.Env, "GOWORK="+then)
		}
	}
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	failed := cmd.Run()
	run, err := output.ReadJSON(&stdout)
	if err != nil {
		if text := strings.TrimSpace(stderr.String()); text != "" {
			err = errors.New(strings.TrimPrefix(text, "idemlint: "))
		}
		return nil, fmt.Errorf("%s could not be analyzed (%w): %w", c.Revision, cmp.Or(failed, errors.New("no answer")), err)
	}
	return run, nil
}

// fresh says of each finding whether it is to be reported, and whether the
// baseline has entries that are not found any more where that is a failure.
func (n *narrowing) fresh(a *analysisResult, o *options) (fresh []bool, stale bool) {
	fs := a.run.Findings
	fresh = slices.Repeat([]bool{true}, len(fs))
	if n.since != nil {
		fresh = beyond(fs, n.before, func(f *finding.Finding) int {
			switch {
			case n.since.Has(f.File, f.Line):
				return 2
			case slices.ContainsFunc(f.Path, func(p finding.Place) bool { return n.since.Has(p.File, p.Line) }):
				return 1
			}
			return 0
		})
		for i := range fs {
			fresh[i] = fresh[i] || n.since.Has(fs[i].File, fs[i].Line)
		}
	}
	if n.baseline != nil {
		// What is not shown takes nothing from what is known.
		unknown := beyond(fs, n.baseline.known(), func(f *finding.Finding) int {
			if !f.Severity.AtLeast(o.minSeverity) {
				return 1
			}
			return 0
		})
		for i := range fs {
			fresh[i] = fresh[i] && unknown[i]
		}
		if a.whole {
			n.gone = n.baseline.gone(fs)
		}
	}
	return fresh, o.strict && len(n.gone) > 0
}

// beyond marks the findings that are more than the known ones of their group. As
// one is like the other, those of the highest rank count as new, and of equal
// ones the last.
func beyond(fs []finding.Finding, known map[string]int, rank func(*finding.Finding) int) []bool {
	groups := make(map[string][]int)
	for i := range fs {
		g := finding.GroupOf(fs[i].Fingerprint)
		groups[g] = append(groups[g], i)
	}
	marked := make([]bool, len(fs))
	for g, is := range groups {
		slices.SortStableFunc(is, func(a, b int) int { return cmp.Compare(rank(&fs[a]), rank(&fs[b])) })
		for _, i := range is[min(known[g], len(is)):] {
			marked[i] = true
		}
	}
	return marked
}

// change is the change as formats see it, nil if there is none.
func (n *narrowing) change(shown *output.Run) *output.Change {
	if n.since == nil {
		return nil
	}
	return &output.Change{Base: n.since.Revision, Has: n.since.Has, Older: shown.Summary.Known}
}

// tell says what the output has no place for.
func (n *narrowing) tell(o *options, shown *output.Run, stderr io.Writer) {
	for _, e := range n.gone {
		fmt.Fprintf(stderr, "idemlint: %s: stale: %s %s %s: %s\n", o.baseline, e.Rule, e.File, cmp.Or(e.Handler, "-"), e.Message)
	}
	if len(n.gone) > 0 {
		fmt.Fprintf(stderr, "idemlint: %s: what is not found any more need not be accepted: idemlint baseline write removes it\n", o.baseline)
	}
	if o.review {
		tellElsewhere(shown, n.since.Revision, stderr)
	}
}
