package main

import (
	"fmt"
	"io"

	"github.com/idemlint/idemlint/internal/output"
)

// runHandlers lists the handlers found in packages. With -expect it fails if
// their number is another: a handler that is no longer found is no longer
// checked.
func runHandlers(args []string, stdout, stderr io.Writer) (int, error) {
	f := newFlags("idemlint handlers", "[packages]", stderr)
	f.analysis()
	f.set.BoolVar(&f.replay, "replay", false, "show what crashes and redeliveries make of each effect")
	f.set.IntVar(&f.expect, "expect", -1, "exit with 1 unless this `number` of handlers is found")
	o, err := f.parse(args)
	if err != nil {
		return helpOr(err)
	}
	if o.expect < 0 && o.config.ExpectHandlers != nil {
		o.expect = *o.config.ExpectHandlers
	}
	for i, d := range o.outputs {
		if d.format.Name == "text" {
			o.outputs[i].format.Write = output.WriteHandlers
		}
	}
	a := analyze(o, stderr)
	a.run.Findings = nil
	if err := a.write(o, &a.run, stdout, stderr); err != nil {
		return exitTrouble, err
	}
	switch n := len(a.run.Handlers); {
	case a.troubled(o):
		return exitTrouble, nil
	case o.expect >= 0 && n != o.expect:
		fmt.Fprintf(stderr, "idemlint: %d handlers expected, %d found\n", o.expect, n)
		return exitFindings, nil
	}
	return exitClean, nil
}
