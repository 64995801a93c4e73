package model

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/internal/catalog"
)

// Containers wire a program at run time, by type: functions are called with
// what other functions return, values are asked for by their type, requests go
// to whoever is registered for theirs. What is given to a container is kept in
// the summaries; a parameter that no call of the program fills is then filled
// as the container would.

// Provision is a function or a value given to a container.
type Provision struct {
	Fn     string // the function that gives it
	Val    V
	Called bool   // a function the container calls
	Method string // of a routed value: the method that is called
	// Results are the types it provides; Params, for a function, what it is
	// called with, and In those of its parameters that are filled by field.
	Results []Provided
	Params  []string
	In      []InField
}

// Provided is a type and where it is found: a result, or a field of one.
type Provided struct {
	Type  string
	Index int32
	Field string
}

// InField is a field of a parameter that the container fills.
type InField struct {
	Param int32
	Field string
	Type  string
}

// routed marks the keys of what is routed, apart from what is provided.
const routed = "route to "

// typeKey names a type as containers tell them apart, except that a pointer is
// as good as what it points to.
func typeKey(t types.Type) string {
	t = types.Unalias(t)
	if s, ok := t.(*types.Slice); ok {
		return "[]" + typeKey(s.Elem())
	}
	return types.TypeString(deref(t), nil)
}

// provisions records what a call gives to a container.
func (b *builder) provisions(spec *catalog.ContainerSpec, c *ssa.CallCommon) {
	fn, args := calleeObj(c), callArgs(c)
	i, ok := argIndex(fn, spec.Arg)
	if !ok || i >= len(args) {
		return
	}
	given := []ssa.Value{args[i]}
	if fn.Type().(*types.Signature).Variadic() && i == len(args)-1 {
		given = variadic(args[i])
	}
	for _, v := range given {
		p := Provision{Fn: b.out.ID, Method: spec.Method}
		as := b.knownAs(spec, args)
		if call, annotated := unwrap(v).(*ssa.Call); annotated {
			if e := b.containerOf(call); e != nil && e.Does == "annotate" {
				inner := callArgs(call.Common())
				if j, ok := argIndex(calleeObj(call.Common()), e.Arg); ok && j < len(inner) {
					as = append(as, b.knownAs(e, inner)...)
					v = inner[j]
				}
			}
		}
		p.Val = b.eval(v)
		v = unwrap(v)
		switch spec.Does {
		case "provide":
			sig, ok := v.Type().Underlying().(*types.Signature)
			if !ok {
				continue
			}
			b.called(&p, sig, as)
		case "supply":
			p.Results = knownBy(Provided{Type: typeKey(v.Type())}, as)
		case "route":
			p.Results = []Provided{{Type: routed + firstTypeArg(c)}}
		default:
			continue
		}
		b.x.sum.Provisions = append(b.x.sum.Provisions, p)
	}
}

// called describes a function the container calls.
func (b *builder) called(p *Provision, sig *types.Signature, as []string) {
	p.Called = true
	for i := range sig.Params().Len() {
		t := sig.Params().At(i).Type()
		p.Params = append(p.Params, typeKey(t))
		if s, marked := b.marked(t, b.x.cat.Injected); marked {
			b.x.describe(t)
			for f := range s.Fields() {
				if !f.Embedded() {
					p.In = append(p.In, InField{Param: int32(i), Field: f.Name(), Type: typeKey(f.Type())})
				}
			}
		}
	}
	for i := range sig.Results().Len() {
		t := sig.Results().At(i).Type()
		if isError(t) {
			continue
		}
		if s, marked := b.marked(t, b.x.cat.Provided); marked {
			for f := range s.Fields() {
				if !f.Embedded() {
					p.Results = append(p.Results, Provided{Type: typeKey(f.Type()), Index: int32(i), Field: f.Name()})
				}
			}
			continue
		}
		p.Results = append(p.Results, knownBy(Provided{Type: typeKey(t), Index: int32(i)}, as)...)
	}
}

// knownBy is p under the types it is said to be known by, or under its own.
func knownBy(p Provided, as []string) []Provided {
	if len(as) == 0 {
		return []Provided{p}
	}
	var out []Provided
	for _, t := range as {
		out = append(out, Provided{Type: t, Index: p.Index})
	}
	return out
}

// marked returns the struct t is, if it embeds a type the container knows it by.
func (b *builder) marked(t types.Type, by func(*types.TypeName) bool) (*types.Struct, bool) {
	s, ok := deref(t).Underlying().(*types.Struct)
	if !ok {
		return nil, false
	}
	for f := range s.Fields() {
		if n, ok := types.Unalias(f.Type()).(*types.Named); ok && f.Embedded() && by(n.Obj()) {
			return s, true
		}
	}
	return nil, false
}

// knownAs lists the types an argument says a provided value is known as:
// fx.As(new(orders.Payments)).
func (b *builder) knownAs(spec *catalog.ContainerSpec, args []ssa.Value) []string {
	if spec.As == "" || len(args) == 0 {
		return nil
	}
	var out []string
	for _, opt := range variadic(args[len(args)-1]) {
		call, ok := unwrap(opt).(*ssa.Call)
		if !ok {
			continue
		}
		if fn := calleeObj(call.Common()); fn == nil || !b.x.cat.Is(spec.As, fn) {
			continue
		}
		for _, a := range call.Common().Args {
			for _, t := range variadic(a) {
				out = append(out, typeKey(deref(unwrap(t).Type())))
			}
		}
	}
	return out
}

// containerOf is what the catalogue says of a call to a container.
func (b *builder) containerOf(call ssa.CallInstruction) *catalog.ContainerSpec {
	if fn := calleeObj(call.Common()); fn != nil {
		if e := b.x.cat.Func(fn); e != nil {
			return e.Container
		}
	}
	return nil
}

// unwrap is v before it was converted to an interface.
func unwrap(v ssa.Value) ssa.Value {
	for {
		switch x := v.(type) {
		case *ssa.MakeInterface:
			v = x.X
		case *ssa.ChangeInterface:
			v = x.X
		case *ssa.ChangeType:
			v = x.X
		default:
			return v
		}
	}
}

// firstTypeArg names the first type argument of a call of a generic function.
func firstTypeArg(c *ssa.CallCommon) string {
	if fn := c.StaticCallee(); fn != nil && len(fn.TypeArgs()) > 0 {
		return typeKey(fn.TypeArgs()[0])
	}
	return ""
}

// container is what all packages gave to containers.
type container struct {
	byType map[string][]provision
	called map[string][]*Provision // by the id of the function
}

type provision struct {
	*Provision
	at Provided
}

// contained collects the provisions of all packages, once.
func (w *world) contained() *container {
	if w.container != nil {
		return w.container
	}
	w.container = &container{byType: map[string][]provision{}, called: map[string][]*Provision{}}
	c := w.container
	w.eachSummary(func(s *Summary) {
		for i := range s.Provisions {
			p := &s.Provisions[i]
			for _, r := range p.Results {
				c.byType[r.Type] = append(c.byType[r.Type], provision{p, r})
			}
			if p.Called {
				for _, f := range w.funcValues(w.given(p)) {
					if !slices.Contains(c.called[f.text], p) {
						c.called[f.text] = append(c.called[f.text], p)
					}
				}
			}
		}
	})
	return c
}

// given is what was given to the container.
func (w *world) given(p *Provision) *Val {
	fn := w.funcs[p.Fn]
	if fn == nil {
		return unknown
	}
	return w.root(fn).eval(p.Val)
}

// provided joins what the container has for a type; for a slice that nobody
// provides as such, a slice of everything provided for its elements.
func (w *world) provided(typ string) []*Val {
	var out []*Val
	for _, p := range w.contained().byType[typ] {
		x := w.given(p.Provision)
		if !p.Called {
			out = append(out, x)
			continue
		}
		for _, f := range w.funcValues(x) {
			for _, callee := range w.calledByContainer(f) {
				if int(p.at.Index) >= len(callee.fn.Results) {
					continue
				}
				r := callee.eval(callee.fn.Results[p.at.Index])
				if p.at.Field != "" {
					r = w.field(r, p.at.Field, typeOf(r))
				}
				out = append(out, r)
			}
		}
	}
	if elem, ok := strings.CutPrefix(typ, "[]"); ok && len(out) == 0 {
		list := &object{base: zero}
		for _, x := range w.provided(elem) {
			list.puts = append(list.puts, boundPut{path: []string{"[]"}, val: x})
		}
		if len(list.puts) > 0 {
			out = append(out, &Val{op: OpObj, obj: list})
		}
	}
	return out
}

// calledByContainer are the activations of a function given to the container,
// whose parameters the container fills.
func (w *world) calledByContainer(f *Val) []*frame {
	switch f.op {
	case OpFunc:
		if fn := w.funcs[f.text]; fn != nil {
			return []*frame{w.root(fn)}
		}
	case OpBound:
		var out []*frame
		for _, t := range w.boundTargets(f) {
			args := make([]*Val, len(t.fn.Params))
			args[0] = t.recv
			out = append(out, w.frame(t.fn, args, nil, nil))
		}
		return out
	}
	return nil
}

// injected lists what the container fills parameter i of a function with.
func (w *world) injected(fn *Fn, i int) []*Val {
	var out []*Val
	for _, p := range w.contained().called[fn.ID] {
		if i >= len(p.Params) {
			continue
		}
		in := &object{base: zero}
		for _, f := range p.In {
			if int(f.Param) != i {
				continue
			}
			if xs := w.provided(f.Type); len(xs) > 0 {
				in.puts = append(in.puts, boundPut{path: []string{f.Field}, val: anywhere(xs)})
			}
		}
		if len(in.puts) > 0 {
			out = append(out, &Val{op: OpObj, typ: fn.Params[i].Type, obj: in})
			continue
		}
		out = append(out, w.provided(p.Params[i])...)
	}
	return out
}

// dispatched are the activations a dispatching call leads to.
func (fr *frame) dispatched(n *Node) []*frame {
	var out []*frame
	for _, p := range fr.w.contained().byType[routed+n.Call.Route] {
		x := fr.w.given(p.Provision)
		for _, f := range fr.w.funcValues(x) { // a factory
			for _, made := range fr.w.calledByContainer(f) {
				if len(made.fn.Results) > 0 {
					x = made.eval(made.fn.Results[0])
				}
			}
		}
		for _, t := range fr.w.targets(x, p.Method) {
			out = fr.enter(out, t.fn, append([]*Val{t.recv}, fr.laterAll(n.Args)...), nil)
		}
	}
	return out
}
