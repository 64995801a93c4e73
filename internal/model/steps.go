package model

import (
	"cmp"
	"slices"
	"time"

	"github.com/idemlint/idemlint/internal/finding"
	"github.com/idemlint/idemlint/internal/replay"
)

// A HandlerStep is something a handler does on the way on which it does most.
type HandlerStep struct {
	Kind   replay.Kind
	Label  string // as written: c.Seen.SetNX
	Place  finding.Place
	Effect *Effect // what it does to the world, of effects and guards; nil for others
	Key    replay.KeyClass
	// Verdict is what an ack, or the end of the handler, makes of the message.
	Verdict replay.Verdict
	// Store tells the transactions apart in which steps happen; empty outside.
	Store string
	// Repeated is set for what a loop does, Beside for what a goroutine does.
	Repeated, Beside bool
	// Takes is how long it may take at worst, as far as that is known.
	Takes     time.Duration
	Unbounded bool
}

// Steps lists what the handler does on the way through it, without a fault, that
// ends with the message handled and does most. Other ways may do other things:
// what they do and this one does not is in other. Both are empty where no way
// could be followed.
func (h *Handler) Steps() (steps []HandlerStep, other []*Effect) {
	p := h.program
	if p == nil || p.cut || p.wrong != "" || len(p.nodes) == 0 {
		return nil, nil
	}
	r := route{p: p, h: h, worth: make([]int, len(p.nodes)), chosen: make(map[int]replay.Answer), at: make(map[stepKey]int)}
	r.follow(p.entry, false)
	r.time()
	for _, e := range h.Effects {
		if !r.does(e) && slices.ContainsFunc(p.of, func(s step) bool { return s.effect == e }) {
			other = append(other, e)
		}
	}
	return r.steps, other
}

// A route is the way through a program on which most happens.
type route struct {
	p      *program
	h      *Handler
	worth  []int // by node: how much happens from there on; 0 for not known yet
	chosen map[int]replay.Answer
	steps  []HandlerStep
	at     map[stepKey]int // where a step is in steps
}

// stepKey names a step whatever the path or the turn of a loop it was met on.
type stepKey struct {
	kind replay.Kind
	ref  int
	line finding.Place
}

// handledWell is what it is worth to end with the message handled: more than all
// steps of a program.
const handledWell = 2 * maxProgram

// tells reports whether a step is worth listing.
func (p *program) tells(id replay.NodeID) bool {
	switch n := &p.nodes[id]; n.Kind {
	case replay.Branch:
		return false
	case replay.Wait:
		return p.of[id].effect != nil
	case replay.Return:
		return n.Verdict != replay.Leave
	}
	return true
}

// value is how much happens from a node on.
func (r *route) value(id replay.NodeID) int {
	if id == none {
		return 0
	}
	if r.worth[id] == 0 {
		r.worth[id] = 1 // no loops: the program is unrolled
		_, best := r.best(id)
		if r.p.tells(id) {
			best++
		}
		if n := &r.p.nodes[id]; (n.Kind == replay.Ack || n.Kind == replay.Return) && n.Verdict == replay.Forget && best < handledWell {
			best += handledWell
		}
		r.worth[id] = max(best, 1)
	}
	return r.worth[id]
}

// best is the answer after which most happens, and how much. Nothing fails and
// nothing is found done: those are other ways.
func (r *route) best(id replay.NodeID) (replay.Answer, int) {
	way, most := replay.OK, -1
	for _, a := range r.p.answers(id) {
		if a == replay.Failed || a == replay.Held || a == replay.Spawned {
			continue
		}
		if v := r.value(r.p.next(id, a)); v > most {
			way, most = a, v
		}
	}
	return way, max(most, 0)
}

// follow lists the steps from a node on. A condition that is met twice goes the
// same way twice.
func (r *route) follow(id replay.NodeID, beside bool) {
	for id != none {
		n := &r.p.nodes[id]
		if r.p.tells(id) {
			r.add(id, beside)
		}
		way, _ := r.best(id)
		if n.Kind == replay.Branch {
			if before, met := r.chosen[n.Cond]; met {
				way = before
			}
			r.chosen[n.Cond] = way
		}
		if n.Kind == replay.Spawn {
			r.follow(r.p.next(id, replay.Spawned), true)
		}
		id = r.p.next(id, way)
	}
}

// add adds a step, or notes that it happens again.
func (r *route) add(id replay.NodeID, beside bool) {
	n, of := &r.p.nodes[id], &r.p.of[id]
	place := of.place
	if !place.IsValid() {
		place = of.pos
	}
	key := stepKey{n.Kind, n.Ref, finding.Place{File: place.File, Line: place.Line, Column: place.Column}}
	if i, known := r.at[key]; known && n.Kind != replay.Return {
		r.steps[i].Repeated = true
		return
	}
	// What is rolled back behind its commit, as deferred calls do, is nothing.
	ended := func(s HandlerStep) bool { return s.Kind == replay.Commit && s.Store == n.Store }
	if n.Kind == replay.Rollback && slices.ContainsFunc(r.steps, ended) {
		return
	}
	r.at[key] = len(r.steps)
	r.steps = append(r.steps, HandlerStep{
		Kind: n.Kind, Label: n.Label, Place: place, Effect: of.effect, Key: n.Key,
		Verdict: n.Verdict, Store: n.Store, Beside: beside,
	})
}

// time gives each step the part of the handler's time that is spent there.
func (r *route) time() {
	for _, part := range r.h.Duration.Parts {
		same := func(s HandlerStep) bool { return s.Place.File == part.Place.File && s.Place.Line == part.Place.Line }
		i := slices.IndexFunc(r.steps, func(s HandlerStep) bool { return same(s) && s.Kind == replay.Effect })
		if i < 0 {
			i = slices.IndexFunc(r.steps, same)
		}
		if i < 0 {
			continue
		}
		r.steps[i].Takes += part.total()
		r.steps[i].Unbounded = r.steps[i].Unbounded || part.Unbounded
	}
}

func (r *route) does(e *Effect) bool {
	return slices.ContainsFunc(r.steps, func(s HandlerStep) bool {
		return s.Effect == e || s.Effect != nil && s.Effect.Call == e.Call && s.Effect.Place == e.Place
	})
}

// LeaseTime is the shortest lease the handler works under that is known and that
// nobody extends; 0 if there is none.
func (h *Handler) LeaseTime() time.Duration {
	shortest := time.Duration(0)
	for _, s := range h.Shifts() {
		if !s.Extended && (shortest == 0 || cmp.Less(s.For, shortest)) {
			shortest = s.For
		}
	}
	return shortest
}
