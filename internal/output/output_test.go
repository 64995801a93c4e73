package output

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "write the golden files")

// saved returns the run every format is tested with.
func saved(t *testing.T) *Run {
	t.Helper()
	f, err := os.Open(filepath.Join("testdata", "run.json"))
	require.NoError(t, err)
	defer f.Close()
	run, err := ReadJSON(f)
	require.NoError(t, err)
	run.Summary.Packages, run.Summary.Analyzed, run.Summary.Hidden = 31, 5, 2
	return run
}

func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if *update {
		require.NoError(t, os.WriteFile(file, got, 0o644))
	}
	want, err := os.ReadFile(file)
	require.NoError(t, err)
	assert.Equal(t, string(want), string(got))
}

func TestFormats(t *testing.T) {
	for _, f := range Formats {
		t.Run(f.Name, func(t *testing.T) {
			var buf bytes.Buffer
			require.NoError(t, f.Write(&buf, saved(t)))
			golden(t, f.Name+".golden", buf.Bytes())
		})
	}
	t.Run("handlers", func(t *testing.T) {
		var buf bytes.Buffer
		require.NoError(t, WriteHandlers(&buf, saved(t)))
		golden(t, "handlers.golden", buf.Bytes())
	})
}

// TestReplay checks that JSON loses nothing.
func TestReplay(t *testing.T) {
	var first, second bytes.Buffer
	require.NoError(t, writeJSON(&first, saved(t)))
	run, err := ReadJSON(bytes.NewReader(first.Bytes()))
	require.NoError(t, err)
	require.NoError(t, writeJSON(&second, run))
	assert.Equal(t, first.String(), second.String())
}

func TestEmptyLists(t *testing.T) {
	var buf bytes.Buffer
	require.NoError(t, writeJSON(&buf, new(Run)))
	assert.JSONEq(t, `{"version":1,"findings":[],"handlers":[],"queues":[],"errors":[]}`, buf.String())
}

func TestRelativize(t *testing.T) {
	run := saved(t)
	run.Findings[0].File = "/r/svc/a.go"
	run.Findings[0].Path[0].File = "/r/b.go"
	run.Errors[0].Message = "/r/svc/a.go:1:1: undefined: x"
	run.Relativize("/r/svc")
	assert.Equal(t, "a.go", run.Findings[0].File)
	assert.Equal(t, "../b.go", run.Findings[0].Path[0].File)
	assert.Equal(t, "a.go:1:1: undefined: x", run.Errors[0].Message)
}
