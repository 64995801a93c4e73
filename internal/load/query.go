package load

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// A query is one load: patterns resolved in a directory, in one module or
// workspace.
type query struct {
	dir      string
	patterns []string
	whole    bool   // the patterns name every package of the module
	mod      string // the module's go.mod; empty in a workspace
}

// A goEnvironment is how the go command is called.
type goEnvironment struct {
	mod   string   // the go.mod of the directory; empty if there is none
	work  string   // the go.work of the directory; empty if there is none
	vars  []string // the environment
	flags []string // build flags
	arch  string   // GOARCH
}

// goEnv asks the go command where the module and the workspace of dir are.
func goEnv(dir string) (goEnvironment, error) {
	env := goEnvironment{vars: os.Environ()}
	out, err := run(dir, nil, "env", "-json", "GOMOD", "GOWORK", "GOFLAGS", "GOARCH")
	if err != nil {
		return env, err
	}
	var vars struct{ GOMOD, GOWORK, GOFLAGS, GOARCH string }
	if err := json.Unmarshal(out, &vars); err != nil {
		return env, fmt.Errorf("go env: %v", err)
	}
	env.arch = vars.GOARCH
	if vars.GOMOD != os.DevNull && vars.GOMOD != "NUL" {
		env.mod = vars.GOMOD
	}
	if vars.GOWORK != "off" {
		env.work = vars.GOWORK
	}
	// With -mod=mod the go command would rewrite the user's go.mod.
	if strings.Contains(vars.GOFLAGS, "-mod=mod") {
		env.flags = []string{"-mod=readonly"}
	}
	return env, nil
}

// split turns patterns into queries that the go command understands:
//
//   - inside a module, the patterns as they are;
//   - in the directory of a go.work, ./... means every member;
//   - outside of any module, a local pattern means the modules below its
//     directory, one query for each.
func split(dir string, patterns []string, env goEnvironment) ([]query, error) {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	all := slices.Equal(patterns, []string{"./..."})
	switch {
	case env.work != "" && all && filepath.Dir(env.work) == abs:
		members, err := workspace(abs, env.work)
		return []query{{dir: abs, patterns: members, whole: true}}, err
	case env.work != "":
		return []query{{dir: abs, patterns: patterns}}, nil
	case env.mod != "":
		return []query{{abs, patterns, all && filepath.Dir(env.mod) == abs, env.mod}}, nil
	}
	var queries []query
	for _, pattern := range patterns {
		base, wild := strings.CutSuffix(pattern, "/...")
		if base != "." && !strings.HasPrefix(base, "./") && !strings.HasPrefix(base, "../") && !filepath.IsAbs(base) {
			return nil, fmt.Errorf("%s: not inside a Go module (no go.mod in %s or above it)", pattern, abs)
		}
		if !filepath.IsAbs(base) {
			base = filepath.Join(abs, base)
		}
		found, err := modules(base, wild)
		if err != nil {
			return nil, err
		}
		if len(found) == 0 {
			return nil, fmt.Errorf("%s: no Go module there (no go.mod in %s, above or below it)", pattern, base)
		}
		queries = append(queries, found...)
	}
	return queries, nil
}

// workspace returns the patterns that name every package of a go.work.
func workspace(dir, file string) ([]string, error) {
	out, err := run(dir, nil, "work", "edit", "-json", file)
	if err != nil {
		return nil, err
	}
	var work struct{ Use []struct{ DiskPath string } }
	if err := json.Unmarshal(out, &work); err != nil {
		return nil, fmt.Errorf("%s: %v", file, err)
	}
	var patterns []string
	for _, use := range work.Use {
		path := filepath.ToSlash(filepath.Clean(use.DiskPath))
		if !filepath.IsAbs(path) && path != "." && !strings.HasPrefix(path, "../") {
			path = "./" + path
		}
		patterns = append(patterns, path+"/...")
	}
	if len(patterns) == 0 {
		return nil, fmt.Errorf("%s: uses no module", file)
	}
	return patterns, nil
}

// modules returns a query for the module that holds dir or, if wild is set and
// there is none, for each module below it.
func modules(dir string, wild bool) ([]query, error) {
	for up := dir; ; up = filepath.Dir(up) {
		if mod := filepath.Join(up, "go.mod"); isFile(mod) {
			pattern := dir
			if wild {
				pattern += "/..."
			}
			return []query{{dir, []string{pattern}, wild && up == dir, mod}}, nil
		}
		if up == filepath.Dir(up) {
			break
		}
	}
	if !wild {
		return nil, nil
	}
	var queries []query
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if !d.IsDir() {
			return nil
		}
		name := d.Name()
		if path != dir && (name == "vendor" || name == "testdata" || name == "node_modules" ||
			strings.HasPrefix(name, ".") || strings.HasPrefix(name, "_")) {
			return filepath.SkipDir
		}
		if mod := filepath.Join(path, "go.mod"); isFile(mod) {
			queries = append(queries, query{path, []string{"./..."}, true, mod})
		}
		return nil
	})
	return queries, err
}

func isFile(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.Mode().IsRegular()
}

// run calls the go command and returns what it prints.
func run(dir string, env []string, args ...string) ([]byte, error) {
	cmd := exec.Command("go", args...)
	cmd.Dir = dir
	cmd.Env = env
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Run(); err != nil {
		if errors.Is(err, exec.ErrNotFound) {
			return nil, errors.New("the go command is not in PATH; idemlint needs it to find packages")
		}
		return nil, fmt.Errorf("go %s: %v\n%s", args[0], err, bytes.TrimSpace(stderr.Bytes()))
	}
	return stdout.Bytes(), nil
}
