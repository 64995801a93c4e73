package model

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"github.com/idemlint/idemlint/internal/finding"
)

// This file finds what is read, changed in the program and written back: the write
// is of an absolute value, and builds on the value before all the same.

// aRow is the name of the origin of what was read from a store.
const aRow = "a row read by a business field"

// builds finds where the program makes a value from one that was read from a store, by
// adding to it or taking from it what the message says. What names the value, and read
// tells it from others.
func (w *world) builds(x *Val, what string, read func(*Val) bool, depth int) []finding.Place {
	x = x.force()
	if depth > maxDig {
		return nil
	}
	var parts []*Val
	op, place := "", x.place
	switch x.op {
	case OpIface, OpAlt:
		parts = x.args
	case OpConcat:
		if v := printed(x); v != nil {
			parts = []*Val{v}
		}
	case OpMix: // arithmetic, or a conversion
		op, parts = x.text, x.args
		if len(parts) == 2 && !strings.Contains("+-*/", op) && !strings.Contains(op, ".") {
			return nil // a comparison
		}
	case OpCall:
		n := x.callNode()
		if n.Op != OpCall || n.Call.Kind != CallOpaque {
			return nil
		}
		op = map[string]string{"Add": "+", "Sub": "-"}[n.Call.Name] // of decimals and big numbers
		if op == "" || len(n.Args) < 2 {
			return nil
		}
		parts, place = x.fr.evalAll(n.Args[len(n.Args)-2:]), x.fr.fn.place(n.Pos, "")
	}
	if len(parts) == 2 && (op == "+" || op == "-") {
		a, b := parts[0], parts[1]
		if read(a) && w.fromMessage(b) || op == "+" && read(b) && w.fromMessage(a) {
			place.Note = "makes " + what + " from what it was"
			return []finding.Place{place}
		}
	}
	var at []finding.Place
	for _, a := range parts {
		at = append(at, w.builds(a, what, read, depth+1)...)
	}
	return at
}

// printed is the only value in a text that a format makes, nil if there are several.
func printed(x *Val) *Val {
	var only *Val
	for _, a := range x.args {
		parts := []*Val{a}
		if f := a.force(); f.op == OpConst {
			continue
		} else if f.op == OpObj { // the arguments of Sprintf
			parts = nil
			for _, p := range f.obj.puts {
				if p.opaque() {
					return nil
				}
				parts = append(parts, p.value())
			}
		}
		if len(parts) != 1 || only != nil {
			return nil
		}
		only = parts[0]
	}
	return only
}

// readFrom reports whether a value is a column of a row that was read: a field of
// the name, or what a statement that names it filled.
func (w *world) readFrom(x *Val, column string, depth int) bool {
	x = x.force()
	if depth > maxDig {
		return false
	}
	switch {
	case x.op == OpIface || x.op == OpMix && len(x.args) == 1:
		return w.readFrom(x.args[0], column, depth+1)
	case x.op == OpAlt:
		return slices.ContainsFunc(x.args, func(a *Val) bool { return w.readFrom(a, column, depth+1) })
	case x.op == OpUnknown && x.text == "written": // a field of what First(&row) filled
		field := x.owner[strings.LastIndexByte(x.owner, '.')+1:]
		return sameColumn(field, column) && slices.ContainsFunc(x.args, func(c *Val) bool { return w.selects(c.fr, c.callNode()) })
	case x.op == OpField || x.op == OpDecoded: // of what a call returned, or of what was decoded from that
		return sameColumn(x.text[strings.LastIndexByte(x.text, '.')+1:], column) && slices.ContainsFunc(x.args, w.ofRow)
	case x.op == OpObj:
		word := regexp.MustCompile(`(?i)\b` + regexp.QuoteMeta(column) + `\b`)
		return slices.ContainsFunc(x.obj.puts, func(p boundPut) bool {
			return p.opaque() && w.selects(p.fr, p.call()) && w.says(p.fr, p.call(), word, 0)
		})
	}
	return false
}

// ofRow reports whether a value is a row that was read by what the message says, or
// made of one.
func (w *world) ofRow(x *Val) bool {
	return slices.ContainsFunc(w.origin(x).Ways, func(m Mixture) bool {
		return m.Class() == Business && slices.ContainsFunc(m.Sources, func(s SourceRef) bool { return s.Name == aRow })
	})
}

// selects reports whether a call reads by what the message says.
func (w *world) selects(fr *frame, n *Node) bool {
	return n.Op == OpCall && n.Call.Reads && slices.ContainsFunc(w.selected(fr, n, map[*Val]bool{}, 0), func(m Mixture) bool { return m.Class() == Business })
}

// says reports whether a statement among what a call is given, or called on, holds
// a word.
func (w *world) says(fr *frame, n *Node, word *regexp.Regexp, depth int) bool {
	if n.Op != OpCall || depth > 3 {
		return false
	}
	return slices.ContainsFunc(n.Args, func(a V) bool {
		x := fr.eval(a)
		if slices.ContainsFunc(texts(x), word.MatchString) {
			return true
		}
		if x = x.force(); x.op == OpObj {
			x = x.obj.base.force()
		}
		return x.op == OpCall && w.says(x.fr, x.callNode(), word, depth+1)
	})
}

// sameColumn compares names as Go and as databases write them.
func sameColumn(a, b string) bool {
	return strings.EqualFold(strings.ReplaceAll(a, "_", ""), strings.ReplaceAll(b, "_", ""))
}

// fromMessage reports whether a value is what the message says, whatever way it
// took.
func (w *world) fromMessage(x *Val) bool {
	o := w.origin(x)
	return len(o.Ways) > 0 && o.Class() == Business && !slices.ContainsFunc(o.Ways, func(m Mixture) bool {
		return slices.ContainsFunc(m.Sources, func(s SourceRef) bool { return s.Name == aRow })
	})
}

// overwriting are the reasons by which a write of what the program computed passes
// as harmless.
var overwriting = []string{"overwrites", "writes absolute values"}

// bookkeeping matches the columns that tell of the row, and not of a thing.
var bookkeeping = regexp.MustCompile(`(?i)version|revision|^rev$|etag|updated|seq`)

// countsThings reports whether a column may hold how much there is of something, and
// does not only count writes or tries.
func countsThings(column string) bool {
	return !triesColumn.MatchString(column) && !bookkeeping.MatchString(column)
}

// readUnder reports whether a value is what a store holds under a key.
func (w *world) readUnder(x *Val, key []string, depth int) bool {
	x = bare(x)
	if depth > maxDig {
		return false
	}
	switch x.op {
	case OpIface, OpAlt, OpMix:
		return slices.ContainsFunc(x.args, func(a *Val) bool { return w.readUnder(a, key, depth+1) })
	case OpCall:
		n := x.callNode()
		if n.Op != OpCall || len(n.Args) == 0 {
			return false
		}
		same := func(a V) bool { return slices.Equal(w.template(x.fr.eval(a), "…", 0), key) }
		return n.Call.Reads && slices.ContainsFunc(n.Args, same) || w.readUnder(x.fr.eval(n.Args[0]), key, depth+1)
	}
	return false
}

// readsBack reports whether the call writes a field that builds on what was read
// from the store, or the whole of what was read under the key it writes to.
func (j *judge) readsBack() bool {
	key := j.out.Key.text
	under := func(x *Val) bool { return j.w.readUnder(x, key, 0) }
	for i := range j.n.Args {
		if j.out.Overwrites() && len(key) > 0 && j.back(j.w.builds(j.arg(i), "the value", under, 0)) {
			return true
		}
		for _, n := range j.inside(i) {
			if n.val != nil && j.backIn(n.name, n.val) {
				return true
			}
		}
	}
	return false
}

// backIn reports whether what is written to a column builds on what was read from
// it.
func (j *judge) backIn(column string, x *Val) bool {
	read := func(x *Val) bool { return j.w.readFrom(x, column, 0) }
	return countsThings(column) && j.back(j.w.builds(x, column, read, 0))
}

// back notes where what is written is made from what was read, and reports whether
// it is.
func (j *judge) back(at []finding.Place) bool {
	slices.SortFunc(at, func(a, b finding.Place) int { return cmp.Or(cmp.Compare(a.File, b.File), a.Line-b.Line) })
	for _, p := range at {
		if p.IsValid() && !slices.ContainsFunc(j.out.Path, func(o finding.Place) bool { return o.File == p.File && o.Line == p.Line }) {
			j.out.Path = slices.Insert(slices.Clone(j.out.Path), len(j.out.Path)-1, p)
		}
	}
	return len(at) > 0
}
