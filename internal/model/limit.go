package model

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/idemlint/idemlint/internal/catalog"
)

// This file asks how long one call may take: by the limits of the client it is
// made on, and by the deadlines of the contexts it is given.

// limit is how long a call may take, attempts and pauses included.
type limit struct {
	known bool
	// unbounded: neither a client nor a context ends the call.
	unbounded bool
	each      time.Duration
	attempts  int
	wait      time.Duration // between attempts
	why       string        // who says so
	assumed   bool
	until     []deadline
}

// deadline is a context that ends what it is given to.
type deadline struct {
	fr    *frame
	node  V
	after time.Duration
}

// waits lists the categories whose calls wait for somebody else's answer.
// Databases and brokers answer, or their drivers' limits are not known.
var waits = map[string]bool{"money": true, "inventory": true, "http": true, "rpc": true, "notify": true, "cloud": true}

// timed is what the catalogue says of a call that takes time.
type timed struct {
	lib             *catalog.Library
	category        string
	timeout, client string
	request         string
	retries         int
	node            *Node
	fr              *frame
	insides         map[int][]named
}

// timedCall is what the catalogue says of a call, nil if it takes no time that
// counts.
func (w *world) timedCall(fr *frame, n *Node) *timed {
	var t *timed
	if spec := w.specs.effects[n.Call.Effect]; spec != nil {
		lib := w.specs.libs[n.Call.Effect]
		t = &timed{lib: lib, category: cmp.Or(spec.Category, lib.Category), timeout: spec.Timeout, client: spec.Client, request: spec.Request, retries: spec.Retries}
	} else if spec := w.specs.reads[n.Call.Read]; spec != nil {
		lib := w.specs.libs[n.Call.Read]
		t = &timed{lib: lib, category: cmp.Or(spec.Category, lib.Category), timeout: spec.Timeout, client: spec.Client, request: spec.Request, retries: spec.Retries}
	}
	if t == nil || !waits[t.category] || t.timeout == "" {
		return nil
	}
	t.fr, t.node, t.insides = fr, n, map[int][]named{}
	return t
}

// limit says how long the call may take.
func (w *world) limit(t *timed) limit {
	s := w.settings(t)
	state, until := w.deadlines(t)
	out := limit{attempts: 1 + t.retries, why: t.lib.Library + " default", until: until}
	if s.attempts.ok {
		out.attempts, out.assumed = int(max(1, s.attempts.n)), s.attempts.assumed
	}
	if s.wait.ok {
		out.wait, out.assumed = time.Duration(s.wait.n), out.assumed || s.wait.assumed
	}
	switch {
	case state == withLease:
		return limit{}
	case s.timeout.ok && s.timeout.n > 0:
		out.known, out.each, out.assumed = true, time.Duration(s.timeout.n), out.assumed || s.timeout.assumed
		out.why = "its client's timeout"
	case s.hidden:
		out.known = len(until) > 0
		out.each, out.attempts = forEver, 1
	case t.timeout != "none":
		out.known, out.each = true, parseDuration(t.timeout)
	case len(until) > 0:
		out.known, out.each, out.attempts = true, forEver, 1
	case state == noDeadline && s.seen && t.category != "cloud":
		out.known, out.unbounded, out.each, out.attempts = true, true, forEver, 1
		out.why = "no timeout"
	}
	return out
}

// forEver is longer than any lease.
const forEver = 10 * 365 * 24 * time.Hour

// settings is what the program says of the client of a call.
type settings struct {
	timeout, attempts, wait number
	// hidden: something that cannot be seen may set a limit; seen: the client is
	// made where it can be seen.
	hidden, seen bool
}

func (w *world) settings(t *timed) settings {
	var s settings
	client := w.clientOf(t)
	typ := receiverType(t.node.Call.Fn)
	if typ == "" && t.client != "" {
		typ = w.ownerOf(t.client)
	}
	if client != nil && typ != "" && w.hasFields(typ) {
		w.fieldSettings(&s, client, typ, 0)
	}
	w.callSettings(&s, t)
	return s
}

// receiverType is the type a method's full name hangs on.
func receiverType(fn string) string {
	if !strings.HasPrefix(fn, "(") {
		return ""
	}
	typ, _, _ := strings.Cut(strings.TrimLeft(fn, "(*"), ")")
	return typ
}

// ownerOf is the type whose fields a package variable leaves unset.
func (w *world) ownerOf(variable string) string {
	for field, spec := range w.specs.limitAt {
		if slices.Contains(spec.Unset, variable) {
			return field[:strings.LastIndexByte(field, '.')]
		}
	}
	return ""
}

// hasFields reports whether limits are said in fields of a type.
func (w *world) hasFields(typ string) bool {
	prefix := bareSymbol(typ) + "."
	for field := range w.specs.limitAt {
		if strings.HasPrefix(field, prefix) {
			return true
		}
	}
	return false
}

// clientOf is the value a call is made on, nil for a function without one.
func (w *world) clientOf(t *timed) *Val {
	switch {
	case len(t.node.Call.Params) > 0 && t.node.Call.Params[0] == "recv" && len(t.node.Args) > 0:
		return t.fr.eval(t.node.Args[0]).force()
	case t.client != "":
		return w.global(t.client)
	}
	return nil
}

// fieldSettings reads what the fields of a client say, a client inside of it
// included.
func (w *world) fieldSettings(s *settings, client *Val, typ string, depth int) {
	s.seen = !s.hidden
	prefix := bareSymbol(typ) + "."
	for _, field := range slices.Sorted(maps.Keys(w.specs.limitAt)) {
		spec := w.specs.limitAt[field]
		if !strings.HasPrefix(field, prefix) {
			continue
		}
		v := w.setting(client, spec, field[len(prefix):], typ)
		switch {
		case v == nil: // not set
		case spec.Sets == "client" && depth == 0:
			w.clientSettings(s, v)
		case spec.Sets == "hidden" && v.op != OpZero:
			s.hide()
		default:
			s.take(spec, w.number(v))
		}
	}
}

// clientSettings reads the limits of a client that another one uses.
func (w *world) clientSettings(s *settings, v *Val) {
	typ := typeOf(v)
	if typ == "" && v.op == OpObj && len(v.obj.puts) > 0 {
		typ = "net/http.Client" // a field of a client that was made elsewhere
	}
	if typ == "" || !w.hasFields(typ) {
		s.hide()
		return
	}
	w.fieldSettings(s, v, typ, 1)
}

// hide notes that limits may be set that cannot be seen.
func (s *settings) hide() { s.hidden, s.seen = true, false }

// take notes a number that is said.
func (s *settings) take(spec *catalog.TimeoutSpec, n number) {
	if !n.ok {
		if spec.Sets == "timeout" {
			s.hide()
		}
		return
	}
	unit := int64(1)
	if d := parseDuration(spec.Unit); d > 0 {
		unit = int64(d)
	}
	n.n *= unit
	switch spec.Sets {
	case "timeout":
		if n.n > 0 {
			s.timeout = lesser(s.timeout, n)
		}
	case "attempts":
		s.attempts = lesser(s.attempts, n)
	case "retries":
		n.n++
		s.attempts = lesser(s.attempts, n)
	case "wait":
		s.wait = lesser(s.wait, n)
	}
}

// lesser is the lesser of two numbers, of which the first may be missing.
func lesser(a, b number) number {
	if !a.ok || b.n < a.n {
		a, b = b, a
	}
	a.assumed = a.assumed || b.ok && b.n != a.n
	return a
}

// setting is the value of a field of a client: nil where it is known not to be
// set, an unknown value where that cannot be seen.
func (w *world) setting(client *Val, spec *catalog.TimeoutSpec, field, typ string) *Val {
	client = client.force()
	for client.op == OpIface || client.op == OpAlt && len(client.args) == 1 {
		client = client.args[0].force()
	}
	switch client.op {
	case OpAlt:
		return w.settingOfAny(client.args, spec, field, typ)
	case OpGlobal:
		if !isAnyOf(spec.Unset, client.text) && !w.unset(spec, client.text) {
			return unknown
		}
		if sites := w.uses().globals[client.text+"."+field]; len(sites) > 0 {
			return w.global(client.text + "." + field)
		}
		return nil
	case OpObj:
		v := w.field(client, field, typ).force()
		if base := bare(client); v.op == OpField && len(v.args) == 1 && bare(v.args[0]) == base {
			return w.setting(base, spec, field, typ)
		}
		if v.op == OpZero || v.op == OpUnknown && writtenByItself(v, typ) {
			return nil
		}
		return v
	case OpCall:
		if n := client.callNode(); n.Op == OpCall && n.Call.Kind == CallOpaque && w.inLibrary(n.Call.Fn, w.specs.ofLibrary[spec]) {
			return nil // as the library makes it
		}
	case OpZero:
		return nil
	}
	return unknown
}

// writtenByItself reports whether a field is only not known because the client's
// own methods, which set none, were called.
func writtenByItself(v *Val, typ string) bool {
	return v.text == "written" && !slices.ContainsFunc(v.args, func(a *Val) bool {
		n := a.callNode()
		return n.Op != OpCall || bareSymbol(receiverType(n.Call.Fn)) != bareSymbol(typ)
	})
}

// settingOfAny is the setting of one of several clients: the least, and nil only
// where none of them has it.
func (w *world) settingOfAny(clients []*Val, spec *catalog.TimeoutSpec, field, typ string) *Val {
	var vals []*Val
	for _, c := range clients {
		if v := w.setting(c, spec, field, typ); v != nil {
			vals = append(vals, v)
		} else {
			vals = append(vals, zero)
		}
	}
	if !slices.ContainsFunc(vals, func(v *Val) bool { return v.op != OpZero }) {
		return nil
	}
	set := slices.DeleteFunc(vals, func(v *Val) bool { return v.op == OpZero })
	return &Val{op: OpAlt, args: append(set, unknown), union: true}
}

// unset reports whether a field of the same type as spec's is known to be unset
// in a package variable.
func (w *world) unset(spec *catalog.TimeoutSpec, variable string) bool {
	typ := spec.Field[:strings.LastIndexByte(spec.Field, '.')]
	for _, other := range w.specs.limitAt {
		if strings.HasPrefix(other.Field, typ+".") && isAnyOf(other.Unset, variable) {
			return true
		}
	}
	return false
}

func isAnyOf(symbols []string, name string) bool {
	return slices.ContainsFunc(symbols, func(s string) bool { return bareSymbol(s) == bareSymbol(name) })
}

// inLibrary reports whether a function is one of a library.
func (w *world) inLibrary(fn string, lib *catalog.Library) bool {
	pkg := bareSymbol(fn)
	if i := strings.LastIndexByte(pkg, '/'); i >= 0 {
		dot := strings.IndexByte(pkg[i:], '.')
		pkg = pkg[:i+max(dot, 0)]
	} else {
		pkg, _, _ = strings.Cut(pkg, ".")
	}
	if lib == nil {
		return false
	}
	if root := catalog.CanonicalPath(lib.Module); lib.Module != "" && (pkg == root || strings.HasPrefix(pkg, root+"/")) {
		return true
	}
	for _, p := range lib.Packages {
		if catalog.CanonicalPath(p) == pkg {
			return true
		}
	}
	return false
}

// callSettings reads what calls say: options and setters among what the call
// is made on and given, and what the program says for the whole library.
func (w *world) callSettings(s *settings, t *timed) {
	knows := len(t.lib.Timeouts) > 0
	made := false
	for i := range t.node.Args {
		for _, n := range w.insideOf(t, i) {
			if n.call == nil {
				if spec := w.specs.limitAt[bareSymbol(n.typ+"."+n.name)]; spec != nil && n.typ != receiverType(t.node.Call.Fn) {
					w.said(s, spec, n.val)
				}
				continue
			}
			for _, spec := range w.specs.limitOf[bareSymbol(n.call.Call.Fn)] {
				w.saidBy(s, spec, n)
			}
			if i == 0 && w.inLibrary(n.call.Call.Fn, t.lib) && w.plain(n) {
				made = true
			}
		}
	}
	if !s.timeout.ok {
		w.saidEverywhere(s, t.lib)
	}
	if knows && made && !s.hidden {
		s.seen = true
	}
}

// insideOf lists what is inside argument i of the call: of what it is made on,
// the whole chain of calls that built it, however long.
func (w *world) insideOf(t *timed, i int) []named {
	if ns, ok := t.insides[i]; ok {
		return ns
	}
	x := t.fr.eval(t.node.Args[i])
	out := w.dig(x)
	if i == 0 {
		out = w.builtBy(x, out, map[*Val]bool{})
	}
	t.insides[i] = out
	return out
}

// maxChain bounds the calls a client is built by.
const maxChain = 64

// builtBy adds the calls that a value was built by, each on the result of the one
// before: resty.New().SetTimeout(…).R().
func (w *world) builtBy(x *Val, out []named, seen map[*Val]bool) []named {
	x = x.force()
	if seen[x] || len(seen) > maxChain {
		return out
	}
	seen[x] = true
	add := func(n named) {
		if n.call.Op == OpCall && !slices.ContainsFunc(out, func(o named) bool { return o.call == n.call && o.fr == n.fr }) {
			out = append(out, n)
		}
	}
	switch x.op {
	case OpIface, OpAlt:
		for _, a := range x.args {
			out = w.builtBy(a, out, seen)
		}
	case OpObj:
		for _, p := range x.obj.puts {
			switch {
			case p.opaque() && p.call().Op == OpCall:
				add(named{name: p.call().Call.Name, call: p.call(), fr: p.fr})
			case !p.opaque() && len(p.path) == 0:
				out = w.builtBy(p.value(), out, seen)
			}
		}
		out = w.builtBy(x.obj.base, out, seen)
	case OpCall:
		n := x.callNode()
		if n.Op != OpCall {
			break
		}
		add(named{name: n.Call.Name, call: n, fr: x.fr})
		if len(n.Args) > 0 {
			out = w.builtBy(x.fr.eval(n.Args[0]), out, seen)
		}
	}
	return out
}

// plain reports whether all options of a call that makes a client can be seen:
// the last argument is none that came from elsewhere.
func (w *world) plain(n named) bool {
	if len(n.call.Args) == 0 {
		return true
	}
	switch n.fr.eval(n.call.Args[len(n.call.Args)-1]).force().op {
	case OpParam, OpUnknown, OpField, OpElem, OpFree, OpGlobal, OpAlt:
		return false
	}
	return true
}

// said notes a value that a field holds.
func (w *world) said(s *settings, spec *catalog.TimeoutSpec, v *Val) {
	switch v = v.force(); spec.Sets {
	case "client":
		w.clientSettings(s, v)
	case "hidden":
		if v.op != OpZero {
			s.hide()
		}
	default:
		s.take(spec, w.number(v))
	}
}

// saidBy notes a value that a call is given.
func (w *world) saidBy(s *settings, spec *catalog.TimeoutSpec, n named) {
	if spec.Sets == "hidden" {
		s.hide()
		return
	}
	if vals := callArgsOf([]named{n}, n.name, spec.Arg); len(vals) > 0 {
		w.said(s, spec, vals[0])
	}
}

// saidEverywhere notes what the program says for all calls of a library. Where it
// cannot be told which client it is said of, the least counts.
func (w *world) saidEverywhere(s *settings, lib *catalog.Library) {
	var all settings
	for i := range lib.Timeouts {
		spec := &lib.Timeouts[i]
		if !spec.Everywhere {
			continue
		}
		for _, at := range w.limitSites(spec) {
			w.budget = max(w.budget, stepBudget)
			n := &at.fn.Nodes[at.val]
			if spec.Field != "" {
				w.said(&all, spec, w.root(at.fn).eval(at.val))
			} else {
				w.saidBy(&all, spec, named{name: n.Call.Name, call: n, fr: w.root(at.fn)})
			}
		}
	}
	if all.hidden {
		s.hide()
	}
	if all.timeout.ok {
		s.timeout = all.timeout
	}
	if all.attempts.ok {
		s.attempts = all.attempts
	}
}

// limitSites finds where the program says a limit: calls of a function, or what
// is put in a field.
func (w *world) limitSites(spec *catalog.TimeoutSpec) []site {
	if sites, ok := w.sites[spec]; ok {
		return sites
	}
	var out []site
	dot := strings.LastIndexByte(spec.Field, '.')
	for _, sum := range w.sums {
		for _, fn := range sum.Funcs {
			for i := range fn.Nodes {
				n := &fn.Nodes[i]
				switch {
				case spec.Field == "" && n.Op == OpCall && slices.Contains(w.specs.limitOf[bareSymbol(n.Call.Fn)], spec):
					out = append(out, site{fn: fn, val: V(i)})
				case spec.Field != "" && n.Op == OpObj && bareSymbol(n.Type) == bareSymbol(spec.Field[:dot]):
					for _, p := range n.Puts {
						if len(p.Path) == 1 && p.Path[0] == spec.Field[dot+1:] && p.Call == 0 {
							out = append(out, site{fn: fn, val: p.Val})
						}
					}
				}
			}
		}
	}
	w.sites[spec] = out
	return out
}
