// Package config reads .idemlint.yml.
//
// No configuration is needed. What there is, is read strictly: an unknown key
// or value is an error that names the file, the line and the cure. Lists hold
// objects, never maps keyed by a symbol or a path, so that the same text works
// inside the settings of golangci-lint.
package config

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/idemlint/idemlint/internal/finding"
)

// Name is the name of the configuration file.
const Name = ".idemlint.yml"

// Config is the configuration of a run. The zero value is the default.
type Config struct {
	// File is where the configuration was read from; empty if there is none.
	File string `yaml:"-"`

	Version int `yaml:"version"`
	// FailOn and MinSeverity are empty unless set.
	FailOn      finding.Severity `yaml:"fail-on"`
	MinSeverity finding.Severity `yaml:"min-severity"`
	// Libraries is the list of library documents, undecoded: the catalogue
	// reads it with the loader of the built-in ones.
	Libraries yaml.Node `yaml:"libraries"`
	// Rules and Categories change what a finding counts as. A rule's entry
	// beats a category's.
	Rules      []Rule     `yaml:"rules"`
	Categories []Category `yaml:"categories"`
	// Exclude lists globs of files whose findings are dropped, relative to the
	// directory of the configuration.
	Exclude []string `yaml:"exclude"`
	// Scope lists prefixes of module paths that are the user's own code beside
	// the main module.
	Scope []string `yaml:"scope"`
	// Generated asks for findings in generated code.
	Generated bool `yaml:"generated"`
	// RequireContract asks for a contract line at every handler.
	RequireContract bool `yaml:"require-contract"`
	// ExpectHandlers is the number of handlers `idemlint handlers` must find.
	ExpectHandlers *int `yaml:"expect-handlers"`
}

// Rule changes one rule.
type Rule struct {
	Rule     string           `yaml:"rule"`
	Severity finding.Severity `yaml:"severity"`
	Off      bool             `yaml:"off"`
	Line     int              `yaml:"-"`
}

// Category changes the findings about one category of effects.
type Category struct {
	Category string           `yaml:"category"`
	Severity finding.Severity `yaml:"severity"`
	Line     int              `yaml:"-"`
}

// Known says which words a configuration may use.
type Known struct {
	Rules      []string
	Categories []string
}

// Error is a mistake in a configuration file.
type Error struct {
	File    string
	Line    int
	Message string
}

func (e *Error) Error() string {
	if e.Line == 0 {
		return e.File + ": " + e.Message
	}
	return fmt.Sprintf("%s:%d: %s", e.File, e.Line, e.Message)
}

// Find returns the configuration file of a directory: the nearest one in it or
// above it, but not above root. It returns "" if there is none.
func Find(dir, root string) string {
	for {
		file := filepath.Join(dir, Name)
		if info, err := os.Stat(file); err == nil && info.Mode().IsRegular() {
			return file
		}
		parent := filepath.Dir(dir)
		if dir == root || parent == dir {
			return ""
		}
		dir = parent
	}
}

// Load reads a configuration file; "" gives the default configuration. Its
// error names every mistake.
func Load(file string, known Known) (*Config, error) {
	if file == "" {
		return new(Config), nil
	}
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	return Parse(file, data, known)
}

// Parse reads a configuration from the contents of a file.
func Parse(file string, data []byte, known Known) (*Config, error) {
	cfg := &Config{File: file}
	dec := yaml.NewDecoder(bytes.NewReader(data))
	var doc yaml.Node
	if err := dec.Decode(&doc); err == io.EOF {
		return nil, &Error{file, 1, "is empty: write \"version: 1\""}
	} else if err != nil {
		return nil, syntaxError(file, err)
	}
	if err := dec.Decode(new(yaml.Node)); err != io.EOF {
		return nil, &Error{file, 0, "holds several documents: write one, without ---"}
	}
	top := doc.Content[0]
	if err := decode(file, top, reflect.ValueOf(cfg).Elem()); err != nil {
		return nil, err
	}
	return cfg, cfg.check(top, known)
}

// check reports values that are of the right shape but mean nothing.
func (c *Config) check(top *yaml.Node, known Known) error {
	var errs []error
	fail := func(line int, format string, args ...any) {
		errs = append(errs, &Error{c.File, line, fmt.Sprintf(format, args...)})
	}
	word := func(line int, what, word string, allowed []string) {
		if slices.Contains(allowed, word) {
			return
		}
		hint := ""
		if near := nearest(word, allowed); near != "" {
			hint = fmt.Sprintf("; did you mean %q?", near)
		}
		fail(line, "unknown %s %q%s (allowed: %s)", what, word, hint, strings.Join(allowed, ", "))
	}
	severity := func(line int, s finding.Severity) {
		if s != "" {
			word(line, "severity", string(s), severities())
		}
	}

	switch line := lineOf(top, "version"); {
	case line == 0:
		fail(top.Line, "says no version: write \"version: 1\" first")
	case c.Version != 1:
		fail(line, "version %d is not known: write \"version: 1\"", c.Version)
	}
	severity(lineOf(top, "fail-on"), c.FailOn)
	severity(lineOf(top, "min-severity"), c.MinSeverity)
	if n := c.Libraries; n.Kind != 0 && n.Tag != "!!null" && n.Kind != yaml.SequenceNode {
		fail(n.Line, "libraries: want a list of library documents")
	}
	for _, r := range c.Rules {
		word(r.Line, "rule", r.Rule, known.Rules)
		severity(r.Line, r.Severity)
		if r.Severity == "" && !r.Off {
			fail(r.Line, "changes nothing: give %s a severity, or off: true", r.Rule)
		}
	}
	for _, cat := range c.Categories {
		word(cat.Line, "category", cat.Category, known.Categories)
		severity(cat.Line, cat.Severity)
		if cat.Severity == "" {
			fail(cat.Line, "changes nothing: give %s a severity", cat.Category)
		}
	}
	if c.ExpectHandlers != nil && *c.ExpectHandlers < 0 {
		fail(lineOf(top, "expect-handlers"), "want a number of handlers, 0 or more")
	}
	return errors.Join(errs...)
}

// Severity returns what a finding of the rule and category counts as, where it
// would count as def without a configuration.
func (c *Config) Severity(rule, category string, def finding.Severity) finding.Severity {
	for _, r := range c.Rules {
		if r.Rule == rule && r.Severity != "" {
			return r.Severity
		}
	}
	for _, cat := range c.Categories {
		if cat.Category == category {
			return cat.Severity
		}
	}
	return def
}

// Off reports whether the rule is switched off.
func (c *Config) Off(rule string) bool {
	return slices.ContainsFunc(c.Rules, func(r Rule) bool { return r.Rule == rule && r.Off })
}

// Excluded reports whether the findings of a file are dropped.
func (c *Config) Excluded(file string) bool {
	if len(c.Exclude) == 0 {
		return false
	}
	rel, err := filepath.Rel(filepath.Dir(c.File), file)
	if err != nil {
		return false
	}
	rel = filepath.ToSlash(rel)
	return slices.ContainsFunc(c.Exclude, func(glob string) bool { return globRE(glob).MatchString(rel) })
}

// Idle returns what leaves no trace: the globs of Exclude that match none of the
// files, and the prefixes of Scope that no package has.
func (c *Config) Idle(files, packages []string) (exclude, scope []string) {
	one := Config{File: c.File}
	for _, glob := range c.Exclude {
		one.Exclude = []string{glob}
		if !slices.ContainsFunc(files, one.Excluded) {
			exclude = append(exclude, glob)
		}
	}
	for _, prefix := range c.Scope {
		below := func(path string) bool {
			return path == prefix || strings.HasPrefix(path, strings.TrimSuffix(prefix, "/")+"/")
		}
		if !slices.ContainsFunc(packages, below) {
			scope = append(scope, prefix)
		}
	}
	return exclude, scope
}

// globRE turns a glob into a regular expression: * and ? match within a path
// element, ** any number of elements, and a directory everything below it.
func globRE(glob string) *regexp.Regexp {
	glob = strings.TrimSuffix(strings.TrimPrefix(glob, "./"), "/")
	var re strings.Builder
	for rest := glob; rest != ""; {
		switch {
		case strings.HasPrefix(rest, "**/"):
			re.WriteString("(?:.*/)?")
			rest = rest[3:]
		case strings.HasPrefix(rest, "**"):
			re.WriteString(".*")
			rest = rest[2:]
		case rest[0] == '*':
			re.WriteString("[^/]*")
			rest = rest[1:]
		case rest[0] == '?':
			re.WriteString("[^/]")
			rest = rest[1:]
		default:
			n := strings.IndexAny(rest, "*?")
			if n < 0 {
				n = len(rest)
			}
			re.WriteString(regexp.QuoteMeta(rest[:n]))
			rest = rest[n:]
		}
	}
	return regexp.MustCompile("^" + re.String() + "(?:/.*)?$")
}

func severities() []string {
	var words []string
	for _, s := range finding.Severities {
		words = append(words, string(s))
	}
	return words
}

// lineOf returns the line of a key of a mapping, 0 if it is not there.
func lineOf(n *yaml.Node, key string) int {
	for i := 0; i+1 < len(n.Content); i += 2 {
		if n.Content[i].Value == key {
			return n.Content[i].Line
		}
	}
	return 0
}

// syntaxError takes the line out of the parser's "yaml: line 3: message".
func syntaxError(file string, err error) error {
	text := strings.TrimPrefix(err.Error(), "yaml: ")
	if rest, ok := strings.CutPrefix(text, "line "); ok {
		number, message, _ := strings.Cut(rest, ": ")
		if line, err := strconv.Atoi(number); err == nil {
			return &Error{file, line, message}
		}
	}
	return &Error{file, 0, text}
}
