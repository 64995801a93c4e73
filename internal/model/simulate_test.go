package model

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/idemlint/idemlint/internal/replay"
)

// A mark that nobody asks for is no guard: what it writes is an effect, still in its
// transaction, and what it only remembers is nothing.
func TestSettleUnaskedMarks(t *testing.T) {
	mark := replay.Node{Kind: replay.Mark, Guard: 1, Store: "tx", Key: replay.Business, Lasts: 5}
	p := &program{nodes: []replay.Node{mark, mark}, of: []step{{effect: &Effect{}}, {}}}
	p.settle()
	assert.Equal(t, replay.Node{Kind: replay.Effect, Store: "tx", Lasts: 5}, p.nodes[0])
	assert.Equal(t, replay.Node{Kind: replay.Wait}, p.nodes[1])
}
