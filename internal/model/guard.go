package model

import (
	"fmt"
	"slices"
	"time"

	"github.com/idemlint/idemlint/internal/finding"
	"github.com/idemlint/idemlint/internal/replay"
)

// A Guard is something by which a handler recognises work already done, and
// what the schedules make of the effects behind it.
type Guard struct {
	Label    string // of the step that asks: rdb.SetNX
	Memory   bool   // it lives in this process
	Atomic   bool   // asking and recording are one step
	Lasts    time.Duration
	Window   time.Duration // how long the broker may deliver again; 0 unknown
	Place    finding.Place // the call that asks, in the function that also leads to the effects
	Asks     finding.Place // the step itself
	Path     []finding.Place
	Ends     finding.Place // where the record is given its lifetime, of a guard that Lasts
	Released bool          // taken back somewhere: work in flight rather than done

	// Encloses are the effects behind it, and Repeats those of them that happen
	// again when it lets somebody through.
	// Suffer are those that it loses.
	Encloses, Repeats, Suffer []*Effect
	// Lost and Twice are effects it loses or lets through a second time, with
	// the schedule; nil for none. Stuck is one that never happens, since nobody
	// takes the record back from a dead worker.
	Lost, Twice, Stuck             *Effect
	LostWhen, TwiceWhen, StuckWhen string
	Unsure                         bool // of Stuck: the queue may have a dead letter
}

// Guards lists the handler's guards.
func (h *Handler) Guards() []Guard { return h.guards }

// findGuards reads the guards from the table.
func (h *Handler) findGuards() []Guard {
	if h.Table.Dropped != "" {
		return nil
	}
	var out []Guard
	for i := range h.Table.Guards {
		if g, ok := h.guard(&h.Table.Guards[i]); ok {
			out = append(out, g)
		}
	}
	return out
}

func (h *Handler) guard(row *replay.GuardRow) (Guard, bool) {
	p := h.program
	asks := slices.IndexFunc(p.nodes, func(n replay.Node) bool {
		return n.Guard == row.Guard && (n.Kind == replay.Claim || n.Kind == replay.Check)
	})
	if asks < 0 || len(row.Encloses) == 0 {
		return Guard{}, false
	}
	g := Guard{Label: row.Label, Memory: row.Volatile, Atomic: p.nodes[asks].Kind == replay.Claim, Lasts: row.Lasts, Window: p.broker.Window, Asks: p.of[asks].place}
	g.Released = row.ReleasedOnError || row.Lock || slices.ContainsFunc(p.nodes, func(n replay.Node) bool {
		return n.Guard == row.Guard && n.Kind == replay.Release
	})
	acked := p.dismisses(row.Guard, p.next(replay.NodeID(asks), replay.Held), map[replay.NodeID]bool{})
	repeated := p.effectsFrom(p.next(replay.NodeID(asks), replay.Held))
	recorded := slices.ContainsFunc(p.nodes, func(n replay.Node) bool {
		return n.Guard == row.Guard && (n.Kind == replay.Mark || n.Kind == replay.Claim)
	})
	if !recorded {
		return Guard{}, false
	}
	var nearest []finding.Place
	for _, in := range row.Encloses {
		e := p.effects[in.Ref]
		if e == nil || e.isParking() {
			continue
		}
		if slices.Contains(repeated, e) {
			continue // it happens all the same
		}
		g.Encloses = append(g.Encloses, e)
		effect := h.Table.For(in.Ref)
		if effect == nil {
			continue
		}
		if effect.Find(replay.Twice) != nil {
			g.Repeats = append(g.Repeats, e)
		}
		if w := effect.Find(replay.Lost, replay.Crash); w != nil && acked && causedBy(w, replay.GuardHeld, p, row.Guard) {
			g.Suffer = append(g.Suffer, e)
			if g.Lost == nil || e.rank() > g.Lost.rank() {
				g.Lost, g.LostWhen = e, w.Sentence()
			}
		}
		if w := effect.Find(replay.Twice, replay.Crash); w != nil && (causedBy(w, replay.GuardUnmarked, p, row.Guard) || causedBy(w, replay.GuardVolatile, p, row.Guard)) && (g.Twice == nil || e.rank() > g.Twice.rank()) {
			g.Twice, g.TwiceWhen = e, w.Sentence()
		}
		if w := effect.Find(replay.Stuck, replay.Crash); w != nil && p.endless(row.Guard) && causedBy(w, replay.GuardHeld, p, row.Guard) && (g.Stuck == nil || e.rank() > g.Stuck.rank()) {
			g.Stuck, g.StuckWhen, g.Unsure = e, w.Sentence(), w.Unsure
		}
		for i := range p.nodes {
			if p.of[i].effect == e && p.nodes[i].Kind == replay.Effect && (nearest == nil || shared(p.of[i].calls, p.of[asks].calls) > shared(nearest, p.of[asks].calls)) {
				nearest = p.of[i].calls
			}
		}
	}
	if len(g.Encloses) == 0 {
		return Guard{}, false
	}
	calls := p.of[asks].calls
	g.Place = g.Asks
	if n := shared(nearest, calls); n < len(calls) {
		g.Place = calls[n]
	}
	g.Ends = p.endOf(row)
	g.Path = append([]finding.Place{h.start()}, upTo(calls, g.Asks, "asks "+g.Label)...)
	return g, true
}

// dismisses reports whether a repeat is acked from a node on. Where the guard's
// answer is looked at once more, and some are refused, work in flight is told from
// work done; what else is asked on the way makes no difference.
func (p *program) dismisses(guard int, id replay.NodeID, seen map[replay.NodeID]bool) bool {
	if id == none || seen[id] {
		return false
	}
	seen[id] = true
	defer delete(seen, id)
	n := &p.nodes[id]
	if n.Kind != replay.Branch {
		if n.Kind == replay.Return || n.Kind == replay.Ack {
			_, forgotten := p.ends(id)
			return forgotten
		}
		if e := p.of[id].effect; e != nil && e.isParking() {
			return false
		}
		return p.dismisses(guard, p.next(id, replay.OK), seen)
	}
	refused := func(a replay.Answer) bool { return !p.dismisses(guard, p.edges[id][a], seen) }
	if p.of[id].about == guard {
		return !slices.ContainsFunc(p.answers(id), refused)
	}
	return slices.ContainsFunc(p.answers(id), func(a replay.Answer) bool { return !refused(a) })
}

// endless reports whether a guard is known to have only claims that nothing ends.
func (p *program) endless(guard int) bool {
	for i, n := range p.nodes {
		if n.Guard == guard && (n.Kind == replay.Mark || n.Kind == replay.Claim && (n.Lasts > 0 || !p.of[i].endless)) {
			return false
		}
	}
	return true
}

// endOf is where the records of a guard are given the lifetime they have.
func (p *program) endOf(row *replay.GuardRow) finding.Place {
	for i, n := range p.nodes {
		if n.Guard == row.Guard && (n.Kind == replay.Claim || n.Kind == replay.Mark) && n.Lasts == row.Lasts && row.Lasts > 0 {
			if end := p.lifetimes[row.Guard]; end.after == row.Lasts {
				return end.place
			}
			return p.of[i].place
		}
	}
	return finding.Place{}
}

// shared counts the calls two paths have in common.
func shared(a, b []finding.Place) int {
	n := 0
	for n < len(a) && n < len(b) && a[n].File == b[n].File && a[n].Line == b[n].Line && a[n].Column == b[n].Column {
		n++
	}
	return n
}

func causedBy(w *replay.Witness, kind replay.CauseKind, p *program, guard int) bool {
	return slices.ContainsFunc(w.Causes(), func(c replay.Cause) bool {
		return c.Kind == kind && c.Node != replay.NoNode && p.nodes[c.Node].Guard == guard
	})
}

// Finding starts a finding about the guard: e is the effect that suffers.
func (g Guard) Finding(h *Handler, at finding.Place, e *Effect, message, schedule string) finding.Finding {
	f := finding.Finding{
		Severity: finding.SeverityOf(e.Category), Confidence: finding.High, Category: e.Category,
		File: at.File, Line: at.Line, Column: at.Column,
		Handler: h.Name, Message: message, Schedule: schedule, Path: trimPath(g.Path), Subject: finding.Bare(g.Label),
	}
	f.Path = append(f.Path, g.wayTo(f.Path, e, "is behind it")...)
	// What else is lost for the same reason.
	for _, o := range g.Suffer {
		if o != e && len(f.Path) < maxPath {
			f.Path = append(f.Path, g.wayTo(f.Path, o, "is behind it, too")...)
		}
	}
	return f
}

// wayTo is the way to an effect, from where it parts with a path.
func (g Guard) wayTo(path []finding.Place, e *Effect, note string) []finding.Place {
	end := e.Place
	end.Note = fmt.Sprintf("%s %s", e.Call, note)
	var out []finding.Place
	for _, p := range e.Path {
		same := func(o finding.Place) bool { return o.File == p.File && o.Line == p.Line }
		if !same(end) && !slices.ContainsFunc(path, same) {
			out = append(out, p)
		}
	}
	return append(out, end)
}

// Worst is the effect that costs most among those that happen again once the
// record is gone; nil for none.
func (g Guard) Worst() *Effect { return worst(g.Repeats) }

// Keyed is the enclosed effect that costs most among those only a key of the
// other side's keeps from a repeat; nil for none.
func (g Guard) Keyed() *Effect {
	return worst(slices.DeleteFunc(slices.Clone(g.Encloses), func(e *Effect) bool {
		return e.Natural != "" || !e.Key.Given || e.Key.Class != Business && e.Key.Class != Producer
	}))
}
