package model

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/idemlint/idemlint/internal/catalog"
	"github.com/idemlint/idemlint/internal/finding"
)

// A root is where deliveries enter the program: a function the library calls,
// or the part of a function that works on what it received.
type root struct {
	fn    *Fn
	spec  *catalog.HandlerSpec
	lib   *catalog.Library
	frame *frame
	recv  *Receive // nil: the whole function
	place finding.Place
	param bool   // known by its parameters only
	made  string // tells closures of one function apart
	reg   *reg   // how it was registered, nil if it was not
}

// visit is an effect, ack or other catalogued call met on a walk.
type visit struct {
	fr      *frame
	node    V
	step    *Step
	path    []finding.Place
	guarded bool
	enough  bool // behind a test whether there is enough of something
	loop    bool
	turns   bool // in a function that is called in a loop
	tries   bool // in a loop that tries again
	retry   *retrySite
	spawned bool
	tx      txID // the transaction it runs in
	order   int
	// ack and does are what the call turned out to be, where its own name does
	// not say so: specs of an ack and of a transaction.
	ack, does string
}

// A walker runs over everything a root's delivery reaches, in order.
type walker struct {
	w       *world
	root    *root
	visits  []visit
	dynamic []dynamicCall
	reached map[*Fn]int
	steps   int
	entered map[string]bool            // packages whose functions were evaluated
	retries bool                       // looks for what is repeated, not at a handler
	helpers map[string]bool            // functions that repeat what they are given; in a walk for retries
	known   map[*frame][]finding.Known // the business data their variables hold
	unsent  bool                       // sent to a channel nobody visible receives from
	asked   map[*Val]bool              // whether a value asks outside state about the message
	inner   *Fn                        // the function a registered literal hands its delivery to
	// children are the handlers the delivery is handed on to: over a channel,
	// or as the function a wrapper was given.
	children []*walker
	parent   *walker // the one that handed the delivery on, nil for none
	depth    int
	sent     *handoff // how the delivery came here; nil where it did not come over a channel
	handlers []*Handler
	// light: the handler is walked again where its queue is decided, and was
	// simulated below.
	light bool
}

// A handoff is a send by which one goroutine leaves a delivery to another.
type handoff struct {
	by   *walker
	fr   *frame
	step *Step
}

type dynamicCall struct {
	fr       *frame
	node     V
	resolved []string
	outside  string
	reason   string
}

const (
	maxSteps   = 6000
	maxVisits  = 12 // of one function per root
	maxPath    = 16
	maxBudget  = 400000 // values looked at per root
	stepBudget = 5000   // and at least for every step of it,
	maxGrants  = 1500   // as long as there are not too many that need it
)

func (w *world) walk(r *root) *walker {
	w.budget = maxBudget
	w.grants = maxGrants
	w.roots = map[*Fn]*frame{}
	if r.frame == nil {
		r.frame = w.root(r.fn)
	}
	w.entered = map[string]bool{r.fn.pkg.Path: true}
	k := &walker{w: w, root: r, entered: w.entered, reached: map[*Fn]int{}, asked: map[*Val]bool{}}
	start := r.place
	start.Note = "handles " + r.broker() + " messages"
	k.run(r.frame, r.recv, []finding.Place{start}, around{})
	for fn := range k.reached {
		w.reached[fn] = true
	}
	return k
}

func (r *root) broker() string {
	switch {
	case r.spec != nil && r.spec.Broker != "":
		return r.spec.Broker
	case r.lib != nil && r.lib.Broker != "":
		return r.lib.Broker
	case r.lib != nil:
		return r.lib.Library
	}
	return "its bus's"
}

// around is what holds around a call on the way to it.
type around struct {
	tx      txID
	guarded bool
	enough  bool
	loop    bool
	turns   bool // the function is called in a loop
	tries   bool
	spawned bool
	retry   *retrySite // what repeats it, in walks for the sake of retries
}

// run walks the steps of fr's function; recv, if set, limits them to the
// region behind a receive.
func (k *walker) run(fr *frame, recv *Receive, path []finding.Place, in around) {
	if k.reached[fr.fn] >= maxVisits || len(path) > maxPath {
		return
	}
	if k.retries && len(path) > 1 && k.consumes(fr.fn) {
		return // a consumer is started again, not an effect repeated
	}
	if !fr.fn.isAdapter() {
		k.reached[fr.fn]++
	}
	if k.inner == nil && (len(fr.fn.Handler) > 0 || fr.fn.takesMessage()) && fr.fn != k.root.fn && strings.Contains(k.root.fn.ID, "$") && k.root.recv == nil {
		k.inner = fr.fn
	}
	in.turns = in.loop
	atBlock := int32(0)
	outer, commits := in.tx, []int32(nil)
	for i := range fr.fn.Steps {
		s := &fr.fn.Steps[i]
		if recv != nil {
			if s.Block == recv.Block {
				atBlock++
			}
			if !recv.covers(s, atBlock) {
				continue
			}
		}
		if k.steps++; k.steps > maxSteps {
			return
		}
		if k.w.grants > 0 && k.w.budget < stepBudget {
			k.w.grants--
			k.w.budget = stepBudget
		}
		here := in
		ack, does := k.turnsOut(fr, s.Node)
		if spec := k.w.specs.txs[does]; spec != nil {
			switch tx := (txID{fr, fr.fn.Nodes[s.Node].Call}); spec.Does {
			case "begin":
				in.tx, here.tx = tx, tx
			case "run":
				here.tx = tx
			case "commit":
				if !s.Defer {
					commits = append(commits, s.Block)
				}
			}
		}
		if slices.ContainsFunc(commits, func(b int32) bool { return fr.fn.dominates(b, s.Block) }) {
			here.tx = outer
		}
		here.loop = here.loop || s.Loop && recv == nil
		here.tries = here.tries || s.Tries
		if k.retries && s.Tries && here.retry == nil {
			here.retry = &retrySite{place: fr.fn.place(s.Pos, ""), loop: true}
		}
		here.spawned = here.spawned || s.Go
		guarded, enough := k.guardedBy(fr, s.Conds)
		here.guarded, here.enough = here.guarded || guarded, here.enough || enough
		k.step(fr, s, ack, does, path, here)
	}
}

// covers reports whether a step lies behind the receive; nth counts the steps
// of the receive's own block.
func (r *Receive) covers(s *Step, nth int32) bool {
	if s.Block == r.Block {
		return nth > r.After
	}
	return slices.Contains(r.Blocks, s.Block)
}

// step walks one step; ack and does are what it turned out to be.
func (k *walker) step(fr *frame, s *Step, ack, does string, path []finding.Place, in around) {
	if s.Send != 0 {
		k.send(fr, s, path, in)
		return
	}
	n := &fr.fn.Nodes[s.Node]
	if n.Op != OpCall {
		return
	}
	c := n.Call
	here := slices.Clone(path)
	if !fr.fn.isAdapter() {
		here = append(here, fr.fn.place(n.Pos, "calls "+c.label()))
	}
	frames := fr.callees(s.Node)
	// Behind an interface of the program's own, an implementation of its own
	// comes before the library the method stands for.
	own := c.Narrow && len(frames) > 0
	if !own && (c.Effect != "" || ack != "" || c.Guard != "" || does != "") {
		k.visits = append(k.visits, visit{
			fr: fr, node: s.Node, step: s, path: here, order: len(k.visits), ack: ack, does: does,
			guarded: in.guarded, enough: in.enough, loop: in.loop, turns: in.turns, tries: in.tries, retry: in.retry, spawned: in.spawned, tx: in.tx,
		})
	}
	if k.helpers[c.Fn] && in.retry == nil && c.Kind == CallStatic {
		in.retry = &retrySite{place: fr.fn.place(n.Pos, ""), by: c.label()}
	}
	for _, callee := range frames {
		if c.Kind == CallValue && fr.fn.fromOutside(n.Args[0]) && k.wraps(fr, callee.fn) {
			k.hand(callee, nil, callee.fn.place(callee.fn.Pos, ""), here, in)
			continue
		}
		k.run(callee, nil, callee.through(here), in)
	}
	switch {
	case c.Kind == CallInvoke || c.Kind == CallValue && !isLocalFunc(fr, n) || c.Route != "":
		k.dynamicCall(fr, s.Node, frames)
	case c.Kind == CallOpaque && !c.Reg && k.repeats(fr, n, &in):
		k.callbacks(fr, n, here, in)
	}
}

// turnsOut names the specs of the ack and of the transaction a call is: its own,
// or those of the library's function that a dynamic call leads to: a function
// value that is msg.Ack, an interface that holds a *sql.Tx.
func (k *walker) turnsOut(fr *frame, call V) (ack, does string) {
	n := &fr.fn.Nodes[call]
	if n.Op != OpCall {
		return "", ""
	}
	if n.Call.Kind == CallOpaque || n.Call.Kind == CallStatic {
		return n.Call.Ack, n.Call.Tx
	}
	fr.callees(call) // first, for it cuts a recursion through the receiver
	var names []string
	x := fr.eval(n.Args[0])
	if n.Call.Kind == CallValue {
		for _, f := range k.w.funcValues(x) {
			if k.w.funcs[f.text] == nil {
				names = append(names, f.text)
			}
		}
	} else {
		if t := k.w.concreteOutside(x, 0); t != "" {
			names = append(names, "("+t+")."+n.Call.Name)
		}
		for _, made := range callsOfValue(x, 0) {
			if made.typ != "" && k.w.methods[made.typ] == nil {
				names = append(names, "("+made.typ+")."+n.Call.Name)
			}
		}
	}
	for _, name := range names {
		sym := bareSymbol(name)
		if ack == "" {
			ack = k.w.specs.ackOf[sym]
		}
		if does == "" {
			does = k.w.specs.txOf[sym]
		}
	}
	return ack, does
}

// through is the path to the frame's function: over the place where it was
// wired, if that is neither where it is called nor where it stands.
func (fr *frame) through(path []finding.Place) []finding.Place {
	at, own := fr.wired, fr.fn.place(fr.fn.Pos, "")
	if !at.IsValid() || at.File == own.File || slices.ContainsFunc(path, func(p finding.Place) bool { return p.File == at.File && p.Line == at.Line }) {
		return path
	}
	at.Note = finding.Wired + fr.fn.Display
	return append(slices.Clone(path), at)
}

func isLocalFunc(fr *frame, n *Node) bool {
	op := fr.fn.Nodes[n.Args[0]].Op
	return op == OpFunc || op == OpBound
}

// label is how a path names a call.
func (c *Call) label() string {
	if c.Display != "" {
		return c.Display
	}
	return c.Short
}

// callbacks walks the functions handed to a call outside the program: it is
// taken to run them (retry.Do, errgroup.Go, BeginFunc).
func (k *walker) callbacks(fr *frame, n *Node, path []finding.Place, in around) {
	for _, callee := range k.handed(fr, n) {
		k.run(callee, nil, path, in)
	}
}

// handed are the activations of the functions handed to a call.
func (k *walker) handed(fr *frame, n *Node) []*frame {
	key := callKey{fr, n}
	if known, ok := k.w.callbacks[key]; ok {
		return known
	}
	var out []*frame
	for i, a := range n.Args {
		if i == 0 && n.Call.Params != nil && len(n.Call.Params) > 0 && n.Call.Params[0] == "recv" {
			continue
		}
		for _, f := range k.w.handedFuncs(fr.eval(a)) {
			out = fr.enterValue(out, f, make([]*Val, 8))
		}
	}
	k.w.callbacks[key] = out
	return out
}

// callKey is a call in one activation.
type callKey struct {
	fr   *frame
	call *Node
}

// handedFuncs lists the functions in x, elements of a list included.
func (w *world) handedFuncs(x *Val) []*Val {
	out := w.funcValues(x)
	if len(out) == 0 && x.force().op == OpObj {
		out = w.funcValues(w.elem(x, "[]"))
	}
	return out
}

func (k *walker) dynamicCall(fr *frame, v V, frames []*frame) {
	n := &fr.fn.Nodes[v]
	if n.Call.Kind == CallValue && strings.HasPrefix(n.Call.Iface, "context.") {
		return // a cancel function
	}
	d := dynamicCall{fr: fr, node: v}
	for _, f := range frames {
		if !slices.Contains(d.resolved, f.fn.Display) {
			d.resolved = append(d.resolved, f.fn.Display)
		}
	}
	if len(frames) == 0 {
		if d.outside = k.w.concreteOutside(fr.eval(n.Args[0]), 0); d.outside == "" {
			d.reason = k.w.unresolved(fr, n)
		}
	}
	k.dynamic = append(k.dynamic, d)
}

// unresolved says why a dynamic call leads nowhere.
func (w *world) unresolved(fr *frame, n *Node) string {
	if n.Call.Route != "" {
		return "nothing is registered for " + n.Call.Route
	}
	x := bare(fr.eval(n.Args[0]))
	for x.op == OpIface || x.op == OpAlt && len(x.args) == 1 {
		x = bare(x.args[0])
	}
	switch x.op {
	case OpField:
		return "nothing visible from here sets the field " + x.text
	case OpParam:
		if x.fr != nil && x.index >= 0 && x.index < len(x.fr.fn.Params) && x.fr.fn.Params[x.index].Name != "" {
			return fmt.Sprintf("no call visible from here passes parameter %s of %s", x.fr.fn.Params[x.index].Name, x.fr.fn.Display)
		}
	case OpGlobal:
		return "nothing visible from here sets " + x.text
	case OpCall:
		return "the value comes from " + x.text + ", which is not part of the program"
	case OpZero:
		return "the value is nil where it is visible"
	case OpAlt:
		return fmt.Sprintf("none of the %d values it may hold has a known type", len(x.args))
	case OpUnknown:
		if x.text != "" && x.text != "written" {
			return "the value cannot be followed (" + x.text + ")"
		}
	}
	return "no wired implementation is visible from here"
}

// concreteOutside names a concrete type x is known to hold that the program
// does not declare, "" for none.
func (w *world) concreteOutside(x *Val, depth int) string {
	x = bare(x)
	switch {
	case depth > 4:
	case x.op == OpIface && x.typ != "" && w.methods[x.typ] == nil:
		return x.typ
	case x.op == OpIface || x.op == OpAlt:
		for _, a := range x.args {
			if t := w.concreteOutside(a, depth+1); t != "" {
				return t
			}
		}
	}
	return ""
}

// send follows a value into the goroutines of the program that receive it.
func (k *walker) send(fr *frame, s *Step, path []finding.Place, in around) {
	if s.Lossy {
		return // whoever gives up a message needs it to happen neither once nor twice
	}
	made := chans(fr.eval(s.Node), 0)
	if len(made) == 0 {
		k.unsent = true
		return
	}
	received := false
	sent := fr.later(s.Send)
	in.spawned = true
	for _, site := range k.w.recvs {
		if !slices.ContainsFunc(made, func(x *Val) bool { return slices.Contains(k.w.madeAt(site), x.place) }) {
			continue
		}
		received = true
		to := k.w.frame(site.fn, nil, nil, fr)
		to.memo[site.recv.Node] = sent
		here := append(slices.Clone(path), fr.fn.place(s.Pos, "sends to a channel"), site.fn.place(site.recv.Pos, "receives from the channel"))
		if child := k.hand(to, site.recv, site.fn.place(site.recv.Pos, ""), here, in); child != nil {
			child.sent = &handoff{k, fr, s}
		}
	}
	k.unsent = k.unsent || !received
}

// madeAt lists where the channels a receive may read from are made.
func (w *world) madeAt(site recvSite) []finding.Place {
	if site.recv.Chan == 0 || site.recv.Spec != "" {
		return nil
	}
	if ps, ok := w.chanPlaces[site.recv]; ok {
		return ps
	}
	budget, roots := w.budget, w.roots
	w.budget, w.roots = maxBudget, map[*Fn]*frame{}
	var ps []finding.Place
	for _, x := range chans(w.root(site.fn).eval(site.recv.Chan), 0) {
		if x.place.IsValid() {
			ps = append(ps, x.place)
		}
	}
	w.budget, w.roots = budget, roots
	w.chanPlaces[site.recv] = ps
	return ps
}

// chans lists the channels x may be: directly, through the variable a closure
// captured, or where it was stored.
func chans(x *Val, depth int) []*Val {
	x = x.force()
	if depth > 8 {
		return nil
	}
	var out []*Val
	switch x.op {
	case OpChan:
		return []*Val{x}
	case OpAlt, OpIface:
		for _, a := range x.args {
			out = append(out, chans(a, depth+1)...)
		}
	case OpObj:
		out = chans(x.obj.base, depth+1)
		for _, p := range x.obj.puts {
			if len(p.path) == 0 && !p.opaque() {
				out = append(out, chans(p.value(), depth+1)...)
			}
		}
	}
	return out
}

func alternatives(x *Val) []*Val {
	x = x.force()
	if x.op == OpAlt {
		return x.args
	}
	if x.op == OpObj && x.typ == "" {
		// A variable captured by a closure: what was stored in it.
		var out []*Val
		for _, p := range x.obj.puts {
			if len(p.path) == 0 && !p.opaque() {
				out = append(out, p.value())
			}
		}
		if len(out) > 0 {
			return out
		}
	}
	return []*Val{x}
}

// guardedBy reports whether one of the conditions asks outside state about
// this message: a claim, an existence check, a state read by a business key.
// Enough is set where one only asks whether there is enough of something.
func (k *walker) guardedBy(fr *frame, conds []V) (guarded, enough bool) {
	for _, c := range conds {
		v, holds := c, true
		if c < 0 {
			v, holds = -c, false
		}
		if k.demandsPresence(fr, v, holds) {
			continue
		}
		if k.asks(fr.eval(v), 0) || k.decides(fr, v, 0) {
			if !k.compares(fr, v) {
				return true, enough
			}
			enough = true
		}
	}
	return false, enough
}

// compares reports whether a condition is that there is more of something than of
// something else, or asks a method that looks at no more than that. It holds again as
// long as there is enough, unless what is compared counts versions or tells the time.
func (k *walker) compares(fr *frame, v V) bool {
	n := &fr.fn.Nodes[v]
	switch n.Op {
	case OpMix:
		return slices.Contains([]string{"<", "<=", ">", ">="}, n.Text) && len(n.Args) == 2 &&
			!slices.ContainsFunc(n.Args, func(a V) bool { return slices.ContainsFunc(k.w.namesOf(fr.eval(a)), orderedBy.MatchString) })
	case OpErrTest:
		for _, a := range n.Args {
			call := fr.fn.callOf(a)
			if m := &fr.fn.Nodes[call]; m.Op != OpCall || m.Call.Kind == CallOpaque {
				continue
			}
			for _, callee := range fr.callees(call) {
				if len(callee.fn.Steps) > 0 || len(callee.fn.Tests) == 0 {
					return false
				}
				return !slices.ContainsFunc(callee.fn.Tests, func(t V) bool {
					return callee.fn.Nodes[t].Op == OpMix && k.asks(callee.eval(t), 0) && !k.compares(callee, t)
				})
			}
		}
	}
	return false
}

// orderedBy matches what is compared to tell new from old.
var orderedBy = regexp.MustCompile(`(?i)version|revision|^rev$|seq|offset|number|epoch|generation|(_|[a-z])at$|updated|created|date|time|until|expir|attempt|retr(y|ies)|tries|count`)

// namesOf are the fields a value is read from, and the statements that filled it.
func (w *world) namesOf(x *Val) []string {
	x = x.force()
	switch x.op {
	case OpMix, OpIface, OpAlt:
		var out []string
		for _, a := range x.args {
			out = append(out, w.namesOf(a)...)
		}
		return out
	case OpField, OpDecoded, OpPart:
		return []string{x.text[strings.LastIndexByte(x.text, '.')+1:]}
	case OpUnknown:
		return []string{x.owner[strings.LastIndexByte(x.owner, '.')+1:]}
	case OpObj:
		var out []string
		for _, p := range x.obj.puts {
			if p.opaque() && p.call().Op == OpCall {
				for _, a := range p.call().Args {
					out = append(out, texts(p.fr.eval(a))...)
					if c := bare(p.fr.eval(a)); c.op == OpCall && c.callNode().Op == OpCall {
						for _, b := range c.callNode().Args {
							out = append(out, texts(c.fr.eval(b))...)
						}
					}
				}
			}
		}
		return out
	}
	return nil
}

// demandsPresence reports whether a condition only sees to it that something
// was found, or counts through what was found: len(rows) > 0, i < len(rows).
// That recognises no repeat.
func (k *walker) demandsPresence(fr *frame, v V, holds bool) bool {
	n := &fr.fn.Nodes[v]
	if n.Op != OpMix || len(n.Args) != 2 {
		return false
	}
	isLen := func(a V) bool { return fr.fn.Nodes[a].Op == OpMix && fr.fn.Nodes[a].Text == "len" }
	if !isLen(n.Args[0]) && !isLen(n.Args[1]) {
		return false
	}
	zero := fr.fn.Nodes[n.Args[1]].Op == OpConst && fr.fn.Nodes[n.Args[1]].Text == "0"
	switch n.Text {
	case "==":
		return zero && !holds
	case "!=", ">":
		return !zero || holds
	case "<", "<=", ">=":
		return true
	}
	return false
}

// decides reports whether a condition looks at the answer of a function of the
// program that asks outside state about the message and answers with
// constants: true after a claim, false after a duplicate.
func (k *walker) decides(fr *frame, v V, depth int) bool {
	if v == 0 || depth > 6 {
		return false
	}
	n := &fr.fn.Nodes[v]
	switch n.Op {
	case OpMix, OpAlt:
		return slices.ContainsFunc(n.Args, func(a V) bool { return k.decides(fr, a, depth+1) })
	case OpErrTest:
		return slices.ContainsFunc(n.Args, func(a V) bool { return k.refuses(fr, a) })
	case OpCall, OpResult:
		for _, x := range alternatives(fr.eval(v)) {
			if x = x.force(); x.op != OpConst && x.op != OpZero {
				return false
			}
		}
		call := v
		if n.Op == OpResult {
			call = n.Args[0]
		}
		return slices.ContainsFunc(fr.callees(call), func(callee *frame) bool { return k.queries(callee, 0) })
	}
	return false
}

// refuses reports whether v is the error of a function of the program that
// refuses work already done: a method that looks at the loaded state, or a claim
// that answers with an error.
func (k *walker) refuses(fr *frame, v V) bool {
	call := fr.fn.callOf(v)
	if c := &fr.fn.Nodes[call]; c.Op != OpCall || c.Call.Kind == CallOpaque {
		return false
	}
	for _, callee := range fr.callees(call) {
		if !callee.fn.hasOwnError() {
			continue
		}
		pure := len(callee.fn.Steps) == 0
		for _, t := range callee.fn.Tests {
			if callee.fn.Nodes[t].Op == OpMix && (pure || k.claims(callee)) && k.asks(callee.eval(t), 0) {
				return true
			}
		}
	}
	return false
}

// hasOwnError reports whether a function returns an error of its own, as
// against one a call gave it.
func (fn *Fn) hasOwnError() bool {
	if fn.Errors == 0 || fn.Errors > len(fn.Results) {
		return false
	}
	own := func(v V) bool {
		n := &fn.Nodes[v]
		switch n.Op {
		case OpGlobal, OpObj, OpIface:
			return true
		case OpCall:
			return n.Call.Fn == "errors.New"
		case OpMix:
			return n.Text == "errors.New"
		}
		return false
	}
	r := fn.Results[fn.Errors-1]
	if fn.Nodes[r].Op == OpAlt {
		return slices.ContainsFunc(fn.Nodes[r].Args, own)
	}
	return own(r)
}

var claimText = regexp.MustCompile(`(?i)on\s+conflict|insert\s+ignore|insert\s+or\s+ignore|not\s+exists`)

// claims reports whether a function claims something atomically.
func (k *walker) claims(fr *frame) bool {
	for i := range fr.fn.Steps {
		n := &fr.fn.Nodes[fr.fn.Steps[i].Node]
		if n.Op != OpCall {
			continue
		}
		spec := k.w.specs.effects[n.Call.Effect]
		switch {
		case spec == nil:
		case spec.Does == "claim":
			return true
		case spec.Does == "statement":
			for _, a := range n.Args {
				if slices.ContainsFunc(texts(fr.eval(a)), claimText.MatchString) {
					return true
				}
			}
		}
	}
	return false
}

// queries reports whether a function asks outside state about the message.
func (k *walker) queries(fr *frame, depth int) bool {
	for i := range fr.fn.Steps {
		s := &fr.fn.Steps[i]
		n := &fr.fn.Nodes[s.Node]
		if n.Op != OpCall || s.Go || s.Send != 0 {
			continue
		}
		if k.isQuery(fr, n) && k.aboutMessage(fr, n) {
			return true
		}
		if depth < 2 && slices.ContainsFunc(fr.callees(s.Node), func(c *frame) bool { return k.queries(c, depth+1) }) {
			return true
		}
	}
	return false
}

var absence = regexp.MustCompile(`(?i)norows|notfound|nodocuments|\.nil$|exist|duplicate|conflict|unique|constraint|already|redis: nil`)

func (k *walker) asks(x *Val, depth int) bool {
	x = x.force()
	if depth > 10 {
		return false
	}
	if known, ok := k.asked[x]; ok {
		return known
	}
	k.asked[x] = false // a value made of itself asks nothing by that
	k.asked[x] = k.asksAnew(x, depth)
	return k.asked[x]
}

func (k *walker) asksAnew(x *Val, depth int) bool {
	switch x.op {
	case OpMix, OpAlt, OpConcat, OpField, OpElem, OpAppend, OpIface:
		for _, a := range x.args {
			if k.asks(a, depth+1) {
				return true
			}
		}
	case OpObj:
		for _, p := range x.obj.puts {
			if p.opaque() {
				if k.asksCall(p.fr, p.call(), -1, depth) {
					return true
				}
			} else if k.asks(p.value(), depth+1) {
				return true
			}
		}
		return k.asks(x.obj.base, depth+1)
	case OpConst:
		return duplicateCode[x.text]
	case OpErrTest:
		for _, a := range x.args {
			if k.claimFailed(a) {
				return true
			}
		}
	case OpUnknown:
		for _, a := range x.args {
			if k.asks(a, depth+1) {
				return true
			}
		}
	case OpCall:
		n := x.callNode()
		if n.Op == OpCall {
			return k.asksCall(x.fr, n, x.index, depth)
		}
	}
	return false
}

// duplicateCode are the codes by which databases say that a row is there.
var duplicateCode = map[string]bool{"23505": true, "1062": true, "11000": true, "2067": true, "1555": true, "2601": true, "2627": true}

// claimFailed reports whether x is the error of an atomic claim: what runs
// only without it runs once.
func (k *walker) claimFailed(x *Val) bool {
	x = x.force()
	if x.op == OpAlt {
		// A function that answers nil of its own may do so for a duplicate.
		return !slices.ContainsFunc(x.args, func(a *Val) bool { return a.force().op == OpZero }) && slices.ContainsFunc(x.args, k.claimFailed)
	}
	if x.op != OpCall {
		return false
	}
	n := x.callNode()
	if n.Op != OpCall || int(n.Call.Err) != x.index+1 {
		return false
	}
	spec := k.w.specs.effects[n.Call.Effect]
	if !k.aboutMessage(x.fr, n) {
		return false
	}
	if spec == nil { // nobody knows what it is, but whoever calls it
		return n.Call.Kind == CallInvoke && k.w.duplicateHandled(x.fr, x.v)
	}
	switch spec.Does {
	case "claim":
		return true
	case "insert", "statement", "upsert", "call", "write":
		return k.w.duplicateHandled(x.fr, x.v)
	}
	return false
}

// duplicateHandled reports whether the function of a call looks whether its
// error says that the row is there already: proof that something is unique.
func (w *world) duplicateHandled(fr *frame, call V) bool {
	at := site{fn: fr.fn, val: call}
	known, ok := w.duplicates[at]
	if !ok {
		known = w.findDuplicateTest(fr, call)
		w.duplicates[at] = known
	}
	return known
}

func (w *world) findDuplicateTest(fr *frame, call V) bool {
	for i := range fr.fn.Nodes {
		n := &fr.fn.Nodes[i]
		if fr.fn.searchesText(n, call) {
			return true
		}
		if n.Op != OpCall || n.Call.Kind != CallStatic && !n.Call.Test || !slices.ContainsFunc(n.Args, func(a V) bool { return fr.fn.isErrorOf(a, call) }) {
			continue
		}
		if presence.MatchString(n.Call.Name) || w.looksForDuplicate(fr, n, 0) {
			return true
		}
	}
	return false
}

// searchesText reports whether a node looks for words in the text of a call's
// error that say that the row is there already.
func (fn *Fn) searchesText(n *Node, call V) bool {
	if n.Op != OpMix || n.Text != "strings.Contains" || len(n.Args) != 2 {
		return false
	}
	words := &fn.Nodes[n.Args[1]]
	return words.Op == OpConst && presence.MatchString(words.Text) && fn.isErrorOf(n.Args[0], call)
}

// isErrorOf reports whether v is a result of the call.
func (fn *Fn) isErrorOf(v, call V) bool {
	for range 6 {
		n := &fn.Nodes[v]
		switch {
		case v == call:
			return true
		case n.Op == OpResult || n.Op == OpIface || n.Op == OpObj && len(n.Args) > 0,
			n.Op == OpField && errorField.MatchString(n.Text),
			n.Op == OpCall && n.Call.Fn == "(error).Error":
			v = n.Args[0]
		case n.Op == OpAlt:
			return slices.ContainsFunc(n.Args, func(a V) bool { return a != v && fn.Nodes[a].Op == OpResult && fn.isErrorOf(a, call) })
		default:
			return false
		}
	}
	return false
}

// presence matches tests and sentinels that say of a row that it is there already.
var presence = regexp.MustCompile(`(?i)exist|duplicate|conflict|unique|constraint|already`)

var duplicateType = regexp.MustCompile(`(?i)conditionalcheck|precondition|duplicate|conflict|alreadyexist|uniqueviolation`)

// looksForDuplicate reports whether a test of an error, or a helper that makes
// it, speaks of duplicates.
func (w *world) looksForDuplicate(fr *frame, n *Node, depth int) bool {
	for _, a := range n.Args {
		v := &fr.fn.Nodes[a]
		switch {
		case v.Op == OpGlobal && presence.MatchString(v.Text), duplicateType.MatchString(v.Type):
			return true
		case v.Op == OpIface && (duplicateType.MatchString(v.Type) || duplicateType.MatchString(fr.fn.Nodes[v.Args[0]].Type)):
			return true
		}
	}
	// errors.As(err, &pgErr) && pgErr.Code == "23505", here or in a helper.
	holds := func(fn *Fn) bool {
		return slices.ContainsFunc(fn.Nodes, func(n Node) bool { return n.Op == OpConst && duplicateCode[n.Text] })
	}
	if n.Call.Test {
		return holds(fr.fn)
	}
	callee := w.funcs[n.Call.Fn]
	return callee != nil && (holds(callee) || slices.ContainsFunc(callee.Nodes, func(n Node) bool {
		return n.Op == OpCall && n.Call.Test && presence.MatchString(n.Call.Name) || n.Op == OpGlobal && presence.MatchString(n.Text) || duplicateType.MatchString(n.Type)
	}))
}

func (k *walker) asksCall(fr *frame, n *Node, result, depth int) bool {
	c := n.Call
	if c == nil {
		return false
	}
	if c.Test {
		return k.asksTest(fr, n)
	}
	if result >= 0 && int(c.Err) == result+1 {
		return false
	}
	if k.isQuery(fr, n) && k.aboutMessage(fr, n) {
		return true
	}
	if c.Kind == CallOpaque {
		for _, a := range n.Args {
			if k.asks(fr.eval(a), depth+1) {
				return true
			}
		}
	}
	return false
}

// asksTest judges errors.Is(err, sql.ErrNoRows) and its like: a guard if the
// sentinel or the test's name speaks of something being there or not.
func (k *walker) asksTest(fr *frame, n *Node) bool {
	if absence.MatchString(n.Call.Name) {
		return true
	}
	for _, a := range n.Args {
		if x := fr.eval(a); x.op == OpGlobal && absence.MatchString(x.text) {
			return true
		}
	}
	for _, a := range n.Args {
		if duplicateType.MatchString(typeOf(fr.eval(a))) {
			return true
		}
	}
	for _, a := range n.Args {
		if v := &fr.fn.Nodes[a]; v.Op == OpGlobal && absence.MatchString(v.Text) {
			return true
		}
	}
	return false
}

// isQuery reports whether a call reads, or claims in, outside state.
func (k *walker) isQuery(fr *frame, n *Node) bool {
	c := n.Call
	if c.Guard != "" {
		return true
	}
	if spec := k.w.specs.effects[c.Effect]; spec != nil {
		switch spec.Does {
		case "claim":
			return true
		case "statement", "insert", "update", "upsert", "write", "set":
			return true
		case "request":
			return false
		}
		return false
	}
	return c.Reads
}

// aboutMessage reports whether something of the message goes into the call.
func (k *walker) aboutMessage(fr *frame, n *Node) bool {
	return slices.ContainsFunc(n.Args, func(a V) bool { return k.ofMessage(fr.eval(a), 0) })
}

// ofMessage reports whether something of the message is in x, or went into the
// calls it was built with: db.Where("id = ?", order.ID).
func (k *walker) ofMessage(x *Val, depth int) bool {
	o := k.w.origin(x)
	if o.has(Business) || o.has(Producer) || o.has(Transport) || o.has(Delivery) {
		return true
	}
	if x = bare(x); x.op != OpCall || depth > 8 {
		return false
	}
	n := x.callNode()
	return n.Op == OpCall && n.Call.Kind == CallOpaque && n.Call.Effect == "" &&
		slices.ContainsFunc(n.Args, func(a V) bool { return k.ofMessage(x.fr.eval(a), depth+1) })
}

// txID is one transaction of a walk: the call that began it, in one activation
// of its function. What follows a begin in its function belongs to it, up to a
// commit no path leads around.
type txID struct {
	fr   *frame
	call *Call
}

// wraps reports whether the function of fr is a wrapper around a consumer
// library that hands the delivery to callee: so far nothing was done, and it is
// where the delivery arrives, or what it hands on is still a delivery.
func (k *walker) wraps(fr *frame, callee *Fn) bool {
	if slices.ContainsFunc(k.visits, func(v visit) bool { return v.fr.fn.Nodes[v.node].Call.Effect != "" }) {
		return false // acks of what cannot be read are no work
	}
	depth := 0
	for up := fr; up != nil && up.fn != k.root.fn; up = up.up {
		depth++
	}
	return depth == 0 || depth <= 2 && callee.takesMessage()
}

func (fn *Fn) takesMessage() bool {
	return slices.ContainsFunc(fn.Params, func(p Param) bool { return p.Message })
}

// fromOutside reports whether a function value reached fn from elsewhere: as
// an argument, a captured variable, a field or a package variable.
func (fn *Fn) fromOutside(v V) bool {
	for range 8 {
		n := &fn.Nodes[v]
		switch n.Op {
		case OpParam, OpFree, OpGlobal, OpField:
			return true
		case OpElem, OpIface, OpMix:
			v = n.Args[0]
		case OpObj:
			if len(n.Args) == 0 || n.Args[0] == 0 {
				return false
			}
			v = n.Args[0]
		default:
			return false
		}
	}
	return false
}

const (
	maxHands    = 4
	maxChildren = 64
)

// hand goes on with the function, or the receive in it, that a delivery is
// handed to, as a handler of its own; nil where there are too many.
func (k *walker) hand(fr *frame, recv *Receive, at finding.Place, path []finding.Place, in around) *walker {
	if len(k.children) >= maxChildren || k.depth >= maxHands {
		k.run(fr, recv, path, in)
		return nil
	}
	at.Note = ""
	child := &walker{w: k.w, parent: k, reached: maps.Clone(k.reached), asked: k.asked, depth: k.depth + 1, root: &root{
		fn: fr.fn, spec: k.root.spec, lib: k.root.lib, frame: fr, recv: recv, place: at,
	}}
	child.run(fr, recv, path, in)
	k.children = append(k.children, child)
	for fn := range child.reached {
		k.reached[fn] = max(k.reached[fn], 1)
	}
	return child
}

// all lists the walker and those below it.
func (k *walker) all() []*walker {
	out := []*walker{k}
	for _, c := range k.children {
		out = append(out, c.all()...)
	}
	return out
}
