package catalog

import (
	"os"
	"testing"
)

func TestLoadBuiltIn(t *testing.T) {
	sources, err := FromFS(os.DirFS("../../libraries"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Load(sources...); err != nil {
		t.Fatal(err)
	}
}
