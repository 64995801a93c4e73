package load

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
)

// untidy reports whether go.mod or go.sum lacks something that the go command
// would add by itself if it were allowed to write.
func untidy(list []*packages.Package, err error) bool {
	found := err != nil && lacks(err.Error())
	packages.Visit(list, nil, func(p *packages.Package) {
		found = found || slices.ContainsFunc(p.Errors, func(e packages.Error) bool { return lacks(e.Msg) })
	})
	return found
}

func lacks(message string) bool {
	return strings.Contains(message, "missing go.sum entry") ||
		strings.Contains(message, "updates to go.mod needed") ||
		strings.Contains(message, "updates to go.sum needed")
}

// shadow returns the environment with copies of go.mod and go.sum in place of
// the originals, which the go command may complete. Remove deletes them.
func (env goEnvironment) shadow(mod string) (shadow goEnvironment, remove func(), err error) {
	dir, err := os.MkdirTemp("", "idemlint")
	if err != nil {
		return env, nil, err
	}
	remove = func() { os.RemoveAll(dir) }
	file := filepath.Join(dir, "go.mod")
	err = copyFile(file, mod)
	if err == nil {
		err = copyFile(filepath.Join(dir, "go.sum"), filepath.Join(filepath.Dir(mod), "go.sum"))
		if errors.Is(err, fs.ErrNotExist) {
			err = nil
		}
	}
	if err != nil {
		remove()
		return env, nil, err
	}
	env.flags = []string{"-modfile=" + file, "-mod=mod"}
	return env, remove, nil
}

func copyFile(to, from string) error {
	data, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	return os.WriteFile(to, data, 0o644)
}
