package main

import (
	"fmt"
	"os"
	"strings"
	"sync"

	"golang.org/x/tools/go/analysis/unitchecker"

	"github.com/idemlint/idemlint/analyzers"
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
	failures := contain(all)
	failures.onAdd = func(path, message string) { fmt.Fprintf(os.Stderr, "idemlint: %s: %s\n", path, message) }
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
		Unique:  lazyTables{sync.OnceValue(func() *schema.Schema { tables, _ := schema.Read(o.root, schema.Options{}); return tables })},
		Scope:   func(path string) bool { return load.HasPrefix(o.config.Scope, path) },
	})
	return nil
}

// lazyTables are the tables of the repository, read when the first write is
// judged: most packages have none.
type lazyTables struct{ read func() *schema.Schema }

func (l lazyTables) Table(name, near string) (*schema.Table, bool) { return l.read().Table(name, near) }
func (l lazyTables) Mongo(collection, near string) (*schema.Table, bool) {
	return l.read().Mongo(collection, near)
}
func (l lazyTables) DynamoDB(name, near string) (*schema.Table, bool) {
	return l.read().DynamoDB(name, near)
}
