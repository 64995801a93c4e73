package catalog

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
)

func (b *builder) addHandler(h *HandlerSpec) {
	b.c.handler[h] = b.Library
	if h.Broker == "" {
		h.Broker = b.Broker
	}
	h.Ordered = h.Ordered || b.Ordered
	b.checkHandlerWords(h)
	if h.Message != "" {
		b.typeName(&h.Message)
	}
	for i := range h.Evidence {
		b.symbol(&h.Evidence[i], parseSymbol)
	}
	for i := range h.Decodes {
		if !isJSONPath(h.Decodes[i]) {
			b.fail(b.at(&h.Decodes[i]), "decodes is %q, want JSON keys such as message.data", h.Decodes[i])
		}
	}
	kinds := 0
	for _, set := range []bool{len(h.Func) > 0, h.Implements != "", len(h.Receive) > 0, h.Param != "", h.Field != "", h.Convert != ""} {
		if set {
			kinds++
		}
	}
	if kinds != 1 {
		b.fail(b.at(h), "a handler has exactly one of func, implements, receive, param, field, convert; this has %d", kinds)
		return
	}
	b.indexHandler(h)
	b.noteBroker(h)
}

func isJSONPath(text string) bool {
	return !slices.Contains(strings.Split(text, "."), "")
}

func (b *builder) checkHandlerWords(h *HandlerSpec) {
	if h.Returns != nil {
		b.oneOf("returns.nil", &h.Returns.Nil, "ack", "redeliver", "drop", "dead-letter")
		b.oneOf("returns.error", &h.Returns.Error, "ack", "redeliver", "drop", "dead-letter")
		b.oneOf("returns.panic", &h.Returns.Panic, "ack", "redeliver", "drop", "dead-letter")
		if h.Ack == "" {
			h.Ack = "return"
		}
		each(h.Returns.Values, func(v *ReturnValue) {
			b.needWord(v, "does", &v.Does, "ack", "redeliver", "drop", "dead-letter")
			if ref := b.symbol(&v.Const, parseSymbol); ref != nil {
				ref.check = checkConstant(v)
			}
		})
	}
	b.oneOf("ack", &h.Ack, "explicit", "return", "receive", "poll", "after", "none")
	b.oneOf("dead-letter", &h.DeadLetter, "builtin", "none")
	b.duration("lease", &h.Lease, "extended", "none")
	b.duration("retention", &h.Retention)
	b.duration("unit", &h.Unit)
	b.oneOf("context", &h.Context, "lease")
	for _, list := range []Names{h.Manual, h.Automatic} {
		for i := range list {
			b.function(&list[i])
		}
	}
	if h.Retries != "" && h.Retries != "unlimited" {
		if _, err := strconv.Atoi(h.Retries); err != nil {
			b.fail(b.at(&h.Retries), "retries is %q, want a number or unlimited", h.Retries)
		}
	}
	for i := range h.Data {
		if _, err := strconv.Atoi(h.Data[i]); err != nil {
			b.fail(b.at(&h.Data[i]), "data is %q, want the number of a parameter of the handler", h.Data[i])
		}
	}
}

func (b *builder) indexHandler(h *HandlerSpec) {
	switch {
	case len(h.Func) > 0:
		if h.Arg == "" {
			b.fail(b.at(h), "arg is missing: which parameter of %s is the handler?", h.Func[0])
		}
		b.functions("handlers", h.Func, h, checkRegistration(h))
	case len(h.Receive) > 0:
		b.functions("handlers", h.Receive, h, checkReceive(h))
	case h.Implements != "":
		if h.Method == "" {
			b.fail(b.at(h), "method is missing: which method of %s handles?", h.Implements)
		}
		if ref := b.typeName(&h.Implements); ref != nil {
			ref.check = checkInterface(h)
			b.c.interfaces = append(b.c.interfaces, InterfaceHandler{b.Library, h, ref.sym.Path, ref.sym.Name})
		}
	case h.Param != "":
		if ref := b.typeName(&h.Param); ref != nil {
			b.statement(b.c.params, ref.sym, ref.at, h)
		}
		b.signature(h)
	case h.Convert != "":
		if ref := b.typeName(&h.Convert); ref != nil {
			b.statement(b.c.converts, ref.sym, ref.at, h)
		}
	case h.Field != "":
		if ref := b.symbol(&h.Field, parseField); ref != nil {
			ref.want = wantField
			b.statement(b.c.fields, ref.sym, ref.at, h)
		}
	}
}

// signature resolves the package names in Signature.
func (b *builder) signature(h *HandlerSpec) {
	for i := range h.Signature {
		prefix, name := cutTypePrefix(h.Signature[i])
		if !strings.Contains(name, ".") {
			continue // a basic type
		}
		sym, err := parseQualified(name, b.Packages)
		if err != nil {
			b.fail(b.at(&h.Signature[i]), "%v", err)
			continue
		}
		h.Signature[i] = prefix + sym.String()
	}
}

// noteBroker remembers which packages a consumer imports because of h.
func (b *builder) noteBroker(h *HandlerSpec) {
	touched := slices.Concat(h.Evidence)
	if len(h.Evidence) == 0 {
		touched = slices.Concat(h.Func, h.Receive, Names{h.Implements, h.Param, h.Convert, h.Message})
		if h.Field != "" {
			touched = append(touched, h.Field)
		}
		each(b.Messages, func(m *MessageSpec) { touched = append(touched, m.Type) })
	}
	for _, text := range touched {
		sym, err := parseSymbol(text, b.Packages)
		if err != nil || isStd(sym.Path) {
			continue
		}
		for _, home := range b.homes(sym.Path) {
			b.c.brokers[home] = true
		}
	}
}

func (b *builder) addMessage(m *MessageSpec) {
	if m.Type == "" {
		b.fail(b.at(m), "type is missing")
		return
	}
	parts := []*[]string{&m.Transport, &m.Delivery, &m.Producer, &m.Business, &m.Attempt, &m.Items}
	for _, list := range parts {
		for i := range *list {
			if _, err := ParsePart((*list)[i]); err != nil {
				b.fail(b.at(&(*list)[i]), "%v", err)
			}
		}
	}
	if ref := b.typeName(&m.Type); ref != nil {
		ref.check = checkMessage(m)
		b.statement(b.c.messages, ref.sym, ref.at, m)
		b.once("messages", ref.sym, ref.at)
	}
}

func (b *builder) addAck(a *AckSpec) {
	b.needFunc(a, a.Func)
	b.needWord(a, "does", &a.Does, "ack", "requeue", "drop", "dead-letter", "extend", "commit")
	b.functions("acks", a.Func, a, checkRoles(role{"requeue", &a.Requeue}, role{"multiple", &a.Multiple}, role{"lease", &a.Lease}))
}

func (b *builder) addEffect(e *EffectSpec) {
	if e.Category == "" {
		e.Category = b.Category
	}
	if e.Category == "" {
		b.fail(b.at(e), "category is missing, here and in the document")
	}
	b.oneOf("category", &e.Category, Categories...)
	if e.Does == "" {
		e.Does = "call"
	}
	b.oneOf("does", &e.Does, "call", "publish", "statement", "insert", "upsert", "update", "increment", "append",
		"set", "delete", "claim", "request", "transition", "write")
	b.duration("timeout", &e.Timeout, "none")
	for i := range e.BlindIf {
		name, text, some := strings.Cut(e.BlindIf[i], "=")
		e.BlindIf[i] = name
		b.function(&e.BlindIf[i])
		if some {
			e.BlindIf[i] += "=" + text
			b.c.retryTexts = append(b.c.retryTexts, text)
		}
	}
	b.variable(&e.Client)
	each(e.Keys, b.addKeyPlace)
	given, typ, ok := strings.Cut(e.Given, "=")
	if _, err := regexp.Compile(typ); e.Given != "" && (!ok || err != nil) {
		b.fail(b.at(&e.Given), "given is %q, want PARAM=TYPE with a regular expression", e.Given)
	}
	roles := checkRoles(
		role{"statement", &e.Statement}, role{"args", &e.Args}, role{"row", &e.Row}, role{"filter", &e.Filter},
		role{"change", &e.Change}, role{"options", &e.Options}, role{"url", &e.URL}, role{"request", &e.Request},
		role{"body", &e.Body}, role{"topic", &e.Topic}, role{"order", &e.Order}, role{"notify-if", &e.NotifyIf}, role{"method", &e.Method})
	check := func(r *report, obj object) {
		roles(r, obj)
		if given == "" || obj.sig == nil {
			// nothing is asked
		} else if _, ok := ParamIndex(obj.sig, given); !ok {
			r.near(&e.Given).fail("given: %s has no parameter %q%s", nameOf(obj.Object), given, suggestParam(obj.sig, given))
		}
		for i := range e.Keys {
			checkKeyPlace(&e.Keys[i])(r, obj)
		}
		checkFailures(e, r, obj)
	}
	b.funcOrMatch("effects", e, e.Func, e.Match, check)
}

// Categories are the kinds of effect.
var Categories = []string{"money", "inventory", "http", "rpc", "db", "publish", "notify", "cloud", "index"}

func (b *builder) addKeyPlace(k *KeyPlace) {
	kinds := 0
	for _, set := range []bool{k.Field != "", k.Param != "", k.Option != "", k.Setter != "", len(k.Header) > 0, k.Context != ""} {
		if set {
			kinds++
		}
	}
	if kinds != 1 {
		b.fail(b.at(k), "a key has exactly one of field, param, option, setter, header, context; this has %d", kinds)
	}
	b.duration("ttl", &k.TTL)
	for _, text := range []*string{&k.Option, &k.Context} {
		if *text == "" {
			continue
		}
		if ref := b.function(text); ref != nil {
			ref.check = checkRoles(role{"arg", &k.Arg})
		}
	}
	if strings.Contains(k.Setter, ".") {
		if ref := b.function(&k.Setter); ref != nil {
			ref.check = checkRoles(role{"arg", &k.Arg})
		}
	}
}

func (b *builder) addKey(k *KeySpec) {
	b.needWord(k, "origin", &k.Origin, "fresh", "derived", "transport", "business", "constant")
	roles := []role{{"into", &k.Into}}
	for i := range k.From {
		roles = append(roles, role{"from", &k.From[i]})
	}
	b.funcOrMatch("keys", k, k.Func, k.Match, checkRoles(roles...))
}

func (b *builder) addGuard(g *GuardSpec) {
	b.needWord(g, "does", &g.Does, "claim", "check", "mark", "lock", "release", "expire", "script")
	b.oneOf("store", &g.Store, "memory")
	b.duration("unit", &g.Unit)
	cond, _, ok := strings.Cut(g.If, "=")
	if !ok && g.If != "" {
		b.fail(b.at(&g.If), "if is %q, want PARAM=TEXT or PARAM.FIELD=TEXT", g.If)
	}
	if (g.Does == "script") != (g.Script != "") {
		b.fail(b.at(g), "script names the parameter that holds the program of does: script, and stands with nothing else")
	}
	roles := checkRoles(role{"key", &g.Key}, role{"ttl", &g.TTL}, role{"script", &g.Script}, role{"if", &cond})
	b.funcOrMatch("guards", g, g.Func, g.Match, func(r *report, obj object) {
		roles(r, obj)
		needsUnit(r, obj, &g.TTL, &g.Unit)
	})
}

func (b *builder) addTransaction(t *TransactionSpec) {
	b.needWord(t, "does", &t.Does, "begin", "commit", "rollback", "run")
	if t.Does == "run" && t.Arg == "" {
		b.fail(b.at(t), "arg is missing: which parameter is the function to run?")
	}
	b.funcOrMatch("transactions", t, t.Func, t.Match, checkRoles(role{"arg", &t.Arg}))
}

func (b *builder) addRead(r *ReadSpec) {
	if r.Category == "" {
		r.Category = b.Category
	}
	if r.Category == "" {
		b.fail(b.at(r), "category is missing, here and in the document")
	}
	b.oneOf("category", &r.Category, Categories...)
	b.duration("timeout", &r.Timeout, "none")
	b.variable(&r.Client)
	b.funcOrMatch("reads", r, r.Func, r.Match, checkRoles(role{"request", &r.Request}))
}

func (b *builder) addTimeout(t *TimeoutSpec) {
	if t.Sets == "" {
		t.Sets = "timeout"
	}
	b.oneOf("sets", &t.Sets, "timeout", "attempts", "retries", "wait", "client", "hidden")
	b.duration("unit", &t.Unit)
	for i := range t.Unset {
		b.variable(&t.Unset[i])
	}
	switch {
	case (len(t.Func) > 0) == (t.Field != ""):
		b.fail(b.at(t), "want exactly one of func and field")
	case t.Field != "":
		if ref := b.symbol(&t.Field, parseField); ref != nil {
			ref.want = wantField
		}
	case t.Arg == "" && t.Sets != "hidden":
		b.fail(b.at(t), "arg is missing: which parameter of %s says it?", t.Func[0])
	default:
		roles := checkRoles(role{"arg", &t.Arg})
		b.functions("timeouts", t.Func, t, func(r *report, obj object) {
			roles(r, obj)
			if t.Sets == "timeout" || t.Sets == "wait" {
				needsUnit(r, obj, &t.Arg, &t.Unit)
			}
		})
	}
}

func (b *builder) addRetry(r *RetrySpec) {
	b.needFunc(r, r.Func)
	b.duration("wait", &r.Wait)
	for i := range r.With {
		b.function(&r.With[i])
	}
	b.functions("retries", r.Func, r, nil)
}

// variable resolves a package variable; empty is allowed.
func (b *builder) variable(text *string) {
	if *text != "" {
		b.symbol(text, parseSymbol)
	}
}

func (b *builder) addContainer(s *ContainerSpec) {
	kinds := 0
	for _, set := range []bool{len(s.Func) > 0, s.In != "", s.Out != ""} {
		if set {
			kinds++
		}
	}
	switch {
	case kinds != 1:
		b.fail(b.at(s), "an entry of containers has exactly one of func, in, out; this has %d", kinds)
		return
	case s.In != "":
		b.typeName(&s.In)
		b.c.ins = append(b.c.ins, s.In)
		return
	case s.Out != "":
		b.typeName(&s.Out)
		b.c.outs = append(b.c.outs, s.Out)
		return
	}
	b.needWord(s, "does", &s.Does, "provide", "supply", "annotate", "resolve", "route", "dispatch")
	switch s.Does {
	case "provide", "supply", "annotate", "route":
		if s.Arg == "" {
			b.fail(b.at(s), "arg is missing: which parameter of %s is given to the container?", s.Func[0])
		}
	}
	if s.Does == "route" && s.Method == "" {
		b.fail(b.at(s), "method is missing: which method of the value is called?")
	}
	if s.As != "" {
		b.function(&s.As)
	}
	b.functions("containers", s.Func, s, checkRoles(role{"arg", &s.Arg}))
}

func (b *builder) needFunc(spec any, names Names) {
	if len(names) == 0 {
		b.fail(b.at(spec), "func is missing")
	}
}

func (b *builder) needWord(spec any, key string, word *string, allowed ...string) {
	if *word == "" {
		b.fail(b.at(spec), "%s is missing (one of: %s)", key, strings.Join(allowed, ", "))
	}
	b.oneOf(key, word, allowed...)
}

// funcOrMatch indexes spec under its functions or its pattern.
func (b *builder) funcOrMatch(section string, spec any, names Names, match *Match, check checker) {
	if (len(names) > 0) == (match != nil) {
		b.fail(b.at(spec), "want exactly one of func and match")
		return
	}
	if match == nil {
		b.functions(section, names, spec, check)
		return
	}
	b.addPattern(match, spec, check)
}

func (b *builder) addPattern(m *Match, spec any, check checker) {
	b.c.rank++
	p := &pattern{entry: entry{lib: b.Library, rank: b.c.rank, spec: spec, at: b.at(m)}, doc: b.document, match: m, check: check}
	for i := range m.Packages {
		b.addPatternPackage(p, &m.Packages[i])
	}
	// Generated code and its signatures are known wherever they stand.
	p.everywhere = len(m.Packages) == 0
	if p.everywhere && m.Param == "" && m.Result == "" && m.Generated == "" {
		b.fail(p.at, "packages is missing, and neither param, result nor generated says where to look")
	}
	p.receiver = b.regexp("receiver", &m.Receiver)
	p.name = b.regexp("name", &m.Name)
	p.except = b.regexp("except", &m.Except)
	p.param = b.regexp("param", &m.Param)
	p.result = b.regexp("result", &m.Result)
	b.c.everywhere = b.c.everywhere || p.everywhere
	b.c.patterns = append(b.c.patterns, p)
}

func (b *builder) addPatternPackage(p *pattern, text *string) {
	name, below := strings.CutSuffix(*text, "/...")
	path, err := resolvePackage(name, b.Packages)
	if err != nil {
		b.fail(b.at(text), "%v", err)
		return
	}
	p.written = append(p.written, path)
	if below {
		p.written[len(p.written)-1] += "/..."
	}
	for _, home := range b.homes(path) {
		if below {
			p.below = append(p.below, home)
		} else {
			p.exactly = append(p.exactly, home)
		}
	}
}

// regexp compiles an expression that must match entirely; nil when empty.
func (b *builder) regexp(key string, text *string) *regexp.Regexp {
	if *text == "" {
		return nil
	}
	re, err := regexp.Compile("^(?:" + *text + ")$")
	if err != nil {
		b.fail(b.at(text), "%s: %v", key, err)
	}
	return re
}
