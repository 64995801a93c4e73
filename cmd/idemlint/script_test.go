package main

import (
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"idemlint": main,
	})
}

// TestScripts runs the command in the little repositories of testdata/script.
func TestScripts(t *testing.T) {
	out, err := exec.Command("go", "env", "GOCACHE", "GOMODCACHE", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	dirs := strings.Split(strings.TrimSpace(string(out)), "\n")
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script",
		Setup: func(env *testscript.Env) error {
			env.Setenv("GOCACHE", dirs[0])
			env.Setenv("GOMODCACHE", dirs[1])
			env.Setenv("GOPROXY", "off")
			tool, err := exec.LookPath("idemlint")
			if err != nil {
				return err
			}
			env.Setenv("IDEMLINT", tool)
			env.Setenv("GOFLAGS", "")
			env.Setenv("GOWORK", "")
			// The repository of the script must not be taken for a part of
			// the one this test runs in.
			return os.Mkdir(env.WorkDir+"/.git", 0o755)
		},
		RequireExplicitExec: true,
		UpdateScripts:       os.Getenv("UPDATE_SCRIPTS") != "",
	})
}
