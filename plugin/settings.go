package plugin

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/golangci/plugin-module-register/register"

	"github.com/idemlint/idemlint/analyzers"
	"github.com/idemlint/idemlint/internal/catalog"
	"github.com/idemlint/idemlint/internal/config"
	"github.com/idemlint/idemlint/internal/infra"
	"github.com/idemlint/idemlint/internal/model"
)

// Settings are what a driver is told that reads no files but Go's: the keys of
// .idemlint.yml, what the repository's files say of queues, and which programs they
// may deploy. `idemlint queues -emit` writes the last two. All of it is lists, for
// golangci-lint writes the keys of its settings small and splits them at full stops.
type Settings struct {
	Programs []model.Program `json:"programs,omitempty"`
	*infra.Facts
	Config *config.Config `json:"-"`

	raw any
}

// where names the settings in messages.
const where = "linters.settings.custom.idemlint.settings"

// settingsOf reads settings strictly: an unknown one is an error.
func settingsOf(raw any) (Settings, error) {
	ours, facts := map[string]any{"version": 1}, map[string]any{}
	if raw != nil {
		all, ok := raw.(map[string]any)
		if !ok {
			return Settings{}, fmt.Errorf("idemlint: %s: want keys and values", where)
		}
		for key, value := range all {
			if slices.Contains(configKeys(), key) {
				ours[key] = value
			} else {
				facts[key] = value
			}
		}
	}
	s, err := register.DecodeSettings[Settings](facts)
	if err != nil {
		return Settings{}, fmt.Errorf("idemlint: %s: %w (allowed: the keys of .idemlint.yml, %s, and what idemlint queues -emit writes)",
			where, err, strings.Join(configKeys(), ", "))
	}
	s.raw = raw
	text, err := yaml.Marshal(ours)
	if err != nil {
		return Settings{}, fmt.Errorf("idemlint: %s: %w", where, err)
	}
	dir, err := base()
	if err != nil {
		return Settings{}, err
	}
	s.Config, err = config.Parse(filepath.Join(dir, ".golangci.yml"), text, config.Known{Rules: analyzers.IDs(), Categories: catalog.Categories})
	if err != nil {
		// The lines are those of a copy that nobody sees.
		return Settings{}, fmt.Errorf("idemlint: %s: %s", where, lines.ReplaceAllString(err.Error(), ""))
	}
	return s, nil
}

var lines = regexp.MustCompile(`(?m)^\S*\.golangci\.yml(:\d+)?: `)

// base is the directory that globs of exclude are relative to: that of
// golangci-lint's own configuration, if it is where golangci-lint looks for it by
// itself, or else the current one. A plugin is not told what -c says.
func base() (string, error) {
	wd, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for dir := wd; ; dir = filepath.Dir(dir) {
		for _, ext := range []string{"yml", "yaml", "toml", "json"} {
			if info, err := os.Stat(filepath.Join(dir, ".golangci."+ext)); err == nil && info.Mode().IsRegular() {
				return dir, nil
			}
		}
		if dir == filepath.Dir(dir) {
			return wd, nil
		}
	}
}

// configKeys are the keys of .idemlint.yml.
func configKeys() []string {
	var keys []string
	for field := range reflect.TypeFor[config.Config]().Fields() {
		if key := field.Tag.Get("yaml"); key != "-" && key != "" {
			keys = append(keys, key)
		}
	}
	return keys
}

// catalog is what is known of libraries, with those the settings teach.
func (s *Settings) catalog() (*catalog.Catalog, error) {
	cat, err := model.ReadCatalog(s.Config)
	if err != nil {
		return nil, fmt.Errorf("idemlint: %s: %s", where, lines.ReplaceAllString(err.Error(), ""))
	}
	return cat, nil
}

// Write writes the settings as YAML, to stand under settings of the linter.
func (s Settings) Write(w io.Writer) error {
	data, err := json.Marshal(s)
	if err != nil {
		return err
	}
	var doc yaml.Node // JSON is YAML, and keeps its order
	if err := yaml.Unmarshal(data, &doc); err != nil {
		return err
	}
	unquote(&doc)
	e := yaml.NewEncoder(w)
	e.SetIndent(2)
	if err := e.Encode(&doc); err != nil {
		return err
	}
	return e.Close()
}

// unquote lets the encoder choose how to write a node, instead of as JSON does.
func unquote(n *yaml.Node) {
	n.Style = 0
	for _, c := range n.Content {
		unquote(c)
	}
}
