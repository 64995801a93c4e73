package model

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// named is a value found inside an argument under a name: a field, a map
// entry, or an argument of a call made on it.
type named struct {
	name string // field or map key; for calls the function's name
	val  *Val   // fields and entries
	typ  string // of fields: the type they are of, where it is known
	call *Node  // calls
	fr   *frame // of call
}

const (
	maxNamed = 600
	maxDig   = 7
)

// dig lists what is inside x: fields, entries, calls that built or changed
// it.
func (w *world) dig(x *Val) []named {
	d := &digger{w: w, seen: map[*Val]bool{}}
	d.value(x, nil, 0)
	return d.out
}

type digger struct {
	w    *world
	seen map[*Val]bool
	out  []named
}

// value looks into x, but for the fields that were overwritten.
func (d *digger) value(x *Val, overwritten []string, depth int) {
	x = x.force()
	if depth > maxDig || d.seen[x] || len(d.out) > maxNamed || d.w.budget <= 0 {
		return
	}
	d.w.budget--
	d.seen[x] = true
	switch x.op {
	case OpIface, OpAlt, OpMix, OpConcat, OpAppend, OpDecoded:
		if x.op != OpIface && x.op != OpAlt {
			overwritten = nil
		}
		for _, a := range x.args {
			d.value(a, overwritten, depth+1)
		}
	case OpObj:
		d.w.expand(x)
		over := overwritten
		for _, p := range x.obj.puts {
			if len(p.path) == 1 && !p.opaque() && p.path[0] != "[]" {
				over = append(over[:len(over):len(over)], p.path[0])
			}
		}
		d.value(x.obj.base, over, depth+1)
		for _, p := range x.obj.puts {
			if len(p.path) > 0 && slices.Contains(overwritten, p.path[0]) {
				continue
			}
			if p.opaque() {
				// The thing itself is an argument, and may look different there.
				d.call(p.fr, p.call(), depth, int(p.put.Arg))
				continue
			}
			v := p.value()
			if len(p.path) == 0 {
				d.value(v, over, depth+1)
				continue
			}
			field := named{name: strings.Trim(p.path[len(p.path)-1], "[]"), val: v}
			if len(p.path) == 1 {
				field.typ = x.typ
			}
			d.out = append(d.out, field)
			d.value(v, nil, depth+1)
		}
		d.pair(x)
	case OpCall:
		n := x.callNode()
		d.call(x.fr, n, depth, -1)
	case OpField, OpElem:
		if b := x.args[0].force(); b.op == OpCall {
			d.value(b, nil, depth+1)
		}
	case OpFunc:
		if fn := d.w.funcs[x.text]; fn != nil && depth < 4 {
			d.closure(x, fn, depth)
		}
	}
}

// closure looks into a functional option of the program: what it writes to
// its first parameter.
func (d *digger) closure(x *Val, fn *Fn, depth int) {
	fr := d.w.closureFrame(x, fn, nil, nil)
	for _, p := range writesOf(fr, 0, false, nil) {
		if p.opaque() || len(p.path) == 0 {
			continue
		}
		v := p.value()
		field := named{name: strings.Trim(p.path[len(p.path)-1], "[]"), val: v}
		if len(p.path) == 1 && len(fn.Params) > 0 {
			field.typ = fn.Params[0].Type
		}
		d.out = append(d.out, field)
		d.value(v, nil, depth+1)
	}
}

// call notes a call and looks into its arguments but one.
func (d *digger) call(fr *frame, n *Node, depth, but int) {
	if n.Op != OpCall || n.Call == nil || n.Call.Effect != "" && depth > 0 {
		return
	}
	for _, o := range d.out {
		if o.call == n && o.fr == fr {
			return
		}
	}
	d.out = append(d.out, named{name: n.Call.Name, call: n, fr: fr})
	for i, a := range n.Args {
		if i != but {
			d.value(fr.eval(a), nil, depth+1)
		}
	}
}

// pair recognises a key-value struct, as in a list of headers.
func (d *digger) pair(x *Val) {
	var key, val *Val
	for _, p := range x.obj.puts {
		if p.opaque() || len(p.path) != 1 {
			continue
		}
		switch p.path[0] {
		case "Key", "Name", "K":
			key = p.value()
		case "Value", "Val", "V":
			val = p.value()
		}
	}
	if key == nil || val == nil {
		return
	}
	for _, t := range texts(key) {
		d.out = append(d.out, named{name: t, val: val})
	}
}

// fieldOf finds values under a field or entry name.
func fieldOf(ns []named, name string) []*Val {
	var out []*Val
	for _, n := range ns {
		if n.val != nil && n.name == name {
			out = append(out, n.val)
		}
	}
	return out
}

// headerOf finds values under a header name: entries and pairs of that name,
// and calls that take the name and then the value (Header.Set, SetHeader).
func headerOf(ns []named, names []string) []*Val {
	var out []*Val
	for _, n := range ns {
		switch {
		case n.val != nil && containsFold(names, n.name):
			out = append(out, n.val)
		case n.call != nil:
			for i, a := range n.call.Args {
				if i+1 >= len(n.call.Args) {
					break
				}
				for _, t := range texts(n.fr.eval(a)) {
					if containsFold(names, t) {
						out = append(out, n.fr.eval(n.call.Args[i+1]))
					}
				}
			}
		}
	}
	return out
}

// callsOf finds calls by function name.
func callsOf(ns []named, name string) []named {
	var out []named
	for _, n := range ns {
		if n.call != nil && n.name == name {
			out = append(out, n)
		}
	}
	return out
}

func containsFold(list []string, s string) bool {
	return slices.ContainsFunc(list, func(l string) bool { return strings.EqualFold(l, s) })
}

// keyish matches names under which other sides recognise a repeat.
var keyish = regexp.MustCompile(`(?i)^(x[-_]?)?(idempoten(cy|t)|dedup(lication)?|event|ce|message|msg|request|operation|transaction|txn|client|external|merchant|order|payment|nats[-_]?msg|correlation|ref(erence)?)?[-_ ]?(key|id|token|ref|reference|nonce)$`)

// strictKey matches names that are a key and nothing else.
var strictKey = regexp.MustCompile(`(?i)idempot|dedup`)

// texts lists the constant texts x may be.
func texts(x *Val) []string { return textsAt(x, 0) }

func textsAt(x *Val, depth int) []string {
	x = x.force()
	if depth > 12 {
		return nil
	}
	var out []string
	switch x.op {
	case OpConst:
		return []string{x.text}
	case OpIface:
		return textsAt(x.args[0], depth+1)
	case OpAlt:
		for _, a := range x.args {
			out = append(out, textsAt(a, depth+1)...)
		}
	case OpMix:
		if len(x.args) == 1 {
			return textsAt(x.args[0], depth+1)
		}
	case OpObj:
		for _, p := range x.obj.puts {
			if len(p.path) == 0 && !p.opaque() {
				out = append(out, textsAt(p.value(), depth+1)...)
			}
		}
		if len(out) == 0 {
			return textsAt(x.obj.base, depth+1)
		}
	}
	return out
}

const maxTexts = 6

// template renders text with hole for every part that is not known. It
// returns the alternatives.
func (w *world) template(x *Val, hole string, depth int) []string {
	x = x.force()
	if depth > 12 {
		return []string{hole}
	}
	switch x.op {
	case OpConst:
		return []string{x.text}
	case OpIface:
		return w.template(x.args[0], hole, depth+1)
	case OpAlt:
		var out []string
		for _, a := range x.args {
			if a.op == OpZero {
				continue
			}
			out = append(out, w.template(a, hole, depth+1)...)
		}
		if len(out) == 0 || len(out) > maxTexts {
			return []string{hole}
		}
		return out
	case OpConcat:
		if x.text == "f" && len(x.args) > 0 {
			return w.sprintf(x, hole, depth)
		}
		if x.text == "join" {
			return w.template(w.elem(x.args[0], "[]"), hole, depth+1)
		}
		if len(x.args) == 2 && x.args[0].force().op != OpObj {
			return products(w.template(x.args[0], hole, depth+1), w.template(x.args[1], hole, depth+1))
		}
		return []string{hole}
	case OpMix:
		if strings.HasPrefix(x.text, "strings.Replace") && len(x.args) >= 3 {
			return w.replaced(x, hole, depth)
		}
		if len(x.args) == 1 {
			return w.template(x.args[0], hole, depth+1)
		}
	case OpObj:
		var out []string
		w.expand(x)
		built := ""
		for _, p := range x.obj.puts {
			switch {
			case p.opaque() && p.call().Op == OpCall && appends(p.call().Call):
				built += w.appended(p, hole, depth)
			case len(p.path) == 0 && !p.opaque():
				out = append(out, w.template(p.value(), hole, depth+1)...)
			}
		}
		if built != "" {
			return []string{built}
		}
		if len(out) == 0 {
			return w.template(x.obj.base, hole, depth+1)
		}
		if len(out) > 0 && len(out) <= maxTexts {
			return out
		}
	}
	return []string{hole}
}

// appended is the text one call adds to a builder.
func (w *world) appended(p boundPut, hole string, depth int) string {
	n := p.call()
	if n.Call.Name == "Fprintf" && len(n.Args) == 3 {
		format := &Val{op: OpConcat, text: "f", args: []*Val{p.fr.eval(n.Args[1]), p.fr.eval(n.Args[2])}}
		return w.template(format, hole, depth+1)[0]
	}
	return w.template(p.fr.eval(n.Args[len(n.Args)-1]), hole, depth+1)[0]
}

// replaced applies strings.Replace with constant arguments.
func (w *world) replaced(x *Val, hole string, depth int) []string {
	from, to := texts(x.args[1]), w.template(x.args[2], hole, depth+1)
	out := w.template(x.args[0], hole, depth+1)
	if len(from) != 1 || from[0] == "" {
		return []string{hole}
	}
	for i := range out {
		out[i] = strings.ReplaceAll(out[i], from[0], to[0])
	}
	return out
}

func products(as, bs []string) []string {
	if len(as)*len(bs) > maxTexts {
		return []string{as[0] + bs[0]}
	}
	var out []string
	for _, a := range as {
		for _, b := range bs {
			out = append(out, a+b)
		}
	}
	return out
}

var verb = regexp.MustCompile(`%(\[\d+\])?[-+# 0]*\d*(\.\d+)?[a-zA-Z]`)

// numbered writes out $%d, the usual way to number placeholders.
func numbered(format string) string {
	n := 0
	return placeholder.ReplaceAllStringFunc(format, func(string) string {
		n++
		return "$" + itoa(n)
	})
}

var placeholder = regexp.MustCompile(`\$%d`)

// sprintf fills the known arguments into a format.
func (w *world) sprintf(x *Val, hole string, depth int) []string {
	var out []string
	for _, f := range w.template(x.args[0], hole, depth+1) {
		f = numbered(f)
		i := -1
		out = append(out, verb.ReplaceAllStringFunc(f, func(v string) string {
			i++
			if n := verb.FindStringSubmatch(v)[1]; n != "" {
				i, _ = strconv.Atoi(strings.Trim(n, "[]"))
				i--
			}
			if len(x.args) < 2 {
				return hole
			}
			return w.template(w.elem(x.args[1], "["+itoa(i)+"]"), hole, depth+1)[0]
		}))
	}
	return out
}
