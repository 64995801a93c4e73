package model

import (
	"go/constant"
	"go/token"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// This file tells the counter of a loop that tries again from one that goes
// through a list. What is made of the first differs from try to try; the second
// is a position in the message, the same in every delivery.

// tryCounter is how the name of a source begins that counts tries.
const tryCounter = "the try counter"

// CountsTries reports whether the source is the counter of a loop that tries
// again.
func (s SourceRef) CountsTries() bool { return strings.HasPrefix(s.Name, tryCounter) }

// countsTries reports whether a phi counts the turns of a loop that is left when
// something succeeds, and goes on when it fails.
func countsTries(phi *ssa.Phi) bool {
	next := increment(phi)
	if next == nil || indexes(phi) || indexes(next) {
		return false
	}
	return leftOnSuccess(turns(phi.Block()))
}

// triesAgain reports whether a block stands in a loop that is left when something
// succeeds, and goes on when it fails.
func triesAgain(blk *ssa.BasicBlock) bool {
	for head := blk; head != nil; head = head.Idom() {
		if loop := turns(head); len(loop) > 1 && loop[blk] && leftOnSuccess(loop) {
			return true
		}
	}
	return false
}

func leftOnSuccess(loop map[*ssa.BasicBlock]bool) bool {
	for blk := range loop {
		good, bad, ok := outcomes(blk)
		if ok && loop[bad] && (!loop[good] || !goesThroughList(loop) && endsWell(loop, good)) {
			return true
		}
	}
	return false
}

// endsWell reports whether a loop can be left from a block by returning without
// an error: after a look at the status, say.
func endsWell(loop map[*ssa.BasicBlock]bool, from *ssa.BasicBlock) bool {
	seen := map[*ssa.BasicBlock]bool{}
	stack := []*ssa.BasicBlock{from}
	for len(stack) > 0 {
		b := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if seen[b] {
			continue
		}
		seen[b] = true
		if !loop[b] {
			if ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok && len(ret.Results) > 0 && isNil(ret.Results[len(ret.Results)-1]) {
				return true
			}
			continue
		}
		stack = append(stack, b.Succs...)
	}
	return false
}

// goesThroughList reports whether each turn of a loop takes something else: an
// element, an entry, what comes over a channel, what a call reads.
func goesThroughList(loop map[*ssa.BasicBlock]bool) bool {
	for blk := range loop {
		for _, ins := range blk.Instrs {
			switch ins := ins.(type) {
			case *ssa.Next, *ssa.Select:
				return true
			case *ssa.UnOp:
				if ins.Op == token.ARROW {
					return true
				}
			case *ssa.Phi:
				if next := increment(ins); next != nil && (indexes(ins) || indexes(next)) {
					return true
				}
			}
		}
	}
	return false
}

// increment is the value a phi has in the next turn, if that is one more.
func increment(phi *ssa.Phi) ssa.Value {
	for _, e := range phi.Edges {
		b, ok := e.(*ssa.BinOp)
		if !ok || b.Op != token.ADD || b.X != phi {
			continue
		}
		if one, ok := b.Y.(*ssa.Const); ok && one.Value != nil && one.Value.Kind() == constant.Int && one.Value.ExactString() == "1" {
			return b
		}
	}
	return nil
}

// indexes reports whether a value picks an element, or is counted up to a length.
func indexes(v ssa.Value) bool {
	for _, r := range *v.Referrers() {
		switch r := r.(type) {
		case *ssa.IndexAddr, *ssa.Index, *ssa.Lookup, *ssa.Slice:
			return true
		case *ssa.BinOp:
			if isLen(r.X) || isLen(r.Y) {
				return true
			}
		}
	}
	return false
}

func isLen(v ssa.Value) bool {
	c, ok := v.(*ssa.Call)
	if !ok {
		return false
	}
	blt, ok := c.Call.Value.(*ssa.Builtin)
	return ok && blt.Name() == "len"
}

// turns are the blocks of the loop a block is the head of.
func turns(head *ssa.BasicBlock) map[*ssa.BasicBlock]bool {
	loop := map[*ssa.BasicBlock]bool{head: true}
	var stack []*ssa.BasicBlock
	for _, p := range head.Preds {
		if head.Dominates(p) {
			stack = append(stack, p)
		}
	}
	for len(stack) > 0 {
		b := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if !loop[b] {
			loop[b] = true
			stack = append(stack, b.Preds...)
		}
	}
	return loop
}

// outcomes are where a block goes on without and with an error, if it looks at
// one.
func outcomes(blk *ssa.BasicBlock) (good, bad *ssa.BasicBlock, ok bool) {
	if len(blk.Instrs) == 0 {
		return nil, nil, false
	}
	branch, ok := blk.Instrs[len(blk.Instrs)-1].(*ssa.If)
	if !ok {
		return nil, nil, false
	}
	cond, ok := branch.Cond.(*ssa.BinOp)
	if !ok || !isError(cond.X.Type()) || !isNil(cond.X) && !isNil(cond.Y) {
		return nil, nil, false
	}
	switch cond.Op {
	case token.EQL:
		return blk.Succs[0], blk.Succs[1], true
	case token.NEQ:
		return blk.Succs[1], blk.Succs[0], true
	}
	return nil, nil, false
}

// variable is the name of the variable behind a phi, "" if it has none.
func variable(phi *ssa.Phi) string {
	if strings.Contains(phi.Comment, ".") {
		return "" // rangeint.iter
	}
	return phi.Comment
}
