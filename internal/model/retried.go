package model

import (
	"slices"
	"strings"

	"github.com/idemlint/idemlint/internal/finding"
)

// Retried is an effect without a key that something repeats when it reports an
// error: a loop, a function that retries what it is given, a client that sends
// again. The error may be all that was lost.
type Retried struct {
	Effect *Effect
	By     string        // backoff.Retry; "" for a loop
	Client bool          // the client of the effect sends again by itself
	Minted bool          // the effect has a key, but each attempt makes a new one
	Place  finding.Place // of what repeats
}

// Retries lists the effects of the package that are retried blindly, in handlers
// and outside.
func (m *Model) Retries() []Retried { return m.retried }

// retrySite is what repeats the calls below it.
type retrySite struct {
	place finding.Place
	by    string
	loop  bool
}

// retried walks the functions in which something is repeated.
func (w *world) retried(sum *Summary, opts Options, helpers map[string]bool) []Retried {
	var out []Retried
	for _, fn := range w.retrying(sum, helpers) {
		k := w.walkRetries(fn, helpers)
		if o, ok := k.open(); ok {
			sum.Retries = append(sum.Retries, o)
		}
		h := &Handler{Name: fn.Display, Package: fn.pkg.Path, Place: fn.place(fn.Pos, "")}
		for _, v := range k.visits {
			if r, ok := k.isRetried(h, v, opts); ok && !slices.ContainsFunc(out, func(o Retried) bool {
				return o.Place.File == r.Place.File && o.Place.Line == r.Place.Line
			}) {
				out = append(out, r)
			}
		}
	}
	return out
}

// retrying lists the functions of the package in which something is repeated, and
// those of packages below whose calls this package decides.
func (w *world) retrying(sum *Summary, helpers map[string]bool) []*Fn {
	var out []*Fn
	if open := openRoots(w.sums, (*Summary).openRetries); len(open) > 0 {
		wires := w.wiringOf(sum)
		for _, s := range w.sums {
			for _, fn := range s.Funcs {
				if o, ok := open[fn.ID]; ok && s != sum && wires.touches(o) {
					out = append(out, fn)
				}
			}
		}
	}
	for _, fn := range sum.Funcs {
		if !fn.Gen && w.specs.retriesIn(fn, helpers) {
			out = append(out, fn)
		}
	}
	return out
}

// isHelper reports whether a function is a retry helper of the program: it calls
// what it is given in a loop that tries again.
func (fn *Fn) isHelper() bool {
	return slices.ContainsFunc(fn.Steps, func(st Step) bool {
		call := &fn.Nodes[st.Node]
		return st.Tries && call.Op == OpCall && call.Call.Kind == CallValue && fn.fromOutside(call.Args[0])
	})
}

// retryHelpers are the retry helpers of some packages.
func retryHelpers(sums []*Summary) map[string]bool {
	helpers := map[string]bool{}
	for _, sum := range sums {
		for _, id := range sum.Helpers {
			helpers[id] = true
		}
	}
	return helpers
}

// retriesIn reports whether something in a function is repeated, or sent by a
// client that repeats.
func (s *specs) retriesIn(fn *Fn, helpers map[string]bool) bool {
	return slices.ContainsFunc(fn.Steps, func(st Step) bool {
		n := &fn.Nodes[st.Node]
		if n.Op != OpCall {
			return false
		}
		spec := s.effects[n.Call.Effect]
		return st.Tries || helpers[n.Call.Fn] || s.retryOf[bareSymbol(n.Call.Fn)] != nil || spec != nil && (spec.Blind || len(spec.BlindIf) > 0)
	})
}

func (w *world) walkRetries(fn *Fn, helpers map[string]bool) *walker {
	w.budget, w.grants, w.roots = maxBudget/4, maxGrants/4, map[*Fn]*frame{}
	r := w.newRoot(fn, "", nil, nil)
	w.entered = map[string]bool{fn.pkg.Path: true}
	k := &walker{w: w, root: r, entered: w.entered, reached: map[*Fn]int{}, asked: map[*Val]bool{}, retries: true, helpers: helpers}
	start := r.place
	start.Note = "in " + fn.Display
	k.run(r.frame, nil, []finding.Place{start}, around{})
	return k
}

// consumes reports whether a function receives deliveries, or is one that surely
// handles them.
func (k *walker) consumes(fn *Fn) bool {
	return hasSpec(fn) || slices.ContainsFunc(fn.Handler, func(id string) bool {
		spec := k.w.specs.handlers[id]
		return spec != nil && len(spec.Evidence) == 0 && len(spec.Decodes) == 0
	})
}

// repeats notes that a call repeats the functions it is given. In a walk for
// retries those given to other calls are left out: who runs them, and when, is
// another story.
func (k *walker) repeats(fr *frame, n *Node, in *around) bool {
	if !k.retries {
		return true
	}
	if spec := k.w.specs.retryOf[bareSymbol(n.Call.Fn)]; spec != nil {
		if len(spec.With) > 0 && (len(n.Args) == 0 || !k.w.descendsFrom(fr.eval(n.Args[0]), spec.With, 0)) {
			return true
		}
		if k.w.choosy(fr, n) {
			return true
		}
		if in.retry == nil {
			in.retry = &retrySite{place: fr.fn.place(n.Pos, ""), by: n.Call.label()}
		}
		return true
	}
	return in.tx != txID{}
}

// choosy reports whether a retry helper is told which errors to try again, which
// nobody can judge, or to try once.
func (w *world) choosy(fr *frame, n *Node) bool {
	for _, a := range n.Args {
		options, _ := w.elements(fr.eval(a), 0)
		for _, x := range options {
			x = bare(x)
			if x.op == OpIface {
				x = bare(x.args[0])
			}
			if x.op != OpCall || x.callNode().Op != OpCall {
				continue
			}
			switch o := x.callNode(); o.Call.Name {
			case "RetryIf":
				return true
			case "Attempts", "WithMaxTries":
				if len(o.Args) == 1 && slices.Equal(texts(x.fr.eval(o.Args[0])), []string{"1"}) {
					return true
				}
			}
		}
	}
	return false
}

// descendsFrom reports whether one of the functions had a hand in a value: it made it,
// or what it was made of.
func (w *world) descendsFrom(x *Val, by []string, depth int) bool {
	x = x.force()
	if depth > 2*maxDig { // a builder is a long chain
		return false
	}
	any := func(xs []*Val) bool {
		return slices.ContainsFunc(xs, func(a *Val) bool { return w.descendsFrom(a, by, depth+1) })
	}
	switch x.op {
	case OpCall:
		n := x.callNode()
		if n.Op != OpCall {
			return false
		}
		if name := bareSymbol(n.Call.Fn); slices.ContainsFunc(by, func(s string) bool { return bareSymbol(s) == name }) {
			return true
		}
		return slices.ContainsFunc(n.Args, func(a V) bool { return w.descendsFrom(x.fr.eval(a), by, depth+1) })
	case OpIface, OpAlt, OpMix, OpAppend:
		return any(x.args)
	case OpObj:
		w.expand(x)
		var parts []*Val
		for _, p := range x.obj.puts {
			if !p.opaque() {
				parts = append(parts, p.value())
			}
		}
		return any(append(parts, x.obj.base))
	}
	return false
}

// isRetried judges a visited call of a walk for retries.
func (k *walker) isRetried(h *Handler, v visit, opts Options) (Retried, bool) {
	n := &v.fr.fn.Nodes[v.node]
	spec := k.w.specs.effects[n.Call.Effect]
	if spec == nil {
		return Retried{}, false
	}
	client := spec.Blind && !k.toldOtherwise(v, spec.BlindUnless) || k.madeToRetry(v, spec.BlindIf)
	if v.retry == nil && !client {
		return Retried{}, false
	}
	e := k.effect(h, v, opts)
	if e == nil || e.Settled() || e.Category == "db" || e.Category == "index" || e.Category == "publish" && (e.BodyID || e.Order.Given) {
		return Retried{}, false
	}
	r := Retried{Effect: e, Client: v.retry == nil, Place: e.Place}
	if v.retry != nil {
		r.Place, r.By = v.retry.place, v.retry.by
	}
	if e.Key.Given {
		r.Minted = e.Key.Class == Fresh && v.retry != nil && within(e.Key.Source.Place, v.retry.place, e.Place)
		return r, r.Minted
	}
	return r, true
}

// within reports whether a value is made between what repeats and the effect, in
// the same file: anew for each attempt.
func within(made, repeat, effect finding.Place) bool {
	return made.IsValid() && made.File == repeat.File && made.File == effect.File && repeat.Line <= made.Line && made.Line <= effect.Line
}

// toldOtherwise reports whether the client an effect is called on has one of the
// settings.
func (k *walker) toldOtherwise(v visit, settings []string) bool {
	n := &v.fr.fn.Nodes[v.node]
	if len(settings) == 0 || len(n.Args) == 0 {
		return false
	}
	client := v.fr.eval(n.Args[0])
	made := k.w.dig(client)
	return slices.ContainsFunc(settings, func(s string) bool {
		field, text, exact := strings.Cut(s, "=")
		vals := fieldOf(made, field)
		if x := k.w.field(client, field, typeOf(client)); written(x) {
			vals = append(vals, x)
		}
		return slices.ContainsFunc(vals, func(x *Val) bool {
			x = x.force()
			return !exact && written(x) || exact && (slices.Equal(texts(x), []string{text}) || text == "0" && x.op == OpZero && len(fieldOf(made, field)) > 0)
		})
	})
}

// written reports whether somebody has put a value into a field: it is neither
// empty nor only known as the field.
func written(x *Val) bool {
	x = x.force()
	switch x.op {
	case OpZero, OpField, OpUnknown:
		return false
	case OpAlt:
		return slices.ContainsFunc(x.args, written)
	}
	return true
}

// madeToRetry reports whether the client an effect is called on was told to send
// again.
func (k *walker) madeToRetry(v visit, by []string) bool {
	n := &v.fr.fn.Nodes[v.node]
	if len(by) == 0 || len(n.Args) == 0 {
		return false
	}
	// What is said of the request, of the client it comes from, and of what made
	// that.
	var made []named
	x := v.fr.eval(n.Args[0])
	for range 8 {
		made = append(made, k.w.dig(x)...)
		x = x.force()
		if x.op == OpObj {
			x = x.obj.base.force()
		}
		if x.op != OpCall || x.callNode().Op != OpCall {
			break
		}
		from := x.callNode()
		made = append(made, named{name: from.Call.Name, call: from, fr: x.fr})
		for _, a := range from.Args {
			made = append(made, k.w.dig(x.fr.eval(a))...)
		}
		if len(from.Args) == 0 {
			break
		}
		x = x.fr.eval(from.Args[0])
	}
	return slices.ContainsFunc(by, func(symbol string) bool {
		symbol, text, _ := strings.Cut(symbol, "=")
		return slices.ContainsFunc(callsOf(made, lastPart(symbol)), func(c named) bool {
			said := text == "" || slices.ContainsFunc(c.call.Args, func(a V) bool {
				return slices.ContainsFunc(texts(c.fr.eval(a)), func(t string) bool { return strings.Contains(t, text) })
			})
			return said && !slices.ContainsFunc(c.call.Args, func(a V) bool { return slices.Equal(texts(c.fr.eval(a)), []string{"0"}) })
		})
	})
}

// Finding starts a finding about the retry; it stands where the repeating is.
func (r Retried) Finding(message, schedule string) finding.Finding {
	f := r.Effect.Finding(message, schedule)
	f.File, f.Line, f.Column = r.Place.File, r.Place.Line, r.Place.Column
	if at := r.Place; r.By != "" {
		at.Note = strings.TrimSpace("repeats what " + r.By + " is given")
		f.Path = append([]finding.Place{at}, f.Path...)
	}
	return f
}
