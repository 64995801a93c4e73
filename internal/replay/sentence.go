package replay

import (
	"fmt"
	"strings"
	"time"
)

// Sentence says the run in words: the fault, what it leads to, and what becomes
// of the effect. Steps are named by their labels.
//
//	crash after `rdb.SetNX(order:…)` and before `gateway.Capture` → the redelivery finds the flag, returns nil and is acked: Capture is lost
func (w *Witness) Sentence() string {
	return fmt.Sprintf("%s → %s: %s", w.fault(), w.consequence(), w.result())
}

// fault says what goes wrong.
func (w *Witness) fault() string {
	switch w.Schedule {
	case Crash:
		return w.crashed()
	case Late:
		return fmt.Sprintf("%s, delivered again after %s", w.crashed(), clock(w.now))
	case Ambiguous:
		return w.say(w.struck) + " happens but reports an error"
	case Fail:
		return w.say(w.struck) + " fails"
	case Overlap:
		lease := "the lease"
		if b := w.p.broker; b.Lease > 0 && b.Lease < Unbounded {
			lease += " of " + clock(b.Lease)
		}
		return fmt.Sprintf("%s ends during %s", lease, w.say(w.struck))
	case Republish:
		return "the producer publishes the event again"
	case Poison:
		if w.struck != NoNode {
			return w.say(w.struck) + " fails on every delivery"
		}
	}
	return "the handler refuses the message"
}

// crashed says between which steps the worker dies.
func (w *Witness) crashed() string {
	before := w.before()
	switch {
	case w.struck == NoNode && before == "":
		return "crash before the first step"
	case w.struck == NoNode:
		return "crash before " + before
	case before == "":
		return "crash after " + w.say(w.struck)
	}
	return fmt.Sprintf("crash after %s and before %s", w.say(w.struck), before)
}

// before names the step a crash keeps from happening: the effect in question,
// or the next that leaves something behind.
func (w *Witness) before() string {
	rest := w.clean[min(w.at, len(w.clean)):]
	if w.Outcome != Twice && w.slot >= 0 {
		for _, v := range rest {
			if w.p.nodes[v.node].Kind == Effect && w.p.slotOf[v.node] == w.slot {
				return w.say(v.node)
			}
		}
	}
	for _, v := range rest {
		switch n := &w.p.nodes[v.node]; {
		case n.Kind == Effect, n.Kind == Ack, n.Kind == Commit, n.Kind.guards() && n.Kind != Check:
			return w.say(v.node)
		case n.Kind == Return && n.Verdict == Forget:
			return "the message is acked"
		}
	}
	return ""
}

// consequence says how the fault leads to the result.
func (w *Witness) consequence() string {
	causes := w.Causes()
	if w.Outcome == Twice {
		return w.again(causes)
	}
	if w.settled < 0 { // before the handler started
		return "the message was acked before the handler started"
	}
	if w.settled >= len(w.trace) {
		return w.refused(causes[0])
	}
	by := w.trace[w.settled]
	if w.settled < w.at && by.copy == 1 {
		return w.handled(by, "the handler has", "returned", "acked the message already")
	}
	who := "the handler goes on"
	if by.copy > 1 {
		who = w.who(by.copy)
		if causes[0].Kind == GuardHeld {
			who += " " + w.found(causes[0].Node)
		}
	} else if w.Outcome != Lost || w.fate == dropped {
		who = "the handler gives up"
	}
	return w.ending(who, by)
}

// handled says that a message was settled before the fault.
func (w *Witness) handled(by visit, who, returned, acked string) string {
	if w.p.nodes[by.node].Kind == Return {
		return fmt.Sprintf("%s %s and the message is acked", who, returned)
	}
	return fmt.Sprintf("%s has %s", w.say(by.node), acked)
}

// ending says how a delivery settles the message.
func (w *Witness) ending(who string, by visit) string {
	n := &w.p.nodes[by.node]
	if w.fate == forgotten && n.Verdict != Forget {
		return who + " and a later commit passes the message"
	}
	does := map[fate][2]string{
		forgotten: {"is acked", "acks it"},
		dropped:   {"is dropped", "drops it"},
		parked:    {"is dead-lettered", "dead-letters it"},
	}[w.fate]
	if n.Kind != Return {
		return fmt.Sprintf("%s and %s %s", who, w.say(by.node), does[1])
	}
	if value, ok := strings.CutPrefix(n.Label, "return"); ok {
		returns := strings.TrimRight("returns"+value, " ")
		if strings.Contains(who, " ") && strings.Count(who, " ") > 1 {
			return fmt.Sprintf("%s, %s and %s", who, returns, does[0])
		}
		return fmt.Sprintf("%s %s and %s", who, returns, does[0])
	}
	return fmt.Sprintf("%s and %s", who, does[0])
}

// refused says that no delivery gets the message done.
func (w *Witness) refused(why Cause) string {
	until := map[Outcome]string{
		Parked: "until the retries end", Stuck: "for ever", Lost: "until the broker discards the message",
	}[w.Outcome]
	if why.Kind == GuardHeld {
		return fmt.Sprintf("every redelivery %s and is refused %s", w.found(why.Node), until)
	}
	if why.Kind == LimitReached || w.Schedule != Poison {
		return "no delivery is left"
	}
	return "it is delivered again " + until
}

// again says why the effect is done once more.
func (w *Witness) again(causes []Cause) string {
	v := w.trace[w.occurred(w.second)]
	effect := w.say(v.node)
	key := map[CauseKind]string{
		KeyMissing: "without a key", KeyFresh: "under a fresh key", KeyTransport: "under the new message's id",
		KeyExpired: "after its key was forgotten",
	}[causes[len(causes)-1].Kind]
	why := causes[0]
	for _, c := range causes { // a record that failed says more than one never made
		if why.Kind == GuardUnmarked && c.Kind > GuardUnmarked && c.Kind <= GuardKey {
			why = c
		}
	}
	if why.Kind == RetriedInside {
		return fmt.Sprintf("the same delivery runs %s again %s", effect, key)
	}
	who := w.who(v.copy)
	runs := fmt.Sprintf("runs %s again %s", effect, key)
	guard := ""
	if why.Node != NoNode {
		guard = w.say(why.Node)
	}
	free := "free"
	if w.p.nodes[why.Node].Kind == Check {
		free = "unmarked"
	}
	switch why.Kind {
	case GuardUnmarked:
		if v.copy == 1 {
			return fmt.Sprintf("%s, which found %s %s, %s", who, guard, free, runs)
		}
		return fmt.Sprintf("%s finds %s %s and %s", who, guard, free, runs)
	case GuardReleased:
		return fmt.Sprintf("the record of %s is released, %s finds it %s and %s", guard, who, free, runs)
	case GuardExpired:
		return fmt.Sprintf("the record of %s has expired, %s %s", guard, who, runs)
	case GuardVolatile:
		return fmt.Sprintf("the record of %s was in another process, %s %s", guard, who, runs)
	case GuardKey:
		return fmt.Sprintf("the record of %s has another key, %s %s", guard, who, runs)
	}
	return who + " " + runs
}

// who names a delivery.
func (w *Witness) who(copy int32) string {
	switch {
	case w.Schedule == Overlap && copy == 1:
		return "the first copy"
	case w.Schedule == Overlap && copy == 2:
		return "the second copy"
	case w.Schedule == Republish && copy == 2:
		return "the new message"
	case copy == 1:
		return "the handler"
	case copy == 2:
		return "the redelivery"
	}
	return "a later redelivery"
}

// found says that a guard was found held or marked; the one that was just
// recorded needs no name.
func (w *Witness) found(id NodeID) string {
	n := &w.p.nodes[id]
	if w.struck != NoNode && w.p.nodes[w.struck].Guard == n.Guard {
		return "finds the flag"
	}
	if n.Kind == Check {
		return "finds " + w.say(id) + " marked"
	}
	return "finds " + w.say(id) + " held"
}

// result says what becomes of the effect.
func (w *Witness) result() string {
	what := short(w.Label)
	if w.slot < 0 {
		return map[Outcome]string{
			Lost: "the message is lost", Parked: "the message waits in the dead letter queue", Stuck: "the message is stuck",
		}[w.Outcome]
	}
	return what + map[Outcome]string{
		Twice: " happens twice", Lost: " is lost", Parked: " waits in the dead letter queue", Stuck: " never happens",
	}[w.Outcome]
}

// say names a step.
func (w *Witness) say(id NodeID) string {
	n := &w.p.nodes[id]
	if n.Label == "" {
		return "the " + n.Kind.String()
	}
	return "`" + n.Label + "`"
}

// short is the last name in a label: Capture of s.gateway.Capture(ctx, id).
func short(label string) string {
	head, _, _ := strings.Cut(label, "(")
	if head == "" || strings.Contains(head, " ") {
		return label
	}
	return head[strings.LastIndexByte(head, '.')+1:]
}

// clock writes a duration without the parts that are zero: 24h, 1m30s.
func clock(d time.Duration) string {
	if d == Unbounded {
		return "ever"
	}
	s := d.String()
	if strings.HasSuffix(s, "m0s") {
		s = strings.TrimSuffix(s, "0s")
	}
	if strings.HasSuffix(s, "h0m") {
		s = strings.TrimSuffix(s, "0m")
	}
	return s
}
