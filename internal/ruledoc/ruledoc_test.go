package ruledoc

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const source = `// Package nokey reports effects without a key.
//
// # Analyzer nokey
//
// nokey: reports effects that
// carry no key
//
// A worker died after the charge_call and before the ack.
//
// The customer paid twice.
//
// # Fix
//
// Pass the order id:
//
//	params.SetIdempotencyKey(order.ID)
//
// # Limits
//
// Unknown is silent.
package nokey

import "broken
`

func TestPage(t *testing.T) {
	p, err := Parse(source, "nokey")
	require.NoError(t, err)
	assert.Equal(t, "reports effects that carry no key", p.Summary)
	assert.Equal(t, "Unknown is silent.", p.Section("Limits"))

	p.ID = "IDM001"
	p.Bad = Example([]byte("package a\n\nvar x = f() // want `no key`\n"))
	const want = "# IDM001 nokey\n\n" +
		"Reports effects that carry no key\n\n" +
		"A worker died after the charge\\_call and before the ack.\n\n" +
		"The customer paid twice.\n\n" +
		"## Bad\n\n```go\npackage a\n\nvar x = f()\n```\n\n" +
		"## Fix\n\nPass the order id:\n\n\tparams.SetIdempotencyKey(order.ID)\n\n" +
		"## Limits\n\nUnknown is silent.\n"
	assert.Equal(t, want, string(p.Markdown()))

	const text = "IDM001 NOKEY\n\n" +
		"Reports effects that carry no key\n\n" +
		"A worker died after the charge_call and before the ack.\n\n" +
		"The customer paid twice.\n\n" +
		"BAD\n\n    package a\n\n    var x = f()\n\n" +
		"FIX\n\nPass the order id:\n\n\tparams.SetIdempotencyKey(order.ID)\n\n" +
		"LIMITS\n\nUnknown is silent.\n"
	assert.Equal(t, text, Text(p.Markdown()))
}

func TestMustExtract(t *testing.T) {
	assert.Contains(t, MustExtract(source, "nokey"), "reports effects that carry no key\n\nA worker died")
	assert.Contains(t, MustExtract(source, "nokey"), "# Limits\n\nUnknown is silent.")
	assert.PanicsWithError(t, `freshkey: the package comment has no heading "Analyzer freshkey"`, func() { MustExtract(source, "freshkey") })
	_, err := Parse("// Package p.\n//\n// # Analyzer p\n//\n// reports\npackage p\n", "p")
	assert.ErrorContains(t, err, `is not followed by "p: summary"`)
}
