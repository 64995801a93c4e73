package plugin

import (
	"testing"

	"github.com/golangci/plugin-module-register/register"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/idemlint/idemlint/analyzers"
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
	_, err := New(map[string]any{"severity": "error", "fail-on": "note"})
	assert.EqualError(t, err, `idemlint: linters.settings.custom.idemlint.settings: unknown setting "fail-on"; there are none, .idemlint.yml is read by the command`)
	_, err = New(map[string]any{})
	assert.NoError(t, err)
}
