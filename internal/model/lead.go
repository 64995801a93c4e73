package model

import (
	"slices"
	"strings"

	"github.com/idemlint/idemlint/internal/catalog"
	"github.com/idemlint/idemlint/internal/finding"
)

// This file follows the expression by which a handler names its queue: to a
// call that defines one, to an environment variable, to a name.

// A lead is one thing such an expression may come from. One of call, variables
// and name is set, or none where it is not known what the queue is.
type lead struct {
	call      *Node // defines the queue
	fr        *frame
	variables []string // one of these environment variables names it
	name      string   // its name, URL or ARN, * for what is not known
	symbol    string   // the setting that holds its name
	place     finding.Place
	why       string // why nothing is known
}

const maxLeads = 64

// leads follows x.
func (w *world) leads(x *Val) []lead {
	l := &leader{w: w, seen: map[*Val]bool{}}
	l.follow(x, finding.Place{}, 0)
	return l.out
}

type leader struct {
	w    *world
	seen map[*Val]bool
	out  []lead
}

func (l *leader) add(n lead) {
	if len(l.out) < maxLeads && !slices.ContainsFunc(l.out, func(o lead) bool {
		return o.call == n.call && o.name == n.name && o.symbol == n.symbol && o.why == n.why && slices.Equal(o.variables, n.variables)
	}) {
		l.out = append(l.out, n)
	}
}

func (l *leader) follow(x *Val, at finding.Place, depth int) {
	x = keyOr(x).force()
	if depth > maxDig+4 || l.seen[x] || l.w.budget <= 0 {
		return
	}
	l.w.budget--
	l.seen[x] = true
	if x.place.IsValid() {
		at = x.place
	}
	switch x.op {
	case OpConst:
		if x.text != "" {
			l.add(lead{name: x.text, place: at})
		}
	case OpZero:
	case OpAlt:
		for _, a := range x.args {
			l.follow(a, at, depth+1)
		}
	case OpIface, OpAppend:
		for _, a := range x.args {
			l.follow(a, at, depth+1)
		}
	case OpObj:
		l.object(x, at, depth)
	case OpMix:
		if len(x.args) > 0 {
			l.follow(x.args[0], at, depth+1) // strings.TrimPrefix(url, scheme)
			return
		}
		l.unknown(x, at)
	case OpConcat:
		l.concat(x, at, depth)
	case OpCall:
		l.call(x, at, depth)
	case OpField, OpUnknown:
		l.field(x, at, depth)
	default:
		l.unknown(x, at)
	}
}

func (l *leader) unknown(x *Val, at finding.Place) {
	why := "its queue is known only when the program runs"
	switch x.op {
	case OpParam:
		why = "nobody is seen to call with a queue"
	case OpDecoded:
		why = "its queue comes out of data that is read when the program runs"
	}
	l.add(lead{why: why, symbol: l.w.symbol(x), place: at})
}

func (l *leader) object(x *Val, at finding.Place, depth int) {
	if ts := texts(x); len(ts) > 0 {
		for _, t := range ts {
			if t != "" {
				l.add(lead{name: t, place: at})
			}
		}
	}
	before := len(l.out)
	for _, p := range x.obj.puts {
		if len(p.path) == 0 && !p.opaque() {
			l.follow(p.value(), at, depth+1)
		}
	}
	if b := x.obj.base.force(); b.op != OpZero {
		l.follow(b, at, depth+1)
	}
	if len(l.out) == before {
		l.unknown(x, at)
	}
}

// concat: what is known of the end of a text counts, else where its last part
// comes from.
func (l *leader) concat(x *Val, at finding.Place, depth int) {
	for _, text := range l.w.template(x, "*", 0) {
		if strings.Trim(tail(text), "*") != "" {
			l.add(lead{name: text, place: at})
			continue
		}
		last := x.args[len(x.args)-1].force()
		if last.op == OpObj && x.text == "f" {
			if es, more := l.w.elements(last, 0); !more && len(es) > 0 {
				last = es[len(es)-1]
			}
		}
		l.follow(last, at, depth+1)
	}
}

func (l *leader) call(x *Val, at finding.Place, depth int) {
	n := x.callNode()
	if n.Op != OpCall {
		l.unknown(x, at)
		return
	}
	at = x.fr.fn.place(n.Pos, "")
	if spec := l.w.specs.queues[n.Call.Queue]; spec != nil {
		l.queueCall(x, n, spec, at, depth)
		return
	}
	arg := func(i int) *Val { return x.fr.eval(n.Args[i]) }
	switch {
	case (n.Call.Fn == "os.Getenv" || n.Call.Fn == "os.LookupEnv") && len(n.Args) == 1:
		if names := nonEmpty(texts(arg(0))); len(names) > 0 {
			for _, name := range names {
				l.add(lead{variables: []string{name}, symbol: n.Call.Fn + " " + name, place: at})
			}
			return
		}
	case n.Call.Fn == "flag.String" && len(n.Args) == 3:
		l.follow(arg(1), at, depth+1) // the default
		return
	case n.Call.Kind == CallOpaque && looksUp(n.Call.Name) && len(n.Args) > 0:
		// A library of settings: viper.GetString("queue.url").
		last := n.Args[min(len(n.Args)-1, 1)]
		if names := nonEmpty(texts(x.fr.eval(last))); len(names) == 1 && !strings.ContainsAny(names[0], "/: ") {
			l.add(lead{variables: []string{upperSnake(names[0])}, symbol: l.w.symbol(x), place: at})
			return
		}
	}
	l.unknown(x, at)
}

// looksUp reports whether a function looks like one that reads a setting.
func looksUp(name string) bool {
	return name == "String" || name == "GetString" || name == "Get" || name == "MustString" || name == "Getenv"
}

// queueCall follows a call that concerns a queue.
func (l *leader) queueCall(x *Val, n *Node, spec *catalog.QueueSpec, at finding.Place, depth int) {
	switch spec.Does {
	case "define":
		e := l.w.definition(x.fr, n, spec)
		if !e.bound() {
			l.add(lead{call: n, fr: x.fr, place: at})
			return
		}
		if spec.Arg == "" {
			l.names(x, n, spec, at, depth)
			return
		}
		for _, b := range e.boundBy() {
			bn := b.force().callNode()
			if i := slices.Index(bn.Call.Params, spec.Arg); i >= 0 && i < len(bn.Args) {
				l.follow(b.force().fr.eval(bn.Args[i]), at, depth+1)
			}
		}
	case "name":
		l.names(x, n, spec, at, depth)
	default:
		l.unknown(x, at)
	}
}

// names follows what a call says its queue is called.
func (l *leader) names(x *Val, n *Node, spec *catalog.QueueSpec, at finding.Place, depth int) {
	for _, role := range spec.Name {
		if v, ok := l.w.at(x.fr, n, role); ok {
			l.follow(v, at, depth+1)
		}
	}
}

// field: a field of what a call gave, or of a configuration.
func (l *leader) field(x *Val, at finding.Place, depth int) {
	if names := l.w.variables(x); len(names) > 0 {
		l.add(lead{variables: names, symbol: l.w.symbol(x), place: at})
		return
	}
	if x.op == OpField {
		base := x.args[0].force()
		for base.op == OpObj && base.obj.base.force().op != OpZero {
			base = base.obj.base.force()
		}
		if base.op == OpCall {
			if n := base.callNode(); n.Op == OpCall && n.Call.Queue != "" {
				l.call(base, at, depth+1)
				return
			}
		}
	}
	l.unknown(x, at)
}
