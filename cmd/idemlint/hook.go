package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/idemlint/idemlint/internal/config"
	"github.com/idemlint/idemlint/internal/infra"
	"github.com/idemlint/idemlint/internal/load"
)

// hookHome tells a child of the hook the one home it is for.
const hookHome = "IDEMLINT_HOOK_HOME"

// runHook checks what changed files can have made worse: their packages, and
// those that depend on them, where the wiring is. Without files they are those of
// the commit that git is about to make.
func runHook(args []string, stdout, stderr io.Writer) (int, error) {
	f := newFlags("idemlint hook", "[files]", stderr)
	f.set.StringVar(&f.minSeverity, "min-severity", "", "show findings from this `severity` on: note, warning, error (default warning)")
	f.set.StringVar(&f.failOn, "fail-on", "", "refuse the commit on findings from this `severity` on (default warning)")
	f.set.BoolVar(&f.tests, "tests", false, "analyze test files too")
	f.set.BoolVar(&f.allowErrors, "allow-errors", false, "let packages that do not load or compile not affect the exit status")
	all := f.set.Bool("all", false, "check every module of the repository, whatever has changed")
	f.adopt()
	from, err := os.Getwd()
	if err != nil {
		return exitTrouble, err
	}
	o, err := f.parse(args)
	if err != nil {
		return helpOr(err)
	}
	h := &hook{options: o, id: "idemlint", changed: make(map[string][]string), homes: make(map[string]string)}
	if *all {
		h.id = "idemlint-full"
		err = h.everything()
	} else {
		err = h.sort(f.set.Args())
	}
	if err != nil {
		return exitTrouble, err
	}
	if len(h.changed) == 0 && *all {
		return exitTrouble, fmt.Errorf("-all: no Go module in %s", o.root)
	}
	part, isPart := os.LookupEnv(hookHome)
	status := exitClean
	switch homes := slices.Sorted(maps.Keys(h.changed)); {
	case isPart:
		return h.check(f, part, stdout, stderr)
	case len(homes) == 1:
		status, err = h.check(f, homes[0], stdout, stderr)
	default:
		for _, home := range homes {
			s, e := checkHome(from, home, args, stdout, stderr)
			status, err = max(status, s), errors.Join(err, e)
		}
	}
	if err == nil && status == exitFindings {
		fmt.Fprintf(stderr, "idemlint: accept a finding with //idemlint:ignore RULE reason above a Go line it names, or skip this check once: SKIP=%s git commit\n", h.id)
	}
	return status, err
}

// A hook knows what to look at. A home is where a module's or a workspace's
// packages are listed.
type hook struct {
	*options
	id      string              // of the hook in .pre-commit-hooks.yaml
	changed map[string][]string // the directories of a home with changes, nil for all
	homes   map[string]string   // of the directories with a go.mod
}

// sort finds out where the changed files belong. What no program is made of is
// passed over, and so are infrastructure files without a Go module.
func (h *hook) sort(names []string) error {
	files, err := h.files(names)
	if err != nil {
		return err
	}
	for _, file := range files {
		base, dir := filepath.Base(file), filepath.Dir(file)
		switch {
		case !load.Built(h.root, file):
		case base == "go.mod" || base == "go.sum" || base == "go.work" || base == "go.work.sum":
			err = h.add(dir, true)
		case filepath.Ext(base) == ".go":
			if h.tests || !strings.HasSuffix(base, "_test.go") {
				err = h.add(dir, false)
			}
		case filepath.Ext(base) == ".sql" || infra.Reads(base, content(file)):
			// Any program may have to do with the queue or the table.
			h.id = "idemlint-infra"
			return h.everything()
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// content is what a file holds, nil if it was deleted.
func content(file string) []byte {
	data, err := os.ReadFile(file)
	if err != nil {
		return nil
	}
	return data
}

// everything marks all modules of the repository as changed.
func (h *hook) everything() error {
	dirs, err := load.Modules(h.root)
	for _, dir := range dirs {
		if err == nil {
			err = h.add(dir, true)
		}
	}
	return err
}

// add marks a directory as changed, or all of its home. One that lies in no module
// is nobody's.
func (h *hook) add(dir string, whole bool) error {
	exists := func(name string) bool { _, err := os.Stat(name); return err == nil }
	module := dir
	for !exists(filepath.Join(module, "go.mod")) && !exists(filepath.Join(module, "go.work")) {
		if module == filepath.Dir(module) {
			return nil
		}
		module = filepath.Dir(module)
	}
	home, known := h.homes[module]
	if !known {
		var err error
		if home, err = load.Home(module); err != nil {
			return err
		}
		h.homes[module] = home
	}
	before, seen := h.changed[home]
	switch {
	case home == "":
	case whole || !exists(dir): // whoever imported a package that is gone has to be found
		h.changed[home] = nil
	case !seen || before != nil:
		h.changed[home] = append(before, dir)
	}
	return nil
}

// files are the changed files, absolute. Those that are deleted pre-commit does
// not name.
func (h *hook) files(names []string) ([]string, error) {
	var files []string
	for _, name := range names {
		files = append(files, h.in(name))
	}
	filter := "--diff-filter=D"
	if len(names) == 0 {
		filter = "--diff-filter=ACDMRT"
	}
	what := []string{"--cached"}
	if from, to := os.Getenv("PRE_COMMIT_FROM_REF"), os.Getenv("PRE_COMMIT_TO_REF"); from != "" && to != "" {
		what = []string{from + "..." + to}
	}
	top, err := gitOutput(h.dir, "rev-parse", "--show-toplevel")
	var list string
	if err == nil {
		list, err = gitOutput(h.dir, append([]string{"diff", "--name-only", "--no-ext-diff", "--no-renames", "-z", filter}, what...)...)
	}
	if err != nil {
		if len(names) > 0 {
			return files, nil // deleted files stay unknown
		}
		return nil, fmt.Errorf("hook: no files are given, and git does not tell which: %w", err)
	}
	for name := range strings.SplitSeq(strings.Trim(list, "\x00"), "\x00") {
		if name != "" {
			files = append(files, filepath.Join(strings.TrimSpace(top), filepath.FromSlash(name)))
		}
	}
	return files, nil
}

func gitOutput(dir string, args ...string) (string, error) {
	cmd := exec.Command("git", args...)
	cmd.Dir = dir
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("git %s: %v %s", args[0], err, bytes.TrimSpace(stderr.Bytes()))
	}
	return string(out), nil
}

// check reports what is found in the packages of a home that are affected, with
// the configuration that holds there.
func (h *hook) check(f *flags, home string, stdout, stderr io.Writer) (int, error) {
	f.chdir = "" // is done
	if f.config == "" {
		f.config = config.Find(home, h.root)
	}
	o, err := f.parse(nil)
	if err != nil {
		return exitTrouble, err
	}
	o.home, o.patterns = home, []string{"./..."}
	if dirs := h.changed[home]; dirs != nil {
		o.patterns, err = load.Affected(load.Config{
			Dir: home, Patterns: o.patterns, Root: o.root, Scope: o.config.Scope, Tests: o.tests,
			Broker: o.catalog.IsBroker, Alone: o.catalog.IsRetrier, Extra: load.Mentions(o.texts()...),
		}, dirs)
		if err != nil {
			return exitTrouble, err
		}
		if len(o.patterns) == 0 {
			return exitClean, nil
		}
	}
	return o.report(stdout, stderr)
}

// checkHome runs the hook for one home of several, as a process of its own: what
// the model knows of a program is global.
func checkHome(from, home string, args []string, stdout, stderr io.Writer) (int, error) {
	self, err := os.Executable()
	if err != nil {
		return exitTrouble, err
	}
	cmd := exec.Command(self, append([]string{"hook"}, args...)...)
	cmd.Dir = from
	cmd.Env = append(os.Environ(), hookHome+"="+home)
	cmd.Stdout, cmd.Stderr = stdout, stderr
	err = cmd.Run()
	var failed *exec.ExitError
	if errors.As(err, &failed) && failed.ExitCode() > 0 {
		return failed.ExitCode(), nil
	}
	return exitClean, err
}
