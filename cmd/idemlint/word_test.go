package main

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestNearest(t *testing.T) {
	names := []string{"handlers", "queues", "explain", "config", "lsp", "man"}
	for word, want := range map[string]string{
		"handler": "handlers", "Handlers": "handlers", "hanlders": "handlers", "queue": "queues", "configs": "config",
		"explian": "explain", "mam": "man", "isp": "lsp", "bogus": "", "q": "", "orders": "", "ls": "lsp",
	} {
		assert.Equal(t, want, nearest(word, names), word)
	}
}
