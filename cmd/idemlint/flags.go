package main

import (
	"cmp"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/idemlint/idemlint/analyzers"
	"github.com/idemlint/idemlint/internal/catalog"
	"github.com/idemlint/idemlint/internal/config"
	"github.com/idemlint/idemlint/internal/finding"
	"github.com/idemlint/idemlint/internal/model"
	"github.com/idemlint/idemlint/internal/output"
)

// options are the flags of the commands that analyze packages, with the
// configuration behind them.
type options struct {
	patterns []string
	dir      string // working directory, absolute
	root     string // where the repository starts, absolute
	home     string // where the patterns are resolved, if not in dir
	config   *config.Config
	catalog  *catalog.Catalog

	tests       bool
	allowErrors bool
	minSeverity finding.Severity
	failOn      finding.Severity
	outputs     []destination
	expect      int // handlers; -1 for any number
	replay      bool
	queues      bool // list the queues although there is no handler
	fix, diff   bool // apply the fixes, or show them
	adoption
}

// A destination is a format and the file it goes to, "" for standard output.
type destination struct {
	format output.Format
	file   string
}

// errUsage says that the flag package has told the user what is wrong.
var errUsage = errors.New("see idemlint -h")

// flags are the flags before they are checked. Not every command has all.
type flags struct {
	set *flag.FlagSet

	chdir, root, config string
	minSeverity, failOn string
	formats             []string
	tests, allowErrors  bool
	version             bool
	fix, diff           bool
	expect              int
	replay              bool
	queues, emit        bool
	adoption
}

// newFlags returns the flags all commands have.
func newFlags(name, arguments string, stderr io.Writer) *flags {
	f := &flags{set: flag.NewFlagSet(name, flag.ContinueOnError), expect: -1}
	f.set.SetOutput(stderr)
	f.set.Usage = func() {
		if described != nil {
			described(name, arguments, f.set)
			return
		}
		fmt.Fprintf(stderr, "usage: %s [flags] %s\n", name, arguments)
		f.set.PrintDefaults()
		if name == "idemlint" {
			fmt.Fprint(stderr, moreUsage)
		}
	}
	f.set.StringVar(&f.chdir, "C", "", "change to `dir` before doing anything else")
	f.set.StringVar(&f.root, "root", "", "the `dir` in which the repository starts (default: the nearest parent with .git, or else with go.mod)")
	f.set.StringVar(&f.config, "config", "", "read the configuration from `file` instead of the nearest "+config.Name)
	return f
}

const moreUsage = `
commands:
  idemlint handlers [flags] [packages]   list the handlers and what they do
  idemlint queues [flags] [packages]     list the queues and who consumes them
  idemlint explain [rule]                print the manual page of a rule
  idemlint config                        print the effective configuration
  idemlint lsp                           serve an editor: docs/editors.md
  idemlint review -base rev [packages]   print the review of a change
  idemlint hook [files]                  check what a commit changes: docs/pre-commit.md
  idemlint baseline write|check          accept the findings of today, report those of tomorrow
  idemlint suppressions [packages]       list the risks that directives accept, with their reasons
  idemlint convert run.json              write a saved JSON run in other formats
  idemlint completion bash|zsh|fish      print the completions for a shell: docs/install.md
  idemlint man                           print the manual page

exit status: 0 nothing to report, 1 findings, 2 something could not be analyzed
`

// analysis adds the flags of commands that analyze packages.
func (f *flags) analysis() {
	f.set.Func("format", "write as `format`: "+output.Names()+"; or format=file; several with commas", func(s string) error {
		f.formats = append(f.formats, strings.Split(s, ",")...)
		return nil
	})
	f.set.BoolVar(&f.tests, "tests", false, "analyze test files too")
	f.set.BoolVar(&f.allowErrors, "allow-errors", false, "let packages that do not load or compile not affect the exit status")
}

// findings adds the flags of commands that report findings.
func (f *flags) findings() {
	f.set.StringVar(&f.minSeverity, "min-severity", "", "show findings from this `severity` on: note, warning, error (default warning)")
	f.set.StringVar(&f.failOn, "fail-on", "", "exit with 1 on findings from this `severity` on (default warning)")
	f.set.BoolVar(&f.fix, "fix", false, "change the files where a fix is local and surely right; the findings that are left decide the exit status")
	f.set.BoolVar(&f.diff, "diff", false, "print what -fix would change, and change nothing")
	f.set.BoolVar(&f.replay, "replay", false, "put what crashes and redeliveries make of each effect into json; html has it anyway")
	f.set.BoolVar(&f.version, "version", false, "print the version, the commit, and the hash of the built-in catalogue")
}

// parse parses the arguments and checks everything but the packages: flags,
// configuration, catalogue.
func (f *flags) parse(args []string) (*options, error) {
	if err := f.set.Parse(args); err != nil {
		if errors.Is(err, flag.ErrHelp) {
			return nil, err
		}
		return nil, errUsage
	}
	if f.chdir != "" {
		if err := os.Chdir(f.chdir); err != nil {
			return nil, fmt.Errorf("-C: %v", err)
		}
	}
	o := &options{patterns: f.set.Args(), tests: f.tests, allowErrors: f.allowErrors, expect: f.expect, replay: f.replay, queues: f.queues, fix: f.fix, diff: f.diff, adoption: f.adoption}
	if len(o.patterns) == 0 {
		o.patterns = []string{"./..."}
	}
	for _, p := range o.patterns {
		if strings.HasPrefix(p, "-") {
			return nil, fmt.Errorf("%s: flags come before packages", p)
		}
	}
	var err error
	if o.dir, err = os.Getwd(); err != nil {
		return nil, err
	}
	if o.root, err = repository(o.dir, f.root); err != nil {
		return nil, err
	}
	if err := o.configure(f.config); err != nil {
		return nil, err
	}
	if o.minSeverity, err = severity("min-severity", f.minSeverity, o.config.MinSeverity); err != nil {
		return nil, err
	}
	if o.failOn, err = severity("fail-on", f.failOn, o.config.FailOn); err != nil {
		return nil, err
	}
	// What makes the command fail must be seen.
	if o.minSeverity.AtLeast(o.failOn) {
		o.minSeverity = o.failOn
	}
	o.outputs, err = destinations(f.formats)
	o.replay = o.replay || slices.ContainsFunc(o.outputs, func(d destination) bool { return d.format.Name == output.HTML })
	return o, err
}

// configure reads the configuration and the catalogue.
func (o *options) configure(file string) error {
	if file == "" {
		file = config.Find(o.dir, o.root)
	} else if !filepath.IsAbs(file) {
		file = filepath.Join(o.dir, file)
	}
	var err error
	o.config, err = config.Load(file, config.Known{Rules: analyzers.IDs(), Categories: catalog.Categories})
	if err != nil {
		return err
	}
	o.catalog, err = model.ReadCatalog(o.config)
	return err
}

// repository returns the directory in which the repository starts.
func repository(dir, flag string) (string, error) {
	if flag != "" {
		root, err := filepath.Abs(flag)
		if err != nil {
			return "", fmt.Errorf("-root: %v", err)
		}
		if info, err := os.Stat(root); err != nil || !info.IsDir() {
			return "", fmt.Errorf("-root: %s is not a directory", flag)
		}
		return root, nil
	}
	has := func(up, name string) bool {
		_, err := os.Stat(filepath.Join(up, name))
		return err == nil
	}
	module := ""
	for up := dir; ; up = filepath.Dir(up) {
		if has(up, ".git") {
			return up, nil
		}
		if module == "" && has(up, "go.mod") {
			module = up
		}
		if up == filepath.Dir(up) {
			return cmp.Or(module, dir), nil
		}
	}
}

// severity returns the severity a flag asks for, else the configured one, else
// warning.
func severity(name, flag string, configured finding.Severity) (finding.Severity, error) {
	switch {
	case flag != "":
		s := finding.Severity(flag)
		if !slices.Contains(finding.Severities, s) {
			return "", fmt.Errorf("-%s: unknown severity %q (allowed: note, warning, error)", name, flag)
		}
		return s, nil
	case configured != "":
		return configured, nil
	}
	return finding.Warning, nil
}

// destinations reads the values of -format.
func destinations(formats []string) ([]destination, error) {
	if len(formats) == 0 {
		formats = []string{output.Formats[0].Name}
	}
	var ds []destination
	stdout := false
	for _, s := range formats {
		name, file, isFile := strings.Cut(s, "=")
		format, ok := output.Lookup(name)
		switch {
		case !ok:
			return nil, fmt.Errorf("-format: unknown format %q (allowed: %s)", name, output.Names())
		case isFile && file == "":
			return nil, fmt.Errorf("-format: %s names no file", s)
		case !isFile && stdout:
			return nil, fmt.Errorf("-format: only one format can go to standard output: write %s=file", name)
		}
		stdout = stdout || !isFile
		ds = append(ds, destination{format, file})
	}
	return ds, nil
}
