package libraries_test

import (
	"bytes"
	"os"
	"testing"
)

// TestDocs keeps docs/libraries.md in step with the documents.
func TestDocs(t *testing.T) {
	const file = "../docs/libraries.md"
	want := load(t).Markdown()
	if *update {
		if err := os.WriteFile(file, want, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s is stale: run go test ./libraries -run TestDocs -update", file)
	}
}
