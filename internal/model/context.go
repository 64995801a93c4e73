package model

import (
	"slices"
	"strings"
	"time"
)

// ending says what is known of when the contexts of a call end.
type ending uint8

const (
	unknownEnd ending = iota // they may end
	noDeadline               // nothing ends them by time
	withLease                // they end with the lease
)

// deadlines says when the contexts end that a call is given, directly or inside
// of a request; without one it has no deadline.
func (w *world) deadlines(t *timed) (ending, []deadline) {
	state, until := noDeadline, []deadline(nil)
	see := func(ctx *Val) {
		s, ds := w.endOf(ctx, 0)
		until = append(until, ds...)
		if state == noDeadline || s == withLease {
			state = s
		}
	}
	for i, a := range t.node.Args {
		x := t.fr.eval(a)
		if isContext(x) {
			see(x)
			continue
		}
		if i == 0 && len(t.node.Call.Params) > 0 && t.node.Call.Params[0] == "recv" && t.request != "recv" {
			continue // contexts a client was made with are not the call's
		}
		if i < len(t.node.Call.Params) && t.node.Call.Params[i] == t.request && !w.seesRequest(x) {
			state = unknownEnd
		}
		for _, n := range w.insideOf(t, i) {
			if n.call == nil {
				continue
			}
			for _, arg := range n.call.Args {
				if ctx := n.fr.eval(arg); isContext(ctx) && !strings.HasPrefix(n.call.Call.Fn, "context.") {
					see(ctx)
				}
			}
		}
	}
	return state, until
}

// seesRequest reports whether a request is made where it can be seen.
func (w *world) seesRequest(x *Val) bool {
	return slices.ContainsFunc(callsOfValue(x, 0), func(c *Val) bool {
		n := c.callNode()
		return n.Op == OpCall && n.Call.Kind == CallOpaque && strings.Contains(n.Call.Name, "Request") || n.Op == OpCall && n.Call.Name == "R"
	})
}

// isContext reports whether x is a context.
func isContext(x *Val) bool {
	x = x.force()
	switch x.op {
	case OpParam, OpFree, OpCall:
		return x.typ == "context.Context" || x.op == OpCall && strings.HasPrefix(x.text, "context.") && x.index == 0
	case OpObj:
		return x.typ == "context.Context"
	case OpIface:
		return isContext(x.args[0])
	case OpAlt:
		return slices.ContainsFunc(x.args, isContext)
	}
	return false
}

// endOf says when a context ends: by the deadlines of it and of its parents.
func (w *world) endOf(x *Val, depth int) (ending, []deadline) {
	x = x.force()
	if depth > maxNested {
		return unknownEnd, nil
	}
	switch x.op {
	case OpIface:
		return w.endOf(x.args[0], depth+1)
	case OpAlt:
		return w.endOfAny(x.args, depth)
	case OpObj:
		var vals []*Val
		for _, p := range x.obj.puts {
			if len(p.path) == 0 && !p.opaque() {
				vals = append(vals, p.value())
			}
		}
		if len(vals) == 0 {
			return w.endOf(x.obj.base, depth+1)
		}
		return w.endOfAny(vals, depth)
	case OpParam:
		if x.fr != nil && w.leased[x.fr.fn] && x.fr.up == nil {
			return withLease, nil
		}
	case OpCall:
		return w.endOfCall(x, depth)
	}
	return unknownEnd, nil
}

// endOfAny takes the deadlines of all alternatives for those of each: a call is
// rather taken to be ended than not.
func (w *world) endOfAny(xs []*Val, depth int) (ending, []deadline) {
	state, until := noDeadline, []deadline(nil)
	for _, x := range xs {
		if x.force().recursion() {
			continue
		}
		s, ds := w.endOf(x, depth+1)
		until = append(until, ds...)
		if s != noDeadline && state != withLease {
			state = s
		}
	}
	return state, until
}

func (w *world) endOfCall(x *Val, depth int) (ending, []deadline) {
	n := x.callNode()
	if n.Op != OpCall {
		return unknownEnd, nil
	}
	parent := func() (ending, []deadline) {
		for _, a := range n.Args {
			if ctx := x.fr.eval(a); isContext(ctx) {
				return w.endOf(ctx, depth+1)
			}
		}
		return unknownEnd, nil
	}
	switch n.Call.Fn {
	case "context.Background", "context.TODO", "context.WithoutCancel":
		return noDeadline, nil
	case "context.WithTimeout", "context.WithTimeoutCause", "context.WithDeadline", "context.WithDeadlineCause":
		state, until := parent()
		after := w.number(x.fr.eval(n.Args[1]))
		if strings.Contains(n.Call.Fn, "Deadline") {
			after = w.fromNow(x.fr.eval(n.Args[1]))
		}
		if !after.ok {
			return unknownEnd, until
		}
		return state, append(until, deadline{x.fr, callOf(x), time.Duration(after.n)})
	case "context.WithCancel", "context.WithCancelCause", "context.WithValue", "os/signal.NotifyContext", "golang.org/x/sync/errgroup.WithContext":
		return parent()
	}
	_, until := parent()
	return unknownEnd, until
}

// fromNow is the time until time.Now().Add(d).
func (w *world) fromNow(x *Val) number {
	x = x.force()
	if x.op != OpMix || x.text != "(time.Time).Add" || len(x.args) != 2 || x.args[0].force().op != OpSource {
		return number{}
	}
	return w.number(x.args[1])
}

// callOf is the node of the call x is a result of.
func callOf(x *Val) V {
	if n := &x.fr.fn.Nodes[x.v]; n.Op == OpObj && len(n.Args) > 0 {
		return n.Args[0]
	}
	return x.v
}
