package model

import (
	"slices"
	"strings"
	"time"

	"github.com/idemlint/idemlint/internal/catalog"
	"github.com/idemlint/idemlint/internal/finding"
)

// receiveOf is the receive a list of messages comes from, nil for other lists.
func (w *world) receiveOf(x *Val, depth int) *Val {
	x = x.force()
	if depth > 8 {
		return nil
	}
	switch x.op {
	case OpCall:
		if n := x.callNode(); n.Op == OpCall && w.specs.receiveOf[bareSymbol(n.Call.Fn)] != nil {
			return x
		}
	case OpObj:
		if r := w.receiveOf(x.obj.base, depth+1); r != nil {
			return r
		}
		for _, p := range x.obj.puts {
			if len(p.path) == 0 && !p.opaque() {
				if r := w.receiveOf(p.value(), depth+1); r != nil {
					return r
				}
			}
		}
	case OpIface, OpField, OpElem, OpAlt:
		for _, a := range x.args {
			if r := w.receiveOf(a, depth+1); r != nil {
				return r
			}
		}
	}
	return nil
}

// batchOf is how many messages a receive returns at most, as far as it says so.
func (w *world) batchOf(receive *Val) int64 {
	spec := w.specs.receiveOf[bareSymbol(receive.callNode().Call.Fn)]
	n := w.argument(receive.fr, receive.callNode(), spec.Batch)
	if !n.ok || n.n < 1 {
		return 1
	}
	return n.n
}

// argument is the number in a parameter of a call, PARAM or PARAM.FIELD, or in
// the field FIELD of any of them.
func (w *world) argument(fr *frame, n *Node, role string) number {
	if role == "" {
		return number{}
	}
	param, field, _ := strings.Cut(role, ".")
	if i := slices.Index(n.Call.Params, param); i >= 0 && i < len(n.Args) {
		x := fr.eval(n.Args[i])
		if field != "" {
			x = w.field(x, field, typeOf(x))
		}
		return w.number(x)
	}
	for _, a := range n.Args {
		if vals := fieldOf(w.dig(fr.eval(a)), role); len(vals) > 0 {
			return w.number(alt(vals, false))
		}
	}
	return number{}
}

// givesBack reports whether an extension ends the lease instead.
func (w *world) givesBack(fr *frame, n *Node, spec *catalog.AckSpec) bool {
	lease := w.argument(fr, n, spec.Lease)
	return lease.ok && lease.n == 0
}

// override is the lease that the receive of a handler asks for itself, and the
// receive; false where it leaves the lease to the queue.
func (k *walker) override() (time.Duration, *Val, bool) {
	at := k
	for at.root.recv == nil && at.parent != nil {
		at = at.parent
	}
	if at.root.recv == nil {
		return 0, nil, false
	}
	receive := k.w.receiveOf(at.root.frame.eval(at.root.recv.Node), 0)
	if receive == nil {
		return 0, nil, false
	}
	spec := k.w.specs.receiveOf[bareSymbol(receive.callNode().Call.Fn)]
	n := k.w.argument(receive.fr, receive.callNode(), spec.Override)
	if !n.ok || n.n <= 0 {
		return 0, receive, false
	}
	unit := time.Duration(1)
	if spec.Unit != "" {
		unit = parseDuration(spec.Unit)
	}
	return time.Duration(n.n) * unit, receive, true
}

// extends reports whether something on the way of the delivery extends its
// lease.
func (k *walker) extends() bool {
	for one := k; one != nil; one = one.parent {
		if slices.ContainsFunc(one.visits, func(v visit) bool {
			spec := k.w.specs.acks[v.ack]
			return spec != nil && spec.Does == "extend" && !k.w.givesBack(v.fr, &v.fr.fn.Nodes[v.node], spec)
		}) {
			return true
		}
	}
	return false
}

// time works out how long a delivery may take, and how long its lease is as far
// as the code says.
func (k *walker) time(h *Handler) {
	k.w.budget = max(k.w.budget, maxBudget/4)
	h.Duration = k.duration()
	h.lease = k.lease()
}

// A Lease is how long the broker waits for the ack of one delivery.
type Lease struct {
	For time.Duration // 0 where it is not known
	// Extended is set where the library, or the handler, keeps the message for
	// as long as it works on it.
	Extended bool
	// Override is set where the receive itself asks for it.
	Override bool
	Why      string // who says so
	Place    finding.Place
	Path     []finding.Place
	Assumed  bool
}

// lease is what the code says of the lease.
func (k *walker) lease() Lease {
	spec := k.root.spec
	if spec == nil {
		return Lease{}
	}
	l := Lease{Extended: spec.Lease == "extended" || k.extends(), Place: k.receivedAt(), For: parseDuration(spec.Lease), Why: brokerName(spec.Broker) + " default"}
	d, receive, ok := k.override()
	if receive != nil {
		l.Place = receive.fr.fn.place(receive.callNode().Pos, "")
	}
	if ok {
		l.For, l.Override, l.Why = d, true, "asked for by "+receive.callNode().Call.label()
	}
	return l
}

// receivedAt is where the delivery is received.
func (k *walker) receivedAt() finding.Place {
	at := k
	for at.root.recv == nil && at.parent != nil {
		at = at.parent
	}
	return at.root.place
}

// brokerName is a broker as people write it.
func brokerName(broker string) string {
	switch broker {
	case "sqs":
		return "SQS"
	case "jetstream":
		return "JetStream"
	case "servicebus":
		return "Service Bus"
	case "pubsub":
		return "Pub/Sub"
	}
	return broker
}
