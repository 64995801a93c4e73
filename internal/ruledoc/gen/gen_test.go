package gen

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestDocsAreFresh(t *testing.T) {
	names, err := stale("../../..")
	require.NoError(t, err)
	assert.Empty(t, names, "run: go generate ./internal/ruledoc/gen")
}
