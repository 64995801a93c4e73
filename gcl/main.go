// Golangci-lint-idemlint is golangci-lint with idemlint inside, built by the go
// command alone: golangci-lint custom, which does the same, needs git and the network.
//
//	go build -C gcl -o golangci-lint .
//
// It takes the flags and the configuration of golangci-lint, whose version go.mod
// names.
package main

import (
	"fmt"
	"os"
	"runtime/debug"

	"github.com/golangci/golangci-lint/v2/pkg/commands"
	"github.com/golangci/golangci-lint/v2/pkg/exitcodes"

	_ "github.com/idemlint/idemlint/plugin"
)

const golangci = "github.com/golangci/golangci-lint/v2"

func main() {
	// golangci-lint takes the version for what tells its caches apart; without one
	// it takes the binary itself. A rebuilt idemlint must not show what an older one
	// found (pkg/commands/run.go, computeBinarySalt, v2.15.0).
	info := commands.BuildInfo{Version: "(devel)", Commit: "with idemlint", Date: "(unknown)"}
	if build, ok := debug.ReadBuildInfo(); ok {
		info.GoVersion, info.BuildInfo = build.GoVersion, build
		for _, dep := range build.Deps {
			if dep.Path == golangci {
				info.Commit = dep.Version + " with idemlint"
			}
		}
	}
	if err := commands.Execute(info); err != nil {
		fmt.Fprintf(os.Stderr, "golangci-lint: %v\n", err)
		os.Exit(exitcodes.Failure)
	}
}
