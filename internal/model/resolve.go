package model

import (
	"slices"
	"strings"

	"github.com/idemlint/idemlint/internal/finding"
)

// A Val is a value seen from a handler: the nodes of a function with the
// arguments of the calls that led there filled in. It is evaluated on demand.
type Val struct {
	op    Op
	class Class
	text  string
	typ   string // full name of the (concrete) type where known
	owner string // of a field that is not known: the struct it belongs to
	args  []*Val
	place finding.Place
	index int
	// union is set for an OpAlt whose alternatives come from different places
	// of the program rather than from different paths through one function; it
	// says less.
	union bool

	// Lazily evaluated parts.
	fr   *frame
	v    V
	lazy bool
	obj  *object
}

// object is the contents of an OpObj: a base overlaid with puts.
type object struct {
	base     *Val
	puts     []boundPut
	expanded bool
}

// boundPut is a Put with the frame its values live in.
type boundPut struct {
	path []string
	put  *Put
	fr   *frame
	val  *Val // set instead of put for values the resolution makes itself
}

var unknown = &Val{op: OpUnknown}

func unknownBecause(why string) *Val { return &Val{op: OpUnknown, text: why} }

// A frame is one activation of a function.
type frame struct {
	w     *world
	fn    *Fn
	args  []*Val // nil when the caller is not known
	free  []*Val
	memo  map[V]*Val
	calls map[V][]*frame
	up    *frame
	depth int
	wired finding.Place // where a dynamic call's callee was chosen
}

const (
	maxDepth     = 24
	maxAlts      = 12 // paths of one function
	maxUnion     = 48 // places of the program
	maxWired     = 96 // functions and implementations: tables of handlers are long
	maxRecursion = 2
	maxAdapters  = 12
	maxReading   = 64 // things copied from one another, some in a circle
)

func (w *world) frame(fn *Fn, args, free []*Val, up *frame) *frame {
	w.entered[fn.pkg.Path] = true
	fr := &frame{w: w, fn: fn, args: args, free: free, memo: map[V]*Val{}, calls: map[V][]*frame{}, up: up}
	if up != nil {
		fr.depth = up.depth + 1
	}
	return fr
}

// root is the frame of fn when nothing is known of who calls it.
func (w *world) root(fn *Fn) *frame {
	if fn == nil {
		return nil
	}
	fr := w.roots[fn]
	if fr == nil {
		fr = w.frame(fn, nil, nil, nil)
		w.roots[fn] = fr
	}
	return fr
}

func (fr *frame) later(v V) *Val { return &Val{lazy: true, fr: fr, v: v} }

func (x *Val) force() *Val {
	for i := 0; x != nil && x.lazy && i < 64; i++ {
		x = x.fr.eval(x.v)
	}
	if x == nil {
		return unknown
	}
	return x
}

// eval resolves a value of the frame's function.
func (fr *frame) eval(v V) *Val {
	if v == 0 {
		return unknown
	}
	w := fr.w
	if x, ok := fr.memo[v]; ok {
		if x == busy {
			w.cuts++
			return busy
		}
		return x
	}
	if w.budget <= 0 {
		return unknownBecause("too large")
	}
	w.budget--
	fr.memo[v] = busy
	before := w.cuts
	w.nesting++
	x := fr.resolve(v)
	w.nesting--
	fr.memo[v] = x
	if w.cuts != before {
		w.provisional = append(w.provisional, provisional{fr, v})
	}
	if w.nesting == 0 {
		// What was found while a value it needs was still being worked out is
		// only good for that value. This one is done.
		for _, p := range w.provisional {
			if p.fr != fr || p.v != v {
				delete(p.fr.memo, p.v)
			}
		}
		w.provisional, w.cuts = nil, 0
	}
	return x
}

// busy stands for a value that is being worked out.
var busy = unknownBecause("recursion")

// provisional is a value whose evaluation met one that was being worked out.
type provisional struct {
	fr *frame
	v  V
}

func (fr *frame) evalAll(vs []V) []*Val {
	out := make([]*Val, len(vs))
	for i, v := range vs {
		out[i] = fr.eval(v)
	}
	return out
}

func (fr *frame) resolve(v V) *Val {
	n := &fr.fn.Nodes[v]
	place := fr.fn.place(n.Pos, "")
	switch n.Op {
	case OpConst, OpZero, OpPart, OpSource, OpChan:
		return &Val{op: n.Op, class: n.Class, text: n.Text, typ: n.Type, place: place, fr: fr, v: v}
	case OpParam:
		return fr.param(int(n.Index), n.Type)
	case OpFree:
		return fr.freeVar(int(n.Index), n.Type)
	case OpGlobal:
		return fr.w.global(n.Text)
	case OpObj:
		x := &Val{op: OpObj, typ: n.Type, place: place, fr: fr, v: v}
		fr.memo[v] = x // the contents may refer to the thing itself
		x.obj = &object{base: zero}
		if len(n.Args) > 0 && n.Args[0] != 0 {
			x.obj.base = fr.later(n.Args[0])
		}
		for i := range n.Puts {
			x.obj.puts = append(x.obj.puts, boundPut{path: n.Puts[i].Path, put: &n.Puts[i], fr: fr})
		}
		return x
	case OpField:
		return fr.w.field(fr.eval(n.Args[0]), n.Text, n.Type)
	case OpElem:
		return fr.w.elem(fr.eval(n.Args[0]), n.Text)
	case OpAlt:
		return alt(fr.evalAll(n.Args), false)
	case OpMix, OpConcat, OpAppend, OpErrTest:
		return &Val{op: n.Op, text: n.Text, args: fr.evalAll(n.Args), place: place}
	case OpIface:
		return &Val{op: OpIface, typ: n.Type, args: []*Val{fr.later(n.Args[0])}, place: place}
	case OpCall:
		return fr.result(v, 0)
	case OpResult:
		x := fr.result(n.Args[0], int(n.Index))
		if x.op == OpCall && x.typ == "" && n.Type != "" {
			typed := *x // the call's own type is that of all results
			typed.typ = n.Type
			return &typed
		}
		return x
	case OpFunc:
		return &Val{op: OpFunc, text: n.Text, class: n.Class, typ: n.Type, fr: fr, v: v, place: place}
	case OpBound:
		return &Val{op: OpBound, text: n.Text, typ: n.Type, args: []*Val{fr.later(n.Args[0])}, place: place}
	case OpDecoded:
		return &Val{op: OpDecoded, args: fr.evalAll(n.Args)}
	case OpRecv:
		return fr.w.elem(fr.eval(n.Args[0]), "<-")
	case OpFold:
		return fr.fold(v)
	}
	return unknown
}

var zero = &Val{op: OpZero}

// alt joins alternatives, flattened and without repeats.
func alt(xs []*Val, union bool) *Val {
	var flat []*Val
	for _, x := range xs {
		x = x.force()
		if x.op == OpAlt && (x.union == union || !x.union) {
			for _, a := range x.args {
				if !slices.Contains(flat, a) {
					flat = append(flat, a)
				}
			}
			continue
		}
		if x.recursion() {
			continue
		}
		if !slices.Contains(flat, x) {
			flat = append(flat, x)
		}
	}
	switch {
	case len(flat) == 0:
		return unknown
	case len(flat) == 1:
		return flat[0]
	case len(flat) > maxAlts && !union, len(flat) > maxUnion:
		if len(flat) <= maxWired && !slices.ContainsFunc(flat, func(x *Val) bool { return !x.runs() }) {
			break
		}
		return unknownBecause("too many alternatives")
	}
	return &Val{op: OpAlt, args: flat, union: union}
}

// runs reports whether a value is a function, or something known by its methods.
func (x *Val) runs() bool { return x.op == OpFunc || x.op == OpBound || x.op == OpIface && x.typ != "" }

// anywhere joins what different places of the program give for one value. It
// stays marked as such even where there is one place only: the value need not
// be the one of this delivery.
func anywhere(xs []*Val) *Val {
	x := alt(xs, true)
	if x.op == OpAlt && x.union || x.op == OpUnknown || x.op == OpConst || x.op == OpFunc || x.op == OpChan {
		return x
	}
	return &Val{op: OpAlt, args: []*Val{x}, union: true, typ: typeOf(x)}
}

func joined(xs []*Val, union bool) *Val {
	if union {
		return anywhere(xs)
	}
	return alt(xs, false)
}

// param is the argument the frame was called with, or, without a caller, what
// the program passes anywhere.
func (fr *frame) param(i int, typ string) *Val {
	if fr.args != nil {
		if i < len(fr.args) && fr.args[i] != nil {
			return fr.args[i].force()
		}
		return &Val{op: OpParam, index: i, typ: typ, fr: fr}
	}
	vals := fr.w.injected(fr.fn, i)
	for _, s := range fr.w.uses().callers[fr.fn.ID] {
		n := &s.fn.Nodes[s.val]
		if s.fn != fr.fn && i < len(n.Args) {
			vals = append(vals, fr.w.root(s.fn).eval(n.Args[i]))
		}
	}
	if len(vals) == 0 {
		vals = fr.invokedWith(i)
	}
	if len(vals) == 0 || len(vals) > maxUnion {
		return &Val{op: OpParam, index: i, typ: typ, fr: fr}
	}
	return anywhere(vals)
}

// invokedWith lists what the program passes as argument i when it calls the
// frame's function through an interface.
func (fr *frame) invokedWith(i int) []*Val {
	id := fr.fn.ID
	if !strings.HasPrefix(id, "(") || strings.Contains(id, "$") {
		return nil
	}
	name := id[strings.LastIndexByte(id, '.')+1:]
	sites := fr.w.uses().invokes[name]
	if len(sites) > 2*maxUnion {
		return nil
	}
	var vals []*Val
	for _, s := range sites {
		n := &s.fn.Nodes[s.val]
		at := fr.w.root(s.fn)
		if s.fn == fr.fn || i >= len(n.Args) {
			continue
		}
		for _, t := range fr.w.targets(at.eval(n.Args[0]), name) {
			if t.fn != fr.fn {
				continue
			}
			if i == 0 {
				vals = append(vals, t.recv)
			} else {
				vals = append(vals, at.eval(n.Args[i]))
			}
		}
	}
	return vals
}

func (fr *frame) freeVar(i int, typ string) *Val {
	if i < len(fr.free) && fr.free[i] != nil {
		return fr.free[i].force()
	}
	if s, ok := fr.w.uses().makers[fr.fn.ID]; ok && fr.free == nil {
		if n := &s.fn.Nodes[s.val]; i < len(n.Args) {
			return fr.w.root(s.fn).eval(n.Args[i])
		}
	}
	return &Val{op: OpFree, index: i, typ: typ, fr: fr}
}

func (w *world) global(name string) *Val {
	sites := w.uses().globals[name]
	if len(sites) == 0 || len(sites) > maxAlts {
		return &Val{op: OpGlobal, text: name}
	}
	vals := make([]*Val, len(sites))
	for i, s := range sites {
		vals[i] = w.root(s.fn).eval(s.val)
	}
	return anywhere(vals)
}

// fromFlows joins what the program stores in a field of a type anywhere.
func (w *world) fromFlows(typ, field string) *Val {
	sites := w.uses().flows[typ+"."+field]
	if typ == "" || len(sites) == 0 || len(sites) > 2*maxUnion {
		return nil
	}
	var vals []*Val
	for _, s := range sites {
		x := w.root(s.fn).eval(s.val)
		if x.op != OpZero {
			vals = append(vals, x)
		}
	}
	if len(vals) == 0 {
		return nil
	}
	return anywhere(vals)
}

// part is what a name leads to in a value.
type part struct {
	x    *Val
	name string
}

// once answers what a name leads to in a value, once for the question that is being
// answered: a list that grew in many branches shares its parts, and there are more
// ways through them than anyone could go.
func (w *world) once(x *Val, name, typ string, read func(x *Val, name, typ string) *Val) *Val {
	k := part{x, name}
	if v, ok := w.parts[k]; ok {
		return v
	}
	w.asking++
	cuts := w.cuts
	v := read(x, name, typ)
	if w.cuts == cuts {
		w.parts[k] = v
	}
	if w.asking--; w.asking == 0 {
		clear(w.parts)
	}
	return v
}

// field reads a field of x.
func (w *world) field(x *Val, name, typ string) *Val {
	if w.budget <= 0 {
		return unknownBecause("too large")
	}
	w.budget--
	if x = x.force(); x.op == OpObj || x.op == OpAlt {
		return w.once(x, name, typ, w.fieldOf)
	}
	return w.fieldOf(x, name, typ)
}

func (w *world) fieldOf(x *Val, name, typ string) *Val {
	switch x.op {
	case OpObj:
		v := w.read(x, name, typ)
		if v.op == OpObj && untouched(v) && v.obj.base.force().op == OpZero {
			// A map or list that is made empty here is filled elsewhere.
			if more := w.fromFlows(typ, name); more != nil {
				return alt([]*Val{v, more}, true)
			}
		}
		return v
	case OpIface:
		return w.field(x.args[0], name, typ)
	case OpAlt:
		vals := make([]*Val, 0, len(x.args))
		for _, a := range x.args {
			vals = append(vals, w.field(a, name, typ))
		}
		return joined(vals, x.union)
	case OpZero:
		return zero
	case OpPart, OpMix, OpConcat, OpSource:
		return x
	case OpDecoded:
		return &Val{op: OpDecoded, args: x.args, text: x.text + "." + name, typ: typ, place: x.place}
	}
	if v := w.fromFlows(typ, name); v != nil {
		return v
	}
	if x.recursion() {
		return x
	}
	return &Val{op: OpField, text: name, args: []*Val{x}, owner: typ}
}

// elem reads an element: "[k]", "[]" for any, "<-" for what was sent.
func (w *world) elem(x *Val, key string) *Val {
	if w.budget <= 0 {
		return unknownBecause("too large")
	}
	w.budget--
	if x = x.force(); x.op == OpObj || x.op == OpAlt || x.op == OpAppend {
		return w.once(x, key, "", w.elemOf)
	}
	return w.elemOf(x, key, "")
}

func (w *world) elemOf(x *Val, key, _ string) *Val {
	switch x.op {
	case OpObj:
		return w.read(x, key, "")
	case OpIface:
		return w.elem(x.args[0], key)
	case OpAlt, OpAppend:
		vals := make([]*Val, 0, len(x.args))
		for i, a := range x.args {
			e := w.elem(a, key)
			if i == 0 && x.op == OpAppend && key != "[]" && key != "<-" && len(x.args) == 2 && e.op != OpZero && e.op != OpElem && !e.recursion() {
				return e // the list as it was comes first
			}
			if e.op != OpZero {
				vals = append(vals, e)
			}
		}
		if len(vals) == 0 {
			return zero
		}
		return joined(vals, x.union)
	case OpZero:
		return zero
	case OpMix:
		if len(x.args) == 1 {
			return w.elem(x.args[0], key)
		}
		return x
	case OpPart, OpConcat, OpSource:
		return x
	case OpDecoded:
		return &Val{op: OpDecoded, args: x.args, text: x.text + key, place: x.place}
	}
	if x.recursion() {
		return x
	}
	return &Val{op: OpElem, text: key, args: []*Val{x}}
}

// recursion reports whether x stands for a value that is made of itself; it
// adds nothing to an alternative.
func (x *Val) recursion() bool { return x.op == OpUnknown && x.text == "recursion" }

// read looks name up in an object's contents.
func (w *world) read(x *Val, name, typ string) *Val {
	if w.reading >= maxReading {
		return unknownBecause("too deep")
	}
	w.reading++
	defer func() { w.reading-- }()
	w.expand(x)
	var exact, whole []*Val
	var sub, calls []boundPut
	wild := len(name) > 0 && name[0] == '['
	for _, p := range x.obj.puts {
		switch {
		case len(p.path) == 0:
			if !p.opaque() {
				whole = append(whole, p.value())
			}
		case p.path[0] == name || wild && (p.path[0] == "[]" || name == "[]" && p.path[0][0] == '['):
			rest := boundPut{path: p.path[1:], put: p.put, fr: p.fr, val: p.val}
			switch {
			case p.opaque():
				calls = append(calls, rest)
			case len(p.path) == 1:
				exact = append(exact, p.value())
			default:
				sub = append(sub, rest)
			}
		}
	}
	var base *Val
	switch {
	case len(exact) > 0 && name == "[]":
		// Any element: those the thing began with as well.
		if b := x.obj.base.force(); b.op != OpZero {
			if more := w.member(b, name, typ); more.op != OpZero {
				exact = append(exact, more)
			}
		}
		base = alt(exact, false)
	case len(exact) > 0:
		base = alt(exact, false)
	default:
		var vals []*Val
		for _, v := range whole {
			vals = append(vals, w.member(v, name, typ))
		}
		if b := x.obj.base.force(); b.op != OpZero || len(vals) == 0 {
			vals = append(vals, w.member(b, name, typ))
		}
		base = alt(vals, false)
	}
	if base.op != OpZero || len(sub) > 0 {
		sub = append(sub, calls...)
	}
	if len(sub) == 0 {
		if base.op == OpZero {
			if by := x.opaqueWriters(name); len(by) > 0 {
				return &Val{op: OpUnknown, text: "written", args: by, owner: owned(typ, name)}
			}
		}
		return base
	}
	return &Val{op: OpObj, place: x.place, obj: &object{base: base, puts: sub}}
}

// owned names a field by its struct, "" for what has no name.
func owned(typ, name string) string {
	if typ == "" {
		return ""
	}
	return typ + "." + name
}

func (w *world) member(x *Val, name, typ string) *Val {
	if name == "<-" || len(name) > 0 && name[0] == '[' {
		return w.elem(x, name)
	}
	return w.field(x, name, typ)
}

// opaque reports whether the put is a call outside the program, of which it
// is not known what it writes.
func (p boundPut) opaque() bool { return p.val == nil && p.put.Call != 0 }

func (p boundPut) value() *Val {
	if p.val != nil {
		return p.val.force()
	}
	return p.fr.eval(p.put.Val)
}

// callNode is the node of the call x is a result of.
func (x *Val) callNode() *Node {
	n := &x.fr.fn.Nodes[x.v]
	if n.Op == OpObj && len(n.Args) > 0 {
		n = &x.fr.fn.Nodes[n.Args[0]]
	}
	return n
}

// call is the call node of an opaque put.
func (p boundPut) call() *Node {
	n := &p.fr.fn.Nodes[p.put.Call]
	if n.Op == OpObj && len(n.Args) > 0 {
		n = &p.fr.fn.Nodes[n.Args[0]]
	}
	return n
}

// opaqueWriters are the calls outside the program that got the object and
// might have set name.
func (x *Val) opaqueWriters(name string) []*Val {
	var out []*Val
	for _, p := range x.obj.puts {
		if !p.opaque() || len(p.path) > 1 || len(p.path) == 1 && p.path[0] != name {
			continue
		}
		n := p.call()
		if n.Op != OpCall || n.Call.Effect != "" && !p.fr.w.fillsRow(n, int(p.put.Arg)) || n.Call.Kind == CallStatic || n.Call.Queue != "" {
			continue
		}
		out = append(out, &Val{op: OpCall, text: n.Call.Fn, index: -1, fr: p.fr, v: p.put.Call})
	}
	return out
}

// fillsRow reports whether a statement writes what it found to its argument i.
func (w *world) fillsRow(n *Node, i int) bool {
	spec := w.specs.effects[n.Call.Effect]
	if spec == nil || spec.Does != "statement" || i >= len(n.Call.Params) || i == 0 {
		return false
	}
	name := n.Call.Params[i]
	return name != spec.Statement && name != spec.Args && name != "ctx" && name != "db"
}

// expand replaces the calls of the program among an object's puts by what
// they write.
func (w *world) expand(x *Val) {
	o := x.obj
	if o.expanded {
		return
	}
	o.expanded = true
	var out []boundPut
	for _, p := range o.puts {
		if !p.opaque() {
			out = append(out, p)
			continue
		}
		out = append(out, w.expandCall(p)...)
	}
	o.puts = out
}

func (w *world) expandCall(p boundPut) []boundPut {
	if w.budget <= 0 {
		return nil
	}
	w.budget--
	if p.put.Free {
		clo := p.fr.eval(p.put.Call)
		if clo.op != OpFunc || w.funcs[clo.text] == nil {
			return nil
		}
		fn := w.funcs[clo.text]
		return writesOf(w.closureFrame(clo, fn, nil, p.fr), int(p.put.Arg), true, p.path)
	}
	n := p.call()
	if n.Op != OpCall {
		return nil
	}
	if spec := w.specs.keys[n.Call.Key]; spec != nil && spec.Into != "" {
		if i := slices.Index(n.Call.Params, spec.Into); i == int(p.put.Arg) || i < 0 {
			return []boundPut{{path: p.path, fr: p.fr, val: p.fr.filled(n, spec.Origin, spec.From, int(p.put.Arg))}}
		}
		return nil
	}
	if n.Call.Kind == CallOpaque {
		return []boundPut{p}
	}
	call := p.put.Call
	if m := &p.fr.fn.Nodes[call]; m.Op == OpObj {
		call = m.Args[0]
	}
	var out []boundPut
	for _, callee := range p.fr.callees(call) {
		arg := int(p.put.Arg)
		if n.Call.Kind == CallValue {
			arg += len(callee.args) - len(n.Args) // the function comes first, a bound receiver before its parameters
		}
		out = append(out, writesOf(callee, arg, false, p.path)...)
	}
	return out
}

// filled is what a decoder writes: data decoded from its source, or fresh
// bytes.
func (fr *frame) filled(n *Node, origin string, from []string, into int) *Val {
	if origin == "fresh" {
		return &Val{op: OpSource, class: Fresh, text: n.Call.Short, place: fr.fn.place(n.Pos, "")}
	}
	var src []*Val
	for i, a := range n.Args {
		name := ""
		if i < len(n.Call.Params) {
			name = n.Call.Params[i]
		}
		if i != into && (len(from) == 0 || slices.Contains(from, name)) {
			src = append(src, fr.eval(a))
		}
	}
	return &Val{op: OpDecoded, args: src, place: fr.fn.place(n.Pos, "")}
}

func writesOf(fr *frame, root int, free bool, prefix []string) []boundPut {
	if fr == nil {
		return nil
	}
	var out []boundPut
	for i := range fr.fn.Writes {
		wr := &fr.fn.Writes[i]
		if int(wr.Root) != root || wr.Free != free {
			continue
		}
		b := boundPut{path: append(slices.Clone(prefix), wr.Put.Path...), put: &wr.Put, fr: fr}
		if b.opaque() {
			if fr.depth < maxDepth {
				out = append(out, fr.w.expandCall(b)...)
			}
			continue
		}
		out = append(out, b)
	}
	return out
}

// result is result i of the call node v.
func (fr *frame) result(v V, i int) *Val {
	n := &fr.fn.Nodes[v]
	if n.Op == OpObj && len(n.Args) > 0 {
		v = n.Args[0]
		n = &fr.fn.Nodes[v]
	}
	if n.Op != OpCall {
		return unknown
	}
	var vals []*Val
	for _, callee := range fr.callees(v) {
		if i < len(callee.fn.Results) {
			vals = append(vals, callee.eval(callee.fn.Results[i]))
		}
	}
	if len(vals) > 0 {
		x := alt(vals, len(vals) > 1)
		if x.op == OpSource || x.op == OpMix || x.op == OpConcat {
			// The place of the call is where the value was made, to its reader.
			return &Val{op: OpMix, args: []*Val{x}, place: fr.fn.place(n.Pos, "")}
		}
		return x
	}
	if n.Call.Resolve != "" && i == 0 {
		if xs := fr.w.provided(n.Call.Resolve); len(xs) > 0 {
			return anywhere(xs)
		}
	}
	if n.Call.Fn == "(context.Context).Value" && len(n.Args) == 2 {
		if x := fr.w.contextValue(fr.eval(n.Args[0]), fr.eval(n.Args[1]), 0); x != nil {
			return x
		}
	}
	if x := fr.libraryResult(n); x != nil && i == 0 {
		return x
	}
	return &Val{op: OpCall, text: n.Call.Fn, index: i, typ: n.Type, fr: fr, v: v, place: fr.fn.place(n.Pos, "")}
}

// libraryResult is the result of a call of a function value that is a key
// source of a library: newID: uuid.NewString.
func (fr *frame) libraryResult(n *Node) *Val {
	if n.Call.Kind != CallValue {
		return nil
	}
	fs := fr.w.funcValues(fr.eval(n.Args[0]))
	for _, f := range fs {
		if f.op != OpFunc || f.class != Fresh {
			return nil
		}
	}
	if len(fs) == 0 {
		return nil
	}
	return &Val{op: OpSource, class: Fresh, text: fs[0].typ, place: fr.fn.place(n.Pos, "")}
}

// contextValue looks key up in a context, nil if it is not known to be there.
func (w *world) contextValue(ctx, key *Val, depth int) *Val {
	ctx = ctx.force()
	if depth > 16 {
		return nil
	}
	switch ctx.op {
	case OpIface:
		return w.contextValue(ctx.args[0], key, depth+1)
	case OpObj:
		if b := ctx.obj.base.force(); b.op != OpZero {
			return w.contextValue(b, key, depth+1)
		}
		for _, p := range ctx.obj.puts {
			if len(p.path) == 0 && !p.opaque() {
				if x := w.contextValue(p.value(), key, depth+1); x != nil {
					return x
				}
			}
		}
	case OpAlt:
		for _, a := range ctx.args {
			if x := w.contextValue(a, key, depth+1); x != nil {
				return x
			}
		}
	case OpCall:
		n := ctx.callNode()
		if n.Op != OpCall || len(n.Args) == 0 {
			return nil
		}
		if n.Call.Fn == "context.WithValue" && len(n.Args) == 3 && sameKey(ctx.fr.eval(n.Args[1]), key) {
			return ctx.fr.eval(n.Args[2])
		}
		for _, a := range n.Args[:min(2, len(n.Args))] {
			if x := w.contextValue(ctx.fr.eval(a), key, depth+1); x != nil {
				return x
			}
		}
	}
	return nil
}

// sameKey reports whether two context keys are one: of the same type with the
// same constant, or the same variable.
func sameKey(a, b *Val) bool {
	a, b = a.force(), b.force()
	if a == b {
		return true
	}
	if a.op == OpGlobal && b.op == OpGlobal {
		return a.text == b.text
	}
	if typeOf(a) != typeOf(b) {
		return false
	}
	ta, tb := texts(a), texts(b)
	if len(ta) == 0 && len(tb) == 0 {
		return typeOf(a) != "" // an empty struct type
	}
	return len(ta) == 1 && len(tb) == 1 && ta[0] == tb[0]
}

// callees are the activations a call node leads to, none where the callee is
// outside the program or not known.
func (fr *frame) callees(v V) []*frame {
	if fs, ok := fr.calls[v]; ok {
		return fs
	}
	fr.calls[v] = nil // cut recursion through the receiver's own value
	n := &fr.fn.Nodes[v]
	if n.Op != OpCall || fr.depth >= maxDepth {
		return nil
	}
	var out []*frame
	kind := n.Call.Kind
	if n.Call.Narrow {
		kind = CallInvoke
	}
	switch kind {
	case CallOpaque:
		if n.Call.Route != "" {
			out = fr.dispatched(n)
		}
	case CallStatic:
		if fn := fr.w.funcs[n.Call.Fn]; fn != nil {
			out = fr.enter(out, fn, fr.laterAll(n.Args), nil)
		}
	case CallInvoke:
		for _, t := range fr.w.targets(fr.eval(n.Args[0]), n.Call.Name) {
			args := fr.laterAll(n.Args)
			args[0] = t.recv
			before := len(out)
			out = fr.enter(out, t.fn, args, nil)
			for _, callee := range out[before:] {
				callee.wired = t.wired
			}
		}
	case CallValue:
		for _, f := range fr.w.funcValues(fr.eval(n.Args[0])) {
			out = fr.enterValue(out, f, fr.laterAll(n.Args[1:]))
		}
	}
	fr.calls[v] = out
	return out
}

func (fr *frame) laterAll(vs []V) []*Val {
	out := make([]*Val, len(vs))
	for i, v := range vs {
		out[i] = fr.later(v)
	}
	return out
}

func (fr *frame) enter(out []*frame, fn *Fn, args, free []*Val) []*frame {
	if fr.w.budget <= 0 {
		return out
	}
	fr.w.budget -= 4
	seen := 0
	for up := fr; up != nil; up = up.up {
		if up.fn == fn {
			if seen++; seen >= maxRecursion && !fn.isAdapter() || seen >= maxAdapters {
				return out
			}
		}
	}
	if len(fn.Nodes) <= 1 && len(fn.Steps) == 0 && len(fn.Results) == 0 {
		return out
	}
	return append(out, fr.w.frame(fn, args, free, fr))
}

// isAdapter reports whether a method only calls the function it is declared on, as
// http.HandlerFunc does: layers around a handler each run it once.
func (fn *Fn) isAdapter() bool {
	if len(fn.Steps) != 1 {
		return false
	}
	call := &fn.Nodes[fn.Steps[0].Node]
	if call.Op != OpCall || call.Call.Kind != CallValue {
		return false
	}
	f := &fn.Nodes[call.Args[0]]
	return f.Op == OpParam && f.Index == 0
}

// enterValue enters a function value with the given arguments.
func (fr *frame) enterValue(out []*frame, f *Val, args []*Val) []*frame {
	switch f.op {
	case OpFunc:
		if fn := fr.w.funcs[f.text]; fn != nil {
			out = fr.enter(out, fn, args, freeOf(f))
		}
	case OpBound:
		for _, t := range fr.w.boundTargets(f) {
			out = fr.enter(out, t.fn, append([]*Val{t.recv}, args...), nil)
		}
	}
	return out
}

func freeOf(f *Val) []*Val {
	if f.fr == nil {
		return f.args
	}
	n := &f.fr.fn.Nodes[f.v]
	return f.fr.laterAll(n.Args)
}

func (w *world) closureFrame(f *Val, fn *Fn, args []*Val, up *frame) *frame {
	if args == nil {
		args = make([]*Val, len(fn.Params))
	}
	return w.frame(fn, args, freeOf(f), up)
}

// target is a method a dynamic call may reach, with its receiver.
type target struct {
	fn    *Fn
	recv  *Val
	wired finding.Place // where the receiver became the interface
}

// targets are the methods named name of the concrete types x may hold. What is found
// amid a recursion is not the last word, and is not kept.
func (w *world) targets(x *Val, name string) []target {
	k := part{x.force(), name}
	if ts, ok := w.found[k]; ok {
		return ts
	}
	cuts := w.cuts
	ts := w.targetsAt(k.x, name, 0)
	if w.cuts == cuts && w.budget > 0 {
		w.found[k] = ts
	}
	return ts
}

// maxEmbedded bounds how many decorators, each an interface embedded in the next,
// are looked through: some embed themselves.
const maxEmbedded = 6

func (w *world) targetsAt(x *Val, name string, depth int) []target {
	if depth > maxEmbedded {
		return nil
	}
	var out []target
	type receiver struct {
		fn   *Fn
		recv *Val
	}
	seen := map[receiver]bool{}
	for _, c := range w.concreteIn(x, nil, map[*Val]bool{}, finding.Place{}) {
		m, ok := w.method(c.typ, name)
		if !ok {
			continue
		}
		recv := c.Val
		for _, f := range m.Embedded {
			recv = w.field(recv, f, c.typ)
		}
		fn := w.funcs[m.Fn]
		if fn == nil {
			// A method of an embedded interface: go on with what it holds.
			out = append(out, w.targetsAt(recv, name, depth+1)...)
			continue
		}
		if r := (receiver{fn, recv}); !seen[r] && len(out) < maxWired {
			seen[r] = true
			out = append(out, target{fn: fn, recv: recv, wired: c.wired})
		}
	}
	return out
}

// boundTargets are the functions a method value may run.
func (w *world) boundTargets(f *Val) []target {
	if fn := w.funcs[f.text]; fn != nil {
		return []target{{fn: fn, recv: f.args[0]}}
	}
	i := len(f.text) - 1
	for i >= 0 && f.text[i] != '.' {
		i--
	}
	return w.targets(f.args[0].force(), f.text[i+1:])
}

// concrete lists the values of known concrete type x may be.
func (w *world) concrete(x *Val) []*Val {
	var out []*Val
	for _, c := range w.concreteIn(x, nil, map[*Val]bool{}, finding.Place{}) {
		out = append(out, c.Val)
	}
	return out
}

// wiredVal is a value of known concrete type, and where it became the
// interface it is used as.
type wiredVal struct {
	*Val
	wired finding.Place
}

func (w *world) concreteIn(x *Val, out []wiredVal, seen map[*Val]bool, wired finding.Place) []wiredVal {
	x = x.force()
	if seen[x] {
		return out
	}
	seen[x] = true
	switch x.op {
	case OpIface:
		inner := x.args[0].force()
		if x.typ == "" || w.methods[x.typ] == nil {
			return w.concreteIn(inner, out, seen, x.place)
		}
		switch {
		case inner.typ == x.typ:
		case inner.op == OpObj:
			inner = &Val{op: OpObj, typ: x.typ, obj: inner.obj, place: inner.place, fr: inner.fr, v: inner.v}
		default:
			inner = &Val{op: OpParam, typ: x.typ, index: -1, args: []*Val{inner}}
		}
		return append(out, wiredVal{inner, x.place})
	case OpAlt:
		for _, a := range x.args {
			out = w.concreteIn(a, out, seen, wired)
		}
		return out
	case OpZero, OpUnknown:
		return out
	case OpObj:
		if x.typ == "" || w.methods[x.typ] == nil {
			if b := x.obj.base.force(); b.op != OpZero {
				out = w.concreteIn(b, out, seen, wired)
			}
			for _, p := range x.obj.puts {
				if len(p.path) == 0 && !p.opaque() {
					out = w.concreteIn(p.value(), out, seen, wired)
				}
			}
			return out
		}
	}
	if x.typ != "" && w.methods[x.typ] != nil {
		out = append(out, wiredVal{x, wired})
	}
	return out
}

// funcValues lists the functions x may be.
func (w *world) funcValues(x *Val) []*Val {
	var out []*Val
	var visit func(x *Val, depth int)
	visit = func(x *Val, depth int) {
		x = x.force()
		if depth > 8 || len(out) > maxWired {
			return
		}
		switch x.op {
		case OpFunc, OpBound:
			if !slices.Contains(out, x) {
				out = append(out, x)
			}
		case OpIface, OpAlt, OpParam: // a parameter that stands for a value of known type
			for _, a := range x.args {
				visit(a, depth+1)
			}
		case OpObj:
			visit(x.obj.base, depth+1)
			w.expand(x)
			for _, p := range x.obj.puts {
				if len(p.path) == 0 && !p.opaque() {
					visit(p.value(), depth+1)
				}
			}
		}
	}
	visit(x, 0)
	return out
}
