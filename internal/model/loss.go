package model

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/idemlint/idemlint/internal/finding"
	"github.com/idemlint/idemlint/internal/replay"
)

// A Loss is a run in which a message is forgotten although something it asked
// for did not happen.
type Loss struct {
	Kind   LossKind
	Effect *Effect // what does not happen
	Step   string  // the step that fails, of Swallowed and Passed
	Place  finding.Place
	Path   []finding.Place
	// Schedule is the run.
	Schedule string
}

// LossKind says how a message is lost.
type LossKind uint8

// The kinds of losses.
const (
	AckedOnReceipt LossKind = iota // the broker forgets it before the handler starts, or whatever the handler says
	AckedFirst                     // acked before the effect
	Swallowed                      // a step failed, and the message was acked
	Passed                         // a step failed, and a later commit passes the message
	Detached                       // the work goes on beside, and the message is acked
	PartlyFailed                   // the call succeeded, but for some entries
)

// rank orders effects by what losing one costs; a cache that is filled again
// costs little.
func (e *Effect) rank() int {
	if e.Transient || e.Natural == countsDeliveries {
		return 1
	}
	switch e.Category {
	case "money", "inventory":
		return 5
	case "notify", "index":
		return 1
	case "db":
		if e.Does == "set" || e.Does == "delete" {
			return 1
		}
	}
	return 3
}

// isParking reports whether the effect puts the message where somebody can
// find it.
func (e *Effect) isParking() bool { return e.Natural == parked }

// Losses lists the ways in which the handler loses messages, one for each place
// a person would change.
func (h *Handler) Losses() []Loss {
	var out []Loss
	for _, e := range h.Effects {
		if e.partial {
			out = append(out, Loss{
				Kind: PartlyFailed, Effect: e, Place: e.Place, Path: e.Path,
				Schedule: fmt.Sprintf("%s returns no error although some of its entries failed → nobody looks, and they are lost", e.Call),
			})
		}
	}
	if h.Ack == "receive" || h.Ack == "after" {
		return append(out, h.lostOnReceipt()...)
	}
	out = append(out, h.handed...)
	if p := h.program; p != nil && !p.cut {
		back := p.back()
		out = append(out, p.ackedFirst(back)...)
		out = append(out, p.swallowed(back)...)
	}
	return oncePer(out)
}

// oncePer keeps the costliest loss of each place.
func oncePer(ls []Loss) []Loss {
	slices.SortStableFunc(ls, func(a, b Loss) int {
		return cmp.Or(strings.Compare(a.Place.File, b.Place.File), cmp.Compare(a.Place.Line, b.Place.Line), cmp.Compare(b.Effect.rank(), a.Effect.rank()))
	})
	return slices.CompactFunc(ls, func(a, b Loss) bool { return a.Place.File == b.Place.File && a.Place.Line == b.Place.Line })
}

func (h *Handler) lostOnReceipt() []Loss {
	var worst *Effect
	for _, e := range h.Effects {
		if !e.ReadOnly() && !e.isParking() && (worst == nil || e.rank() > worst.rank()) {
			worst = e
		}
	}
	if worst == nil || !h.acked.IsValid() {
		return nil
	}
	schedule := fmt.Sprintf("crash before %s, or an error of it → the broker has forgotten the message: %s is lost", worst.Call, short(worst))
	if h.Ack == "after" {
		schedule = fmt.Sprintf("%s fails → the library acks the message all the same: %s is lost", worst.Call, short(worst))
	}
	at := h.acked
	at.Note = "the message is acked here"
	return []Loss{{Kind: AckedOnReceipt, Effect: worst, Place: h.acked, Path: append([]finding.Place{at}, worst.Path...), Schedule: schedule}}
}

// short is the last part of how a call is written.
func short(e *Effect) string { return e.Call[strings.LastIndexByte(e.Call, '.')+1:] }

// ackedFirst finds acks that come before every effect, and work that goes on
// beside the handler when the message is acked.
func (p *program) ackedFirst(back [][]replay.NodeID) []Loss {
	var out []Loss
	// An ack on one way, of a message that is not worked on, is none that comes
	// before the work.
	unacked := p.effectsUpTo(p.entry, forgets)
	for i := range p.nodes {
		id := replay.NodeID(i)
		switch n := &p.nodes[i]; {
		case forgets(n):
			e := worst(p.effectsFrom(p.next(id, replay.OK)))
			if e == nil || worst(p.effectsBefore(back, id)) != nil || slices.ContainsFunc(unacked, func(o *Effect) bool { return o.Place == e.Place }) {
				continue
			}
			out = append(out, Loss{
				Kind: AckedFirst, Effect: e, Place: p.of[i].place, Path: p.pathOf(i, "acks the message"),
				Schedule: fmt.Sprintf("crash after %s and before %s → the broker has forgotten the message: %s is lost", n.Label, e.Call, short(e)),
			})
		case n.Kind == replay.Spawn:
			e := worst(p.effectsFrom(p.next(id, replay.Spawned)))
			end, forgotten := p.ends(p.next(id, replay.OK))
			inline := append(p.effectsFrom(p.next(id, replay.OK)), p.effectsBefore(back, id)...)
			if e == nil || !forgotten {
				continue
			}
			if worst(inline) != nil && e.rank() < 5 {
				continue // the work itself is not what runs on
			}
			l := Loss{
				Kind: Detached, Effect: e, Place: p.of[end].place, Path: p.pathOf(int(end), "acks the message"),
				Schedule: fmt.Sprintf("the message is acked while %s runs on; crash before %s → nobody delivers it again: %s is lost", n.Label, e.Call, short(e)),
			}
			if p.nodes[end].Kind != replay.Ack {
				l.Place, l.Path = p.of[i].place, p.pathOf(i, n.Label)
			}
			out = append(out, l)
		}
	}
	return out
}

// acksBeforeAll reports whether every effect comes after an ack: only what is
// published again repeats it.
func (p *program) acksBeforeAll() bool {
	return slices.ContainsFunc(p.nodes, func(n replay.Node) bool { return forgets(&n) }) &&
		len(p.effectsFrom(p.entry)) > 0 && len(p.effectsUpTo(p.entry, forgets)) == 0
}

// forgets reports whether a step is an ack by which the broker forgets the
// message.
func forgets(n *replay.Node) bool { return n.Kind == replay.Ack && n.Verdict == replay.Forget }

// happensAt is the effect that happens at a node, or the mark that is one; nil
// for none, and for one that only puts the message where somebody can find it.
func (p *program) happensAt(id replay.NodeID) *Effect {
	e := p.of[id].effect
	if k := p.nodes[id].Kind; e == nil || k != replay.Effect && k != replay.Mark || e.isParking() {
		return nil
	}
	return e
}

// pathOf is the path to a node.
func (p *program) pathOf(i int, note string) []finding.Place {
	return upTo(p.of[i].path, p.of[i].place, note)
}

// upTo is a path with a place at its end, unless it ends on that line.
func upTo(path []finding.Place, at finding.Place, note string) []finding.Place {
	path = slices.Clone(path)
	if len(path) == 0 || path[len(path)-1].Line != at.Line || path[len(path)-1].File != at.File {
		at.Note = note
		path = append(path, at)
	}
	return path
}

// answers lists the answers a node has edges for, in order.
func (p *program) answers(id replay.NodeID) []replay.Answer {
	return slices.Sorted(maps.Keys(p.edges[id]))
}

// next is the step that follows an answer.
func (p *program) next(id replay.NodeID, a replay.Answer) replay.NodeID {
	if to, ok := p.edges[id][a]; ok {
		return to
	}
	if a != replay.OK && a != replay.Spawned {
		if to, ok := p.edges[id][replay.OK]; ok {
			return to
		}
	}
	return none
}

func worst(es []*Effect) *Effect {
	var w *Effect
	for _, e := range es {
		if w == nil || e.rank() > w.rank() {
			w = e
		}
	}
	return w
}

// effectsFrom lists the effects that happen from a node on when nothing fails.
func (p *program) effectsFrom(id replay.NodeID) []*Effect {
	return p.effectsUpTo(id, func(*replay.Node) bool { return false })
}

// effectsUpTo is effectsFrom, but not past certain nodes.
func (p *program) effectsUpTo(id replay.NodeID, stop func(*replay.Node) bool) []*Effect {
	var out []*Effect
	seen := map[replay.NodeID]bool{}
	var visit func(id replay.NodeID)
	visit = func(id replay.NodeID) {
		if id == none || seen[id] {
			return
		}
		seen[id] = true
		if stop(&p.nodes[id]) {
			return
		}
		if e := p.happensAt(id); e != nil {
			out = append(out, e)
		}
		for _, a := range p.answers(id) {
			if a != replay.Failed && a != replay.Held {
				visit(p.edges[id][a])
			}
		}
	}
	visit(id)
	return out
}

// back lists, for each node, those it follows.
func (p *program) back() [][]replay.NodeID {
	out := make([][]replay.NodeID, len(p.nodes))
	for i := range p.edges {
		for _, a := range p.answers(replay.NodeID(i)) {
			to := p.edges[i][a]
			out[to] = append(out[to], replay.NodeID(i))
		}
	}
	return out
}

// effectsBefore lists the effects that were tried, on some way, when a node is
// reached.
func (p *program) effectsBefore(back [][]replay.NodeID, id replay.NodeID) []*Effect {
	var out []*Effect
	for _, at := range before(back, id) {
		if e := p.happensAt(at); e != nil {
			out = append(out, e)
		}
	}
	return out
}

// before lists the nodes on all ways to a node.
func before(back [][]replay.NodeID, id replay.NodeID) []replay.NodeID {
	var out []replay.NodeID
	seen := map[replay.NodeID]bool{id: true}
	stack := slices.Clone(back[id])
	for len(stack) > 0 {
		at := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if !seen[at] {
			seen[at] = true
			out = append(out, at)
			stack = append(stack, back[at]...)
		}
	}
	return out
}

// ends follows a path on which nothing fails to the step that forgets the
// message; false if it is not forgotten on every way.
func (p *program) ends(id replay.NodeID) (replay.NodeID, bool) {
	return p.forgotten(id, nil, map[replay.NodeID]bool{})
}

// forgotten reports whether the message is forgotten on every way on from a
// node, and not parked, and by which step. Normal are the effects of a run
// without a fault: others are there because of one, and a write among them
// keeps the message.
func (p *program) forgotten(id replay.NodeID, normal map[*Effect]bool, seen map[replay.NodeID]bool) (replay.NodeID, bool) {
	if id == none || seen[id] {
		return none, false
	}
	if p.of[id].awaits {
		return id, false // and acked by what it hears
	}
	seen[id] = true
	defer delete(seen, id)
	n := &p.nodes[id]
	switch n.Kind {
	case replay.Return:
		switch n.Verdict {
		case replay.Forget, replay.Drop:
			return id, true
		case replay.Leave:
			return id, p.broker.Ack == replay.AckByPoll
		}
		return id, false
	case replay.Ack:
		return id, forgets(n)
	case replay.Branch:
		end := none
		for _, a := range p.answers(id) {
			to := p.edges[id][a]
			at, ok := p.forgotten(to, normal, seen)
			if !ok {
				return none, false
			}
			if end == none || at < end {
				end = at
			}
		}
		return end, end != none
	case replay.Effect, replay.Mark, replay.Claim:
		if e := p.of[id].effect; e != nil && (e.isParking() || normal != nil && !normal[e] && e.rank() > 1) {
			return id, false
		}
	}
	return p.forgotten(p.next(id, replay.OK), normal, seen)
}

// swallowed finds steps whose failure nobody hears of.
func (p *program) swallowed(back [][]replay.NodeID) []Loss {
	normal := map[*Effect]bool{}
	for _, e := range p.effectsFrom(p.entry) {
		normal[e] = true
	}
	for i := range p.nodes {
		if k := p.nodes[i].Kind; k == replay.Mark || k == replay.Claim {
			normal[p.of[i].effect] = true
		}
	}
	var out []Loss
	for i := range p.nodes {
		id, n := replay.NodeID(i), &p.nodes[i]
		failed, can := p.edges[i][replay.Failed]
		if !can || n.Kind == replay.Ack {
			continue
		}
		end, forgotten := p.forgotten(failed, normal, map[replay.NodeID]bool{})
		if !forgotten {
			continue
		}
		happens := p.effectsFrom(failed)
		if e := p.of[i].effect; e != nil && e.isParking() {
			if l, ok := p.unparked(id, end, p.effectsBefore(back, id)); ok {
				out = append(out, l)
			}
			continue
		}
		lost := slices.DeleteFunc(p.effectsFrom(p.next(id, replay.OK)), func(e *Effect) bool { return slices.Contains(happens, e) })
		if e := p.happensAt(id); e != nil && !slices.Contains(happens, e) {
			lost = append(lost, e)
		}
		e := worst(lost)
		if e == nil || e.rank() < 5 && (p.of[end].dropped || p.of[end].warned && p.nodes[end].Verdict == replay.Forget) {
			continue
		}
		before := slices.DeleteFunc(p.effectsBefore(back, id), func(o *Effect) bool { return o == e })
		others := append(before, slices.DeleteFunc(happens, func(o *Effect) bool { return o == e })...)
		if w := worst(others); w != nil && (w.rank() >= e.rank() || len(before) > 0 && e.rank() < 5) && !(e.Category == "publish" && !e.Transient && onlyRows(others)) {
			continue // best effort beside what mattered
		}
		out = append(out, p.unheard(id, end, e, n.Label+" fails"))
	}
	return out
}

// unheard is the loss of an effect when a step fails and another makes the
// broker forget the message all the same.
func (p *program) unheard(id, end replay.NodeID, e *Effect, fault string) Loss {
	n := &p.nodes[id]
	l := Loss{Kind: Swallowed, Effect: e, Step: n.Label, Place: p.of[end].place, Path: p.pathOf(int(id), "calls "+n.Label)}
	if at := p.of[end].lost; p.nodes[end].Kind == replay.Return && p.nodes[end].Verdict != replay.Leave && at.IsValid() {
		l.Place = at
	}
	by := "the handler goes on, and the message is acked"
	if p.nodes[end].Kind == replay.Ack {
		by = "the handler goes on, and " + p.nodes[end].Label + " acks the message"
	}
	if p.nodes[end].Verdict == replay.Leave {
		l.Kind, by = Passed, "the message is left, and the commit of a later one passes it"
		if at := p.of[end].pos; at.IsValid() {
			l.Place = at
		}
	}
	if at := l.Place; at.IsValid() {
		at.Note = "the message is acked here"
		if l.Kind == Passed {
			at.Note = "the message is left here"
		}
		l.Path = append(l.Path, at)
	}
	l.Schedule = fmt.Sprintf("%s → %s: %s is lost", fault, by, short(e))
	return l
}

// unparked is the loss of a message that failed and could not be put where
// somebody finds it either. Before are the effects tried on the way.
func (p *program) unparked(id, end replay.NodeID, before []*Effect) (Loss, bool) {
	e := worst(before)
	if e == nil || e.rank() < 3 || !p.onlyAfterFault(id) {
		return Loss{}, false
	}
	return p.unheard(id, end, e, fmt.Sprintf("%s fails, and so does %s", e.Call, p.nodes[id].Label)), true
}

// onlyAfterFault reports whether a step is reached only when another failed.
func (p *program) onlyAfterFault(id replay.NodeID) bool {
	seen := map[replay.NodeID]bool{}
	var visit func(at replay.NodeID) bool
	visit = func(at replay.NodeID) bool {
		if at == id {
			return true
		}
		if at == none || seen[at] {
			return false
		}
		seen[at] = true
		return slices.ContainsFunc(p.answers(at), func(a replay.Answer) bool {
			return a != replay.Failed && visit(p.edges[at][a])
		})
	}
	return !visit(p.entry)
}

// onlyRows reports whether all effects that matter are writes to a database: an
// event about them belongs to them.
func onlyRows(es []*Effect) bool {
	return !slices.ContainsFunc(es, func(e *Effect) bool { return e.Category != "db" && e.rank() > 1 })
}

// Finding starts a finding about the loss.
func (l Loss) Finding(h *Handler, message string) finding.Finding {
	f := finding.Finding{
		Severity: finding.SeverityOf(l.Effect.Category), Confidence: finding.High, Category: l.Effect.Category,
		File: l.Place.File, Line: l.Place.Line, Column: l.Place.Column,
		Handler: h.Name, Message: message, Schedule: l.Schedule, Subject: l.Effect.Func,
	}
	if l.Effect.Transient {
		f.Severity = finding.Note
	}
	f.Path = l.Path
	if l.Kind != Detached || len(l.Path) == 0 || !strings.HasPrefix(l.Path[0].Note, "handles ") {
		f.Path = append([]finding.Place{h.start()}, l.Path...)
	}
	f.Path = trimPath(f.Path)
	return f
}

// start is where the paths of findings about the handler begin.
func (h *Handler) start() finding.Place {
	at := h.Place
	at.Note = "handles " + h.Broker + " messages"
	return at
}
