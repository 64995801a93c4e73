package change

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// repository makes an empty one and returns how to call git in it.
func repository(t *testing.T) (dir string, git func(args ...string)) {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed")
	}
	for _, v := range []string{"AUTHOR", "COMMITTER"} {
		t.Setenv("GIT_"+v+"_NAME", "a")
		t.Setenv("GIT_"+v+"_EMAIL", "a@example.com")
	}
	// A user's configuration must not matter.
	config := filepath.Join(t.TempDir(), "config")
	require.NoError(t, os.WriteFile(config, []byte("[diff]\n\tnoprefix = true\n\trenames = false\n\texternal = false\n\trelative = true\n\tcontext = 9\n[color]\n\tui = always\n"), 0o644))
	t.Setenv("GIT_CONFIG_GLOBAL", config)
	t.Setenv("GIT_CONFIG_NOSYSTEM", "1")
	dir, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	git = func(args ...string) {
		t.Helper()
		cmd := exec.Command("git", args...)
		cmd.Dir = dir
		out, err := cmd.CombinedOutput()
		require.NoError(t, err, "git %v: %s", args, out)
	}
	git("init", "-q", "-b", "main")
	return dir, git
}

func write(t *testing.T, dir, name, text string) {
	t.Helper()
	file := filepath.Join(dir, filepath.FromSlash(name))
	require.NoError(t, os.MkdirAll(filepath.Dir(file), 0o755))
	require.NoError(t, os.WriteFile(file, []byte(text), 0o644))
}

func TestSince(t *testing.T) {
	dir, git := repository(t)
	const odd = "svc/naïve \"quoted\"\tname.go"
	ten := "1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n"
	write(t, dir, "svc/a.go", ten)
	write(t, dir, "svc/old.go", "a\nb\nc\nd\ne\nf\n")
	write(t, dir, odd, ten)
	write(t, dir, "gone.go", ten)
	write(t, dir, ".gitignore", "ignored.go\n")
	git("add", ".")
	git("commit", "-qm", "first")
	git("checkout", "-qb", "work")
	write(t, dir, "svc/a.go", "1\n2\n++ b/not/a/file\n4\n5\n6\n8\n9\n10\n11\n12\n") // 3 is another, 7 gone, 11 and 12 new
	git("commit", "-qam", "committed")
	git("checkout", "-q", "main")
	write(t, dir, "gone.go", "other\n")
	git("commit", "-qam", "what main did does not count")
	git("checkout", "-q", "work")
	git("mv", "svc/old.go", "svc/new.go")
	write(t, dir, "svc/new.go", "a\nb\nC\nd\ne\nf\n")
	write(t, dir, odd, "0\n"+ten)
	git("add", odd)
	git("rm", "-q", "gone.go")
	write(t, dir, "svc/unknown.go", ten)
	write(t, dir, "ignored.go", ten)

	svc := filepath.Join(dir, "svc")
	t.Setenv("GIT_DIR", "/nowhere") // as a hook has it
	c, err := Since(t.Context(), svc, "main")
	require.NoError(t, err)
	assert.Equal(t, "svc", c.Prefix)
	lines := func(name string) (changed []int) {
		for n := 1; n <= 12; n++ {
			if c.Has(name, n) {
				changed = append(changed, n)
			}
			assert.Equal(t, c.Has(name, n), c.Has(filepath.Join(svc, name), n), "relative and absolute")
		}
		return changed
	}
	assert.Equal(t, []int{3, 10, 11}, lines("a.go"))
	assert.Equal(t, []int{3}, lines("new.go"), "renamed")
	assert.Empty(t, lines("old.go"))
	assert.Equal(t, []int{1}, lines(filepath.Base(odd)), "staged")
	assert.Empty(t, lines("../gone.go"))
	assert.Len(t, lines("unknown.go"), 12)
	assert.Empty(t, lines("../ignored.go"))
	assert.Empty(t, lines("../not/a/file"))

	root, remove, err := c.Before(t.Context())
	require.NoError(t, err)
	text, err := os.ReadFile(filepath.Join(c.InBefore(root, svc), "a.go"))
	require.NoError(t, err)
	assert.Equal(t, ten, string(text))
	assert.FileExists(t, c.InBefore(root, "../gone.go"))
	assert.FileExists(t, c.InBefore(root, filepath.Base(odd)))
	assert.NoFileExists(t, c.InBefore(root, "unknown.go"))
	remove()
	assert.NoDirExists(t, filepath.Dir(root))
}

func TestSinceFails(t *testing.T) {
	dir, git := repository(t)
	_, err := Since(t.Context(), dir, "main")
	assert.ErrorContains(t, err, "main is no commit of "+dir)
	_, err = Since(t.Context(), t.TempDir(), "main")
	assert.ErrorContains(t, err, "is in no git repository with a working tree")
	write(t, dir, "a.go", "a\n")
	git("add", ".")
	git("commit", "-qm", "first")
	git("checkout", "-q", "--orphan", "other")
	git("commit", "-qm", "second")
	_, err = Since(t.Context(), dir, "main")
	assert.ErrorContains(t, err, "HEAD and main have no commit in common")
	git("checkout", "-q", "main")
	_, err = Since(t.Context(), dir, "--output=x")
	assert.ErrorContains(t, err, "--output=x is no commit")
	t.Setenv("PATH", "")
	_, err = Since(t.Context(), dir, "main")
	assert.ErrorContains(t, err, "git is not installed")
}
