package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/idemlint/idemlint/internal/output"
)

// runConvert writes a saved JSON run in other formats.
func runConvert(args []string, stdout, stderr io.Writer) (int, error) {
	f := newFlags("idemlint convert", "run.json", stderr)
	f.set.Func("format", "write as `format`: "+output.Names()+"; or format=file; several with commas", func(s string) error {
		f.formats = append(f.formats, strings.Split(s, ",")...)
		return nil
	})
	if err := f.set.Parse(args); err != nil {
		return helpOr(err)
	}
	if f.set.NArg() != 1 {
		return exitTrouble, errors.New("convert takes one saved run, - for standard input: idemlint convert -format sarif run.json")
	}
	if f.chdir != "" {
		if err := os.Chdir(f.chdir); err != nil {
			return exitTrouble, fmt.Errorf("-C: %v", err)
		}
	}
	outputs, err := destinations(f.formats)
	if err != nil {
		return exitTrouble, err
	}
	run, err := readRun(f.set.Arg(0))
	if err != nil {
		return exitTrouble, err
	}
	dir, err := os.Getwd()
	if err != nil {
		return exitTrouble, err
	}
	run.Setting = settingOf(dir)
	writeErrors(stderr, run.Errors)
	for _, d := range outputs {
		if err := d.write(run, stdout); err != nil {
			return exitTrouble, err
		}
	}
	return exitClean, nil
}

// readRun reads a run from a file, or from standard input.
func readRun(name string) (*output.Run, error) {
	in := os.Stdin
	if name != "-" {
		file, err := os.Open(name)
		if err != nil {
			return nil, err
		}
		defer file.Close()
		in = file
	}
	run, err := output.ReadJSON(in)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return run, nil
}
