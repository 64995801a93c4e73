package model

import (
	"slices"
	"strings"
)

// times is how often a loop turns at least when nothing ends it early, and whether
// that rests on a default: once where it is not known.
func (c *course) times(head int32, loop map[int32]bool) (n int, assumed bool) {
	for b := range c.flow.Blocks {
		blk := &c.flow.Blocks[b]
		if !loop[int32(b)] || len(blk.Succs) != 2 || loop[blk.Succs[0]] == loop[blk.Succs[1]] {
			continue
		}
		if n, ok := c.counted(int32(b), head, loop[blk.Succs[0]]); ok {
			return int(max(1, min(n.n, maxTimes))), n.assumed
		}
	}
	return 1, false
}

// counted reads the condition of a loop: a counter compared with a bound. Stays
// says whether the loop goes on where the condition holds.
func (c *course) counted(b, head int32, stays bool) (times number, ok bool) {
	cond := &c.fr.fn.Nodes[c.flow.Blocks[b].Test]
	if cond.Op == OpMix && cond.Text == "ok" && stays && c.fr.fn.Nodes[cond.Args[0]].Op == OpRecv { // range over a channel
		n := c.w.streamOf(c.fr.eval(c.fr.fn.Nodes[cond.Args[0]].Args[0]), 0)
		return n, n.ok
	}
	if cond.Op != OpMix || len(cond.Args) != 2 {
		return number{}, false
	}
	op, x, y := cond.Text, cond.Args[0], cond.Args[1]
	counter, ok := c.fr.fn.counter(x)
	if !ok {
		if counter, ok = c.fr.fn.counter(y); !ok {
			return number{}, false
		}
		op, y = mirrored[op], x
	}
	if !stays {
		op = negated[op]
	}
	bound := c.bound(y)
	start := c.w.number(c.fr.eval(counter.start))
	if !bound.ok || !start.ok {
		return number{}, false
	}
	distance := (bound.n - start.n) * counter.step
	if counter.ahead && b == head {
		distance-- // the counter is a turn ahead of its first value
	}
	switch {
	case op == "<" && counter.step > 0, op == ">" && counter.step < 0, op == "!=":
	case op == "<=" && counter.step > 0, op == ">=" && counter.step < 0:
		distance++
	default:
		return number{}, false
	}
	return number{n: distance, ok: true, assumed: bound.assumed || start.assumed}, true
}

var (
	negated  = map[string]string{"<": ">=", "<=": ">", ">": "<=", ">=": "<", "==": "!=", "!=": "=="}
	mirrored = map[string]string{"<": ">", "<=": ">=", ">": "<", ">=": "<=", "==": "==", "!=": "!="}
)

// counter is a variable that a loop counts up or down by one.
type counter struct {
	start V
	step  int64 // 1 or -1
	ahead bool  // it is compared after it was counted
}

// counter recognises a value that counts the turns of a loop.
func (fn *Fn) counter(v V) (counter, bool) {
	n := &fn.Nodes[v]
	ahead := false
	if n.Op == OpMix && (n.Text == "+" || n.Text == "-") && len(n.Args) == 2 {
		ahead = true
		v = n.Args[0]
		n = &fn.Nodes[v]
	}
	if n.Op == OpSource && strings.HasPrefix(n.Text, tryCounter) && len(n.Args) == 1 {
		return counter{start: n.Args[0], step: 1, ahead: ahead}, true
	}
	if n.Op != OpAlt || len(n.Args) < 2 {
		return counter{}, false
	}
	c := counter{start: -1, ahead: ahead}
	for _, a := range n.Args {
		step := fn.stepOf(a, v)
		switch {
		case step == 0 && c.start < 0:
			c.start = a
		case step == 0 && c.start != a, step != 0 && c.step != 0 && step != c.step:
			return counter{}, false
		case step != 0:
			c.step = step
		}
	}
	return c, c.start >= 0 && c.step != 0
}

// stepOf is 1 or -1 for a value that is one more or less than the counter, else
// 0.
func (fn *Fn) stepOf(next, counter V) int64 {
	n := &fn.Nodes[next]
	if n.Op != OpMix || len(n.Args) != 2 || n.Args[0] != counter || fn.Nodes[n.Args[1]].Op != OpConst || fn.Nodes[n.Args[1]].Text != "1" {
		return 0
	}
	switch n.Text {
	case "+":
		return 1
	case "-":
		return -1
	}
	return 0
}

// bound is the number a counter is compared with: a constant, the length of a
// list that is written down, or of a batch of messages.
func (c *course) bound(v V) number {
	node := &c.fr.fn.Nodes[v]
	if node.Op == OpMix && node.Text == "len" && len(node.Args) == 1 {
		list := c.fr.eval(node.Args[0]).force()
		if receive := c.w.receiveOf(list, 0); receive != nil {
			return c.w.batchOf(receive)
		}
		if n := elementsOf(list); n > 0 {
			return number{n: int64(n), ok: true}
		}
		return number{}
	}
	return c.w.number(c.fr.eval(v))
}

// elementsOf counts the elements of a list that is written down; 0 for others.
func elementsOf(x *Val) int {
	if x.op != OpObj || x.obj.base.force().op != OpZero {
		return 0
	}
	var keys []string
	for _, p := range x.obj.puts {
		if p.opaque() || len(p.path) == 0 || !strings.HasPrefix(p.path[0], "[") || p.path[0] == "[]" {
			return 0
		}
		if !slices.Contains(keys, p.path[0]) {
			keys = append(keys, p.path[0])
		}
	}
	return len(keys)
}
