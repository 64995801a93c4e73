package main

import (
	"bytes"
	"cmp"
	"fmt"
	"go/format"
	"io"
	"os"
	"path/filepath"
	"slices"

	"github.com/aymanbagabas/go-udiff"

	"github.com/idemlint/idemlint/internal/finding"
	"github.com/idemlint/idemlint/internal/fix"
	"github.com/idemlint/idemlint/internal/load"
)

// offerFixes adds fixes to findings whose place lies in another package than the
// one that found them.
func offerFixes(found []finding.Finding, res *load.Result) {
	for i := range found {
		f := &found[i]
		if f.Remedy == nil || len(f.Fixes) > 0 {
			continue
		}
		for _, pkg := range allPackages(res) {
			if slices.Contains(pkg.CompiledGoFiles, f.Remedy.Place.File) && pkg.TypesInfo != nil {
				f.Fixes = fix.Source{Fset: pkg.Fset, Files: pkg.Syntax, Pkg: pkg.Types, Info: pkg.TypesInfo}.Of(f)
				break
			}
		}
	}
}

// A mended file is one before and after its fixes.
type mended struct {
	file   string
	before []byte
	after  string
	fixed  []int // findings, by their index
}

// changes applies the fixes of findings, each as a whole: one that touches what
// another has changed is left for the next run.
func changes(found []finding.Finding) ([]mended, error) {
	byFile := map[string][]int{}
	for i, f := range found {
		if len(f.Fixes) > 0 && len(f.Fixes[0].Edits) > 0 {
			file := f.Fixes[0].Edits[0].File
			byFile[file] = append(byFile[file], i)
		}
	}
	var all []mended
	for file, fixable := range byFile {
		src, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		c := mended{file: file, before: src}
		var edits []finding.Edit
		for _, i := range fixable {
			if fix := found[i].Fixes[0]; fits(edits, fix.Edits) {
				edits = append(edits, fix.Edits...)
				c.fixed = append(c.fixed, i)
			}
		}
		if c.after, err = apply(src, edits); err != nil {
			return nil, fmt.Errorf("%s: %v", file, err)
		}
		tidy, err := format.Source([]byte(c.after))
		if err != nil {
			return nil, fmt.Errorf("a fix would break the file, and nothing was changed: %s: %v", file, err)
		}
		// A file that gofmt has nothing to say of stays one.
		if old, err := format.Source(src); err == nil && bytes.Equal(old, src) {
			c.after = string(tidy)
		}
		all = append(all, c)
	}
	slices.SortFunc(all, func(a, b mended) int { return cmp.Compare(a.file, b.file) })
	return all, nil
}

// fits reports whether edits touch none of those made already.
func fits(made, edits []finding.Edit) bool {
	for _, e := range edits {
		for _, m := range made {
			if e.Start <= m.End && m.Start <= e.End {
				return false
			}
		}
	}
	return true
}

func apply(src []byte, edits []finding.Edit) (string, error) {
	list := make([]udiff.Edit, len(edits))
	for i, e := range edits {
		list[i] = udiff.Edit{Start: e.Start, End: e.End, New: e.New}
	}
	return udiff.Apply(string(src), list)
}

// applyFixes changes the files of findings with fixes, and returns the findings
// that are left.
func applyFixes(found []finding.Finding, stderr io.Writer) ([]finding.Finding, error) {
	all, err := changes(found)
	if err != nil {
		return nil, err
	}
	fixed := map[int]bool{}
	for _, c := range all {
		write := func(w io.Writer) error { _, err := io.WriteString(w, c.after); return err }
		if err := writeFile(c.file, write); err != nil {
			return nil, err
		}
		for _, i := range c.fixed {
			fixed[i] = true
		}
	}
	fmt.Fprintf(stderr, "idemlint: %d of %d findings fixed in %d files\n", len(fixed), len(found), len(all))
	var left []finding.Finding
	for i, f := range found {
		if !fixed[i] {
			left = append(left, f)
		}
	}
	return left, nil
}

// showFixes prints what applyFixes would change.
func showFixes(found []finding.Finding, dir string, stdout io.Writer) error {
	all, err := changes(found)
	if err != nil {
		return err
	}
	for _, c := range all {
		name := c.file
		if rel, err := filepath.Rel(dir, c.file); err == nil {
			name = filepath.ToSlash(rel)
		}
		if _, err := io.WriteString(stdout, udiff.Unified("a/"+name, "b/"+name, string(c.before), c.after)); err != nil {
			return err
		}
	}
	return nil
}
