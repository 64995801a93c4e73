package catalog

import (
	"go/types"
	"slices"
	"strings"
)

// attributes are what a queue may have. Those in durations are times.
var (
	attributes = []string{"name", "lease", "max-receives", "dead-letter", "retention", "delay", "fifo", "dedup", "topic", "ack-policy", "queue-type", "expires", "temporary"}
	durations  = []string{"lease", "retention", "delay", "expires"}
)

func (b *builder) addQueue(q *QueueSpec) {
	b.needFunc(q, q.Func)
	b.needWord(q, "does", &q.Does, "define", "configure", "name", "bind", "watch", "wrap", "retry", "dead-letter")
	switch {
	case q.Kind == "" && slices.Contains([]string{"define", "configure", "bind", "watch"}, q.Does):
		b.fail(b.at(q), "kind is missing: what is the queue? (sqs, rabbitmq, ...)")
	case len(q.Name) == 0 && slices.Contains([]string{"configure", "name", "bind", "watch"}, q.Does):
		b.fail(b.at(q), "name is missing: which parameter names the queue?")
	case q.Exchange == "" && q.Does == "bind":
		b.fail(b.at(q), "exchange is missing: which parameter names the exchange?")
	case q.Subject == "" && q.Does == "watch":
		b.fail(b.at(q), "subject is missing: what does the broker call these events?")
	case q.Arg == "" && q.Does == "wrap", q.Arg == "" && len(q.Bound) > 0 && len(q.Name) == 0:
		b.fail(b.at(q), "arg is missing")
	case len(q.Attributes) > 0 && q.Does != "define" && q.Does != "configure":
		b.fail(b.at(&q.Attributes[0]), "only a call that defines or configures a queue has attributes")
	}
	roles := []role{{"exchange", &q.Exchange}}
	for i := range q.Name {
		roles = append(roles, role{"name", &q.Name[i]})
	}
	if q.Does == "wrap" {
		roles = append(roles, role{"arg", &q.Arg})
	}
	for i := range q.Bound {
		if ref := b.function(&q.Bound[i]); ref != nil && q.Arg != "" {
			ref.check = checkRoles(role{"arg", &q.Arg})
		}
	}
	each(q.Attributes, b.addAttribute)
	for i := range q.Attributes {
		roles = append(roles, role{"param", &q.Attributes[i].Param})
	}
	named := checkRoles(roles...)
	b.functions("queues", q.Func, q, func(r *report, obj object) {
		named(r, obj)
		for i := range q.Attributes {
			checkAttribute(&q.Attributes[i], r, obj)
		}
	})
}

func (b *builder) addAttribute(a *AttributeSpec) {
	b.needWord(a, "is", &a.Is, attributes...)
	switch {
	case a.Param != "" && a.Option != "":
		b.fail(b.at(a), "an attribute has one of param and option, not both")
	case a.Param == "" && a.Option == "" && a.Default == "":
		b.fail(b.at(a), "an attribute has a param, an option or a default")
	case a.Param == "" && a.Arg == "" && (a.Entry != "" || a.JSON != ""):
		b.fail(b.at(a), "entry and json say where in a param, or in the arg of an option, to look")
	case a.Unit != "" && !slices.Contains(durations, a.Is):
		b.fail(b.at(&a.Unit), "%s is no duration, and has no unit", a.Is)
	}
	b.duration("unit", &a.Unit)
	if slices.Contains(durations, a.Is) {
		b.duration("default", &a.Default, "none")
	}
	if a.Option != "" {
		if ref := b.symbol(&a.Option, parseSymbol); ref != nil {
			ref.check = checkRoles(role{"arg", &a.Arg})
		}
	}
}

// checkAttribute demands a unit where a duration is a plain number, and none
// where it is a time.Duration.
func checkAttribute(a *AttributeSpec, r *report, obj object) {
	if a.Param == "" || a.Entry != "" || a.JSON != "" || !slices.Contains(durations, a.Is) || obj.sig == nil {
		return
	}
	i, fields, ok := Role(obj.sig, a.Param)
	if !ok {
		return
	}
	t := ParamType(obj.sig, i)
	for _, name := range fields {
		if t = memberType(element(t), name); t == nil {
			return
		}
	}
	basic, plain := element(t).Underlying().(*types.Basic)
	switch isDuration := strings.HasSuffix(types.TypeString(element(t), nil), "time.Duration"); {
	case isDuration && a.Unit != "":
		r.near(&a.Unit).fail("unit: %s of %s is a time.Duration, which needs none", a.Param, nameOf(obj.Object))
	case plain && !isDuration && basic.Info()&types.IsInteger != 0 && a.Unit == "":
		r.near(&a.Param).fail("unit is missing: %s of %s is a plain number", a.Param, nameOf(obj.Object))
	}
}
