package main

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/idemlint/idemlint/analyzers"
	"github.com/idemlint/idemlint/docs/rules"
	"github.com/idemlint/idemlint/internal/ruledoc"
)

// runExplain prints the pages of rules, or the list of them.
func runExplain(args []string, stdout, stderr io.Writer) (int, error) {
	f := newFlags("idemlint explain", "[rule]", stderr)
	if err := f.set.Parse(args); err != nil {
		return helpOr(err)
	}
	if f.set.NArg() == 0 {
		w := tabwriter.NewWriter(stdout, 0, 0, 2, ' ', 0)
		for _, rule := range analyzers.All {
			summary, _, _ := strings.Cut(rule.Analyzer.Doc, "\n")
			fmt.Fprintf(w, "%s\t%s\t%s\n", rule.ID, rule.Analyzer.Name, summary)
		}
		return exitClean, w.Flush()
	}
	for _, name := range f.set.Args() {
		rule, ok := analyzers.Find(strings.ToUpper(name)) // its id
		if !ok {
			rule, ok = analyzers.Find(strings.ToLower(name))
		}
		if !ok {
			return exitTrouble, fmt.Errorf("there is no rule %s; idemlint explain lists them", name)
		}
		page, err := rules.Pages.ReadFile(rule.Analyzer.Name + ".md")
		if err != nil {
			return exitTrouble, err
		}
		if _, err := io.WriteString(stdout, ruledoc.Text(page)); err != nil {
			return exitTrouble, err
		}
	}
	return exitClean, nil
}
