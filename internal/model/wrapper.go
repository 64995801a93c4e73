package model

import (
	"slices"
	"strings"
)

// A program often receives through a function of its own: queue.Poll(ctx)
// returns the messages, the loop that handles them stands with the caller. Such
// a function is itself a receive, and its callers are where the handler is.

const (
	maxWrapping   = 4
	maxValueCalls = 400
)

// wrappedReceives lists the receives made through functions that return what
// they received. The functions themselves are returned as well.
func (w *world) wrappedReceives() ([]recvSite, map[*Fn]bool) {
	wrappers := map[*Fn]bool{}
	var out []recvSite
	level := slices.DeleteFunc(slices.Clone(w.recvs), func(s recvSite) bool { return s.recv.Spec == "" })
	for range maxWrapping {
		var next []recvSite
		for _, s := range level {
			if wrappers[s.fn] || !s.fn.returns(s.recv.Node) {
				continue
			}
			wrappers[s.fn] = true
			next = append(next, w.callsTo(s.fn, s.recv.Spec)...)
		}
		if len(next) == 0 {
			break
		}
		out = append(out, next...)
		level = next
	}
	return out, wrappers
}

// callsTo makes a receive of every call that leads to fn.
func (w *world) callsTo(fn *Fn, spec string) []recvSite {
	var sites []site
	sites = append(sites, w.uses().callers[fn.ID]...)
	name := fn.ID[strings.LastIndexByte(fn.ID, '.')+1:]
	for _, s := range w.uses().invokes[name] {
		recv := w.root(s.fn).eval(s.fn.Nodes[s.val].Args[0])
		if slices.ContainsFunc(w.targets(recv, name), func(t target) bool { return t.fn == fn }) {
			sites = append(sites, s)
		}
	}
	if len(w.uses().values) <= maxValueCalls {
		for _, s := range w.uses().values {
			fs := w.funcValues(w.root(s.fn).eval(s.fn.Nodes[s.val].Args[0]))
			if slices.ContainsFunc(fs, func(f *Val) bool { return f.text == fn.ID }) {
				sites = append(sites, s)
			}
		}
	}
	var out []recvSite
	for _, s := range sites {
		if r := s.fn.receiveAt(s.val, spec); r != nil && s.fn != fn {
			out = append(out, recvSite{fn: s.fn, recv: r})
		}
	}
	return out
}

// receiveAt is the receive a call of fn makes: the code the call dominates.
func (fn *Fn) receiveAt(call V, spec string) *Receive {
	nth := map[int32]int32{}
	for i := range fn.Steps {
		s := &fn.Steps[i]
		nth[s.Block]++
		if s.Node != call || s.Go || s.Defer {
			continue
		}
		r := &Receive{Spec: spec, Node: call, Block: s.Block, After: nth[s.Block], Pos: s.Pos}
		for b := range fn.Idom {
			if int32(b) != s.Block && fn.dominates(s.Block, int32(b)) {
				r.Blocks = append(r.Blocks, int32(b))
			}
		}
		return r
	}
	return nil
}

func (fn *Fn) dominates(a, b int32) bool {
	for b >= 0 && b != a {
		b = fn.Idom[b]
	}
	return b == a
}

// returns reports whether a result of fn is, or holds, the value v.
func (fn *Fn) returns(v V) bool {
	seen := map[V]bool{}
	var reaches func(x V) bool
	reaches = func(x V) bool {
		if x == v {
			return true
		}
		if x == 0 || seen[x] {
			return false
		}
		seen[x] = true
		n := &fn.Nodes[x]
		switch n.Op {
		case OpCall, OpFunc, OpBound, OpErrTest:
			return false
		case OpMix:
			if n.Text == "len" || n.Text == "ok" {
				return false
			}
		}
		for _, a := range n.Args {
			if reaches(a) {
				return true
			}
		}
		for _, p := range n.Puts {
			if p.Call == 0 && reaches(p.Val) {
				return true
			}
		}
		return false
	}
	for i, r := range fn.Results {
		if i+1 != fn.Errors && reaches(r) {
			return true
		}
	}
	return false
}
