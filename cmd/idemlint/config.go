package main

import (
	"fmt"
	"io"

	"github.com/idemlint/idemlint/analyzers"
)

// runConfig prints the configuration that is in effect.
func runConfig(args []string, stdout, stderr io.Writer) (int, error) {
	f := newFlags("idemlint config", "", stderr)
	o, err := f.parse(args)
	if err != nil {
		return helpOr(err)
	}
	file := o.config.File
	if file == "" {
		file = "no configuration file, all defaults"
	}
	fmt.Fprintf(stdout, "# %s\nversion: 1\nfail-on: %s\nmin-severity: %s\n", file, o.failOn, o.minSeverity)
	fmt.Fprint(stdout, "rules:\n")
	for _, r := range analyzers.All {
		line := "  - {rule: " + r.ID
		if s := o.config.Severity(r.ID, "", ""); s != "" {
			line += ", severity: " + string(s)
		}
		if o.config.Off(r.ID) {
			line += ", off: true"
		}
		fmt.Fprintf(stdout, "%s} # %s\n", line, r.Analyzer.Name)
	}
	if len(o.config.Categories) > 0 {
		fmt.Fprint(stdout, "categories:\n")
		for _, c := range o.config.Categories {
			fmt.Fprintf(stdout, "  - {category: %s, severity: %s}\n", c.Category, c.Severity)
		}
	}
	writeList(stdout, "exclude", o.config.Exclude)
	writeList(stdout, "scope", o.config.Scope)
	fmt.Fprintf(stdout, "generated: %t\n", o.config.Generated)
	if n := o.config.ExpectHandlers; n != nil {
		fmt.Fprintf(stdout, "expect-handlers: %d\n", *n)
	}
	fmt.Fprintf(stdout, "# libraries: %d documents from the configuration, %d in all\n",
		len(o.config.Libraries.Content), len(o.catalog.Libraries()))
	return exitClean, nil
}

func writeList(w io.Writer, key string, items []string) {
	if len(items) == 0 {
		return
	}
	fmt.Fprintf(w, "%s:\n", key)
	for _, item := range items {
		fmt.Fprintf(w, "  - %q\n", item)
	}
}
