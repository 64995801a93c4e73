package model

import (
	"cmp"
	"encoding/json"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/idemlint/idemlint/internal/catalog"
	"github.com/idemlint/idemlint/internal/finding"
	"github.com/idemlint/idemlint/internal/infra"
)

// This file evaluates the queues that Go code defines, into the same facts that
// infra reads from files. As there, only what is surely not written is absent:
// a part that depends on who calls, on configuration, or on more than one path,
// is unknown.

// GoFormat is the Format of queues defined in Go. Their places are absolute.
const GoFormat = "go"

// defined is what the calls of one program say of queues.
type defined struct {
	at       map[*Node][]*infra.Queue // by the call that defines
	queues   []*infra.Queue
	bindings []*infra.Binding
	// symbols are the queues whose name is a setting, by it.
	symbols map[*infra.Queue]string
	// watched are the kinds of queues of which somebody hears what is given up.
	watched []infra.Kind
}

// maxContexts bounds the ways through callers in which one call is looked at.
const maxContexts = 48

// definitions evaluates every call that defines or changes a queue.
func (w *world) definitions() *defined {
	d := &defined{at: map[*Node][]*infra.Queue{}, symbols: map[*infra.Queue]string{}}
	var changes []site
	w.eachCall(func(fn *Fn, v V, n *Node) {
		spec := w.specs.queues[n.Call.Queue]
		if spec == nil {
			return
		}
		switch spec.Does {
		case "define":
			w.define(d, fn, v, spec)
		case "configure":
			changes = append(changes, site{fn: fn, val: v})
		case "bind":
			w.bind(d, fn, v, spec)
		case "watch":
			if x, ok := w.at(w.root(fn), n, spec.Name[0]); ok && slices.ContainsFunc(w.template(x, "*", 0), func(s string) bool { return strings.Contains(s, spec.Subject) }) {
				d.watched = append(d.watched, infra.Kind(spec.Kind))
			}
		}
	})
	for _, c := range changes {
		w.configure(d, c)
	}
	d.merge()
	return d
}

// eachCall visits the calls of the program that concern queues, in order.
func (w *world) eachCall(visit func(fn *Fn, v V, n *Node)) {
	w.eachSummary(func(s *Summary) {
		for _, fn := range s.Funcs {
			for i := range fn.Nodes {
				if n := &fn.Nodes[i]; n.Op == OpCall && n.Call.Queue != "" {
					visit(fn, V(i), n)
				}
			}
		}
	})
}

// define evaluates one call that defines a queue, once for each way to it and
// each name it may have.
func (w *world) define(d *defined, fn *Fn, v V, spec *catalog.QueueSpec) {
	n := &fn.Nodes[v]
	for _, fr := range w.contexts(fn, 0) {
		w.budget = max(w.budget, maxBudget/8)
		e := w.definition(fr, n, spec)
		if e.bound() {
			continue // a handle on a queue that is defined elsewhere
		}
		own := e.ofProcess()
		for _, name := range e.names() {
			q := e.queue(name)
			q.Conditional = q.Conditional || own
			if !slices.ContainsFunc(d.at[n], func(o *infra.Queue) bool { return sameQueue(o, q) }) {
				d.at[n] = append(d.at[n], q)
				d.queues = append(d.queues, q)
				if name == "*" {
					d.symbols[q] = e.symbol()
				}
			}
		}
	}
}

// sameQueue reports whether two evaluations of one call came to the same.
func sameQueue(a, b *infra.Queue) bool {
	x, errA := json.Marshal(a)
	y, errB := json.Marshal(b)
	return errA == nil && errB == nil && string(x) == string(y)
}

// contexts are the activations of a function that the program's calls lead to;
// without a caller that is known, one in which nothing is known of arguments.
func (w *world) contexts(fn *Fn, depth int) []*frame {
	sites := w.uses().callers[fn.ID]
	if len(sites) == 0 || depth > 4 {
		return []*frame{w.root(fn)}
	}
	var out []*frame
	for _, s := range sites {
		if s.fn == fn {
			continue
		}
		for _, up := range w.contexts(s.fn, depth+1) {
			if len(out) >= maxContexts {
				return []*frame{w.root(fn)}
			}
			out = append(out, w.frame(fn, up.laterAll(s.fn.Nodes[s.val].Args), nil, up))
		}
	}
	if len(out) == 0 {
		return []*frame{w.root(fn)}
	}
	return out
}

// definition is a call that says something of a queue, in one activation.
type definition struct {
	w    *world
	fr   *frame
	n    *Node
	spec *catalog.QueueSpec
	// options are the elements of the variadic parameter; more says that there
	// may be others.
	options []*Val
	more    bool
}

func (w *world) definition(fr *frame, n *Node, spec *catalog.QueueSpec) *definition {
	e := &definition{w: w, fr: fr, n: n, spec: spec}
	if len(n.Args) > 0 {
		e.options, e.more = w.elements(fr.eval(n.Args[len(n.Args)-1]), 0)
	}
	return e
}

// elements lists what a list holds; more says that there may be others.
func (w *world) elements(x *Val, depth int) (out []*Val, more bool) {
	x = x.force()
	switch {
	case x.op == OpZero:
		return nil, false
	case depth > maxDig:
		return nil, true
	case x.op == OpAppend:
		for _, a := range x.args {
			es, m := w.elements(a, depth+1)
			out, more = append(out, es...), more || m
		}
		return out, more
	case x.op == OpObj:
		w.expand(x)
		for _, p := range x.obj.puts {
			switch {
			case p.opaque():
			case len(p.path) == 1 && strings.HasPrefix(p.path[0], "["):
				out = append(out, p.value())
			default:
				more = true
			}
		}
		if b := x.obj.base.force(); b.op != OpZero {
			es, m := w.elements(b, depth+1)
			out, more = append(out, es...), more || m
		}
		return out, more
	}
	return nil, true
}

// at finds the value a document points to: an argument, or a field of one.
func (w *world) at(fr *frame, n *Node, role string) (*Val, bool) {
	i := slices.IndexFunc(n.Call.Roles, func(r Role) bool { return r.Text == role })
	if i < 0 || int(n.Call.Roles[i].Arg) >= len(n.Args) {
		return nil, false
	}
	r := n.Call.Roles[i]
	x := fr.eval(n.Args[r.Arg])
	for _, f := range r.Fields {
		x = w.field(x, f, typeOf(x))
	}
	return x, true
}

// bound reports whether the call only gets a handle on a queue that exists.
func (e *definition) bound() bool {
	return len(e.boundBy()) > 0
}

// option finds the elements of the variadic parameter that a function makes, or
// that have a type.
func (e *definition) option(symbol string) []*Val {
	want := bareSymbol(symbol)
	var out []*Val
	for _, o := range e.options {
		for _, x := range alternatives(o) {
			x = x.force()
			if x.op == OpIface && bareSymbol(x.typ) == want {
				out = append(out, x.args[0])
				continue
			}
			// The option itself, or what one whose source is seen returns.
			if outer, _, _ := strings.Cut(x.text, "$"); x.op == OpFunc && bareSymbol(outer) == want {
				out = append(out, x)
				continue
			}
			for _, c := range callsOfValue(x, 0) {
				if n := c.callNode(); n.Op == OpCall && bareSymbol(n.Call.Fn) == want {
					out = append(out, c)
				}
			}
		}
	}
	return out
}

// boundBy are the options that say so.
func (e *definition) boundBy() []*Val {
	var out []*Val
	for _, symbol := range e.spec.Bound {
		out = append(out, e.option(symbol)...)
	}
	return out
}

// names are the names the queue may have: one each where the call stands for
// several queues, "*" where nothing is known.
func (e *definition) names() []string {
	for _, a := range e.spec.Attributes {
		if a.Is != "name" {
			continue
		}
		if x, _ := e.optionValue(&a); x != nil {
			return e.w.nameTexts(x)
		}
	}
	for _, role := range e.spec.Name {
		x, ok := e.w.at(e.fr, e.n, role)
		if ok && x.force().op != OpZero && !slices.Equal(texts(x), []string{""}) {
			return e.w.nameTexts(x)
		}
	}
	return []string{""}
}

// ofProcess reports whether the queue is one process's own: its name has a part
// that no other process has, its host's name or something random.
func (e *definition) ofProcess() bool {
	for _, role := range e.spec.Name {
		if x, ok := e.w.at(e.fr, e.n, role); ok && e.w.ofHost(x, 0) {
			return true
		}
	}
	return false
}

// ofHost reports whether a text has the name of the host in it, or something
// random.
func (w *world) ofHost(x *Val, depth int) bool {
	x = x.force()
	if depth > 2*maxDig || w.budget <= 0 {
		return false
	}
	w.budget--
	switch x.op {
	case OpSource:
		return x.class == Fresh
	case OpCall:
		n := x.callNode()
		if n.Op != OpCall {
			return false
		}
		return n.Call.Fn == "os.Getenv" && len(n.Args) == 1 && slices.ContainsFunc(texts(x.fr.eval(n.Args[0])), func(t string) bool {
			return t == "HOSTNAME" || t == "POD_NAME" || t == "POD_UID" || t == "POD_IP"
		})
	case OpAlt, OpConcat, OpMix, OpIface, OpAppend:
		return slices.ContainsFunc(x.args, func(a *Val) bool { return w.ofHost(a, depth+1) })
	case OpObj:
		return w.ofHost(x.obj.base, depth) || slices.ContainsFunc(x.obj.puts, func(p boundPut) bool { return !p.opaque() && w.ofHost(p.value(), depth+1) })
	}
	return false
}

// symbol is the setting that names the queue, "" if none does.
func (e *definition) symbol() string {
	for _, role := range e.spec.Name {
		if x, ok := e.w.at(e.fr, e.n, role); ok && x.force().op != OpZero {
			return e.w.symbol(x)
		}
	}
	return ""
}

// symbol names the setting a value is: a field of a configuration, a variable.
// Two values of one symbol are the same, whatever it holds when the program runs.
func (w *world) symbol(x *Val) string {
	x = x.force()
	switch x.op {
	case OpIface, OpMix, OpConcat:
		if len(x.args) == 1 {
			return w.symbol(x.args[0])
		}
	case OpAlt:
		// The same from every place of the program, or with a default.
		symbol := ""
		for _, a := range x.args {
			if a = a.force(); a.op == OpZero || a.op == OpConst {
				continue
			}
			s := w.symbol(a)
			if s == "" || symbol != "" && s != symbol {
				return ""
			}
			symbol = s
		}
		return symbol
	case OpObj:
		if len(x.obj.puts) == 1 && len(x.obj.puts[0].path) == 0 && !x.obj.puts[0].opaque() {
			return w.symbol(x.obj.puts[0].value())
		}
		if b := x.obj.base.force(); b.op != OpZero {
			return w.symbol(b)
		}
	case OpCall:
		n := x.callNode()
		if n.Op != OpCall || len(n.Args) == 0 || n.Call.Kind != CallOpaque || n.Call.Fn != "os.Getenv" && n.Call.Fn != "os.LookupEnv" && !looksUp(n.Call.Name) {
			return ""
		}
		if ts := texts(x.fr.eval(n.Args[len(n.Args)-1])); len(ts) == 1 && ts[0] != "" {
			return n.Call.Fn + " " + ts[0]
		}
	case OpField, OpUnknown, OpDecoded:
		if x.op == OpDecoded {
			return decodedSymbol(x)
		}
		chain, _ := fieldChain(x)
		if len(chain) == 0 || chain[0].owner == "" {
			return ""
		}
		symbol := ""
		for _, l := range chain {
			if l.owner != "" {
				symbol = l.owner
			}
			symbol += "." + l.name
		}
		return symbol
	}
	return ""
}

// decodedSymbol is a field of a configuration that was read from a file; what
// is decoded from a message is another each time, and has none.
func decodedSymbol(x *Val) string {
	for _, a := range x.args {
		if a.force().op == OpPart || a.force().op == OpDecoded {
			return ""
		}
	}
	if x.text == "" || strings.Contains(x.text, "[]") {
		return ""
	}
	return "decoded " + x.text
}

// nameTexts are the texts a name may be, with * for what is not known.
func (w *world) nameTexts(x *Val) []string {
	out := w.template(keyOr(x), "*", 0)
	for i := range out {
		for strings.Contains(out[i], "**") {
			out[i] = strings.ReplaceAll(out[i], "**", "*")
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// keyOr is, for the keys of a map that is ranged over, the alternatives of its
// constant keys.
func keyOr(x *Val) *Val {
	x = x.force()
	if x.op != OpMix || x.text != "key" || len(x.args) != 1 {
		return x
	}
	m := x.args[0].force()
	if m.op != OpObj {
		return x
	}
	var keys []*Val
	for _, p := range m.obj.puts {
		if len(p.path) == 0 || p.path[0] == "[]" || !strings.HasPrefix(p.path[0], "[") {
			return x
		}
		keys = append(keys, &Val{op: OpConst, text: strings.Trim(p.path[0], "[]")})
	}
	return alt(keys, true)
}

func (e *definition) place() infra.Place { return goPlace(e.fr.fn.place(e.n.Pos, "")) }

func goPlace(p finding.Place) infra.Place {
	return infra.Place{File: p.File, Line: p.Line, Column: p.Column}
}

// queue is the queue with one of its names.
func (e *definition) queue(name string) *infra.Queue {
	q := &infra.Queue{Kind: infra.Kind(e.spec.Kind)}
	q.Format, q.Type, q.Place = GoFormat, e.n.Call.Short, e.place()
	q.Root, q.Address = e.fr.fn.pkg.Path, e.n.Call.Short
	q.Name = infra.Attr[string]{State: infra.Present, Value: name, Place: q.Place}
	switch {
	case name == "":
		q.Name.State = infra.Absent
	case strings.Contains(name, "*"):
		q.Name.State, q.Name.Why = infra.Unknown, "only known when it runs"
	}
	if name != "" {
		q.Address += "(" + name + ")"
	}
	e.fill(q)
	return q
}

// fill evaluates the attributes that the call can have.
func (e *definition) fill(q *infra.Queue) {
	q.Lease = e.duration("lease")
	q.Retention = e.duration("retention")
	q.Delay = e.duration("delay")
	q.MaxReceives = e.number("max-receives")
	q.FIFO, q.Dedup = e.flag("fifo"), e.flag("dedup")
	q.AckPolicy, q.QueueType = e.text("ack-policy"), e.text("queue-type")
	q.DeadLetter, q.Topic = e.ref("dead-letter"), e.ref("topic")
	q.DeadLettersItself = q.DeadLetter.State == infra.Present && q.DeadLetter.Value.Text == "builtin"
	q.Conditional = mayBeThere(e.text("temporary")) || mayBeThere(e.text("expires")) // it goes when nobody uses it
}

// attr is what is known of an attribute as text.
func (e *definition) attr(is string) infra.Attr[string] {
	out := infra.Attr[string]{Place: e.place()}
	unknown := ""
	for i := range e.spec.Attributes {
		a := &e.spec.Attributes[i]
		if a.Is != is {
			continue
		}
		if out.State == "" {
			out.State = infra.Absent
		}
		if a.Default != "" {
			out.Value = a.Default
			if a.Default == "builtin" {
				out.State = infra.Present
			}
		}
		switch text, state, at := e.look(a); state {
		case infra.Present:
			if at.IsValid() {
				out.Place = goPlace(at)
			}
			out.State, out.Value = infra.Present, text
			if text == "*" {
				out.State, out.Value, out.Why = infra.Unknown, "", "its value is only known when it runs"
			}
			return out
		case infra.Unknown:
			unknown = "only known when it runs"
		}
	}
	if unknown != "" && out.State == infra.Absent {
		out.State, out.Value, out.Why = infra.Unknown, "", unknown
	}
	return out
}

// look evaluates one place where an attribute may stand.
func (e *definition) look(a *catalog.AttributeSpec) (string, infra.State, finding.Place) {
	var x *Val
	switch {
	case a.Option != "":
		v, state := e.optionValue(a)
		if state != infra.Present {
			return "", state, finding.Place{}
		}
		if v == nil {
			return a.Value, infra.Present, finding.Place{}
		}
		x = v
	case a.Param != "":
		v, ok := e.w.at(e.fr, e.n, a.Param)
		if !ok {
			return "", infra.Unknown, finding.Place{}
		}
		x = v
	default:
		return "", infra.Absent, finding.Place{}
	}
	if a.Entry != "" {
		v, state := e.w.entry(x, a.Entry, 0)
		if state != infra.Present {
			return "", state, finding.Place{}
		}
		x = v
	}
	text, state := e.w.written(x)
	if a.JSON != "" && state == infra.Present {
		text, state = e.w.insideJSON(x, a.JSON)
	}
	if a.If != "" && state != infra.Unknown {
		if text != a.If {
			return "", infra.Absent, finding.Place{}
		}
	}
	if len(a.Words) > 0 {
		if state == infra.Absent {
			text, state = "0", infra.Present // the zero value is a word, too
		}
		if i, err := strconv.Atoi(text); err == nil && i >= 0 && i < len(a.Words) {
			text = a.Words[i]
		}
	}
	return text, state, x.place
}

// optionValue finds an option; its value is nil where the option alone says it.
func (e *definition) optionValue(a *catalog.AttributeSpec) (*Val, infra.State) {
	if a.Option == "" {
		return nil, infra.Absent
	}
	found := e.option(a.Option)
	switch {
	case len(found) == 0 && e.more:
		return nil, infra.Unknown
	case len(found) == 0:
		return nil, infra.Absent
	}
	x := found[len(found)-1].force()
	switch x.op {
	case OpCall:
	case OpFunc:
		if a.Arg == "" {
			return nil, infra.Present
		}
		return unknown, infra.Present
	default:
		return x, infra.Present
	}
	n := x.callNode()
	if a.Arg == "" || n.Op != OpCall {
		return nil, infra.Present
	}
	i := slices.Index(n.Call.Params, a.Arg)
	if i < 0 || i >= len(n.Args) {
		return unknown, infra.Present
	}
	return x.fr.eval(n.Args[i]), infra.Present
}

// entry looks a key up in a map.
func (w *world) entry(x *Val, key string, depth int) (*Val, infra.State) {
	x = x.force()
	switch {
	case x.op == OpZero:
		return nil, infra.Absent
	case depth > maxDig:
		return nil, infra.Unknown
	case x.op == OpIface:
		return w.entry(x.args[0], key, depth+1)
	case x.op == OpAlt:
		return w.entryOfAny(x, key, depth)
	case x.op != OpObj:
		return nil, infra.Unknown
	}
	w.expand(x)
	var found []*Val
	open := false
	for _, p := range x.obj.puts {
		switch {
		case len(p.path) == 1 && p.path[0] == "["+key+"]" && !p.opaque():
			found = append(found, p.value())
		case p.opaque():
			n := p.call()
			open = open || n.Op != OpCall || n.Call.Queue == "" && n.Call.Effect == ""
		case len(p.path) == 0:
			if v, state := w.entry(p.value(), key, depth+1); state == infra.Present {
				found = append(found, v)
			} else {
				open = open || state == infra.Unknown
			}
		default:
			open = open || p.path[0] == "[]"
		}
	}
	if v, state := w.entry(x.obj.base, key, depth+1); state == infra.Present && len(found) == 0 {
		found = append(found, v)
	} else {
		open = open || state == infra.Unknown
	}
	switch {
	case len(found) > 0:
		return alt(found, false), infra.Present
	case open:
		return nil, infra.Unknown
	}
	return nil, infra.Absent
}

func (w *world) entryOfAny(x *Val, key string, depth int) (*Val, infra.State) {
	var found []*Val
	absent := 0
	for _, a := range x.args {
		switch v, state := w.entry(a, key, depth+1); state {
		case infra.Present:
			found = append(found, v)
		case infra.Absent:
			absent++
		}
	}
	switch {
	case absent == len(x.args):
		return nil, infra.Absent
	case len(found) == len(x.args):
		return alt(found, x.union), infra.Present
	}
	return nil, infra.Unknown
}

// written is what is known of a value as text: present, with * where the text
// is not known, absent for the zero value, unknown where it may be either.
func (w *world) written(x *Val) (string, infra.State) {
	x = x.force()
	switch x.op {
	case OpZero:
		return "", infra.Absent
	case OpIface:
		return w.written(x.args[0])
	case OpConst:
		if x.text == "" || x.text == "0" || x.text == "false" || x.text == "nil" {
			return "", infra.Absent
		}
		return x.text, infra.Present
	case OpAlt:
		return w.writtenAny(x)
	case OpConcat:
		return strings.Join(w.template(x, "*", 0), "|"), infra.Present
	case OpMix:
		if len(x.args) == 1 {
			return w.written(x.args[0])
		}
		return "*", infra.Present
	case OpFunc, OpBound:
		return "*", infra.Present
	case OpObj:
		if ts := texts(x); len(ts) == 1 {
			return w.written(&Val{op: OpConst, text: ts[0]})
		}
		for _, p := range x.obj.puts {
			if !p.opaque() && len(p.path) == 0 {
				return w.written(p.value())
			}
		}
		if b := x.obj.base.force(); b.op != OpZero {
			return w.written(b)
		}
		return "*", infra.Present // a struct or list that is there
	case OpCall:
		// What makes a value of another: durationpb.New(d).
		if n := x.callNode(); n.Op == OpCall && len(n.Args) == 1 && n.Call.Kind == CallOpaque && !strings.HasPrefix(n.Call.Fn, "os.") && n.Call.Err == 0 {
			return w.written(x.fr.eval(n.Args[0]))
		}
	}
	return "", infra.Unknown
}

func (w *world) writtenAny(x *Val) (string, infra.State) {
	text, state := "", infra.State("")
	for _, a := range x.args {
		t, s := w.written(a)
		switch {
		case state == "":
			text, state = t, s
		case s != state:
			return "", infra.Unknown
		case t != text:
			text = "*"
		}
	}
	return text, cmp.Or(state, infra.Unknown)
}

// insideJSON looks for a key in JSON text that is a constant, formatted, or
// marshalled from a map or struct.
func (w *world) insideJSON(x *Val, key string) (string, infra.State) {
	for _, text := range w.template(x, "*", 0) {
		if !strings.Contains(text, "{") {
			continue
		}
		m := regexp.MustCompile(`"` + regexp.QuoteMeta(key) + `"\s*:\s*("([^"]*)"|[^,}\s]+)`).FindStringSubmatch(text)
		if m == nil {
			return "", infra.Unknown
		}
		return cmp.Or(m[2], strings.Trim(m[1], `"`)), infra.Present
	}
	for x = x.force(); ; x = x.args[0].force() {
		if x.op == OpObj {
			for _, p := range x.obj.puts {
				if !p.opaque() && len(p.path) == 1 && strings.EqualFold(strings.Trim(p.path[0], "[]"), key) {
					return w.written(p.value())
				}
			}
			if len(x.obj.puts) == 1 && len(x.obj.puts[0].path) == 0 && !x.obj.puts[0].opaque() {
				return w.insideJSON(x.obj.puts[0].value(), key)
			}
		}
		if x.op != OpMix && x.op != OpIface || len(x.args) != 1 {
			return "", infra.Unknown
		}
	}
}

// mayBeThere reports whether an attribute is written, or may be.
func mayBeThere(a infra.Attr[string]) bool {
	return a.State == infra.Present || a.State == infra.Unknown
}

// duration, number, flag, text and ref are attr in the form of the facts.
func (e *definition) duration(is string) infra.Attr[time.Duration] {
	a := e.attr(is)
	unit := time.Duration(1)
	for _, s := range e.spec.Attributes {
		if s.Is == is && s.Unit != "" {
			unit = parseDuration(s.Unit)
		}
	}
	return convert(a, func(text string) (time.Duration, bool) {
		if text == "none" {
			return 0, true
		}
		if d, err := time.ParseDuration(text); err == nil {
			return d, true
		}
		if d, ok := isoDuration(text); ok {
			return d, true
		}
		n, err := strconv.ParseInt(text, 10, 64)
		return time.Duration(n) * unit, err == nil
	})
}

var iso = regexp.MustCompile(`^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$`)

// isoDuration reads PT1M.
func isoDuration(text string) (time.Duration, bool) {
	m := iso.FindStringSubmatch(text)
	if m == nil || text == "P" {
		return 0, false
	}
	total := time.Duration(0)
	for i, unit := range []time.Duration{24 * time.Hour, time.Hour, time.Minute, time.Second} {
		n, _ := strconv.Atoi(cmp.Or(m[i+1], "0"))
		total += time.Duration(n) * unit
	}
	return total, true
}

func (e *definition) number(is string) infra.Attr[int] {
	return convert(e.attr(is), func(text string) (int, bool) {
		if text == "unlimited" {
			return -1, true
		}
		n, err := strconv.Atoi(text)
		return n, err == nil
	})
}

func (e *definition) flag(is string) infra.Attr[bool] {
	return convert(e.attr(is), func(text string) (bool, bool) { return text == "true", text == "true" || text == "false" })
}

func (e *definition) text(is string) infra.Attr[string] { return e.attr(is) }

// ref is a reference by its name. That it is there counts, though its text be
// known only in part.
func (e *definition) ref(is string) infra.Attr[infra.Ref] {
	a := e.attr(is)
	return infra.Attr[infra.Ref]{State: a.State, Value: infra.Ref{Text: a.Value}, Place: a.Place, Why: a.Why}
}

func convert[T any](a infra.Attr[string], parse func(string) (T, bool)) infra.Attr[T] {
	out := infra.Attr[T]{State: a.State, Place: a.Place, Why: a.Why}
	if a.Value == "" {
		return out
	}
	v, ok := parse(a.Value)
	switch {
	case ok:
		out.Value = v
	case a.State == infra.Present:
		out.State, out.Why = infra.Unknown, "its value is only known when it runs"
	}
	return out
}

// bind notes a binding of a queue to an exchange.
func (w *world) bind(d *defined, fn *Fn, v V, spec *catalog.QueueSpec) {
	n := &fn.Nodes[v]
	for _, fr := range w.contexts(fn, 0) {
		e := w.definition(fr, n, spec)
		exchange, ok := w.at(fr, n, spec.Exchange)
		if !ok {
			continue
		}
		for _, from := range w.nameTexts(exchange) {
			for _, to := range e.targets() {
				d.bindings = append(d.bindings, &infra.Binding{Exchange: from, Target: to, Place: e.place()})
			}
		}
	}
}

// targets are the names of the queues a call concerns: of those whose result it
// is given, too.
func (e *definition) targets() []string {
	var out []string
	for _, role := range e.spec.Name {
		x, ok := e.w.at(e.fr, e.n, role)
		if !ok {
			continue
		}
		for _, l := range e.w.leads(x) {
			switch {
			case l.call != nil:
				if spec := e.w.specs.queues[l.call.Call.Queue]; spec != nil {
					out = append(out, e.w.definition(l.fr, l.call, spec).names()...)
				}
			case l.name != "":
				out = append(out, l.name)
			}
		}
	}
	return out
}

// configure overlays what a call says of a queue over its definition. Where it
// is not known which queue is meant, all of the kind may be.
func (w *world) configure(d *defined, s site) {
	n := &s.fn.Nodes[s.val]
	spec := w.specs.queues[n.Call.Queue]
	for _, fr := range w.contexts(s.fn, 0) {
		e := w.definition(fr, n, spec)
		change := &infra.Queue{}
		e.fill(change)
		var meant []*infra.Queue
		known := true
		for _, role := range spec.Name {
			x, ok := w.at(fr, n, role)
			if !ok {
				known = false
				continue
			}
			for _, l := range w.leads(x) {
				switch {
				case l.call != nil && len(d.at[l.call]) > 0:
					meant = append(meant, d.at[l.call]...)
				case l.name != "":
					meant = append(meant, d.named(infra.Kind(spec.Kind), l.name)...)
				default:
					known = false
				}
			}
		}
		if known {
			for _, q := range meant {
				overlay(q, change)
			}
			continue
		}
		for _, q := range d.queues {
			if q.Kind == infra.Kind(spec.Kind) {
				doubt(q, change)
			}
		}
	}
}

// overlay takes over the attributes that a change sets.
func overlay(q, change *infra.Queue) {
	take(&q.Lease, change.Lease)
	take(&q.MaxReceives, change.MaxReceives)
	take(&q.DeadLetter, change.DeadLetter)
	take(&q.Retention, change.Retention)
}

// take takes over an attribute that is there, or may be.
func take[T any](to *infra.Attr[T], from infra.Attr[T]) {
	if from.State == infra.Present || from.State == infra.Unknown && to.State == infra.Absent {
		*to = from
	}
}

// doubt makes unknown what a change may have set.
func doubt(q, change *infra.Queue) {
	mayBe(&q.Lease, change.Lease)
	mayBe(&q.MaxReceives, change.MaxReceives)
	mayBe(&q.DeadLetter, change.DeadLetter)
	mayBe(&q.Retention, change.Retention)
}

func mayBe[T any](to *infra.Attr[T], from infra.Attr[T]) {
	if from.State == infra.Present || from.State == infra.Unknown {
		to.State, to.Why = infra.Unknown, "another call sets it, for a queue that is not known"
	}
}

// named are the queues of a kind with a name.
func (d *defined) named(kind infra.Kind, name string) []*infra.Queue {
	var out []*infra.Queue
	for _, q := range d.queues {
		if q.Kind == kind && sameName(q.Name.Value, name) {
			out = append(out, q)
		}
	}
	return out
}

// sameName compares names, of which the last part counts: of URLs, ARNs and
// paths. What is not known in part is only the same when written the same.
func sameName(a, b string) bool {
	a, b = tail(a), tail(b)
	return a == b && strings.Trim(a, "*") != ""
}

func tail(name string) string {
	name, _, _ = strings.Cut(name, "?")
	return name[strings.LastIndexAny(name, "/:")+1:]
}

// merge joins what several calls say of one queue: a consumer that one call
// makes with a limit and another subscribes to without.
func (d *defined) merge() {
	for i, q := range d.queues {
		for _, o := range d.queues[:i] {
			if q.Kind == o.Kind && q.Name.State == infra.Present && q.Name.Value == o.Name.Value {
				overlay(q, o)
				overlay(o, q)
			}
		}
	}
}
