package replay

import (
	"encoding/json"
	"slices"
	"time"
)

// Witness is the shortest run that leads to an outcome: the one with the fewest
// steps in all deliveries together.
type Witness struct {
	Schedule Schedule
	Outcome  Outcome
	Ref      int    // of the effect; -1: the message
	Label    string // the effect's
	// Unsure: it takes a fact about the broker that is not known.
	Unsure bool

	p             *Program
	slot          int     // the occurrence; -1: the message
	at            int     // the visit before which the fault strikes
	struck        NodeID  // see Step
	trace         []visit // what was run
	clean         []visit // the first delivery without the fault
	first, second int     // the visits that made the effect happen once and twice
	settled       int     // see world.settled
	fate          fate
	now           time.Duration // at the end
}

// Visit is a step as one delivery ran it.
type Visit struct {
	Delivery int    `json:"delivery"` // from 1; under Republish the second message's come after the first's
	Node     NodeID `json:"-"`
	Ref      int    `json:"-"`
	Label    string `json:"label,omitempty"`
	Kind     Kind   `json:"kind"`
	Answer   Answer `json:"answer"`
	// Fault: the answer is an error because the schedule wants it so. Under
	// Ambiguous the step happened nevertheless.
	Fault bool `json:"fault,omitempty"`
}

// MarshalText writes the kind by name.
func (k Kind) MarshalText() ([]byte, error) { return []byte(k.String()), nil }

// Path returns the steps run, in order. Under Overlap those of two deliveries
// are mixed.
func (w *Witness) Path() []Visit {
	path := make([]Visit, len(w.trace))
	for i, v := range w.trace {
		n := &w.p.nodes[v.node]
		path[i] = Visit{int(v.copy), v.node, n.Ref, n.Label, n.Kind, v.answer, v.fault != none}
	}
	return path
}

// Step is where the fault strikes: under Crash and Late the step after which
// the worker dies, NoNode if it does so before the first one; under Republish,
// and if the handler refuses the message by itself, NoNode; else the step that
// fails or outlasts the lease.
func (w *Witness) Step() NodeID { return w.struck }

// CauseKind says what made an outcome possible.
type CauseKind uint8

// The kinds of causes.
const (
	GuardHeld      CauseKind = iota + 1 // the redelivery found the guard held or marked
	GuardUnmarked                       // the guard was asked when nothing was recorded: not yet, or rolled back
	GuardReleased                       // the guard was released although the effect had happened
	GuardExpired                        // the guard's record had expired
	GuardVolatile                       // the guard's record was in another, or a dead, process
	GuardKey                            // the guard's record had another key: it is not business
	AckedFirst                          // the message was settled before the effect; Ref -1: before the handler started
	ErrorSwallowed                      // a step failed, and the message was acked nevertheless
	CommitPassed                        // a step failed, and a later commit passed the message
	Dropped                             // the message was thrown away; Ref -1: by the broker, after the last retry
	RetriedInside                       // the same delivery did it again
	KeyMissing                          // the effect has no key
	KeyFresh                            // its key is minted anew
	KeyTransport                        // its key is transport identity
	KeyExpired                          // its key was no longer remembered
	StepFails                           // the step that fails whenever it is run
	Refused                             // the handler refuses the message
	LimitReached                        // the retry limit leaves no further delivery
)

var causeNames = [...]string{
	GuardHeld: "guard held", GuardUnmarked: "guard unmarked", GuardReleased: "guard released", GuardExpired: "guard expired",
	GuardVolatile: "guard volatile", GuardKey: "guard key", AckedFirst: "acked first", ErrorSwallowed: "error swallowed",
	CommitPassed: "commit passed", Dropped: "dropped", RetriedInside: "retried inside", KeyMissing: "key missing",
	KeyFresh: "key fresh", KeyTransport: "key transport", KeyExpired: "key expired", StepFails: "step fails", Refused: "refused",
	LimitReached: "limit reached",
}

func (k CauseKind) String() string { return name(causeNames[:], int(k)) }

// MarshalText writes the kind by name.
func (k CauseKind) MarshalText() ([]byte, error) { return []byte(k.String()), nil }

// Cause is one of the things without which a run would have ended well.
type Cause struct {
	Kind CauseKind `json:"kind"`
	Node NodeID    `json:"-"`               // NoNode for what has no step
	Ref  int       `json:"-"`               // of the guard, ack, failed step or effect
	Text string    `json:"label,omitempty"` // its label
}

// Causes returns what made the outcome possible: guards in the order they were
// asked, then acks and errors, then the effect's key. It is never empty.
func (w *Witness) Causes() []Cause {
	switch w.Outcome {
	case Twice:
		return w.whyTwice()
	case Lost:
		return w.whyLost()
	}
	return w.whyEndless()
}

// Cause returns the first cause of a kind, and whether there is one.
func (w *Witness) Cause(k CauseKind) (Cause, bool) {
	causes := w.Causes()
	if i := slices.IndexFunc(causes, func(c Cause) bool { return c.Kind == k }); i >= 0 {
		return causes[i], true
	}
	return Cause{}, false
}

// cause names a step.
func (w *Witness) cause(k CauseKind, id NodeID) Cause {
	if id == NoNode {
		return Cause{Kind: k, Node: NoNode, Ref: -1}
	}
	n := &w.p.nodes[id]
	return Cause{k, id, n.Ref, n.Label}
}

// whyTwice looks at the delivery that did the effect a second time.
func (w *Witness) whyTwice() []Cause {
	again := w.occurred(w.second)
	before := w.occurred(w.first)
	var causes []Cause
	if w.trace[again].copy == w.trace[before].copy {
		causes = append(causes, w.cause(RetriedInside, w.trace[again].node))
	} else {
		for i, v := range w.trace[:again] {
			n := &w.p.nodes[v.node]
			if v.copy == w.trace[again].copy && (n.Kind == Claim || n.Kind == Check) && v.answer == OK {
				causes = append(causes, w.cause(w.whyFree(i), v.node))
			}
		}
	}
	n := &w.p.nodes[w.trace[again].node]
	kind := KeyExpired
	switch n.Key {
	case NoKey:
		kind = KeyMissing
	case Fresh, PerDelivery:
		kind = KeyFresh
	case Transport:
		if w.Schedule == Republish {
			kind = KeyTransport
		}
	}
	return append(causes, w.cause(kind, w.trace[again].node))
}

// occurred returns the visit of the effect that a visit, itself or a commit,
// made durable.
func (w *Witness) occurred(at int) int {
	slot := w.slot
	for i := at; i >= 0; i-- {
		v := &w.trace[i]
		if v.copy == w.trace[at].copy && w.p.nodes[v.node].Kind == Effect && w.p.slotOf[v.node] == slot && v.fault != cleanly {
			return i
		}
	}
	return at
}

// whyFree says why the guard asked at visit i let its delivery through although
// another delivery did, or was doing, the same.
func (w *Witness) whyFree(i int) CauseKind {
	asked := &w.trace[i]
	slot := w.p.slotOf[asked.node]
	kind := GuardUnmarked
	for j, v := range w.trace[:i] {
		n := &w.p.nodes[v.node]
		if v.copy == asked.copy || !n.Kind.guards() || w.p.slotOf[v.node] != slot || v.fault != none || v.answer != OK {
			continue
		}
		switch {
		case n.Kind == Release:
			if kind != GuardUnmarked {
				kind = GuardReleased
			}
		case n.Kind == Check:
		case !within(w.p.durableAt(w.trace, j), i): // not yet, or never
		case n.Volatile:
			kind = GuardVolatile
		case until(v.now, n.Lasts) <= asked.now:
			kind = GuardExpired
		default:
			kind = GuardKey
		}
	}
	return kind
}

// whyLost looks at what made the broker forget the message.
func (w *Witness) whyLost() []Cause {
	failed := w.failed()
	if w.settled < 0 || w.settled >= len(w.trace) {
		if w.settled >= 0 && w.fate == dropped {
			return append(w.whyRefused(), w.cause(Dropped, NoNode))
		}
		return []Cause{w.cause(AckedFirst, NoNode)}
	}
	by := &w.trace[w.settled]
	causes := w.held(by.copy)
	switch {
	case w.fate == dropped:
		return append(causes, w.cause(Dropped, by.node))
	case w.settled < w.at: // before the fault
		return append(causes, w.cause(AckedFirst, by.node))
	case by.copy > 1 && len(causes) > 0:
		return causes
	case failed == NoNode:
		return append(causes, w.cause(AckedFirst, by.node))
	case w.p.nodes[by.node].Verdict == Forget:
		return append(causes, w.cause(ErrorSwallowed, failed), w.cause(AckedFirst, by.node))
	}
	return append(causes, w.cause(CommitPassed, failed))
}

// whyEndless looks at what made the deliveries come to nothing.
func (w *Witness) whyEndless() []Cause {
	if by := w.settled; by >= 0 && by < len(w.trace) {
		causes := append(w.held(w.trace[by].copy), w.cause(Dropped, w.trace[by].node))
		if failed := w.failed(); failed != NoNode {
			causes = append(causes, w.cause(StepFails, failed))
		}
		return causes
	}
	return w.whyRefused()
}

// whyRefused says why the last delivery did not ack the message.
func (w *Witness) whyRefused() []Cause {
	var causes []Cause
	last := len(w.trace) - 1
	if last >= 0 && w.trace[last].copy > 1 {
		causes = w.held(w.trace[last].copy)
	}
	switch failed := w.failed(); {
	case len(causes) > 0:
	case failed != NoNode:
		causes = append(causes, w.cause(StepFails, failed))
	case w.Schedule == Poison:
		causes = append(causes, w.cause(Refused, w.trace[last].node))
	default:
		causes = append(causes, w.cause(LimitReached, NoNode))
	}
	return causes
}

// failed is the step that the schedule let fail.
func (w *Witness) failed() NodeID {
	for _, v := range w.trace {
		if v.fault != none {
			return v.node
		}
	}
	return NoNode
}

// held returns the guards a delivery found held, the last one first: it is the
// one that turned the delivery away.
func (w *Witness) held(copy int32) []Cause {
	var causes []Cause
	for _, v := range slices.Backward(w.trace) {
		if v.copy == copy && v.answer == Held {
			causes = append(causes, w.cause(GuardHeld, v.node))
		}
	}
	return causes
}

// shorter orders runs by their steps.
func (w *Witness) shorter(than *Witness) bool { return len(w.trace) < len(than.trace) }

// MarshalJSON writes the run in words, with its causes and steps.
func (w *Witness) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		Outcome  Outcome `json:"outcome"`
		Unsure   bool    `json:"unsure,omitempty"`
		Sentence string  `json:"sentence"`
		Causes   []Cause `json:"causes"`
		Path     []Visit `json:"path"`
	}{w.Outcome, w.Unsure, w.Sentence(), w.Causes(), w.Path()})
}
