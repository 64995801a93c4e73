package model

import (
	"slices"
	"strings"

	"github.com/idemlint/idemlint/internal/finding"
)

// ackMode says how the deliveries of a handler are acked, and, where that is
// not left to the handler, where a person would change it.
func (k *walker) ackMode(top *walker) (string, finding.Place) {
	r := top.root
	if r.spec == nil {
		return "", finding.Place{}
	}
	mode, at := r.spec.Ack, r.place
	at.Note = ""
	if r.reg != nil && r.reg.fn != nil {
		at = r.reg.fn.place(r.reg.Pos, "")
	}
	if r.recv != nil && r.spec.AutoAck != "" {
		if call, on := k.w.autoAcked(r); on {
			return "receive", call
		}
	}
	acks := k.acksItself() || top.acksItself()
	if !acks && k.w.opted(r, r.spec.Automatic) { // who acks may have it both ways
		return "receive", at
	}
	switch mode {
	case "receive":
		if r.spec.Group != "" && k.w.withoutGroup(r) {
			return "none", at
		}
	case "after", "poll":
		if acks || k.w.opted(r, r.spec.Manual) {
			return "explicit", at
		}
	}
	return mode, at
}

// acksItself reports whether the handler acks by a call.
func (k *walker) acksItself() bool {
	return slices.ContainsFunc(k.visits, func(v visit) bool {
		spec := k.w.specs.acks[v.ack]
		return spec != nil && (spec.Does == "ack" || spec.Does == "commit")
	})
}

// autoAcked reports whether the receive's channel was opened with automatic
// acknowledgement, and where.
func (w *world) autoAcked(r *root) (finding.Place, bool) {
	v := r.recv.Chan
	if v == 0 {
		v = r.recv.Node
	}
	for _, x := range callsOfValue(r.frame.eval(v), 0) {
		n := x.callNode()
		if n.Op != OpCall {
			continue
		}
		param, field, _ := strings.Cut(r.spec.AutoAck, ".")
		i := slices.Index(n.Call.Params, param)
		if i < 0 || i >= len(n.Args) {
			continue
		}
		on := x.fr.eval(n.Args[i])
		if field != "" {
			on = w.field(on, field, typeOf(on))
		}
		if slices.Contains(texts(on), "true") {
			return x.fr.fn.place(n.Pos, ""), true
		}
	}
	return finding.Place{}, false
}

// madeWith lists what is known of how a handler's consumer was set up: the
// arguments of the registration, and of the calls that made the client.
func (w *world) madeWith(r *root) []named {
	var out []named
	look := func(fr *frame, v V) {
		if v == 0 || fr == nil {
			return
		}
		if n := &fr.fn.Nodes[v]; n.Op == OpCall {
			for _, a := range n.Args {
				out = append(out, w.dig(fr.eval(a))...)
			}
		}
	}
	if r.reg != nil && r.reg.fn != nil {
		look(w.root(r.reg.fn), r.reg.Call)
	}
	if r.recv != nil && r.frame != nil {
		look(r.frame, r.recv.Node)
		if r.recv.Chan != 0 {
			out = append(out, w.dig(r.frame.eval(r.recv.Chan))...)
		}
	}
	return out
}

// opted reports whether the consumer was set up with one of the options.
func (w *world) opted(r *root, options []string) bool {
	if len(options) == 0 {
		return false
	}
	set := w.madeWith(r)
	return slices.ContainsFunc(options, func(symbol string) bool {
		return slices.ContainsFunc(callsOf(set, lastPart(symbol)), func(n named) bool { return !n.off() })
	})
}

// off reports whether an option is called with false.
func (n named) off() bool {
	return slices.ContainsFunc(n.call.Args, func(a V) bool { return slices.Equal(texts(n.fr.eval(a)), []string{"false"}) })
}

// withoutGroup reports whether the client is seen to be made outside of any
// consumer group.
func (w *world) withoutGroup(r *root) bool {
	set := w.madeWith(r)
	made := slices.ContainsFunc(set, func(n named) bool { return n.call != nil && len(n.call.Args) > 0 })
	vals := fieldOf(set, r.spec.Group)
	return made && !slices.ContainsFunc(vals, func(v *Val) bool { return v.force().op != OpZero && !slices.Equal(texts(v), []string{""}) })
}
