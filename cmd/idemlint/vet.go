package main

import (
	"fmt"
	"os"
	"strings"

	"golang.org/x/tools/go/analysis/unitchecker"

	"github.com/idemlint/idemlint/analyzers"
	"github.com/idemlint/idemlint/internal/contain"
	"github.com/idemlint/idemlint/internal/load"
	"github.com/idemlint/idemlint/internal/model"
	"github.com/idemlint/idemlint/internal/schema"
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

// vet analyzes one package for the go command and does not return. The go
// command runs it in the package's directory, where its configuration is
// found; it does not know that a cached result depends on that file, nor on the
// files that define tables.
func vet() {
	if err := configureVet(); err != nil {
		fmt.Fprintf(os.Stderr, "idemlint: %v\n", err)
		os.Exit(exitTrouble)
	}
	all := analyzers.Analyzers()
	contain.Analyzers(all).OnAdd = func(f contain.Failure) { fmt.Fprintf(os.Stderr, "idemlint: %s: %s\n", f.Package, f.Message) }
	unitchecker.Main(all...)
}

func configureVet() error {
	o := new(options)
	var err error
	if o.dir, err = os.Getwd(); err != nil {
		return err
	}
	if o.root, err = repository(o.dir, ""); err != nil {
		return err
	}
	if err := o.configure(""); err != nil {
		return err
	}
	model.Configure(model.Options{
		Catalog: o.catalog,
		Unique:  schema.Later(o.root),
		Scope:   func(path string) bool { return load.HasPrefix(o.config.Scope, path) },
	})
	return nil
}
