package replay

import (
	"encoding/json"
	"slices"
)

// Schedule is a kind of run.
type Schedule uint8

// The schedules.
const (
	Clean     Schedule = iota // once, without a fault
	Crash                     // the worker dies right after a step, and the message is delivered again
	Ambiguous                 // a step happens, but its caller gets an error
	Fail                      // a step fails once
	Overlap                   // the lease ends during a step, and a second copy overtakes the first
	Republish                 // the producer publishes the same event as a new message
	Late                      // a crash, and the message comes again only when a record or key has expired: each that the window outlasts
	Poison                    // a step fails on every delivery, or the handler refuses the message by itself
	schedules
)

// Schedules lists the schedules.
var Schedules = []Schedule{Clean, Crash, Ambiguous, Fail, Overlap, Republish, Late, Poison}

var scheduleNames = [...]string{
	Clean: "clean", Crash: "crash", Ambiguous: "ambiguous", Fail: "fail",
	Overlap: "overlap", Republish: "republish", Late: "late", Poison: "poison",
}

func (sc Schedule) String() string { return name(scheduleNames[:], int(sc)) }

// MarshalText writes the schedule by name.
func (sc Schedule) MarshalText() ([]byte, error) { return []byte(sc.String()), nil }

// Outcome is what a schedule makes of an effect, or of the message.
type Outcome uint8

// The outcomes, from good to bad.
const (
	NotApplicable Outcome = iota // there is no such run
	Once                         // one occurrence; of the message: it is forgotten in the end
	Parked                       // none, and the message waits in a dead letter queue
	Stuck                        // none, and the message is delivered for ever
	Lost                         // none, and the message is gone
	Twice                        // two occurrences that are not equal under their keys
	outcomes
)

var outcomeNames = [...]string{
	NotApplicable: "n/a", Once: "once", Parked: "parked", Stuck: "stuck", Lost: "lost", Twice: "twice",
}

func (o Outcome) String() string { return name(outcomeNames[:], int(o)) }

// MarshalText writes the outcome by name.
func (o Outcome) MarshalText() ([]byte, error) { return []byte(o.String()), nil }

// Table is what every schedule makes of every effect of a handler.
type Table struct {
	// Dropped says why the handler is not simulated: "clean" is not clean, so
	// the program is wrong. Then there are no outcomes.
	Dropped string `json:"dropped,omitempty"`
	// Cut lists the bounds that were met. Behind them outcomes may be missing;
	// those there are hold.
	Cut []string `json:"cut,omitempty"`
	// Refused counts the combinations of conditions under which the handler,
	// without any fault, does not ack the message.
	Refused int        `json:"refused,omitempty"`
	Effects []Row      `json:"effects"` // in the order of their first nodes
	Message Row        `json:"message"` // what becomes of the message itself
	Guards  []GuardRow `json:"guards,omitempty"`
}

// Row is one effect under every schedule.
type Row struct {
	Ref      int             `json:"-"` // of the effect's nodes; -1 for the message
	Label    string          `json:"label"`
	Key      KeyClass        `json:"key"`
	Natural  bool            `json:"natural,omitempty"`
	Relative bool            `json:"relative,omitempty"`
	Cells    [schedules]Cell `json:"cells"`
}

// Cell is an effect under one schedule.
type Cell struct {
	Schedule Schedule
	Outcome  Outcome // the worst
	Why      string  // why the schedule does not apply, if it does not
	found    [outcomes]*Witness
}

// For returns the row of the effect with a Ref, nil if there is none.
func (t *Table) For(ref int) *Row {
	if i := slices.IndexFunc(t.Effects, func(r Row) bool { return r.Ref == ref }); i >= 0 {
		return &t.Effects[i]
	}
	return nil
}

// Guard returns what is known of a guard, nil if there is none.
func (t *Table) Guard(guard int) *GuardRow {
	if i := slices.IndexFunc(t.Guards, func(g GuardRow) bool { return g.Guard == guard }); i >= 0 {
		return &t.Guards[i]
	}
	return nil
}

// Under returns the row's cell for a schedule.
func (r *Row) Under(sc Schedule) *Cell { return &r.Cells[sc] }

// Worst returns the worst outcome under any of the schedules, all if none are
// named, and the shortest run that leads to it; nil if it is Once or
// NotApplicable.
func (r *Row) Worst(scs ...Schedule) (Outcome, *Witness) {
	if len(scs) == 0 {
		scs = Schedules
	}
	worst := NotApplicable
	for _, sc := range scs {
		worst = max(worst, r.Under(sc).Outcome)
	}
	return worst, r.Find(worst, scs...)
}

// Find returns the shortest run that leads to an outcome under any of the
// schedules, all if none are named; nil if none does, and for Once.
func (r *Row) Find(o Outcome, scs ...Schedule) *Witness {
	if len(scs) == 0 {
		scs = Schedules
	}
	var best *Witness
	for _, sc := range scs {
		if w := r.Under(sc).found[o]; w != nil && (best == nil || w.shorter(best)) {
			best = w
		}
	}
	return best
}

// Find returns the shortest run that leads to an outcome; nil if none does, and
// for Once.
func (c *Cell) Find(o Outcome) *Witness { return c.found[o] }

// Witnesses returns the shortest run for each outcome but Once, worst first.
func (c *Cell) Witnesses() []*Witness {
	var ws []*Witness
	for _, w := range slices.Backward(c.found[:]) {
		if w != nil {
			ws = append(ws, w)
		}
	}
	return ws
}

// MarshalJSON writes the outcome and its witnesses. It has a value receiver so
// that tables are written alike by value and by pointer.
func (c Cell) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		Schedule  Schedule   `json:"schedule"`
		Outcome   Outcome    `json:"outcome"`
		Why       string     `json:"why,omitempty"`
		Witnesses []*Witness `json:"witnesses,omitempty"`
	}{c.Schedule, c.Outcome, c.Why, c.Witnesses()})
}

// newTable returns the table of a program before anything is run.
func newTable(p *Program) *Table {
	t := &Table{Effects: []Row{}, Message: Row{Ref: -1, Label: "the message"}}
	for _, o := range p.occs {
		if t.For(o.ref) == nil {
			n := &p.nodes[o.node]
			t.Effects = append(t.Effects, Row{Ref: o.ref, Label: n.Label, Key: n.Key, Natural: n.Natural, Relative: n.Relative})
		}
	}
	for _, r := range t.rows() {
		for _, sc := range Schedules {
			r.Cells[sc].Schedule = sc
		}
	}
	return t
}

// rows returns the effects and the message.
func (t *Table) rows() []*Row {
	rows := make([]*Row, 0, len(t.Effects)+1)
	for i := range t.Effects {
		rows = append(rows, &t.Effects[i])
	}
	return append(rows, &t.Message)
}

// judge enters the outcome of the run in s.w into the table.
func (s *simulation) judge(sc Schedule, at int) {
	for slot, o := range s.w.done {
		out := s.w.fate.outcome()
		switch {
		case o.count > 1:
			out = Twice
		case o.count == 1:
			out = Once
		case !s.due(sc, slot):
			continue
		case out == Once: // forgotten
			out = Lost
		}
		s.enter(&s.t.Effects[s.rows[slot]], sc, out, slot, at)
	}
	s.enter(&s.t.Message, sc, s.w.fate.outcome(), -1, at)
}

// due reports whether every delivery of a schedule would, without the fault, do
// the effect. All deliveries of a poisonous message meet the choices of the
// first.
func (s *simulation) due(sc Schedule, slot int) bool {
	switch {
	case s.plan.refused:
		return false
	case sc == Poison:
		return s.plan.due[0][slot]
	}
	return s.plan.due[0][slot] && s.plan.due[1][slot]
}

// judgeClean enters what a run without faults does.
func (s *simulation) judgeClean(pl *plan) {
	for slot, due := range pl.due[0] {
		if due {
			s.t.Effects[s.rows[slot]].Cells[Clean].Outcome = Once
		}
	}
	s.t.Message.Cells[Clean].Outcome = Once
}

// outcome is what a fate means for the message.
func (f fate) outcome() Outcome {
	switch f {
	case dropped:
		return Lost
	case parked:
		return Parked
	case stuck:
		return Stuck
	}
	return Once
}

// enter notes an outcome, with the run that led to it if it is shorter than the
// one known.
func (s *simulation) enter(r *Row, sc Schedule, out Outcome, slot, at int) {
	c := &r.Cells[sc]
	if c.Outcome = max(c.Outcome, out); out == Once {
		return
	}
	steps := s.w.visits()
	if out == Twice { // what happens to the message afterwards does not matter
		steps = s.w.done[slot].second + 1
	}
	if c.found[out] != nil && len(c.found[out].trace) <= steps {
		return
	}
	w := &Witness{
		Schedule: sc, Outcome: out, Ref: r.Ref, Label: r.Label, Unsure: s.w.unsure,
		p: s.p, slot: slot, at: at, struck: s.struck, trace: slices.Concat(s.w.past, s.w.trace)[:steps:steps], clean: s.plan.trace,
		settled: s.w.settled, fate: s.w.fate, now: s.w.now,
	}
	if slot >= 0 {
		w.first, w.second = s.w.done[slot].first, s.w.done[slot].second
	}
	c.found[out] = w
}

// explain says why schedules do not apply.
func (t *Table) explain(p *Program) {
	for _, r := range t.rows() {
		for _, sc := range Schedules {
			if c := &r.Cells[sc]; c.Outcome == NotApplicable {
				c.Why = t.why(p, r, sc)
			}
		}
	}
}

func (t *Table) why(p *Program, r *Row, sc Schedule) string {
	if r.Cells[Clean].Outcome == NotApplicable && (sc == Clean || t.Message.Cells[sc].Outcome != NotApplicable) {
		return "only a fault leads here, if anything does"
	}
	b := &p.broker
	fails := slices.ContainsFunc(p.nodes, func(n Node) bool { return n.CanFail })
	switch sc {
	case Overlap:
		switch {
		case b.Ack == AckFirst:
			return "the message is acked before the handler starts"
		case b.Lease == 0:
			return "the lease is unknown, and no step goes on without a bound"
		}
		return "no step outlasts the lease before the message is acked"
	case Late:
		switch {
		case b.Ack == AckFirst:
			return "the message is acked before the handler starts"
		case b.Window == 0:
			return "how late a message can come again is unknown"
		}
		return "nothing expires while the message can come again"
	case Fail, Poison:
		if !fails {
			return "no step can fail"
		}
	case Ambiguous:
		return "no effect and no commit can fail"
	}
	return "there is no such run"
}
