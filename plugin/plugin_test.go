package plugin

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/golangci/plugin-module-register/register"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"go.yaml.in/yaml/v3"

	"github.com/idemlint/idemlint/analyzers"
	"github.com/idemlint/idemlint/internal/infra"
	"github.com/idemlint/idemlint/internal/model"
)

func TestRegistered(t *testing.T) {
	newPlugin, err := register.GetPlugin("idemlint")
	require.NoError(t, err)
	p, err := newPlugin(nil)
	require.NoError(t, err)
	list, err := p.BuildAnalyzers()
	require.NoError(t, err)
	assert.Len(t, list, len(analyzers.All))
	assert.Equal(t, register.LoadModeTypesInfo, p.GetLoadMode())
}

func TestSettingsAreRefused(t *testing.T) {
	_, err := New(map[string]any{"severity": "error"})
	assert.EqualError(t, err, `idemlint: linters.settings.custom.idemlint.settings: decoding settings: json: unknown field "severity"; write them anew with idemlint queues -emit`)
	_, err = New(map[string]any{})
	assert.NoError(t, err)
}

// What is emitted comes back as it was, though golangci-lint writes keys small.
func TestEmitted(t *testing.T) {
	facts, _, err := infra.Read("../testdata/src/nodlq", infra.Options{})
	require.NoError(t, err)
	require.NotEmpty(t, facts.Queues)
	written := Settings{Programs: []model.Program{{Path: "example.com/a", Dir: "a"}}, Facts: facts}
	var text bytes.Buffer
	require.NoError(t, written.Write(&text))
	var raw any
	require.NoError(t, yaml.Unmarshal(text.Bytes(), &raw))

	read, err := settingsOf(small(raw))
	require.NoError(t, err)
	assert.Equal(t, asJSON(t, written), asJSON(t, read))

	_, err = New(small(raw))
	require.NoError(t, err)
	defer model.Configure(model.Options{})
	assert.Equal(t, asJSON(t, facts), asJSON(t, model.QueuesOfFiles()))
}

// small is a setting as golangci-lint hands it over.
func small(v any) any {
	switch v := v.(type) {
	case map[string]any:
		out := map[string]any{}
		for k, x := range v {
			out[strings.ToLower(k)] = small(x)
		}
		return out
	case []any:
		for i := range v {
			v[i] = small(v[i])
		}
	}
	return v
}

func asJSON(t *testing.T, v any) string {
	t.Helper()
	data, err := json.Marshal(v)
	require.NoError(t, err)
	return string(data)
}
