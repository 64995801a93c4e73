package model

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/idemlint/idemlint/internal/finding"
	"github.com/idemlint/idemlint/internal/infra"
)

// This file joins handlers and queues, in the package where a program is put
// together: only there it is known who passes which queue to whom.

// linker joins the handlers of one program.
type linker struct {
	w     *world
	files *files
	all   *infra.Facts // of the files and of Go code
	def   *defined
	// computes run this program, as far as that is known.
	computes []deployed
	path     string // of the program
	// directives that name a queue.
	directives []finding.Directive
}

func (w *world) linker(m *Model, sum *Summary) *linker {
	l := &linker{w: w, files: currentFiles(), def: w.definitions(), path: sum.Path}
	l.computes = l.files.deployed.programs[sum.Path]
	l.all = l.files.facts
	if len(l.def.queues) > 0 || len(l.def.bindings) > 0 {
		f := l.files.facts
		l.all = &infra.Facts{
			Queues: slices.Concat(f.Queues, l.def.queues), Computes: f.Computes, Edges: f.Edges, Alarms: f.Alarms,
			Policies: f.Policies, Bindings: slices.Concat(f.Bindings, l.def.bindings), Builds: f.Builds, Unseen: f.Unseen,
		}
	}
	for _, d := range m.directives {
		if d.Kind == finding.Queue {
			l.directives = append(l.directives, d)
		}
	}
	return l
}

// consumers decides the queues of all handlers that the program reaches.
func (w *world) consumers(m *Model, sum *Summary, opts Options) {
	reached := w.reachedFrom(sum)
	l := w.linker(m, sum)
	var walks []*walker
	links, unlinked := map[*walker][]Link{}, map[*walker]string{}
	for _, r := range w.findRoots() {
		if !reached(r) {
			continue
		}
		k := w.walked[r.id()]
		if k == nil {
			k = w.walk(r)
		}
		links[k], unlinked[k] = l.links(k.root)
		k.light = w.walked[r.id()] == nil && len(links[k]) == 0
		walks = append(walks, k)
	}
	inner := innerFuncs(walks)
	for _, k := range walks {
		if k.root.param && inner[k.root.fn] {
			continue
		}
		for _, h := range w.handlersOf(k, opts) {
			h.links, h.unlinked, h.linker = l.of(h, links[k]), unlinked[k], l
			h.wrapped = l.wrapping(k.root)
			m.consumers = append(m.consumers, h)
		}
	}
	for _, h := range m.consumers {
		h.links = slices.Clone(h.links)
		for i := range h.links {
			h.links[i].from = nil
		}
	}
	l.w = nil // it need not live as long as the handlers
	m.facts = l.all
	sortHandlers(m.consumers)
}

// reachedFrom returns a test for the handlers that a program may run: those
// registered, or receiving, in a function that main or an initialisation leads
// to. It errs on the side of reaching too much.
func (w *world) reachedFrom(sum *Summary) func(*root) bool {
	seen := map[*Fn]bool{}
	made := map[string]bool{} // types that become interfaces
	var stack []*Fn
	push := func(fn *Fn) {
		if fn != nil && !seen[fn] {
			seen[fn] = true
			stack = append(stack, fn)
		}
	}
	w.eachSummary(func(s *Summary) {
		for _, fn := range s.Funcs {
			name := fn.ID[strings.LastIndexByte(fn.ID, '.')+1:]
			if name == "init" || strings.HasPrefix(name, "init#") || s == sum && name == "main" {
				push(fn)
			}
		}
	})
	byMethod := map[string][]string{}
	for _, ms := range w.methods {
		for _, m := range ms {
			byMethod[m.Name] = append(byMethod[m.Name], m.Fn)
		}
	}
	for len(stack) > 0 {
		fn := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for i := range fn.Nodes {
			switch n := &fn.Nodes[i]; n.Op {
			case OpCall:
				push(w.funcs[n.Call.Fn])
				if n.Call.Kind == CallInvoke || n.Call.Narrow {
					for _, id := range byMethod[n.Call.Name] {
						push(w.funcs[id])
					}
				}
			case OpFunc, OpBound:
				push(w.funcs[n.Text])
			case OpIface:
				made[n.Type] = true
			}
		}
	}
	return func(r *root) bool {
		return seen[r.fn] || r.reg != nil && seen[r.reg.fn] || len(r.fn.Params) > 0 && made[r.fn.Params[0].Type]
	}
}

// links are the queues a handler consumes, or why none is known.
func (l *linker) links(r *root) ([]Link, string) {
	l.w.budget = max(l.w.budget, maxBudget/4)
	if out, why := l.byDirective(r); len(out) > 0 || why != "" {
		return out, why
	}
	out, why := l.byExpression(r)
	if len(out) == 0 {
		if edges := l.byCompute(r); len(edges) > 0 {
			return edges, ""
		}
	}
	return out, cmp.Or(why, "nothing says which queue it consumes")
}

// of keeps, for a function that the receiver is given to hand messages to, the
// queues of the calls that give it: poll(orders, book), poll(refunds, refund).
func (l *linker) of(h *Handler, links []Link) []Link {
	if len(links) < 2 || h.fn == nil {
		return links
	}
	var own []Link
	for _, k := range links {
		if k.from != nil && l.hands(k.from, h.fn) {
			own = append(own, k)
		}
	}
	if len(own) == 0 {
		return links
	}
	return own
}

// hands reports whether an activation is given a function.
func (l *linker) hands(fr *frame, fn *Fn) bool {
	for _, a := range fr.args {
		if a == nil {
			continue
		}
		for _, f := range l.w.handedFuncs(a.force()) {
			if f.text == fn.ID {
				return true
			}
		}
	}
	return false
}

// start is where the path of a link begins.
func (r *root) start() finding.Place {
	at := r.place
	at.Note = "handles " + r.broker() + " messages"
	return at
}

// byDirective: a person says so.
func (l *linker) byDirective(r *root) ([]Link, string) {
	for _, d := range l.directives {
		if !governs(d, r) {
			continue
		}
		found := l.all.QueueAt(d.Args[0])
		if len(found) == 0 {
			return nil, fmt.Sprintf("%s %s: there is no queue with this address", d, d.Args[0])
		}
		var out []Link
		for _, q := range found {
			out = append(out, l.link(r, q, LevelCertain, "a directive says so", finding.Place{File: d.File, Line: d.Line, Column: d.Column, Note: "names the queue"}))
		}
		return out, ""
	}
	return nil, ""
}

// governs reports whether a directive stands at a handler: where it is
// declared, receives, or is registered.
func governs(d finding.Directive, r *root) bool {
	places := []finding.Place{r.place, r.fn.place(r.fn.Pos, "")}
	if r.reg != nil && r.reg.fn != nil {
		places = append(places, r.reg.fn.place(r.reg.Pos, ""))
	}
	return slices.ContainsFunc(places, func(p finding.Place) bool { return p.File == d.File && d.From <= p.Line && p.Line <= d.To })
}

func (l *linker) link(r *root, q *infra.Queue, level Level, reason string, via ...finding.Place) Link {
	k := Link{Queue: q, Level: level, Reason: reason, root: l.files.root}
	k.Path = []finding.Place{r.start()}
	for _, p := range via {
		if p.IsValid() {
			k.Path = append(k.Path, p)
		}
	}
	k.Path = trimPath(append(k.Path, k.At(q.Place, "the queue is defined here")))
	return k
}

// byExpression follows what the program gives the library as its queue.
func (l *linker) byExpression(r *root) ([]Link, string) {
	var out []Link
	why := ""
	for _, from := range l.activations(r) {
		for _, x := range l.w.consumed(r, from) {
			for _, lead := range l.w.leads(x) {
				found, reason := l.follow(r, lead)
				why = cmp.Or(why, reason)
				for _, k := range found {
					k.from = from
					out = surer(out, k)
				}
			}
		}
	}
	// A default name beside a variable that is set says nothing more.
	if best := slices.MaxFunc(append(out, Link{}), func(a, b Link) int { return cmp.Compare(a.Level, b.Level) }); best.Level > LevelName {
		out = slices.DeleteFunc(out, func(k Link) bool { return k.Level <= LevelName })
	}
	return out, why
}

// surer adds a link, or puts it in the place of one that is less sure.
func surer(out []Link, k Link) []Link {
	i := slices.IndexFunc(out, func(o Link) bool { return o.Queue == k.Queue })
	switch {
	case i < 0:
		return append(out, k)
	case k.Level > out[i].Level:
		out[i] = k
	}
	return out
}

// activations are the ways a receiving function is called, one at least.
func (l *linker) activations(r *root) []*frame {
	if r.recv == nil || r.frame != nil && r.frame.args != nil {
		return []*frame{r.frame}
	}
	return l.w.contexts(r.fn, 0)
}

// consumed are the values by which a handler names its queue, as it is called.
func (w *world) consumed(r *root, from *frame) []*Val {
	if r.spec == nil {
		return nil
	}
	var out []*Val
	if r.reg != nil && r.reg.fn != nil && r.reg.Call != 0 {
		at := w.root(r.reg.fn)
		out = append(out, w.consumedBy(at, r.reg.fn.callAt(r.reg.Call), r.reg.Call)...)
	}
	if r.recv != nil {
		fr := from
		if fr == nil {
			fr = w.root(r.fn)
		}
		for _, v := range []V{r.recv.Chan, r.recv.Node} {
			if v == 0 || len(out) > 0 {
				continue
			}
			for _, x := range w.receivesOf(fr.eval(v), 0) {
				out = append(out, w.consumedBy(x.fr, x.callNode(), x.v)...)
			}
			if len(out) == 0 {
				out = append(out, w.consumedBy(fr, fr.fn.callAt(v), v)...)
			}
		}
	}
	return out
}

// callAt is the call a node is, or is an overlay of.
func (fn *Fn) callAt(v V) *Node { return &fn.Nodes[fn.callOf(v)] }

// callOf is callAt as a value.
func (fn *Fn) callOf(v V) V {
	for n := &fn.Nodes[v]; (n.Op == OpObj || n.Op == OpResult) && len(n.Args) > 0 && n.Args[0] != 0; n = &fn.Nodes[v] {
		v = n.Args[0]
	}
	return v
}

// receivesOf lists the calls that a value received comes out of, those inside
// of the program's own functions included.
func (w *world) receivesOf(x *Val, depth int) []*Val {
	x = x.force()
	if depth > maxDig {
		return nil
	}
	switch x.op {
	case OpCall:
		if n := x.callNode(); n.Op == OpCall && len(n.Call.Roles) > 0 {
			return []*Val{x}
		}
	case OpIface, OpAlt, OpField, OpElem, OpMix, OpAppend:
		var out []*Val
		for _, a := range x.args {
			out = append(out, w.receivesOf(a, depth+1)...)
		}
		return out
	case OpObj:
		out := w.receivesOf(x.obj.base, depth+1)
		for _, p := range x.obj.puts {
			if !p.opaque() {
				out = append(out, w.receivesOf(p.value(), depth+1)...)
			}
		}
		return out
	}
	return nil
}

// consumedBy is what a call says of the queue it consumes from.
func (w *world) consumedBy(fr *frame, n *Node, v V) []*Val {
	if n.Op != OpCall {
		return nil
	}
	var out []*Val
	for _, role := range w.queueRolesOf(n) {
		if role == "call" {
			out = append(out, &Val{op: OpCall, text: n.Call.Fn, fr: fr, v: v, place: fr.fn.place(n.Pos, "")})
			continue
		}
		if x, ok := w.at(fr, n, role); ok {
			out = append(out, x)
		}
	}
	return out
}

// queueRolesOf lists how the handlers that a call makes name their queue.
func (w *world) queueRolesOf(n *Node) []string {
	var out []string
	name := bareSymbol(n.Call.Fn)
	for _, role := range w.specs.consumes[name] {
		if !slices.Contains(out, role) {
			out = append(out, role)
		}
	}
	if len(out) == 0 {
		// An interface of the program's own stands for the library's method.
		for _, r := range n.Call.Roles {
			if w.specs.consumed[r.Text] {
				out = append(out, r.Text)
			}
		}
	}
	return out
}

// follow finds the queues of one lead.
func (l *linker) follow(r *root, lead lead) ([]Link, string) {
	at := lead.place
	if out := l.bySymbol(r, lead); len(out) > 0 {
		return out, ""
	}
	switch {
	case lead.call != nil:
		var out []Link
		for _, q := range l.def.at[lead.call] {
			at.Note = "makes the queue"
			out = append(out, l.link(r, q, LevelCertain, "the program makes it itself", at))
		}
		return out, ""
	case len(lead.variables) > 0:
		return l.byVariable(r, lead)
	case lead.name != "":
		return l.byName(r, lead)
	}
	return nil, lead.why
}

// bySymbol: the program makes a queue named by the same setting.
func (l *linker) bySymbol(r *root, lead lead) []Link {
	if lead.symbol == "" {
		return nil
	}
	var out []Link
	at := lead.place
	at.Note = "names the queue"
	for _, q := range l.def.queues {
		if l.def.symbols[q] == lead.symbol && consumable(q, r) {
			out = append(out, l.link(r, q, LevelCertain, "the program makes the queue that the same setting names", at))
		}
	}
	return out
}

func (l *linker) byName(r *root, lead lead) ([]Link, string) {
	var out []Link
	at := lead.place
	at.Note = "names the queue"
	for _, q := range l.def.queues {
		if consumable(q, r) && sameName(q.Name.Value, lead.name) {
			out = append(out, l.link(r, q, LevelCertain, "the program makes a queue of this name", at))
		}
	}
	// A name may have colons of its own, and then its tail is no name.
	if exact := slices.DeleteFunc(slices.Clone(out), func(k Link) bool { return k.Queue.Name.Value != lead.name }); len(exact) > 0 {
		out = exact
	}
	if len(out) > 0 {
		return out, ""
	}
	found := l.consumables(l.files.facts.QueueNamed(lead.name), r)
	if len(found) == 0 {
		return nil, fmt.Sprintf("no definition of %s is in the repository", tail(lead.name))
	}
	if !l.oneQueue(found) {
		return nil, fmt.Sprintf("several queues may be %s", tail(lead.name))
	}
	for _, q := range found {
		out = append(out, l.link(r, q, LevelName, "a queue has this name", at))
	}
	return out, ""
}

// oneQueue reports whether definitions are of one queue, in several roots.
func (l *linker) oneQueue(qs []*infra.Queue) bool {
	for _, q := range qs[1:] {
		if q.Address != qs[0].Address || q.Kind != qs[0].Kind {
			return false
		}
	}
	return true
}

// byVariable: the deployed code is given the queue in an environment variable.
func (l *linker) byVariable(r *root, lead lead) ([]Link, string) {
	for _, name := range lead.variables {
		uses := l.files.facts.QueueByVariable(name)
		if len(uses) == 0 {
			continue
		}
		uses, level := l.ours(uses)
		if len(uses) == 0 {
			return nil, fmt.Sprintf("variable %s is set for other programs only", name)
		}
		return l.byUses(r, lead, name, uses, level)
	}
	return nil, fmt.Sprintf("variable %s is set nowhere in the repository", lead.variables[0])
}

// ours keeps the uses of a variable by code that runs this program, or else
// those by code of which it is not known what it runs.
func (l *linker) ours(uses []infra.VariableUse) ([]infra.VariableUse, Level) {
	var own, free []infra.VariableUse
	for _, u := range uses {
		switch {
		case slices.ContainsFunc(l.computes, func(d deployed) bool { return d.compute == u.Compute }):
			own = append(own, u)
		case !l.files.deployed.has(u.Compute):
			free = append(free, u)
		}
	}
	if len(own) > 0 {
		return own, LevelCertain
	}
	return free, LevelHigh
}

func (l *linker) byUses(r *root, lead lead, name string, uses []infra.VariableUse, level Level) ([]Link, string) {
	var out []Link
	for _, u := range uses {
		found := l.consumables(u.Queues, r)
		if !u.Exact && !l.oneQueueOrNone(found) {
			return nil, fmt.Sprintf("several queues may be what %s names", name)
		}
		for _, q := range found {
			at, lv := lead.place, LevelHigh
			at.Note = "reads " + name
			if !u.Exact && level < LevelCertain {
				lv = LevelName
			}
			if !slices.ContainsFunc(out, func(k Link) bool { return k.Queue == q }) {
				k := l.link(r, q, lv, "variable "+name+" holds it", at)
				set := k.At(u.Variable.Value.Place, "sets "+name)
				if set.IsValid() {
					k.Path = trimPath(slices.Insert(k.Path, len(k.Path)-1, set))
				}
				k.Compute = u.Compute
				out = append(out, k)
			}
		}
	}
	if len(out) == 0 {
		return nil, fmt.Sprintf("what %s holds is not defined in the repository", name)
	}
	// One name for the queues of several services is no link to any of them.
	if level < LevelCertain && slices.ContainsFunc(out, func(k Link) bool { return k.Queue.Address != out[0].Queue.Address }) {
		return nil, fmt.Sprintf("variable %s holds different queues for different programs", name)
	}
	return out, ""
}

func (l *linker) oneQueueOrNone(qs []*infra.Queue) bool { return len(qs) == 0 || l.oneQueue(qs) }

// byCompute: the broker, or the platform, delivers to deployed code that runs
// this program.
func (l *linker) byCompute(r *root) []Link {
	var out []Link
	for _, d := range l.computes {
		for _, e := range l.files.facts.EdgesTo(d.compute) {
			if e.Kind == infra.Invoke || e.Kind == infra.Subscription || e.Enabled.State != infra.Absent && e.Enabled.State != "" && !e.Enabled.Value {
				continue
			}
			if e.Kind == infra.Scaler != (r.recv != nil || r.spec != nil && r.spec.Queue != "") {
				continue // what scales a poller delivers nothing
			}
			found := l.consumables(l.sourceOf(e), r)
			if len(found) == 0 && (e.FromKind == "" || !fits(e.FromKind, r)) {
				continue
			}
			out = append(out, l.byEdge(r, d, e, found)...)
		}
	}
	return out
}

// sourceOf are the queues an edge takes messages from.
func (l *linker) sourceOf(e *infra.Edge) []*infra.Queue {
	found, exact := l.files.facts.QueueOf(e.From.Value)
	if exact {
		return found
	}
	if own := slices.DeleteFunc(slices.Clone(found), func(q *infra.Queue) bool { return q.Root != e.Root }); len(own) == 1 {
		return own
	}
	if len(found) != 1 {
		return nil
	}
	return found
}

func (l *linker) byEdge(r *root, d deployed, e *infra.Edge, found []*infra.Queue) []Link {
	k := Link{Edge: e, Compute: d.compute, Level: d.level, Reason: "it is delivered to " + describeCompute(d.compute) + "; " + d.reason, root: l.files.root}
	k.Path = []finding.Place{r.start(), k.At(d.compute.Place, "runs it: "+d.reason), k.At(e.Place, "delivers to it")}
	if len(found) == 0 {
		k.Path = trimPath(k.Path)
		return []Link{k}
	}
	var out []Link
	for _, q := range found {
		one := k
		one.Queue = q
		one.Path = trimPath(append(slices.Clone(k.Path), k.At(q.Place, "the queue is defined here")))
		out = append(out, one)
	}
	return out
}

func describeCompute(c *infra.Compute) string {
	if c.Name.State == infra.Present && !strings.Contains(c.Name.Value, "*") {
		return c.Kind + " " + c.Name.Value
	}
	return c.Kind + " " + c.Address
}

// consumables keeps the queues that the handler's library can consume from.
func (l *linker) consumables(qs []*infra.Queue, r *root) []*infra.Queue {
	var out []*infra.Queue
	for _, q := range qs {
		if consumable(q, r) {
			out = append(out, q)
		}
	}
	return out
}

func consumable(q *infra.Queue, r *root) bool { return fits(q.Kind, r) }

// fits reports whether a handler's library consumes queues of a kind. A library
// that speaks to several brokers takes what is there.
func fits(k infra.Kind, r *root) bool {
	switch broker := r.broker(); broker {
	case string(infra.SQS), string(infra.PubSub), string(infra.RabbitMQ), string(infra.Kafka), string(infra.JetStream),
		string(infra.ServiceBus), string(infra.Kinesis), string(infra.DynamoStream), string(infra.StorageQueue), "pulsar":
		return string(k) == broker
	case "cloudevents":
		return k == infra.Knative || k == infra.PubSub || k == infra.Dapr
	case "dapr":
		return k == infra.Dapr
	case "eventbridge":
		return k == infra.EventBridge
	case "sns", "s3", "firehose", "activemq":
		return false
	}
	switch k {
	case infra.SNS, infra.PubSubTopic, infra.ServiceTopic, infra.NATSStream:
		return false
	}
	return true
}
