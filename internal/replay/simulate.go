package replay

import (
	"fmt"
	"slices"
	"time"
)

// The bounds of a simulation. What they cut off is named in Table.Cut.
const (
	maxPlans   = 256     // combinations of choices in clean runs, those nearest to the usual one first
	maxForks   = 128     // combinations of further choices behind one fault
	maxSteps   = 1 << 19 // steps run in all; setting up and judging a run counts as one for every four effects
	maxRun     = 1 << 14 // steps of one run
	maxTries   = 16      // redeliveries of one message; what has not ended by then never does
	maxChoices = 100     // ways of one branch
)

// simulation is the work of one Simulate.
type simulation struct {
	p     *Program
	t     *Table
	rows  []int // by slot: the index in t.Effects
	steps int
	plans []plan
	plan  *plan
	// poison is the step that fails on every delivery, NoNode if none does.
	poison NodeID
	struck NodeID // see Witness.Step
	met    []bool // by step: it was tried as poison in this plan
	// endless: the run at hand was cut off, and says nothing.
	endless bool
	explorer

	// Scratch, so that a run allocates nothing.
	first, w, before, crashed world
	d1, d, d2                 delivery
	times                     []time.Duration
}

// A plan is a clean run for each side of choices: what the deliveries would do
// without a fault.
type plan struct {
	chosen  [2][]int8
	trace   []visit // of the first one
	due     [2][]bool
	refused bool // the first one does not forget the message
	steady  bool // both sides choose alike
}

// Simulate runs every schedule over a program.
func Simulate(p *Program) *Table {
	s := &simulation{p: p, t: newTable(p), poison: NoNode, explorer: explorer{conds: p.conds}}
	for _, o := range p.occs {
		s.rows = append(s.rows, slices.IndexFunc(s.t.Effects, func(r Row) bool { return r.Ref == o.ref }))
	}
	s.met = make([]bool, len(p.nodes))
	s.makePlans()
	if s.t.Dropped != "" {
		dropped := newTable(p)
		dropped.Dropped, dropped.Cut = s.t.Dropped, s.t.Cut
		return dropped
	}
	for i := range s.plans {
		if s.spent() {
			break
		}
		if s.plan = &s.plans[i]; s.plan.refused {
			s.refuse()
		} else {
			s.faults()
		}
	}
	s.guards()
	s.t.explain(p)
	return s.t
}

// makePlans runs the handler without faults.
func (s *simulation) makePlans() {
	s.chosen[0] = slices.Repeat([]int8{-1}, len(s.p.conds))
	s.chosen[1] = slices.Clone(s.chosen[0])
	clean := 0
	complete := s.explore(maxPlans, func() {
		var pl plan
		s.endless = false
		w, d := &s.w, &s.d
		for side := range 2 {
			w.reset(s.p)
			s.start(w, d, 1, side)
			if s.finish(w, d); s.endless {
				return
			}
			for slot, o := range w.done {
				if o.count > 1 && s.t.Dropped == "" {
					s.t.Dropped = fmt.Sprintf("%s happens twice in a run without a fault", s.p.nodes[s.p.occs[slot].node].Label)
				}
				pl.due[side] = append(pl.due[side], o.count > 0)
			}
			if side == 0 {
				pl.trace = slices.Clone(w.trace)
				pl.refused = w.fate != forgotten
			} else if w.fate != forgotten {
				return // the other delivery refuses the message for another reason
			}
			if pl.refused {
				break
			}
		}
		if pl.refused {
			s.t.Refused++
		} else {
			clean++
		}
		pl.chosen = [2][]int8{slices.Clone(s.chosen[0]), slices.Clone(s.chosen[1])}
		pl.steady = true
		for c, v := range pl.chosen[1] {
			pl.steady = pl.steady && (v < 0 || v == pl.chosen[0][c])
		}
		s.plans = append(s.plans, pl)
		if !pl.refused {
			s.judgeClean(&pl)
		}
	})
	if !complete {
		s.cut(fmt.Sprintf("more than %d combinations of conditions", maxPlans))
	}
	if clean == 0 && s.t.Dropped == "" {
		s.t.Dropped = "no run without a fault ends with the message acked"
	}
}

// finish runs a delivery to its end.
func (s *simulation) finish(w *world, d *delivery) {
	for d.at() != NoNode {
		s.step(w, d, s.poisoned(d.at()))
	}
}

// poisoned is the fault of a step under a poison schedule: every attempt at the
// poisonous step fails.
func (s *simulation) poisoned(id NodeID) fault {
	if s.poison == NoNode {
		return none
	}
	if s.p.stepOf[id] == s.p.stepOf[s.poison] && s.p.nodes[id].CanFail {
		return cleanly
	}
	return none
}

// faults runs the first delivery of a plan and lets every fault strike at every
// step of it.
func (s *simulation) faults() {
	w, d := &s.first, &s.d1
	w.reset(s.p)
	s.use(s.plan.chosen)
	s.start(w, d, 1, 0)
	clear(s.met)
	s.struck = NoNode
	s.crash()
	for d.at() != NoNode {
		s.struck = d.at()
		n := &s.p.nodes[s.struck]
		if n.CanFail {
			s.fail(Fail, cleanly)
			if n.Kind == Effect || n.Kind == Commit {
				s.fail(Ambiguous, ambiguous)
			}
			s.poisonous()
		}
		overtaken := w.fate == pending && s.canOverlap(d) && (s.p.broker.Limit <= 0 || w.tries < s.p.broker.Limit)
		if overtaken {
			s.overlap()
		}
		s.use(s.plan.chosen)
		s.step(w, d, none)
		if overtaken && n.Kind != Extend && w.fate == pending && d.at() != NoNode {
			s.overlap()
		}
		// A crash shows only what is durable: where that is as it was after the
		// step before, nothing new can come of it.
		if !same(w, &s.crashed) || w.fate != s.crashed.fate {
			s.crash()
		}
	}
	s.struck = NoNode
	s.republish()
}

// play runs a schedule from where the first delivery is, once for every further
// choice that comes up.
func (s *simulation) play(sc Schedule, run func()) {
	if s.spent() {
		return
	}
	s.use(s.plan.chosen)
	at := len(s.first.trace)
	complete := s.explore(maxForks, func() {
		s.steps += len(s.p.occs) / 4
		s.w.copyFrom(&s.first)
		s.d.copyFrom(&s.d1)
		s.endless = false
		if run(); !s.endless {
			s.judge(sc, at)
		}
	})
	if !complete {
		s.cut(fmt.Sprintf("more than %d combinations of conditions behind a fault", maxForks))
	}
}

// crash ends the worker; another one gets the message at once, or only when
// something has expired.
func (s *simulation) crash() {
	s.crashed.keep(&s.first)
	s.play(Crash, func() {
		s.w.forget(1)
		s.redeliver(2, 1)
	})
	if s.first.fate != pending {
		return
	}
	for _, t := range s.expiries() {
		if t < s.p.broker.Window {
			s.play(Late, func() {
				s.w.now = t
				s.w.forget(1)
				s.redeliver(2, 1)
			})
		}
	}
}

// expiries are the times at which something durable expires that a later
// delivery could recognise.
func (s *simulation) expiries() []time.Duration {
	s.times = s.times[:0]
	for slot, o := range s.first.done {
		n := &s.p.nodes[s.p.occs[slot].node]
		if o.count > 0 && !n.Natural && n.Key.recurs() && o.expires < Unbounded {
			s.times = append(s.times, o.expires)
		}
	}
	for _, r := range s.first.records {
		if r.worker == 0 && r.key.class.recurs() && r.expires < Unbounded {
			s.times = append(s.times, r.expires)
		}
	}
	slices.Sort(s.times)
	return slices.Compact(s.times)
}

// fail lets the next step fail once.
func (s *simulation) fail(sc Schedule, f fault) {
	s.play(sc, func() {
		s.step(&s.w, &s.d, f)
		s.finish(&s.w, &s.d)
		s.redeliver(s.worker(), 1)
	})
}

// poisonous lets the next step fail on every delivery. All of them meet the
// choices of the first.
func (s *simulation) poisonous() {
	s.poison = s.d1.at()
	earlier := s.met[s.p.stepOf[s.poison]]
	s.met[s.p.stepOf[s.poison]] = true
	if s.plan.steady && !earlier {
		s.play(Poison, func() {
			s.finish(&s.w, &s.d)
			s.redeliver(s.worker(), 0)
		})
	}
	s.poison = NoNode
}

// refuse delivers a message the handler does not accept, until the broker stops.
func (s *simulation) refuse() {
	s.first.reset(s.p)
	s.use(s.plan.chosen)
	s.start(&s.first, &s.d1, 1, 0)
	s.struck = NoNode
	s.play(Poison, func() {
		s.finish(&s.w, &s.d)
		s.redeliver(s.worker(), 0)
	})
}

// overlap runs a second copy to its end, then the first one.
func (s *simulation) overlap() {
	s.play(Overlap, func() {
		w, first, second := &s.w, &s.d, &s.d2
		if first.lease < Unbounded {
			w.now = add(w.now, first.lease)
		}
		s.start(w, second, 2, 1)
		for second.at() != NoNode {
			if !s.waits(second, first) {
				s.step(w, second, none)
				continue
			}
			// The first copy has the record in work: it goes on until it has
			// committed. If it then waits for the second one, the store breaks the
			// circle with an error.
			for first.at() != NoNode {
				f := none
				if s.waits(first, second) {
					f = cleanly
				}
				s.step(w, first, f)
			}
		}
		s.finish(w, first)
		s.redeliver(s.worker(), 1)
	})
}

// republish delivers the same business event as another message.
func (s *simulation) republish() {
	s.play(Republish, func() {
		w := &s.w
		w.message, w.fate, w.tries, w.settled = 2, pending, 0, -1
		s.redeliver(s.worker(), 1)
	})
}

// worker chooses which worker gets the next delivery: it matters where guards
// are in its memory.
func (s *simulation) worker() int {
	if s.p.volatile && s.choose(len(s.p.conds)-1, 0) == sameWorker {
		return 1
	}
	return 2
}

// The choices of the next worker.
const (
	otherWorker = iota
	sameWorker
)

// redeliver delivers the message until it is settled.
func (s *simulation) redeliver(worker, side int) {
	w := &s.w
	for i := 0; w.fate == pending; i++ {
		if limit := s.p.broker.Limit; i == maxTries || limit > 0 && w.tries >= limit {
			s.exhaust(w)
			return
		}
		s.before.keep(w)
		s.start(w, &s.d2, worker, side)
		s.finish(w, &s.d2)
		// A delivery that left nothing behind will be repeated step by step, until
		// something expires.
		if w.fate == pending && same(w, &s.before) && !s.wait(w) {
			s.exhaust(w)
		}
	}
}

// wait lets time pass until the next record expires. It reports whether there
// is one, and the broker delivers for so long.
func (s *simulation) wait(w *world) bool {
	at := Unbounded
	for _, r := range w.records {
		if r.expires > w.now && r.key.class.recurs() {
			at = min(at, r.expires)
		}
	}
	if at == Unbounded {
		return false
	}
	b := &s.p.broker
	if b.Limit > 0 && b.Spacing > 0 {
		// The delivery that will find it expired is counted when it starts.
		w.tries += int(min((at-w.now-1)/b.Spacing, maxLimit))
		if w.tries >= b.Limit {
			return false
		}
	}
	if b.Window > 0 && at >= b.Window {
		return false
	}
	w.now = at
	return true
}

// maxLimit is more than any retry limit; it keeps a count from overflowing.
const maxLimit = 1 << 30

// exhaust decides what becomes of a message no further delivery can help.
func (s *simulation) exhaust(w *world) {
	b := &s.p.broker
	switch {
	case b.Limit == Unlimited:
		w.fate = stuck
	case b.DeadLetter == Present:
		w.fate = parked
	case b.Limit == 0:
		w.fate, w.unsure = stuck, true
	case b.DeadLetter == Absent:
		w.fate = dropped
	default:
		w.fate, w.unsure = parked, true
	}
	w.settled = w.visits()
}

// same reports whether two worlds have the same durable things. Records under a
// key of a delivery are not looked at: no later delivery has that key.
func same(a, b *world) bool {
	for slot := range a.done {
		if a.done[slot].count != b.done[slot].count {
			return false
		}
	}
	return subset(a, b) && subset(b, a)
}

func subset(a, b *world) bool {
	for _, r := range a.records {
		if !r.key.class.recurs() || r.expires <= a.now {
			continue
		}
		if at := b.find(r.slot, r.key, r.worker); at < 0 || b.records[at].expires != r.expires {
			return false
		}
	}
	return true
}

// spent reports whether no more steps may be run.
func (s *simulation) spent() bool {
	if s.steps <= maxSteps {
		return false
	}
	s.cut(fmt.Sprintf("more than %d steps", maxSteps))
	return true
}

func (s *simulation) cut(what string) {
	if !slices.Contains(s.t.Cut, what) {
		s.t.Cut = append(s.t.Cut, what)
	}
}

// explorer runs something once for every combination of the choices it makes.
type explorer struct {
	conds  []cond
	chosen [2][]int8 // by side and condition; -1: not yet
	prefix []int8    // the choices to make first
	log    []choice  // the choices made
	base   [2][]int8
}

type choice struct {
	chosen  int8
	choices int8
}

func (x *explorer) use(chosen [2][]int8) {
	for side := range x.chosen {
		copy(x.chosen[side], chosen[side])
	}
}

// choose is what a condition comes to. Unless a condition is free, all
// deliveries choose alike. The usual choice is the first, and the one the first
// delivery made.
func (x *explorer) choose(c, side int) int {
	if !x.conds[c].free {
		side = 0
	}
	if v := x.chosen[side][c]; v >= 0 {
		return int(v)
	}
	v := max(x.chosen[0][c], 0)
	if made := len(x.log); made < len(x.prefix) {
		v = x.prefix[made]
	}
	x.log = append(x.log, choice{v, int8(x.conds[c].choices)})
	x.chosen[side][c] = v
	return int(v)
}

// explore calls run for every combination of the choices not made yet, up to
// limit; those with fewer unusual ones come first. It reports whether it got
// through.
func (x *explorer) explore(limit int, run func()) bool {
	for side := range x.chosen {
		x.base[side] = append(x.base[side][:0], x.chosen[side]...)
	}
	var levels [][][]int8 // the beginnings to try, by number of unusual choices but one
	x.prefix = nil
	for level, next := 0, 0; ; {
		if limit--; limit < 0 {
			return false
		}
		x.use(x.base)
		x.log = x.log[:0]
		run()
		unusual := level // the first run has none, those of level 0 have one
		if x.prefix != nil {
			unusual++
		}
		for at := len(x.prefix); at < len(x.log); at++ {
			for other := range x.log[at].choices {
				if other == x.log[at].chosen {
					continue
				}
				if unusual == len(levels) {
					levels = append(levels, nil)
				}
				prefix := make([]int8, 0, at+1)
				for _, c := range x.log[:at] {
					prefix = append(prefix, c.chosen)
				}
				levels[unusual] = append(levels[unusual], append(prefix, other))
			}
		}
		for level < len(levels) && next == len(levels[level]) {
			level, next = level+1, 0
		}
		if level == len(levels) {
			return true
		}
		x.prefix = levels[level][next]
		next++
	}
}
