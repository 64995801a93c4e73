// Package change knows what a change to a git repository touches: the lines it
// adds or edits, and how the repository looked before.
//
// The change is everything between the commit at which HEAD left a revision and
// the working tree: commits, what is staged, what is not, and files that git
// does not know yet. The package calls git and leaves the repository as it is:
// no worktree is registered, no hook runs, and the index stays untouched.
package change

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/bluekeyes/go-gitdiff/gitdiff"
)

// Change is what lies between a revision and the working tree.
type Change struct {
	// Revision is what it was asked for, Commit the one at which HEAD left it.
	Revision, Commit string
	// Dir is the directory it was asked in, Prefix the same relative to the
	// repository, with slashes, "" for its root.
	Dir, Prefix string

	top   string
	lines map[string][]span // by name relative to the repository
}

// A span is a range of lines, both ends included; to is 0 for all of a file.
type span struct{ from, to int }

// Since finds what changed since HEAD left the revision, in the repository that
// dir is in.
func Since(ctx context.Context, dir, revision string) (*Change, error) {
	c := &Change{Revision: revision, Dir: dir, lines: make(map[string][]span)}
	out, err := git(ctx, dir, nil, "rev-parse", "--show-toplevel", "--show-prefix")
	if err != nil {
		if errors.Is(err, exec.ErrNotFound) {
			return nil, err
		}
		return nil, fmt.Errorf("%s is in no git repository with a working tree: %v", dir, err)
	}
	// Lines, not fields: a name may hold spaces.
	places := strings.Split(string(out), "\n")
	if len(places) < 2 {
		return nil, fmt.Errorf("git rev-parse says %q", out)
	}
	c.top, c.Prefix = filepath.FromSlash(places[0]), strings.TrimSuffix(places[1], "/")
	if _, err := git(ctx, dir, nil, "rev-parse", "--verify", "--quiet", "--end-of-options", revision+"^{commit}"); err != nil {
		return nil, fmt.Errorf("%s is no commit of %s: git fetch it first, or mend the name", revision, c.top)
	}
	base, err := git(ctx, dir, nil, "merge-base", revision, "HEAD")
	if err != nil {
		return nil, fmt.Errorf("HEAD and %s have no commit in common: in a shallow clone, fetch more (git fetch --unshallow, or fetch-depth: 0 in CI)", revision)
	}
	c.Commit = strings.TrimSpace(string(base))
	return c, c.read(ctx)
}

// read reads the changed lines.
func (c *Change) read(ctx context.Context) error {
	// The user's configuration must not change what the parser gets to see.
	diff, err := git(ctx, c.top, nil, "diff", "--unified=0", "--inter-hunk-context=0", "--find-renames", "--no-color", "--no-ext-diff", "--no-textconv",
		"--no-relative", "--src-prefix=a/", "--dst-prefix=b/", "--ignore-submodules=all", c.Commit, "--")
	if err != nil {
		return err
	}
	files, _, err := gitdiff.Parse(bytes.NewReader(diff))
	if err != nil {
		return fmt.Errorf("git diff %s: %v", c.Commit, err)
	}
	for _, f := range files {
		for _, t := range f.TextFragments {
			if t.NewLines > 0 {
				c.lines[f.NewName] = append(c.lines[f.NewName], span{int(t.NewPosition), int(t.NewPosition + t.NewLines - 1)})
			}
		}
	}
	others, err := git(ctx, c.top, nil, "ls-files", "--others", "--exclude-standard", "-z")
	if err != nil {
		return err
	}
	for name := range strings.SplitSeq(string(others), "\x00") {
		if name != "" {
			c.lines[name] = []span{{1, 0}}
		}
	}
	return nil
}

// Has reports whether the change adds or edits a line of a file, which is
// absolute or relative to Dir.
func (c *Change) Has(file string, line int) bool {
	return slices.ContainsFunc(c.lines[c.name(file)], func(s span) bool { return s.from <= line && (line <= s.to || s.to == 0) })
}

// name is the name of a file relative to the repository.
func (c *Change) name(file string) string {
	if filepath.IsAbs(file) {
		rel, err := filepath.Rel(c.Dir, file)
		if err != nil {
			return ""
		}
		file = rel
	}
	return path.Join(c.Prefix, filepath.ToSlash(file))
}

// Before writes the repository as it was before the change into a new temporary
// directory, whose name it returns. What it wrote is gone after remove.
func (c *Change) Before(ctx context.Context) (root string, remove func(), err error) {
	tmp, err := os.MkdirTemp("", "idemlint-before-")
	if err != nil {
		return "", nil, err
	}
	remove = func() { os.RemoveAll(tmp) }
	root = filepath.Join(tmp, "tree")
	index := []string{"GIT_INDEX_FILE=" + filepath.Join(tmp, "index"), "GIT_LFS_SKIP_SMUDGE=1"}
	err = os.Mkdir(root, 0o755)
	if err == nil {
		_, err = git(ctx, c.top, index, "read-tree", c.Commit)
	}
	if err == nil {
		_, err = git(ctx, c.top, index, "checkout-index", "--all", "--quiet", "--prefix="+filepath.ToSlash(root)+"/")
	}
	if err != nil {
		remove()
		return "", nil, err
	}
	return root, remove, nil
}

// InBefore returns where a file or directory below the repository lies in root,
// which Before returned; it is absolute or relative to Dir.
func (c *Change) InBefore(root, file string) string {
	return filepath.Join(root, filepath.FromSlash(c.name(file)))
}

// git runs git in dir. The variables a hook is started with would lead it
// elsewhere.
func git(ctx context.Context, dir string, env []string, args ...string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, "git", append([]string{"-c", "core.quotePath=false"}, args...)...)
	cmd.Dir = dir
	cmd.Env = slices.DeleteFunc(os.Environ(), func(v string) bool {
		name, _, _ := strings.Cut(v, "=")
		return slices.Contains([]string{"GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX", "GIT_OBJECT_DIRECTORY", "GIT_COMMON_DIR"}, name)
	})
	cmd.Env = append(cmd.Env, env...)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if errors.Is(err, exec.ErrNotFound) {
		return nil, fmt.Errorf("git is not installed: %w", err)
	}
	if text := strings.TrimSpace(stderr.String()); err != nil && text != "" {
		err = errors.New(text)
	}
	if err != nil {
		return nil, fmt.Errorf("git %s: %w", args[0], err)
	}
	return out, nil
}
