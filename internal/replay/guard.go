package replay

import "time"

// GuardRow is what a guard does in the runs without a fault.
type GuardRow struct {
	Guard    int           `json:"-"`
	Label    string        `json:"label"` // of the step that asks first
	Ref      int           `json:"-"`     // of that step
	Key      KeyClass      `json:"key"`
	Lasts    time.Duration `json:"lasts,omitempty"` // of the longest record; 0: no end is known
	Volatile bool          `json:"volatile,omitempty"`
	// Atomic: asking and recording are one step.
	Atomic bool `json:"atomic,omitempty"`
	// Lock: every run that takes it releases it, so it keeps copies apart that
	// run at the same time and recognises no repeat.
	Lock bool `json:"lock,omitempty"`
	// ReleasedOnError: it is released, but not in a run without a fault.
	ReleasedOnError bool `json:"releasedOnError,omitempty"`
	// Held is what becomes of a message whose guard is found held or marked;
	// Redeliver also if nothing is said.
	Held Verdict `json:"held"`
	// Encloses lists the effects that happen only behind the guard.
	Encloses []Enclosed `json:"encloses,omitempty"`
}

// Enclosed is an effect behind a guard.
type Enclosed struct {
	Ref    int    `json:"-"`
	Label  string `json:"label"`
	Record When   `json:"record"`
}

// When is when a guard's record becomes durable.
type When uint8

// The times, the safest first.
const (
	Together When = iota // with the effect, by one commit
	Before               // before the effect: a crash in between loses it
	After                // after the effect, or never: a crash in between repeats it
)

var whens = [...]string{Together: "together", Before: "before", After: "after"}

func (w When) String() string { return name(whens[:], int(w)) }

// MarshalText writes the time by name.
func (w When) MarshalText() ([]byte, error) { return []byte(w.String()), nil }

// guards reads the guards' rows off the clean runs.
func (s *simulation) guards() {
	for _, n := range s.p.nodes {
		if n.Kind.guards() && s.t.Guard(n.Guard) == nil {
			s.t.Guards = append(s.t.Guards, s.guard(n.Guard))
		}
	}
}

func (s *simulation) guard(guard int) GuardRow {
	g := GuardRow{Guard: guard, Ref: -1, Lock: true}
	ended := false // some record never ends
	for i := range s.p.nodes {
		n := &s.p.nodes[i]
		if n.Guard != guard {
			continue
		}
		asks := n.Kind == Claim || n.Kind == Check
		if g.Ref < 0 && asks || g.Label == "" {
			g.Label, g.Ref, g.Key, g.Volatile = n.Label, n.Ref, n.Key, n.Volatile
		}
		g.Atomic = g.Atomic || n.Kind == Claim
		g.ReleasedOnError = g.ReleasedOnError || n.Kind == Release
		if n.Kind == Claim || n.Kind == Mark {
			ended = ended || n.Lasts == 0
			g.Lasts = max(g.Lasts, n.Lasts)
		}
	}
	if ended {
		g.Lasts = 0
	}
	taken := false
	enclosed := map[int]When{}
	free := map[int]bool{} // effects that also happen without the guard
	for i := range s.plans {
		if pl := &s.plans[i]; !pl.refused {
			run := s.p.guardIn(pl.trace, guard)
			taken = taken || run.taken
			g.Lock = g.Lock && !run.left
			s.enclose(pl.trace, run, enclosed, free)
		}
	}
	g.Lock = g.Lock && taken
	g.ReleasedOnError = g.ReleasedOnError && !g.Lock
	for _, r := range s.t.Effects {
		if when, ok := enclosed[r.Ref]; ok && !free[r.Ref] {
			g.Encloses = append(g.Encloses, Enclosed{r.Ref, r.Label, when})
		}
	}
	g.Held = s.heldVerdict(guard)
	return g
}

// guardRun is what one run does with a guard.
type guardRun struct {
	asked    int  // the first visit that asks; past the end if none does
	recorded int  // the visit that makes the first record durable; past the end if none does
	taken    bool // whether there is a record at some time
	left     bool // and at the end
}

func (p *Program) guardIn(trace []visit, guard int) guardRun {
	run := guardRun{asked: len(trace), recorded: len(trace)}
	for at, v := range trace {
		n := &p.nodes[v.node]
		if n.Guard != guard {
			continue
		}
		if n.Kind == Claim || n.Kind == Check {
			run.asked = min(run.asked, at)
		}
		if (n.Kind == Claim || n.Kind == Mark) && v.answer == OK {
			run.taken, run.left = true, true
			if durable := p.durableAt(trace, at); durable >= 0 {
				run.recorded = min(run.recorded, durable)
			}
		}
		if n.Kind == Release {
			run.left = false
		}
	}
	return run
}

// enclose sorts the effects of a run by whether the guard was asked before.
func (s *simulation) enclose(trace []visit, run guardRun, enclosed map[int]When, free map[int]bool) {
	for at, v := range trace {
		n := &s.p.nodes[v.node]
		if n.Kind != Effect {
			continue
		}
		if at < run.asked {
			free[n.Ref] = true
			continue
		}
		when := After
		switch durable := s.p.durableAt(trace, at); {
		case durable == run.recorded:
			when = Together
		case durable > run.recorded:
			when = Before
		}
		enclosed[n.Ref] = max(enclosed[n.Ref], when)
	}
}

// durableAt returns the visit by which the result of visit i outlived its
// delivery: itself, or a commit; -1 if it did not.
func (p *Program) durableAt(trace []visit, i int) int {
	store := p.storeOf[trace[i].node]
	if store < 0 {
		return i
	}
	open := 0
	for at, v := range trace {
		if v.copy != trace[i].copy {
			continue
		}
		if at == i && open == 0 {
			return i
		}
		n := &p.nodes[v.node]
		ends := n.Kind == Return
		if p.storeOf[v.node] == store {
			switch n.Kind {
			case Begin:
				open++
			case Rollback:
				ends = true
			case Commit:
				open--
				if ends = v.fault == cleanly; !ends && open <= 0 && at > i {
					return at
				}
			}
		}
		if open = max(open, 0); ends {
			if at > i {
				return -1
			}
			open = 0
		}
	}
	return -1
}

// heldVerdict runs a clean run again, with the guard's records there.
func (s *simulation) heldVerdict(guard int) Verdict {
	w, d := &s.w, &s.d
	for i := range s.plans {
		pl := &s.plans[i]
		if pl.refused || s.p.guardIn(pl.trace, guard).asked == len(pl.trace) {
			continue
		}
		w.reset(s.p)
		s.use(pl.chosen)
		s.prefix, s.log = nil, s.log[:0]
		s.start(w, d, 1, 0)
		for id, n := range s.p.nodes {
			if n.Guard == guard && n.Kind != Release {
				w.records = append(w.records, record{slot: s.p.slotOf[id], key: value(n.Key, d), worker: n.worker(d), expires: Unbounded})
			}
		}
		s.finish(w, d)
		switch w.fate {
		case forgotten:
			return Forget
		case dropped:
			return Drop
		case parked:
			return DeadLetter
		}
		return Redeliver
	}
	return Redeliver
}

// within reports whether a visit is there and before another.
func within(at, before int) bool { return at >= 0 && at < before }
