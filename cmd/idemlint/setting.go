package main

import (
	"os"
	"path/filepath"
	"strings"
	"sync"

	"github.com/idemlint/idemlint/analyzers"
	"github.com/idemlint/idemlint/docs/rules"
	"github.com/idemlint/idemlint/internal/output"
	"github.com/idemlint/idemlint/internal/ruledoc"
)

// settingOf is what formats need beside a run in a directory.
func settingOf(dir string) output.Setting {
	s := output.Setting{Version: strings.TrimPrefix(version(), "idemlint "), Rules: describedRules()}
	if top, err := repository(dir, ""); err == nil {
		if rel, err := filepath.Rel(top, dir); err == nil && rel != "." {
			s.Prefix = filepath.ToSlash(rel)
		}
	}
	var mu sync.Mutex
	files := make(map[string][]byte)
	s.Source = func(name string) []byte {
		mu.Lock()
		defer mu.Unlock()
		text, ok := files[name]
		if !ok {
			path := filepath.FromSlash(name)
			if !filepath.IsAbs(path) {
				path = filepath.Join(dir, path)
			}
			text, _ = os.ReadFile(path) // nil: formats then say less
			files[name] = text
		}
		return text
	}
	return s
}

func describedRules() []output.Rule {
	var list []output.Rule
	for _, r := range analyzers.All {
		summary, _, _ := strings.Cut(r.Analyzer.Doc, "\n")
		page, err := rules.Pages.ReadFile(r.Analyzer.Name + ".md")
		if err != nil {
			page = nil // a rule of which there is no page yet
		}
		list = append(list, output.Rule{ID: r.ID, Name: r.Analyzer.Name, Summary: summary, URL: ruledoc.URL(r.Analyzer.Name), Help: string(page)})
	}
	return list
}
