package model

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/idemlint/idemlint/internal/catalog"
	"github.com/idemlint/idemlint/internal/finding"
	"github.com/idemlint/idemlint/internal/replay"
)

// This file runs over a handler's control flow, calls entered, and writes down
// every path as a program for the simulation: which steps follow one another
// when a step succeeds, fails, or finds its work done. What a branch tests is
// known where it looks at the result of a step; all other branches go both ways.

// program is a handler's steps as a graph, and what each node is in the code.
type program struct {
	nodes []replay.Node
	edges []map[replay.Answer]replay.NodeID
	of    []step // by node
	cut   bool   // some path was too long to be followed
	// asksElsewhere: the handler reads state about the message that it does not
	// write; what that guards is not known.
	asksElsewhere bool
	wrong         string // why there is no simulation of it
	entry         replay.NodeID
	broker        replay.Broker
	effects       map[int]*Effect // by Ref
	lifetimes     map[int]keeping // of records, by guard
	guards        map[string]int
	refusals      []Refusal // by the result
}

// keeping is how long the records of a guard are kept, where that is said apart
// from what writes them.
type keeping struct {
	after time.Duration
	place finding.Place
}

// step is what a node stands for.
type step struct {
	effect  *Effect // of effects and guards
	place   finding.Place
	path    []finding.Place // the way there from the handler
	calls   []finding.Place // the calls that are running, outermost first
	pos     finding.Place   // of the last call before a return
	lost    finding.Place   // of a return: where an error was last heard of
	dropped bool            // of a return: the error was thrown away on purpose
	warned  bool            // of a return: the log only warns of it
	endless bool            // of a claim: nothing is known that ends it, and what ends such claims would be
	coded   bool            // what its answer says only a script knows
	table   string          // it reads or writes
	about   int             // of a branch: the guard whose answer it looks at, 0 for none
	read    bool            // a wait that reads outside state
	handed  bool            // the delivery is left to another goroutine
	awaits  bool            // something is waited for that may tell how that went
	// heldErr and absentErr: that a claim is held, or that what is checked for
	// is not there, is told by an error.
	heldErr, absentErr bool
}

const (
	maxProgram = 4000 // of a program
	maxActs    = 20   // nested activations
	maxEvents  = 200000
	maxTurns   = 2 // of a loop
)

// visitKey names a call in one activation.
type visitKey struct {
	fr   *frame
	node V
}

// value is what is known of an expression on one path.
type value struct {
	kind valueKind
	text string // of constants and functions; of an error the sentinels it wraps
	run  replay.NodeID
	how  replay.Answer // what the step answered
	act  int           // of addresses and functions
	slot int32
	args []value
}

type valueKind uint8

const (
	vUnknown valueKind = iota
	vNil
	vNonNil // an error made here, or another value nobody compares with
	vSome   // not nil, and no more is known
	vConst
	vErr     // the error of a step
	vDerived // made of the result of a step
	vAddr
	vFunc
)

func (v value) String() string {
	if v.kind == vUnknown {
		return "?"
	}
	s := fmt.Sprintf("%d%q%d/%d@%d.%d", v.kind, v.text, v.run, v.how, v.act, v.slot)
	for _, a := range v.args {
		s += "," + a.String()
	}
	return s
}

// there is the text of a pointer to what a step yielded: it is not nil, whatever
// the step answered.
const there = "&"

// informs reports whether a function is worth entering for an argument's sake.
func (v value) informs() bool { return v.kind == vErr || v.kind == vDerived }

// act is an activation on a path.
type act struct {
	fr       *frame
	blk      int32
	ev       int
	vals     map[E]value
	slots    map[int32]value
	params   []value
	captured []value
	defers   []int32
	visited  map[int32]int
	call     int32 // of the act below: what is being called
	result   bool  // the call yields what this act returns
	deferred bool  // runs as a deferred call
	detached bool  // runs as a goroutine nobody waits for
}

func (a *act) clone() *act {
	c := *a
	c.vals, c.slots, c.visited = maps.Clone(a.vals), maps.Clone(a.slots), maps.Clone(a.visited)
	c.defers = slices.Clone(a.defers)
	return &c
}

func (a *act) key() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%p %d.%d %v %v|", a.fr, a.blk, a.ev, a.defers, a.deferred)
	for _, k := range slices.Sorted(maps.Keys(a.vals)) {
		fmt.Fprintf(&b, "%d=%s;", k, a.vals[k])
	}
	for _, k := range slices.Sorted(maps.Keys(a.slots)) {
		fmt.Fprintf(&b, "s%d=%s;", k, a.slots[k])
	}
	for _, k := range slices.Sorted(maps.Keys(a.visited)) {
		fmt.Fprintf(&b, "v%d*%d;", k, a.visited[k])
	}
	fmt.Fprintf(&b, "p%v", a.params)
	return b.String()
}

// state is a place on a path: the activations, innermost last.
type state struct {
	acts   []*act
	failed bool // the message was listed among those that failed
	// fault is set once a step failed; lost is where the first function that
	// heard of it returned as if nothing had happened.
	fault bool
	lost  finding.Place
	// dropped is set where the error was not even looked at: _ = f().
	dropped bool
	// told is how loud the log speaks of the error: 1 for a warning, which nobody
	// takes for a failure of the handler, 2 for more.
	told int
	// kept is set where the error is left in a variable of the function around the
	// handler, which looks at it when all are done.
	kept bool
	// depth counts the activations that have heard of the fault.
	depth int
	last  finding.Place // of the last call
}

func (s *state) top() *act { return s.acts[len(s.acts)-1] }

func (s *state) clone() *state {
	c := *s
	c.acts = make([]*act, len(s.acts))
	for i, a := range s.acts {
		c.acts[i] = a.clone()
	}
	return &c
}

func (s *state) key() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%v %v %v %v %d %v ", s.failed, s.fault, s.lost, s.dropped, s.told, s.kept)
	for _, a := range s.acts {
		b.WriteString(a.key())
		b.WriteByte('\n')
	}
	return b.String()
}

// explorer writes a program.
type explorer struct {
	k         *walker // of the handler
	top       *walker // of where the delivery arrives
	root      *root   // where the paths start
	h         *Handler
	p         *program
	effects   map[visitKey]*Effect
	outer     map[visitKey]*Effect // of those around the handler: only what guards it counts
	visits    map[visitKey]*visit
	within    map[*frame]bool     // activations that lead to a step
	effecting map[*frame]bool     // activations that lead to an effect
	around    map[*frame]bool     // the handler's activation, and those it runs in: what else they call there is another handler
	written   map[string]bool     // records some effect writes
	readBy    map[string]bool     // records some call reads
	begun     map[visitKey]string // transactions by what their beginning returned
	memo      map[string]replay.NodeID
	refs      map[visitKey]int
	conds     map[string]int
	ends      map[string]replay.NodeID
	events    int
	// reach memoises which blocks lead to a step, and absences what functions
	// ask about errors.
	reach    map[blockKey]bool
	absences map[*frame]missing
	sent     *handoff // the send whose sequel is looked for
}

type blockKey struct {
	fr  *frame
	blk int32
}

// none is returned for a path that was not followed.
const none = replay.NoNode

// newProgram writes the program of a handler, nil if there is nothing to run.
// With a handoff it shows what follows the send, too.
func (k *walker) newProgram(top *walker, h *Handler, effects, outer map[visitKey]*Effect, sent *handoff) *program {
	x := &explorer{
		sent: sent,
		k:    k, top: top, h: h, effects: effects, outer: outer, visits: map[visitKey]*visit{}, within: map[*frame]bool{},
		memo: map[string]replay.NodeID{}, refs: map[visitKey]int{}, conds: map[string]int{}, ends: map[string]replay.NodeID{},
		reach: map[blockKey]bool{}, absences: map[*frame]missing{}, effecting: map[*frame]bool{}, around: map[*frame]bool{}, written: map[string]bool{}, readBy: map[string]bool{}, begun: map[visitKey]string{},
		p: &program{effects: map[int]*Effect{}, lifetimes: map[int]keeping{}, guards: map[string]int{}, entry: none},
	}
	start := top
	if k != top && k.root.recv != nil {
		start = k // handed over by a channel
	}
	x.root = start.root
	walkers := []*walker{k}
	for up := k; up != start && up.parent != nil; {
		up = up.parent
		walkers = append(walkers, up)
	}
	for _, one := range walkers {
		for i := range one.visits {
			v := &one.visits[i]
			x.visits[visitKey{v.fr, v.node}] = v
			for fr := v.fr; fr != nil && !x.within[fr]; fr = fr.up {
				x.within[fr] = true
			}
		}
	}
	for fr := k.root.frame; fr != nil; fr = fr.up {
		x.within[fr], x.around[fr] = true, true
	}
	if sent != nil {
		for fr := sent.fr; fr != nil; fr = fr.up {
			x.within[fr] = true
		}
	}
	x.survey()
	if x.root.fn.Flow == nil {
		return nil
	}
	a := x.enter(x.root.frame)
	if r := x.root.recv; r != nil {
		a.blk, a.ev = r.Block, x.afterReceive(x.root.fn, r)
	}
	x.p.broker = x.broker()
	x.p.entry = x.run(&state{acts: []*act{a}, last: x.root.place})
	if x.p.entry == none {
		return nil
	}
	return x.p
}

// survey notes which records are written and which are read, and which
// activations lead to an effect.
func (x *explorer) survey() {
	for key, e := range x.outer {
		x.surveyRecord(key, e)
	}
	for key, e := range x.effects {
		if x.surveyRecord(key, e); e.ReadOnly() {
			continue
		}
		for fr := key.fr; fr != nil && !x.effecting[fr]; fr = fr.up {
			x.effecting[fr] = true
		}
	}
	frames := x.framesSeen()
	for fr := range frames {
		if fr.fn.Flow == nil {
			continue
		}
		for i := range fr.fn.Flow.Calls {
			c := &fr.fn.Flow.Calls[i]
			if c.Map == MapStore {
				x.written[x.mapRecord(fr, c)] = true
			}
			if c.Map == NoMap && x.isRead(fr, c) {
				if r := x.recordOf(fr, &fr.fn.Nodes[c.Node]); r != "" {
					x.readBy[r] = true
				}
			}
		}
	}
	// A function that reads what the handler writes leads to a step, too.
	for fr := range frames {
		if fr.fn.Flow == nil || x.within[fr] {
			continue
		}
		for i := range fr.fn.Flow.Calls {
			c := &fr.fn.Flow.Calls[i]
			if c.Map != NoMap && x.k.ofMessage(fr.eval(c.Key), 0) || c.Map == NoMap && x.isRead(fr, c) {
				for up := fr; up != nil && !x.within[up]; up = up.up {
					x.within[up] = true
				}
				break
			}
		}
	}
}

// surveyRecord notes the record an effect reads or writes.
func (x *explorer) surveyRecord(key visitKey, e *Effect) {
	n := &key.fr.fn.Nodes[key.node]
	if e.ReadOnly() {
		if r := x.recordOf(key.fr, n); r != "" {
			x.readBy[r] = true
		}
	} else if r := x.record(key.fr, n, e); r != "" {
		x.written[r] = true
	}
}

// effectAt is the effect a call is, the handler's or one around it; nil for none.
func (x *explorer) effectAt(key visitKey) *Effect {
	if e := x.effects[key]; e != nil {
		return e
	}
	return x.outer[key]
}

// framesSeen are the activations the handler's walk went through.
func (x *explorer) framesSeen() map[*frame]bool {
	seen := map[*frame]bool{}
	var visit func(fr *frame, depth int)
	visit = func(fr *frame, depth int) {
		if seen[fr] || depth > maxActs || len(seen) > 2000 {
			return
		}
		seen[fr] = true
		if fr.fn.Flow == nil {
			return
		}
		for i := range fr.fn.Flow.Calls {
			c := &fr.fn.Flow.Calls[i]
			if c.Map == NoMap && fr.fn.Nodes[c.Node].Op == OpCall {
				for _, callee := range x.entered(fr, c) {
					visit(callee, depth+1)
				}
			}
		}
	}
	visit(x.root.frame, 0)
	return seen
}

func (x *explorer) enter(fr *frame) *act {
	return &act{fr: fr, vals: map[E]value{}, slots: map[int32]value{}, visited: map[int32]int{}}
}

// afterReceive is the index of the event behind a receive.
func (x *explorer) afterReceive(fn *Fn, r *Receive) int {
	blk := &fn.Flow.Blocks[r.Block]
	for i, e := range blk.Events {
		if e.Kind == EventCall && fn.Flow.Calls[e.Call].Node == r.Node {
			return i + 1
		}
	}
	return 0
}

// broker is what is known of the queue without its definition.
func (x *explorer) broker() replay.Broker {
	b := replay.Broker{Ack: replay.AckExplicit}
	switch x.h.Ack {
	case "return", "after":
		b.Ack = replay.AckByReturn
	case "receive", "none":
		b.Ack = replay.AckFirst
	case "poll":
		b.Ack = replay.AckByPoll
	}
	if x.h.Ack == "explicit" && x.k.cumulative() {
		b.Ack = replay.AckByPoll
	}
	if spec := x.top.root.spec; spec != nil {
		b.Window = parseDuration(spec.Retention)
		b.Lease = parseDuration(spec.Lease)
		switch n, err := strconv.Atoi(spec.Retries); {
		case spec.Retries == "unlimited":
			b.Limit = replay.Unlimited
		case err == nil:
			b.Limit = n
		}
		if spec.DeadLetter == "builtin" {
			b.DeadLetter = replay.Present
		}
		if spec.Lease == "extended" {
			b.Lease = replay.Unbounded
		}
	}
	return b
}

// parseDuration is a duration of the catalogue, 0 for its words.
func parseDuration(text string) time.Duration {
	d, err := time.ParseDuration(text)
	if err != nil {
		return 0
	}
	return d
}

// cumulative reports whether an ack of one message passes those before it: by
// the library's nature, or as the handler calls it.
func (k *walker) cumulative() bool {
	if k.root.lib != nil && slices.ContainsFunc(k.root.lib.Acks, func(a catalog.AckSpec) bool { return a.Cumulative }) {
		return true
	}
	return slices.ContainsFunc(k.visits, func(v visit) bool {
		spec, n := k.w.specs.acks[v.ack], &v.fr.fn.Nodes[v.node]
		if spec == nil || spec.Multiple == "" || n.Op != OpCall {
			return false
		}
		i := slices.Index(n.Call.Params, spec.Multiple)
		return i >= 0 && i < len(n.Args) && slices.Equal(texts(v.fr.eval(n.Args[i])), []string{"true"})
	})
}

func (x *explorer) add(n replay.Node, s step) replay.NodeID {
	x.p.nodes = append(x.p.nodes, n)
	x.p.edges = append(x.p.edges, map[replay.Answer]replay.NodeID{})
	x.p.of = append(x.p.of, s)
	return replay.NodeID(len(x.p.nodes) - 1)
}

func (x *explorer) link(from replay.NodeID, a replay.Answer, to replay.NodeID) {
	if to == none && x.p.nodes[from].Kind == replay.Branch {
		to = x.add(replay.Node{Kind: replay.Wait, Label: "the end of the goroutine", Ref: -1}, step{})
	}
	if to != none {
		x.p.edges[from][a] = to
	}
}

// full reports whether a bound is met.
func (x *explorer) full() bool {
	if len(x.p.nodes) >= maxProgram || x.events > maxEvents {
		x.p.cut = true
	}
	return x.p.cut
}

// run follows a path to its next step and returns the step's node.
func (x *explorer) run(s *state) replay.NodeID {
	for {
		if x.events++; x.full() {
			return none
		}
		a := s.top()
		blk := &a.fr.fn.Flow.Blocks[a.blk]
		if a.ev < len(blk.Events) {
			e := &blk.Events[a.ev]
			switch e.Kind {
			case EventStore:
				v := x.value(s, a, e.Val)
				x.store(s, x.value(s, a, e.Slot), v)
				s.kept = s.kept || len(s.acts) == 1 && v.kind == vErr && a.fr.fn.Flow.Exprs[e.Slot].Op == XFree
			case EventLoad:
				a.vals[e.Val] = x.load(s, a, e.Val)
			case EventFail:
				s.failed = true
			case EventSend, EventWait:
				if st, ok := x.handing(a, e); ok {
					a.ev++
					return x.pass(s, st)
				}
			case EventDefers:
				if n := len(a.defers); n > 0 {
					call := a.defers[n-1]
					a.defers = a.defers[:n-1]
					if id, stop := x.call(s, a, call, true); stop {
						return id
					}
					continue
				}
			case EventCall:
				a.ev++
				c := &a.fr.fn.Flow.Calls[e.Call]
				if c.Defer {
					a.defers = append(a.defers, e.Call)
					continue
				}
				if id, stop := x.call(s, a, e.Call, false); stop {
					return id
				}
				continue
			}
			a.ev++
			continue
		}
		switch blk.Exit {
		case ExitPanic:
			return x.end(s, x.verdict("panic"), a.fr.fn.place(blk.Pos, ""))
		case ExitReturn:
			if id, stop := x.returns(s, a, blk); stop {
				return id
			}
			continue
		}
		switch len(blk.Succs) {
		case 0:
			return x.end(s, replay.Leave, s.last)
		case 1:
			if id, stop := x.jump(s, a, blk.Succs[0]); stop {
				return id
			}
		default:
			id, stop := x.branch(s, a, blk)
			if stop {
				return id
			}
		}
	}
}

// jump goes on with another block; stop if the path ends there, or was followed
// before.
func (x *explorer) jump(s *state, a *act, to int32) (replay.NodeID, bool) {
	if r := x.root.recv; len(s.acts) == 1 && r != nil && !slices.Contains(r.Blocks, to) {
		return x.end(s, replay.Leave, s.last), true // back to the receive
	}
	flow := a.fr.fn.Flow
	from := a.blk
	vals := map[E]value{}
	for e := range flow.Exprs {
		phi := &flow.Exprs[e]
		if phi.Op != XPhi || phi.Block != to {
			continue
		}
		if i := slices.Index(flow.Blocks[to].Preds, from); i >= 0 && i < len(phi.Args) {
			vals[E(e)] = x.value(s, a, phi.Args[i])
		}
	}
	a.blk, a.ev = to, 0
	a.visited[to]++
	for e := range a.vals {
		if !a.fr.fn.dominates(flow.defines(e), to) {
			delete(a.vals, e)
		}
	}
	for e, v := range vals {
		a.vals[e] = v
	}
	for blk := range a.visited {
		if blk != to && !x.k.w.reaches(a.fr.fn, to, blk) {
			delete(a.visited, blk)
		}
	}
	if a.visited[to] > maxTurns {
		return x.end(s, replay.Redeliver, s.last), true // round and round
	}
	if len(flow.Blocks[to].Preds) < 2 {
		return none, false
	}
	key := s.key()
	if id, ok := x.memo[key]; ok {
		return id, true
	}
	id := x.run(s)
	x.memo[key] = id
	return id, true
}

// uses reports whether result i of a call is looked at.
func (f *Flow) uses(call, i int32) bool {
	return slices.ContainsFunc(f.Exprs, func(x Expr) bool { return x.Op == XResult && x.Call == call && x.Index == i })
}

// defines is the block in which an expression gets its value.
func (f *Flow) defines(e E) int32 {
	switch x := &f.Exprs[e]; x.Op {
	case XPhi:
		return x.Block
	case XResult:
		return f.Calls[x.Call].Def
	}
	return 0
}

// reaches reports whether a block of a function can be reached from another.
func (w *world) reaches(fn *Fn, from, to int32) bool {
	key := blockOf{fn, from}
	r, ok := w.reachable[key]
	if !ok {
		r = map[int32]bool{}
		fn.Flow.search(fn.Flow.Blocks[from].Succs, r, func(int32) bool { return false })
		w.reachable[key] = r
	}
	return r[to]
}

// search goes from blocks to all that can follow, but for those in seen, to
// which it adds the ones it met. It stops at the first that is found.
func (f *Flow) search(from []int32, seen map[int32]bool, found func(b int32) bool) bool {
	stack := slices.Clone(from)
	for len(stack) > 0 {
		b := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if seen[b] {
			continue
		}
		seen[b] = true
		if found(b) {
			return true
		}
		stack = append(stack, f.Blocks[b].Succs...)
	}
	return false
}

// blockOf is a block of a function.
type blockOf struct {
	fn  *Fn
	blk int32
}

// branch follows a condition.
func (x *explorer) branch(s *state, a *act, blk *FlowBlock) (replay.NodeID, bool) {
	at := a.blk
	if r := x.root.recv; len(s.acts) == 1 && r != nil && at == r.Block {
		first, second := slices.Contains(r.Blocks, blk.Succs[0]), slices.Contains(r.Blocks, blk.Succs[1])
		switch {
		case first && !second:
			return x.jump(s, a, blk.Succs[0])
		case second && !first:
			return x.jump(s, a, blk.Succs[1])
		}
	}
	if way, ok := x.decide(s, a, blk); ok {
		return x.jump(s, a, blk.Succs[way])
	}
	// A loop is entered once, then left.
	if loop := x.k.w.loop(a.fr.fn, at); loop != nil && loop[blk.Succs[0]] != loop[blk.Succs[1]] {
		into, out := blk.Succs[0], blk.Succs[1]
		if loop[out] {
			into, out = out, into
		}
		if x.leads(a.fr, into, at) && a.visited[at] < 2 {
			return x.jump(s, a, into)
		}
		return x.jump(s, a, out)
	}
	// A loop that is tested at its end is not gone through again.
	for i, back := range blk.Succs {
		if loop := x.k.w.loop(a.fr.fn, back); loop[at] && !loop[blk.Succs[1-i]] {
			return x.jump(s, a, blk.Succs[1-i])
		}
	}
	// Where neither way leads to a step before they meet again, it does not
	// matter which is taken.
	if meet, ok := x.boring(a, at); ok {
		return x.jump(s, a, meet)
	}
	st := step{place: s.last}
	if dep, ok := x.dependsOn(s, a, blk.Cond, 0); ok {
		st.about = x.p.nodes[dep.run].Guard
	}
	id := x.add(replay.Node{Kind: replay.Branch, Label: "branch", Cond: x.cond(a, at), Choices: 2, Ref: -1}, st)
	for i := range 2 {
		c := s.clone()
		x.assume(c, c.top(), blk.Cond, i == 0)
		next, stop := x.jump(c, c.top(), blk.Succs[i])
		if !stop {
			next = x.run(c)
		}
		x.link(id, replay.Choice(i), next)
	}
	return id, true
}

func (x *explorer) cond(a *act, blk int32) int {
	return ordinal(x.conds, fmt.Sprintf("%p %d %d", a.fr, blk, a.visited[blk]))
}

// ordinal is the number of a key; a new one gets the next.
func ordinal[K comparable](numbers map[K]int, key K) int {
	n, ok := numbers[key]
	if !ok {
		n = len(numbers)
		numbers[key] = n
	}
	return n
}

// loop is the blocks of the loop whose head a block is, nil if it is none: those
// that come back to it and can only be entered through it.
func (w *world) loop(fn *Fn, head int32) map[int32]bool {
	key := blockOf{fn, head}
	if known, ok := w.loops[key]; ok {
		return known
	}
	var loop map[int32]bool
	var stack []int32
	for _, p := range fn.Flow.Blocks[head].Preds {
		if fn.dominates(head, p) {
			stack = append(stack, p)
		}
	}
	if len(stack) > 0 {
		loop = map[int32]bool{head: true}
	}
	for len(stack) > 0 {
		b := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if !loop[b] {
			loop[b] = true
			stack = append(stack, fn.Flow.Blocks[b].Preds...)
		}
	}
	w.loops[key] = loop
	return loop
}

// leads reports whether a step that matters can be reached from a block
// without passing another one.
func (x *explorer) leads(fr *frame, from, without int32) bool {
	return fr.fn.Flow.search([]int32{from}, map[int32]bool{without: true}, func(b int32) bool { return x.matters(fr, b) })
}

// matters reports whether a block contains a step, or a call that leads to one.
func (x *explorer) matters(fr *frame, blk int32) bool {
	key := blockKey{fr, blk}
	if known, ok := x.reach[key]; ok {
		return known
	}
	x.reach[key] = false
	found := false
	for _, e := range fr.fn.Flow.Blocks[blk].Events {
		if e.Kind != EventCall {
			found = found || e.Kind == EventFail || x.sent != nil && (e.Kind == EventSend || e.Kind == EventWait)
			continue
		}
		c := &fr.fn.Flow.Calls[e.Call]
		if c.Map != NoMap {
			found = true
			continue
		}
		if v := x.visits[visitKey{fr, c.Node}]; v != nil {
			found = true
		}
		for _, callee := range x.entered(fr, c) {
			found = found || x.within[callee]
		}
		if x.isRead(fr, c) {
			found = true
		}
	}
	x.reach[key] = found
	return found
}

// entered are the activations a call leads to, the functions handed to it
// included.
func (x *explorer) entered(fr *frame, c *FlowCall) []*frame {
	n := &fr.fn.Nodes[c.Node]
	if n.Op != OpCall {
		return nil
	}
	out := fr.callees(c.Node)
	if n.Call.Kind == CallOpaque && !n.Call.Reg {
		out = append(slices.Clip(out), x.k.handed(fr, n)...)
	}
	if i := slices.IndexFunc(out, func(f *frame) bool { return x.around[f] }); i >= 0 {
		return out[i : i+1]
	}
	return out
}

// boring finds where both ways of a branch meet, if no step stands before.
func (x *explorer) boring(a *act, at int32) (int32, bool) {
	fn := a.fr.fn
	meet := x.k.w.meets(fn, at)
	if meet < 0 {
		return 0, false
	}
	if fn.Flow.search(fn.Flow.Blocks[at].Succs, map[int32]bool{meet: true, at: true}, func(b int32) bool {
		blk := &fn.Flow.Blocks[b]
		return blk.Exit != ExitOn || x.matters(a.fr, b) || slices.ContainsFunc(blk.Events, func(e Event) bool { return e.Kind == EventStore })
	}) {
		return 0, false
	}
	for e := range fn.Flow.Exprs {
		if p := &fn.Flow.Exprs[e]; p.Op == XPhi && p.Block == meet {
			return 0, false // what is chosen here may be tested later
		}
	}
	return meet, true
}

// meets is the first block every way from a block leads through, -1 for none.
func (w *world) meets(fn *Fn, from int32) int32 {
	if w.postdom[fn] == nil {
		w.postdom[fn] = postdominators(fn.Flow)
	}
	return w.postdom[fn][from]
}

// postdominators computes the immediate postdominator of each block, -1 for
// none.
func postdominators(f *Flow) []int32 {
	n := len(f.Blocks)
	exit := int32(n)
	idom := make([]int32, n+1)
	for i := range idom {
		idom[i] = -2
	}
	idom[exit] = exit
	var order []int32
	seen := make([]bool, n)
	var visit func(b int32)
	visit = func(b int32) {
		seen[b] = true
		for _, s := range f.Blocks[b].Succs {
			if !seen[s] {
				visit(s)
			}
		}
		order = append(order, b)
	}
	if n > 0 {
		visit(0)
	}
	rank := make([]int, n+1)
	for i, b := range order {
		rank[b] = i + 1
	}
	intersect := func(a, b int32) int32 {
		for a != b {
			for rank[a] > rank[b] {
				a = idom[a]
			}
			for rank[b] > rank[a] {
				b = idom[b]
			}
		}
		return a
	}
	for changed := true; changed; {
		changed = false
		for _, b := range order {
			next := int32(-2)
			succs := f.Blocks[b].Succs
			if len(succs) == 0 {
				succs = []int32{exit}
			}
			for _, s := range succs {
				if idom[s] == -2 {
					continue
				}
				if next == -2 {
					next = s
				} else {
					next = intersect(next, s)
				}
			}
			if next != -2 && idom[b] != next {
				idom[b], changed = next, true
			}
		}
	}
	for i := range idom[:n] {
		if idom[i] == exit || idom[i] == -2 {
			idom[i] = -1
		}
	}
	return idom[:n]
}

// end makes the node of the end of a path.
func (x *explorer) end(s *state, v replay.Verdict, at finding.Place) replay.NodeID {
	if slices.ContainsFunc(s.acts, func(a *act) bool { return a.detached }) {
		return none
	}
	if s.kept {
		v = replay.Redeliver
	}
	key := fmt.Sprintf("%d %v %v %v %v %d", v, at, s.last, s.lost, s.dropped, s.told)
	if id, ok := x.ends[key]; ok {
		return id
	}
	id := x.add(replay.Node{Kind: replay.Return, Label: "return", Verdict: v, Ref: -1}, step{place: at, pos: s.last, lost: s.lost, dropped: s.dropped, warned: s.told == 1})
	x.ends[key] = id
	return id
}

// hasFailures reports whether a function can list messages that failed.
func hasFailures(fn *Fn) bool {
	return slices.ContainsFunc(fn.Flow.Blocks, func(b FlowBlock) bool {
		return slices.ContainsFunc(b.Events, func(e Event) bool { return e.Kind == EventFail })
	})
}

// verdict is what the library makes of a result: nil, error, panic.
func (x *explorer) verdict(result string) replay.Verdict {
	switch x.h.Ack {
	case "after":
		if result != "panic" {
			return replay.Forget
		}
	case "return":
	default:
		return replay.Leave
	}
	word := map[string]string{"nil": "ack", "error": "redeliver", "panic": "redeliver"}[result]
	if spec := x.k.root.spec; spec != nil && spec.Returns != nil {
		given := map[string]string{"nil": spec.Returns.Nil, "error": spec.Returns.Error, "panic": spec.Returns.Panic}[result]
		if given != "" {
			word = given
		}
	}
	return verdictOf(word)
}

// verdictOf is what a word of the catalogue does to a message.
func verdictOf(word string) replay.Verdict {
	switch word {
	case "ack":
		return replay.Forget
	case "drop":
		return replay.Drop
	case "dead-letter":
		return replay.DeadLetter
	}
	return replay.Redeliver
}

// decided is what the constant that a handler returns does to the message, where
// the library tells results of its own kind apart: rabbitmq.NackRequeue.
func (x *explorer) decided(a *act, rets []value, at finding.Place) (replay.Verdict, bool) {
	spec := x.k.root.spec
	if x.h.Ack != "return" || spec == nil || spec.Returns == nil {
		return 0, false
	}
	i := 0
	if a.fr.fn.Errors == 1 && len(rets) > 1 {
		i = 1
	}
	if len(rets) == 0 || i+1 == int(a.fr.fn.Errors) {
		return 0, false
	}
	text := "0"
	switch rets[i].kind {
	case vConst:
		text = rets[i].text
	case vNil:
	default:
		return 0, false
	}
	c := spec.Returns.Of(text)
	if c == nil {
		return 0, false
	}
	v := verdictOf(c.Does)
	if v != replay.Forget {
		name := c.Const[strings.LastIndexByte(c.Const, '.')+1:]
		r := Refusal{Call: "return " + name, Requeues: v == replay.Redeliver, Sure: true, Place: at, Path: []finding.Place{x.h.start()}}
		if !slices.ContainsFunc(x.p.refusals, func(o Refusal) bool { return o.Place == at }) {
			x.p.refusals = append(x.p.refusals, r)
		}
	}
	return v, true
}

// parks matches the sentinels by which a handler tells a library to give up on
// a message, which then goes where somebody can find it.
var parks = regexp.MustCompile(`(?i)skipretry|jobcancel|jobsnooze|nonretryable|unrecoverable|\.ErrSkip|permanent|poison|reject`)

// returns ends an activation.
func (x *explorer) returns(s *state, a *act, blk *FlowBlock) (replay.NodeID, bool) {
	rets := make([]value, len(blk.Ret))
	for i, e := range blk.Ret {
		rets[i] = x.value(s, a, e)
		if i+1 == int(a.fr.fn.Errors) && rets[i].kind == vUnknown && rets[i].text != "" {
			rets[i].kind = vNonNil // a sentinel: return errSeen
		}
		if v := rets[i]; v.kind == vAddr && len(s.acts) > 1 && v.act == len(s.acts)-1 {
			if held := x.slot(s, v); held.kind == vDerived {
				held.text = there // return &row
				rets[i] = held
			}
		}
	}
	if len(s.acts) == 1 {
		return x.ended(s, a, blk, rets), true
	}
	if a.detached {
		return none, true
	}
	heard := s.fault && len(s.acts) <= s.depth
	s.depth = min(s.depth, len(s.acts)-1)
	if n := a.fr.fn.Errors; heard && !a.deferred && !s.lost.IsValid() && (n == 0 || n > len(rets) || rets[n-1].kind == vNil) {
		if s.lost = a.fr.fn.place(blk.Pos, ""); !s.lost.IsValid() {
			s.lost = s.last
		}
	}
	below := s.acts[len(s.acts)-2]
	s.acts = s.acts[:len(s.acts)-1]
	switch {
	case a.result:
		for i, v := range rets {
			x.define(below, a.call, int32(i), v)
		}
		if n := a.fr.fn.Errors; n > 0 && n <= len(rets) && rets[n-1].kind == vErr && !below.fr.fn.Flow.uses(a.call, int32(n-1)) {
			s.dropped = true
		}
	case !a.deferred:
		// A function handed to a call: the call's error is the function's.
		v := value{}
		if n := a.fr.fn.Errors; n > 0 && n <= len(rets) {
			v = rets[n-1]
		}
		return x.callbackDone(s, below, a.call, v)
	}
	return none, false
}

// ended makes the end of the handler.
func (x *explorer) ended(s *state, a *act, blk *FlowBlock, rets []value) replay.NodeID {
	at := a.fr.fn.place(blk.Pos, "")
	if !at.IsValid() {
		at = s.last
	}
	result := "nil"
	if n := a.fr.fn.Errors; n > 0 && n <= len(rets) && x.root.recv == nil {
		switch v := rets[n-1]; v.kind {
		case vNil:
		case vErr, vNonNil, vSome, vDerived, vAddr:
			result = "error"
			if parks.MatchString(v.text) {
				return x.end(s, replay.DeadLetter, at)
			}
		default:
			id := x.add(replay.Node{Kind: replay.Branch, Label: "branch", Cond: x.cond(a, -a.blk-1), Choices: 2, Ref: -1}, step{place: at})
			x.link(id, replay.Choice(0), x.end(s, x.verdict("nil"), at))
			x.link(id, replay.Choice(1), x.end(s, x.verdict("error"), at))
			return id
		}
	}
	if x.root.recv != nil {
		// The loop that receives is left: what was not acked comes again.
		return x.end(s, replay.Redeliver, at)
	}
	if v, ok := x.decided(a, rets, at); ok {
		return x.end(s, v, at)
	}
	if len(rets) > 0 && a.fr.fn.Errors == 0 && !s.failed && !hasFailures(a.fr.fn) {
		result = "error" // what a result of another kind says is not known
	}
	if s.failed && result == "nil" {
		result = "error"
	}
	return x.end(s, x.verdict(result), at)
}
