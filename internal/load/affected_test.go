package load

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestAffected(t *testing.T) {
	dir := t.TempDir()
	dir, err := filepath.EvalSymlinks(dir)
	require.NoError(t, err)
	for name, text := range map[string]string{
		"go.mod":           "module example.com/shop\n\ngo 1.25\n",
		"main.go":          "package main\n\nimport (\n\t_ \"example.com/shop/orders\"\n\t_ \"example.com/shop/web\"\n)\n\nfunc main() {}\n",
		"orders/orders.go": "package orders\n\nimport _ \"example.com/shop/pay\"\n\n//idemlint:handler\nfunc Handle(b []byte) {}\n",
		"pay/pay.go":       "package pay\n",
		"pay/windows.go":   "//go:build plan9\n\npackage pay\n",
		"web/web.go":       "package web\n",
		"cron/cron.go":     "package main\n\nimport _ \"example.com/shop/web\"\n\nfunc main() {}\n",
	} {
		name = filepath.Join(dir, name)
		require.NoError(t, os.MkdirAll(filepath.Dir(name), 0o755))
		require.NoError(t, os.WriteFile(name, []byte(text), 0o644))
	}
	for changed, want := range map[string][]string{
		"pay":    {"./.", "./orders", "./pay"},
		"orders": {"./.", "./orders"},
		".":      {"./."},
		"web":    {"./.", "./web"}, // main wires the handler, and what is wired may lie below
		"cron":   nil,
		"docs":   nil,
	} {
		got, err := Affected(config(dir, "./..."), []string{filepath.Join(dir, changed)})
		require.NoError(t, err)
		assert.Equal(t, want, got, changed)
	}
}

func TestBuilt(t *testing.T) {
	for name, want := range map[string]bool{
		"a.go": true, "b/a.go": true, "vendor/a/a.go": false, "b/testdata/a.go": false, ".github/a.yml": false, "../a.go": false, "_old/a.go": false,
	} {
		assert.Equal(t, want, Built("/shop", filepath.Join("/shop", name)), name)
	}
}
