package model

import (
	"fmt"
	"regexp"
	"slices"

	"github.com/idemlint/idemlint/internal/replay"
)

// A Coupling is a slow, best-effort step whose failure makes the broker deliver
// money or stock again.
type Coupling struct {
	Slow     *Effect
	Effect   *Effect // what comes again
	Schedule string
}

// Couplings lists the best-effort steps that share a delivery with what must
// happen.
func (h *Handler) Couplings() []Coupling {
	p := h.program
	if p == nil || p.cut || h.AckedFirst() {
		return nil
	}
	back := p.back()
	var out []Coupling
	seen := map[*Effect]bool{}
	for i := range p.nodes {
		id, slow := replay.NodeID(i), p.of[i].effect
		failed, can := p.edges[i][replay.Failed]
		if slow == nil || seen[slow] || !can || !slow.bestEffort() || !p.comesAgain(failed) {
			continue
		}
		for _, e := range p.tried(back, id) {
			if e != slow && (e.Category == "money" && !refunding.MatchString(e.Func) || e.Reserves()) {
				seen[slow] = true
				out = append(out, Coupling{slow, e, fmt.Sprintf("%s is down → the message is delivered again, and each time %s runs first", slow.Call, e.Call)})
				break
			}
		}
	}
	return out
}

// tried lists the effects on the ways to a node, those that claim something
// included.
func (p *program) tried(back [][]replay.NodeID, id replay.NodeID) []*Effect {
	out := p.effectsBefore(back, id)
	for _, at := range before(back, id) {
		if e := p.of[at].effect; e != nil && p.nodes[at].Kind == replay.Claim {
			out = append(out, e)
		}
	}
	return out
}

// bestEffort reports whether the handler's work is done without the effect: a
// mail, a text message, a push, a call to an address the message names.
func (e *Effect) bestEffort() bool {
	return !e.ReadOnly() && !e.isParking() && (e.Category == "notify" || e.Category == "http" && e.ToSender)
}

// comesAgain reports whether the message can be delivered again from a node on
// when nothing else fails.
func (p *program) comesAgain(id replay.NodeID) bool {
	seen := map[replay.NodeID]bool{}
	var visit func(id replay.NodeID) bool
	visit = func(id replay.NodeID) bool {
		if id == none || seen[id] {
			return false
		}
		seen[id] = true
		switch n := &p.nodes[id]; n.Kind {
		case replay.Ack:
			return n.Verdict == replay.Redeliver
		case replay.Return:
			return n.Verdict == replay.Redeliver || n.Verdict == replay.Leave && p.broker.Ack == replay.AckExplicit
		}
		return slices.ContainsFunc(p.answers(id), func(a replay.Answer) bool {
			return a != replay.Failed && a != replay.Spawned && visit(p.edges[id][a])
		})
	}
	return visit(id)
}

// reserving matches what people call taking the thing that is sold.
var reserving = regexp.MustCompile(`(?i)reserv|allocat|assign|\bhold|_holds?\b|holds?$|book(ing)?s?$|book_|seat|stock|inventor|availab|quota|slot|ticket`)

// refunding matches the calls that give money back, or let it go.
var refunding = regexp.MustCompile(`(?i)refund|cancel|void|revers|releas|compensat|rollback|credit_?note`)

// authorizing matches the calls that take no money yet.
var authorizing = regexp.MustCompile(`(?i)authori[sz]|setup|customer|price|product|quote|token|session|payment_?method|balance|account|webhook`)

// Reserves reports whether the effect takes the thing that is sold: by its
// category, or by what its table or the function that makes it is called.
func (e *Effect) Reserves() bool {
	if e.ReadOnly() || e.Claim && e.Does == "claim" {
		return false
	}
	switch e.Category {
	case "inventory":
		return true
	case "db":
		return e.Does != "delete" && !e.deletes && (e.refused || e.Relative) && reserving.MatchString(e.table)
	case "rpc", "http":
		return reserving.MatchString(e.Func)
	}
	return false
}

// Unreserved is a charge that comes before the thing sold is reserved.
type Unreserved struct {
	Charge, Reserve *Effect
	Schedule        string
}

// ChargedFirst lists the charges that come before the reservation they pay for,
// with nothing that gives the money back where it fails.
func (h *Handler) ChargedFirst() []Unreserved {
	p := h.program
	if p == nil || p.cut {
		return nil
	}
	back := p.back()
	var out []Unreserved
	seen := map[*Effect]bool{}
	for i := range p.nodes {
		id, charge := replay.NodeID(i), p.of[i].effect
		// What cannot be refused, a booking marked as paid, reserves nothing.
		if charge == nil || seen[charge] || !charge.charges() ||
			slices.ContainsFunc(p.tried(back, id), (*Effect).Reserves) {
			continue
		}
		reserve, lost := p.reserveAfter(p.next(id, replay.OK))
		if reserve == nil || !lost {
			continue
		}
		seen[charge] = true
		out = append(out, Unreserved{charge, reserve, fmt.Sprintf("%s succeeds and %s fails for good → the money is taken for nothing", charge.Call, reserve.Call)})
	}
	return out
}

// charges reports whether the effect takes money for good.
func (e *Effect) charges() bool {
	return e.Category == "money" && !e.ReadOnly() && !e.Authorizes && !refunding.MatchString(e.Func) && !authorizing.MatchString(e.Func)
}

// reserveAfter finds the first reservation behind a node, and reports whether
// its failure leaves the money where it is: nothing on that way gives it back.
func (p *program) reserveAfter(from replay.NodeID) (*Effect, bool) {
	seen := map[replay.NodeID]bool{}
	var found *Effect
	lost := false
	var visit func(id replay.NodeID)
	visit = func(id replay.NodeID) {
		if id == none || seen[id] {
			return
		}
		seen[id] = true
		if e := p.of[id].effect; e != nil && e.Reserves() && (e.refused || e.Category != "db") {
			if found == nil {
				found = e
			}
			if failed, ok := p.edges[id][replay.Failed]; ok && e == found {
				lost = lost || !slices.ContainsFunc(p.effectsFrom(failed), givesBack)
			}
			return
		}
		for _, a := range p.answers(id) {
			if a != replay.Failed {
				visit(p.edges[id][a])
			}
		}
	}
	visit(from)
	return found, lost
}

func givesBack(e *Effect) bool {
	return e.Category == "money" && refunding.MatchString(e.Func+" "+e.Call)
}

// Disordered lists the publishes that lose the order in which the messages come:
// without the key that keeps it, or with one that is the same for all or new for
// each.
func (h *Handler) Disordered() []*Effect {
	var out []*Effect
	for _, e := range h.Effects {
		if !e.Orderly || e.isParking() || !(h.Ordered || e.Sorted) {
			continue
		}
		if k := e.Order; !k.Given || k.Class == Constant || k.Class == Fresh && !k.Sometimes {
			out = append(out, e)
		}
	}
	return out
}
