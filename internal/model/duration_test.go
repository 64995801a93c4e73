package model

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
)

func TestSeconds(t *testing.T) {
	for want, d := range map[string]time.Duration{
		"45 s": 45 * time.Second, "90 s": 90 * time.Second, "2 min": 2 * time.Minute, "3 h": 3 * time.Hour,
		"1.5 s": 1500 * time.Millisecond, "250 ms": 250 * time.Millisecond, "30 ns": 30, "30.000000005 s": 30*time.Second + 5,
	} {
		assert.Equal(t, want, Seconds(d))
	}
}

func TestParseNumber(t *testing.T) {
	for text, want := range map[string]number{
		"30000000000": {n: 30_000_000_000, ok: true},
		"45s":         {n: int64(45 * time.Second), ok: true},
		"12":          {n: 12, ok: true},
		"3/2":         {n: 1, ok: true},
		"":            {},
		"soon":        {},
	} {
		assert.Equal(t, want, parseNumber(text), text)
	}
}

func TestNumber(t *testing.T) {
	w := &world{budget: maxBudget}
	c := func(text string) *Val { return &Val{op: OpConst, text: text} }
	mix := func(text string, xs ...*Val) *Val { return &Val{op: OpMix, text: text, args: xs} }
	assert.Equal(t, number{n: 90, ok: true}, w.number(mix("*", c("9"), c("10"))))
	assert.Equal(t, number{n: 30, ok: true}, w.number(mix("(time.Duration).Seconds", c("30000000000"))))
	assert.Equal(t, number{n: 10, ok: true}, w.number(mix("aws.Int32", c("10"))))
	assert.Equal(t, number{}, w.number(mix("math.Sqrt", c("100"))))
	assert.Equal(t, number{n: 5, ok: true, assumed: true}, w.number(&Val{op: OpAlt, args: []*Val{c("7"), c("5")}}))
	assert.Equal(t, number{n: 7, ok: true, assumed: true}, w.number(&Val{op: OpAlt, args: []*Val{c("7"), unknown}}))
	// A counter is at least what it starts with, and that is no assumption.
	assert.Equal(t, number{n: 1, ok: true}, w.number(&Val{op: OpAlt, args: []*Val{c("1"), mix("+", busy, c("1"))}}))
	assert.False(t, w.number(mix("*", c("9223372036854775807"), c("2"))).ok, "too large")
}

// TestDeadlines: what several calls may take together is what the context allows
// that all of them were given, and each no more than a context of its own.
func TestDeadlines(t *testing.T) {
	outer := deadline{fr: &frame{}, node: 1, after: 20 * time.Second}
	inner := deadline{fr: &frame{}, node: 2, after: 5 * time.Second}
	call := func(each time.Duration, times int, until ...deadline) span {
		return span{Part: Part{Call: "c.Do", Each: each, Times: times, Why: "its client's timeout"}, until: until}
	}
	for _, c := range []struct {
		name  string
		spans []span
		want  time.Duration
	}{
		{"none", []span{call(30*time.Second, 3)}, 90 * time.Second},
		{"one for all", []span{call(15*time.Second, 1, outer), call(15*time.Second, 1, outer)}, 20 * time.Second},
		{"longer than all", []span{call(time.Second, 3, outer)}, 3 * time.Second},
		{"nested", []span{call(30*time.Second, 1, outer, inner), call(4*time.Second, 1, outer)}, 9 * time.Second},
		{"beside", []span{call(30*time.Second, 1, outer), call(7*time.Second, 1)}, 27 * time.Second},
		{"unbounded", []span{call(forEver, 1, outer)}, 20 * time.Second},
	} {
		assert.Equal(t, c.want, way{spans: c.spans}.total(), c.name)
	}
}

func TestSum(t *testing.T) {
	var d Duration
	for range 3 {
		d.add(Part{Call: "charge", Each: 80 * time.Second, Times: 1, Why: "stripe default"})
	}
	d.add(Part{Call: "time.Sleep", Each: 5 * time.Second, Times: 1, Why: "time.Sleep"})
	d.Total = 245 * time.Second
	assert.Equal(t, "3 × 80 s (stripe default) + 5 s (time.Sleep) = 245 s", d.Sum())
	d.add(Part{Call: "http.Post", Each: forEver, Times: 1, Unbounded: true, Why: "no timeout"})
	assert.Equal(t, "unbounded time (http.Post has no timeout)", d.Sum())
}

func TestCounter(t *testing.T) {
	fn := &Fn{Nodes: []Node{
		{}, {Op: OpConst, Text: "0"}, {Op: OpConst, Text: "1"},
		{Op: OpAlt, Args: []V{1, 4, 4}}, {Op: OpMix, Text: "+", Args: []V{3, 2}}, // i := 0; …; i++
		{Op: OpAlt, Args: []V{1, 6}}, {Op: OpMix, Text: "*", Args: []V{5, 2}},
	}}
	c, ok := fn.counter(3)
	assert.True(t, ok)
	assert.Equal(t, counter{start: 1, step: 1}, c)
	c, ok = fn.counter(4)
	assert.True(t, ok)
	assert.Equal(t, counter{start: 1, step: 1, ahead: true}, c)
	_, ok = fn.counter(5)
	assert.False(t, ok, "grows by a factor")
}
