package model

import (
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// A Flow is the control flow of a function as far as it decides what happens
// after a step: calls, stores to local variables, and branches, with the
// expressions the branches test. Nodes forget order; here it is kept.
type Flow struct {
	Blocks []FlowBlock
	Calls  []FlowCall
	Exprs  []Expr // 0 is the unknown expression
	Sends  []Pos  // sends to channels
}

// E is an expression of a Flow.
type E int32

// FlowBlock is a basic block.
type FlowBlock struct {
	Events []Event
	Preds  []int32
	Succs  []int32
	Cond   E   // of a branch: the first successor is taken where it holds
	Test   V   // the same as a value
	Ret    []E // of a return
	Exit   FlowExit
	Pos    Pos // of the return
}

// FlowExit is how a block ends.
type FlowExit uint8

// The exits.
const (
	ExitOn FlowExit = iota // to its successors
	ExitReturn
	ExitPanic
)

// Event is something that happens in a block.
type Event struct {
	Kind EventKind
	Call int32 // EventCall: index into Calls; EventSend: into Sends
	Slot E     // EventStore: the address; EventFail: nothing
	Val  E     // EventStore: what is stored; EventLoad: what is loaded
}

// EventKind is the kind of an Event.
type EventKind uint8

// The events.
const (
	EventCall   EventKind = iota
	EventStore            // to a local or captured variable
	EventLoad             // of a local or captured variable
	EventDefers           // deferred calls run
	EventFail             // the message is listed among those that failed
	EventSend             // to a channel
	EventWait             // for something on a channel
)

// FlowCall is a call, or an access to a map.
type FlowCall struct {
	Node  V      // the call's node; of a map access the map
	Fn    string // full name of the function called, if it is known
	Args  []E    // the receiver first; of a call of a function value the function first
	Def   int32
	Defer bool
	Go    bool
	Map   MapAccess
	Key   V // of a map access
	Pos   Pos
}

// MapAccess says what is done to a map.
type MapAccess uint8

// The accesses.
const (
	NoMap MapAccess = iota
	MapLookup
	MapStore
	MapDelete
)

// ExprOp is the kind of an Expr.
type ExprOp uint8

// The expressions.
const (
	XUnknown ExprOp = iota
	XNil            // nil, or another zero value
	XConst          // Text
	XResult         // result Index of call Call
	XPhi            // Args by predecessor of Block
	XLoad           // of the address Args[0]
	XNot            // Args[0] does not hold
	XCmp            // Args[0] Text Args[1]
	XParam          // Index
	XFree           // Index
	XAddr           // of local variable Index
	XFunc           // function Text with captured Args
	XIface          // Args[0] as an interface; Text is the type it holds
	XGlobal         // Text
	XOther          // made of Args; Text says how
)

// Expr is an expression.
type Expr struct {
	Op    ExprOp
	Index int32
	Call  int32
	Block int32
	Text  string
	Args  []E
}

// lookedUp is the Text of what was looked up in a map, selected of which case a
// select took.
const (
	lookedUp = "map"
	selected = "select"
)

// maxBlocks bounds the functions whose flow is kept.
const maxBlocks = 2000

// flower extracts a Flow.
type flower struct {
	b     *builder
	out   *Flow
	memo  map[ssa.Value]E
	calls map[ssa.Instruction]int32
	slots map[*ssa.Alloc]int32
}

// controlFlow keeps the control flow of functions in which something happens.
func (b *builder) controlFlow() {
	if len(b.f.Blocks) > maxBlocks {
		return
	}
	f := &flower{b: b, out: &Flow{Exprs: make([]Expr, 1)}, memo: map[ssa.Value]E{}, calls: map[ssa.Instruction]int32{}, slots: map[*ssa.Alloc]int32{}}
	for _, blk := range b.f.Blocks {
		f.block(blk)
	}
	if len(f.out.Calls) > 0 || len(f.out.Sends) > 0 {
		b.out.Flow = f.out
	}
}

func (f *flower) block(blk *ssa.BasicBlock) {
	fb := FlowBlock{Exit: ExitOn}
	for _, p := range blk.Preds {
		fb.Preds = append(fb.Preds, int32(p.Index))
	}
	for _, s := range blk.Succs {
		fb.Succs = append(fb.Succs, int32(s.Index))
	}
	for _, ins := range blk.Instrs {
		switch ins := ins.(type) {
		case ssa.CallInstruction:
			if listsFailure(ins.Common()) {
				fb.Events = append(fb.Events, Event{Kind: EventFail})
			}
			if i, ok := f.call(ins); ok {
				fb.Events = append(fb.Events, Event{Kind: EventCall, Call: i})
			}
		case *ssa.Lookup:
			if _, isMap := ins.X.Type().Underlying().(*types.Map); isMap && outlives(ins.X) && tells(ins.X) {
				fb.Events = append(fb.Events, Event{Kind: EventCall, Call: f.access(ins, MapLookup, ins.X, ins.Index)})
			}
		case *ssa.MapUpdate:
			if outlives(ins.Map) && tells(ins.Map) {
				fb.Events = append(fb.Events, Event{Kind: EventCall, Call: f.access(ins, MapStore, ins.Map, ins.Key)})
			}
		case *ssa.Store:
			if a := f.address(ins.Addr); a != 0 {
				fb.Events = append(fb.Events, Event{Kind: EventStore, Slot: a, Val: f.expr(ins.Val)})
			}
		case *ssa.Send:
			fb.Events = append(fb.Events, f.send(ins.Pos()))
		case *ssa.Select:
			f.b.out.Waits = append(f.b.out.Waits, int32(blk.Index))
			fb.Events = append(fb.Events, f.sends(ins)...)
		case *ssa.UnOp:
			if ins.Op == token.ARROW {
				f.b.out.Waits = append(f.b.out.Waits, int32(blk.Index))
				fb.Events = append(fb.Events, Event{Kind: EventWait})
			}
			if ins.Op == token.MUL && f.address(ins.X) != 0 {
				fb.Events = append(fb.Events, Event{Kind: EventLoad, Val: f.expr(ins)})
			}
		case *ssa.RunDefers:
			fb.Events = append(fb.Events, Event{Kind: EventDefers})
		case *ssa.If:
			fb.Cond, fb.Test = f.expr(ins.Cond), f.b.eval(ins.Cond)
		case *ssa.Return:
			fb.Exit, fb.Pos = ExitReturn, f.b.x.at.pos(ins.Pos())
			for _, r := range ins.Results {
				fb.Ret = append(fb.Ret, f.expr(r))
			}
		case *ssa.Panic:
			fb.Exit, fb.Pos = ExitPanic, f.b.x.at.pos(ins.Pos())
		}
	}
	f.out.Blocks = append(f.out.Blocks, fb)
}

func (f *flower) send(at token.Pos) Event {
	f.out.Sends = append(f.out.Sends, f.b.x.at.pos(at))
	return Event{Kind: EventSend, Call: int32(len(f.out.Sends) - 1)}
}

// sends is what a select does: it sends, or it waits. One that would rather
// send, and looks at a context besides, waits for nobody.
func (f *flower) sends(ins *ssa.Select) []Event {
	var out []Event
	for _, st := range ins.States {
		if st.Dir == types.SendOnly {
			out = append(out, f.send(st.Pos))
		}
	}
	if len(out) == 0 {
		out = append(out, Event{Kind: EventWait})
	}
	return out
}

// listsFailure reports whether a call appends to the items of a batch that a
// Lambda function says it could not handle.
func listsFailure(c *ssa.CallCommon) bool {
	blt, ok := c.Value.(*ssa.Builtin)
	if !ok || blt.Name() != "append" || len(c.Args) == 0 {
		return false
	}
	list, ok := c.Args[0].Type().Underlying().(*types.Slice)
	return ok && strings.HasSuffix(namedString(list.Elem()), "BatchItemFailure")
}

// tells reports whether a map can be a list of what was seen: its values say
// nothing but that, or when.
func tells(m ssa.Value) bool {
	t, ok := m.Type().Underlying().(*types.Map)
	if !ok {
		return false
	}
	switch u := deref(t.Elem()).Underlying().(type) {
	case *types.Basic, *types.Interface:
		return true
	case *types.Struct:
		return u.NumFields() == 0 || isTimeType(t.Elem()) || tellsWhen(u)
	}
	return false
}

// tellsWhen reports whether a struct says when, and nothing else but numbers and
// yes or no.
func tellsWhen(st *types.Struct) bool {
	when := false
	for i := range st.NumFields() {
		t := st.Field(i).Type()
		basic, ok := t.Underlying().(*types.Basic)
		switch {
		case isTimeType(t):
			when = true
		case !ok || basic.Info()&(types.IsNumeric|types.IsBoolean) == 0:
			return false
		}
	}
	return when
}

func isTimeType(t types.Type) bool { return namedString(t) == "time.Time" }

// outlives reports whether a map is kept from one delivery to the next: it is
// no variable of the function itself.
func outlives(m ssa.Value) bool {
	u, ok := m.(*ssa.UnOp)
	if !ok || u.Op != token.MUL {
		return false
	}
	switch u.X.(type) {
	case *ssa.FieldAddr, *ssa.Global:
		return true
	}
	return false
}

// call records a call; false for builtins that matter to nothing.
func (f *flower) call(ins ssa.CallInstruction) (int32, bool) {
	c := ins.Common()
	if blt, ok := c.Value.(*ssa.Builtin); ok {
		if blt.Name() == "delete" && len(c.Args) == 2 && outlives(c.Args[0]) && tells(c.Args[0]) {
			return f.access(ins, MapDelete, c.Args[0], c.Args[1]), true
		}
		return 0, false
	}
	if i, ok := f.calls[ins]; ok {
		return i, true
	}
	n := f.b.call(ins)
	if n == 0 {
		return 0, false
	}
	if f.b.out.Nodes[n].Op == OpObj && len(f.b.out.Nodes[n].Args) > 0 {
		n = f.b.out.Nodes[n].Args[0]
	}
	fc := FlowCall{Node: n, Def: int32(ins.Block().Index), Pos: f.b.callPos(ins)}
	_, fc.Go = ins.(*ssa.Go)
	_, fc.Defer = ins.(*ssa.Defer)
	i := int32(len(f.out.Calls))
	f.out.Calls = append(f.out.Calls, fc)
	f.calls[ins] = i
	if fn := calleeObj(c); fn != nil {
		f.out.Calls[i].Fn = fn.FullName()
	}
	var es []E
	for _, a := range callArgs(c) {
		if list := variadic(a); list != nil {
			for _, elem := range list {
				es = append(es, f.expr(elem))
			}
			continue
		}
		es = append(es, f.expr(a))
	}
	f.out.Calls[i].Args = es
	return i, true
}

func (f *flower) access(ins ssa.Instruction, kind MapAccess, m, key ssa.Value) int32 {
	if i, ok := f.calls[ins]; ok {
		return i
	}
	i := int32(len(f.out.Calls))
	f.out.Calls = append(f.out.Calls, FlowCall{Node: f.b.eval(m), Map: kind, Key: f.b.eval(key), Def: int32(ins.Block().Index), Pos: f.b.x.at.pos(ins.Pos())})
	f.calls[ins] = i
	return i
}

// address is the local or captured variable an address names, 0 for others.
func (f *flower) address(v ssa.Value) E {
	switch v := v.(type) {
	case *ssa.Alloc:
		return f.expr(v)
	case *ssa.FreeVar:
		return f.expr(v)
	}
	return 0
}

func (f *flower) add(x Expr) E {
	f.out.Exprs = append(f.out.Exprs, x)
	return E(len(f.out.Exprs) - 1)
}

func (f *flower) expr(v ssa.Value) E {
	if e, ok := f.memo[v]; ok {
		return e
	}
	if phi, ok := v.(*ssa.Phi); ok {
		e := f.add(Expr{Op: XPhi, Block: int32(phi.Block().Index)})
		f.memo[v] = e
		args := make([]E, len(phi.Edges))
		for i, edge := range phi.Edges {
			args[i] = f.expr(edge)
		}
		f.out.Exprs[e].Args = args
		return e
	}
	f.memo[v] = 0
	e := f.make(v)
	f.memo[v] = e
	return e
}

func (f *flower) make(v ssa.Value) E {
	switch v := v.(type) {
	case *ssa.Const:
		switch {
		case v.Value == nil:
			return f.add(Expr{Op: XNil})
		case v.Value.Kind() == constant.String:
			return f.add(Expr{Op: XConst, Text: constant.StringVal(v.Value)})
		}
		return f.add(Expr{Op: XConst, Text: v.Value.ExactString()})
	case *ssa.Alloc:
		i, ok := f.slots[v]
		if !ok {
			i = int32(len(f.slots))
			f.slots[v] = i
		}
		return f.add(Expr{Op: XAddr, Index: i})
	case *ssa.Parameter:
		return f.add(Expr{Op: XParam, Index: int32(slices.Index(f.b.f.Params, v))})
	case *ssa.FreeVar:
		return f.add(Expr{Op: XFree, Index: int32(slices.Index(f.b.f.FreeVars, v))})
	case *ssa.Global:
		return f.add(Expr{Op: XGlobal, Text: v.String()})
	case *ssa.Function:
		return f.function(v, nil)
	case *ssa.MakeClosure:
		return f.function(v.Fn.(*ssa.Function), v.Bindings)
	case *ssa.Call:
		if i, ok := f.call(v); ok {
			return f.add(Expr{Op: XResult, Call: i})
		}
		if blt, ok := v.Call.Value.(*ssa.Builtin); ok && blt.Name() == "recover" {
			return f.add(Expr{Op: XNil}) // a path ends where it panics, and goes on where it does not
		}
		return f.other(v.Call.Value.Name(), v.Call.Args...)
	case *ssa.Extract:
		switch t := v.Tuple.(type) {
		case *ssa.Call:
			if i, ok := f.call(t); ok {
				return f.add(Expr{Op: XResult, Call: i, Index: int32(v.Index)})
			}
		case *ssa.Lookup:
			if i, ok := f.calls[t]; ok {
				return f.add(Expr{Op: XResult, Call: i, Index: int32(v.Index)})
			}
			return f.other(lookedUp, t.X)
		case *ssa.TypeAssert:
			if v.Index == 1 {
				return f.other("is", t.X)
			}
			return f.expr(t.X)
		case *ssa.Select:
			if v.Index == 0 {
				return f.other(selected)
			}
		}
		return 0
	case *ssa.Lookup:
		if i, ok := f.calls[v]; ok {
			return f.add(Expr{Op: XResult, Call: i})
		}
		return f.other(lookedUp, v.X)
	case *ssa.UnOp:
		switch v.Op {
		case token.NOT:
			return f.add(Expr{Op: XNot, Args: []E{f.expr(v.X)}})
		case token.MUL:
			if g, ok := v.X.(*ssa.Global); ok {
				return f.add(Expr{Op: XGlobal, Text: g.String()})
			}
			if f.address(v.X) == 0 {
				return f.expr(v.X) // what a field or element holds
			}
			return f.add(Expr{Op: XLoad, Args: []E{f.expr(v.X)}})
		}
		return f.other(v.Op.String(), v.X)
	case *ssa.BinOp:
		switch v.Op {
		case token.EQL, token.NEQ, token.LSS, token.LEQ, token.GTR, token.GEQ:
			return f.add(Expr{Op: XCmp, Text: v.Op.String(), Args: []E{f.expr(v.X), f.expr(v.Y)}})
		}
		return f.other(v.Op.String(), v.X, v.Y)
	case *ssa.MakeInterface:
		return f.add(Expr{Op: XIface, Text: concreteString(v.X.Type()), Args: []E{f.expr(v.X)}})
	case *ssa.ChangeInterface:
		return f.expr(v.X)
	case *ssa.ChangeType:
		return f.expr(v.X)
	case *ssa.Convert:
		return f.expr(v.X)
	case *ssa.TypeAssert:
		return f.expr(v.X)
	case *ssa.FieldAddr:
		return f.other(fieldName(v.X.Type(), v.Field), v.X)
	case *ssa.Field:
		return f.other(fieldName(v.X.Type(), v.Field), v.X)
	case *ssa.IndexAddr:
		return f.other("[]", v.X)
	case *ssa.Index:
		return f.other("[]", v.X)
	case *ssa.Slice:
		return f.other("[:]", v.X)
	}
	return 0
}

func fieldName(t types.Type, i int) string {
	if st, _ := structOf(t); st != nil {
		return "." + st.Field(i).Name()
	}
	return "."
}

func (f *flower) other(text string, vs ...ssa.Value) E {
	args := make([]E, len(vs))
	for i, v := range vs {
		args[i] = f.expr(v)
	}
	return f.add(Expr{Op: XOther, Text: text, Args: args})
}

func (f *flower) function(fn *ssa.Function, bindings []ssa.Value) E {
	args := make([]E, len(bindings))
	for i, b := range bindings {
		args[i] = f.expr(b)
	}
	id := ""
	if n := f.b.funcValue(fn, bindings); n != 0 {
		id = f.b.out.Nodes[n].Text
	}
	return f.add(Expr{Op: XFunc, Text: id, Args: args})
}
