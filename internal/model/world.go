package model

import (
	"slices"
	"strings"

	"github.com/idemlint/idemlint/internal/catalog"
	"github.com/idemlint/idemlint/internal/finding"
	"github.com/idemlint/idemlint/internal/sqltext"
)

// A world is every summary visible from one package, indexed for the
// questions resolution asks.
type world struct {
	specs   *specs
	sums    []*Summary
	funcs   map[string]*Fn
	methods map[string][]Method
	types   map[string]*StructInfo
	index   *index
	recvs   []recvSite
	regs    []reg
	roots   map[*Fn]*frame // frames without a caller
	origins map[*Val][]Mixture
	// entered are the packages whose functions the current walk evaluated.
	entered map[string]bool
	// chanPlaces is where the channel of a receive is made.
	chanPlaces map[*Receive][]finding.Place
	queries    []sqltext.Statement // see statements
	// duplicates memoises duplicateHandled.
	duplicates map[site]bool
	container  *container
	// sites memoises where the program says a limit.
	sites map[*catalog.TimeoutSpec][]site
	// reached are the functions that the handlers walked so far reach.
	reached map[*Fn]bool
	// leased are the handlers whose contexts end with the lease.
	leased map[*Fn]bool
	walked map[string]*walker // the walks of this package, by root
	// reachable and postdom memoise questions about control flow; callbacks the
	// activations of functions handed to calls.
	reachable map[blockOf]map[int32]bool
	loops     map[blockOf]map[int32]bool
	postdom   map[*Fn][]int32
	callbacks map[callKey][]*frame
	reading   int // how deep things are read out of things
	asking    int // how deep questions about parts are, and what was answered; see once
	parts     map[part]*Val
	found     map[part][]target // memoises targets
	budget    int
	grants    int // how often a walk may still be given more
	// nesting, cuts and provisional keep what was found amid a recursion from
	// being taken for the last word.
	nesting, cuts int
	provisional   []provisional
}

// An index finds what the program does with fields, variables and functions.
// Most packages look at handlers that were walked to the end below, and never
// ask.
type index struct {
	flows   map[string][]site
	globals map[string][]site
	callers map[string][]site // by callee id: Val is the call node
	makers  map[string]site   // by closure id: Val is the OpFunc node
	invokes map[string][]site // by method name: Val is the call node
	values  []site            // calls of function values
}

// site is a value in a function.
type site struct {
	fn   *Fn
	val  V
	init bool
}

type recvSite struct {
	fn   *Fn
	recv *Receive
}

type reg struct {
	fn *Fn
	Registration
}

func newWorld(s *specs, sums []*Summary) *world {
	w := &world{
		specs: s, sums: sums, funcs: map[string]*Fn{}, methods: map[string][]Method{}, types: map[string]*StructInfo{},
		roots: map[*Fn]*frame{}, origins: map[*Val][]Mixture{}, entered: map[string]bool{},
		chanPlaces: map[*Receive][]finding.Place{}, duplicates: map[site]bool{}, reached: map[*Fn]bool{}, walked: map[string]*walker{}, sites: map[*catalog.TimeoutSpec][]site{},
		reachable: map[blockOf]map[int32]bool{}, loops: map[blockOf]map[int32]bool{}, postdom: map[*Fn][]int32{}, callbacks: map[callKey][]*frame{}, parts: map[part]*Val{}, found: map[part][]target{},
	}
	for _, sum := range sums {
		for _, fn := range sum.Funcs {
			w.funcs[fn.ID] = fn
		}
		for _, m := range sum.Methods {
			w.methods[m.Type] = m.Methods
		}
		for _, t := range sum.Types {
			w.types[t.Name] = t
		}
	}
	for _, sum := range sums {
		for _, r := range sum.Regs {
			w.regs = append(w.regs, reg{fn: w.funcs[r.Fn], Registration: r})
		}
		for _, fn := range sum.Funcs {
			for i := range fn.Recvs {
				w.recvs = append(w.recvs, recvSite{fn: fn, recv: &fn.Recvs[i]})
			}
		}
	}
	return w
}

// uses is the index, made when it is first needed.
func (w *world) uses() *index {
	if w.index == nil {
		w.index = &index{
			flows: map[string][]site{}, globals: map[string][]site{}, callers: map[string][]site{},
			makers: map[string]site{}, invokes: map[string][]site{},
		}
		for _, sum := range w.sums {
			w.index.add(sum, w.funcs)
		}
	}
	return w.index
}

func (x *index) add(sum *Summary, funcs map[string]*Fn) {
	for _, f := range sum.Flows {
		x.flows[f.Field] = append(x.flows[f.Field], site{fn: funcs[f.Fn], val: f.Val})
	}
	for _, g := range sum.Globals {
		x.globals[g.Name] = append(x.globals[g.Name], site{fn: funcs[g.Fn], val: g.Val, init: g.Init})
	}
	for _, fn := range sum.Funcs {
		for i := range fn.Nodes {
			n := &fn.Nodes[i]
			switch {
			case n.Op == OpCall && n.Call.Kind == CallStatic:
				x.callers[n.Call.Fn] = append(x.callers[n.Call.Fn], site{fn: fn, val: V(i)})
			case n.Op == OpCall && n.Call.Kind == CallInvoke:
				x.invokes[n.Call.Name] = append(x.invokes[n.Call.Name], site{fn: fn, val: V(i)})
			case n.Op == OpCall && n.Call.Kind == CallValue:
				x.values = append(x.values, site{fn: fn, val: V(i)})
			case n.Op == OpFunc && strings.Contains(n.Text, "$"):
				x.makers[n.Text] = site{fn: fn, val: V(i)}
			}
		}
	}
}

// constantGlobal is the text or number of a package variable that is given a
// constant where it is declared, and nothing else: an enumeration in variables.
func (w *world) constantGlobal(name string) (string, bool) {
	stores := w.uses().globals[name]
	if len(stores) != 1 || !stores[0].init {
		return "", false
	}
	n := &stores[0].fn.Nodes[stores[0].val]
	return n.Text, n.Op == OpConst
}

// place turns a position of fn's package into a Place.
func (fn *Fn) place(p Pos, note string) finding.Place {
	if !p.IsValid() || fn.pkg == nil || int(p.File) > len(fn.pkg.Files) {
		return finding.Place{}
	}
	return finding.Place{File: fn.pkg.Files[p.File-1], Line: int(p.Line), Column: int(p.Col), Note: note}
}

// method finds the function a method name leads to on a type, "" for none.
func (w *world) method(typ, name string) (Method, bool) {
	ms := w.methods[typ]
	i := slices.IndexFunc(ms, func(m Method) bool { return m.Name == name })
	if i < 0 {
		return Method{}, false
	}
	return ms[i], true
}
