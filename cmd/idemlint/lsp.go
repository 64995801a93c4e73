package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/idemlint/idemlint/internal/lsp"
	"github.com/idemlint/idemlint/internal/output"
)

// afterSave is how long the language server waits after a save for another one:
// editors save several files at once.
const afterSave = 300 * time.Millisecond

// runLSP serves an editor over standard input and output.
func runLSP(args []string, stdout, stderr io.Writer) (int, error) {
	f := newFlags("idemlint lsp", "", stderr)
	f.set.StringVar(&f.minSeverity, "min-severity", "", "show findings from this `severity` on: note, warning, error (default warning)")
	f.set.BoolVar(&f.tests, "tests", false, "analyze test files too")
	if err := f.set.Parse(args); err != nil {
		return helpOr(err)
	}
	if f.set.NArg() > 0 {
		return exitTrouble, fmt.Errorf("lsp: unexpected argument %s: the editor says what to analyze", f.set.Arg(0))
	}
	if _, err := severity("min-severity", f.minSeverity, ""); err != nil {
		return exitTrouble, err
	}
	if f.chdir != "" {
		if err := os.Chdir(f.chdir); err != nil {
			return exitTrouble, fmt.Errorf("-C: %v", err)
		}
	}
	check, err := checkArgs(f)
	if err != nil {
		return exitTrouble, err
	}
	err = lsp.Serve(stdio{os.Stdin, stdout}, lsp.Options{
		Analyze: func(ctx context.Context, dir string, patterns []string) (*output.Run, error) {
			return checkInChild(ctx, dir, append(check, patterns...))
		},
		Delay:   afterSave,
		Version: version(),
	})
	if err != nil {
		return exitTrouble, fmt.Errorf("lsp: %v", err)
	}
	return exitClean, nil
}

// stdio is standard input and output as one stream.
type stdio struct {
	io.ReadCloser
	io.Writer
}

// checkArgs are the arguments of the check that the server runs. Files named
// relative to the server's directory are not so to a folder of the editor.
func checkArgs(f *flags) ([]string, error) {
	args := []string{"-format", "json", "-replay"}
	for _, p := range []struct{ flag, file string }{{"-config", f.config}, {"-root", f.root}} {
		if p.file == "" {
			continue
		}
		abs, err := filepath.Abs(p.file)
		if err != nil {
			return nil, fmt.Errorf("%s: %v", p.flag, err)
		}
		args = append(args, p.flag, abs)
	}
	if f.minSeverity != "" {
		args = append(args, "-min-severity", f.minSeverity)
	}
	if f.tests {
		args = append(args, "-tests")
	}
	return args, nil
}

// checkInChild runs a check as a process of its own. An analysis is made to run
// once in a process and cannot be interrupted, but a process can; and whatever
// happens to it, the editor's session goes on.
func checkInChild(ctx context.Context, dir string, args []string) (*output.Run, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	var stdout, stderr bytes.Buffer
	cmd := exec.CommandContext(ctx, self, args...)
	cmd.Dir, cmd.Stdout, cmd.Stderr = dir, &stdout, &stderr
	cmd.WaitDelay = time.Second // for a go command that the check has started
	failed := cmd.Run()
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	run, err := output.ReadJSON(&stdout)
	if err == nil && (failed == nil || run.Summary.Packages > 0) {
		return run, nil
	}
	// Nothing was analyzed; standard error says why.
	text := strings.TrimSpace(stderr.String())
	if text == "" && failed != nil {
		return nil, failed
	}
	if text == "" {
		return nil, err
	}
	return nil, errors.New(strings.ReplaceAll(text, "idemlint: ", ""))
}
