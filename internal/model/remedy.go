package model

import (
	"slices"
	"strings"

	"github.com/idemlint/idemlint/internal/catalog"
	"github.com/idemlint/idemlint/internal/finding"
)

// This file says what would cure a finding: which keys a call takes, and what
// business data the code around it holds.

// remedies notes at an effect that repeats how a key could be given, or made of
// something better.
func (k *walker) remedies(v visit, e *Effect, spec *catalog.EffectSpec) {
	if e.Settled() && !e.Claim {
		return
	}
	switch {
	case !e.Key.Given && (e.Category == "money" || e.Category == "inventory" || e.Category == "notify"):
		// A broker's id means more than a key: a FIFO queue, a task that is refused.
		if v.turns || k.w.calledElsewhere(v.fr) {
			return // one id, and several calls
		}
		r := &finding.Remedy{Do: finding.AddKey, Place: e.Place, Name: purpose(v.fr.fn.Display, e.Func)}
		for _, kp := range spec.Keys {
			switch {
			case kp.Setter != "" && !strings.Contains(kp.Setter, "."):
				r.Slots = append(r.Slots, finding.Slot{Setter: kp.Setter})
			case kp.Field != "" && !strings.Contains(kp.Field, "."):
				r.Slots = append(r.Slots, finding.Slot{Field: kp.Field})
			case kp.Option != "":
				r.Slots = append(r.Slots, finding.Slot{Option: kp.Option})
			}
		}
		if len(r.Slots) > 0 {
			e.remedy = r
		}
	case e.Key.Class == Transport || e.Key.Class == Delivery || e.Key.Class == Attempt:
		e.remedy = &finding.Remedy{Do: finding.ReplaceKey, Place: e.Place, Name: lastPart(e.Key.Source.Name)}
	}
	if e.remedy == nil {
		return
	}
	if k.known == nil {
		k.known = map[*frame][]finding.Known{}
	}
	for fr := v.fr; fr != nil; fr = fr.up {
		if _, ok := k.known[fr]; !ok { // the callers are those of other effects, too
			k.known[fr] = k.w.known(fr)
		}
		e.remedy.Known = append(e.remedy.Known, k.known[fr]...)
	}
}

// calledElsewhere reports whether a function on the way to an activation is called in
// more than one place: what it is given there need not have the id.
func (w *world) calledElsewhere(fr *frame) bool {
	for ; fr.up != nil; fr = fr.up {
		id := fr.fn.ID
		if len(w.uses().callers[id])+len(w.uses().invokes[id[strings.LastIndexByte(id, '.')+1:]]) > 1 {
			return true
		}
	}
	return false
}

// known lists the business data that the variables of an activation hold.
func (w *world) known(fr *frame) []finding.Known {
	var out []finding.Known
	fn := fr.fn
	for i, p := range fn.Params {
		if i >= len(fr.args) || p.Message || p.Name == "" || p.Name == "_" {
			continue
		}
		switch x := fr.args[i].force(); {
		case w.decodedWhole(x):
			out = append(out, finding.Known{Place: fn.place(fn.Pos, ""), Param: p.Name, Whole: true})
		case p.Type == "" && w.origin(x).Class() == Business:
			out = append(out, finding.Known{Place: fn.place(fn.Pos, ""), Param: p.Name})
		}
	}
	// What is one variable may be several nodes: as it is before a write, and after.
	var order []Pos
	whole := map[Pos]bool{}
	for i := range fn.Nodes {
		n := &fn.Nodes[i]
		if n.Op != OpObj && n.Op != OpResult && n.Op != OpCall || n.Op == OpCall && n.Call.Kind == CallOpaque || n.Op == OpResult && n.Index > 0 {
			continue
		}
		at := n.Pos
		if n.Op == OpResult {
			at = fn.callAt(V(i)).Pos
		}
		if at.Line == 0 {
			continue
		}
		was, met := whole[at]
		if !met {
			order = append(order, at)
		}
		whole[at] = (was || !met) && w.decodedWhole(fr.eval(V(i)))
	}
	for _, at := range order {
		if whole[at] {
			out = append(out, finding.Known{Place: fn.place(at, ""), Whole: true})
		}
	}
	return out
}

// decodedWhole reports whether a value is what a message was decoded into, and
// nothing was written to it since.
func (w *world) decodedWhole(x *Val) bool {
	x = x.force()
	switch x.op {
	case OpIface:
		return w.decodedWhole(x.args[0])
	case OpDecoded:
		return w.origin(x).Class() == Business
	case OpAlt:
		for _, a := range x.args {
			// What is returned with an error is not looked at.
			if a.force().op != OpZero && !w.decodedWhole(a) {
				return false
			}
		}
		return len(x.args) > 0
	case OpObj:
		w.expand(x)
		decoded := false
		for _, p := range x.obj.puts {
			switch {
			case p.opaque():
			case len(p.path) > 0:
				return false
			case !w.decodedWhole(p.value()):
				return false
			default:
				decoded = true
			}
		}
		if b := x.obj.base.force(); b.op != OpZero {
			return w.decodedWhole(b)
		}
		return decoded
	}
	return false
}

// common are the words of function names that do not say what for.
var common = map[string]bool{
	"handle": true, "handler": true, "process": true, "on": true, "do": true, "run": true, "exec": true, "execute": true,
	"consume": true, "perform": true, "work": true, "serve": true, "http": true, "message": true, "event": true, "task": true, "activity": true,
	"job": true, "command": true, "create": true, "make": true, "call": true, "send": true, "one": true, "it": true,
}

// purpose is what a call is made for, in words for a key: those of the function that
// makes it, as far as they say anything, and what the call does. Another function that
// does the same for the same thing does it for another purpose.
func purpose(display, call string) string {
	does := operation(call)
	name := display[strings.LastIndexByte(display, '.')+1:]
	if strings.Contains(name, " ") { // a literal
		return does
	}
	ws := slices.DeleteFunc(strings.Split(snake(name), "_"), func(w string) bool { return common[w] || w == "" || w == does })
	return strings.Join(append(ws, does), "-")
}

// operation is what a call does, in a word for a key: capture of
// PaymentIntents.Capture, refund of v1RefundService.Create.
func operation(name string) string {
	parts := strings.FieldsFunc(name, func(r rune) bool { return strings.ContainsRune(".()*", r) })
	if len(parts) == 0 {
		return ""
	}
	word, _, _ := strings.Cut(strings.ToLower(parts[len(parts)-1]), "with") // SendWithContext
	switch word {
	case "new", "create", "do", "call", "send", "execute", "insert", "":
		if len(parts) > 1 {
			word = strings.ToLower(parts[len(parts)-2])
		}
	}
	for _, affix := range []string{"v1", "v2"} {
		word = strings.TrimPrefix(word, affix)
	}
	for _, affix := range []string{"impl", "op", "service", "svc", "client", "api"} {
		word = strings.TrimSuffix(word, affix)
	}
	return word
}

// shareRemedies takes the remedy from effects that several handlers reach, or one
// handler on several ways: one key would be that of different operations.
func shareRemedies(hs []*Handler) {
	ways := map[finding.Place][]finding.Place{}
	several := map[finding.Place]bool{}
	for _, h := range hs {
		for _, e := range h.Effects {
			if other, ok := ways[e.Place]; ok && !slices.Equal(other, e.Path) {
				several[e.Place] = true
			}
			ways[e.Place] = e.Path
		}
	}
	for _, h := range hs {
		for _, e := range h.Effects {
			if several[e.Place] && e.remedy != nil && e.remedy.Do == finding.AddKey {
				e.remedy = nil
			}
		}
	}
}

// Remedy returns how the effect gets a key that lasts; nil if that is not known. A
// call that the handler makes in several places would get the same key in each.
func (e *Effect) Remedy() *finding.Remedy {
	for _, o := range e.Handler.Effects {
		if o != e && o.Func == e.Func && o.Place != e.Place {
			return nil
		}
	}
	return e.remedy
}

// Remedy returns how the ack is put behind the work; nil if something of that work
// could then harm when the message is delivered again.
func (l *Loss) Remedy(h *Handler) *finding.Remedy {
	if l.Kind != AckedFirst {
		return nil
	}
	r := &finding.Remedy{Do: finding.MoveAck, Place: l.Place}
	for _, e := range h.Effects {
		if e.ReadOnly() {
			continue
		}
		if !e.Settled() && (!e.Key.Given || e.Key.Class != Business) {
			return nil
		}
		r.Steps = append(append(r.Steps, e.Path...), e.Place)
	}
	return r
}
