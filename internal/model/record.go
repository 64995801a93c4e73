package model

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/idemlint/idemlint/internal/catalog"
	"github.com/idemlint/idemlint/internal/finding"
	"github.com/idemlint/idemlint/internal/replay"
	"github.com/idemlint/idemlint/internal/sqltext"
)

// decide says which way a branch goes, as far as the answers of steps tell.
//
// What a guard found decides by what follows: the way on which nothing happens
// is the one for work already done. A way that is only taken because something
// needed is missing is no such way.
func (x *explorer) decide(s *state, a *act, blk *FlowBlock) (int, bool) {
	side := func(t truth) (int, bool) {
		switch t {
		case yes:
			return 0, true
		case no:
			return 1, true
		}
		return 0, false
	}
	says, known := side(x.truth(s, a, blk.Cond))
	dep, depends := x.dependsOn(s, a, blk.Cond, 0)
	if !depends || dep.how == replay.Failed {
		return says, known
	}
	node := &x.p.nodes[dep.run]
	if node.Kind != replay.Check && node.Kind != replay.Claim || known && node.Kind == replay.Claim {
		return says, known
	}
	first, second := x.leadsToEffect(a, blk.Succs[0]), x.leadsToEffect(a, blk.Succs[1])
	if first == second {
		// status != a && status != b: what was done before passes all of them.
		chained := [2]bool{x.asksOn(s, a, blk.Succs[0], dep), x.asksOn(s, a, blk.Succs[1], dep)}
		if chained[0] && chained[1] { // and so does what happens where it is one of them
			chained = a.fr.fn.differs(blk.Cond)
		}
		if known || !first || chained[0] == chained[1] {
			return says, known
		}
		if chained[1] == (dep.how == replay.Held) {
			return 1, true
		}
		return 0, true
	}
	leads := 0
	if second {
		leads = 1
	}
	switch {
	case dep.how == replay.OK:
		return leads, true
	case known:
		return says, true
	}
	return 1 - leads, true
}

// differs says on which way of a branch a value is found to be unequal to
// another, none for other conditions.
func (fn *Fn) differs(cond E) (way [2]bool) {
	if ex := &fn.Flow.Exprs[cond]; ex.Op == XCmp {
		way[0], way[1] = ex.Text == "!=", ex.Text == "=="
	}
	return way
}

// asksOn reports whether a block does nothing but look at the same step's answer
// again.
func (x *explorer) asksOn(s *state, a *act, blk int32, dep value) bool {
	b := &a.fr.fn.Flow.Blocks[blk]
	if b.Cond == 0 || x.matters(a.fr, blk) {
		return false
	}
	d, ok := x.dependsOn(s, a, b.Cond, 0)
	return ok && d.run == dep.run
}

// dependsOn finds the step whose answer a condition looks at.
func (x *explorer) dependsOn(s *state, a *act, e E, depth int) (value, bool) {
	if e == 0 || depth > 6 {
		return value{}, false
	}
	v := x.value(s, a, e)
	if _, done := a.vals[e]; !done && a.fr.fn.Flow.Exprs[e].Op == XLoad {
		v = x.load(s, a, e) // of a block that is still to come
	}
	switch v.kind {
	case vDerived, vErr:
		return v, true
	case vUnknown:
	default:
		ex := &a.fr.fn.Flow.Exprs[e]
		if ex.Op != XCmp && ex.Op != XNot {
			return value{}, false
		}
	}
	for _, arg := range a.fr.fn.Flow.Exprs[e].Args {
		if v, ok := x.dependsOn(s, a, arg, depth+1); ok {
			return v, true
		}
	}
	return value{}, false
}

// leadsToEffect reports whether an effect can follow a block in its function,
// in the same turn of its loop.
func (x *explorer) leadsToEffect(a *act, from int32) bool {
	fn := a.fr.fn
	again := map[int32]bool{} // what comes before, and is met in the next turn
	for b := a.blk; b >= 0; b = fn.Idom[b] {
		again[b] = true
	}
	return fn.Flow.search([]int32{from}, again, func(b int32) bool {
		return slices.ContainsFunc(fn.Flow.Blocks[b].Events, func(e Event) bool {
			if e.Kind != EventCall {
				return false
			}
			c := &fn.Flow.Calls[e.Call]
			if eff := x.effects[visitKey{a.fr, c.Node}]; eff != nil && !eff.ReadOnly() {
				return true
			}
			return slices.ContainsFunc(x.entered(a.fr, c), func(f *frame) bool { return x.effecting[f] })
		})
	})
}

// missing is what a function asks about something that is not there.
type missing struct {
	asked  bool // looksForAbsence
	goesOn bool // absenceGoesOn
}

// absenceIn is what a function, or its caller, asks about errors.
func (x *explorer) absenceIn(fr *frame) missing {
	known, ok := x.absences[fr]
	if !ok {
		known.asked = x.looksForAbsence(fr)
		known.goesOn = known.asked && x.absenceGoesOn(fr)
		x.absences[fr] = known
	}
	return known
}

// looksForAbsence reports whether a function, or its caller, asks an error
// whether something is there, or is not.
func (x *explorer) looksForAbsence(fr *frame) bool {
	for i := 0; fr != nil && i < 2; fr, i = fr.up, i+1 {
		for j := range fr.fn.Nodes {
			n := &fr.fn.Nodes[j]
			switch {
			case n.Op == OpGlobal && absence.MatchString(n.Text),
				n.Op == OpCall && n.Call.Test && absence.MatchString(n.Call.Name),
				n.Op == OpCall && n.Call.Kind == CallStatic && absence.MatchString(n.Call.Name) && len(n.Args) == 1,
				n.Op == OpConst && (duplicateCode[n.Text] || n.Text == "redis: nil"),
				duplicateType.MatchString(n.Type) && !strings.HasSuffix(n.Type, "OnConflict"):
				return true
			}
		}
	}
	return false
}

// absenceGoesOn reports whether a function, or its caller, goes on where an error
// says that something is not there: to an effect, or by returning without an
// error. Otherwise the thing is needed, and its absence is a failure.
func (x *explorer) absenceGoesOn(fr *frame) bool {
	for i := 0; fr != nil && i < 2; fr, i = fr.up, i+1 {
		if fr.fn.Flow == nil {
			continue
		}
		for b := range fr.fn.Flow.Blocks {
			blk := &fr.fn.Flow.Blocks[b]
			holds, ok := fr.fn.testsAbsence(blk.Cond, 0)
			if !ok {
				continue
			}
			there := blk.Succs[0]
			if !holds {
				there = blk.Succs[1]
			}
			if x.leadsToEffect(&act{fr: fr, blk: int32(b)}, there) || fr.fn.returnsNil(there) {
				return true
			}
		}
	}
	return false
}

// testsAbsence reports whether an expression asks an error whether something is
// not there, and whether it holds then.
func (fn *Fn) testsAbsence(e E, depth int) (holds, ok bool) {
	if e == 0 || depth > 4 {
		return false, false
	}
	ex := &fn.Flow.Exprs[e]
	switch ex.Op {
	case XNot:
		holds, ok = fn.testsAbsence(ex.Args[0], depth+1)
		return !holds, ok
	case XCmp:
		for _, arg := range ex.Args {
			g := &fn.Flow.Exprs[arg]
			if g.Op == XIface {
				g = &fn.Flow.Exprs[g.Args[0]]
			}
			if g.Op == XGlobal && absence.MatchString(g.Text) || g.Op == XConst && g.Text == "redis: nil" {
				return ex.Text == "==", true
			}
		}
	case XResult:
		c := &fn.Flow.Calls[ex.Call]
		name := c.Fn[strings.LastIndexByte(c.Fn, '.')+1:]
		if absence.MatchString(name) {
			return true, true
		}
		if c.Map != NoMap || c.Node == 0 {
			return false, false
		}
		for _, arg := range fn.Nodes[c.Node].Args {
			n := &fn.Nodes[arg]
			for n.Op == OpIface && len(n.Args) > 0 {
				n = &fn.Nodes[n.Args[0]]
			}
			if n.Op == OpGlobal && absence.MatchString(n.Text) || n.Op == OpConst && (n.Text == "redis: nil" || duplicateCode[n.Text]) {
				return true, true
			}
		}
	}
	return false, false
}

// returnsNil reports whether a block, or those it leads straight to, returns
// without an error.
func (fn *Fn) returnsNil(from int32) bool {
	for range 4 {
		blk := &fn.Flow.Blocks[from]
		if blk.Exit == ExitReturn {
			return fn.Errors > 0 && fn.Errors <= len(blk.Ret) && fn.Flow.Exprs[blk.Ret[fn.Errors-1]].Op == XNil
		}
		if len(blk.Succs) != 1 {
			return false
		}
		from = blk.Succs[0]
	}
	return false
}

// ignoresConflict reports whether an insert does nothing where the row is there
// already, and says so by a count only.
func (x *explorer) ignoresConflict(fr *frame, call V) bool {
	n := &fr.fn.Nodes[call]
	if n.Call.Name == "SetNX" {
		return true
	}
	if e := x.effectAt(visitKey{fr, call}); e != nil {
		if e.swaps != nil {
			return !x.tellsByError(fr, call)
		}
		if e.Does == "insert" && e.Natural == handlesConflict {
			return true
		}
	}
	for _, a := range n.Args {
		for _, t := range texts(fr.eval(a)) {
			if claimText.MatchString(t) && !strings.Contains(strings.ToLower(t), "returning") {
				return true
			}
		}
	}
	return false
}

// isRead reports whether a call reads outside state.
func (x *explorer) isRead(fr *frame, c *FlowCall) bool {
	n := &fr.fn.Nodes[c.Node]
	if n.Op != OpCall || n.Call.Kind != CallOpaque || !n.Call.Reads {
		return false
	}
	return n.Call.Effect == "" && n.Call.Guard == "" && (n.Call.Err > 0 || x.k.aboutMessage(fr, n))
}

// read makes the node of a read: a check, if the handler writes what is read.
func (x *explorer) read(s *state, a *act, i int32, c *FlowCall, n *Node) (replay.NodeID, bool) {
	st := step{place: a.fr.fn.place(n.Pos, ""), read: true}
	st.path = x.pathTo(s)
	st.calls = st.path
	node := replay.Node{Kind: replay.Wait, Label: n.Call.label(), Ref: x.refOf(visitKey{a.fr, c.Node}), CanFail: true}
	if record := x.recordOf(a.fr, n); record != "" && x.written[record] && x.k.aboutMessage(a.fr, n) {
		node.Kind, node.Guard, node.Key = replay.Check, x.guard(record), replay.Business
		st.table = tableIn(record)
		x.expires(node.Guard, x.window(a.fr, n), st.place)
	} else if x.k.aboutMessage(a.fr, n) {
		x.p.asksElsewhere = true
	}
	return x.answers(s, a, i, n, node, st), true
}

// tableIn is the table a record is kept in, "" for other records.
func tableIn(record string) string {
	table, ok := strings.CutPrefix(record, "table ")
	if !ok || strings.ContainsRune(table, sqltext.Hole) {
		return ""
	}
	return table
}

// pathTo is the calls that lead to where a path stands.
func (x *explorer) pathTo(s *state) []finding.Place {
	var out []finding.Place
	for _, a := range s.acts {
		blk := &a.fr.fn.Flow.Blocks[a.blk]
		if i := a.ev - 1; i >= 0 && i < len(blk.Events) && blk.Events[i].Kind == EventCall {
			c := &a.fr.fn.Flow.Calls[blk.Events[i].Call]
			if n := &a.fr.fn.Nodes[c.Node]; n.Op == OpCall {
				out = append(out, a.fr.fn.place(c.Pos, "calls "+n.Call.label()))
			}
		}
	}
	return out
}

// mapAccess makes the node of an access to a map that outlives the delivery, if
// its key is the message's.
func (x *explorer) mapAccess(s *state, a *act, i int32, c *FlowCall) (replay.NodeID, bool) {
	key, record := a.fr.eval(c.Key), x.mapRecord(a.fr, c)
	if !x.k.ofMessage(key, 0) || !x.written[record] {
		x.define(a, i, -1, value{})
		return none, false
	}
	kind := map[MapAccess]replay.Kind{MapLookup: replay.Check, MapStore: replay.Mark, MapDelete: replay.Release}[c.Map]
	node := replay.Node{
		Kind: kind, Label: "the map " + a.fr.fn.written(c.Node), Ref: x.refOf(visitKey{a.fr, -V(i) - 1}), Volatile: true,
		Guard: x.guard(record), Key: x.classOf(key),
	}
	st := step{place: a.fr.fn.place(c.Pos, ""), path: x.pathTo(s)}
	st.calls = st.path
	id := x.add(node, st)
	how := []replay.Answer{replay.OK}
	if kind == replay.Check {
		how = append(how, replay.Held)
	}
	for _, answer := range how {
		t := s.clone()
		x.define(t.top(), i, -1, value{kind: vDerived, run: id, how: answer})
		x.link(id, answer, x.run(t))
	}
	return id, true
}

// mapRecord names a map.
func (x *explorer) mapRecord(fr *frame, c *FlowCall) string { return "map " + x.name(fr.eval(c.Node)) }

// transaction makes the nodes of a call that begins, ends or runs a transaction.
func (x *explorer) transaction(s *state, a *act, i int32, n *Node, does string, v *visit, st step) (replay.NodeID, bool) {
	node := replay.Node{Label: n.Call.label(), Ref: x.ref(v), Store: x.txStore(v, nil)}
	switch does {
	case "begin", "run":
		node.Kind = replay.Begin
		node.Store = txID{v.fr, n.Call}.store()
		x.begun[visitKey{v.fr, v.node}] = node.Store
	case "commit":
		node.Kind, node.CanFail = replay.Commit, true
	case "rollback":
		node.Kind = replay.Rollback
	}
	if node.Store == "" {
		// Of a transaction nobody saw begin.
		x.passOver(s, a, i, &a.fr.fn.Flow.Calls[i], n)
		return none, false
	}
	if does != "run" {
		return x.answers(s, a, i, n, node, st), true
	}
	id := x.add(node, st)
	before := len(s.acts)
	for _, callee := range x.k.handed(a.fr, n) {
		if callee.fn.Flow != nil {
			x.push(s, i, callee, false, false)
		}
	}
	if len(s.acts) == before {
		x.define(a, i, -1, value{})
	}
	x.link(id, replay.OK, x.run(s))
	return id, true
}

// callbackDone goes on after a function that was handed to a call returned.
func (x *explorer) callbackDone(s *state, a *act, i int32, err value) (replay.NodeID, bool) {
	c := &a.fr.fn.Flow.Calls[i]
	n := &a.fr.fn.Nodes[c.Node]
	if n.Op != OpCall {
		return none, false
	}
	if n.Call.Err == 0 {
		if n.Call.Name == "Go" { // a group: its Wait tells
			if old := a.slots[group]; old.kind != vErr && old.kind != vNonNil {
				a.slots[group] = err
			}
		}
		return none, false
	}
	v := x.visits[visitKey{a.fr, c.Node}]
	if v == nil || x.k.w.specs.txs[v.does] == nil {
		x.define(a, i, n.Call.Err-1, err)
		return none, false
	}
	store := txID{v.fr, n.Call}.store()
	st := step{place: v.fr.fn.place(n.Pos, ""), path: v.path}
	commit := func(t *state) replay.NodeID {
		b := t.acts[len(t.acts)-1]
		return x.answers(t, b, i, n, replay.Node{Kind: replay.Commit, Label: "the commit of " + n.Call.label(), Ref: x.refOf(visitKey{a.fr, -c.Node}), Store: store, CanFail: true}, st)
	}
	rollback := func(t *state) replay.NodeID {
		id := x.add(replay.Node{Kind: replay.Rollback, Label: "the rollback of " + n.Call.label(), Ref: x.refOf(visitKey{a.fr, -c.Node}), Store: store}, st)
		if err.kind == vUnknown {
			err = value{kind: vNonNil}
		}
		x.define(t.acts[len(t.acts)-1], i, n.Call.Err-1, err)
		x.link(id, replay.OK, x.run(t))
		return id
	}
	switch err.kind {
	case vNil:
		return commit(s), true
	case vUnknown, vConst, vFunc:
		id := x.add(replay.Node{Kind: replay.Branch, Label: "branch", Cond: x.choice(a, c), Choices: 2, Ref: -1}, st)
		x.link(id, replay.Choice(0), commit(s.clone()))
		x.link(id, replay.Choice(1), rollback(s.clone()))
		return id, true
	}
	return rollback(s), true
}

// group is the slot that keeps the error of a group of goroutines.
const group = -1

// ackVerdict is what an ack call says.
func (x *explorer) ackVerdict(a *act, c *FlowCall, n *Node, spec *catalog.AckSpec) replay.Verdict {
	does := spec.Does
	if spec.Requeue != "" {
		if i := slices.Index(n.Call.Params, spec.Requeue); i >= 0 && i < len(n.Args) {
			switch ts := texts(a.fr.eval(n.Args[i])); {
			case len(ts) == 1 && ts[0] == "false":
				does = "dead-letter" // if the queue has one; else another rule's
			default:
				does = "requeue"
			}
		}
	}
	switch does {
	case "ack", "commit":
		return replay.Forget
	case "drop", "dead-letter":
		return replay.DeadLetter
	}
	return replay.Redeliver
}

// ref numbers a step of the source.
func (x *explorer) ref(v *visit) int { return x.refOf(visitKey{v.fr, v.node}) }

func (x *explorer) refOf(k visitKey) int {
	return ordinal(x.refs, k)
}

// guard numbers a guard by the name of its record, from 1.
func (x *explorer) guard(record string) int {
	return ordinal(x.p.guards, record) + 1
}

// expires notes that the records of a guard end some time after they are written.
func (x *explorer) expires(guard int, after time.Duration, at finding.Place) {
	if after > x.p.lifetimes[guard].after {
		x.p.lifetimes[guard] = keeping{after, at}
	}
}

// record names what a claim or mark writes, "" where it is no guard's.
func (x *explorer) record(fr *frame, n *Node, e *Effect) string {
	if e.Category != "db" || strings.HasPrefix(e.Natural, "sends to") {
		return ""
	}
	return x.recordOf(fr, n)
}

// checked reports whether the handler reads what an effect writes.
func (x *explorer) checked(record string) bool { return x.readBy[record] }

// isClaim reports whether an effect takes something atomically and tells.
func (x *explorer) isClaim(fr *frame, v V, e *Effect) bool {
	if e.Claim {
		return true
	}
	n := &fr.fn.Nodes[v]
	if e.inserts {
		return x.k.aboutMessage(fr, n) && fr.fn.Flow.counts(v, insertedName)
	}
	if e.swaps != nil {
		return x.k.aboutMessage(fr, n) && x.answersBySwap(fr, v) && !x.k.w.rescued(e.swaps)
	}
	if spec := x.k.w.specs.effects[n.Call.Effect]; e.Does == "upsert" && spec != nil && spec.Filter != "" {
		return x.k.aboutMessage(fr, n) && fr.fn.Flow.counts(v, countName) // looked for first: no row was written if it was there
	}
	return (e.Does == "insert" || e.Does == "statement") && e.succeedsOnce() && x.k.w.duplicateHandled(fr, v)
}

// stage tells the compare-and-sets of one record apart: new to taken, taken to
// done. A handler with one of them is done with its record by that.
func (x *explorer) stage(record string, e *Effect) string {
	for key, o := range x.effects {
		if e.swaps != nil && o.swaps != nil && o.Place != e.Place && x.record(key.fr, &key.fr.fn.Nodes[key.node], o) == record {
			return fmt.Sprintf("%s %s %s", record, e.swaps.column, e.swaps.values)
		}
	}
	return record
}

// answersBySwap reports whether a function asks a compare-and-set whether it
// found its row: by the count, or by a row that is returned or not.
func (x *explorer) answersBySwap(fr *frame, call V) bool {
	return fr.fn.Flow.counts(call, countName) || x.tellsByError(fr, call) && x.absenceIn(fr).asked
}

// tellsByError reports whether a compare-and-set that found no row says so by
// an error: it returns what it changed.
func (x *explorer) tellsByError(fr *frame, call V) bool {
	return strings.HasPrefix(fr.fn.Nodes[call].Call.Name, "Find") || x.returnsRow(fr, call)
}

// returnsRow reports whether a statement returns the row it changed.
func (x *explorer) returnsRow(fr *frame, call V) bool {
	return slices.ContainsFunc(fr.fn.Nodes[call].Args, func(a V) bool {
		return slices.ContainsFunc(texts(fr.eval(a)), func(t string) bool { return len(sqltext.Parse(t).Returning) > 0 })
	})
}

// recordOf names the table, collection or key a call reads or writes.
func (x *explorer) recordOf(fr *frame, n *Node) string {
	for i, a := range n.Args {
		v := fr.eval(a)
		for _, t := range texts(v) {
			if len(t) < 8 {
				continue
			}
			if s := sqltext.Parse(t); s.Kind != sqltext.Unknown && s.Kind != sqltext.Other && s.Table != "" {
				return "table " + s.Table
			}
		}
		if i < len(n.Call.Params) && (n.Call.Params[i] == "key" || n.Call.Params[i] == "keys") {
			return "key " + x.name(v)
		}
	}
	for _, a := range n.Args {
		if t := rowType(fr.eval(a)); t != "" && x.k.w.types[t] != nil && x.k.w.types[t].Table != nil {
			return "row " + t
		}
	}
	if t := x.chainRow(fr, n); t != "" {
		return "row " + t
	}
	if len(n.Args) > 0 && len(n.Call.Params) > 0 && n.Call.Params[0] == "recv" {
		as := strings.TrimSuffix(n.Call.Display, "."+n.Call.Name)
		if name := cmp.Or(x.name(fr.eval(n.Args[0])), as); name != "" { // as it is written, where nobody sets it
			return "in " + name
		}
	}
	return ""
}

// chainRow is the type of the rows a statement is about that is built in a chain
// of calls: of what the chain was given as its model, or the last call to fill
// or to store.
func (x *explorer) chainRow(fr *frame, n *Node) string {
	pkg := packageOf(n.Call.Fn)
	if !x.k.w.specs.chained[pkg] || len(n.Args) == 0 {
		return ""
	}
	j := &judge{w: x.k.w, v: visit{fr: fr}, n: n, args: make([]*Val, len(n.Args)), dug: map[int][]named{}}
	var given []*Val
	for _, g := range j.chain(0) {
		if g.call != nil && g.name == "Model" && len(g.call.Args) > 1 {
			given = append(given, g.fr.eval(g.call.Args[1]))
		}
	}
	for i := 1; i < len(n.Args); i++ {
		given = append(given, j.arg(i))
	}
	for _, v := range given {
		if t := rowType(v); unwrapRow(v).op == OpObj && x.ofProgram(t) {
			return t
		}
	}
	return ""
}

// ofProgram reports whether a type is the program's own.
func (x *explorer) ofProgram(t string) bool {
	pkg := packageOf(t)
	return pkg != t && slices.ContainsFunc(x.k.w.sums, func(s *Summary) bool { return s.Path == pkg })
}

// name describes a value so that equal descriptions are the same thing.
func (x *explorer) name(v *Val) string {
	if v = v.force(); v.op == OpObj && len(v.obj.puts) == 1 && !v.obj.puts[0].opaque() && len(v.obj.puts[0].path) == 1 && v.obj.puts[0].path[0] == "[0]" {
		v = v.obj.puts[0].value() // the only one of a variadic list
	}
	if ts := x.k.w.template(v, "…", 0); len(ts) == 1 && strings.Trim(ts[0], "…") != "" {
		return strconv.Quote(ts[0])
	}
	return describeVal(v, 0)
}

func describeVal(v *Val, depth int) string {
	v = v.force()
	if depth > 5 {
		return "…"
	}
	switch v.op {
	case OpField:
		return describeVal(v.args[0], depth+1) + "." + v.text
	case OpParam:
		if v.fr != nil && v.index >= 0 && v.index < len(v.fr.fn.Params) {
			return v.fr.fn.Params[v.index].Name
		}
		return v.typ
	case OpConst:
		return strconv.Quote(v.text)
	case OpGlobal:
		return v.text
	case OpCall:
		return fmt.Sprintf("%s@%d:%d", v.text, v.place.Line, v.place.Column)
	case OpObj:
		if b := v.obj.base.force(); b.op != OpZero {
			return describeVal(b, depth+1)
		}
		return fmt.Sprintf("%s@%d:%d", v.typ, v.place.Line, v.place.Column)
	case OpIface:
		return describeVal(v.args[0], depth+1)
	case OpAlt:
		var parts []string
		for _, a := range v.args {
			parts = append(parts, describeVal(a, depth+1))
		}
		return strings.Join(parts, "|")
	}
	return ""
}

// role is the argument of a call a guard's description names: a parameter, or
// a field of one.
func (x *explorer) role(fr *frame, n *Node, name string) (*Val, bool) {
	if name == "" {
		return nil, false
	}
	param, field, _ := strings.Cut(name, ".")
	i := slices.Index(n.Call.Params, param)
	if i < 0 && field == "" { // a field of some argument
		for _, a := range n.Args {
			if arg := fr.eval(a); arg.op == OpObj {
				if v := x.k.w.field(arg, name, typeOf(arg)); v.op != OpZero && v.op != OpField {
					return v, true
				}
			}
		}
	}
	if i < 0 || i >= len(n.Args) {
		return nil, false
	}
	v := fr.eval(n.Args[i])
	if field != "" {
		v = x.k.w.field(v, field, typeOf(v))
	}
	return v, true
}

// durationOf is a constant duration, 0 where it is not known or there is none.
func durationOf(v *Val) time.Duration {
	longest := time.Duration(0)
	for _, t := range texts(v) {
		n, err := strconv.ParseInt(t, 10, 64)
		if err != nil || n <= 0 {
			return 0
		}
		longest = max(longest, time.Duration(n))
	}
	return longest
}

// holds reports whether a parameter is the text a guard demands: PARAM=TEXT.
func (x *explorer) holds(fr *frame, n *Node, cond string) bool {
	name, text, ok := strings.Cut(cond, "=")
	if !ok {
		return true
	}
	v, ok := x.role(fr, n, name)
	return ok && slices.Contains(texts(v), text)
}

// unitOf is what one means in the lifetime of a guard.
func unitOf(g *catalog.GuardSpec) time.Duration {
	if unit, err := time.ParseDuration(g.Unit); err == nil {
		return unit
	}
	return 1 // a time.Duration
}

func (x *explorer) classOf(v *Val) replay.KeyClass {
	o := x.k.w.origin(v)
	switch {
	case o.has(Fresh):
		return replay.Fresh
	case o.has(Delivery):
		return replay.PerDelivery
	case o.has(Transport):
		return replay.Transport
	}
	return replay.Business
}

// keyClass is the class of an effect's key. What is not known is taken for
// good: unknown is silent.
func keyClass(e *Effect) replay.KeyClass {
	if !e.Key.Given {
		return replay.NoKey
	}
	switch e.Key.Class {
	case Fresh:
		return replay.Fresh
	case Delivery:
		return replay.PerDelivery
	case Transport, Attempt:
		return replay.Transport
	case Constant:
		return replay.Constant
	}
	return replay.Business
}

// storeOf names the transaction an effect runs in.
func (x *explorer) storeOf(e *Effect, v *visit) string {
	n := &v.fr.fn.Nodes[v.node]
	for _, a := range n.Args { // river's InsertTx(ctx, tx, …)
		for _, made := range callsOfValue(v.fr.eval(a), 0) {
			if store, ok := x.begun[visitKey{made.fr, made.v}]; ok {
				return store
			}
		}
	}
	if e.Category != "db" {
		return ""
	}
	return x.txStore(v, e.on)
}

func (x *explorer) txStore(v *visit, on *Val) string {
	if on == nil {
		if n := &v.fr.fn.Nodes[v.node]; len(n.Args) > 0 {
			on = v.fr.eval(n.Args[0])
		}
	}
	if on != nil {
		for _, made := range callsOfValue(on, 0) {
			if store, ok := x.begun[visitKey{made.fr, made.v}]; ok {
				return store
			}
		}
	}
	if v.tx != (txID{}) {
		return v.tx.store()
	}
	return ""
}

// store names the transaction in a program.
func (t txID) store() string { return fmt.Sprintf("%p %p", t.fr, t.call) }

// callsOfValue lists the calls a value may be the result of.
func callsOfValue(x *Val, depth int) []*Val {
	x = x.force()
	if depth > 6 {
		return nil
	}
	var out []*Val
	switch x.op {
	case OpCall:
		out = append(out, x)
	case OpIface, OpAlt:
		for _, a := range x.args {
			out = append(out, callsOfValue(a, depth+1)...)
		}
	case OpObj:
		out = callsOfValue(x.obj.base, depth+1)
		for _, p := range x.obj.puts {
			if len(p.path) == 0 && !p.opaque() {
				out = append(out, callsOfValue(p.value(), depth+1)...)
			}
		}
	}
	return out
}

// written is a value as the source names it.
func (fn *Fn) written(v V) string {
	n := &fn.Nodes[v]
	switch n.Op {
	case OpField:
		if base := fn.written(n.Args[0]); base != "" {
			return base + "." + n.Text
		}
		return n.Text
	case OpParam:
		if int(n.Index) < len(fn.Params) {
			return fn.Params[n.Index].Name
		}
	case OpGlobal:
		return n.Text[strings.LastIndexByte(n.Text, '.')+1:]
	case OpObj:
		if len(n.Args) > 0 && n.Args[0] != 0 {
			return fn.written(n.Args[0])
		}
	}
	return ""
}
