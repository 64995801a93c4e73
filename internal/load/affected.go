package load

import (
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
)

// Home returns the directory in which the packages of dir are listed: that of the
// go.work it belongs to, else of the nearest go.mod; "" if there is neither.
func Home(dir string) (string, error) {
	env, err := goEnv(dir)
	switch {
	case err != nil:
		return "", err
	case env.work != "":
		return filepath.Dir(env.work), nil
	case env.mod != "":
		return filepath.Dir(env.mod), nil
	}
	return "", nil
}

// Modules returns the directories at or below root that hold a go.mod, also those
// inside another module.
func Modules(root string) ([]string, error) {
	var dirs []string
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && path != root && skips(d.Name()):
			return filepath.SkipDir
		case d.Name() == "go.mod" && d.Type().IsRegular():
			dirs = append(dirs, filepath.Dir(path))
		}
		return nil
	})
	return dirs, err
}

// skips reports whether the go command, or everybody, keeps something other than
// a program's packages in directories of this name.
func skips(name string) bool {
	return name == "vendor" || name == "testdata" || name == "node_modules" ||
		strings.HasPrefix(name, ".") || strings.HasPrefix(name, "_")
}

// Built reports whether a file below root lies where packages of a program can.
func Built(root, file string) bool {
	rel, err := filepath.Rel(root, filepath.Dir(file))
	if err != nil || !filepath.IsLocal(rel) {
		return false
	}
	return rel == "." || !slices.ContainsFunc(strings.Split(filepath.ToSlash(rel), "/"), skips)
}

// Affected returns patterns for the packages among the Patterns that lie in dirs
// or depend on one that does, as far as they are relevant: none if no handler can
// be touched. Only packages are listed, nothing is compiled.
func Affected(cfg Config, dirs []string) ([]string, error) {
	env, err := goEnv(cfg.Dir)
	if err != nil {
		return nil, err
	}
	queries, err := split(cfg.Dir, cfg.Patterns, env)
	if err != nil {
		return nil, err
	}
	var patterns []string
	for _, q := range queries {
		list, err := goList(cfg, env, q)
		if q.mod != "" && untidy(list, err) {
			// Load completes a copy of go.mod; what depends on what is not known
			// before that.
			return cfg.Patterns, nil
		}
		if err != nil {
			return nil, err
		}
		sel, err := choose(cfg, q, list)
		if err != nil {
			return nil, err
		}
		for _, id := range slices.Sorted(maps.Keys(sel.affected(dirs))) {
			if p := sel.inScope[id]; sel.relevant[id] && sel.matched[id] {
				pattern, err := local(cfg.Dir, dirOf(p))
				if err != nil {
					return nil, err
				}
				patterns = append(patterns, pattern)
			}
		}
	}
	slices.Sort(patterns)
	return slices.Compact(patterns), nil
}

// affected are the packages in scope that lie in dirs, or import such a package,
// directly or not. A package that cannot be listed may import any.
func (sel *selection) affected(dirs []string) map[string]bool {
	importers := make(map[string][]string)
	var work []string
	for id, p := range sel.inScope {
		for _, imp := range p.Imports {
			importers[imp.ID] = append(importers[imp.ID], id)
		}
		if slices.Contains(dirs, dirOf(p)) || len(unlistable(p)) > 0 {
			work = append(work, id)
		}
	}
	return sel.reached(work, func(id string) []string { return importers[id] })
}

// dirOf is where a package's files are.
func dirOf(p *packages.Package) string {
	for _, files := range [][]string{p.GoFiles, p.IgnoredFiles, p.OtherFiles} {
		if len(files) > 0 {
			return filepath.Dir(files[0])
		}
	}
	return ""
}

// local is the pattern that names the package in a directory.
func local(from, dir string) (string, error) {
	rel, err := filepath.Rel(from, dir)
	if err != nil {
		return "", err
	}
	if rel = filepath.ToSlash(rel); !strings.HasPrefix(rel, "../") {
		rel = "./" + rel
	}
	return rel, nil
}
