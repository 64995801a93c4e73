package model

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/idemlint/idemlint/internal/replay"
)

// call runs a call: a step becomes a node with a path for each of its answers,
// a function of the program that leads to one is entered, all others are passed
// over. Stop says that the path goes on elsewhere.
func (x *explorer) call(s *state, a *act, i int32, deferred bool) (replay.NodeID, bool) {
	c := &a.fr.fn.Flow.Calls[i]
	if !deferred && (!s.fault || len(s.acts) <= s.depth) { // not inside of who writes the log
		s.last = a.fr.fn.place(c.Pos, "")
	}
	if c.Map != NoMap {
		return x.mapAccess(s, a, i, c)
	}
	if s.fault {
		s.told = max(s.told, loudness(a.fr.fn, c))
	}
	if ends.MatchString(c.Fn) {
		return x.end(s, replay.Redeliver, a.fr.fn.place(c.Pos, "")), true // the process is gone
	}
	n := &a.fr.fn.Nodes[c.Node]
	if n.Op != OpCall {
		x.passOver(s, a, i, c, n)
		return none, false
	}
	if x.sent != nil && strings.HasSuffix(c.Fn, ".Wait") {
		return x.pass(s, step{awaits: true}), true
	}
	if v := x.visits[visitKey{a.fr, c.Node}]; v != nil {
		if id, stop, ok := x.step(s, a, i, c, n, v); ok {
			return id, stop
		}
	}
	if x.isRead(a.fr, c) && !x.informed(s, a, c) {
		return x.read(s, a, i, c, n)
	}
	return x.into(s, a, i, c, n, deferred)
}

// ends matches the functions that end the process, or the goroutine by a panic.
var ends = regexp.MustCompile(`^(os\.Exit|runtime\.Goexit|log\.(Fatal|Panic)(f|ln)?|\(.*[lL]og.*\)\.(Fatal|Panic)(f|ln|w|Context)?)$`)

// loudness is how loud a call speaks of trouble: 1 for a warning or less, 2 for
// an error, 0 for what is no log.
func loudness(fn *Fn, c *FlowCall) int {
	if c.Fn != "" && c.Fn[0] != '(' && !isLogger(c.Fn) {
		return 0 // fmt.Errorf
	}
	name := c.Fn[strings.LastIndexByte(c.Fn, '.')+1:]
	if name == "" {
		if n := &fn.Nodes[c.Node]; n.Op == OpCall {
			name = n.Call.Name
		}
	}
	switch {
	case strings.HasPrefix(name, "Warn") || strings.HasPrefix(name, "Debug") || strings.HasPrefix(name, "Info"):
		return 1
	case strings.HasPrefix(name, "Error") && name != "Error" || strings.HasPrefix(name, "Print") || name == "Error" && len(c.Args) > 1:
		return 2
	}
	return 0
}

// into enters the functions a call leads to.
func (x *explorer) into(s *state, a *act, i int32, c *FlowCall, n *Node, deferred bool) (replay.NodeID, bool) {
	informed := x.informed(s, a, c)
	var in []*frame
	direct := len(a.fr.callees(c.Node))
	for j, callee := range x.entered(a.fr, c) {
		if callee.fn.Flow != nil && (x.within[callee] || j < direct && informed && len(callee.fn.Flow.Blocks) <= 40) {
			in = append(in, callee)
		}
	}
	if len(in) == 0 || len(s.acts) >= maxActs {
		x.passOver(s, a, i, c, n)
		return none, false
	}
	if n.Call.Kind != CallOpaque && len(in) > 1 {
		// Several implementations: those that lead to a step, each by itself.
		id := x.add(replay.Node{Kind: replay.Branch, Label: n.Call.label(), Cond: x.choice(a, c), Choices: len(in), Ref: -1}, step{place: s.last})
		for j, callee := range in {
			t := s.clone()
			x.push(t, i, callee, deferred, true)
			x.link(id, replay.Choice(j), x.run(t))
		}
		return id, true
	}
	if c.Go && !x.awaited(s, in[0]) && !x.acksInside(in[0]) {
		id := x.add(replay.Node{Kind: replay.Spawn, Label: "go " + n.Call.label(), Ref: -1}, step{place: s.last})
		t := s.clone()
		x.push(t, i, in[0], false, false)
		t.top().detached = true
		x.link(id, replay.Spawned, x.run(t))
		x.link(id, replay.OK, x.run(s))
		return id, true
	}
	if n.Call.Kind == CallOpaque {
		// Functions handed to a call run one after the other, last pushed first.
		for j := len(in) - 1; j >= 0; j-- {
			x.push(s, i, in[j], deferred, false)
		}
		return none, false
	}
	x.push(s, i, in[0], deferred, !c.Go)
	return none, false
}

// informed reports whether the result of a step is among a call's arguments.
func (x *explorer) informed(s *state, a *act, c *FlowCall) bool {
	return slices.ContainsFunc(c.Args, func(e E) bool {
		v := x.value(s, a, e)
		return v.informs() && (v.kind == vErr || x.p.nodes[v.run].Kind != replay.Begin) // what is done in a transaction is not about its beginning
	})
}

// push enters a function.
func (x *explorer) push(s *state, call int32, callee *frame, deferred, result bool) {
	a := s.top()
	c := &a.fr.fn.Flow.Calls[call]
	n := &a.fr.fn.Nodes[c.Node]
	b := x.enter(callee)
	b.call, b.result, b.deferred = call, result && !deferred, deferred
	if result || deferred || c.Go {
		args := make([]value, len(c.Args))
		for i, e := range c.Args {
			args[i] = x.value(s, a, e)
		}
		if n.Call.Kind == CallValue && len(args) > 0 {
			b.captured = args[0].args
			args = args[1:]
			if len(callee.fn.Params) > len(args) { // a bound method
				args = append(make([]value, len(callee.fn.Params)-len(args)), args...)
			}
		}
		b.params = args
	}
	for _, e := range c.Args {
		if v := x.value(s, a, e); v.kind == vFunc && v.text == callee.fn.ID {
			b.captured = v.args
		}
	}
	s.acts = append(s.acts, b)
}

func (x *explorer) choice(a *act, c *FlowCall) int {
	return ordinal(x.conds, fmt.Sprintf("%p call %d", a.fr, c.Node))
}

// awaited reports whether somebody waits for a goroutine: a function that is
// running, for a wait group or for something on a channel.
func (x *explorer) awaited(s *state, started *frame) bool {
	done := func(fn *Fn) bool {
		return fn != nil && fn.Flow != nil && slices.ContainsFunc(fn.Flow.Calls, func(c FlowCall) bool { return c.Fn == "(*sync.WaitGroup).Done" })
	}
	if done(started.fn) {
		return true
	}
	for i := 1; x.k.w.funcs[started.fn.ID+"$"+itoa(i)] != nil; i++ { // deferred in it
		if done(x.k.w.funcs[started.fn.ID+"$"+itoa(i)]) {
			return true
		}
	}
	for _, a := range s.acts {
		fn := a.fr.fn
		for i := range fn.Flow.Calls {
			o := &fn.Flow.Calls[i]
			if !o.Go && strings.HasSuffix(o.Fn, ".Wait") && (o.Def == a.blk || x.k.w.reaches(fn, a.blk, o.Def)) {
				return true
			}
		}
		recv := int32(-1)
		if r := x.root.recv; r != nil && fn == x.root.fn {
			recv = r.Block // where the deliveries come from
		}
		if slices.ContainsFunc(fn.Waits, func(b int32) bool { return b != recv && (b == a.blk || x.k.w.reaches(fn, a.blk, b)) }) {
			return true
		}
	}
	return false
}

// acksInside reports whether the message is acked inside an activation.
func (x *explorer) acksInside(fr *frame) bool {
	for _, v := range x.visits {
		if v.ack == "" {
			continue
		}
		for up := v.fr; up != nil; up = up.up {
			if up == fr {
				return true
			}
		}
	}
	return false
}

// step makes the node of a step; ok is false if the visit is none.
func (x *explorer) step(s *state, a *act, i int32, c *FlowCall, n *Node, v *visit) (id replay.NodeID, stop, ok bool) {
	st := step{place: v.fr.fn.place(n.Pos, ""), path: v.path, calls: x.pathTo(s)}
	w := x.k.w
	switch ack, tx, guard := w.specs.acks[v.ack], w.specs.txs[v.does], w.specs.guards[n.Call.Guard]; {
	case ack != nil:
		if x.ofAnother(a, c) || s.fault && x.ofSeveral(a, n) {
			return none, false, false
		}
		node := replay.Node{Kind: replay.Ack, Label: n.Call.label(), Ref: x.ref(v), Verdict: x.ackVerdict(a, c, n, ack)}
		if ack.Does == "extend" {
			node.Kind, node.Lasts, node.Verdict = replay.Extend, replay.Unbounded, replay.Leave
		}
		st.dropped, st.warned = s.dropped, s.told == 1
		id = x.add(node, st)
		x.define(a, i, n.Call.Err-1, value{kind: vNil})
		x.link(id, replay.OK, x.run(s))
		return id, true, true
	case tx != nil:
		id, stop = x.transaction(s, a, i, n, tx.Does, v, st)
		return id, stop, true
	case guard != nil:
		kind, does := x.guardKind(a.fr, n, guard)
		key, known := x.role(a.fr, n, guard.Key)
		if !does || !known || !x.k.ofMessage(key, 0) || !x.holds(a.fr, n, guard.If) {
			break // a lock recognises no repeat
		}
		node := replay.Node{
			Kind: kind, Label: n.Call.label(), Ref: x.ref(v), CanFail: guard.Store == "", Volatile: guard.Store == "memory",
			Guard: x.guard("key " + x.name(key)), Key: x.classOf(key),
		}
		node.Lasts = x.guardLasts(a.fr, n, guard)
		st.effect, st.coded = x.effects[visitKey{v.fr, v.node}], guard.Does == "script"
		st.endless = guard.Store == "" && x.endlessCall(a.fr, n, guard)
		if kind == replay.Wait {
			x.expires(node.Guard, node.Lasts, st.place)
			node.Guard, node.Lasts, node.Key = 0, 0, replay.NoKey
		}
		return x.answers(s, a, i, n, node, st), true, true
	}
	e := x.effectAt(visitKey{v.fr, v.node})
	switch {
	case e == nil:
		return none, false, false
	case e.ReadOnly():
		id, stop = x.read(s, a, i, c, n)
		return id, stop, true
	}
	st.effect, st.table = e, tableIn(x.recordOf(a.fr, n))
	node := replay.Node{Kind: replay.Effect, Label: n.Call.label(), Ref: x.ref(v), CanFail: !n.Call.Queued, Key: keyClass(e), Natural: e.Natural != "" || e.Uncertain, Relative: e.Relative, Store: x.storeOf(e, v)}
	if record := x.record(a.fr, n, e); record != "" {
		switch {
		case x.isClaim(a.fr, c.Node, e):
			node.Kind, node.Guard = replay.Claim, x.guard(x.stage(record, e))
			node.Natural, node.Relative = false, false
			node.Lasts = x.lasts(a.fr, n)
			st.endless = e.SQL && node.Lasts == 0 && !x.swept(a.fr, n)
		case x.checked(record) && !e.Relative:
			node.Kind, node.Guard = replay.Mark, x.guard(record)
			if e.Does == "delete" {
				node.Kind = replay.Release
			}
			node.Natural, node.Relative = false, false
			node.Lasts = x.lasts(a.fr, n)
		}
		if node.Guard > 0 && node.Key == replay.NoKey {
			node.Key = replay.Business
		}
	}
	if x.effects[visitKey{v.fr, v.node}] == nil && node.Guard == 0 {
		return none, false, false // an effect of another handler
	}
	x.p.effects[node.Ref] = e
	return x.answers(s, a, i, n, node, st), true, true
}

// ofAnother reports whether an ack is of another message than the one that is
// handled: one that was kept in a map.
func (x *explorer) ofAnother(a *act, c *FlowCall) bool {
	return slices.ContainsFunc(c.Args, func(e E) bool { return a.fr.fn.Flow.fromMap(e, 0) })
}

// ofSeveral reports whether an ack is of a list that is put together message by
// message: where one failed, of those before it.
func (x *explorer) ofSeveral(a *act, n *Node) bool {
	return slices.ContainsFunc(n.Args, func(v V) bool { return grows(a.fr.eval(v), 0) })
}

// grows reports whether a list is appended to.
func grows(x *Val, depth int) bool {
	x = bare(x)
	return x.op == OpAppend || x.op == OpAlt && depth < 4 && slices.ContainsFunc(x.args, func(o *Val) bool { return grows(o, depth+1) })
}

// fromMap reports whether an expression was looked up in a map.
func (f *Flow) fromMap(e E, depth int) bool {
	if e == 0 || depth > 6 {
		return false
	}
	x := &f.Exprs[e]
	return x.Op == XOther && x.Text == lookedUp || slices.ContainsFunc(x.Args, func(a E) bool { return f.fromMap(a, depth+1) })
}

// answers adds a node with a path for each answer it can give.
func (x *explorer) answers(s *state, a *act, i int32, n *Node, node replay.Node, st step) replay.NodeID {
	// Whether a claim that is held, or a thing that is not there, shows in the
	// error is seen from what the function looks for in it.
	absence := x.absenceIn(a.fr)
	call := a.fr.fn.Flow.Calls[i].Node
	st.heldErr = (absence.asked || x.k.w.duplicateHandled(a.fr, call)) && !x.ignoresConflict(a.fr, call)
	st.absentErr = absence.goesOn
	id := x.add(node, st)
	how := []replay.Answer{replay.OK}
	if node.Kind == replay.Claim || node.Kind == replay.Check {
		how = append(how, replay.Held)
	}
	if node.CanFail {
		how = append(how, replay.Failed)
	}
	for _, answer := range how {
		t := s.clone()
		x.answered(t, t.top(), i, n, id, answer)
		if answer == replay.Failed {
			if !t.fault {
				t.depth = len(t.acts)
			}
			t.fault = true
			t.dropped = t.dropped || n.Call.Err > 0 && !a.fr.fn.Flow.uses(i, n.Call.Err-1)
		}
		x.link(id, answer, x.run(t))
	}
	return id
}

// answered notes what a call yields for an answer.
func (x *explorer) answered(s *state, a *act, i int32, n *Node, id replay.NodeID, how replay.Answer) {
	x.define(a, i, -1, value{kind: vDerived, run: id, how: how})
	if n.Call.Err > 0 {
		x.define(a, i, n.Call.Err-1, x.errorOf(id, how))
	}
	for _, e := range a.fr.fn.Flow.Calls[i].Args {
		if v := x.value(s, a, e); v.kind == vAddr { // filled by the call
			x.store(s, v, value{kind: vDerived, run: id, how: how})
		}
	}
}

// errorOf is the error of a step that answered.
func (x *explorer) errorOf(id replay.NodeID, how replay.Answer) value {
	of := &x.p.of[id]
	switch node := &x.p.nodes[id]; {
	case how == replay.Failed,
		how == replay.Held && node.Kind == replay.Claim && of.heldErr,
		how == replay.OK && node.Kind == replay.Check && of.absentErr:
		return value{kind: vErr, run: id, how: how}
	}
	return value{kind: vNil}
}

type truth uint8

const (
	perhaps truth = iota
	yes
	no
)

func truthOf(b bool) truth {
	if b {
		return yes
	}
	return no
}

func (t truth) not() truth {
	switch t {
	case yes:
		return no
	case no:
		return yes
	}
	return perhaps
}

// value is what is known of an expression.
func (x *explorer) value(s *state, a *act, e E) value {
	if e == 0 {
		return value{}
	}
	if v, ok := a.vals[e]; ok {
		return v
	}
	ex := &a.fr.fn.Flow.Exprs[e]
	switch ex.Op {
	case XNil:
		return value{kind: vNil}
	case XConst:
		return value{kind: vConst, text: ex.Text}
	case XGlobal:
		if text, ok := x.k.w.constantGlobal(ex.Text); ok {
			return value{kind: vConst, text: text}
		}
		return value{kind: vUnknown, text: ex.Text}
	case XNot, XCmp:
		switch x.truth(s, a, e) {
		case yes:
			return value{kind: vConst, text: "true"}
		case no:
			return value{kind: vConst, text: "false"}
		}
		for _, arg := range ex.Args {
			if v := x.value(s, a, arg); v.kind == vDerived || v.kind == vErr {
				return value{kind: vDerived, run: v.run, how: v.how, text: "tested"}
			}
		}
	case XParam:
		if int(ex.Index) < len(a.params) {
			return a.params[ex.Index]
		}
	case XFree:
		if int(ex.Index) < len(a.captured) {
			return a.captured[ex.Index]
		}
	case XAddr:
		return value{kind: vAddr, act: x.depth(s, a), slot: ex.Index}
	case XFunc:
		v := value{kind: vFunc, text: ex.Text}
		for _, arg := range ex.Args {
			v.args = append(v.args, x.value(s, a, arg))
		}
		return v
	case XIface:
		v := x.value(s, a, ex.Args[0])
		switch {
		case v.kind == vAddr:
			v.text = ex.Text // a pointer, or an error of its own
		case v.kind == vUnknown && ex.Text != "":
			return value{kind: vNonNil, text: ex.Text}
		}
		return v
	case XOther:
		for _, arg := range ex.Args {
			v := x.value(s, a, arg)
			switch {
			case v.kind == vDerived && errorField.MatchString(ex.Text):
				return x.errorOf(v.run, v.how)
			case v.kind == vDerived:
				v.text = partOf(v.text, ex.Text)
				return v
			case v.kind == vErr:
				return value{kind: vDerived, run: v.run, how: v.how, text: "error" + ex.Text}
			case v.kind == vAddr && ex.Text != "is":
				if w := x.slot(s, v); w.kind == vDerived || w.kind == vErr {
					if errorField.MatchString(ex.Text) && w.kind == vDerived {
						return x.errorOf(w.run, w.how)
					}
					return value{kind: vDerived, run: w.run, how: w.how, text: partOf(w.text, ex.Text)}
				}
			}
		}
	}
	return value{}
}

// partOf names a part of a value; a part of an error stays one of an error.
func partOf(whole, part string) string {
	part = strings.TrimPrefix(part, ".")
	if strings.HasPrefix(whole, "error") {
		return "error." + part
	}
	return part
}

// errorField matches the fields and methods by which a result carries its
// error: gorm's Error, go-redis's Err.
var errorField = regexp.MustCompile(`^\.?(Error|Err)$`)

func (x *explorer) depth(s *state, a *act) int { return slices.Index(s.acts, a) }

func (x *explorer) slot(s *state, addr value) value {
	if addr.kind != vAddr || addr.act < 0 || addr.act >= len(s.acts) {
		return value{}
	}
	if v, ok := s.acts[addr.act].slots[addr.slot]; ok {
		return v
	}
	return value{kind: vNil} // a variable begins with its zero value
}

func (x *explorer) store(s *state, addr, v value) {
	if addr.kind == vAddr && addr.act >= 0 && addr.act < len(s.acts) {
		s.acts[addr.act].slots[addr.slot] = v
	}
}

func (x *explorer) load(s *state, a *act, e E) value {
	ex := &a.fr.fn.Flow.Exprs[e]
	if ex.Op != XLoad {
		return value{}
	}
	return x.slot(s, x.value(s, a, ex.Args[0]))
}

// define notes result i of a call; -1 stands for all of them.
func (x *explorer) define(a *act, call, i int32, v value) {
	for e := range a.fr.fn.Flow.Exprs {
		ex := &a.fr.fn.Flow.Exprs[e]
		if ex.Op == XResult && ex.Call == call && (i < 0 || ex.Index == i) {
			a.vals[E(e)] = v
		}
	}
}

// passOver notes what can be said of the results of a call that leads to no
// step.
func (x *explorer) passOver(s *state, a *act, i int32, c *FlowCall, n *Node) {
	var errs, derived *value
	for _, e := range c.Args {
		v := x.value(s, a, e)
		switch {
		case v.kind == vErr && errs == nil:
			errs = &v
		case v.kind == vDerived && derived == nil:
			derived = &v
		case v.kind == vAddr && derived == nil:
			if w := x.slot(s, v); w.kind == vDerived {
				derived = &w
			}
		}
	}
	name := c.Fn[strings.LastIndexByte(c.Fn, '.')+1:]
	switch {
	case c.Fn == "fmt.Errorf" || c.Fn == "errors.Join" || n.Op == OpCall && n.Call.Err == 1 && errs != nil:
		v := value{kind: vNonNil}
		if errs != nil {
			v = *errs
		}
		for _, e := range c.Args { // the sentinels it wraps
			if g := x.value(s, a, e); g.text != "" && (g.kind == vUnknown || g.kind == vNonNil) && !strings.Contains(v.text, g.text) {
				v.text += " " + g.text
			}
		}
		x.define(a, i, -1, v)
		return
	case c.Fn == "errors.New" || strings.HasPrefix(name, "New") && strings.Contains(strings.ToLower(name), "err"):
		x.define(a, i, -1, value{kind: vNonNil, text: c.Fn})
		return
	case n.Op == OpCall && n.Call.Test || strings.HasPrefix(c.Fn, "errors.Is") || strings.HasPrefix(c.Fn, "errors.As"),
		c.Fn == "strings.Contains" && errs != nil: // in err.Error()
		x.define(a, i, 0, x.errorTest(s, a, c))
		return
	case errs != nil && (errorField.MatchString(name) || name == "Unwrap"):
		x.define(a, i, -1, *errs)
		return
	case errs != nil:
		x.define(a, i, -1, value{kind: vDerived, run: errs.run, how: errs.how, text: "error." + name})
		return
	case derived == nil || isLogger(c.Fn):
		return
	}
	v := *derived
	v.text = name
	if strings.HasPrefix(c.Fn, "(time.Time).") && len(c.Args) == 2 && x.value(s, a, c.Args[1]).kind == vDerived {
		v.text = turnedRound[name] // now.After(seen) is seen.Before(now)
	}
	x.define(a, i, -1, v)
	if n.Op == OpCall && n.Call.Err > 0 {
		x.define(a, i, n.Call.Err-1, x.errorOf(v.run, v.how))
	}
	if errorField.MatchString(name) {
		x.define(a, i, -1, x.errorOf(v.run, v.how))
	}
	for _, e := range c.Args { // row.Scan(&id)
		if addr := x.value(s, a, e); addr.kind == vAddr {
			x.store(s, addr, *derived)
		}
		if name == "Scan" { // row.Scan(&r.ID, &r.State)
			field := &a.fr.fn.Flow.Exprs[e]
			if field.Op == XIface {
				field = &a.fr.fn.Flow.Exprs[field.Args[0]]
			}
			if field.Op == XOther && strings.HasPrefix(field.Text, ".") && len(field.Args) == 1 {
				x.store(s, x.value(s, a, field.Args[0]), *derived)
			}
		}
	}
}

// turnedRound are the methods of a time by what they ask of their argument.
var turnedRound = map[string]string{"After": "Before", "Before": "After", "Sub": "Since", "Equal": "Equal", "Compare": "Compare"}

func isLogger(fn string) bool {
	return strings.HasPrefix(fn, "log.") || strings.Contains(fn, "log/slog") || strings.Contains(fn, "zap.") || strings.Contains(fn, "zerolog") || strings.Contains(fn, "logrus")
}

// transient matches the tests and sentinels that tell errors worth another try
// from others.
var transient = regexp.MustCompile(`(?i)retry|retri|transient|temporar|timeout|unavailable|deadline|network|connection|throttl|internal`)

// packagePaths matches the paths in front of package names.
var packagePaths = regexp.MustCompile(`[\w.-]+/`)

// errorTest is the answer of errors.Is, errors.As or a predicate about an
// error. A step that fails does so with an error nobody has a name for.
func (x *explorer) errorTest(s *state, a *act, c *FlowCall) value {
	var err value
	about := c.Fn
	for _, e := range c.Args {
		v := x.value(s, a, e)
		switch {
		case v.kind == vErr || v.kind == vNil || (v.kind == vNonNil || v.kind == vAddr) && err.kind == vUnknown:
			if err.kind == vUnknown {
				err = v
			}
		default:
			about += " " + v.text
		}
		if ex := &a.fr.fn.Flow.Exprs[e]; ex.Op == XIface {
			about += " " + ex.Text
		}
	}
	for _, arg := range a.fr.fn.Nodes[c.Node].Args {
		if m := &a.fr.fn.Nodes[arg]; m.Op == OpIface {
			about += " " + m.Type
		} else if m.Op == OpGlobal {
			about += " " + m.Text
		}
	}
	return x.isSuch(s, a, c, err, about)
}

func (x *explorer) isSuch(s *state, a *act, c *FlowCall, err value, about string) value {
	is := func(b bool) value { return value{kind: vConst, text: fmt.Sprint(b)} }
	switch err.kind {
	case vNil:
		return is(false)
	case vNonNil, vErr, vAddr:
	default:
		return value{}
	}
	for _, sentinel := range strings.Fields(err.text) {
		if strings.Contains(about, sentinel) {
			return is(true)
		}
	}
	if err.kind == vErr && err.how != replay.Failed {
		if absence.MatchString(about) || duplicateType.MatchString(about) {
			return is(true)
		}
		// errors.As into a library's type: what is asked of it next decides.
		if c != nil && strings.HasSuffix(c.Fn, ".As") {
			for _, e := range c.Args {
				if v := x.value(s, a, e); v.kind == vAddr {
					x.store(s, v, value{kind: vDerived, run: err.run, how: err.how, text: "error"})
				}
			}
			return is(true)
		}
		return value{}
	}
	if transient.MatchString(packagePaths.ReplaceAllString(about, "")) {
		return value{}
	}
	return is(false)
}

// truth evaluates a condition.
func (x *explorer) truth(s *state, a *act, e E) truth {
	if e == 0 {
		return perhaps
	}
	ex := &a.fr.fn.Flow.Exprs[e]
	switch ex.Op {
	case XNot:
		return x.truth(s, a, ex.Args[0]).not()
	case XCmp:
		return x.compare(s, a, ex)
	}
	switch v := x.value(s, a, e); v.kind {
	case vConst:
		return truthOf(v.text == "true")
	case vNil:
		return no // the zero value
	case vDerived:
		return x.affirms(v)
	}
	return perhaps
}

// affirms reports whether a truth value a step yielded holds.
func (x *explorer) affirms(v value) truth {
	node := &x.p.nodes[v.run]
	if v.how == replay.Failed || strings.HasPrefix(v.text, "error") || v.text == "tested" || x.p.of[v.run].coded {
		return perhaps
	}
	switch node.Kind {
	case replay.Check:
		// What was not recorded was never, and that is before all.
		return truthOf((v.how == replay.Held) != (v.text == "IsZero" || v.text == "Before"))
	case replay.Claim:
		taken := v.how == replay.OK
		if inverse.MatchString(node.Label) {
			taken = !taken // loaded, exists
		}
		return truthOf(taken)
	}
	return perhaps
}

// inverse matches the calls that answer true when there was something already.
var inverse = regexp.MustCompile(`(?i)loadorstore|getorset|contains|testandset|testoradd|peekoradd`)

func (x *explorer) compare(s *state, a *act, ex *Expr) truth {
	l, r := x.value(s, a, ex.Args[0]), x.value(s, a, ex.Args[1])
	eq := ex.Text == "=="
	if l.kind == vNil || l.kind == vConst && r.kind != vConst {
		l, r = r, l
	}
	if t := x.recent(l, r, ex.Text); t != perhaps {
		return t
	}
	switch {
	case ex.Text != "==" && ex.Text != "!=":
		return x.number(l, r, ex)
	case r.kind == vNil:
		switch l.kind {
		case vNil:
			return truthOf(eq)
		case vConst: // a variable that still has its zero value
			return truthOf((l.text == "" || l.text == "0" || l.text == "false") == eq)
		case vErr, vNonNil, vSome, vAddr, vFunc:
			return truthOf(!eq)
		case vDerived:
			node := &x.p.nodes[l.run]
			if l.text == there {
				return truthOf(!eq)
			}
			if node.Kind == replay.Check && l.how != replay.Failed && !strings.HasPrefix(l.text, "error") {
				return truthOf((l.how == replay.OK) == eq)
			}
		}
	case l.kind == vErr || l.kind == vNonNil || l.kind == vNil: // err == redis.Nil
		if r.text != "" && (r.kind == vUnknown || r.kind == vConst && l.kind == vErr) {
			if v := x.isSuch(s, a, nil, l, r.text); v.kind == vConst {
				return truthOf((v.text == "true") == eq)
			}
		}
	case l.kind == vConst && r.kind == vConst:
		return truthOf((l.text == r.text) == eq)
	case l.kind == vDerived && r.kind == vConst:
		if strings.HasPrefix(l.text, "error") {
			if l.how != replay.Failed && duplicateCode[r.text] {
				return truthOf(eq)
			}
			if l.how == replay.Failed && duplicateCode[r.text] {
				return truthOf(!eq)
			}
			return perhaps
		}
		return x.number(l, r, ex)
	}
	return perhaps
}

// assume notes on a path what its branch says of a value nobody knows: that it
// is nil, or is not. A later test of the same variable, in a deferred function
// for one, then goes the same way.
func (x *explorer) assume(s *state, a *act, cond E, holds bool) {
	ex := &a.fr.fn.Flow.Exprs[cond]
	switch {
	case ex.Op == XNot:
		x.assume(s, a, ex.Args[0], !holds)
		return
	case ex.Op != XCmp || ex.Text != "==" && ex.Text != "!=":
		return
	}
	e, other := ex.Args[0], ex.Args[1]
	if x.value(s, a, e).kind == vNil {
		e, other = other, e
	}
	if v := x.value(s, a, e); e == 0 || v.kind != vUnknown || x.value(s, a, other).kind != vNil {
		return
	}
	known := value{kind: vSome}
	if holds == (ex.Text == "==") {
		known = value{kind: vNil}
	}
	if of := &a.fr.fn.Flow.Exprs[e]; of.Op == XLoad {
		// What was loaded may have been overwritten since.
		if addr := x.value(s, a, of.Args[0]); x.slot(s, addr).kind == vUnknown {
			x.store(s, addr, known)
		}
	}
	a.vals[e] = known
}

// recent compares how long ago something was recorded with how long that counts:
// not long where it is found, for ever where it is not.
func (x *explorer) recent(l, r value, op string) truth {
	if r.kind == vDerived {
		l, op = r, strings.Map(func(c rune) rune {
			return map[rune]rune{'<': '>', '>': '<', '=': '='}[c]
		}, op)
	}
	if l.kind != vDerived || l.how == replay.Failed || x.p.nodes[l.run].Kind != replay.Check {
		return perhaps
	}
	held := truthOf(l.how == replay.Held)
	if l.text == "Until" {
		held = held.not()
	} else if l.text != "Since" {
		return perhaps
	}
	switch op {
	case "<", "<=":
		return held
	case ">", ">=":
		return held.not()
	}
	return perhaps
}

// number compares a count a step yielded: rows affected, rows found. It is one
// after a claim was taken and where something was marked, else none.
func (x *explorer) number(l, r value, ex *Expr) truth {
	if l.kind == vConst && r.kind == vConst {
		return numbers(l.text, r.text, ex.Text)
	}
	if l.kind != vDerived || r.kind != vConst || l.how == replay.Failed || r.text != "0" && r.text != "1" || x.p.of[l.run].coded {
		return perhaps
	}
	n := "0"
	switch x.p.nodes[l.run].Kind {
	case replay.Claim:
		if l.how == replay.OK {
			n = "1"
		}
	case replay.Check:
		if l.how == replay.Held {
			n = "1"
		}
	default:
		return perhaps
	}
	return numbers(n, r.text, ex.Text)
}

// numbers compares constants.
func numbers(left, right, op string) truth {
	l, err := strconv.ParseInt(left, 10, 64)
	r, err2 := strconv.ParseInt(right, 10, 64)
	if err != nil || err2 != nil {
		return perhaps
	}
	switch op {
	case "==":
		return truthOf(l == r)
	case "!=":
		return truthOf(l != r)
	case "<":
		return truthOf(l < r)
	case "<=":
		return truthOf(l <= r)
	case ">":
		return truthOf(l > r)
	}
	return truthOf(l >= r)
}

// lasts is how long what a call writes is kept, 0 if there is no end.
func (x *explorer) lasts(fr *frame, n *Node) time.Duration {
	for _, name := range []string{"expiration", "ttl"} {
		if v, ok := x.role(fr, n, name); ok {
			return durationOf(v)
		}
	}
	return 0
}
