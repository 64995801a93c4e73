package model

import (
	"os"
	"testing"

	"golang.org/x/tools/go/packages"
	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/ssa/ssautil"
)

func TestZZDump(t *testing.T) {
	dir, name := os.Getenv("SSADIR"), os.Getenv("SSAFN")
	if dir == "" {
		t.Skip()
	}
	pkgs, _ := packages.Load(&packages.Config{Mode: packages.LoadSyntax, Dir: dir}, ".")
	_, ps := ssautil.Packages(pkgs, 0)
	for _, p := range ps {
		p.Build()
		for fn := range ssautil.AllFunctions(p.Prog) {
			if fn.Pkg == p && (fn.Name() == name) {
				fn.WriteTo(os.Stdout)
			}
		}
	}
	_ = ssa.BuilderMode(0)
}
