package model

import (
	"slices"

	"github.com/idemlint/idemlint/internal/finding"
)

// Functions that a program puts around its handlers: they retry what fails, or
// park it.

// wrapping is what stands around a handler, the outermost first.
type wrapping struct {
	layers []layer
	// open says that there may be more.
	open bool
	any  bool // something is put around handlers at all
}

// maxLines is how many lines a call may have.
const maxLines = 12

type layer struct {
	does  string // retry or dead-letter
	place finding.Place
}

// wrapping finds what is put around a handler: what the program gives to calls
// on the thing the handler is registered with.
func (l *linker) wrapping(r *root) wrapping {
	var out wrapping
	if r.reg == nil || r.reg.fn == nil || r.reg.Call == 0 {
		return out
	}
	w := l.w
	at := w.root(r.reg.fn)
	reg := r.reg.fn.callAt(r.reg.Call)
	if reg.Op != OpCall || len(reg.Args) == 0 {
		return out
	}
	router := identity(at.eval(reg.Args[0]))
	var inner []layer
	w.eachCall(func(fn *Fn, _ V, n *Node) {
		spec := w.specs.queues[n.Call.Queue]
		if spec == nil || spec.Does != "wrap" {
			return
		}
		fr := w.root(fn)
		on := fr.eval(n.Args[0])
		list, ok := w.at(fr, n, spec.Arg)
		if !ok {
			return
		}
		layers, open := w.layers(list)
		call := fr.fn.place(n.Pos, "")
		for i := range layers {
			// What was made elsewhere stands around the handler here.
			if p := layers[i].place; p.File != call.File || p.Line < call.Line || p.Line > call.Line+maxLines {
				layers[i].place = call
			}
		}
		switch who := identity(on); {
		case slices.ContainsFunc(who, func(x *Node) bool { return x == reg }):
			inner = append(inner, layers...)
		case slices.ContainsFunc(who, func(x *Node) bool { return slices.Contains(router, x) }):
			out.layers = append(out.layers, layers...)
		case len(who) == 0 || len(router) == 0:
			open = true // it may be this one
		default:
			return
		}
		out.any = true
		out.open = out.open || open
	})
	out.layers = append(out.layers, inner...)
	return out
}

// identity is which thing a value is: the calls it comes from.
func identity(x *Val) []*Node {
	var out []*Node
	for _, c := range callsOfValue(x, 0) {
		out = append(out, c.callNode())
	}
	return out
}

// layers are the wrappers in a list; open says that some are not known, as are
// those the program wrote itself.
func (w *world) layers(list *Val) (out []layer, open bool) {
	es, more := w.elements(list, 0)
	open = more
	for _, e := range es {
		e = e.force()
		for e.op == OpIface {
			e = e.args[0].force()
		}
		if cs := callsOfValue(e, 0); len(cs) == 1 {
			e = cs[0]
		}
		does, at := w.layer(e)
		switch {
		case does != "":
			out = append(out, layer{does, at})
		case e.op == OpUnknown || e.op == OpParam || (e.op == OpFunc || e.op == OpBound) && w.funcs[e.text] != nil || e.op == OpAlt:
			open = true
		}
	}
	return out, open
}

func (w *world) layer(e *Val) (does string, at finding.Place) {
	symbol := ""
	switch e.op {
	case OpCall:
		symbol = e.text
	case OpFunc, OpBound:
		symbol = e.text
	}
	for id, q := range w.specs.queues {
		if id == "" || q.Does != "retry" && q.Does != "dead-letter" {
			continue
		}
		if slices.ContainsFunc(q.Func, func(s string) bool { return bareSymbol(s) == bareSymbol(symbol) }) {
			return q.Does, e.place
		}
	}
	return "", e.place
}
