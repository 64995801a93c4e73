package model

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/idemlint/idemlint/internal/catalog"
	"github.com/idemlint/idemlint/internal/finding"
	"github.com/idemlint/idemlint/internal/infra"
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
func (w *world) batchOf(receive *Val) number {
	spec := w.specs.receiveOf[bareSymbol(receive.callNode().Call.Fn)]
	n := w.argument(receive.fr, receive.callNode(), spec.Batch)
	if !n.ok || n.n < 1 {
		return number{n: 1, ok: true}
	}
	return n
}

// streamOf is how many messages come out of a channel at most, where it is that of
// a batch.
func (w *world) streamOf(x *Val, depth int) number {
	receive := w.receiveOf(x, 0)
	if receive == nil || depth > 2 {
		return number{}
	}
	n := receive.callNode()
	if w.specs.receiveOf[bareSymbol(n.Call.Fn)].Batch != "" {
		return w.batchOf(receive)
	}
	if len(n.Args) == 0 {
		return number{}
	}
	return w.streamOf(receive.fr.eval(n.Args[0]), depth+1)
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
	// What is made for the call has not set it.
	made := slices.ContainsFunc(n.Args, func(a V) bool {
		x := fr.eval(a).force()
		return x.op == OpObj && x.typ != "" && bare(x) == x
	})
	return number{ok: made}
}

// givesBack reports whether an extension ends the lease instead.
func (w *world) givesBack(fr *frame, n *Node, spec *catalog.AckSpec) bool {
	lease := w.argument(fr, n, spec.Lease)
	return lease.ok && lease.n == 0
}

// override is the lease that the receive of a handler asks for itself, 0 where
// that is not known, and the receive, in an activation of the function that
// receives; false where it leaves the lease to the queue.
func (k *walker) override(fr *frame) (time.Duration, *Val, bool) {
	at, _ := k.base()
	if at.root.recv == nil {
		return 0, nil, false
	}
	receive := k.w.receiveOf(fr.eval(at.root.recv.Node), 0)
	if receive == nil {
		return 0, nil, false
	}
	spec := k.w.specs.receiveOf[bareSymbol(receive.callNode().Call.Fn)]
	if spec.Override == "" {
		return 0, receive, false
	}
	n := k.w.argument(receive.fr, receive.callNode(), spec.Override)
	switch {
	case !n.ok || n.several:
		return 0, receive, true
	case n.n <= 0:
		return 0, receive, false
	}
	unit := time.Duration(1)
	if spec.Unit != "" {
		unit = parseDuration(spec.Unit)
	}
	return time.Duration(n.n) * unit, receive, true
}

// extends reports whether something extends the lease of the delivery: on its
// way, where it is sent on the side, or for all deliveries in a function that no
// handler reaches.
func (k *walker) extends() bool {
	for one := k; one != nil; one = one.parent {
		for _, w := range one.all() {
			if (w == one || w.root.recv != nil) && w.extendsItself() {
				return true
			}
		}
	}
	return k.w.extendsElsewhere(k.root.lib)
}

// extendsItself reports whether a walk meets an extension.
func (k *walker) extendsItself() bool {
	return slices.ContainsFunc(k.visits, func(v visit) bool {
		spec := k.w.specs.acks[v.ack]
		return spec != nil && spec.Does == "extend" && !k.w.givesBack(v.fr, &v.fr.fn.Nodes[v.node], spec)
	})
}

// extendsElsewhere reports whether a function that no handler reaches extends
// leases of a library's messages.
func (w *world) extendsElsewhere(lib *catalog.Library) bool {
	for _, sum := range w.sums {
		for _, fn := range sum.Funcs {
			for i := range fn.Nodes {
				n := &fn.Nodes[i]
				if n.Op != OpCall || n.Call.Ack == "" || w.reached[fn] {
					continue
				}
				if spec := w.specs.acks[n.Call.Ack]; spec.Does == "extend" && w.specs.libs[n.Call.Ack] == lib && !w.givesBack(w.root(fn), n, spec) {
					return true
				}
			}
		}
	}
	return false
}

// time works out how long a delivery may take, and how long its lease is as far
// as the code says.
func (k *walker) time(h *Handler) {
	k.w.budget = max(k.w.budget, maxBudget/4)
	h.variants = k.variants()
	for _, v := range h.variants {
		if v.duration.Total > h.Duration.Total || len(h.Duration.Parts) == 0 {
			h.Duration = v.duration
		}
	}
	at, _ := k.base()
	h.siblings = len(at.children) > 1
}

// A Lease is how long the broker waits for the ack of one delivery.
type Lease struct {
	For time.Duration // 0 where it is not known
	// Extended is set where the library, or the handler, keeps the message for
	// as long as it works on it.
	Extended bool
	// Override is set where the receive itself asks for the lease.
	Override bool
	// Default is set where nobody said how long, so that the broker decides.
	Default bool
	Assumed bool // rests on a default of the configuration
	// Of is what has the lease: aws_sqs_queue.orders, c.sqs.ReceiveMessage.
	Of    string
	Why   string // who says so: SQS default
	Place finding.Place
	Path  []finding.Place // from the handler to the place
	// Level is how surely the handler consumes the queue; certain where the
	// handler's own code says the lease.
	Level Level
	// Function is the limit of the deployed function the handler runs in, which
	// ends the work whatever it waits for; 0 where there is none, or it is not
	// known.
	Function time.Duration
	// InFunction is set where the handler runs in such a function.
	InFunction bool
}

// A Shift is a lease and the work that is to be done in it.
type Shift struct {
	Lease
	Duration Duration
}

// Shifts lists the leases under which the handler works, each with how long a
// delivery may take: one for each queue it consumes, or that of its receive
// alone. Leases that are not known are left out.
func (h *Handler) Shifts() []Shift {
	var out []Shift
	add := func(l Lease, d Duration) {
		i := slices.IndexFunc(out, func(o Shift) bool { return o.Place == l.Place && o.For == l.For })
		switch {
		case l.For <= 0:
		case i < 0:
			out = append(out, Shift{l, d})
		case d.Total > out[i].Duration.Total:
			out[i] = Shift{l, d} // two callers of one receive
		}
	}
	for _, l := range h.Links() {
		if l.Queue == nil || !l.Queue.Evidence() {
			continue
		}
		if v, ok := h.variantOf(l); ok {
			add(h.leaseOf(l, v.lease), v.duration)
		}
	}
	if len(h.Links()) == 0 {
		for _, v := range h.variants {
			if v.lease.Override || h.assumesDefault() {
				add(v.lease, v.duration)
			}
		}
	}
	return out
}

// assumesDefault reports whether the broker's default may be taken for the lease of
// a queue that is not known: nothing in the repository defines a queue of its kind,
// or may do so without being understood.
func (h *Handler) assumesDefault() bool {
	kinds := []infra.Kind{infra.SQS, infra.ServiceBus, infra.JetStream} // whose definitions say the lease
	if h.linker == nil || !slices.Contains(kinds, infra.Kind(h.Broker)) {
		return false
	}
	facts := h.linker.all
	return len(facts.Unseen) == 0 && !slices.ContainsFunc(facts.Queues, func(q *infra.Queue) bool { return string(q.Kind) == h.Broker })
}

// variantOf is the variant that consumes the queue of a link. Where that is not
// known the shortest counts; false where the queue may be one that another
// handler consumes.
func (h *Handler) variantOf(l Link) (variant, bool) {
	if len(h.variants) == 0 {
		return variant{}, false
	}
	var fits []variant
	for _, v := range h.variants {
		if slices.ContainsFunc(v.places, func(p finding.Place) bool { return onPath(l.Path, p) }) {
			fits = append(fits, v)
		}
	}
	if len(fits) == 0 || len(h.variants) == 1 {
		if len(h.Links()) > 1 && h.siblings {
			return variant{}, false
		}
		fits = h.variants
	}
	return slices.MinFunc(fits, func(a, b variant) int { return cmp.Compare(a.duration.Total, b.duration.Total) }), true
}

func onPath(path []finding.Place, at finding.Place) bool {
	return slices.ContainsFunc(path, func(p finding.Place) bool { return p.File == at.File && p.Line == at.Line && p.Column == at.Column })
}

// leaseOf is the lease of the messages of a queue.
func (h *Handler) leaseOf(l Link, lease Lease) Lease {
	q := l.Queue
	lease.Level, lease.Path = l.Level, slices.Clone(l.Path)
	if at := lease.Place; at.IsValid() && !slices.ContainsFunc(l.Path, func(p finding.Place) bool { return p.File == at.File && p.Line == at.Line }) {
		at.Note = "receives"
		lease.Path = slices.Insert(lease.Path, min(1, len(lease.Path)), at)
	}
	if c := l.Compute; c != nil && c.Kind == "lambda" || l.Edge != nil && l.Edge.Kind == infra.Mapping {
		lease.InFunction = true
		if c != nil {
			if d, ok := c.Timeout.Known(); ok {
				lease.Function, lease.Assumed = d, c.Timeout.Assumed
				lease.Path = append(lease.Path, l.At(c.Place, fmt.Sprintf("%s may run for %s", c.Address, Seconds(d))))
			}
		}
	}
	if lease.Override {
		lease.Level = LevelCertain
		return lease
	}
	d, ok := q.Lease.Known()
	if !ok {
		return Lease{}
	}
	lease.For, lease.Default, lease.Assumed = d, q.Lease.State == infra.Absent, lease.Assumed || q.Lease.Assumed
	lease.Of, lease.Place = q.Address, l.At(q.Place, "")
	lease.Why = brokerName(string(q.Kind)) + " default"
	if !lease.Default {
		lease.Why = "of " + q.Address
	}
	return lease
}

// leaseIn is what the code says of the lease in an activation of the function
// that receives.
func (k *walker) leaseIn(fr *frame) Lease {
	spec := k.root.spec
	if spec == nil {
		return Lease{}
	}
	l := Lease{Extended: spec.Lease == "extended" || k.extends(), Place: k.receivedAt()}
	d, receive, ok := k.override(fr)
	if receive != nil {
		l.Place = receive.fr.fn.place(receive.callNode().Pos, "")
	}
	if receive == nil {
		return l
	}
	l.Of = receive.callNode().Call.label()
	l.For, l.Why, l.Default = parseDuration(spec.Lease), brokerName(spec.Broker)+" default", true
	if ok {
		l.For, l.Override, l.Default, l.Why, l.Level = d, true, false, "of "+l.Of, LevelCertain
	}
	return l
}

// receivedAt is where the delivery is received.
func (k *walker) receivedAt() finding.Place {
	at, _ := k.base()
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
