// Idemlint tells which message handlers do harm when a message is delivered
// twice, or when the worker dies half way.
//
// Usage:
//
//	idemlint [flags] [packages]      report findings in the packages, ./... by default
//	idemlint handlers [packages]     list the handlers and what they do
//	idemlint queues [packages]       list the queues and who consumes them
//	idemlint explain [rule]          print the manual page of a rule
//	idemlint config                  print the effective configuration
//	idemlint lsp                     serve an editor: docs/editors.md
//	idemlint review -base rev        print the review of a change
//	idemlint hook [files]            check what a commit changes
//	idemlint baseline write|check    accept the findings of today, report those of tomorrow
//	idemlint suppressions            list the risks that directives accept
//	idemlint convert run.json        write a saved JSON run in other formats
//	idemlint completion bash|zsh|fish  print the completions for a shell
//	idemlint man                     print the manual page
//
// The exit status is 0 if there is nothing to report, 1 if there are findings
// as severe as -fail-on or more, and 2 if the work could not be done
// completely.
//
// It also works as go vet -vettool=$(which idemlint).
package main

import (
	"fmt"
	"io"
	"os"
	"runtime/pprof"
	"strings"
)

// The exit statuses.
const (
	exitClean    = 0
	exitFindings = 1
	exitTrouble  = 2
)

func main() {
	if isVet(os.Args[1:]) {
		vet()
	}
	stop := profile(os.Getenv("IDEMLINT_CPUPROFILE"))
	status := run(os.Args[1:], os.Stdout, os.Stderr)
	stop()
	os.Exit(status)
}

// profile writes a profile of the run to file, "" for none, until stop is
// called.
func profile(file string) (stop func()) {
	if file == "" {
		return func() {}
	}
	f, err := os.Create(file)
	if err == nil {
		err = pprof.StartCPUProfile(f)
	}
	if err != nil {
		fmt.Fprintf(os.Stderr, "idemlint: IDEMLINT_CPUPROFILE: %v\n", err)
		os.Exit(exitTrouble)
	}
	return func() {
		pprof.StopCPUProfile()
		f.Close()
	}
}

// A command is a subcommand: it gets the arguments behind its name.
type command struct {
	name string
	run  func(args []string, stdout, stderr io.Writer) (status int, err error)
}

var commands = []command{
	{"handlers", runHandlers},
	{"queues", runQueues},
	{"explain", runExplain},
	{"config", runConfig},
	{"lsp", runLSP},
	{"review", runReview},
	{"hook", runHook},
	{"baseline", runBaseline},
	{"suppressions", runSuppressions},
	{"convert", runConvert},
	{"completion", runCompletion},
	{"man", runMan},
	{"help", runHelp},
}

// runHelp prints the usage of the check command, which names the others.
func runHelp(_ []string, stdout, _ io.Writer) (int, error) {
	return runCheck([]string{"-h"}, stdout, stdout)
}

// run runs the command line and returns the exit status.
func run(args []string, stdout, stderr io.Writer) int {
	runCommand := runCheck
	for _, c := range commands {
		if len(args) > 0 && args[0] == c.name {
			runCommand, args = c.run, args[1:]
			break
		}
	}
	status, err := runCommand(args, stdout, stderr)
	if err != nil {
		for line := range strings.SplitSeq(strings.TrimSpace(err.Error()), "\n") {
			fmt.Fprintf(stderr, "idemlint: %s\n", line)
		}
		return exitTrouble
	}
	return status
}
