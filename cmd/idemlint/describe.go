package main

import (
	"flag"
	"io"
	"slices"
	"strings"

	"github.com/idemlint/idemlint/analyzers"
	"github.com/idemlint/idemlint/internal/finding"
)

// described, if set, gets the flags of a command that is asked for help, instead of
// the user. It is how completions and the manual page know what there is.
var described func(name, arguments string, set *flag.FlagSet)

// A description is what a command takes.
type description struct {
	name      string   // "" for the check
	verbs     []string // a compulsory first argument
	arguments string   // as in the usage
	summary   string
	flags     []flagDescription
}

type flagDescription struct {
	name    string
	value   string // what the value is, "" for a switch
	words   []string
	usage   string
	initial string // the default
}

// describe asks every command for its flags. The first is the check.
func describe() []description {
	list := []description{{arguments: "[packages]", summary: "report findings in the packages, ./... by default"}}
	for line := range strings.SplitSeq(moreUsage, "\n") {
		usage, summary, _ := strings.Cut(strings.TrimPrefix(line, "  idemlint "), "   ")
		name, arguments, _ := strings.Cut(usage, " ")
		if usage == line || !slices.Contains(commandNames, name) {
			continue
		}
		d := description{name: name, arguments: strings.TrimPrefix(arguments, "[flags] "), summary: strings.TrimSpace(summary)}
		if strings.Contains(arguments, "|") {
			d.verbs = strings.Split(arguments, "|")
		}
		list = append(list, d)
	}
	defer func() { described = nil }()
	for i := range list {
		d := &list[i]
		described = func(_, arguments string, set *flag.FlagSet) {
			if len(d.verbs) > 0 && arguments != "bash|zsh|fish" {
				d.arguments = arguments
			}
			set.VisitAll(func(f *flag.Flag) {
				if !slices.ContainsFunc(d.flags, func(g flagDescription) bool { return g.name == f.Name }) {
					d.flags = append(d.flags, describeFlag(f))
				}
			})
		}
		run := runCheck
		if i := slices.Index(commandNames, d.name); i >= 0 {
			run = allCommands[i].run
		}
		run([]string{"-h"}, io.Discard, io.Discard)
		for _, verb := range d.verbs {
			if len(d.flags) == 0 || d.name == "baseline" {
				run([]string{verb, "-h"}, io.Discard, io.Discard)
			}
		}
	}
	return list
}

func describeFlag(f *flag.Flag) flagDescription {
	value, usage := flag.UnquoteUsage(f)
	d := flagDescription{name: f.Name, value: value, usage: usage, words: wordsIn(usage)}
	if value == "severity" { // not every usage lists them
		d.words = nil
		for _, s := range finding.Severities {
			d.words = append(d.words, string(s))
		}
	}
	if f.DefValue != "" && f.DefValue != "false" && f.DefValue != "-1" {
		d.initial = f.DefValue
	}
	return d
}

// wordsIn are the words a flag allows, as its usage lists them: "as format: text,
// json; or …".
func wordsIn(usage string) []string {
	_, rest, ok := strings.Cut(usage, ": ")
	if !ok {
		return nil
	}
	rest, _, _ = strings.Cut(rest, ";")
	rest, _, _ = strings.Cut(rest, " (")
	words := strings.Split(rest, ", ")
	if len(words) < 2 || slices.ContainsFunc(words, func(w string) bool { return strings.Contains(w, " ") }) {
		return nil
	}
	return words
}

// argumentWords are the words a command's arguments can be, beside files.
func (d *description) argumentWords() []string {
	var words []string
	switch {
	case len(d.verbs) > 0:
		return d.verbs
	case strings.Contains(d.arguments, "rule"):
		for _, r := range analyzers.All {
			words = append(words, r.ID)
		}
	case d.takesPackages():
		words = []string{"./..."}
	}
	return words
}

func (d *description) takesPackages() bool { return strings.Contains(d.arguments, "packages") }

func (d *description) takesFiles() bool {
	return strings.Contains(d.arguments, "file") || strings.Contains(d.arguments, ".json")
}

// flagNames are all flags, with their dash.
func (d *description) flagNames() []string {
	var names []string
	for _, f := range d.flags {
		names = append(names, "-"+f.name)
	}
	return names
}
