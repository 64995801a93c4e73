// Package gen writes docs/rules, a page for every rule, and the list of them there
// and in README.md: go generate ./internal/ruledoc/gen
//
// The program is left out of builds, as go install ./... would install it beside
// idemlint; that is how pre-commit installs.
package gen

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/idemlint/idemlint/analyzers"
	"github.com/idemlint/idemlint/internal/ruledoc"
)

//go:generate go run main.go ../../..

// Write writes all files below root.
func Write(root string) error {
	files, err := generate(root)
	if err != nil {
		return err
	}
	for name, data := range files {
		if err := os.WriteFile(filepath.Join(root, name), data, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// generate returns the generated files by their paths below root.
func generate(root string) (map[string][]byte, error) {
	files := make(map[string][]byte)
	var pages []*ruledoc.Page
	for _, rule := range analyzers.All {
		page, err := pageOf(root, rule)
		if err != nil {
			return nil, err
		}
		pages = append(pages, page)
		files[filepath.Join("docs", "rules", page.Name+".md")] = page.Markdown()
	}
	files[filepath.Join("docs", "rules", "README.md")] = []byte("# Rules\n\n" + table(pages, ""))
	readme, err := os.ReadFile(filepath.Join(root, "README.md"))
	if err != nil {
		return nil, err
	}
	files["README.md"], err = between(readme, "<!-- rules -->\n", "<!-- end of rules -->\n", table(pages, "docs/rules/"))
	return files, err
}

// table lists the rules with links to their pages in dir.
func table(pages []*ruledoc.Page, dir string) string {
	var b strings.Builder
	b.WriteString("| id | name | reports |\n|---|---|---|\n")
	for _, p := range pages {
		fmt.Fprintf(&b, "| %s | [%s](%s%s.md) | %s |\n", p.ID, p.Name, dir, p.Name, strings.TrimPrefix(p.Summary, "reports "))
	}
	return b.String()
}

// between replaces the text between two lines.
func between(doc []byte, begin, end, text string) ([]byte, error) {
	before, rest, ok := bytes.Cut(doc, []byte(begin))
	_, after, ok2 := bytes.Cut(rest, []byte(end))
	if !ok || !ok2 {
		return nil, fmt.Errorf("README.md: no lines %q and %q", begin, end)
	}
	return slices.Concat(before, []byte(begin), []byte(text), []byte(end), after), nil
}

func pageOf(root string, rule analyzers.Rule) (*ruledoc.Page, error) {
	name := rule.Analyzer.Name
	source, err := os.ReadFile(filepath.Join(root, "analyzers", name, name+".go"))
	if err != nil {
		return nil, err
	}
	page, err := ruledoc.Parse(string(source), name)
	if err != nil {
		return nil, err
	}
	page.ID = rule.ID
	for file, text := range map[string]*string{"bad.go": &page.Bad, "good.go": &page.Good} {
		data, err := os.ReadFile(filepath.Join(root, "testdata", "src", name, "example", file))
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
		*text = ruledoc.Example(data)
	}
	return page, nil
}

// stale returns the generated files that are not as they would be written.
func stale(root string) ([]string, error) {
	files, err := generate(root)
	if err != nil {
		return nil, err
	}
	var names []string
	for _, name := range slices.Sorted(maps.Keys(files)) {
		if have, err := os.ReadFile(filepath.Join(root, name)); err != nil || !bytes.Equal(have, files[name]) {
			names = append(names, name)
		}
	}
	return names, nil
}
