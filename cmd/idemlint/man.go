package main

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/idemlint/idemlint/analyzers"
	"github.com/idemlint/idemlint/internal/config"
)

// runMan prints the manual page, in the language of man(7).
func runMan(args []string, stdout, stderr io.Writer) (int, error) {
	f := newFlags("idemlint man", "", stderr)
	if err := f.set.Parse(args); err != nil {
		return helpOr(err)
	}
	if f.set.NArg() > 0 {
		return exitTrouble, fmt.Errorf("man: unexpected argument %s: idemlint explain prints the page of a rule", f.set.Arg(0))
	}
	var text bytes.Buffer
	writeMan(&text, describe())
	_, err := stdout.Write(text.Bytes())
	return exitClean, err
}

// An entry of a section: a term, in bold, and what it means.
type manEntry struct{ term, text string }

var manFiles = []manEntry{
	{config.Name, "The configuration. The nearest one counts, from the directory of the run up to where the repository starts."},
	{baselineName, "What idemlint baseline write writes: the findings that are accepted for now."},
}

var manEnvironment = []manEntry{
	{"GOFLAGS, GOPROXY, GOWORK and others", "The go command lists and loads the packages, so that what it heeds holds here. See go help environment."},
	{"IDEMLINT_CPUPROFILE", "Write a CPU profile of the run to the file with this name."},
	{"PRE_COMMIT_FROM_REF, PRE_COMMIT_TO_REF", "idemlint hook takes the files that changed between these revisions, not those that are staged. pre-commit sets them."},
}

var manExits = []manEntry{
	{fmt.Sprint(exitClean), "There is nothing to report."},
	{fmt.Sprint(exitFindings), "There are findings as severe as -fail-on or more."},
	{fmt.Sprint(exitTrouble), "The work could not be done completely: a flag, a file or a package is at fault. Standard error says which."},
}

func writeMan(w io.Writer, ds []description) {
	fmt.Fprintf(w, ".TH IDEMLINT 1 \"\" \"%s\" \"User Commands\"\n", roff(version()))
	fmt.Fprint(w, ".SH NAME\nidemlint \\- find message handlers that do harm when a message is delivered twice\n.SH SYNOPSIS\n")
	for i, d := range ds {
		if i > 0 {
			fmt.Fprint(w, ".br\n")
		}
		fmt.Fprintf(w, ".B %s\n", roff(strings.TrimSpace("idemlint "+d.name)))
		if s := synopsis(&d); s != "" {
			fmt.Fprintln(w, roff(s))
		}
	}
	fmt.Fprint(w, `.SH DESCRIPTION
idemlint reads a Go program and tells which of its message handlers do harm when a
message comes twice, or when the worker dies half way.
It follows each message from the library of the broker to every call that changes the
world, and asks what a crash and a second delivery make of it.
.PP
Packages are named as for the go command; they are ./... if none is named.
Flags come before packages.
.SH OPTIONS
`)
	writeFlags(w, ds[0].flags)
	fmt.Fprint(w, ".SH COMMANDS\nThe flags of the same name mean the same everywhere, and \\-C, \\-config and \\-root are known to all commands.\n")
	for _, d := range ds[1:] {
		fmt.Fprintf(w, ".SS %s\n", roff(strings.TrimSpace("idemlint "+d.name+" "+synopsis(&d))))
		fmt.Fprintf(w, "%s.\n", roff(strings.ToUpper(d.summary[:1])+d.summary[1:]))
		var own []flagDescription
		var shared []string
		for _, f := range d.flags {
			switch {
			case !slices.ContainsFunc(ds[0].flags, func(g flagDescription) bool { return g.name == f.name && g.usage == f.usage }):
				own = append(own, f)
			case f.name != "C" && f.name != "config" && f.name != "root":
				shared = append(shared, "-"+f.name)
			}
		}
		if len(shared) > 0 {
			fmt.Fprintf(w, "As above: %s.\n", roff(strings.Join(shared, ", ")))
		}
		writeFlags(w, own)
	}
	fmt.Fprint(w, ".SH RULES\nidemlint explain prints the page of a rule.\n")
	for _, r := range analyzers.All {
		summary, _, _ := strings.Cut(r.Analyzer.Doc, "\n")
		writeEntry(w, manEntry{r.ID + " " + r.Analyzer.Name, summary})
	}
	for _, section := range []struct {
		name    string
		entries []manEntry
	}{{"EXIT STATUS", manExits}, {"FILES", manFiles}, {"ENVIRONMENT", manEnvironment}} {
		fmt.Fprintf(w, ".SH %s\n", section.name)
		for _, e := range section.entries {
			writeEntry(w, e)
		}
	}
	fmt.Fprint(w, ".SH SEE ALSO\ngo help packages, go vet \\-vettool,\n.UR https://github.com/idemlint/idemlint\nthe repository of idemlint\n.UE\n")
}

// synopsis is what follows the name of a command.
func synopsis(d *description) string {
	words := strings.Join(d.verbs, "|")
	if d.arguments != words {
		words += " [flags] " + d.arguments
	}
	if len(d.verbs) == 0 && len(d.flags) == 3 { // those of all commands
		words = d.arguments
	}
	return strings.TrimSpace(words)
}

func writeFlags(w io.Writer, flags []flagDescription) {
	for _, f := range flags {
		text := f.usage
		if f.initial != "" {
			text += " (default " + f.initial + ")"
		}
		writeEntry(w, manEntry{strings.TrimSpace("-" + f.name + " " + cmp.Or(f.value, "")), strings.ToUpper(text[:1]) + text[1:] + "."})
	}
}

func writeEntry(w io.Writer, e manEntry) {
	fmt.Fprintf(w, ".TP\n.B %s\n%s\n", roff(e.term), roff(e.text))
}

// roff quotes text for troff: no character of it is a command.
func roff(text string) string {
	text = strings.NewReplacer(`\`, `\e`, "-", `\-`, "\n", " ", "→", `\(->`, "…", "...", "’", `\(cq`).Replace(text)
	if strings.HasPrefix(text, ".") || strings.HasPrefix(text, "'") {
		text = `\&` + text
	}
	return text
}
