package model

import (
	"slices"

	"github.com/idemlint/idemlint/internal/finding"
)

// An Origin says where a value comes from: the alternatives of paths that
// lead to it, each a mixture of classes.
type Origin struct {
	Ways []Mixture
}

// Mixture is what one alternative of a value is made of.
type Mixture struct {
	Classes []Class
	Sources []SourceRef // the parts with a name: time.Now, types.Message.MessageId
	// Firm are the classes of parts that surely are this delivery's, as against
	// parts found by what the program stores or passes anywhere.
	Firm  []Class
	empty bool // the zero value or ""
}

// SourceRef is a named part of a value.
type SourceRef struct {
	Class Class
	Name  string
	Place finding.Place
	Via   []finding.Place // where it was made part of the value
}

// Class is the class of the mixture: its worst part, since one changing part
// changes the whole.
func (m Mixture) Class() Class {
	for _, c := range []Class{Fresh, Delivery, Attempt, Transport, Unknown, Producer, Business, Constant} {
		if slices.Contains(m.Classes, c) {
			return c
		}
	}
	return Unknown
}

func (o Origin) has(c Class) bool {
	for _, m := range o.Ways {
		if slices.Contains(m.Classes, c) {
			return true
		}
	}
	return false
}

// source is the first named part of class c.
func (o Origin) source(c Class) (SourceRef, bool) {
	for _, m := range o.Ways {
		for _, s := range m.Sources {
			if s.Class == c {
				return s, true
			}
		}
	}
	return SourceRef{}, false
}

// Class is the class all alternatives agree on, empty ones left out; Unknown
// where they differ.
func (o Origin) Class() Class {
	class, found := Unknown, false
	for _, m := range o.Ways {
		if m.empty && len(o.Ways) > 1 {
			continue
		}
		if found && m.Class() != class {
			return Unknown
		}
		class, found = m.Class(), true
	}
	return class
}

// worst is the worst class among alternatives that come from different paths
// of one function, with whether all alternatives share it.
func (o Origin) worst() (c Class, all bool) {
	rank := func(c Class) int {
		return slices.Index([]Class{Unknown, Constant, Business, Producer, Attempt, Transport, Delivery, Fresh}, c)
	}
	all = true
	first, loose, open := true, false, false
	for _, m := range o.Ways {
		if m.empty && len(o.Ways) > 1 {
			continue
		}
		k := m.sure()
		open = open || k == Unknown
		loose = loose || k == Unknown && m.Class() >= Attempt
		if !first && k != c {
			all = false
		}
		if first || rank(k) > rank(c) {
			c = k
		}
		first = false
	}
	if loose && c < Attempt || open && c == Constant {
		return Unknown, true
	}
	return c, all
}

// sure is the class of the mixture with bad parts that may be another
// delivery's taken for unknown.
func (m Mixture) sure() Class {
	loose := false
	for _, c := range []Class{Fresh, Delivery, Attempt, Transport} {
		if slices.Contains(m.Firm, c) {
			return c
		}
		loose = loose || slices.Contains(m.Classes, c)
	}
	if loose {
		return Unknown
	}
	return m.Class()
}

const maxWays = 8

// origin finds where x comes from.
func (w *world) origin(x *Val) Origin {
	ms := w.ways(x, map[*Val]bool{}, 0)
	if len(ms) == 0 {
		ms = single(Unknown)
	}
	return Origin{Ways: ms}
}

func single(c Class, refs ...SourceRef) []Mixture {
	return []Mixture{{Classes: []Class{c}, Firm: []Class{c}, Sources: refs}}
}

func (w *world) ways(x *Val, busy map[*Val]bool, depth int) []Mixture {
	x = x.force()
	if busy[x] {
		return nil // a value that is made of itself adds nothing new
	}
	if ms, ok := w.origins[x]; ok {
		return ms
	}
	if depth > 40 || w.budget <= 0 {
		return single(Unknown)
	}
	w.budget--
	busy[x] = true
	ms := w.waysOf(x, busy, depth)
	delete(busy, x)
	if len(busy) == 0 || len(ms) > 0 {
		w.origins[x] = ms
	}
	return ms
}

func (w *world) waysOf(x *Val, busy map[*Val]bool, depth int) []Mixture {
	switch x.op {
	case OpConst:
		return []Mixture{{Classes: []Class{Constant}, empty: x.text == ""}}
	case OpZero:
		return []Mixture{{Classes: []Class{Constant}, empty: true}}
	case OpFunc, OpBound:
		return single(Constant) // hmac.New(sha256.New, secret)
	case OpGlobal:
		if x.text == "crypto/rand.Reader" {
			return single(Fresh, SourceRef{Class: Fresh, Name: "rand.Reader"})
		}
		return single(Unknown)
	case OpChan:
		return single(Unknown)
	case OpPart, OpSource:
		return single(x.class, SourceRef{Class: x.class, Name: x.text, Place: x.place})
	case OpIface:
		return w.ways(x.args[0], busy, depth+1)
	case OpMix, OpConcat, OpAppend:
		ms := via(w.mixed(x.args, busy, depth), x.place)
		if x.op == OpMix && x.text == dayText && slices.ContainsFunc(ms, func(m Mixture) bool { return slices.Contains(m.Classes, Fresh) }) {
			return single(Unknown)
		}
		return ms
	case OpAlt:
		var out []Mixture
		for _, a := range x.args {
			for _, m := range w.ways(a, busy, depth+1) {
				if x.union {
					m.Firm = nil
				}
				out = append(out, m)
			}
		}
		return capWays(out)
	case OpDecoded:
		return w.decoded(x, busy, depth)
	case OpObj:
		return w.contents(x, busy, depth)
	case OpField, OpElem:
		return w.ofPart(x, busy, depth)
	case OpCall:
		return w.ofCall(x, busy, depth)
	}
	return single(Unknown)
}

// via notes that the mixtures' parts were joined at a place.
func via(ms []Mixture, at finding.Place) []Mixture {
	if !at.IsValid() {
		return ms
	}
	for i := range ms {
		ms[i].Sources = slices.Clone(ms[i].Sources)
		for k := range ms[i].Sources {
			s := &ms[i].Sources[k]
			if s.Place.Line != at.Line || s.Place.File != at.File {
				s.Via = append(s.Via[:len(s.Via):len(s.Via)], at)
			}
		}
	}
	return ms
}

func capWays(ms []Mixture) []Mixture {
	if len(ms) > maxWays {
		return single(Unknown)
	}
	return ms
}

// combine joins every alternative of out with every one of parts, with what
// the parts have in common where that would be too many.
func combine(out, parts []Mixture) []Mixture {
	if len(parts)*len(out) > maxWays {
		parts = []Mixture{joinAll(parts)}
	}
	var next []Mixture
	for _, m := range out {
		for _, p := range parts {
			next = append(next, join(m, p))
		}
	}
	return next
}

// mixed is a value made of all of xs: every combination of their
// alternatives.
func (w *world) mixed(xs []*Val, busy map[*Val]bool, depth int) []Mixture {
	out := []Mixture{{}}
	for _, x := range xs {
		parts := w.ways(x, busy, depth+1)
		if len(parts) == 0 {
			continue
		}
		out = combine(out, parts)
	}
	for i := range out {
		if len(out[i].Classes) == 0 {
			out[i].Classes = []Class{Constant}
			out[i].empty = true
		}
	}
	return out
}

func join(a, b Mixture) Mixture {
	out := Mixture{Classes: slices.Clone(a.Classes), Sources: slices.Clone(a.Sources), Firm: slices.Concat(a.Firm, b.Firm)}
	for _, c := range b.Classes {
		if !slices.Contains(out.Classes, c) {
			out.Classes = append(out.Classes, c)
		}
	}
	out.Sources = append(out.Sources, b.Sources...)
	return out
}

func joinAll(ms []Mixture) Mixture {
	// Alternatives that cannot be told apart any more: only what is in all of
	// them is certain.
	if o := (Origin{Ways: ms}); o.Class() != Unknown {
		return ms[0]
	}
	return Mixture{Classes: []Class{Unknown}}
}

// decoded: a value decoded from the message's bytes is what the producer
// wrote.
func (w *world) decoded(x *Val, busy map[*Val]bool, depth int) []Mixture {
	for _, m := range w.mixed(x.args, busy, depth) {
		switch m.Class() {
		case Business, Producer:
			return single(Business, SourceRef{Class: Business, Name: trimDot(x.text), Place: x.place})
		case Unknown:
			if slices.Contains(m.Classes, Business) {
				return single(Business, SourceRef{Class: Business, Name: trimDot(x.text), Place: x.place})
			}
		case Fresh:
			return []Mixture{m} // bytes read from a random source
		}
	}
	return single(Unknown)
}

func trimDot(s string) string {
	if len(s) > 0 && s[0] == '.' {
		return s[1:]
	}
	return s
}

// contents: an object used as a value is all that was put into it.
func (w *world) contents(x *Val, busy map[*Val]bool, depth int) []Mixture {
	w.expand(x)
	var whole, parts []*Val
	if b := x.obj.base.force(); b.op != OpZero {
		whole = append(whole, b)
	}
	opaque := false
	for _, p := range x.obj.puts {
		switch {
		case p.opaque():
			n := p.call()
			if n.Op == OpCall && appends(n.Call) {
				if p.put.Arg != 0 {
					continue // what is appended does not change
				}
				for _, a := range n.Args[1:] {
					parts = append(parts, p.fr.eval(a))
				}
			} else if n.Op == OpCall && n.Call.Effect == "" {
				opaque = true
			}
		case len(p.path) == 0:
			whole = append(whole, p.value())
		default:
			parts = append(parts, p.value())
		}
	}
	switch {
	case len(whole) > 0:
		var out []Mixture
		for _, v := range whole {
			for _, m := range w.ways(v, busy, depth+1) {
				if len(parts) > 0 {
					for _, q := range w.mixed(parts, busy, depth) {
						out = append(out, join(m, q))
					}
					continue
				}
				out = append(out, m)
			}
		}
		return capWays(out)
	case len(parts) > 0:
		return w.mixed(parts, busy, depth)
	case opaque:
		return w.filledBy(x, busy, depth)
	}
	return []Mixture{{Classes: []Class{Constant}, empty: true}}
}

// appends reports whether a call adds its arguments to the text or hash it is
// called on, or to its first argument.
func appends(c *Call) bool {
	switch c.Name {
	case "Write", "WriteString", "WriteByte", "WriteRune", "Fprintf", "Fprint", "Fprintln", "Grow", "Encode":
		return true
	}
	return false
}

// filledBy: a thing filled by a read is as good as what selected the row.
func (w *world) filledBy(x *Val, busy map[*Val]bool, depth int) []Mixture {
	for _, p := range x.obj.puts {
		if p.opaque() && p.call().Op == OpCall && p.call().Call.Reads {
			return w.selected(p.fr, p.call(), busy, depth)
		}
	}
	return single(Unknown)
}

// selected: a row read by a business field is business. The field may stand in a call
// that the read is chained to: db.Where("id = ?", id).Take(&row).
func (w *world) selected(fr *frame, n *Node, busy map[*Val]bool, depth int) []Mixture {
	for range 8 {
		for _, a := range n.Args {
			for _, m := range w.ways(fr.eval(a), busy, depth+1) {
				if slices.Contains(m.Classes, Business) {
					return single(Business, SourceRef{Class: Business, Name: aRow, Place: fr.fn.place(n.Pos, "")})
				}
			}
		}
		if len(n.Args) == 0 {
			break
		}
		on := bare(fr.eval(n.Args[0]))
		if on.op != OpCall || on.callNode().Op != OpCall || on.callNode().Call.Kind != CallOpaque {
			break
		}
		fr, n = on.fr, on.callNode()
	}
	return single(Unknown)
}

// ofPart: a part of something that is not known is as good as the thing when
// the thing is a row read by a business field.
func (w *world) ofPart(x *Val, busy map[*Val]bool, depth int) []Mixture {
	base := x.args[0].force()
	if base.op == OpCall || base.op == OpField || base.op == OpElem || base.op == OpAlt || base.op == OpIface {
		ms := w.ways(base, busy, depth+1)
		for _, m := range ms {
			if c := m.Class(); c != Business && c != Unknown {
				return single(Unknown)
			}
		}
		return ms
	}
	return single(Unknown)
}

func (w *world) ofCall(x *Val, busy map[*Val]bool, depth int) []Mixture {
	n := x.callNode()
	if n.Op != OpCall || n.Call == nil {
		return single(Unknown)
	}
	if n.Call.Reads || w.specs.effects[n.Call.Effect] != nil && w.specs.effects[n.Call.Effect].Does == "statement" {
		return w.selected(x.fr, n, busy, depth)
	}
	return single(Unknown)
}
