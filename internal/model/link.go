package model

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/idemlint/idemlint/internal/finding"
)

// link finds the handlers visible from the package and walks those that no
// package below could walk to the end.
func (w *world) link(m *Model, sum *Summary, opts Options) {
	done := map[string]bool{}
	w.eachSummary(func(s *Summary) {
		for _, id := range s.Done {
			done[id] = true
		}
	})
	open := openRoots(w.sums, (*Summary).openHandlers)
	wires := w.wiringOf(sum)
	var walks []*walker
	for _, r := range w.findRoots() {
		if o, known := open[r.id()]; done[r.id()] || known && !wires.touches(o) {
			continue
		}
		k := w.walk(r)
		w.walked[r.id()] = k
		walks = append(walks, k)
	}
	inner := innerFuncs(walks)
	for _, k := range walks {
		if k.root.param && inner[k.root.fn] {
			sum.Done = append(sum.Done, k.root.id()) // above, too
			continue
		}
		m.handlers = append(m.handlers, w.handlersOf(k, opts)...)
		if o, isOpen := k.open(); isOpen {
			sum.Open = append(sum.Open, o)
		} else {
			sum.Done = append(sum.Done, k.root.id())
		}
	}
	slices.Sort(sum.Done)
	slices.SortFunc(sum.Open, func(a, b OpenRoot) int { return strings.Compare(a.ID, b.ID) })
	sortHandlers(m.handlers)
	shareRemedies(m.handlers)
}

// innerFuncs are the functions that deliveries reach inside of handlers: one
// known by its parameters only is no handler of its own then.
func innerFuncs(walks []*walker) map[*Fn]bool {
	inner := map[*Fn]bool{}
	for _, k := range walks {
		for fn := range k.reached {
			if fn != k.root.fn {
				inner[fn] = true
			}
		}
	}
	return inner
}

// handlersOf makes the handlers of a walk, once.
func (w *world) handlersOf(k *walker, opts Options) []*Handler {
	if k.handlers == nil {
		for _, one := range k.all() {
			one.light = k.light
			k.handlers = append(k.handlers, one.handler(k, opts))
		}
		shareFate(k.handlers)
		// Who only hands on, and acks, is no handler of its own.
		i := 0
		k.handlers = slices.DeleteFunc(k.handlers, func(h *Handler) bool {
			i++
			return len(k.all()[i-1].children) > 0 && len(h.Effects) == 0
		})
	}
	return k.handlers
}

func sortHandlers(hs []*Handler) {
	slices.SortStableFunc(hs, func(a, b *Handler) int {
		return cmp.Or(strings.Compare(a.Place.File, b.Place.File), cmp.Compare(a.Place.Line, b.Place.Line), strings.Compare(a.Name, b.Name))
	})
}

func (w *world) eachSummary(f func(*Summary)) {
	for _, s := range w.sums {
		f(s)
	}
}

func (r *root) id() string {
	id := r.fn.ID
	id += r.made
	if r.recv != nil {
		id += "@" + strconv.Itoa(int(r.recv.Pos.Line)) + ":" + strconv.Itoa(int(r.recv.Pos.Col))
	}
	return id
}

// open says what a package above would have to wire for the walk to get
// further; false if it came to its end.
func (k *walker) open() (OpenRoot, bool) {
	o := OpenRoot{ID: k.root.id()}
	isOpen := false
	for _, one := range k.all() {
		isOpen = isOpen || one.unsent
		for _, d := range one.dynamic {
			if d.reason == "" {
				continue
			}
			isOpen = true
			if name := d.fr.fn.Nodes[d.node].Call.Name; name != "" && !slices.Contains(o.Methods, name) {
				o.Methods = append(o.Methods, name)
			}
		}
	}
	o.Packages = slices.Sorted(maps.Keys(k.entered))
	slices.Sort(o.Methods)
	return o, isOpen
}

// openRoots collects what is open in packages, by its id.
func openRoots(sums []*Summary, of func(*Summary) []OpenRoot) map[string]OpenRoot {
	out := map[string]OpenRoot{}
	for _, s := range sums {
		for _, o := range of(s) {
			old := out[o.ID]
			o.Packages = append(slices.Clone(old.Packages), o.Packages...)
			o.Methods = append(slices.Clone(old.Methods), o.Methods...)
			out[o.ID] = o
		}
	}
	return out
}

func (s *Summary) openHandlers() []OpenRoot { return s.Open }
func (s *Summary) openRetries() []OpenRoot  { return s.Retries }

// wiring is what a package does that can decide calls of handlers below it.
type wiring struct {
	calls   map[string]bool // packages it calls, or whose fields it sets
	methods map[string]bool // methods of the types it makes interfaces of
}

func (w *world) wiringOf(sum *Summary) wiring {
	out := wiring{calls: map[string]bool{}, methods: map[string]bool{}}
	uses := func(id string) {
		if fn := w.funcs[id]; fn != nil && fn.pkg != sum {
			out.calls[fn.pkg.Path] = true
		}
	}
	for _, fn := range sum.Funcs {
		for i := range fn.Nodes {
			n := &fn.Nodes[i]
			switch {
			case n.Op == OpCall && n.Call.Kind == CallStatic:
				uses(n.Call.Fn)
			case n.Op == OpFunc: // given to a container
				uses(n.Text)
			case n.Op == OpIface:
				for _, m := range w.methods[n.Type] {
					out.methods[m.Name] = true
				}
			}
		}
	}
	for _, f := range sum.Flows {
		out.calls[f.Field[:max(0, strings.LastIndexByte(f.Field[:max(0, strings.LastIndexByte(f.Field, '.'))], '.'))]] = true
	}
	return out
}

// touches reports whether the wiring can take an open handler further.
func (x wiring) touches(o OpenRoot) bool {
	return slices.ContainsFunc(o.Packages, func(p string) bool { return x.calls[p] }) ||
		slices.ContainsFunc(o.Methods, func(m string) bool { return x.methods[m] })
}

// findRoots lists the handlers, each function or receive once: registered,
// received in a loop, implementing an interface, recognised by parameters,
// marked by a directive.
func (w *world) findRoots() []*root {
	used, converted := sync.OnceValue(w.used), sync.OnceValue(w.converted)
	var out []*root
	seen := map[string]bool{}
	add := func(r *root) {
		if len(r.fn.Recvs) > 0 && r.recv == nil && hasSpec(r.fn) {
			return // the receive inside is the handler
		}
		if !seen[r.id()] && w.evident(r) {
			seen[r.id()] = true
			out = append(out, r)
		}
	}
	// A call that registers says more of the consumer than the conversion that
	// its argument takes on the way.
	called := map[*Fn]bool{}
	for _, byCall := range []bool{true, false} {
		for _, g := range w.regs {
			if g.fn == nil || (g.Call != 0) != byCall {
				continue
			}
			w.budget = maxBudget
			for _, r := range w.registered(g) {
				if byCall {
					called[r.fn] = true
				} else if called[r.fn] {
					continue
				}
				add(r)
			}
		}
	}
	w.budget = maxBudget
	wrapped, wrappers := w.wrappedReceives()
	for _, site := range append(slices.Clone(w.recvs), wrapped...) {
		if site.recv.Spec == "" || wrappers[site.fn] && !site.fn.works(site.recv) || site.fn.receivesInside(site.recv) {
			continue
		}
		r := w.newRoot(site.fn, site.recv.Spec, nil, nil)
		r.recv, r.place = site.recv, site.fn.place(site.recv.Pos, "")
		r.frame = nil
		add(r)
	}
	w.eachSummary(func(s *Summary) {
		for _, im := range s.Impls {
			if mth, ok := w.method(im.Type, im.Method); ok && converted()[im.Type] {
				if fn := w.funcs[mth.Fn]; fn != nil && len(mth.Embedded) == 0 {
					add(w.newRoot(fn, im.Spec, &Val{op: OpParam, typ: im.Type, index: -1}, nil))
				}
			}
		}
		for _, fn := range s.Funcs {
			for _, spec := range fn.Handler {
				if used()[fn.ID] || strings.Contains(fn.ID, "$") {
					r := w.newRoot(fn, spec, nil, nil)
					r.param = true
					add(r)
				}
			}
			if fn.Marked {
				add(w.newRoot(fn, "", nil, nil))
			}
		}
	})
	return out
}

// used are the functions of the program that any package refers to.
func (w *world) used() map[string]bool {
	out := map[string]bool{}
	w.eachSummary(func(s *Summary) {
		for _, id := range s.Used {
			out[id] = true
		}
	})
	return out
}

// converted are the types any package makes an interface of.
func (w *world) converted() map[string]bool {
	out := map[string]bool{}
	for _, fn := range w.funcs {
		for i := range fn.Nodes {
			if n := &fn.Nodes[i]; n.Op == OpIface {
				out[n.Type] = true
			}
		}
	}
	return out
}

// receivesInside reports whether r stands behind another receive of the
// function: the records of a poll.
func (fn *Fn) receivesInside(r *Receive) bool {
	return slices.ContainsFunc(fn.Recvs, func(o Receive) bool {
		return o.Spec != "" && o.Pos != r.Pos && slices.Contains(o.Blocks, r.Block)
	})
}

// works reports whether anything happens behind a receive, in its function.
func (fn *Fn) works(r *Receive) bool {
	nth := int32(0)
	for i := range fn.Steps {
		s := &fn.Steps[i]
		if s.Block == r.Block {
			nth++
		}
		if r.covers(s, nth) {
			return true
		}
	}
	return false
}

func hasSpec(fn *Fn) bool {
	return slices.ContainsFunc(fn.Recvs, func(r Receive) bool { return r.Spec != "" })
}

// registered resolves what was handed to a registration.
func (w *world) registered(g reg) []*root {
	spec := w.specs.handlers[g.Spec]
	if spec == nil {
		return nil
	}
	x := w.root(g.fn).eval(g.Val)
	var out []*root
	defer func() {
		for _, r := range out {
			r.reg = &g
		}
	}()
	if spec.Method != "" {
		for _, e := range append([]*Val{x}, elements(w, x)...) {
			for _, t := range w.targets(e, spec.Method) {
				out = append(out, w.newRoot(t.fn, g.Spec, t.recv, nil))
			}
		}
		if len(out) > 0 {
			return out
		}
	}
	for i, f := range w.handedFuncs(x) {
		switch f.op {
		case OpFunc:
			if fn := w.funcs[f.text]; fn != nil {
				r := w.newRoot(fn, g.Spec, nil, freeOf(f))
				if strings.Contains(fn.ID, "$") {
					r.made = fmt.Sprintf("#%s:%d:%d:%d", g.fn.ID, g.Pos.Line, g.Pos.Col, i)
				}
				out = append(out, r)
			}
		case OpBound:
			for _, t := range w.boundTargets(f) {
				r := w.newRoot(t.fn, g.Spec, t.recv, nil)
				if strings.Contains(t.fn.ID, "[") {
					// One method of a generic type is a handler per instance.
					r.made = fmt.Sprintf("#%s:%d:%d:%d", g.fn.ID, g.Pos.Line, g.Pos.Col, i)
				}
				out = append(out, r)
			}
		}
	}
	if len(out) == 0 {
		out = w.channelHandlers(g, x)
	}
	if len(out) == 0 {
		// A struct of activities: every exported method is one.
		for _, c := range w.concrete(x) {
			out = append(out, w.methodsAsHandlers(g.Spec, c)...)
		}
	}
	return out
}

// channelHandlers: a channel handed to the library is read by the handler.
func (w *world) channelHandlers(g reg, x *Val) []*root {
	made := chans(x, 0)
	if len(made) == 0 {
		return nil
	}
	var out []*root
	for _, site := range w.recvs {
		if !slices.ContainsFunc(made, func(c *Val) bool { return slices.Contains(w.madeAt(site), c.place) }) {
			continue
		}
		r := w.newRoot(site.fn, g.Spec, nil, nil)
		r.recv, r.place, r.frame = site.recv, site.fn.place(site.recv.Pos, ""), nil
		out = append(out, r)
	}
	return out
}

func elements(w *world, x *Val) []*Val {
	if x.force().op != OpObj {
		return nil
	}
	return []*Val{w.elem(x, "[]")}
}

func (w *world) methodsAsHandlers(spec string, recv *Val) []*root {
	if h := w.specs.handlers[spec]; h == nil || len(h.Data) == 0 {
		return nil
	}
	var out []*root
	for _, m := range w.methods[recv.typ] {
		if fn := w.funcs[m.Fn]; fn != nil && m.Name[0] >= 'A' && m.Name[0] <= 'Z' {
			out = append(out, w.newRoot(fn, spec, recv, nil))
		}
	}
	return out
}

func (w *world) newRoot(fn *Fn, spec string, recv *Val, free []*Val) *root {
	// What a function takes says more than that it was registered.
	if len(fn.Handler) > 0 && spec != "" && w.specs.libs[fn.Handler[0]] == w.specs.libs[spec] && !w.specs.handlers[fn.Handler[0]].NeedsEvidence() {
		spec = fn.Handler[0]
	}
	r := &root{fn: fn, spec: w.specs.handlers[spec], lib: w.specs.libs[spec], place: fn.place(fn.Pos, "")}
	args := make([]*Val, len(fn.Params))
	if recv != nil && len(args) > 0 {
		args[0] = recv
	}
	if r.spec != nil {
		for i, p := range fn.Params {
			if isData(r.spec.Data, i, p, fn) {
				args[i] = &Val{op: OpSource, class: Business, text: p.Name, typ: p.Type}
			}
		}
	}
	r.frame = w.frame(fn, args, free, nil)
	return r
}

// isData reports whether parameter i of a handler is the decoded message.
func isData(data []string, i int, p Param, fn *Fn) bool {
	if len(data) == 0 || p.Type == "context.Context" {
		return false
	}
	n := i
	if strings.HasPrefix(fn.ID, "(") {
		n-- // the receiver
	}
	if n < 0 {
		return false
	}
	return slices.Contains(data, strconv.Itoa(n)) || slices.Contains(data, "*") || slices.Contains(data, p.Name)
}

// evident checks the evidence a spec demands of calls with other uses.
func (w *world) evident(r *root) bool {
	if r.spec == nil || !r.spec.NeedsEvidence() {
		return true
	}
	seen := map[*Fn]bool{}
	var touches func(fn *Fn, depth int) bool
	touches = func(fn *Fn, depth int) bool {
		if fn == nil || seen[fn] || depth > 3 {
			return false
		}
		seen[fn] = true
		for _, e := range fn.Touches {
			if slices.Contains(r.spec.Evidence, e) || e == decoding(r.spec) {
				return true
			}
		}
		for i := range fn.Nodes {
			n := &fn.Nodes[i]
			switch {
			case n.Op == OpCall && n.Call.Kind == CallStatic && touches(w.funcs[n.Call.Fn], depth+1):
				return true
			case n.Op == OpFunc && touches(w.funcs[n.Text], depth+1):
				return true
			}
		}
		return false
	}
	return touches(r.fn, 0)
}

// handler turns a walk into what rules and listings see; top is the walk of the
// function where the delivery arrives.
func (k *walker) handler(top *walker, opts Options) *Handler {
	r := k.root
	h := &Handler{fn: r.fn, Name: r.fn.Display, Package: r.fn.pkg.Path, Broker: r.broker(), Place: r.place}
	if r.lib != nil {
		h.Library = r.lib.Library
	}
	if r.spec == nil && r.fn.Errors > 0 {
		h.Ack = "return" // whoever calls a handler that returns an error looks at it
	}
	if r.spec != nil {
		h.Lease, h.Retries, h.DeadLetter = r.spec.Lease, r.spec.Retries, r.spec.DeadLetter
		h.Ack, h.acked = k.ackMode(top)
		h.Ordered = r.spec.Ordered
	}
	h.contract = k.w.contractOf(r, top.root)
	h.Place.Note = ""
	if k.inner != nil {
		// A literal that only hands its delivery on is known by what it calls.
		h.Name, h.Package, h.Place = k.inner.Display, k.inner.pkg.Path, k.inner.place(k.inner.Pos, "")
	}
	effects := map[visitKey]*Effect{}
	for _, v := range k.visits {
		if e := k.effect(h, v, opts); e != nil {
			h.Effects = append(h.Effects, e)
			effects[visitKey{v.fr, v.node}] = e
		}
	}
	k.protect(h)
	k.simulate(top, h, effects, k.around(h, opts))
	h.handed = k.leftBehind(top, h)
	k.time(h)
	h.fate = k.fate(h)
	for _, d := range k.dynamic {
		n := &d.fr.fn.Nodes[d.node]
		dyn := Dynamic{Call: n.Call.label(), Place: d.fr.fn.place(n.Pos, ""), Resolved: d.resolved, Outside: d.outside, Reason: d.reason}
		if !slices.ContainsFunc(h.Dynamic, func(o Dynamic) bool { return o.Place == dyn.Place }) {
			h.Dynamic = append(h.Dynamic, dyn)
		}
	}
	return h
}

// around are the writes and look-ups of those that hand the delivery to a
// handler: a wrapper may have asked and recorded what the handler does not know.
func (k *walker) around(h *Handler, opts Options) map[visitKey]*Effect {
	out := map[visitKey]*Effect{}
	for up := k.parent; up != nil; up = up.parent {
		for _, v := range up.visits {
			if e := k.effect(h, v, opts); e != nil && e.Category == "db" {
				out[visitKey{v.fr, v.node}] = e
			}
		}
	}
	return out
}

// effect judges one visited call; nil if it is no effect.
func (k *walker) effect(h *Handler, v visit, opts Options) *Effect {
	n := &v.fr.fn.Nodes[v.node]
	spec := k.w.specs.effects[n.Call.Effect]
	if spec == nil {
		return nil
	}
	lib := k.w.specs.libs[n.Call.Effect]
	e := &Effect{
		Handler: h, Library: lib.Library, Call: n.Call.label(), Func: n.Call.Short,
		Category: cmp.Or(spec.Category, lib.Category), Does: cmp.Or(spec.Does, "call"),
		Place: v.fr.fn.place(n.Pos, ""), Path: trimPath(v.path),
		tx: v.tx, AutoKey: spec.AutoKey, Transient: spec.Transient, Loop: v.loop, Spawned: v.spawned,
	}
	k.w.budget = max(k.w.budget, maxBudget/4)
	j := &judge{w: k.w, v: v, n: n, spec: spec, lib: lib, uniq: opts.Unique, out: e, args: make([]*Val, len(n.Args)), dug: map[int][]named{}}
	j.judge()
	e.Guarded = v.guarded || v.enough && !e.Relative // there may be enough a second time
	k.provenUnique(v, e)
	k.remedies(v, e, spec)
	e.partial = len(n.Call.Partial) > 0 && v.fr.fn.discards(v.node)
	e.unasked = e.Claim && e.Natural == handlesConflict && n.Call.Err > 1 && v.fr.fn.discards(v.node)
	if len(n.Args) > 0 {
		e.on = j.arg(0)
	}
	return e
}

// provenUnique believes a handler that looks in an insert's error for a row that
// is there already: something in it is unique, and it is not what is minted for it.
func (k *walker) provenUnique(v visit, e *Effect) {
	insert := e.Does == "insert" || e.Does == "statement"
	minted := e.Key.Given && e.Key.Class == Fresh && e.Medium
	if !insert || e.Natural != "" || e.Relative || e.Key.Given && !minted {
		return
	}
	if k.w.duplicateHandled(v.fr, v.node) && k.aboutMessage(v.fr, &v.fr.fn.Nodes[v.node]) {
		e.Natural, e.Uncertain, e.Key = "is unique by what its error tells", false, Key{}
	}
}

// trimPath drops repeated places.
func trimPath(path []finding.Place) []finding.Place {
	return slices.CompactFunc(slices.Clone(path), func(a, b finding.Place) bool { return a.File == b.File && a.Line == b.Line })
}

// protect marks effects that share a transaction with a write that only
// succeeds once: the repeat rolls all of them back.
func (k *walker) protect(h *Handler) {
	once, tx := map[*Val]bool{}, map[txID]bool{}
	for _, e := range h.Effects {
		if e.Category != "db" || !e.succeedsOnce() || e.unasked {
			continue
		}
		if e.on != nil && isTx(e.on) {
			once[bare(e.on)] = true
		}
		if e.tx != (txID{}) {
			tx[e.tx] = true
		}
	}
	for _, e := range h.Effects {
		if e.on != nil && once[bare(e.on)] || e.Category == "db" && tx[e.tx] {
			e.Guarded = true
		}
	}
	for _, e := range h.Effects {
		e.on, e.tx = nil, txID{} // the world they lie in need not live as long as the handler
	}
}

// succeedsOnce reports whether a repeat of the write fails or tells that it was
// done before. One that goes by a message or delivery id does so for fewer
// repeats than it should: that is reported where it is written, not at
// everything it protects.
func (e *Effect) succeedsOnce() bool {
	switch {
	case e.Key.Given && e.Key.Class == Fresh:
		return false
	case e.Key.bad():
		return e.Claim || e.Natural == "" && !e.Relative
	}
	return e.Claim || strings.HasPrefix(e.Natural, "is unique by") || strings.HasPrefix(e.Natural, "takes its id")
}

// bare is x without what calls on it did: the same at each of them.
func bare(x *Val) *Val {
	x = x.force()
	for x.op == OpObj && x.obj.base.force().op != OpZero {
		x = x.obj.base.force()
	}
	return x
}

// isTx reports whether x is a transaction: made by a call that begins one, or
// handed to a function by one.
func isTx(x *Val) bool {
	x = x.force()
	return strings.HasSuffix(x.typ, ".Tx") || strings.HasSuffix(x.typ, "Transaction") || strings.HasSuffix(x.typ, "Session") ||
		x.op == OpParam && x.index >= 0 && strings.HasSuffix(x.typ, "gorm.DB") || strings.Contains(fmt.Sprint(x.text), "Begin")
}

// discards reports whether a function takes nothing but the error from a call.
func (fn *Fn) discards(call V) bool {
	for i := range fn.Nodes {
		n := &fn.Nodes[i]
		if n.Op == OpResult && n.Index == 0 && (n.Args[0] == call || fn.Nodes[n.Args[0]].Op == OpObj && len(fn.Nodes[n.Args[0]].Args) > 0 && fn.Nodes[n.Args[0]].Args[0] == call) {
			return false
		}
	}
	return !slices.Contains(fn.Results, call)
}
