package replay

import (
	"errors"
	"fmt"
)

// NodeID names a node of one Program. IDs are given in the order of Add, from 0.
type NodeID int32

// NoNode is no node.
const NoNode NodeID = -1

// Program is a valid handler: built by a Builder, never changed.
type Program struct {
	broker Broker
	entry  NodeID
	nodes  []Node
	edges  []edges

	conds  []cond // the branches', the order of each spawn, and the next worker
	condOf []int  // by node; -1 without one
	stepOf []int  // by node: equal for the same Ref and Item
	slotOf []int  // by node: effects into occs, guards into records, transactions' and durable steps' stores in storeOf
	occs   []occurrence
	stores []string
	// storeOf is the transaction's store that keeps a node's result, -1 outside
	// any.
	storeOf  []int
	volatile bool
}

// edges are a node's successors by answer; NoNode where there is none.
type edges struct {
	by      [firstChoice]NodeID
	choices []NodeID
}

// A cond is something that goes one way or another.
type cond struct {
	choices int
	free    bool
}

// An occurrence is an effect on one thing; its nodes count together.
type occurrence struct {
	ref, item int
	node      NodeID // the first of them
}

// Broker returns what the program knows of its queue.
func (p *Program) Broker() Broker { return p.broker }

// Node returns a node. It panics if p has no such node.
func (p *Program) Node(id NodeID) Node { return p.nodes[id] }

// Len is the number of nodes.
func (p *Program) Len() int { return len(p.nodes) }

// next follows the edge of an answer, or what stands for it where the handler
// does not look at the answer.
func (p *Program) next(id NodeID, a Answer) NodeID {
	e := &p.edges[id]
	if a >= firstChoice {
		return e.choices[a-firstChoice]
	}
	if a != OK && e.by[a] == NoNode && a != Spawned {
		a = OK
	}
	return e.by[a]
}

// Builder collects the nodes and edges of a Program. Mistakes are collected,
// too, and reported by Program.
type Builder struct {
	broker Broker
	entry  NodeID
	nodes  []Node
	edges  []edges
	conds  int
	errs   []error
}

// NewBuilder returns a builder of a handler of messages from a queue.
func NewBuilder(broker Broker) *Builder { return &Builder{broker: broker} }

// Add adds a node. The first one added is the entry, unless Entry names another.
func (b *Builder) Add(n Node) NodeID {
	e := edges{choices: make([]NodeID, max(n.Choices, 0))}
	for i := range e.by {
		e.by[i] = NoNode
	}
	for i := range e.choices {
		e.choices[i] = NoNode
	}
	if n.Kind == Branch {
		b.conds = max(b.conds, n.Cond+1)
	}
	b.nodes = append(b.nodes, n)
	b.edges = append(b.edges, e)
	return NodeID(len(b.nodes) - 1)
}

// Entry says where the handler starts.
func (b *Builder) Entry(id NodeID) { b.entry = id }

// Link makes to the step that follows when from yields the answer.
func (b *Builder) Link(from NodeID, a Answer, to NodeID) {
	if !b.has(from) || !b.has(to) {
		b.fail("edge %s from node %d to node %d: there are %d nodes", a, from, to, len(b.nodes))
		return
	}
	e := &b.edges[from]
	slot := (*NodeID)(nil)
	switch k := b.nodes[from].Kind; {
	case a >= firstChoice:
		if i := int(a - firstChoice); i < len(e.choices) {
			slot = &e.choices[i]
		}
	case k == Return || k == Branch:
	case a == OK,
		a == Spawned && k == Spawn,
		a == Held && (k == Claim || k == Check),
		a == Failed && k.fails():
		slot = &e.by[a]
	}
	switch {
	case slot == nil:
		b.fail("%s: a %s does not answer %s", b.describe(from), b.nodes[from].Kind, a)
	case *slot != NoNode:
		b.fail("%s: the answer %s leads to node %d already", b.describe(from), a, *slot)
	default:
		*slot = to
	}
}

// Chain links nodes one after the other by OK.
func (b *Builder) Chain(ids ...NodeID) {
	for i := 1; i < len(ids); i++ {
		b.Link(ids[i-1], OK, ids[i])
	}
}

// Cond returns a number no branch has yet.
func (b *Builder) Cond() int {
	b.conds++
	return b.conds - 1
}

// Turns is how often Loop unrolls a loop at most.
const Turns = 2

// Loop unrolls a loop: zero, one and two turns, then exit. The branch gives
// label, ref and whether the condition is free; body adds the steps of one turn,
// with item as their Item where turns work on different things, makes them lead
// to next, and returns the first of them. Loop returns the first step.
func (b *Builder) Loop(branch Node, exit NodeID, body func(item int, next NodeID) NodeID) NodeID {
	branch.Kind, branch.Choices = Branch, 2
	// From the last turn to the first, so that each knows what follows; the
	// conditions are numbered forwards.
	first := b.Cond()
	for range Turns - 1 {
		b.Cond()
	}
	next := exit
	for turn := Turns - 1; turn >= 0; turn-- {
		branch.Cond = first + turn
		id := b.Add(branch)
		b.Link(id, Choice(0), body(turn, next))
		b.Link(id, Choice(1), exit)
		next = id
	}
	return next
}

// Program returns what was built, or what is wrong with it.
func (b *Builder) Program() (*Program, error) {
	if len(b.nodes) == 0 {
		b.fail("a program has at least one node")
	} else if !b.has(b.entry) {
		b.fail("entry is node %d: there are %d nodes", b.entry, len(b.nodes))
	}
	if b.broker.Limit < Unlimited || b.broker.Lease < 0 || b.broker.Spacing < 0 || b.broker.Window < 0 {
		b.fail("broker: a limit or a duration is negative")
	}
	for id := range b.nodes {
		b.check(NodeID(id))
	}
	b.agree()
	if len(b.errs) == 0 {
		b.acyclic()
	}
	if len(b.errs) > 0 {
		return nil, errors.Join(b.errs...)
	}
	p := &Program{broker: b.broker, entry: b.entry, nodes: b.nodes, edges: b.edges}
	p.index()
	return p, nil
}

func (b *Builder) has(id NodeID) bool { return id >= 0 && int(id) < len(b.nodes) }

func (b *Builder) fail(format string, args ...any) {
	b.errs = append(b.errs, fmt.Errorf(format, args...))
}

func (b *Builder) describe(id NodeID) string {
	return fmt.Sprintf("node %d (%s %q)", id, b.nodes[id].Kind, b.nodes[id].Label)
}

// fails reports whether steps of this kind may yield an error.
func (k Kind) fails() bool {
	return k == Effect || k.guards() || k == Commit || k == Ack || k == Wait
}

// check looks at one node by itself.
func (b *Builder) check(id NodeID) {
	n := &b.nodes[id]
	wrong := func(format string, args ...any) {
		b.fail("%s: %s", b.describe(id), fmt.Sprintf(format, args...))
	}
	tx := n.Kind == Begin || n.Kind == Commit || n.Kind == Rollback
	switch {
	case n.Kind < Effect || n.Kind > Branch:
		wrong("no such kind")
	case n.Kind.guards() != (n.Guard > 0) || n.Guard < 0:
		wrong("guards, and only they, have a Guard from 1")
	case tx && n.Store == "":
		wrong("a transaction has a Store")
	case n.Store != "" && !tx && n.Kind != Effect && !n.Kind.guards():
		wrong("only effects, guards and transactions have a Store")
	case n.Volatile && (!n.Kind.guards() || n.Store != ""):
		wrong("only a guard without a Store is volatile")
	case n.CanFail && !n.Kind.fails():
		wrong("a %s does not fail", n.Kind)
	case n.Lasts < 0 || n.Takes < 0:
		wrong("a duration is negative")
	case n.Item < 0:
		wrong("Item is negative")
	case n.Verdict > Drop || n.Verdict != Leave && n.Kind != Ack && n.Kind != Return:
		wrong("acks and returns, and only they, have a verdict")
	case n.Kind == Ack && n.Verdict == Leave:
		wrong("an ack says something")
	case n.Key > Constant || n.Key != NoKey && n.Kind != Effect && !n.Kind.guards():
		wrong("effects and guards, and only they, have a key")
	case (n.Natural || n.Relative) && n.Kind != Effect:
		wrong("only effects are natural or relative")
	case n.Kind == Branch:
		if n.Choices < 2 || n.Choices > maxChoices || n.Cond < 0 {
			wrong("a branch has a condition from 0 and 2 to %d ways", maxChoices)
			return
		}
		for i, to := range b.edges[id].choices {
			if to == NoNode {
				wrong("%s leads nowhere", Choice(i))
			}
		}
	case n.Choices != 0 || n.Free:
		wrong("only a branch has choices")
	}
	if n.Kind == Spawn && b.edges[id].by[Spawned] == NoNode {
		wrong("no branch is spawned")
	}
}

// agree checks that nodes which stand for one thing describe it alike.
func (b *Builder) agree() {
	refs, guards, conds := map[int]NodeID{}, map[int]NodeID{}, map[int]NodeID{}
	for i := range b.nodes {
		id, n := NodeID(i), &b.nodes[i]
		if n.Kind == Effect {
			first := firstOf(refs, n.Ref, id)
			other := b.nodes[first]
			other.Item, other.Takes, other.CanFail = n.Item, n.Takes, n.CanFail
			if other != *n {
				b.fail("%s and %s have the same Ref and differ in more than item, time and failure", b.describe(first), b.describe(id))
			}
		}
		if n.Kind.guards() {
			if first := firstOf(guards, n.Guard, id); b.nodes[first].Volatile != n.Volatile {
				b.fail("%s and %s are the same guard, but only one is volatile", b.describe(first), b.describe(id))
			}
		}
		if n.Kind == Branch {
			if first := firstOf(conds, n.Cond, id); b.nodes[first].Choices != n.Choices || b.nodes[first].Free != n.Free {
				b.fail("%s and %s have the same condition and differ in choices", b.describe(first), b.describe(id))
			}
		}
	}
}

// firstOf returns the first node seen with a key.
func firstOf(seen map[int]NodeID, key int, id NodeID) NodeID {
	if first, ok := seen[key]; ok {
		return first
	}
	seen[key] = id
	return id
}

// acyclic reports a step that can be followed by itself.
func (b *Builder) acyclic() {
	const (
		entered = iota + 1
		left
	)
	state := make([]uint8, len(b.nodes))
	var visit func(id NodeID) bool
	visit = func(id NodeID) bool {
		switch {
		case id == NoNode || state[id] == left:
			return true
		case state[id] == entered:
			b.fail("%s: a loop leads back here; unroll it", b.describe(id))
			return false
		}
		state[id] = entered
		for _, list := range [][]NodeID{b.edges[id].by[:], b.edges[id].choices} {
			for _, to := range list {
				if !visit(to) {
					return false
				}
			}
		}
		state[id] = left
		return true
	}
	for id := range b.nodes {
		if !visit(NodeID(id)) {
			return
		}
	}
}

// index numbers what the simulation keeps an eye on.
func (p *Program) index() {
	p.condOf = make([]int, len(p.nodes))
	p.stepOf = make([]int, len(p.nodes))
	p.slotOf = make([]int, len(p.nodes))
	p.storeOf = make([]int, len(p.nodes))
	type pair struct{ ref, item int }
	steps, effects, records := map[pair]int{}, map[pair]int{}, map[pair]int{}
	stores, conds := map[string]int{}, map[int]int{}
	for i := range p.nodes {
		if n := &p.nodes[i]; n.Kind == Begin {
			if _, known := stores[n.Store]; !known {
				stores[n.Store] = len(stores)
				p.stores = append(p.stores, n.Store)
			}
		}
	}
	for i := range p.nodes {
		n := &p.nodes[i]
		p.condOf[i], p.slotOf[i], p.storeOf[i] = -1, -1, -1
		if _, known := steps[pair{n.Ref, n.Item}]; !known {
			steps[pair{n.Ref, n.Item}] = len(steps)
		}
		p.stepOf[i] = steps[pair{n.Ref, n.Item}]
		if s, known := stores[n.Store]; known {
			p.storeOf[i] = s
		}
		switch {
		case n.Kind == Effect:
			slot, known := effects[pair{n.Ref, n.Item}]
			if !known {
				slot = len(p.occs)
				effects[pair{n.Ref, n.Item}] = slot
				p.occs = append(p.occs, occurrence{n.Ref, n.Item, NodeID(i)})
			}
			p.slotOf[i] = slot
		case n.Kind.guards():
			slot, known := records[pair{n.Guard, n.Item}]
			if !known {
				slot = len(records)
				records[pair{n.Guard, n.Item}] = slot
			}
			p.slotOf[i] = slot
			p.volatile = p.volatile || n.Volatile
		case n.Kind == Branch:
			at, known := conds[n.Cond]
			if !known {
				at = len(p.conds)
				conds[n.Cond] = at
				p.conds = append(p.conds, cond{n.Choices, n.Free})
			}
			p.condOf[i] = at
		case n.Kind == Spawn:
			p.condOf[i] = len(p.conds)
			p.conds = append(p.conds, cond{choices: 2})
		}
	}
	if p.volatile { // which worker gets the next delivery; see simulation.worker
		p.conds = append(p.conds, cond{choices: 2})
	}
}
