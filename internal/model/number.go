package model

import (
	"math/big"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// number is a count, or a time in nanoseconds, as far as the code decides it.
type number struct {
	n  int64
	ok bool
	// assumed is set where the number is a default, or one of several that the
	// program may use.
	assumed bool
}

// maxNested bounds how deeply a number is worked out.
const maxNested = 16

// number works out a value.
func (w *world) number(x *Val) number { return w.numberAt(x, 0) }

func (w *world) numberAt(x *Val, depth int) number {
	x = x.force()
	if depth > maxNested {
		return number{}
	}
	switch x.op {
	case OpConst:
		return parseNumber(x.text)
	case OpZero:
		return number{ok: true}
	case OpIface:
		return w.numberAt(x.args[0], depth+1)
	case OpAlt:
		return w.leastOf(x.args, depth)
	case OpObj: // a variable
		w.expand(x)
		var whole []*Val
		for _, p := range x.obj.puts {
			switch {
			case len(p.path) == 0 && p.opaque(): // flag.DurationVar(&x, …)
				n := w.defaultOf(p.fr, p.call(), depth)
				if !n.ok {
					return number{}
				}
				return n
			case len(p.path) > 0:
				return number{}
			}
			whole = append(whole, p.value())
		}
		if len(whole) == 0 {
			return w.numberAt(x.obj.base, depth+1)
		}
		return w.leastOf(whole, depth)
	case OpMix:
		return w.computed(x, depth)
	case OpCall:
		return w.defaultOf(x.fr, x.callNode(), depth)
	case OpField:
		return w.tagged(x.owner + "." + x.text)
	case OpUnknown:
		return w.tagged(x.owner)
	}
	return number{}
}

// defaultOf is the default that a call outside the program is given, for what the
// configuration may say: flag.Duration("timeout", 30*time.Second, "").
func (w *world) defaultOf(fr *frame, n *Node, depth int) number {
	if n.Op != OpCall || n.Call.Kind != CallOpaque {
		return number{}
	}
	for i, p := range n.Call.Params {
		if i < len(n.Args) && defaultName.MatchString(p) {
			out := w.numberAt(fr.eval(n.Args[i]), depth+1)
			out.assumed = true
			return out
		}
	}
	return number{}
}

var defaultName = regexp.MustCompile(`^(?i:value|fallback|def|default(_?val(ue)?)?|def_?val(ue)?)$`)

// tagged is the default that the tag of a field has for what the environment may
// say.
func (w *world) tagged(field string) number {
	dot := strings.LastIndexByte(field, '.')
	if dot < 0 || w.types[field[:dot]] == nil {
		return number{}
	}
	for _, f := range w.types[field[:dot]].Fields {
		if f.Name != field[dot+1:] {
			continue
		}
		for _, key := range []string{"envDefault", "default"} {
			if text, ok := reflect.StructTag(f.Tag).Lookup(key); ok {
				n := parseNumber(text)
				n.assumed = true
				return n
			}
		}
	}
	return number{}
}

// leastOf is the least of the numbers that are known: the time it makes is
// needed at least. What a value is that depends on itself, as a counter does, the
// others say.
func (w *world) leastOf(xs []*Val, depth int) number {
	var least number
	for _, x := range xs {
		n := w.numberAt(x, depth+1)
		switch {
		case !n.ok:
			least.assumed = least.assumed || !ofItself(x, 0)
		case !least.ok:
			least = number{n: n.n, ok: true, assumed: least.assumed || n.assumed}
		case n.n != least.n:
			least = number{n: min(n.n, least.n), ok: true, assumed: true}
		}
	}
	return least
}

// ofItself reports whether a value is computed from itself.
func ofItself(x *Val, depth int) bool {
	x = x.force()
	return x.recursion() || depth < 4 && (x.op == OpMix || x.op == OpAlt) && slices.ContainsFunc(x.args, func(a *Val) bool { return ofItself(a, depth+1) })
}

// computed works out arithmetic and conversions.
func (w *world) computed(x *Val, depth int) number {
	switch len(x.args) {
	case 1:
		n := w.numberAt(x.args[0], depth+1)
		if unit, ok := inUnits[x.text]; ok {
			n.n /= int64(unit)
			return n
		}
		if x.text != "" && !keepsNumber[lastPart(x.text)] { // no text: made where it is called
			return number{}
		}
		return n
	case 2:
		a, b := w.numberAt(x.args[0], depth+1), w.numberAt(x.args[1], depth+1)
		out := number{ok: a.ok && b.ok, assumed: a.assumed || b.assumed}
		switch x.text {
		case "*":
			out.n = a.n * b.n
			out.ok = out.ok && (a.n == 0 || out.n/a.n == b.n)
		case "+":
			out.n = a.n + b.n
		case "-":
			out.n = a.n - b.n
		case "/":
			if out.ok = out.ok && b.n != 0; out.ok {
				out.n = a.n / b.n
			}
		case "min":
			out.n = min(a.n, b.n)
		case "max":
			out.n = max(a.n, b.n)
		default:
			return number{}
		}
		return out
	}
	return number{}
}

// inUnits are the methods that tell a duration in a unit.
var inUnits = map[string]time.Duration{
	"(time.Duration).Seconds": time.Second, "(time.Duration).Milliseconds": time.Millisecond,
	"(time.Duration).Minutes": time.Minute, "(time.Duration).Hours": time.Hour, "(time.Duration).Nanoseconds": 1,
}

// keepsNumber are functions of one argument that give back its value, or the
// number its text says.
var keepsNumber = map[string]bool{
	"Int": true, "Int32": true, "Int64": true, "Uint": true, "Uint32": true, "Uint64": true, "Duration": true, "Float64": true,
	"Ptr": true, "To": true, "ToPtr": true, "Pointer": true, "Of": true, "Atoi": true, "ParseDuration": true,
}

// parseNumber reads a constant: a number, or the text of a number or duration.
func parseNumber(text string) number {
	if n, err := strconv.ParseInt(text, 10, 64); err == nil {
		return number{n: n, ok: true}
	}
	if d, err := time.ParseDuration(text); err == nil {
		return number{n: int64(d), ok: true}
	}
	if r, ok := new(big.Rat).SetString(text); ok && !strings.ContainsAny(text, "eE") {
		f, _ := r.Float64()
		return number{n: int64(f), ok: true}
	}
	return number{}
}
