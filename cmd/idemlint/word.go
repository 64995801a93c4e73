package main

import (
	"errors"
	"fmt"
	"os/exec"
	"slices"
	"strings"

	"github.com/agext/levenshtein"
)

// The table and its names, for the commands in it, which cannot ask the table.
var (
	allCommands  []command
	commandNames []string
)

func init() {
	allCommands = commands
	for _, c := range commands {
		commandNames = append(commandNames, c.name)
	}
}

// checkWords returns an error if a pattern looks like a command that there is not.
// A word without a slash or dot can be a package of the standard library or a
// module with such a name; the go command knows.
func checkWords(dir string, patterns []string) error {
	for _, word := range patterns {
		if strings.ContainsAny(word, `./\@=`) {
			continue
		}
		cmd := exec.Command("go", "list", "-find", "--", word)
		cmd.Dir = dir
		_, err := cmd.Output()
		var failed *exec.ExitError
		if !errors.As(err, &failed) || !strings.Contains(string(failed.Stderr), "is not in std") {
			continue // Load says what else is wrong
		}
		meant := ""
		if near := nearest(word, commandNames); near != "" {
			meant = fmt.Sprintf("; did you mean %s?", near)
		}
		return fmt.Errorf("%s is neither a command nor a package%s (commands: %s; a package in a directory is written ./%s)", word, meant, strings.Join(commandNames, ", "), word)
	}
	return nil
}

// nearest returns the name that was likely meant, or "".
func nearest(word string, names []string) string {
	distance := func(name string) int {
		if len(word) > 2 && (strings.HasPrefix(name, word) || strings.HasPrefix(word, name)) {
			return 0
		}
		return levenshtein.Distance(word, name, nil)
	}
	best := slices.MinFunc(names, func(a, b string) int { return distance(a) - distance(b) })
	if distance(best) > min(2, len(best)/3) {
		return ""
	}
	return best
}
