package model

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/idemlint/idemlint/internal/infra"
)

func compute(address string, code infra.Code) *infra.Compute {
	c := &infra.Compute{Kind: "lambda", Code: code}
	c.Address = address
	return c
}

func called(address, name string) *infra.Compute {
	c := compute(address, infra.Code{})
	c.Name = infra.Attr[string]{State: infra.Present, Value: name}
	return c
}

// TestDeploy joins one compute with one of three programs.
func TestDeploy(t *testing.T) {
	programs := []Program{
		{Path: "example.com/mill/cmd/spin", Dir: "cmd/spin"},
		{Path: "example.com/mill/cmd/card-wool", Dir: "cmd/card-wool"},
		{Path: "example.com/mill/lambdas/dye/cmd", Dir: "lambdas/dye/cmd"},
	}
	builds := []*infra.Build{{Packages: []string{"cmd/spin"}, Output: "out/twist/bootstrap", Place: infra.Place{File: "Makefile", Line: 3}}}
	for name, c := range map[string]struct {
		compute *infra.Compute
		want    string
		level   Level
	}{
		"package":           {compute("a", infra.Code{Package: "example.com/mill/cmd/spin"}), "example.com/mill/cmd/spin", LevelCertain},
		"ko":                {compute("a", infra.Code{Package: "ko://example.com/mill/cmd/spin"}), "example.com/mill/cmd/spin", LevelCertain},
		"directory":         {compute("a", infra.Code{Dir: "cmd/card-wool/"}), "example.com/mill/cmd/card-wool", LevelCertain},
		"only one below":    {compute("a", infra.Code{Dir: "lambdas/dye"}), "example.com/mill/lambdas/dye/cmd", LevelCertain},
		"several below":     {compute("a", infra.Code{Dir: "cmd"}), "", LevelNone},
		"built":             {compute("a", infra.Code{Archive: "out/twist.zip"}), "example.com/mill/cmd/spin", LevelCertain},
		"archive":           {compute("a", infra.Code{Archive: "../build/spin.zip"}), "example.com/mill/cmd/spin", LevelHigh},
		"program below cmd": {compute("a", infra.Code{Archive: "dye.zip"}), "example.com/mill/lambdas/dye/cmd", LevelHigh},
		"image":             {compute("a", infra.Code{Image: "registry:5000/mill/card-wool:1.2"}), "example.com/mill/cmd/card-wool", LevelHigh},
		"says nothing":      {compute("a", infra.Code{Handler: "bootstrap", Binary: "bootstrap"}), "", LevelNone},
		"function":          {called("a", "prod-CardWool"), "example.com/mill/cmd/card-wool", LevelHigh},
		"stage not known":   {called("a", "*-mill-dye"), "example.com/mill/lambdas/dye/cmd", LevelHigh},
		"another name":      {called("a", "weave"), "", LevelNone},
	} {
		t.Run(name, func(t *testing.T) {
			d := deploy(&infra.Facts{Computes: []*infra.Compute{c.compute}, Builds: builds}, programs)
			if c.want == "" {
				assert.Empty(t, d.programs)
				return
			}
			if assert.Len(t, d.programs[c.want], 1) {
				assert.Equal(t, c.level, d.programs[c.want][0].level)
			}
		})
	}
}

func TestDeployIsUnique(t *testing.T) {
	programs := []Program{{Path: "example.com/a/spin", Dir: "a/spin"}, {Path: "example.com/b/spin", Dir: "b/spin"}}
	two := deploy(&infra.Facts{Computes: []*infra.Compute{compute("f", infra.Code{Archive: "spin.zip"})}}, programs)
	assert.Empty(t, two.programs, "two programs of one name")

	one := programs[:1]
	guess := deploy(&infra.Facts{Computes: []*infra.Compute{called("f", "mill-spin"), called("g", "old-spin")}}, one)
	assert.Empty(t, guess.programs["example.com/a/spin"], "two functions of one name")

	prod, staging := called("f", "mill-spin"), called("f", "mill-spin")
	prod.Root, staging.Root = "prod", "staging"
	roots := deploy(&infra.Facts{Computes: []*infra.Compute{prod, staging}}, one)
	assert.Len(t, roots.programs["example.com/a/spin"], 2, "one function in two roots")

	sure := deploy(&infra.Facts{Computes: []*infra.Compute{called("f", "mill-spin"), compute("g", infra.Code{Dir: "a/spin"})}}, one)
	if assert.Len(t, sure.programs["example.com/a/spin"], 1, "the directory is surer than the name") {
		assert.Equal(t, "g", sure.programs["example.com/a/spin"][0].compute.Address)
	}
}

func TestSpelled(t *testing.T) {
	for _, c := range []struct {
		key, tag string
		want     []string
	}{
		{"env", "QUEUE_URL", []string{"QUEUE_URL"}},
		{"env", "QUEUE_URL,required", []string{"QUEUE_URL"}},
		{"env", "QUEUE_URL,OLD_QUEUE_URL", []string{"QUEUE_URL", "OLD_QUEUE_URL"}},
		{"env", ",required", nil},
		{"envconfig", "queue_url", []string{"QUEUE_URL"}},
		{"mapstructure", "queue-url", []string{"QUEUE_URL"}},
		{"mapstructure", "-", nil},
		{"conf", "default:x,env:QUEUE_URL", []string{"QUEUE_URL"}},
		{"conf", "default:x", nil},
	} {
		assert.Equal(t, c.want, spelled(c.key, c.tag), "%s:%q", c.key, c.tag)
	}
}

func TestISODuration(t *testing.T) {
	for text, want := range map[string]string{"PT1M": "1m0s", "PT1H30M": "1h30m0s", "P14D": "336h0m0s", "PT45S": "45s"} {
		d, ok := isoDuration(text)
		assert.True(t, ok, text)
		assert.Equal(t, want, d.String())
	}
	for _, text := range []string{"", "P", "1M", "PT", "60"} {
		d, ok := isoDuration(text)
		assert.False(t, ok && d > 0, text)
	}
}
