package model

import (
	"slices"

	"github.com/idemlint/idemlint/internal/replay"
)

// simulate writes the handler's program and runs every schedule over it.
func (k *walker) simulate(top *walker, h *Handler, effects, outer map[visitKey]*Effect) {
	budget := k.w.budget
	defer func() { k.w.budget = budget }()
	k.w.budget = max(k.w.budget, maxBudget/2)
	p := k.newProgram(top, h, effects, outer, nil)
	if p == nil {
		return
	}
	p.settle()
	p.tellApart()
	h.early = p.acksBeforeAll()
	h.program = p
	if p.cut || k.light {
		return
	}
	b := replay.NewBuilder(p.broker)
	for _, n := range p.nodes {
		b.Add(n)
	}
	b.Entry(p.entry)
	for from, edges := range p.edges {
		for _, a := range p.answers(replay.NodeID(from)) {
			b.Link(replay.NodeID(from), a, edges[a])
		}
	}
	prog, err := b.Program()
	if err != nil {
		h.program.wrong = err.Error()
		return
	}
	h.Table = replay.Simulate(prog)
	p.silence(h.Table)
	h.guards = h.findGuards()
	// What is behind a faulty guard is the guard's rule to report.
	for _, g := range h.guards {
		if g.Lost != nil || g.Twice != nil {
			for _, e := range g.Encloses {
				e.Guarded, e.behind = true, g.Label
			}
		}
	}
}

// Untold says why there is no Table.
func (h *Handler) Untold() string {
	switch {
	case h.program == nil:
		return "no path through it could be followed"
	case h.program.cut:
		return "it has too many paths"
	case h.program.wrong != "":
		return h.program.wrong
	}
	return ""
}

// settle decides what could not be told before all paths were known: a mark
// nobody asks about is an effect like others, and an effect behind a guard the
// paths do not show is taken to happen once.
func (p *program) settle() {
	asked := map[int]bool{}
	for i := range p.nodes {
		if n := &p.nodes[i]; n.Kind == replay.Claim || n.Kind == replay.Check {
			asked[n.Guard] = true
		}
	}
	for i := range p.nodes {
		n := &p.nodes[i]
		e := p.of[i].effect
		if (n.Kind == replay.Claim || n.Kind == replay.Mark) && n.Lasts == 0 {
			n.Lasts = p.lifetimes[n.Guard].after
		}
		if (n.Kind == replay.Mark || n.Kind == replay.Release) && !asked[n.Guard] {
			n.Guard, n.Volatile = 0, false
			if e == nil { // nothing that anybody could see
				n.Kind, n.Key, n.Lasts, n.Store = replay.Wait, replay.NoKey, 0, ""
			} else {
				n.Kind = replay.Effect
				n.Natural, n.Relative, n.Key = e.Natural != "" || e.Uncertain, e.Relative, keyClass(e)
			}
		}
		if n.Kind == replay.Effect && e != nil && e.Guarded && len(asked) == 0 {
			n.Natural = true
		}
	}
}

// tellApart adds the tables to the labels of steps that are written alike and
// concern several.
func (p *program) tellApart() {
	tables := map[string]map[string]bool{}
	for i, n := range p.nodes {
		if table := p.of[i].table; table != "" {
			if tables[n.Label] == nil {
				tables[n.Label] = map[string]bool{}
			}
			tables[n.Label][table] = true
		}
	}
	for i := range p.nodes {
		if n := &p.nodes[i]; p.of[i].table != "" && len(tables[n.Label]) > 1 {
			n.Label += " (" + p.of[i].table + ")"
		}
	}
}

// unguarded reports whether no guard had a say in a run.
func unguarded(w *replay.Witness) bool {
	return !slices.ContainsFunc(w.Causes(), func(c replay.Cause) bool { return c.Kind < replay.AckedFirst })
}

// silence marks the effects that no run repeats: something before them in the
// handler stops the redelivery.
func (p *program) silence(t *replay.Table) {
	if t.Dropped != "" || len(t.Cut) > 0 {
		return
	}
	modelled := !p.asksElsewhere && slices.ContainsFunc(p.nodes, func(n replay.Node) bool { return n.Kind == replay.Claim })
	repeated := map[*Effect]bool{}
	once := map[*Effect]bool{}
	for ref, e := range p.effects {
		row := t.For(ref)
		if row == nil || row.Under(replay.Clean).Outcome != replay.Once {
			repeated[e] = true // not known
			continue
		}
		if row.Find(replay.Twice) != nil {
			repeated[e] = true
		}
		// A claim that does not decide about the effect does not guard it.
		if w := row.Find(replay.Twice, replay.Crash); w != nil && modelled && e.Guarded && e.Category != "db" && !e.Key.Given && unguarded(w) {
			e.Guarded = false
		}
		once[e] = true
	}
	for e := range once {
		if !repeated[e] && !e.Key.Given && !e.Relative {
			e.Guarded = true
		}
	}
}
