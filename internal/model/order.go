package model

import (
	"slices"

	"golang.org/x/tools/go/ssa"
)

// The contents of a thing are collected without regard to order. What a call
// is given is only what was put in on some path before the call, and not
// overwritten since: one request value is often filled and sent several times.

// maxOrdered bounds the writes whose order is looked at.
const maxOrdered = 64

// evalAt evaluates an argument of ins.
func (b *builder) evalAt(arg ssa.Value, ins ssa.Instruction) V {
	root, typ, ok := plainRoot(arg)
	if !ok || len(b.puts[root]) < 2 || len(b.puts[root]) > maxOrdered {
		return b.eval(arg)
	}
	kept := b.putsBefore(root, ins)
	if len(kept) == len(b.puts[root]) {
		return b.eval(arg)
	}
	v := b.holding(root, kept)
	if v == 0 {
		return b.eval(arg)
	}
	if typ != "" {
		v = b.node(Node{Op: OpIface, Type: typ, Args: []V{v}})
	}
	return v
}

// holding is the thing root with only the writes kept, 0 if it is no thing of
// its own.
func (b *builder) holding(root ssa.Value, kept []pendingPut) V {
	whole := b.eval(root)
	n := &b.out.Nodes[whole]
	if n.Op != OpObj || len(n.Args) == 0 {
		return 0 // or one that is being made, of which not even the base is known
	}
	seen := Node{Op: OpObj, Type: n.Type, Pos: n.Pos, Args: n.Args}
	for _, p := range kept {
		put := b.put(p)
		if put.Call == 0 && put.Val == whole {
			continue
		}
		seen.Puts = append(seen.Puts, put)
	}
	return b.node(seen)
}

// plainRoot is the thing arg is, or points to, with the concrete type where it
// is wrapped in an interface.
func plainRoot(arg ssa.Value) (root ssa.Value, typ string, ok bool) {
	for {
		switch x := arg.(type) {
		case *ssa.MakeInterface:
			if typ == "" {
				typ = concreteString(x.X.Type())
			}
			arg = x.X
		case *ssa.ChangeType:
			arg = x.X
		case *ssa.ChangeInterface:
			arg = x.X
		case *ssa.UnOp:
			arg = x.X
		case *ssa.Slice:
			arg = x.X
		case *ssa.Alloc, *ssa.MakeMap, *ssa.Call, *ssa.Extract:
			return arg, typ, true
		default:
			return nil, "", false
		}
	}
}

// putsBefore lists the writes to root that ins may see.
func (b *builder) putsBefore(root ssa.Value, ins ssa.Instruction) []pendingPut {
	def, _ := root.(ssa.Instruction)
	var kept []pendingPut
	for _, p := range b.puts[root] {
		if p.ins == nil || b.reaches(p.ins, ins, def) {
			kept = append(kept, p)
		}
	}
	return slices.DeleteFunc(kept, func(p pendingPut) bool {
		return slices.ContainsFunc(kept, func(q pendingPut) bool { return b.overwrites(q, p, ins) })
	})
}

// overwrites reports whether q always replaces what p stored before ins runs.
func (b *builder) overwrites(q, p pendingPut, ins ssa.Instruction) bool {
	return p.ins != q.ins && p.val != nil && q.val != nil && slices.Equal(p.path, q.path) &&
		len(p.path) > 0 && p.path[len(p.path)-1] != "[]" &&
		b.before(p.ins, q.ins) && b.before(q.ins, ins)
}

// before reports whether x always runs before y.
func (b *builder) before(x, y ssa.Instruction) bool {
	if x.Block() == y.Block() {
		return b.at(x) < b.at(y)
	}
	return x.Block().Dominates(y.Block())
}

// reaches reports whether y can run after x without def, which makes a new
// thing, in between.
func (b *builder) reaches(x, y, def ssa.Instruction) bool {
	if x.Block() == y.Block() && b.at(x) < b.at(y) {
		return true
	}
	var stop *ssa.BasicBlock
	if def != nil {
		stop = def.Block()
	}
	seen := map[*ssa.BasicBlock]bool{}
	stack := slices.Clone(x.Block().Succs)
	for len(stack) > 0 {
		blk := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if seen[blk] || blk == stop {
			continue
		}
		if blk == y.Block() {
			return true
		}
		seen[blk] = true
		stack = append(stack, blk.Succs...)
	}
	return false
}

// at is the position of an instruction in its block.
func (b *builder) at(ins ssa.Instruction) int {
	if b.index == nil {
		b.index = map[ssa.Instruction]int{}
		for _, blk := range b.f.Blocks {
			for i, x := range blk.Instrs {
				b.index[x] = i
			}
		}
	}
	return b.index[ins]
}

// loadBefore evaluates a load of a field that nothing in the function has
// written yet: what the thing came with. It is 0 for all other loads.
func (b *builder) loadBefore(load *ssa.UnOp) V {
	root, path := rootOf(load.X)
	switch root.(type) {
	case *ssa.Alloc:
		return b.fieldBefore(load, root, path)
	case *ssa.Parameter, *ssa.FreeVar, *ssa.Extract, *ssa.Call:
	default:
		return 0
	}
	if len(path) == 0 || len(b.puts[root]) == 0 || len(b.puts[root]) > maxOrdered || len(b.putsBefore(root, load)) > 0 {
		return 0
	}
	return b.untouched(load.X, root)
}

// fieldBefore evaluates the load of a field that is written later, without that
// write: the state that was read, not the one that is about to be saved.
func (b *builder) fieldBefore(load *ssa.UnOp, root ssa.Value, path []string) V {
	f, ok := load.X.(*ssa.FieldAddr)
	if !ok || f.X != root || len(path) != 1 || len(b.puts[root]) > maxOrdered || b.ordering[load] {
		return 0
	}
	b.ordering[load] = true
	defer delete(b.ordering, load)
	kept := b.putsBefore(root, load)
	later := func(p pendingPut) bool {
		return slices.Equal(p.path, path) && !slices.ContainsFunc(kept, func(q pendingPut) bool { return q.ins == p.ins })
	}
	if !slices.ContainsFunc(b.puts[root], later) {
		return 0
	}
	return b.fieldOf(f, func() V { return b.holding(root, kept) })
}

// untouched evaluates an address below root without what was put into it.
func (b *builder) untouched(v, root ssa.Value) V {
	if v == root {
		if n, ok := b.came[root]; ok {
			return n
		}
		n := b.base(root)
		b.came[root] = n
		return n
	}
	f, ok := v.(*ssa.FieldAddr)
	if !ok {
		if u, isLoad := v.(*ssa.UnOp); isLoad {
			return b.untouched(u.X, root)
		}
		return 0
	}
	return b.fieldOf(f, func() V { return b.untouched(f.X, root) })
}

// fieldOf is the field f addresses, of the thing as of makes it; 0 for a
// message, whose fields the catalogue knows, and where there is no such thing.
func (b *builder) fieldOf(f *ssa.FieldAddr, of func() V) V {
	if spec, _ := b.x.cat.Message(f.X.Type()); spec != nil {
		return 0
	}
	st, named := structOf(f.X.Type())
	x := of()
	if st == nil || x == 0 {
		return 0
	}
	return b.node(Node{Op: OpField, Text: st.Field(f.Field).Name(), Type: named, Args: []V{x}})
}
