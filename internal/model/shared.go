package model

import (
	"regexp"
	"slices"
	"strings"

	"github.com/idemlint/idemlint/internal/replay"
)

// A SharedKey is a key that does not name one operation: the other side takes
// the second for a repeat of the first and does nothing.
type SharedKey struct {
	Effect *Effect
	Kind   SharedKind
	With   *Effect // of SharedByEffects: the other one
	Part   string  // of SharedByCustomer: all the key is made of
	Turn   string  // of SharedByTurns: what differs from turn to turn
}

// SharedKind says what shares the key.
type SharedKind uint8

// The kinds.
const (
	SharedByAll      SharedKind = iota // the key is constant
	SharedByCustomer                   // it only names who is concerned
	SharedByEffects                    // two effects of one provider have it
	SharedByTurns                      // every turn of a loop has it
)

// SharedKeys lists the effects whose keys do not name one operation.
func (h *Handler) SharedKeys() []SharedKey {
	var out []SharedKey
	for _, e := range h.Effects {
		if !e.takesKey() {
			continue
		}
		switch k := e.Key; {
		case k.Class == Constant && !k.Sometimes:
			out = append(out, SharedKey{Effect: e, Kind: SharedByAll})
		case k.Class != Business:
		case k.turn != "" && e.Loop:
			out = append(out, SharedKey{Effect: e, Kind: SharedByTurns, Turn: k.turn})
		case e.Category == "money" && k.onlyCustomer() && !onceEach.MatchString(e.Call+" "+strings.Join(k.text, " ")):
			out = append(out, SharedKey{Effect: e, Kind: SharedByCustomer, Part: k.Source.Name})
		default:
			if other := h.sameKey(e); other != nil {
				out = append(out, SharedKey{Effect: e, Kind: SharedByEffects, With: other})
			}
		}
	}
	return out
}

// takesKey reports whether the other side compares the effect's key with those
// of other operations. An object's name and a row's id are none, a task id is
// often meant to be shared.
func (e *Effect) takesKey() bool {
	if !e.Key.Given || e.Natural != "" || e.Claim {
		return false
	}
	switch e.Category {
	case "money", "http", "rpc", "notify", "inventory":
		return true
	case "publish":
		return dedupField.MatchString(e.Key.What)
	}
	return false
}

var dedupField = regexp.MustCompile(`(?i)dedup|msgid|msg-id`)

// customerField matches fields that say who is concerned, and nothing of what
// is done.
var customerField = regexp.MustCompile(`(?i)^(customer|user|tenant|account|merchant|org|organi[sz]ation|company|client|member|player|payer|buyer|shop|store|owner|subscriber)(_?(id|uuid|ref|no|number|email|key|code))?$`)

// onceEach matches operations that happen once for everybody.
var onceEach = regexp.MustCompile(`(?i)customer\w*\b.*\.|account\w*\b.*\.|subscription|setup|method|mandate|profile|welcome|sign_?up|onboard|regist|activat|first|open|creat\w*-`)

// onlyCustomer reports whether the key is made of who is concerned and of text.
func (k Key) onlyCustomer() bool {
	if !k.legible() {
		return false
	}
	m := k.Origin.Ways[0]
	return k.legible() && !slices.ContainsFunc(m.Sources, func(s SourceRef) bool { return s.Class != Business || !customerField.MatchString(lastPart(s.Name)) })
}

// legible reports whether everything in the key is known by name.
func (k Key) legible() bool {
	return len(k.Origin.Ways) == 1 && len(k.text) == 1 && len(k.Origin.Ways[0].Sources) > 0 &&
		strings.Count(k.text[0], "…") == len(k.Origin.Ways[0].Sources)
}

// sameKey finds an effect before e, on one path, that carries the same key to
// the same provider for something else.
func (h *Handler) sameKey(e *Effect) *Effect {
	if e.Category != "money" || h.program == nil || h.program.cut {
		return nil
	}
	for _, o := range h.Effects {
		if o != e && o.Category == e.Category && o.Library == e.Library && o.Func != e.Func && o.Natural == "" && o.Key.equal(e.Key) && h.program.follows(o, e) {
			return o
		}
	}
	return nil
}

// equal reports whether two keys surely have the same value.
func (k Key) equal(o Key) bool {
	if !k.Given || !o.Given || !k.legible() || !o.legible() || !slices.Equal(k.text, o.text) {
		return false
	}
	a, b := k.Origin.Ways[0].Sources, o.Origin.Ways[0].Sources
	return slices.EqualFunc(a, b, func(x, y SourceRef) bool { return x.Class == y.Class && x.Name == y.Name && x.Place == y.Place })
}

// follows reports whether one effect can follow another in a run in which
// nothing fails.
func (p *program) follows(first, second *Effect) bool {
	for i := range p.nodes {
		if p.of[i].effect == first && slices.Contains(p.effectsFrom(p.next(replay.NodeID(i), replay.OK)), second) {
			return true
		}
	}
	return false
}

// legible reports whether a text is put together before one's eyes: from
// constants, fields and each other, by no builder and no hash that may take in
// more.
func legible(x *Val, depth int) bool {
	x = x.force()
	if depth > 12 {
		return false
	}
	switch x.op {
	case OpConst, OpDecoded, OpField, OpPart, OpSource, OpParam:
		return true
	case OpConcat, OpMix, OpIface:
		return !slices.ContainsFunc(x.args, func(a *Val) bool { return !legible(a, depth+1) })
	case OpObj: // a list of arguments
		return x.obj.base.force().op == OpZero && !slices.ContainsFunc(x.obj.puts, func(p boundPut) bool { return p.opaque() || !legible(p.value(), depth+1) })
	}
	return false
}

// perTurn names what the arguments of a call take from the turn of a loop over
// a list in the message, "" if the key takes it, too.
func (j *judge) perTurn(key Origin) string {
	if !j.v.loop || j.v.tries || !j.out.Key.legible() {
		return ""
	}
	inKey := func(list string) bool {
		return slices.ContainsFunc(key.Ways, func(m Mixture) bool {
			return slices.ContainsFunc(m.Sources, func(s SourceRef) bool { return strings.HasPrefix(s.Name, list) })
		})
	}
	for i := range j.n.Args {
		for _, n := range j.inside(i) {
			if n.val == nil {
				continue
			}
			o := j.w.origin(n.val)
			if len(o.Ways) != 1 { // a sum begins with nought
				continue
			}
			for _, s := range o.Ways[0].Sources {
				if at := strings.LastIndex(s.Name, "[]"); at > 0 && !inKey(s.Name[:at+2]) {
					return s.Name
				}
			}
		}
	}
	return ""
}
