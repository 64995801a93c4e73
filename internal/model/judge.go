package model

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/idemlint/idemlint/internal/catalog"
)

func itoa(i int) string { return strconv.Itoa(i) }

// A judge decides, for one effect of one handler, what recognises a repeat.
type judge struct {
	w    *world
	v    visit
	n    *Node
	spec *catalog.EffectSpec
	lib  *catalog.Library
	uniq Uniqueness
	out  *Effect
	args []*Val
	dug  map[int][]named
}

// judge fills in the effect's key and natural idempotency.
func (j *judge) judge() {
	e := j.out
	e.table = j.v.fr.fn.Display[strings.LastIndexByte(j.v.fr.fn.Display, '.')+1:]
	e.Authorizes = e.Category == "money" && j.capturedLater()
	switch {
	case j.spec.Natural:
		e.Natural = "is idempotent by itself"
	case deadLetterName.MatchString(j.n.Call.Display) || j.toDeadLetter():
		e.Natural = parked
	}
	if e.Natural != "" {
		return
	}
	switch j.spec.Does {
	case "", "call", "publish":
		j.keyed()
	case "request":
		j.request()
	case "claim":
		j.claim()
	case "statement":
		j.statement()
	case "insert", "upsert":
		j.row()
	case "update":
		j.update()
	case "increment", "append":
		e.Relative = true
		if j.countsDeliveries() {
			e.Natural = countsDeliveries
		}
	case "set":
		j.named()
	case "transition", "delete", "write":
		e.Natural = "does nothing, or fails, when repeated"
	default:
		e.Uncertain = true
	}
	if (slices.Contains(overwriting, e.Natural) || e.Overwrites() && e.Key.Given && !e.Key.bad()) && e.Category == "db" && j.readsBack() {
		e.Natural, e.Relative, e.Key = "", true, Key{}
	}
	if j.spec.NotifyIf != "" {
		if x := j.fieldRole(j.spec.NotifyIf); x != unknown && x.force().op != OpZero {
			e.Category = "notify"
		}
	}
	if e.Category == "publish" {
		j.order()
		e.BodyID = j.bodyNamesEvent()
		if !e.Key.Given && !e.Uncertain && e.Natural == "" {
			j.freshID()
		}
	}
}

// deadLetterName matches what people call the place messages are parked in.
var deadLetterName = regexp.MustCompile(`(?i)dlq|dlx|dead[-_. ]?(letter|queue|topic|msg|message)|\bdead\b|deadletter|poison|parking|quarantine|graveyard|[-._](dlt|invalid|retry)\b|[-._]retry[-._]`)

// countsDeliveries is why a counter may be raised again.
const countsDeliveries = "counts the deliveries of one message"

// parked is why sending what failed to a dead letter, or keeping it in a table
// of such, is fine.
const parked = "sends to a dead letter"

// parkingTable matches what people call the tables and rows in which they keep
// messages that failed.
var parkingTable = regexp.MustCompile(`(?i)dead_?letter|dlq|poison|quarantine|parked|(^|_)failed_?(message|event|job|task|delivery|deliveries|record|webhook)|(message|event|job|task|delivery|webhook|consumer|inbox|processing)_?(failure|error)s?$`)

// toDeadLetter reports whether the call names a dead letter as its target.
func (j *judge) toDeadLetter() bool {
	if j.out.Category != "publish" {
		return false
	}
	dead := func(x *Val) bool {
		return slices.ContainsFunc(words(x, map[*Val]bool{}, 0), deadLetterName.MatchString)
	}
	for i := range j.n.Args {
		if i < len(j.n.Call.Holds) && !j.n.Call.Holds[i] && dead(j.arg(i)) {
			return true
		}
		for _, n := range j.inside(i) {
			if n.val != nil && targetField.MatchString(n.name) && dead(n.val) {
				return true
			}
		}
	}
	return false
}

// words lists the short constants and the names of fields and variables a
// value is made of.
func words(x *Val, seen map[*Val]bool, depth int) []string {
	x = x.force()
	if depth > 16 || seen[x] {
		return nil
	}
	seen[x] = true
	var out []string
	switch x.op {
	case OpConst:
		if len(x.text) < 200 {
			return []string{x.text}
		}
	case OpGlobal:
		return []string{x.text}
	case OpField:
		out = append(out, x.text)
	case OpCall:
		n := &x.fr.fn.Nodes[x.v]
		if n.Op == OpCall && len(n.Args) <= 3 {
			for _, a := range n.Args {
				out = append(out, words(x.fr.eval(a), seen, depth+1)...)
			}
		}
	case OpObj:
		for _, p := range x.obj.puts {
			if len(p.path) == 0 && !p.opaque() {
				out = append(out, words(p.value(), seen, depth+1)...)
			}
		}
	}
	for _, a := range x.args {
		if x.op != OpDecoded {
			out = append(out, words(a, seen, depth+1)...)
		}
	}
	return out
}

var targetField = regexp.MustCompile(`(?i)topic|exchange|queue|subject|stream|arn|url`)

func (j *judge) arg(i int) *Val {
	if i < 0 || i >= len(j.n.Args) {
		return unknown
	}
	if j.args[i] == nil {
		j.args[i] = j.v.fr.eval(j.n.Args[i])
	}
	return j.args[i]
}

// role finds a parameter of the call by its catalogue name.
func (j *judge) role(name string) (int, bool) {
	if name == "" {
		return 0, false
	}
	base, _, _ := strings.Cut(name, ".")
	recv := 0
	if len(j.n.Call.Params) > 0 && j.n.Call.Params[0] == "recv" {
		recv = 1
	}
	if n, err := strconv.Atoi(base); err == nil {
		return n + recv, n+recv < len(j.n.Args)
	}
	i := slices.Index(j.n.Call.Params, base)
	return i, i >= 0 && i < len(j.n.Args)
}

func (j *judge) roleVal(name string) *Val {
	i, ok := j.role(name)
	if !ok {
		return j.fieldRole(name)
	}
	x := j.arg(i)
	_, rest, _ := strings.Cut(name, ".")
	for _, f := range strings.Split(rest, ".") {
		if f != "" {
			x = j.w.field(x, f, "")
		}
	}
	return x
}

// fieldRole finds a role the catalogue names by the field of a parameter
// alone.
func (j *judge) fieldRole(name string) *Val {
	if name == "" {
		return unknown
	}
	for i := range j.n.Args {
		if i == 0 && j.client() {
			continue
		}
		if vals := fieldOf(j.inside(i), name); len(vals) > 0 {
			return vals[0]
		}
	}
	return unknown
}

func (j *judge) inside(i int) []named {
	if d, ok := j.dug[i]; ok {
		return d
	}
	d := j.w.dig(j.arg(i))
	j.dug[i] = d
	return d
}

// found is what is known of one place a key can be in.
type found uint8

const (
	absent found = iota
	maybe
	present
)

// keyed looks for a key in every place the catalogue knows.
func (j *judge) keyed() {
	e := j.out
	for _, kp := range j.spec.Keys {
		vals, state := j.lookup(kp)
		switch state {
		case present:
			if j.setKey(kp, vals) {
				return
			}
		case maybe:
			e.Uncertain = true
		}
	}
	if e.Uncertain {
		return
	}
	j.informalKey()
	if e.Category == "rpc" && j.spec.Body != "" && !e.Key.Given && j.w.origin(j.roleVal(j.spec.Body)).Class() == Constant {
		e.Natural = "asks for the same whatever the message says" // to refresh a cache, to start a job
	}
}

// order finds the key by which the broker keeps messages in order.
func (j *judge) order() {
	e := j.out
	if j.spec.OrderIf != "" {
		e.Sorted = j.switchedOn(j.spec.OrderIf)
	}
	if j.spec.Order == "" || j.spec.OrderIf != "" && !e.Sorted {
		return
	}
	param, field, ok := strings.Cut(j.spec.Order, ".")
	if !ok {
		param, field = "", param
	}
	for i := range j.n.Args {
		if i >= len(j.n.Call.Holds) || !j.n.Call.Holds[i] || param == "" && i == 0 && j.client() || param != "" && j.n.Call.Params[i] != param {
			continue
		}
		msg := first(j.w, j.arg(i))
		if msg.op == OpFunc || msg.op == OpZero { // a callback
			continue
		}
		if o := j.w.origin(j.w.field(msg, field, typeOf(msg))); !o.empty() {
			e.Order = j.key("field "+field, o)
		}
		e.Orderly = true
	}
}

// first is the first element of a list, or what is no list itself.
func first(w *world, x *Val) *Val {
	x = x.force()
	isIndex := func(p boundPut) bool { return len(p.path) > 0 && strings.HasPrefix(p.path[0], "[") }
	switch {
	case x.op == OpAppend:
		return w.elem(x, "[]").force()
	case x.op == OpObj && slices.ContainsFunc(x.obj.puts, isIndex):
		return w.elem(x, "[0]").force()
	}
	return x
}

// switchedOn reports whether a setting of the value the call is made on was set
// to true: before it was put into its field, or in it.
func (j *judge) switchedOn(setting string) bool {
	yes := func(x *Val) bool { return slices.Equal(texts(x), []string{"true"}) }
	if yes(j.w.field(j.arg(0), setting, typeOf(j.arg(0)))) {
		return true
	}
	on := strings.Split(j.n.Call.Display, ".")
	if len(on) < 2 {
		return false
	}
	for _, s := range j.w.uses().flows[switchOf(setting, on[len(on)-2])] {
		if yes(j.w.root(s.fn).eval(s.val)) {
			return true
		}
	}
	return false
}

// setKey records a key; it reports false for one that is empty.
func (j *judge) setKey(kp catalog.KeyPlace, vals []*Val) bool {
	o := j.w.origin(alt(vals, false))
	if o.empty() {
		return false
	}
	e := j.out
	e.Key = j.key(keyPlace(kp), o)
	if x := alt(vals, false); legible(x, 0) {
		e.Key.text = j.w.template(x, "…", 0)
	}
	e.Key.turn = j.perTurn(o)
	if kp.Natural && (e.Key.Class == Business || e.Key.Class == Constant || e.Key.Class == Producer || e.Key.Class == Unknown) {
		e.Natural = "goes by " + keyPlace(kp)
	}
	return true
}

func (j *judge) key(what string, o Origin) Key {
	c, all := o.worst()
	k := Key{Given: true, What: what, Class: c, Sometimes: !all, Origin: o}
	if s, ok := o.source(c); ok {
		k.Source = s
	}
	return k
}

func (o Origin) empty() bool {
	for _, m := range o.Ways {
		if !m.empty {
			return false
		}
	}
	return true
}

// lookup finds the values in one key place.
func (j *judge) lookup(kp catalog.KeyPlace) ([]*Val, found) {
	switch {
	case kp.Param != "":
		i, ok := j.role(kp.Param)
		if !ok {
			return nil, absent
		}
		x := j.arg(i)
		if x.op == OpZero || x.op == OpConst && x.text == "" {
			return nil, absent
		}
		if kp.Param != "" && strings.Contains(kp.Param, ".") {
			x = j.roleVal(kp.Param)
		}
		return []*Val{x}, present
	case kp.Field != "":
		return j.inArgs(kp, func(ns []named) []*Val { return fieldOf(ns, lastPart(kp.Field)) })
	case len(kp.Header) > 0:
		return j.inArgs(kp, func(ns []named) []*Val { return headerOf(ns, kp.Header) })
	case kp.Setter != "":
		return j.inArgs(kp, func(ns []named) []*Val { return callArgsOf(ns, lastPart(kp.Setter), kp.Arg) })
	case kp.Option != "":
		return j.inArgs(kp, func(ns []named) []*Val { return callArgsOf(ns, lastPart(kp.Option), kp.Arg) })
	case kp.Context != "":
		return j.inArgs(kp, func(ns []named) []*Val { return callArgsOf(ns, lastPart(kp.Context), kp.Arg) })
	}
	return nil, absent
}

func lastPart(symbol string) string {
	if i := strings.LastIndexByte(symbol, '.'); i >= 0 {
		return symbol[i+1:]
	}
	return symbol
}

// callArgsOf are the values of a parameter in the calls of a function.
func callArgsOf(ns []named, fn, arg string) []*Val {
	var out []*Val
	for _, n := range callsOf(ns, fn) {
		i := len(n.call.Args) - 1
		if k := slices.Index(n.call.Call.Params, arg); k >= 0 {
			i = k
		} else if num, err := strconv.Atoi(arg); err == nil {
			i = num
			if len(n.call.Call.Params) > 0 && n.call.Call.Params[0] == "recv" {
				i++
			}
		}
		if i >= 0 && i < len(n.call.Args) {
			out = append(out, n.fr.eval(n.call.Args[i]))
		}
	}
	return out
}

// inArgs applies find to what is inside the arguments that can hold a key.
func (j *judge) inArgs(kp catalog.KeyPlace, find func([]named) []*Val) ([]*Val, found) {
	state := absent
	for i := range j.n.Args {
		if i == 0 && j.client() {
			continue
		}
		if kp.In != "" {
			if k, ok := j.role(kp.In); !ok || k != i {
				continue
			}
		}
		if vals := find(j.inside(i)); len(vals) > 0 {
			return vals, present
		}
		if i < len(j.n.Call.Holds) && j.n.Call.Holds[i] && j.hidden(j.arg(i), 0) {
			state = maybe
		}
	}
	return nil, state
}

// chain lists what is known of the calls that lead to the call the effect is
// made on, where each returns a new value: db.Where(…).Clauses(…).Create(…).
// Calls on the same variable in other statements do not count.
func (j *judge) chain(i int) []named {
	var out []named
	x := j.arg(i).force()
	for range 16 {
		if x.op == OpObj {
			x = x.obj.base.force()
		}
		if x.op != OpCall {
			break
		}
		n := x.callNode()
		if n.Op != OpCall || len(n.Args) == 0 {
			break
		}
		out = append(out, named{name: n.Call.Name, call: n, fr: x.fr})
		for _, a := range n.Args[1:] {
			v := x.fr.eval(a)
			out = append(out, named{val: v})
			out = append(out, j.w.dig(v)...)
		}
		x = x.fr.eval(n.Args[0]).force()
	}
	return out
}

// client reports whether argument 0 is the client a call is made on, as
// against a request that is being built.
func (j *judge) client() bool {
	p := j.n.Call.Params
	return len(p) > 0 && p[0] == "recv" && j.spec.Request != "recv" && j.spec.Options != "recv" && j.spec.Row != "recv"
}

// hidden reports whether x may hold a key the model cannot see.
func (j *judge) hidden(x *Val, depth int) bool {
	x = x.force()
	switch x.op {
	case OpParam, OpUnknown, OpField, OpElem, OpFree, OpGlobal:
		return true
	case OpIface:
		return j.hidden(x.args[0], depth+1)
	case OpAlt, OpAppend:
		for _, a := range x.args {
			if depth < 6 && j.hidden(a, depth+1) {
				return true
			}
		}
	case OpObj:
		if depth < 6 && j.hidden(x.obj.base, depth+1) {
			return true
		}
		for _, p := range x.obj.puts {
			if !p.opaque() && depth < 4 && (len(p.path) == 0 || p.path[0] != "" && p.path[0][0] == '[') && j.hidden(p.value(), depth+1) {
				return true
			}
		}
	case OpCall:
		// A call of the library itself builds what the catalogue knows; any
		// other may hide a key, and so may one that returns what was given to it
		// before: future.Msg().
		n := x.callNode()
		return n.Op != OpCall || n.Call.Kind != CallOpaque || len(n.Args) == 1 && holderName.MatchString(n.Call.Name)
	}
	return false
}

// holderName matches the methods that return a message that was made elsewhere.
var holderName = regexp.MustCompile(`^(Get)?(Original)?(Msg|Message|Request|Record|Event|Input|Params|Task)s?$`)

// informalKey looks for a key under a name of the program's own: a custom
// header, a field of the body.
func (j *judge) informalKey() {
	e := j.out
	for i := range j.n.Args {
		if i == 0 && j.client() {
			continue
		}
		for _, n := range j.inside(i) {
			var vals []*Val
			name := n.name
			switch {
			case n.val != nil:
				vals = []*Val{n.val}
			case n.call != nil:
				name, vals = pairOf(n)
			}
			if !keyish.MatchString(name) && !strictKey.MatchString(name) || len(vals) == 0 {
				continue
			}
			o := j.w.origin(alt(vals, false))
			if o.empty() {
				continue
			}
			k := j.key(name, o)
			switch {
			case strictKey.MatchString(name):
				e.Key = k
				return
			case e.Category == "publish" || e.Category == "http" || e.Category == "rpc":
				if j.isReference(name, k.Class) {
					e.Key = k
				}
			}
		}
	}
}

// isReference reports whether a business value under name lets the other side
// recognise a repeat of a request. A publish's body is judged by BodyID.
func (j *judge) isReference(name string, c Class) bool {
	if c != Business && c != Producer {
		return false
	}
	if j.out.Category == "publish" {
		return false
	}
	return referenceName.MatchString(name)
}

var referenceName = regexp.MustCompile(`(?i)^(client|external|merchant|request|event|operation|transaction|x[-_])[-_ ]?(request|event|order|payment)?[-_ ]?(id|ref|reference|token|key)$|^ref(erence)?([-_]?(id|no))?$`)

// pairOf reads a call that sets a named value: Header.Set(name, value).
func pairOf(n named) (string, []*Val) {
	for i, a := range n.call.Args {
		if i+1 < len(n.call.Args) {
			for _, t := range texts(n.fr.eval(a)) {
				if t != "" && (keyish.MatchString(t) || strictKey.MatchString(t)) {
					return t, []*Val{n.fr.eval(n.call.Args[i+1])}
				}
			}
		}
	}
	return "", nil
}

// request judges an HTTP request by its method, address and headers.
func (j *judge) request() {
	e := j.out
	methods, url, body := j.requestParts()
	if len(methods) == 0 {
		e.Uncertain = true
		return
	}
	if url != nil {
		e.Category, e.ToSender = j.byURL(url), j.namedBySender(url)
	}
	mutates := false
	for _, m := range methods {
		switch strings.ToUpper(m) {
		case "POST", "PATCH":
			mutates = true
		}
	}
	switch {
	case !mutates:
		e.Natural = "is " + strings.ToUpper(methods[0]) + ", which may be repeated"
		return
	case url != nil && slices.ContainsFunc(j.w.template(url, "\x00", 0), readURL.MatchString),
		e.Category == "http" && readingName.MatchString(e.table) && !changingName.MatchString(e.table):
		e.Natural = "only reads"
		return
	}
	j.keyed()
	if !e.Key.Given && j.ownTransport() {
		e.Uncertain = true
	}
	if !e.Key.Given && !e.Uncertain {
		j.keyInBody(body)
	}
	if !e.Key.Given && url != nil && j.namesResource(url) {
		e.Uncertain = true
	}
}

// capturedLater reports whether a payment is told to take no money yet.
func (j *judge) capturedLater() bool {
	for i := range j.n.Args {
		for _, n := range j.inside(i) {
			if n.val != nil && captureField.MatchString(n.name) && slices.ContainsFunc(texts(n.val), func(t string) bool {
				return t == "false" || strings.EqualFold(t, "manual") || strings.EqualFold(t, "authorize")
			}) {
				return true
			}
		}
	}
	return false
}

var captureField = regexp.MustCompile(`(?i)^(auto_?)?capture(_?method|_?mode)?$|^intent$`)

// namedBySender reports whether an address is one the message names, from its
// first letter.
func (j *judge) namedBySender(url *Val) bool {
	o := j.w.origin(url)
	return o.Class() == Business && !slices.ContainsFunc(j.w.template(url, "\x00", 0), func(t string) bool { return !strings.HasPrefix(t, "\x00") })
}

// byURL is the category of a request to an address.
func (j *judge) byURL(url *Val) string {
	texts := j.w.template(url, "\x00", 0)
	for _, u := range j.spec.ByURL {
		if re, err := regexp.Compile(u.URL); err == nil && slices.ContainsFunc(texts, re.MatchString) {
			return u.Category
		}
	}
	return j.out.Category
}

// ownTransport reports whether the client sends through a transport of the
// program, which may add a key to every request.
func (j *judge) ownTransport() bool {
	if !j.client() {
		return false
	}
	t := j.w.field(j.arg(0), "Transport", "net/http.Client")
	return len(j.w.targets(t, "RoundTrip")) > 0
}

// keyInBody looks for a key among the fields of what is sent.
func (j *judge) keyInBody(body *Val) {
	if body == nil {
		return
	}
	ns := j.w.dig(body)
	row := unwrapRow(body)
	if info := j.w.types[rowType(row)]; info != nil {
		for _, f := range info.Fields {
			v := row
			for _, p := range f.Path {
				v = j.w.field(v, p, info.Name)
			}
			for _, name := range []string{f.Name, f.JSON} {
				ns = append(ns, named{name: name, val: v})
			}
		}
	}
	for _, n := range ns {
		strict := strictKey.MatchString(n.name)
		if n.val == nil || !strict && !referenceName.MatchString(n.name) {
			continue
		}
		if o := j.w.origin(n.val); !o.empty() {
			k := j.key("field "+n.name, o)
			if strict || k.Class == Business || k.Class == Producer || k.Class == Fresh && !k.Sometimes && !isTime(k.Source.Name) {
				j.out.Key = k
				return
			}
		}
	}
}

// namesResource reports whether an address names one resource by something of
// the message: a repeat then addresses the same one, and whether it does harm
// is the server's business. Adding to a collection below it does.
func (j *judge) namesResource(url *Val) bool {
	for _, t := range j.w.template(url, "\x00", 0) {
		if collection.MatchString(t) {
			return false
		}
	}
	o := j.w.origin(url)
	return o.has(Business) || o.has(Producer)
}

// collection matches addresses that end in something one adds to.
var collection = regexp.MustCompile(`(?i)/(charges|payments|refunds|transfers|payouts|captures|messages|e?mails|notifications|events|orders|invoices|invoice-?items|shipments|labels|comments|notes|entries|transactions|credits|debits|bookings|tickets|items|lines|send|publish)/?(\?.*)?$`)

// readURL matches addresses that are posted to in order to read.
var readURL = regexp.MustCompile(`(?i)(^|[/_.:?&-])(_?search|query|graphql|lookup|validate|verify|token|oauth2?|login|authenticate|quote|estimate|calculate|preview|check|_msearch|introspect)([/?#&]|$)`)

// readingName matches the names of functions that post a question, changingName
// those that do more.
var (
	readingName  = regexp.MustCompile(`^(?i:get|fetch|find|search|list|query|look_?up|calc|calculate|compute|estimate|quote|check|checking|validate|verify|count|retrieve|preview)([A-Z_]\w*)?$`)
	changingName = regexp.MustCompile(`(And|Or)[A-Z]|Create|Update|Reserve|Send|Post[A-Z]|Charge|Pay|Book|Mark|Claim|Checkout`)
)

// requestParts finds the method, address and body of a request.
func (j *judge) requestParts() (methods []string, url, body *Val) {
	if m, literal := strings.CutPrefix(j.spec.Method, "="); literal {
		methods = []string{m}
	} else if j.spec.Method != "" {
		methods = nonEmpty(texts(j.roleVal(j.spec.Method)))
	}
	if j.spec.URL != "" {
		url = j.roleVal(j.spec.URL)
	}
	if j.spec.Body != "" {
		body = j.roleVal(j.spec.Body)
	}
	i, ok := j.role(j.spec.Request)
	if !ok {
		return methods, url, body
	}
	for _, n := range j.inside(i) {
		switch {
		case n.call != nil && strings.HasPrefix(n.name, "NewRequest"):
			for k, p := range n.call.Call.Params {
				if k >= len(n.call.Args) {
					break
				}
				switch strings.ToLower(p) {
				case "method":
					methods = append(methods, textsOr(n.fr.eval(n.call.Args[k]), "GET")...)
				case "url", "rawurl", "target":
					url = n.fr.eval(n.call.Args[k])
				case "body", "rawbody":
					body = n.fr.eval(n.call.Args[k])
				}
			}
		case n.call != nil && (n.name == "SetBody" || n.name == "SetFormData" || n.name == "SetBodyJSON"):
			body = n.fr.eval(n.call.Args[len(n.call.Args)-1])
		case n.val != nil && n.name == "Method":
			methods = append(methods, nonEmpty(texts(n.val))...)
		case n.val != nil && n.name == "URL" && url == nil:
			url = n.val
		}
	}
	return methods, url, body
}

// textsOr are the constant texts x may be; the empty one stands for def.
func textsOr(x *Val, def string) []string {
	ts := texts(x)
	for i := range ts {
		if ts[i] == "" {
			ts[i] = def
		}
	}
	return ts
}

func nonEmpty(ts []string) []string {
	return slices.DeleteFunc(ts, func(t string) bool { return t == "" })
}

// claim judges the key of an atomic claim.
func (j *judge) claim() {
	e := j.out
	e.Claim = true
	j.keyed()
	if !e.Key.Given {
		for _, name := range []string{j.spec.Filter, j.spec.Row, "key", "1"} {
			if i, ok := j.role(name); ok {
				e.Key = j.key("its name", j.w.origin(j.arg(i)))
				break
			}
		}
	}
	e.Natural = "claims only once"
}

// countsDeliveries reports whether the broker's identity of the message names
// what is raised, and nothing of the message is in it: a counter of attempts
// is meant to be raised again.
func (j *judge) countsDeliveries() bool {
	found := false
	for i := 1; i < len(j.n.Args); i++ {
		switch o := j.w.origin(j.arg(i)); {
		case o.has(Business), o.has(Producer):
			return false
		case o.has(Transport), o.has(Delivery), o.has(Attempt):
			found = true
		}
	}
	return found
}

// named judges an absolute write under a name.
func (j *judge) named() {
	j.keyed()
	if e := j.out; !e.Key.Given {
		e.Natural = "overwrites"
	}
}

// update judges what an update changes: absolute values may be written twice.
func (j *judge) update() {
	e := j.out
	if j.conditional() {
		e.Natural = "is conditional"
		return
	}
	if made := j.swap(); made != nil {
		e.Natural, e.swaps = "compares and sets "+made.column, made
		return
	}
	if i, ok := j.role(j.spec.Filter); ok && i > 0 {
		for _, n := range j.inside(i) {
			if exclusion.MatchString(n.name) {
				e.Natural = "is conditional"
				return
			}
		}
	}
	if j.spec.Filter == "recv" && j.setsWhatItTests() {
		e.Natural = "is conditional"
		return
	}
	change := j.roleVal(j.spec.Change)
	if i, ok := j.role(j.spec.Change); ok {
		for _, v := range fieldOf(j.inside(i), "UpdateExpression") {
			for _, t := range j.w.template(v, "\x00", 0) {
				if relativeExpression(t) && !j.addsToSet(i) {
					e.Relative = true
					return
				}
			}
		}
	}
	for _, n := range j.w.dig(change) {
		e.inserts = e.inserts || n.name == "$setOnInsert"
		if relativeName.MatchString(n.name) {
			e.Relative = true
			return
		}
		if n.call != nil && n.name == "Expr" && n.call.Call != nil && !j.countsTries(n) {
			e.Relative = true
			return
		}
	}
	e.Natural = "writes absolute values"
}

// triesColumn matches the columns that count what the service itself did: how
// often it tried, sent, failed. When it does so again, there is one more to count.
var triesColumn = regexp.MustCompile(`(?i)^(number_?of_?)?(send|sent|deliver(y|ies)|attempt|retr(y|ies)|tr(y|ies)|fail(ure|ed)?|error)s?(_?(count|counter|no|number|attempts?))?$`)

// oneMore matches an expression that adds one to a column.
var oneMore = regexp.MustCompile(`^\W*(?:\w+\.)?(\w+)\W*\s*\+\s*1$`)

// countsTries reports whether an expression handed to a query builder does
// nothing but count a try.
func (j *judge) countsTries(n named) bool {
	for _, a := range n.call.Args {
		for _, t := range texts(n.fr.eval(a)) {
			if m := oneMore.FindStringSubmatch(strings.TrimSpace(t)); m != nil && triesColumn.MatchString(m[1]) {
				return true
			}
		}
	}
	return false
}

// comparison finds the columns a condition compares other than for equality,
// and those it compares with a version.
var comparison = regexp.MustCompile(`([a-zA-Z_][\w.]*)\s*(?:<>|!=|<|>|IS NULL)|((?i:\w*version|rev|revision|etag))\s*=`)

// setsWhatItTests reports whether a builder's condition excludes rows by a
// column the update itself sets: once done, the row no longer matches.
func (j *judge) setsWhatItTests() bool {
	var tested []string
	for _, n := range j.chain(0) {
		if n.call == nil || n.name != "Where" || len(n.call.Args) < 2 {
			continue
		}
		for _, t := range texts(n.fr.eval(n.call.Args[1])) {
			for _, m := range comparison.FindAllStringSubmatch(t, -1) {
				tested = append(tested, m[1]+m[2])
			}
		}
	}
	if len(tested) == 0 {
		return false
	}
	for i := 1; i < len(j.n.Args); i++ {
		for _, t := range texts(j.arg(i)) {
			if containsFold(tested, t) {
				return true
			}
		}
		for _, n := range j.inside(i) {
			if n.val != nil && (containsFold(tested, n.name) || containsFold(tested, snake(n.name))) {
				return true
			}
		}
	}
	return false
}

// exclusion matches what makes a filter no longer match once the update is
// done: the event is not yet in the list, the version is the one expected.
var exclusion = regexp.MustCompile(`(?i)^\$(ne|nin|not|nor|lt|exists)$|version|^rev(ision)?$|^etag$`)

// relativeExpression reports whether a DynamoDB update expression builds on
// the value before.
func relativeExpression(text string) bool {
	if addClause.MatchString(text) {
		return true
	}
	for _, m := range sumClause.FindAllStringSubmatch(text, -1) {
		if m[1] == m[2] || m[1] == m[3] {
			return true
		}
	}
	return false
}

var (
	addClause = regexp.MustCompile(`(?i)(^|\s)ADD\s|list_append\s*\(`)
	sumClause = regexp.MustCompile(`([#\w.]+)\s*=\s*(?:if_not_exists\s*\(\s*([#\w.]+)[^)]*\)|([#\w.]+))\s*[-+]`)
)

// addsToSet reports whether an ADD adds strings to a set, which may be done
// twice.
func (j *judge) addsToSet(i int) bool {
	for _, n := range j.inside(i) {
		if n.val != nil && (strings.HasSuffix(typeOf(n.val), "MemberSS") || strings.HasSuffix(typeOf(n.val), "MemberNS")) {
			return true
		}
	}
	return false
}

var relativeName = regexp.MustCompile(`^\$(inc|mul|push|pop|bit)$`)

// bodyNamesEvent reports whether what is published carries a business id a
// consumer can recognise a repeat by.
func (j *judge) bodyNamesEvent() bool {
	for i := range j.n.Args {
		if i < len(j.n.Call.Params) && (j.n.Call.Params[i] == "recv" || j.n.Call.Params[i] == "ctx") {
			continue
		}
		if j.namesEvent(j.arg(i)) {
			return true
		}
	}
	return false
}

// freshID finds an id in what is published that is minted here: consumers that
// recognise repeats by it will not.
func (j *judge) freshID() {
	for i := range j.n.Args {
		if i == 0 && j.client() {
			continue
		}
		for _, n := range j.inside(i) {
			if n.val == nil || !idName.MatchString(n.name) || tracing.MatchString(n.name) {
				continue
			}
			if k := j.key("field "+n.name+" of the message", j.w.origin(n.val)); k.Class == Fresh && !k.Sometimes && k.Source.Name != "" && !isTime(k.Source.Name) {
				j.out.Key = k
				return
			}
		}
	}
}

// isTime reports whether a source is the clock: a time of sending is no id.
func isTime(source string) bool { return strings.HasPrefix(source, "time.") }

var tracing = regexp.MustCompile(`(?i)trace|span|correlation|request|session|causation`)

func (j *judge) namesEvent(x *Val) bool {
	if j.isWholeMessage(x, 0) {
		return true
	}
	for _, n := range j.w.dig(x) {
		if n.val == nil {
			continue
		}
		if j.isWholeMessage(n.val, 0) {
			return true
		}
		if idName.MatchString(n.name) && n.name != "MessageGroupId" {
			switch o := j.w.origin(n.val); o.Class() {
			case Business, Producer:
				return true
			case Unknown:
				return !o.empty() // an id the model cannot follow is no proof of none
			}
		}
	}
	return false
}

var idName = regexp.MustCompile(`(?i)(^id$|[a-z0-9]id$|_id$|uuid|number$|reference|^ref$)`)

// isWholeMessage reports whether x is the message's body, or all that was
// decoded from it.
func (j *judge) isWholeMessage(x *Val, depth int) bool {
	x = x.force()
	switch x.op {
	case OpPart:
		return x.class == Business
	case OpDecoded:
		return x.text == "" && j.w.origin(x).Class() == Business
	case OpMix:
		return len(x.args) == 1 && depth < 6 && j.isWholeMessage(x.args[0], depth+1)
	case OpIface, OpAlt:
		return depth < 6 && len(x.args) == 1 && j.isWholeMessage(x.args[0], depth+1)
	case OpObj:
		if x.obj.base.force().op != OpZero {
			return depth < 6 && j.isWholeMessage(x.obj.base, depth+1)
		}
		j.w.expand(x)
		for _, p := range x.obj.puts {
			if len(p.path) == 0 && !p.opaque() && depth < 6 && j.isWholeMessage(p.value(), depth+1) {
				return true
			}
		}
	}
	return false
}

// keyPlace names a key place for messages.
func keyPlace(kp catalog.KeyPlace) string {
	switch {
	case kp.Field != "":
		return "field " + kp.Field
	case kp.Param != "":
		if _, err := strconv.Atoi(kp.Param); err == nil {
			return "its name"
		}
		return "parameter " + kp.Param
	case kp.Setter != "":
		return lastPart(kp.Setter)
	case kp.Option != "":
		return "option " + lastPart(kp.Option)
	case len(kp.Header) > 0:
		return "header " + kp.Header[0]
	case kp.Context != "":
		return "context value of " + lastPart(kp.Context)
	}
	return "key"
}
