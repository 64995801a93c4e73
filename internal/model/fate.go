package model

import (
	"slices"

	"github.com/idemlint/idemlint/internal/finding"
	"github.com/idemlint/idemlint/internal/infra"
	"github.com/idemlint/idemlint/internal/replay"
)

// This file says what becomes of a message that keeps failing: what the handler
// does with it, and what is put around the handler.

// fate is what a handler does with messages that fail.
type fate struct {
	refusals []Refusal
	counts   bool // it looks at how often the message was delivered
	partial  bool // it can tell which messages of a batch failed
	parks    bool // it puts them somewhere
	endless  *Repeat
}

// Refusal is a call or a result by which a handler hands a message back.
type Refusal struct {
	Call string // as written: d.Nack; or return NackRequeue
	// Requeues: the message is delivered again; else the broker drops or
	// dead-letters it. Sure is false where a value decides that is not known.
	Requeues, Sure bool
	Place          finding.Place
	Path           []finding.Place
}

// fate reads from a walk what the handler does with failures.
func (k *walker) fate(h *Handler) fate {
	var f fate
	for _, v := range k.visits {
		spec := k.w.specs.acks[v.ack]
		if spec == nil || spec.Does != "drop" && spec.Does != "requeue" {
			continue
		}
		n := &v.fr.fn.Nodes[v.node]
		r := Refusal{Call: n.Call.label(), Requeues: spec.Does == "requeue", Sure: true, Place: v.fr.fn.place(n.Pos, ""), Path: trimPath(v.path)}
		if i := slices.Index(n.Call.Params, spec.Requeue); spec.Requeue != "" && i >= 0 && i < len(n.Args) {
			ts := texts(v.fr.eval(n.Args[i]))
			r.Requeues = slices.Contains(ts, "true")
			r.Sure = len(ts) == 1
		}
		f.refusals = append(f.refusals, r)
	}
	if h.program != nil {
		f.refusals = append(f.refusals, h.program.refusals...)
	}
	for fn := range k.reached {
		f.counts = f.counts || fn.countsDeliveries()
		f.partial = f.partial || fn.Flow != nil && hasFailures(fn)
	}
	f.endless = k.endless()
	f.partial = f.partial || k.root.fn.Flow != nil && hasFailures(k.root.fn)
	return f
}

// shareFate joins what the parts of one handler do with failures: who receives
// may refuse or park what a function it hands the message to could not do.
func shareFate(hs []*Handler) {
	var all fate
	for _, h := range hs {
		all.counts = all.counts || h.fate.counts
		all.partial = all.partial || h.fate.partial
		all.parks = all.parks || h.parks()
		if all.endless == nil {
			all.endless = h.fate.endless
		}
		for _, r := range h.fate.refusals {
			if !slices.ContainsFunc(all.refusals, func(o Refusal) bool { return o.Place == r.Place }) {
				all.refusals = append(all.refusals, r)
			}
		}
	}
	for _, h := range hs {
		h.fate = all
	}
}

// countsDeliveries reports whether a function looks at the delivery count.
func (fn *Fn) countsDeliveries() bool {
	for i := range fn.Nodes {
		if n := &fn.Nodes[i]; n.Op == OpPart && n.Class == Attempt {
			return true
		}
	}
	return false
}

// Refusals lists the calls and results by which the handler hands messages back.
func (h *Handler) Refusals() []Refusal { return h.fate.refusals }

// CountsDeliveries reports whether the handler looks at how often a message was
// delivered: what it then does is its own retry limit.
func (h *Handler) CountsDeliveries() bool { return h.fate.counts }

// TellsFailures reports whether the handler's result lists which messages of a
// batch failed.
func (h *Handler) TellsFailures() bool { return h.fate.partial }

// Parks reports whether the handler itself puts what fails where somebody can
// find it: it sends it to a dead letter, or writes something on a failure that
// it does not write else.
func (h *Handler) Parks() bool { return h.fate.parks }

func (h *Handler) parks() bool {
	if slices.ContainsFunc(h.Effects, (*Effect).isParking) {
		return true
	}
	p := h.program
	if p == nil || p.entry == none {
		return false
	}
	normal := p.effectsFrom(p.entry)
	for i := range p.nodes {
		if e := p.happensAt(replay.NodeID(i)); e != nil && e.rank() > 1 && !slices.Contains(normal, e) && e.Category != "http" && e.Category != "rpc" {
			return true
		}
	}
	return false
}

// Fails reports whether some run leaves a message to be delivered again. It is
// true where the handler's paths could not be followed: any handler may crash.
func (h *Handler) Fails() bool {
	p := h.program
	if p == nil || p.cut || p.entry == none {
		return true
	}
	return p.reaches(p.entry, func(id replay.NodeID) bool {
		n := &p.nodes[id]
		switch n.Kind {
		case replay.Return:
			return n.Verdict == replay.Redeliver || n.Verdict == replay.Leave || n.Verdict == replay.DeadLetter
		case replay.Ack:
			return n.Verdict == replay.Redeliver || n.Verdict == replay.DeadLetter
		}
		return false
	})
}

// RefusesFailures reports whether a message is refused, never to be delivered
// again, because a step failed: not only because it cannot be read.
func (h *Handler) RefusesFailures() bool {
	p := h.program
	return p != nil && !p.cut && p.afterFailure(func(id replay.NodeID) bool {
		n := &p.nodes[id]
		return (n.Kind == replay.Ack || n.Kind == replay.Return) && n.Verdict == replay.DeadLetter
	})
}

// AfterFailure reports whether a refusal comes because a step failed, and not
// because the process is told to stop, say. It is true where the handler's paths
// could not be followed, and where no step of it is known to fail.
func (h *Handler) AfterFailure(r Refusal) bool {
	p := h.program
	if p == nil || p.cut || p.entry == none {
		return true
	}
	met := func(id replay.NodeID) bool {
		kind := p.nodes[id].Kind
		return (kind == replay.Ack || kind == replay.Return) && p.of[id].place.File == r.Place.File && p.of[id].place.Line == r.Place.Line
	}
	anything := func(replay.NodeID) bool { return true }
	return !p.reaches(p.entry, met) || p.afterFailure(met) || !p.afterFailure(anything)
}

// afterFailure reports whether a run in which a step fails meets a node that is
// wanted.
func (p *program) afterFailure(wanted func(replay.NodeID) bool) bool {
	for i := range p.nodes {
		failed, ok := p.edges[i][replay.Failed]
		if ok && p.nodes[i].Kind != replay.Ack && p.reaches(failed, wanted) {
			return true
		}
	}
	return false
}

// reaches reports whether a run from a node meets one that is wanted before the
// message is forgotten.
func (p *program) reaches(from replay.NodeID, wanted func(replay.NodeID) bool) bool {
	seen := map[replay.NodeID]bool{}
	stack := []replay.NodeID{from}
	for len(stack) > 0 {
		id := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if id == none || seen[id] {
			continue
		}
		seen[id] = true
		if wanted(id) {
			return true
		}
		if forgets(&p.nodes[id]) {
			continue
		}
		for _, a := range p.answers(id) {
			stack = append(stack, p.edges[id][a])
		}
	}
	return false
}

// Repeat is a call that a handler makes again until it succeeds.
type Repeat struct {
	Call  string // as written: g.record
	Place finding.Place
}

// Endless returns a call that the handler repeats until it succeeds, and never
// gives up: a message for which it always fails blocks all behind it. It is nil
// if there is none.
func (h *Handler) Endless() *Repeat { return h.fate.endless }

// endless looks for loops that only success ends, around a call that leads to an
// effect.
func (k *walker) endless() *Repeat {
	working := map[*Fn]bool{}
	for _, v := range k.visits {
		if v.fr.fn.Nodes[v.node].Call.Effect == "" {
			continue
		}
		for fr := v.fr; fr != nil; fr = fr.up {
			working[fr.fn] = true
		}
	}
	var found *Repeat
	for fn := range k.reached {
		if fn.Flow == nil || !working[fn] {
			continue
		}
		for head := range fn.Flow.Blocks {
			loop := k.w.loop(fn, int32(head))
			if loop == nil || slices.ContainsFunc(fn.Recvs, func(r Receive) bool { return loop[r.Block] }) {
				continue
			}
			c := fn.endedBySuccess(loop)
			if c == nil || !k.works(fn, c, working) {
				continue
			}
			n := &fn.Nodes[c.Node]
			r := &Repeat{Call: n.Call.label(), Place: fn.place(n.Pos, "")}
			if found == nil || r.Place.File < found.Place.File || r.Place.File == found.Place.File && r.Place.Line < found.Place.Line {
				found = r
			}
		}
	}
	return found
}

// works reports whether a call is, or leads to, an effect of the walk.
func (k *walker) works(fn *Fn, c *FlowCall, working map[*Fn]bool) bool {
	n := fn.callAt(c.Node)
	return n.Op == OpCall && (n.Call.Effect != "" || working[k.w.funcs[n.Call.Fn]])
}

// endedBySuccess returns the call whose success is the only way out of a loop,
// but for the end of the program.
func (fn *Fn) endedBySuccess(loop map[int32]bool) *FlowCall {
	f := fn.Flow
	var call *FlowCall
	for b := range loop {
		blk := &f.Blocks[b]
		for i, to := range blk.Succs {
			if loop[to] || f.shutsDown(blk, to) {
				continue
			}
			c := f.succeeds(blk.Cond, i == 0, 0)
			if c < 0 || call != nil && call != &f.Calls[c] {
				return nil
			}
			call = &f.Calls[c]
		}
	}
	return call
}

// succeeds returns the call of which a condition, holding or not, says that it
// returned no error; -1 for none.
func (f *Flow) succeeds(cond E, holds bool, depth int) int32 {
	x := &f.Exprs[cond]
	switch {
	case depth > 4:
	case x.Op == XNot:
		return f.succeeds(x.Args[0], !holds, depth+1)
	case x.Op == XCmp && len(x.Args) == 2 && holds == (x.Text == "=="):
		l, r := &f.Exprs[x.Args[0]], &f.Exprs[x.Args[1]]
		if l.Op == XNil {
			l, r = r, l
		}
		if r.Op == XNil && l.Op == XResult && f.Calls[l.Call].Map == NoMap {
			return l.Call
		}
	}
	return -1
}

// shutsDown reports whether a way out of a loop is that of a program that ends:
// its context is over.
func (f *Flow) shutsDown(blk *FlowBlock, to int32) bool {
	ofContext := func(e E) bool {
		x := &f.Exprs[e]
		return x.Op == XResult && f.Calls[x.Call].Fn == "(context.Context).Err"
	}
	switch c := &f.Exprs[blk.Cond]; {
	case c.Op == XCmp && slices.ContainsFunc(c.Args, ofContext):
		return true
	case c.Op == XCmp && slices.ContainsFunc(c.Args, func(e E) bool { return f.Exprs[e].Op == XOther && f.Exprs[e].Text == selected }):
		// Who waits before the next try and returns instead was told to stop.
		return f.Blocks[to].Exit != ExitOn // no case at all is a panic
	}
	return f.Blocks[to].Exit == ExitReturn && slices.ContainsFunc(f.Blocks[to].Ret, ofContext)
}

// GivenUpIsHeard reports whether the program listens to what the broker tells
// of messages it no longer delivers.
func (h *Handler) GivenUpIsHeard(k infra.Kind) bool {
	return h.linker != nil && slices.Contains(h.linker.def.watched, k)
}

// Facts is what is known of queues where the handler's queue was decided: of
// files and of Go code. FileFacts is what only files say.
func (h *Handler) Facts() *infra.Facts {
	if h.linker == nil {
		return &infra.Facts{}
	}
	return h.linker.all
}

// FileFacts is explained at Facts.
func (h *Handler) FileFacts() *infra.Facts {
	if h.linker == nil {
		return &infra.Facts{}
	}
	return h.linker.files.facts
}

// A Layer is something a program puts around its handlers.
type Layer struct {
	Retries bool // calls the handler again; else it parks what fails
	Place   finding.Place
}

// Layers are what is put around the handler, the outermost first. It is false
// where there may be more.
func (h *Handler) Layers() ([]Layer, bool) {
	var out []Layer
	for _, l := range h.wrapped.layers {
		out = append(out, Layer{Retries: l.does == "retry", Place: l.place})
	}
	return out, !h.wrapped.open
}

// Forgetful reports whether the handler's library gives its messages to many
// brokers, and this one is known to have no dead letter.
func (h *Handler) Forgetful() bool { return h.wrapped.forgetful }

// Start is where the paths of findings about the handler begin.
func (h *Handler) Start() finding.Place { return h.start() }
