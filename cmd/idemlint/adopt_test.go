package main

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/idemlint/idemlint/internal/finding"
)

func TestBeyond(t *testing.T) {
	fs := []finding.Finding{{Fingerprint: "a", Line: 1}, {Fingerprint: "b", Line: 2}, {Fingerprint: "a-2", Line: 3}, {Fingerprint: "a-3", Line: 4}}
	line := func(f *finding.Finding) int { return f.Line }
	for _, tt := range []struct {
		known map[string]int
		rank  func(*finding.Finding) int
		want  []bool
	}{
		{nil, line, []bool{true, true, true, true}},
		{map[string]int{"a": 1}, line, []bool{false, true, true, true}},
		{map[string]int{"a": 2, "b": 1}, line, []bool{false, false, false, true}},
		{map[string]int{"a": 2, "b": 1}, func(f *finding.Finding) int { return -f.Line }, []bool{true, false, false, false}},
		{map[string]int{"a": 2, "b": 1}, func(*finding.Finding) int { return 0 }, []bool{false, false, false, true}},
		{map[string]int{"a": 9, "b": 9}, line, []bool{false, false, false, false}},
	} {
		assert.Equal(t, tt.want, beyond(fs, tt.known, tt.rank))
	}
}

func TestWasThere(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.MkdirAll(filepath.Join(dir, "svc", "pay"), 0o755))
	svc := filepath.Join(dir, "svc")
	for pattern, want := range map[string]bool{
		"./...": true, ".": true, "./pay": true, "./pay/...": true, "./bank": false, "./bank/...": false, "../...": true, "../other": false,
		"example.com/shop/bank": true, "...": true,
	} {
		assert.Equal(t, want, wasThere(svc, pattern), pattern)
	}
}

func TestBaselineOf(t *testing.T) {
	fs := []finding.Finding{
		{Rule: "IDM005", File: "/r/queues.tf", Line: 1, Message: "m", Fingerprint: "c"},
		{Rule: "IDM001", File: "/r/pay/a.go", Line: 1, Handler: "z", Message: "first", Fingerprint: "a"},
		{Rule: "IDM001", File: "/r/pay/a.go", Line: 9, Handler: "z", Message: "second", Fingerprint: "a-2"},
		{Rule: "IDM001", File: "/r/pay/a.go", Line: 3, Handler: "h", Message: "m", Fingerprint: "b"},
	}
	b := baselineOf(fs, "/r")
	assert.Equal(t, []entry{
		{"IDM001", "pay/a.go", "h", "m", 1, "b"},
		{"IDM001", "pay/a.go", "z", "first", 2, "a"},
		{"IDM005", "queues.tf", "", "m", 1, "c"},
	}, b.Findings)
	assert.Empty(t, b.gone(fs))
	assert.Equal(t, []entry{{"IDM001", "pay/a.go", "z", "first", 2, "a"}}, b.gone([]finding.Finding{fs[0], fs[1], fs[3]}), "one of two is gone")
	assert.Equal(t, map[string]int{"a": 2, "b": 1, "c": 1}, b.known())
}

func TestWriteFile(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "out.json")
	put := func(text string) func(io.Writer) error {
		return func(w io.Writer) error { _, err := io.WriteString(w, text); return err }
	}
	holds := func(want string) {
		t.Helper()
		got, err := os.ReadFile(name)
		require.NoError(t, err)
		assert.Equal(t, want, string(got))
		entries, err := os.ReadDir(dir)
		require.NoError(t, err)
		assert.Len(t, entries, 1, "nothing else is left")
	}
	require.NoError(t, writeFile(name, put("one")))
	holds("one")
	require.NoError(t, os.Chmod(name, 0o600))
	require.NoError(t, writeFile(name, put("two")))
	holds("two")
	info, err := os.Stat(name)
	require.NoError(t, err)
	assert.Equal(t, os.FileMode(0o600), info.Mode().Perm())
	broken := errors.New("broken")
	assert.ErrorIs(t, writeFile(name, func(w io.Writer) error { _, _ = io.WriteString(w, "half"); return broken }), broken)
	holds("two")
	assert.EqualError(t, writeFile(filepath.Join(dir, "no", "such.json"), put("")), filepath.Join(dir, "no", "such.json")+": no such file or directory")

	link := filepath.Join(t.TempDir(), "link.json")
	require.NoError(t, os.Symlink(name, link))
	require.NoError(t, writeFile(link, put("three")))
	holds("three")
	_, err = os.Readlink(link)
	assert.NoError(t, err, "a link stays one")
	require.NoError(t, writeFile(os.DevNull, put("four")))
	info, err = os.Stat(os.DevNull)
	require.NoError(t, err)
	assert.False(t, info.Mode().IsRegular())
}
