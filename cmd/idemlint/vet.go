package main

import (
	"fmt"
	"os"
	"strings"

	"golang.org/x/tools/go/analysis/unitchecker"

	"github.com/idemlint/idemlint/analyzers"
)

// isVet reports whether the go command calls, as go vet -vettool=idemlint: it
// asks for the tool's version and flags, then hands over a .cfg file for each
// package.
func isVet(args []string) bool {
	if len(args) == 0 {
		return false
	}
	return args[0] == "-V=full" || args[0] == "-flags" || strings.HasSuffix(args[len(args)-1], ".cfg")
}

// vet analyzes one package for the go command and does not return.
func vet() {
	all := analyzers.Analyzers()
	failures := contain(all)
	failures.onAdd = func(path, message string) { fmt.Fprintf(os.Stderr, "idemlint: %s: %s\n", path, message) }
	unitchecker.Main(all...)
}
