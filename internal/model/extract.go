package model

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/internal/catalog"
)

// An extractor turns the SSA of one package into its Summary.
type extractor struct {
	cat   *catalog.Catalog
	specs *specs
	fset  *token.FileSet
	pkg   *types.Package
	sum   *Summary
	at    positioner
	scope map[string]bool // in-scope packages, this one included
	calls map[token.Pos]*ast.CallExpr
	gen   map[string]bool // generated files
	types map[string]bool // struct types described already
	// proofs memoises which evidence symbols an object is.
	proofs map[types.Object][]string
	used   map[string]bool // functions referred to
	// marked are the positions of functions with //idemlint:handler.
	marked map[string]bool
}

// maxNodes bounds the values kept of one function; past it everything is
// unknown.
const maxNodes = 20000

// extract summarises every function of the package.
func (x *extractor) extract(fns []*ssa.Function) {
	for _, fn := range fns {
		x.function(fn, "")
	}
	x.methodSets()
}

// function summarises fn and the closures inside it, innermost first.
func (x *extractor) function(fn *ssa.Function, id string) *Fn {
	if id == "" {
		id = funcID(fn)
	}
	if id == "" {
		return nil
	}
	b := &builder{
		x: x, f: fn,
		out:      &Fn{ID: id, Display: displayName(fn), Pos: x.at.pos(fn.Pos()), Nodes: make([]Node, 1), pkg: x.sum},
		memo:     map[ssa.Value]V{},
		done:     map[ssa.CallInstruction]V{},
		came:     map[ssa.Value]V{},
		ordering: map[ssa.Instruction]bool{},
		puts:     map[ssa.Value][]pendingPut{},
		kids:     map[*ssa.Function]*Fn{},
	}
	for i, anon := range fn.AnonFuncs {
		b.kids[anon] = x.function(anon, id+"$"+strconv.Itoa(i+1))
	}
	b.build()
	x.sum.Funcs = append(x.sum.Funcs, b.out)
	return b.out
}

// funcID names a declared function the way go/types does; closures are named
// by their parents.
func funcID(fn *ssa.Function) string {
	if o := fn.Origin(); o != nil {
		fn = o
	}
	if obj, ok := fn.Object().(*types.Func); ok {
		if obj.Name() == "_" {
			return ""
		}
		if obj.Name() == "init" && fn.Signature.Recv() == nil {
			return fn.Pkg.Pkg.Path() + "." + fn.Name() // init#1, init#2, …
		}
		return obj.Origin().FullName()
	}
	if fn.Pkg != nil && fn.Parent() == nil && fn.Signature.Recv() == nil {
		return fn.Pkg.Pkg.Path() + "." + fn.Name() // init
	}
	return ""
}

func displayName(fn *ssa.Function) string {
	pkg := ""
	if fn.Pkg != nil {
		pkg = fn.Pkg.Pkg.Name()
	}
	if p := fn.Parent(); p != nil {
		return displayName(p) + " (function literal)"
	}
	if recv := fn.Signature.Recv(); recv != nil {
		t := types.TypeString(recv.Type(), func(*types.Package) string { return "" })
		if i := strings.IndexByte(t, '['); i > 0 {
			t = t[:i]
		}
		if strings.HasPrefix(t, "*") {
			return pkg + ".(" + t + ")." + fn.Name()
		}
		return pkg + "." + t + "." + fn.Name()
	}
	return pkg + "." + fn.Name()
}

// A builder summarises one function.
type builder struct {
	x        *extractor
	f        *ssa.Function
	out      *Fn
	memo     map[ssa.Value]V
	done     map[ssa.CallInstruction]V
	puts     map[ssa.Value][]pendingPut
	kids     map[*ssa.Function]*Fn
	came     map[ssa.Value]V          // things without what the function put into them
	ordering map[ssa.Instruction]bool // reads whose order is being looked at
	// index is the position of every instruction in its block.
	index map[ssa.Instruction]int
}

// pendingPut is a Put whose values are not evaluated yet.
type pendingPut struct {
	ins  ssa.Instruction // the write
	path []string
	val  ssa.Value
	call ssa.CallInstruction
	arg  int
	clo  *ssa.MakeClosure
	free int
}

func (b *builder) build() {
	sig := b.f.Signature
	for _, p := range b.f.Params {
		b.out.Params = append(b.out.Params, Param{Name: p.Name(), Type: namedString(p.Type()), Message: b.x.isMessage(p.Type())})
	}
	b.out.NFree = len(b.f.FreeVars)
	if len(b.f.Blocks) == 0 {
		return
	}
	if pos := b.f.Pos(); pos.IsValid() {
		b.out.Marked = b.x.marked[b.x.fset.Position(pos).String()]
		b.out.Gen = b.x.gen[b.x.fset.Position(pos).Filename]
	}
	b.collectPuts()
	b.steps()
	b.results()
	b.writes()
	if n := sig.Results().Len(); n > 0 && isError(sig.Results().At(n-1).Type()) {
		b.out.Errors = n
	}
	b.receives()
	for _, blk := range b.f.Blocks {
		idom := int32(-1)
		if d := blk.Idom(); d != nil {
			idom = int32(d.Index)
		}
		b.out.Idom = append(b.out.Idom, idom)
		if iff, ok := blk.Instrs[len(blk.Instrs)-1].(*ssa.If); ok && len(b.out.Tests) < maxTests {
			b.out.Tests = append(b.out.Tests, b.eval(iff.Cond))
		}
	}
	b.matchHandler()
	b.controlFlow()
}

// isMessage reports whether t is a delivery, or a list of them.
func (x *extractor) isMessage(t types.Type) bool {
	if s, ok := t.Underlying().(*types.Slice); ok {
		t = s.Elem()
	}
	spec, _ := x.cat.Message(t)
	return spec != nil
}

func (b *builder) node(n Node) V {
	if len(b.out.Nodes) >= maxNodes {
		return 0
	}
	b.out.Nodes = append(b.out.Nodes, n)
	return V(len(b.out.Nodes) - 1)
}

// eval returns the node of v, contents included.
func (b *builder) eval(v ssa.Value) V {
	if n, ok := b.memo[v]; ok {
		return n
	}
	switch v.(type) {
	case *ssa.Alloc, *ssa.MakeMap, *ssa.MakeSlice:
		return b.object(v, 0)
	}
	if len(b.puts[v]) > 0 {
		return b.object(v, -1)
	}
	if phi, ok := v.(*ssa.Phi); ok {
		if countsTries(phi) {
			n := b.node(Node{Op: OpSource, Class: Fresh, Text: strings.TrimSpace(tryCounter + " " + variable(phi)), Pos: b.x.at.pos(phi.Pos())})
			b.memo[v] = n
			for _, e := range phi.Edges {
				if e != increment(phi) {
					b.out.Nodes[n].Args = append(b.out.Nodes[n].Args, b.eval(e)) // where it starts
				}
			}
			return n
		}
		if n := b.fold(phi); n != 0 {
			return n
		}
		n := b.node(Node{Op: OpAlt})
		b.memo[v] = n
		args := make([]V, len(phi.Edges))
		for i, e := range phi.Edges {
			args[i] = b.eval(e)
		}
		if n != 0 {
			b.out.Nodes[n].Args = args
		}
		return n
	}
	n := b.base(v)
	b.memo[v] = n
	return n
}

// object makes the node of a thing with contents. The node exists before its
// contents are evaluated, for they may refer to it.
func (b *builder) object(v ssa.Value, base V) V {
	n := b.node(Node{Op: OpObj, Type: objType(v.Type()), Pos: b.x.at.pos(v.Pos())})
	b.memo[v] = n
	if n == 0 {
		return 0
	}
	if base < 0 {
		if phi, ok := v.(*ssa.Phi); ok {
			if base = b.fold(phi); base == 0 {
				args := make([]V, len(phi.Edges))
				for i, e := range phi.Edges {
					args[i] = b.eval(e)
				}
				base = b.node(Node{Op: OpAlt, Args: args})
			}
		} else {
			base = b.base(v)
		}
	}
	b.out.Nodes[n].Args = []V{base} // the calls among the contents look at it
	b.out.Nodes[n].Args = []V{base} // before the writes, whose calls may ask for it
	puts := make([]Put, 0, len(b.puts[v]))
	for _, p := range b.puts[v] {
		put := b.put(p)
		if put.Call == 0 && put.Val == n {
			continue // the thing stored to itself: return o, err with named results
		}
		puts = append(puts, put)
	}
	b.out.Nodes[n].Puts = puts
	b.x.describe(v.Type())
	return n
}

func (b *builder) put(p pendingPut) Put {
	switch {
	case p.clo != nil:
		return Put{Path: p.path, Call: b.eval(p.clo), Arg: int32(p.free), Free: true}
	case p.call != nil:
		return Put{Path: p.path, Call: b.call(p.call), Arg: int32(p.arg)}
	}
	return Put{Path: p.path, Val: b.eval(p.val)}
}

// base evaluates v without its contents.
func (b *builder) base(v ssa.Value) V {
	switch v := v.(type) {
	case *ssa.Const:
		return b.constant(v)
	case *ssa.Parameter:
		return b.node(Node{Op: OpParam, Index: int32(slices.Index(b.f.Params, v)), Type: namedString(v.Type())})
	case *ssa.FreeVar:
		return b.node(Node{Op: OpFree, Index: int32(slices.Index(b.f.FreeVars, v)), Type: namedString(v.Type())})
	case *ssa.Global:
		return b.node(Node{Op: OpGlobal, Text: v.String()})
	case *ssa.Function:
		return b.funcValue(v, nil)
	case *ssa.MakeClosure:
		n := b.funcValue(v.Fn.(*ssa.Function), v.Bindings)
		if node := &b.out.Nodes[n]; node.Op == OpBound && !node.Pos.IsValid() {
			node.Pos = b.x.at.pos(v.Pos())
		}
		return n
	case *ssa.FieldAddr:
		return b.field(v.X, v.Field)
	case *ssa.Field:
		return b.field(v.X, v.Field)
	case *ssa.IndexAddr:
		return b.elem(v.X, v.Index)
	case *ssa.Index:
		return b.elem(v.X, v.Index)
	case *ssa.Lookup:
		return b.elem(v.X, v.Index)
	case *ssa.UnOp:
		if v.Op == token.ARROW {
			return b.node(Node{Op: OpRecv, Args: []V{b.eval(v.X)}, Pos: b.x.at.pos(v.Pos())})
		}
		if v.Op == token.MUL {
			if n := b.loadBefore(v); n != 0 {
				return n
			}
			return b.eval(v.X)
		}
		return b.mix(v.Op.String(), v.X)
	case *ssa.MakeInterface:
		b.x.describe(v.X.Type())
		return b.node(Node{Op: OpIface, Type: concreteString(v.X.Type()), Args: []V{b.eval(v.X)}, Pos: b.x.at.pos(convertedAt(v))})
	case *ssa.ChangeType:
		return b.eval(v.X)
	case *ssa.Convert:
		return b.eval(v.X)
	case *ssa.MultiConvert:
		return b.eval(v.X)
	case *ssa.ChangeInterface:
		return b.eval(v.X)
	case *ssa.SliceToArrayPointer:
		return b.eval(v.X)
	case *ssa.TypeAssert:
		return b.eval(v.X)
	case *ssa.Slice:
		return b.eval(v.X)
	case *ssa.MakeChan:
		return b.node(Node{Op: OpChan, Pos: b.x.at.pos(v.Pos())})
	case *ssa.Extract:
		return b.extract(v)
	case *ssa.Call:
		return b.call(v)
	case *ssa.BinOp:
		return b.binop(v)
	case *ssa.Range:
		return b.eval(v.X)
	case *ssa.Next:
		return b.eval(v.Iter)
	case *ssa.Select:
		return 0
	}
	return 0
}

// convertedAt is where a value becomes an interface. A conversion nobody wrote
// stands where its result is used.
func convertedAt(v *ssa.MakeInterface) token.Pos {
	if v.Pos().IsValid() {
		return v.Pos()
	}
	for _, ref := range *v.Referrers() {
		if ref.Pos().IsValid() {
			return ref.Pos()
		}
	}
	return v.X.Pos()
}

func (b *builder) constant(c *ssa.Const) V {
	if c.Value == nil {
		return b.node(Node{Op: OpZero})
	}
	text := c.Value.ExactString()
	if c.Value.Kind() == constant.String {
		text = constant.StringVal(c.Value)
	}
	return b.node(Node{Op: OpConst, Text: text})
}

func (b *builder) funcValue(fn *ssa.Function, bindings []ssa.Value) V {
	if kid := b.kids[fn]; kid != nil {
		args := make([]V, len(bindings))
		for i, v := range bindings {
			args[i] = b.eval(v)
		}
		return b.node(Node{Op: OpFunc, Text: kid.ID, Args: args, Pos: b.x.at.pos(fn.Pos())})
	}
	if obj, ok := fn.Object().(*types.Func); ok && fn.Synthetic != "" {
		// A method value (bound) or a method expression (thunk).
		id := obj.Origin().FullName()
		b.x.used[id] = true
		if strings.HasSuffix(fn.Name(), "$bound") && len(bindings) == 1 {
			return b.node(Node{Op: OpBound, Text: id, Args: []V{b.eval(bindings[0])}, Type: namedString(bindings[0].Type())})
		}
		return b.node(Node{Op: OpFunc, Text: id})
	}
	id := funcID(fn)
	if id == "" {
		return 0
	}
	b.x.used[id] = true
	n := Node{Op: OpFunc, Text: id}
	if obj, ok := fn.Object().(*types.Func); ok {
		if e := b.x.cat.Func(obj); e != nil && e.Key != nil && e.Key.Origin == "fresh" {
			n.Class, n.Type = Fresh, catalog.Short(obj)
		}
	}
	return b.node(n)
}

// field is the value of a struct's field, through pointers.
func (b *builder) field(base ssa.Value, index int) V {
	st, named := structOf(base.Type())
	if st == nil {
		return 0
	}
	f := st.Field(index)
	x := b.eval(base)
	if n := b.part(base.Type(), x, f.Name()); n != 0 {
		return n
	}
	if p := &b.out.Nodes[x]; p.Op == OpPart {
		return b.partField(x, f.Name())
	}
	b.x.describe(base.Type())
	return b.node(Node{Op: OpField, Text: f.Name(), Type: named, Args: []V{x}})
}

// part is the named part of a message, 0 if t is no message or the part is not
// listed.
func (b *builder) part(t types.Type, msg V, name string) V {
	spec, lib := b.x.cat.Message(t)
	if spec == nil {
		if spec, name = b.x.envelope(t, name); spec == nil {
			return 0
		}
	}
	text := shortType(t) + "." + name
	class, known := partClass(spec, name)
	if !known {
		return 0
	}
	return b.node(Node{Op: OpPart, Class: class, Text: text, Type: b.x.specs.messageID(lib, spec) + "|" + name, Args: []V{msg}})
}

// envelope recognises a struct of the program that decodes a known message by
// its JSON keys, and names the part a field of it is.
func (x *extractor) envelope(t types.Type, field string) (*catalog.MessageSpec, string) {
	st, _ := structOf(t)
	if st == nil {
		return nil, ""
	}
	for _, spec := range x.specs.shaped {
		keys := map[string]string{}
		for i := range st.NumFields() {
			key, _, _ := strings.Cut(reflect.StructTag(st.Tag(i)).Get("json"), ",")
			if key == "" {
				key = st.Field(i).Name()
			}
			keys[st.Field(i).Name()] = key
		}
		has := func(want string) bool {
			for _, k := range keys {
				if strings.EqualFold(k, want) {
					return true
				}
			}
			return false
		}
		if slices.ContainsFunc(spec.Shape, func(s string) bool { return !has(s) }) {
			continue
		}
		for _, list := range [][]string{spec.Transport, spec.Delivery, spec.Producer, spec.Business} {
			for _, part := range list {
				if strings.EqualFold(part, keys[field]) {
					return spec, part
				}
			}
		}
	}
	return nil, ""
}

// partField is a field or entry of a message part: its own class where the
// catalogue lists the longer path, else the class of the whole.
func (b *builder) partField(x V, name string) V {
	p := b.out.Nodes[x]
	id, path, _ := strings.Cut(p.Type, "|")
	longer := path + "." + name
	if strings.HasPrefix(name, "[") {
		longer = path + name
	}
	class := p.Class
	if spec := b.x.specs.message(id); spec != nil {
		if c, known := partClass(spec, longer); known {
			class = c
		}
	}
	return b.node(Node{Op: OpPart, Class: class, Text: p.Text + strings.TrimPrefix(longer, path), Type: id + "|" + longer, Args: p.Args})
}

func partClass(spec *catalog.MessageSpec, path string) (Class, bool) {
	for _, l := range []struct {
		names []string
		class Class
	}{
		{spec.Delivery, Delivery}, {spec.Transport, Transport}, {spec.Producer, Producer},
		{spec.Attempt, Attempt}, {spec.Business, Business},
	} {
		if slices.Contains(l.names, path) {
			return l.class, true
		}
	}
	// A path into the message that is listed further down.
	for _, names := range [][]string{spec.Delivery, spec.Transport, spec.Producer, spec.Attempt, spec.Business} {
		for _, n := range names {
			if strings.HasPrefix(n, path+".") || strings.HasPrefix(n, path+"[") {
				return Unknown, true
			}
		}
	}
	return Unknown, false
}

func (b *builder) elem(base, index ssa.Value) V {
	x := b.eval(base)
	if b.out.Nodes[x].Op == OpPart {
		if key, ok := constText(index); ok {
			return b.partField(x, "["+strconv.Quote(key)+"]")
		}
		return x
	}
	var key V
	if index != nil {
		key = b.eval(index)
	}
	return b.node(Node{Op: OpElem, Args: []V{x, key}, Text: elemKey(index)})
}

// elemKey is how a put to base[index] names the element: "[k]" for a constant,
// "[]" for any.
func elemKey(index ssa.Value) string {
	if s, ok := constText(index); ok {
		return "[" + s + "]"
	}
	return "[]"
}

func constText(v ssa.Value) (string, bool) {
	for {
		switch c := v.(type) {
		case *ssa.Const:
			if c.Value == nil {
				return "", false
			}
			if c.Value.Kind() == constant.String {
				return constant.StringVal(c.Value), true
			}
			return c.Value.ExactString(), true
		case *ssa.Convert:
			v = c.X
		case *ssa.ChangeType:
			v = c.X
		case *ssa.MakeInterface:
			v = c.X
		default:
			return "", false
		}
	}
}

func (b *builder) extract(v *ssa.Extract) V {
	switch t := v.Tuple.(type) {
	case *ssa.Call:
		c := b.eval(t)
		if op := b.out.Nodes[c].Op; op != OpCall && op != OpObj {
			if v.Index == 0 {
				return c
			}
			return 0
		}
		b.x.describe(v.Type())
		return b.node(Node{Op: OpResult, Index: int32(v.Index), Args: []V{c}, Type: namedString(v.Type())})
	case *ssa.TypeAssert, *ssa.UnOp, *ssa.Lookup:
		if v.Index == 0 {
			return b.eval(t)
		}
		return b.node(Node{Op: OpMix, Text: "ok", Args: []V{b.eval(t)}})
	case *ssa.Next:
		rng, _ := t.Iter.(*ssa.Range)
		if rng == nil || v.Index == 0 {
			return 0
		}
		x := b.eval(rng.X)
		if b.out.Nodes[x].Op == OpPart {
			return x
		}
		if v.Index == 1 {
			return b.node(Node{Op: OpMix, Text: "key", Args: []V{x}})
		}
		return b.node(Node{Op: OpElem, Args: []V{x, 0}, Text: "[]"})
	case *ssa.Select:
		n := 2 // index, recvOk
		for _, st := range t.States {
			if st.Dir == types.RecvOnly {
				if n == v.Index {
					return b.node(Node{Op: OpRecv, Args: []V{b.eval(st.Chan)}, Pos: b.x.at.pos(st.Pos)})
				}
				n++
			}
		}
	}
	return 0
}

func (b *builder) mix(text string, vs ...ssa.Value) V {
	args := make([]V, len(vs))
	for i, v := range vs {
		args[i] = b.eval(v)
	}
	return b.node(Node{Op: OpMix, Text: text, Args: args})
}

// mixAt is mix of what ins is given, without what was overwritten before it.
func (b *builder) mixAt(ins ssa.Instruction, text string, vs ...ssa.Value) V {
	return b.node(Node{Op: OpMix, Text: text, Args: b.argsAt(ins, vs)})
}

// argsAt evaluates what ins is given. In a loop, what it is given may be made
// of what it gave the time before: then the order is not looked at again.
func (b *builder) argsAt(ins ssa.Instruction, vs []ssa.Value) []V {
	again := b.ordering[ins]
	b.ordering[ins] = true
	args := make([]V, len(vs))
	for i, v := range vs {
		if again {
			args[i] = b.eval(v)
		} else {
			args[i] = b.evalAt(v, ins)
		}
	}
	if !again {
		delete(b.ordering, ins)
	}
	return args
}

func (b *builder) binop(v *ssa.BinOp) V {
	switch v.Op {
	case token.EQL, token.NEQ:
		if isError(v.X.Type()) {
			return b.node(Node{Op: OpErrTest, Args: []V{b.eval(v.X), b.eval(v.Y)}})
		}
	case token.ADD:
		if isString(v.Type()) {
			return b.node(Node{Op: OpConcat, Args: []V{b.eval(v.X), b.eval(v.Y)}, Pos: b.x.at.pos(v.Pos())})
		}
	}
	return b.node(Node{Op: OpMix, Text: v.Op.String(), Args: []V{b.eval(v.X), b.eval(v.Y)}, Pos: b.x.at.pos(v.Pos())})
}

// collectPuts finds every write the function makes to a thing, so that a value
// can be read back whole. It does not look at the order of writes.
func (b *builder) collectPuts() {
	for _, blk := range b.f.Blocks {
		for _, ins := range blk.Instrs {
			switch ins := ins.(type) {
			case *ssa.Store:
				root, path := rootOf(ins.Addr)
				b.addPut(root, pendingPut{ins: ins, path: path, val: ins.Val})
			case *ssa.MapUpdate:
				root, path := rootOf(ins.Map)
				b.addPut(root, pendingPut{ins: ins, path: append(path, elemKey(ins.Key)), val: ins.Value})
			case *ssa.Send:
				root, path := rootOf(ins.Chan)
				b.addPut(root, pendingPut{ins: ins, path: append(path, "<-"), val: ins.X})
			case *ssa.MakeClosure:
				b.closurePuts(ins)
			case ssa.CallInstruction:
				b.callPuts(ins)
			}
		}
	}
}

const (
	maxPuts  = 200
	maxTests = 40
)

func (b *builder) addPut(root ssa.Value, p pendingPut) {
	switch root.(type) {
	case *ssa.Global, *ssa.Const, *ssa.Function, *ssa.Builtin:
		return
	}
	if len(b.puts[root]) < maxPuts {
		b.puts[root] = append(b.puts[root], p)
	}
}

// closurePuts records what a closure does to the variables it captures.
func (b *builder) closurePuts(c *ssa.MakeClosure) {
	kid := b.kids[c.Fn.(*ssa.Function)]
	if kid == nil {
		return
	}
	for i, v := range c.Bindings {
		for _, w := range kid.Writes {
			if w.Free && int(w.Root) == i {
				root, path := rootOf(v)
				b.addPut(root, pendingPut{ins: c, path: path, clo: c, free: i})
				break
			}
		}
	}
}

// callPuts records that a call may change what its arguments point to.
func (b *builder) callPuts(ins ssa.CallInstruction) {
	if _, builtin := ins.Common().Value.(*ssa.Builtin); builtin || b.x.pureCall(ins.Common()) {
		return // append is a value of its own
	}
	args := callArgs(ins.Common())
	if fn := calleeObj(ins.Common()); fn != nil && fn.Name() == "Encode" && len(args) > 0 {
		b.encoderPuts(ins, args[0])
	}
	for i, arg := range args {
		for _, a := range append(variadic(arg), arg) {
			b.argPut(ins, i, a)
		}
	}
}

// encoderPuts records that an encoder writes to what it was made on:
// json.NewEncoder(&buf).Encode(v) writes v to buf.
func (b *builder) encoderPuts(ins ssa.CallInstruction, enc ssa.Value) {
	made, ok := enc.(*ssa.Call)
	if !ok {
		return
	}
	for _, a := range callArgs(&made.Call) {
		b.argPut(ins, 0, a)
	}
}

func (b *builder) argPut(ins ssa.CallInstruction, i int, arg ssa.Value) {
	held := arg
	if iface, ok := arg.(*ssa.MakeInterface); ok {
		held = iface.X
	}
	if !mutable(held.Type()) {
		return
	}
	root, path := rootOf(arg)
	switch root.(type) {
	case *ssa.Alloc, *ssa.MakeMap, *ssa.MakeSlice, *ssa.Call, *ssa.Extract, *ssa.Phi, *ssa.Parameter, *ssa.FreeVar:
		if root != ins.Value() {
			b.addPut(root, pendingPut{ins: ins, path: path, call: ins, arg: i})
		}
	}
}

// variadic lists the values of an argument list made for the call:
// row.Scan(&a, &b) writes to both.
func variadic(arg ssa.Value) []ssa.Value {
	s, ok := arg.(*ssa.Slice)
	if !ok {
		return nil
	}
	array, ok := s.X.(*ssa.Alloc)
	if !ok || array.Comment != "varargs" || array.Referrers() == nil {
		return nil
	}
	var out []ssa.Value
	for _, ref := range *array.Referrers() {
		at, ok := ref.(*ssa.IndexAddr)
		if !ok || at.Referrers() == nil {
			continue
		}
		for _, use := range *at.Referrers() {
			if st, ok := use.(*ssa.Store); ok && st.Addr == at {
				out = append(out, st.Val)
			}
		}
	}
	return out
}

// mutable reports whether a callee can write through a value of type t.
func mutable(t types.Type) bool {
	switch t.Underlying().(type) {
	case *types.Pointer, *types.Map, *types.Slice:
		return true
	case *types.Interface:
		return !isError(t) && namedString(t) != "context.Context"
	}
	return false
}

// callArgs are the arguments of a call, the receiver first.
func callArgs(c *ssa.CallCommon) []ssa.Value {
	if c.IsInvoke() {
		return append([]ssa.Value{c.Value}, c.Args...)
	}
	if fn, static := c.Value.(*ssa.Function); static && fn.Object() != nil {
		return c.Args
	}
	if _, ok := c.Value.(*ssa.Builtin); ok {
		return c.Args
	}
	return append([]ssa.Value{c.Value}, c.Args...)
}

// rootOf follows an address to the thing it lies in. Pointer and pointee are
// not told apart: *p and p have the same root.
func rootOf(v ssa.Value) (ssa.Value, []string) {
	var rev []string
	for {
		switch x := v.(type) {
		case *ssa.FieldAddr:
			if st, _ := structOf(x.X.Type()); st != nil {
				rev = append(rev, st.Field(x.Field).Name())
			}
			v = x.X
		case *ssa.Field:
			if st, _ := structOf(x.X.Type()); st != nil {
				rev = append(rev, st.Field(x.Field).Name())
			}
			v = x.X
		case *ssa.IndexAddr:
			rev = append(rev, elemKey(x.Index))
			v = x.X
		case *ssa.Lookup:
			rev = append(rev, elemKey(x.Index))
			v = x.X
		case *ssa.UnOp:
			if x.Op != token.MUL {
				return v, reversed(rev)
			}
			v = x.X
		case *ssa.ChangeType:
			v = x.X
		case *ssa.MakeInterface:
			v = x.X
		case *ssa.ChangeInterface:
			v = x.X
		case *ssa.Slice:
			v = x.X
		case *ssa.TypeAssert:
			v = x.X
		default:
			return v, reversed(rev)
		}
	}
}

func reversed(s []string) []string {
	out := make([]string, len(s))
	for i, p := range s {
		out[len(s)-1-i] = p
	}
	return out
}

// results joins what the return statements give.
func (b *builder) results() {
	n := b.f.Signature.Results().Len()
	if n == 0 {
		return
	}
	alts := make([][]V, n)
	for _, blk := range b.f.Blocks {
		ret, ok := blk.Instrs[len(blk.Instrs)-1].(*ssa.Return)
		if !ok || blk == b.f.Recover {
			continue
		}
		for i, r := range ret.Results {
			if v := b.eval(r); !slices.Contains(alts[i], v) {
				alts[i] = append(alts[i], v)
			}
		}
	}
	b.out.Results = make([]V, n)
	for i, a := range alts {
		switch len(a) {
		case 0:
		case 1:
			b.out.Results[i] = a[0]
		default:
			b.out.Results[i] = b.node(Node{Op: OpAlt, Args: a})
		}
	}
}

// writes exports what the function does to its parameters and captured
// variables.
func (b *builder) writes() {
	for i, p := range b.f.Params {
		for _, put := range b.puts[p] {
			b.out.Writes = append(b.out.Writes, Write{Root: int32(i), Put: b.put(put)})
		}
	}
	for i, p := range b.f.FreeVars {
		for _, put := range b.puts[p] {
			b.out.Writes = append(b.out.Writes, Write{Root: int32(i), Free: true, Put: b.put(put)})
		}
	}
}

// steps lists, in order, the calls that matter to a handler, and the stores to
// fields and package variables that tell what a dynamic call will meet.
func (b *builder) steps() {
	for _, blk := range b.f.Blocks {
		for _, ins := range blk.Instrs {
			switch ins := ins.(type) {
			case *ssa.Alloc:
				b.typeEvidence(ins.Type())
			case ssa.CallInstruction:
				b.callStep(blk, ins)
			case *ssa.Send:
				b.out.Steps = append(b.out.Steps, Step{
					Node: b.eval(ins.Chan), Send: b.eval(ins.X), Block: int32(blk.Index),
					Loop: inLoop(blk), Conds: b.conds(blk), Pos: b.x.at.pos(ins.Pos()),
				})
			case *ssa.Select:
				for _, st := range ins.States {
					if st.Dir == types.SendOnly {
						b.out.Steps = append(b.out.Steps, Step{
							Node: b.eval(st.Chan), Send: b.eval(st.Send), Lossy: !ins.Blocking, Block: int32(blk.Index),
							Loop: inLoop(blk), Conds: b.conds(blk), Pos: b.x.at.pos(st.Pos),
						})
					}
				}
			case *ssa.Store:
				b.flow(ins.Addr, ins.Val, "")
			case *ssa.MapUpdate:
				b.flow(ins.Map, ins.Value, elemKey(ins.Key))
			case *ssa.ChangeType:
				for _, spec := range b.x.cat.Convert(ins.Type()) {
					b.register(spec, 0, b.eval(ins.X), b.x.at.pos(ins.Pos()))
				}
			}
		}
	}
}

// flow records a store to a field or a package variable.
func (b *builder) flow(addr, val ssa.Value, key string) {
	if key != "" {
		if u, ok := addr.(*ssa.UnOp); ok && u.Op == token.MUL {
			addr = u.X
		}
	}
	value := func() V {
		v := b.eval(val)
		if key != "" {
			v = b.node(Node{Op: OpObj, Args: []V{0}, Puts: []Put{{Path: []string{key}, Val: v}}})
		}
		return v
	}
	switch a := addr.(type) {
	case *ssa.Global:
		b.x.sum.Globals = append(b.x.sum.Globals, GlobalFlow{Name: a.String(), Fn: b.out.ID, Val: value(), Init: strings.HasPrefix(b.f.Name(), "init")})
	case *ssa.FieldAddr:
		st, named := structOf(a.X.Type())
		if n, ok := types.Unalias(deref(a.X.Type())).(*types.Named); ok && st != nil {
			for _, spec := range b.x.cat.Field(n, st.Field(a.Field).Name()) {
				b.register(spec, 0, b.eval(val), b.x.at.pos(a.Pos()))
			}
		}
		if root, path := rootOf(a); len(path) == 1 {
			if g, ok := root.(*ssa.Global); ok { // http.DefaultClient.Timeout = …
				b.x.sum.Globals = append(b.x.sum.Globals, GlobalFlow{Name: g.String() + "." + path[0], Fn: b.out.ID, Val: value()})
			}
		}
		if st == nil || named == "" {
			return
		}
		if !b.x.scope[typePkg(a.X.Type())] {
			if name := st.Field(a.Field).Name(); b.x.specs.orderIf[name] {
				b.x.sum.Flows = append(b.x.sum.Flows, FieldFlow{Field: switchOf(name, holder(a.X)), Fn: b.out.ID, Val: value()})
			}
			return
		}
		b.x.sum.Flows = append(b.x.sum.Flows, FieldFlow{Field: named + "." + st.Field(a.Field).Name(), Fn: b.out.ID, Val: value()})
	}
}

// holder is the field a pointer was loaded from, "" for none.
func holder(v ssa.Value) string {
	if u, ok := v.(*ssa.UnOp); ok && u.Op == token.MUL {
		if a, ok := u.X.(*ssa.FieldAddr); ok {
			if st, _ := structOf(a.X.Type()); st != nil {
				return st.Field(a.Field).Name()
			}
		}
	}
	return ""
}

// switchOf names the setting of a library's value that lies in a field of the
// program: b.publisher.EnableMessageOrdering.
func switchOf(setting, holder string) string { return setting + " of " + holder }

func (b *builder) callStep(blk *ssa.BasicBlock, ins ssa.CallInstruction) {
	common := ins.Common()
	if _, ok := common.Value.(*ssa.Builtin); ok {
		return
	}
	n := b.call(ins)
	b.registrations(common, n)
	node := &b.out.Nodes[n]
	if n == 0 || node.Op != OpCall || !b.stepWorthy(common, node) {
		return
	}
	_, isGo := ins.(*ssa.Go)
	_, isDefer := ins.(*ssa.Defer)
	b.out.Steps = append(b.out.Steps, Step{
		Node: n, Block: int32(blk.Index), Loop: inLoop(blk), Tries: triesAgain(blk), Go: isGo, Defer: isDefer,
		Conds: b.conds(blk), Pos: node.Pos,
	})
}

// stepWorthy reports whether the call can be, or lead to, an effect, a guard
// or an ack.
func (b *builder) stepWorthy(c *ssa.CallCommon, n *Node) bool {
	k := n.Call
	if k.Effect != "" || k.Ack != "" || k.Guard != "" || k.Tx != "" || k.Route != "" {
		return true
	}
	if k.Kind != CallOpaque {
		return true
	}
	for _, a := range callArgs(c) {
		if b.mayHoldFunc(a) {
			return true
		}
	}
	return false
}

// mayHoldFunc reports whether a is a function value of the program, or hides
// one.
func (b *builder) mayHoldFunc(a ssa.Value) bool {
	for {
		switch v := a.(type) {
		case *ssa.MakeInterface:
			a = v.X
			continue
		case *ssa.ChangeType:
			a = v.X
			continue
		case *ssa.Function, *ssa.MakeClosure:
			return true
		}
		_, isFunc := a.Type().Underlying().(*types.Signature)
		if _, isConst := a.(*ssa.Const); isConst {
			return false
		}
		return isFunc
	}
}

// conds are the conditions a block depends on, outermost first: every branch
// whose one side leads here and whose other side does not.
func (b *builder) conds(blk *ssa.BasicBlock) []V {
	var out []V
	for d := blk.Idom(); d != nil; d = d.Idom() {
		iff, ok := d.Instrs[len(d.Instrs)-1].(*ssa.If)
		if !ok {
			continue
		}
		a, c := dominatesEdge(d, d.Succs[0], blk), dominatesEdge(d, d.Succs[1], blk)
		if a == c {
			continue
		}
		if v := b.eval(iff.Cond); a {
			out = append(out, v)
		} else {
			out = append(out, -v)
		}
	}
	slices.Reverse(out)
	if len(out) > 24 {
		out = out[len(out)-24:]
	}
	return out
}

// dominatesEdge reports whether blk can only be reached from d through succ.
func dominatesEdge(d, succ, blk *ssa.BasicBlock) bool {
	return len(succ.Preds) == 1 && succ.Preds[0] == d && succ.Dominates(blk)
}

// inLoop reports whether blk lies on a cycle.
func inLoop(blk *ssa.BasicBlock) bool {
	seen := map[*ssa.BasicBlock]bool{}
	stack := slices.Clone(blk.Succs)
	for len(stack) > 0 {
		b := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if b == blk {
			return true
		}
		if seen[b] {
			continue
		}
		seen[b] = true
		stack = append(stack, b.Succs...)
	}
	return false
}
