package plugin

import (
	"encoding/json"
	"fmt"
	"io"

	"go.yaml.in/yaml/v3"

	"github.com/golangci/plugin-module-register/register"

	"github.com/idemlint/idemlint/internal/infra"
	"github.com/idemlint/idemlint/internal/model"
)

// Settings are what a driver is told that reads no files but Go's: what the
// repository's files say of queues, and which programs they may deploy. `idemlint
// queues -emit` writes them. All of it is lists, for golangci-lint writes the keys
// of its settings small and splits them at full stops.
type Settings struct {
	Programs []model.Program `json:"programs,omitempty"`
	*infra.Facts
}

// settingsOf reads settings strictly: an unknown one is an error.
func settingsOf(raw any) (Settings, error) {
	s, err := register.DecodeSettings[Settings](raw)
	if err != nil {
		return Settings{}, fmt.Errorf("idemlint: linters.settings.custom.idemlint.settings: %w; write them anew with idemlint queues -emit", err)
	}
	return s, nil
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
