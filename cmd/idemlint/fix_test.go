package main

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/idemlint/idemlint/internal/output"
)

// What -fix makes of the fixtures is what stands in the golden files, compiles, and
// is clean of what was fixed and of anything new.
func TestFixesHold(t *testing.T) {
	const fixtures = "../../testdata/src"
	dir := t.TempDir()
	require.NoError(t, os.CopyFS(filepath.Join(dir, "fixes"), os.DirFS(filepath.Join(fixtures, "fixes"))))
	for _, name := range []string{"go.mod", "go.sum"} {
		data, err := os.ReadFile(filepath.Join(fixtures, name))
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), data, 0o666))
	}
	t.Chdir(dir)

	before := findingsOf(t)
	var fixable []string
	for _, f := range before.Findings {
		if len(f.Fixes) > 0 {
			fixable = append(fixable, f.Fingerprint)
		}
	}
	require.NotEmpty(t, fixable)

	var stdout, stderr bytes.Buffer
	assert.Equal(t, exitFindings, run([]string{"-diff", "-min-severity", "note", "./fixes/..."}, &stdout, &stderr))
	assert.Empty(t, stderr.String())
	assert.Contains(t, stdout.String(), "--- a/fixes/keys/keys.go\n+++ b/fixes/keys/keys.go\n")
	assert.Equal(t, len(before.Findings), len(findingsOf(t).Findings), "-diff changes nothing")

	stderr.Reset()
	assert.Equal(t, exitFindings, run([]string{"-fix", "-min-severity", "note", "./fixes/..."}, &bytes.Buffer{}, &stderr))
	assert.Contains(t, stderr.String(), "findings fixed in ")

	for _, file := range []string{"fixes/keys/keys.go", "fixes/acks/acks.go", "fixes/forms/forms.go", "fixes/rivals/rivals.go"} {
		got, err := os.ReadFile(file)
		require.NoError(t, err)
		golden := filepath.Join(dir, file+".golden")
		want, err := os.ReadFile(golden)
		require.NoError(t, err)
		assert.Equal(t, string(want), string(got), file)
	}
	out, err := exec.Command("go", "vet", "./fixes/...").CombinedOutput()
	require.NoError(t, err, "%s", out)

	after := findingsOf(t)
	var left, want []string
	for _, f := range before.Findings {
		if !slices.Contains(fixable, f.Fingerprint) {
			want = append(want, f.Rule+" "+f.Message)
		}
	}
	for _, f := range after.Findings {
		left = append(left, f.Rule+" "+f.Message)
	}
	slices.Sort(want)
	slices.Sort(left)
	assert.Equal(t, strings.Join(want, "\n"), strings.Join(left, "\n"))
}

func findingsOf(t *testing.T) output.Run {
	t.Helper()
	var stdout, stderr bytes.Buffer
	status := run([]string{"-format", "json", "-min-severity", "note", "./fixes/..."}, &stdout, &stderr)
	require.Equal(t, exitFindings, status, stderr.String())
	var found output.Run
	require.NoError(t, json.Unmarshal(stdout.Bytes(), &found))
	return found
}
