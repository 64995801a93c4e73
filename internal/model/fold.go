package model

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// This file follows what people build chains with: a loop that hands a value to each
// function of a list, and goes on with what that returns. Middlewares are put around
// a handler that way.

// fold makes the node of a variable that a loop builds up, 0 if phi is none: it
// starts as Args[0], and becomes what each element of the list Args[1] makes of it.
// Args[2] is the call of the element, or the closure that remembers both. Puts are
// which argument, or captured variable, is the variable, and which is the element.
// Index is -1 if the list is gone through from its end.
func (b *builder) fold(phi *ssa.Phi) V {
	if len(phi.Edges) != 2 {
		return 0
	}
	for i, e := range phi.Edges {
		at, puts := folds(phi, e)
		if at == nil {
			continue
		}
		n := b.node(Node{Op: OpFold, Index: direction(at.Index), Puts: puts})
		if _, ok := b.memo[phi]; !ok {
			b.memo[phi] = n // the call is given the variable
		}
		args := []V{b.eval(phi.Edges[1-i]), b.eval(at.X)}
		if call, ok := e.(*ssa.Call); ok {
			args = append(args, b.call(call))
		} else {
			args = append(args, b.eval(e))
		}
		if n != 0 {
			b.out.Nodes[n].Args = args
		}
		return n
	}
	return 0
}

// folds looks for a call of an element that is given the variable phi, or a closure
// that captures both. It returns where the element is read.
func folds(phi *ssa.Phi, e ssa.Value) (*ssa.IndexAddr, []Put) {
	if call, ok := e.(*ssa.Call); ok {
		if given := slices.Index(call.Call.Args, ssa.Value(phi)); given >= 0 {
			return element(call.Call.Value), []Put{{Arg: int32(given)}}
		}
		return nil, nil
	}
	clo, ok := unwrap(e).(*ssa.MakeClosure)
	if !ok {
		return nil, nil
	}
	var at *ssa.IndexAddr
	puts := []Put{{Arg: -1}, {Arg: -1}}
	for i, v := range clo.Bindings {
		switch v := stored(v); {
		case v == nil:
		case v == phi:
			puts[0].Arg = int32(i)
		case element(v) != nil:
			at, puts[1].Arg = element(v), int32(i)
		}
	}
	if puts[0].Arg < 0 || puts[1].Arg < 0 {
		return nil, nil
	}
	return at, puts
}

// element is where v is read from a list, nil if it is not.
func element(v ssa.Value) *ssa.IndexAddr {
	load, ok := v.(*ssa.UnOp)
	if !ok || load.Op != token.MUL {
		return nil
	}
	at, _ := load.X.(*ssa.IndexAddr)
	return at
}

// stored is the only value a captured variable gets, nil if there are others.
func stored(v ssa.Value) ssa.Value {
	cell, ok := v.(*ssa.Alloc)
	if !ok {
		return nil
	}
	var only ssa.Value
	for _, ref := range *cell.Referrers() {
		if st, ok := ref.(*ssa.Store); ok && st.Addr == cell {
			if only != nil {
				return nil
			}
			only = st.Val
		}
	}
	return only
}

// direction is -1 for the index of a loop that goes down, and 1 for others.
func direction(index ssa.Value) int32 {
	phi, ok := index.(*ssa.Phi)
	if ok && slices.ContainsFunc(phi.Edges, func(e ssa.Value) bool {
		op, ok := e.(*ssa.BinOp)
		return ok && op.Op == token.SUB && op.X == phi
	}) {
		return -1
	}
	return 1
}

// fold evaluates an OpFold. An element that a library made is taken for one that hands
// on what it is given; of one that is not known, nobody can say what it does before.
func (fr *frame) fold(v V) *Val {
	n := &fr.fn.Nodes[v]
	x := fr.eval(n.Args[0])
	list := fr.eval(n.Args[1])
	each, more := fr.w.elements(list, 0)
	if more {
		// In some order, each once.
		each = alternatives(fr.w.elem(list, "[]"))
	}
	each = slices.Clone(each)
	if n.Index < 0 {
		slices.Reverse(each)
	}
	for _, e := range each {
		made := fr.foldCall
		if len(n.Puts) == 2 {
			made = fr.foldClosure
		}
		if next := made(n, x, e); next.op != OpUnknown {
			x = next
		} else if !ofLibrary(e) {
			return unknownBecause("made by something that is not known")
		}
	}
	return x
}

// ofLibrary reports whether a value is a function of a library, or what one returned.
func ofLibrary(x *Val) bool {
	x = bare(x)
	if x.op == OpCall {
		n := x.callNode()
		return n.Op == OpCall && n.Call.Kind == CallOpaque
	}
	return x.op == OpFunc
}

// foldCall is what the call of the element e makes of x.
func (fr *frame) foldCall(n *Node, x, e *Val) *Val {
	call := fr.fn.callAt(n.Args[2])
	given := int(n.Puts[0].Arg)
	if call.Op != OpCall || given+1 >= len(call.Args) {
		return unknown
	}
	args := fr.laterAll(call.Args[1:])
	args[given] = x
	var in []*frame
	switch call.Call.Kind {
	case CallInvoke:
		for _, t := range fr.w.targets(e, call.Call.Name) {
			in = fr.enter(in, t.fn, append([]*Val{t.recv}, args...), nil)
		}
	case CallValue:
		for _, f := range fr.w.funcValues(e) {
			in = fr.enterValue(in, f, args)
		}
	}
	var made []*Val
	for _, callee := range in {
		if len(callee.fn.Results) > 0 {
			made = append(made, callee.eval(callee.fn.Results[0]))
		}
	}
	return alt(made, false)
}

// foldClosure is the closure that has captured x and the element e.
func (fr *frame) foldClosure(n *Node, x, e *Val) *Val {
	made := &fr.fn.Nodes[n.Args[2]]
	typ, place := "", fr.fn.place(made.Pos, "")
	if made.Op == OpIface {
		typ, made = made.Type, &fr.fn.Nodes[made.Args[0]]
	}
	if made.Op != OpFunc || len(n.Puts) != 2 || len(made.Args) == 0 {
		return unknown
	}
	free := fr.laterAll(made.Args)
	free[n.Puts[0].Arg], free[n.Puts[1].Arg] = cell(x), cell(e)
	clo := &Val{op: OpFunc, text: made.Text, args: free, place: place}
	if typ == "" {
		return clo
	}
	return &Val{op: OpIface, typ: typ, args: []*Val{clo}, place: place}
}

// cell is a captured variable that holds x.
func cell(x *Val) *Val {
	return &Val{op: OpObj, obj: &object{base: zero, puts: []boundPut{{put: &Put{}, val: x}}}}
}
