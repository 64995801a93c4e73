package model

import (
	"cmp"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"reflect"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/internal/catalog"
)

// call makes the node of a call, or of what is known of its result.
func (b *builder) call(ins ssa.CallInstruction) V {
	if n, ok := b.done[ins]; ok {
		return n
	}
	c := ins.Common()
	if blt, ok := c.Value.(*ssa.Builtin); ok {
		return b.builtin(blt, c)
	}
	fn := calleeObj(c)
	var entry *catalog.Entry
	narrow := false
	if fn != nil {
		entry = b.x.cat.Func(fn)
		if entry == nil && c.IsInvoke() {
			entry = b.x.cat.Narrow(fn)
			narrow = entry != nil
		}
	}
	if fn != nil {
		if n := b.known(ins, fn, entry); n != 0 {
			if at := &b.out.Nodes[n].Pos; (b.out.Nodes[n].Op == OpMix || b.out.Nodes[n].Op == OpConcat) && !at.IsValid() {
				*at = b.callPos(ins)
			}
			b.done[ins] = n
			return n
		}
	}
	n := b.node(Node{Op: OpCall, Pos: b.callPos(ins), Call: &Call{}})
	if n == 0 {
		return 0
	}
	b.done[ins] = n
	call := b.describeCall(ins, fn, entry)
	call.Narrow = narrow && b.x.scope[typePkg(c.Value.Type())]
	args := b.argsAt(ins, callArgs(c))
	node := &b.out.Nodes[n]
	node.Call, node.Args = call, args
	if v := ins.Value(); v != nil {
		node.Type = namedString(v.Type())
		b.x.describe(v.Type())
	}
	return n
}

// calleeObj is the function or interface method a call names, nil for calls
// of function values.
func calleeObj(c *ssa.CallCommon) *types.Func {
	if c.IsInvoke() {
		return c.Method.Origin()
	}
	fn := c.StaticCallee()
	if fn == nil {
		return nil
	}
	if o := fn.Origin(); o != nil {
		fn = o
	}
	obj, _ := fn.Object().(*types.Func)
	if obj == nil {
		return nil
	}
	return obj.Origin()
}

// known evaluates calls whose result says all there is to say: message
// accessors, key sources, pure functions. It returns 0 for all others.
func (b *builder) known(ins ssa.CallInstruction, fn *types.Func, entry *catalog.Entry) V {
	c := ins.Common()
	args := callArgs(c)
	sig := fn.Type().(*types.Signature)
	if recv := sig.Recv(); recv != nil && len(args) > 0 {
		if spec, _ := b.x.cat.Message(args[0].Type()); spec != nil {
			if n := b.part(args[0].Type(), b.eval(args[0]), fn.Name()); n != 0 {
				return n
			}
		}
		if spec, _ := b.x.cat.Message(recv.Type()); spec != nil {
			if n := b.part(recv.Type(), b.eval(args[0]), fn.Name()); n != 0 {
				return n
			}
		}
	}
	if entry != nil && (entry.Effect != nil || entry.Guard != nil || entry.Ack != nil || entry.Receive != nil || entry.Read != nil || entry.Queue != nil) {
		return 0
	}
	if entry != nil && entry.Key != nil {
		return b.keySource(ins, fn, entry.Key)
	}
	if b.x.scope[pkgPath(fn)] {
		return 0
	}
	switch path := pkgPath(fn); {
	case path == "fmt":
		return b.format(ins, fn, args)
	case path == "context":
		return 0
	case path == "time":
		if fn.Name() == "Now" || fn.Name() == "Since" || fn.Name() == "Until" {
			return b.source(ins, Fresh, "time."+fn.Name())
		}
		if ofDay(fn.Name(), args) {
			return b.mixAt(ins, dayText, args...)
		}
		return b.mixAt(ins, catalog.Short(fn), args...)
	case path == "strings" && fn.Name() == "Join" && len(args) == 2:
		return b.node(Node{Op: OpConcat, Text: "join", Args: b.argsAt(ins, args)})
	case isPurePackage(path) && !writesThrough(sig) && !appends(&Call{Name: fn.Name()}) &&
		!(returnsBool(sig) && takesError(sig)): // errors.Is tests what a call found
		return b.mixAt(ins, catalog.Short(fn), args...)
	}
	if sig.Recv() == nil && strings.HasPrefix(fn.Name(), "Marshal") && len(args) > 0 {
		return b.mixAt(ins, catalog.Short(fn), args[0]) // attributevalue.MarshalMap and its like
	}
	if len(args) == 1 && (isPointerHelper(sig) || isRendering(fn, sig)) {
		return b.mixAt(ins, catalog.Short(fn), args[0])
	}
	if field, ok := getter(fn, sig); ok && len(args) == 1 && sig.Recv() != nil {
		_, named := structOf(args[0].Type())
		return b.node(Node{Op: OpField, Text: field, Type: named, Args: []V{b.eval(args[0])}})
	}
	return 0
}

// dayText marks what is the same all day: a redelivery, seconds or minutes
// later, nearly always makes the same of the clock.
const dayText = "day"

// ofDay reports whether a method of time.Time tells the day and nothing finer.
func ofDay(name string, args []ssa.Value) bool {
	switch name {
	case "Year", "Month", "Day", "YearDay", "Weekday", "ISOWeek", "Date":
		return true
	case "Format":
		if len(args) == 2 {
			layout, ok := args[1].(*ssa.Const)
			return ok && layout.Value != nil && !hourLayout.MatchString(constant.StringVal(layout.Value))
		}
	}
	return false
}

// hourLayout matches the layouts of package time that tell the hour or less.
var hourLayout = regexp.MustCompile(`15|0?3|0?[45]|PM`)

func (b *builder) source(ins ssa.CallInstruction, class Class, text string) V {
	return b.node(Node{Op: OpSource, Class: class, Text: text, Pos: b.callPos(ins)})
}

// keySource evaluates a call the catalogue describes as a source of values.
func (b *builder) keySource(ins ssa.CallInstruction, fn *types.Func, spec *catalog.KeySpec) V {
	args := callArgs(ins.Common())
	from := args
	if len(spec.From) > 0 {
		from = nil
		for _, name := range spec.From {
			if i, ok := argIndex(fn, name); ok && i < len(args) {
				from = append(from, args[i])
			}
		}
	}
	if spec.Into != "" {
		return 0 // a decoder: what it fills is found through its Put
	}
	switch spec.Origin {
	case "fresh":
		return b.source(ins, Fresh, catalog.Short(fn))
	case "transport":
		return b.source(ins, Transport, catalog.Short(fn))
	case "business":
		return b.source(ins, Business, catalog.Short(fn))
	case "constant":
		return b.source(ins, Constant, catalog.Short(fn))
	}
	return b.mixAt(ins, catalog.Short(fn), from...)
}

// format evaluates the fmt functions that make text.
func (b *builder) format(ins ssa.CallInstruction, fn *types.Func, args []ssa.Value) V {
	name := fn.Name()
	switch {
	case strings.HasPrefix(name, "Sprint"), strings.HasPrefix(name, "Append"):
		if strings.HasPrefix(name, "Append") && len(args) > 0 {
			args = args[1:]
		}
		return b.node(Node{Op: OpConcat, Text: name[len(name)-1:], Args: b.argsAt(ins, args)})
	case name == "Errorf":
		return b.node(Node{Op: OpUnknown})
	}
	return 0
}

func (b *builder) builtin(blt *ssa.Builtin, c *ssa.CallCommon) V {
	switch blt.Name() {
	case "append":
		if len(c.Args) == 2 {
			return b.node(Node{Op: OpAppend, Args: []V{b.eval(c.Args[0]), b.eval(c.Args[1])}})
		}
	case "len", "cap", "min", "max", "real", "imag", "complex":
		return b.mix(blt.Name(), c.Args...)
	}
	return 0
}

// describeCall fills in what the resolution of a call needs to know.
func (b *builder) describeCall(ins ssa.CallInstruction, fn *types.Func, entry *catalog.Entry) *Call {
	c := ins.Common()
	k := &Call{Display: b.display(ins)}
	if fn == nil {
		k.Kind, k.Iface = CallValue, namedString(c.Value.Type())
		return k
	}
	sig := fn.Type().(*types.Signature)
	if n := sig.Results().Len(); n > 0 && isError(sig.Results().At(n-1).Type()) {
		k.Err = int32(n)
	}
	k.Fn, k.Name, k.Short = fn.FullName(), fn.Name(), catalog.Short(fn)
	if entry != nil || c.IsInvoke() || !b.x.scope[pkgPath(fn)] {
		k.Params = paramNames(sig)
		if entry != nil && entry.Sig != nil {
			k.Params = paramNames(entry.Sig) // of the method a narrow interface stands for
			if c.IsInvoke() && entry.Sig.Recv() == nil {
				k.Params = append([]string{"recv"}, k.Params...)
			}
		}
	}
	if entry != nil {
		k.Effect, k.Key, k.Ack, k.Guard, k.Tx = b.x.specs.ids(entry)
		k.Read = b.x.specs.id[entry.Read]
	}
	if k.Effect != "" && !given(entry.Effect, k.Params, callArgs(c)) {
		k.Effect = ""
	}
	if k.Effect != "" {
		for _, a := range callArgs(c) {
			k.Holds = append(k.Holds, holdsKey(a.Type()))
		}
	}
	if entry != nil && entry.Effect != nil && len(entry.Effect.Failures) > 0 {
		k.Partial = catalog.FailureFields(entry.Effect, sig)
	}
	if n, ok := types.Unalias(c.Value.Type()).(*types.Named); ok && k.Effect != "" && c.IsInvoke() {
		k.Queued = b.x.cat.Batched(n.Obj())
	}
	b.touch(fn)
	b.queueRoles(k, entry, sig, c.IsInvoke())
	known := k.Effect != "" || k.Ack != "" || k.Guard != "" || k.Tx != "" || k.Queue != ""
	switch {
	case c.IsInvoke() && !known:
		k.Kind, k.Iface = CallInvoke, namedString(c.Value.Type())
		if !b.x.scope[typePkg(c.Value.Type())] && !isAnonymousIface(c.Value.Type()) && !isTypeParam(c.Value.Type()) {
			k.Kind = CallOpaque
		}
	case c.IsInvoke(), known:
		k.Kind = CallOpaque
	case b.x.scope[pkgPath(fn)]:
		k.Kind = CallStatic
		b.x.used[fn.FullName()] = true
	default:
		k.Kind = CallOpaque
	}
	k.Reg = entry != nil && len(entry.Handlers) > 0
	if entry != nil && entry.Container != nil {
		switch entry.Container.Does {
		case "resolve":
			k.Resolve = firstTypeArg(c)
		case "dispatch":
			k.Route = firstTypeArg(c)
		}
		k.Reg = k.Route == "" // what the container runs it runs elsewhere
	}
	k.Test = k.Kind == CallOpaque && returnsBool(sig) && takesError(sig)
	k.Reads = k.Kind == CallOpaque && readsState(fn)
	return k
}

// given reports whether a call is given what makes it the effect.
func given(e *catalog.EffectSpec, params []string, args []ssa.Value) bool {
	param, typ, some := strings.Cut(e.Given, "=")
	if !some {
		return true
	}
	i := slices.Index(params, param)
	if i < 0 || i >= len(args) {
		return false
	}
	v := args[i]
	if made, ok := v.(*ssa.MakeInterface); ok {
		v = made.X
	}
	return regexp.MustCompile(`^(?:` + typ + `)$`).MatchString(types.TypeString(v.Type(), (*types.Package).Name))
}

// queueRoles notes what a call that concerns a queue says of it, and where.
func (b *builder) queueRoles(k *Call, entry *catalog.Entry, sig *types.Signature, invoke bool) {
	if entry == nil {
		return
	}
	var names []string
	if q := entry.Queue; q != nil {
		k.Queue = b.x.specs.id[q]
		names = append(append(names, q.Name...), q.Exchange)
		for _, a := range q.Attributes {
			names = append(names, a.Param)
		}
		if q.Does == "wrap" {
			names = append(names, q.Arg)
		}
	}
	if entry.Receive != nil {
		names = append(names, entry.Receive.Queue)
	}
	for _, h := range entry.Handlers {
		names = append(names, h.Queue)
	}
	if entry.Sig != nil {
		sig = entry.Sig
	}
	for _, name := range names {
		if name == "" || slices.ContainsFunc(k.Roles, func(r Role) bool { return r.Text == name }) {
			continue
		}
		i, fields, ok := catalog.Role(sig, name)
		if !ok {
			continue
		}
		if sig.Recv() != nil || invoke {
			i++
		}
		k.Roles = append(k.Roles, Role{Text: name, Arg: int32(i), Fields: fields})
	}
}

// touch notes the evidence symbols an object is.
func (b *builder) touch(obj types.Object) {
	known, ok := b.x.proofs[obj]
	if !ok {
		for _, sym := range b.x.specs.evidence {
			if b.x.cat.Is(sym, obj) {
				known = append(known, sym)
			}
		}
		b.x.proofs[obj] = known
	}
	for _, sym := range known {
		if !slices.Contains(b.out.Touches, sym) {
			b.out.Touches = append(b.out.Touches, sym)
		}
	}
}

// typeEvidence notes types that prove a function with other uses to be a
// handler: what it decodes into.
func (b *builder) typeEvidence(t types.Type) {
	for _, spec := range b.x.specs.decoders {
		if what := decoding(spec); !slices.Contains(b.out.Touches, what) && decodes(t, spec.Decodes) {
			b.out.Touches = append(b.out.Touches, what)
		}
	}
	n, ok := types.Unalias(deref(t)).(*types.Named)
	if !ok || n.Obj().Pkg() == nil || !b.x.cat.IsLibrary(n.Obj().Pkg().Path()) {
		return
	}
	b.touch(n.Obj())
}

// decoding is how a function's evidence names that it decodes what a handler does.
func decoding(spec *catalog.HandlerSpec) string {
	if len(spec.Decodes) == 0 {
		return "" // names nothing
	}
	return "decodes " + strings.Join(spec.Decodes, ",")
}

// decodes reports whether a struct has all of some JSON paths.
func decodes(t types.Type, paths []string) bool {
	return !slices.ContainsFunc(paths, func(path string) bool { return !hasJSON(t, strings.Split(path, ".")) })
}

func hasJSON(t types.Type, path []string) bool {
	if len(path) == 0 {
		return true
	}
	st, _ := structOf(t)
	if st == nil {
		return false
	}
	for i := range st.NumFields() {
		key, _, _ := strings.Cut(reflect.StructTag(st.Tag(i)).Get("json"), ",")
		if strings.EqualFold(cmp.Or(key, st.Field(i).Name()), path[0]) && hasJSON(st.Field(i).Type(), path[1:]) {
			return true
		}
	}
	return false
}

// holdsKey reports whether a value of type t can hold a key among other
// things: a struct, a list of options, a map; not a context, a plain value or
// bytes.
func holdsKey(t types.Type) bool {
	if namedString(t) == "context.Context" || isError(t) {
		return false
	}
	switch u := deref(t).Underlying().(type) {
	case *types.Struct, *types.Map, *types.Signature, *types.Interface:
		return true
	case *types.Slice:
		_, basic := u.Elem().Underlying().(*types.Basic)
		return !basic
	}
	return false
}

// readsState reports whether a call outside the program looks like a query of
// outside state, by its name.
func readsState(fn *types.Func) bool {
	name := fn.Name()
	for _, p := range []string{"Get", "Find", "Query", "Select", "Exists", "First", "Take", "Scan", "Count", "Load", "Lookup", "Read", "Head", "Retrieve", "List", "Fetch", "SIsMember", "HGet", "MGet", "RowsAffected"} {
		if strings.HasPrefix(name, p) {
			return !isPurePackage(pkgPath(fn)) && !readsInside[pkgPath(fn)]
		}
	}
	return false
}

// readsInside are packages of the standard library whose reads leave the process
// alone.
var readsInside = map[string]bool{"os": true, "context": true, "crypto/rand": true, "math/rand": true, "math/rand/v2": true, "reflect": true, "sync": true, "sync/atomic": true, "time": true, "flag": true, "expvar": true, "runtime": true, "embed": true, "net/mail": true, "net/textproto": true}

// display is the call as the user wrote it, arguments left out.
func (b *builder) display(ins ssa.CallInstruction) string {
	if e := b.x.calls[ins.Common().Pos()]; e != nil {
		return exprText(e.Fun)
	}
	return ""
}

// callPos is the position of the called name, so that a chain over several
// lines is reported where its last call stands.
func (b *builder) callPos(ins ssa.CallInstruction) Pos {
	at := ins.Common().Pos()
	if e := b.x.calls[at]; e != nil {
		switch f := ast.Unparen(e.Fun).(type) {
		case *ast.SelectorExpr:
			at = f.Sel.Pos()
		default:
			at = e.Pos()
		}
	}
	if !at.IsValid() {
		at = ins.Pos()
	}
	return b.x.at.pos(at)
}

func exprText(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.Ident:
		return e.Name
	case *ast.SelectorExpr:
		if x := exprText(e.X); x != "" {
			return x + "." + e.Sel.Name
		}
		return e.Sel.Name
	case *ast.CallExpr:
		if x := exprText(e.Fun); x != "" {
			return x + "()"
		}
	case *ast.IndexExpr:
		return exprText(e.X) + "[…]"
	case *ast.IndexListExpr:
		return exprText(e.X)
	case *ast.ParenExpr:
		return exprText(e.X)
	case *ast.StarExpr:
		return exprText(e.X)
	case *ast.UnaryExpr:
		return exprText(e.X)
	case *ast.TypeAssertExpr:
		return exprText(e.X)
	case *ast.FuncLit:
		return "func"
	case *ast.CompositeLit:
		return exprText(e.Type)
	}
	return ""
}

// registrations records the values a call hands to a consumer library as
// handlers.
func (b *builder) registrations(c *ssa.CallCommon, n V) {
	fn := calleeObj(c)
	if fn == nil {
		return
	}
	entry := b.x.cat.Func(fn)
	if entry == nil && c.IsInvoke() {
		entry = b.x.cat.Narrow(fn)
	}
	if entry == nil {
		return
	}
	args := callArgs(c)
	if entry.Container != nil {
		b.provisions(entry.Container, c)
	}
	for _, spec := range entry.Handlers {
		if len(spec.Func) == 0 {
			continue
		}
		i, ok := argIndex(fn, spec.Arg)
		if !ok || i >= len(args) {
			continue
		}
		b.register(spec, n, b.eval(args[i]), b.out.Nodes[n].Pos)
	}
}

func (b *builder) register(spec *catalog.HandlerSpec, call, val V, pos Pos) {
	b.x.sum.Regs = append(b.x.sum.Regs, Registration{Spec: b.x.specs.handlerID(spec), Call: call, Fn: b.out.ID, Val: val, Pos: pos})
}

// receives finds where deliveries come out of a call or a channel, and which
// blocks work on them.
func (b *builder) receives() {
	for _, blk := range b.f.Blocks {
		for i, ins := range blk.Instrs {
			switch ins := ins.(type) {
			case *ssa.Call:
				b.receiveCall(blk, i, ins)
			case *ssa.UnOp:
				if ins.Op == token.ARROW {
					b.receiveChan(blk, i, ins, ins.X, b.eval(ins))
				}
			case *ssa.Select:
				b.receiveSelect(ins)
			}
		}
	}
}

func (b *builder) receiveCall(blk *ssa.BasicBlock, i int, ins *ssa.Call) {
	fn := calleeObj(&ins.Call)
	if fn == nil {
		return
	}
	entry := b.x.cat.Func(fn)
	if entry == nil && ins.Call.IsInvoke() {
		entry = b.x.cat.Narrow(fn)
	}
	if entry == nil || entry.Receive == nil {
		return
	}
	if _, isChan := resultType(ins, 0).Underlying().(*types.Chan); isChan {
		return // the receive is where the channel is read
	}
	b.addReceive(Receive{
		Spec: b.x.specs.handlerID(entry.Receive), Node: b.call(ins), Pos: b.callPos(ins),
	}, blk, i, nil)
}

// receiveChan handles <-ch and range ch where the element is a delivery, or a
// value another goroutine of the program sends.
func (b *builder) receiveChan(blk *ssa.BasicBlock, i int, ins ssa.Value, ch ssa.Value, val V) {
	if n := b.out.Nodes[val]; n.Op == OpAlt || val == 0 {
		return
	}
	elem := ch.Type().Underlying().(*types.Chan).Elem()
	at := ins.Pos()
	if !at.IsValid() {
		at = ch.Pos()
	}
	if e, ok := ins.(*ssa.Extract); ok {
		if sel, ok := e.Tuple.(*ssa.Select); ok {
			at = sel.Pos()
		}
	}
	r := Receive{Node: val, Chan: b.eval(ch), Pos: b.x.at.pos(at)}
	if spec := b.x.specs.channelOf(b.x.cat, elem); spec != "" {
		r.Spec = spec
	} else if !carriesData(elem) {
		return
	}
	b.addReceive(r, blk, i, ins)
}

func (b *builder) receiveSelect(sel *ssa.Select) {
	if sel.Referrers() == nil {
		return
	}
	n := 2
	for _, st := range sel.States {
		if st.Dir != types.RecvOnly {
			continue
		}
		for _, ref := range *sel.Referrers() {
			if e, ok := ref.(*ssa.Extract); ok && e.Index == n {
				b.receiveChan(e.Block(), indexOf(e.Block(), e), e, st.Chan, b.eval(e))
			}
		}
		n++
	}
}

func indexOf(blk *ssa.BasicBlock, ins ssa.Instruction) int {
	for i, x := range blk.Instrs {
		if x == ins {
			return i
		}
	}
	return 0
}

// addReceive works out the region of a receive: the blocks it dominates, and
// where it stands in a loop, only those of the loop or that leave it from
// inside.
func (b *builder) addReceive(r Receive, blk *ssa.BasicBlock, i int, val ssa.Value) {
	if r.Node == 0 {
		return
	}
	r.Block = int32(blk.Index)
	exit := loopExit(blk, val)
	for _, d := range b.f.Blocks {
		if d != blk && blk.Dominates(d) && (exit == nil || !exit.Dominates(d)) {
			r.Blocks = append(r.Blocks, int32(d.Index))
		}
	}
	steps := 0
	for _, s := range b.out.Steps {
		if s.Block == r.Block && !b.after(blk, i, s) {
			steps++
		}
	}
	r.After = int32(steps)
	b.out.Recvs = append(b.out.Recvs, r)
}

// after reports whether step s stands behind instruction i of blk.
func (b *builder) after(blk *ssa.BasicBlock, i int, s Step) bool {
	for j, ins := range blk.Instrs {
		c, ok := ins.(ssa.CallInstruction)
		if ok && j <= i && b.done[c] == s.Node {
			return false
		}
	}
	return true
}

// loopExit is the block a receive's loop continues with once the channel is
// closed (range ch) or the receive failed; nil if there is none.
func loopExit(blk *ssa.BasicBlock, val ssa.Value) *ssa.BasicBlock {
	iff, ok := blk.Instrs[len(blk.Instrs)-1].(*ssa.If)
	if !ok {
		return nil
	}
	if ex, ok := iff.Cond.(*ssa.Extract); ok && val != nil && ex.Index == 1 && ex.Tuple == val {
		return blk.Succs[1] // the channel is closed
	}
	cmp, ok := iff.Cond.(*ssa.BinOp)
	if !ok || !isError(cmp.X.Type()) || !isNil(cmp.X) && !isNil(cmp.Y) {
		return nil
	}
	exit := blk.Succs[1]
	if cmp.Op == token.NEQ {
		exit = blk.Succs[0] // the receive failed
	}
	if exit.Dominates(blk) {
		return nil // straight on to the next turn of the loop
	}
	return exit
}

func isNil(v ssa.Value) bool {
	c, ok := v.(*ssa.Const)
	return ok && c.Value == nil
}

// matchHandler notes the handler specs the function matches by its parameters
// alone.
func (b *builder) matchHandler() {
	sig := b.f.Signature
	for i := range sig.Params().Len() {
		for _, spec := range b.x.cat.ParamHandlers(sig.Params().At(i).Type()) {
			if len(spec.Signature) > 0 && !signatureIs(sig, spec.Signature) {
				continue
			}
			b.out.Handler = append(b.out.Handler, b.x.specs.handlerID(spec))
		}
	}
}

// signatureIs reports whether the parameters of sig have the types named.
func signatureIs(sig *types.Signature, want []string) bool {
	if sig.Params().Len() != len(want) {
		return false
	}
	for i, w := range want {
		got := types.TypeString(types.Unalias(sig.Params().At(i).Type()), func(p *types.Package) string { return p.Name() })
		w = strings.TrimPrefix(w, "*")
		if j := strings.LastIndexByte(w, '/'); j >= 0 {
			w = w[j+1:]
		}
		if g, _, _ := strings.Cut(strings.TrimPrefix(got, "*"), "["); g != w {
			return false
		}
	}
	return true
}
