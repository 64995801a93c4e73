package main

import (
	"cmp"
	"fmt"
	"io"
	"runtime"
	"runtime/debug"

	"github.com/idemlint/idemlint/internal/config"
	"github.com/idemlint/idemlint/internal/model"
)

// What scripts/release sets: the version of a release, and its commit, which the go
// command does not note in every kind of working tree.
var buildVersion, buildCommit string

// build returns what the go command noted of this build, and its version.
func build() (*debug.BuildInfo, string) {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		info = new(debug.BuildInfo)
	}
	return info, cmp.Or(buildVersion, info.Main.Version)
}

// version returns the version of this build.
func version() string {
	info, v := build()
	if v == "" {
		return "idemlint (devel)"
	}
	return fmt.Sprintf("idemlint %s %s", v, info.GoVersion)
}

// writeVersion prints what tells one build from another: two that print the same
// find the same.
func writeVersion(w io.Writer) error {
	info, v := build()
	settings := make(map[string]string)
	for _, s := range info.Settings {
		settings[s.Key] = s.Value
	}
	fmt.Fprintf(w, "idemlint %s\n", cmp.Or(v, "(devel)"))
	if commit := cmp.Or(buildCommit, settings["vcs.revision"]); commit != "" {
		if settings["vcs.modified"] == "true" {
			commit += ", with changes"
		}
		fmt.Fprintf(w, "commit: %s\n", commit)
	}
	catalog, err := model.ReadCatalog(new(config.Config))
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(w, "go: %s %s/%s\ncatalogue: %s, %d libraries\n", runtime.Version(), runtime.GOOS, runtime.GOARCH, catalog.Hash(), len(catalog.Libraries()))
	return err
}
