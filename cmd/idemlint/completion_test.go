package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// printed is what a command prints.
func printed(t *testing.T, args ...string) string {
	t.Helper()
	var stdout, stderr bytes.Buffer
	require.Equal(t, exitClean, run(args, &stdout, &stderr), stderr.String())
	require.Empty(t, stderr.String())
	return stdout.String()
}

// needs returns a program, and skips the test without it.
func needs(t *testing.T, name string) string {
	t.Helper()
	path, err := exec.LookPath(name)
	if err != nil {
		t.Skipf("%s is not installed", name)
	}
	return path
}

// output runs a program and returns its lines; it must print nothing on standard
// error.
func outputOf(t *testing.T, stdin, dir, program string, args ...string) []string {
	t.Helper()
	var stdout, stderr bytes.Buffer
	cmd := exec.Command(program, args...)
	cmd.Stdin, cmd.Dir, cmd.Stdout, cmd.Stderr = strings.NewReader(stdin), dir, &stdout, &stderr
	assert.NoError(t, cmd.Run(), stderr.String())
	assert.Empty(t, stderr.String())
	return strings.Fields(stdout.String())
}

func TestDescribe(t *testing.T) {
	ds := describe()
	assert.Nil(t, described, "the user gets help again")
	names := []string{}
	for _, d := range ds {
		names = append(names, d.name)
		assert.NotEmpty(t, d.summary, d.name)
		assert.Subset(t, d.flagNames(), []string{"-C", "-config", "-root"}, d.name)
	}
	assert.ElementsMatch(t, append(commandNames, ""), append(names, "help"), "moreUsage has a line for each command")
}

func TestWordsIn(t *testing.T) {
	for usage, want := range map[string][]string{
		"write as format: text, json; or format=file":              {"text", "json"},
		"from this severity on: note, warning (default warning)":   {"note", "warning"},
		"change to dir before doing anything else":                 nil,
		"print it: what there is, and more":                        nil,
		"the dir (default: the nearest parent with .git, or else)": nil,
	} {
		assert.Equal(t, want, wordsIn(usage), usage)
	}
}

// repositoryToComplete is a directory with something to name.
func repositoryToComplete(t *testing.T) string {
	dir := t.TempDir()
	for _, name := range []string{"orders/orders.go", "run.json", "with space/a.go"} {
		require.NoError(t, os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755))
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), nil, 0o644))
	}
	return dir
}

func TestBash(t *testing.T) {
	bash := needs(t, "bash")
	script := printed(t, "completion", "bash")
	assert.Equal(t, []string{"complete", "-F", "_idemlint", "idemlint"}, outputOf(t, script+"complete -p idemlint\n", "", bash, "--norc"))
	dir := repositoryToComplete(t)
	for line, want := range map[string]string{
		"idemlint ha":                          "handlers",
		"idemlint co":                          "config convert completion",
		"idemlint o":                           "orders",
		"idemlint ./o":                         "./orders",
		"idemlint ./.":                         "./. ./.. ./...", // bash names directories so
		"idemlint -fa":                         "-fail-on",
		"idemlint -fail-on ":                   "note warning error",
		"idemlint -format s":                   "sarif",
		"idemlint -format = s":                 "sarif",
		"idemlint -format =":                   "text json markdown html sarif rdjson github github-annotations gitlab checkstyle junit",
		"idemlint --min-severity w":            "warning",
		"idemlint -C o":                        "orders",
		"idemlint -config r":                   "run.json",
		"idemlint explain IDM90":               "IDM900",
		"idemlint handlers -ex":                "-expect",
		"idemlint handlers -expect ":           "",
		"idemlint baseline ":                   "write check",
		"idemlint baseline write -fi":          "-fix -file",
		"idemlint baseline write o":            "orders",
		"idemlint suppressions -format ":       "text json",
		"idemlint convert r":                   "run.json",
		"idemlint completion ":                 "bash zsh fish",
		"idemlint -tests handlers":             "",
		"idemlint hook -since HEAD orders/ord": "orders/orders.go",
	} {
		words := strings.Split(line, " ")
		call := "COMP_WORDS=(" + strings.Join(quoted(words), " ") + ") COMP_CWORD=$((${#COMP_WORDS[@]} - 1))\n_idemlint\nprintf '%s\\n' \"${COMPREPLY[@]}\"\n"
		assert.ElementsMatch(t, strings.Fields(want), outputOf(t, script+call, dir, bash, "--norc"), line)
	}
}

func quoted(words []string) []string {
	var list []string
	for _, w := range words {
		list = append(list, "'"+w+"'")
	}
	return list
}

func TestZsh(t *testing.T) {
	zsh := needs(t, "zsh")
	script := printed(t, "completion", "zsh")
	assert.Empty(t, outputOf(t, script, "", zsh, "-f", "-n"))
	loaded := "autoload -U compinit && compinit -D -u\n" + script + "print ${_comps[idemlint]}\n"
	assert.Equal(t, []string{"_idemlint"}, outputOf(t, loaded, "", zsh, "-f"))
}

func TestFish(t *testing.T) {
	fish := needs(t, "fish")
	t.Setenv("HOME", t.TempDir())
	t.Setenv("XDG_CONFIG_HOME", "")
	file := filepath.Join(t.TempDir(), "idemlint.fish")
	require.NoError(t, os.WriteFile(file, []byte(printed(t, "completion", "fish")), 0o644))
	dir := repositoryToComplete(t)
	for line, want := range map[string]string{
		"idemlint hand":                  "handlers",
		"idemlint -fail-on ":             "error note warning",
		"idemlint explain IDM90":         "IDM900",
		"idemlint suppressions -format ": "json text",
		"idemlint baseline w":            "write",
		"idemlint convert r":             "run.json",
		"idemlint handlers -exp":         "-expect",
	} {
		out := outputOf(t, "source "+file+"\ncomplete -C '"+line+"' | string replace -r '\\t.*' ''; true\n", dir, fish, "--no-config")
		assert.ElementsMatch(t, strings.Fields(want), out, line)
	}
}

func TestMan(t *testing.T) {
	page := printed(t, "man")
	for _, section := range []string{"NAME", "SYNOPSIS", "OPTIONS", "COMMANDS", "RULES", "EXIT STATUS", "FILES", "ENVIRONMENT"} {
		assert.Contains(t, page, "\n.SH "+section+"\n")
	}
	for _, name := range commandNames {
		if name != "help" {
			assert.Contains(t, page, "\n.SS idemlint "+name)
		}
	}
	file := filepath.Join(t.TempDir(), "idemlint.1")
	require.NoError(t, os.WriteFile(file, []byte(page), 0o644))
	t.Run("mandoc", func(t *testing.T) {
		out, _ := exec.Command(needs(t, "mandoc"), "-T", "lint", "-W", "warning", file).CombinedOutput()
		for line := range strings.Lines(string(out)) {
			assert.Contains(t, line, "missing date", "a page that is made anew each time has none")
		}
	})
	t.Run("groff", func(t *testing.T) {
		cmd := exec.Command(needs(t, "groff"), "-man", "-ww", "-Tutf8", file)
		var stdout, stderr bytes.Buffer
		cmd.Stdout, cmd.Stderr = &stdout, &stderr
		assert.NoError(t, cmd.Run())
		assert.Empty(t, stderr.String())
		assert.Contains(t, stdout.String(), "-min-severity")
	})
}
