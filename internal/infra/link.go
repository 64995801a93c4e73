package infra

import (
	"regexp"
	"slices"
	"strings"
)

// QueueAt returns the queues with an address, in any root. The address may
// leave out the key of count or for_each, and the modules in front when nothing
// has it as it is; the address of a module stands for the queue that
// terraform-aws-modules/sqs makes.
func (f *Facts) QueueAt(address string) []*Queue {
	found := f.pick(func(q *Queue) bool {
		if q.Address == address || withoutIndex(q.Address) == address {
			return true
		}
		return strings.HasPrefix(address, "module.") && withoutIndex(q.Address) == address+".aws_sqs_queue.this"
	})
	if len(found) > 0 {
		return found
	}
	return f.pick(func(q *Queue) bool {
		return strings.HasSuffix(q.Address, "."+address) || strings.HasSuffix(withoutIndex(q.Address), "."+address)
	})
}

// QueueNamed returns the queues that a name, URL or ARN may mean: the last part
// counts, and * in the name of a definition or in text stands for what is not
// known. A text of which nothing is known means none. Where a definition is in
// the repository, what merely looks it up is left out.
func (f *Facts) QueueNamed(text string) []*Queue {
	found := f.queuesNamed(text)
	if defined := filter(found, func(q *Queue) bool { return !q.Lookup }); len(defined) > 0 {
		return defined
	}
	return found
}

func (f *Facts) queuesNamed(text string) []*Queue {
	ix := f.indexed()
	name := lastPart(text)
	if exact := ix.byName[name]; len(exact) > 0 && name != "" && !strings.Contains(name, "*") {
		return exact
	}
	among := ix.patterns
	if strings.Contains(name, "*") {
		among = f.Queues
	}
	var found []*Queue
	for _, q := range among {
		if namesSame(q.Name, text) {
			found = append(found, q)
		}
	}
	return found
}

// QueueOf returns the queues a reference means. exact says that it refers to a
// definition, which leaves no doubt; else text names them.
func (f *Facts) QueueOf(ref Ref) (queues []*Queue, exact bool) {
	if ref.Address != "" {
		for _, q := range f.indexed().byAddress[[2]string{ref.Root, withoutIndex(ref.Address)}] {
			if sameAddress(q.Address, ref.Address) {
				queues = append(queues, q)
			}
		}
		// What refers to a table or a function means no queue of the same name.
		if len(queues) > 0 || ref.Type != "" {
			return queues, len(queues) > 0
		}
	}
	return f.QueueNamed(ref.Text), false
}

// finder finds definitions fast; it is made at the first question.
type finder struct {
	byAddress map[[2]string][]*Queue // by root and address without key
	byName    map[string][]*Queue    // with a name that is wholly known
	patterns  []*Queue               // with a name that is known in part
	computes  map[[2]string][]*Compute
	dead      map[*Queue]bool // where others send what fails
	marked    bool            // dead is complete
}

// indexed returns the index. Facts must not change once questions are asked.
func (f *Facts) indexed() *finder {
	f.once.Do(func() {
		ix := &finder{byAddress: map[[2]string][]*Queue{}, byName: map[string][]*Queue{}, computes: map[[2]string][]*Compute{}, dead: map[*Queue]bool{}}
		f.seen = ix
		for _, c := range f.Computes {
			key := [2]string{c.Root, withoutIndex(c.Address)}
			ix.computes[key] = append(ix.computes[key], c)
		}
		for _, q := range f.Queues {
			key := [2]string{q.Root, withoutIndex(q.Address)}
			ix.byAddress[key] = append(ix.byAddress[key], q)
			switch {
			case strings.Contains(q.Name.Value, "*"):
				ix.patterns = append(ix.patterns, q)
			case q.Name.Value != "":
				ix.byName[q.Name.Value] = append(ix.byName[q.Name.Value], q)
			}
		}
	})
	return f.seen
}

// Siblings returns the other definitions of a queue: those with its address in
// other roots, as each environment has one, unless their names tell them apart.
// What one of them says may be missing in another on purpose.
func (f *Facts) Siblings(q *Queue) []*Queue {
	return f.pick(func(x *Queue) bool {
		if x.Root == q.Root || x.Kind != q.Kind || x.Address != q.Address {
			return false
		}
		a, b := withoutEnvironment(x.Name.Value), withoutEnvironment(q.Name.Value)
		return a == "" || b == "" || a == b || wildcard(a, b) || wildcard(b, a)
	})
}

// withoutEnvironment drops the words for environments from a name, and what is
// not known, which is where they stand.
func withoutEnvironment(name string) string {
	words := strings.FieldsFunc(name, func(r rune) bool { return r == '-' || r == '_' || r == '.' })
	return strings.Join(slices.DeleteFunc(words, func(w string) bool {
		_, ok := environments[strings.ToLower(w)]
		return ok || w == "*"
	}), "-")
}

// QueueByVariable returns, for each assignment of an environment variable, the
// queues that it names. The key may be set in several environments.
func (f *Facts) QueueByVariable(name string) []VariableUse {
	var uses []VariableUse
	for _, c := range f.Computes {
		for _, v := range c.Env {
			if v.Name == name {
				use := VariableUse{Compute: c, Variable: v}
				use.Queues, use.Exact = f.queueOf(v.Value.Value, c.Root)
				uses = append(uses, use)
			}
		}
	}
	return uses
}

// queueOf is QueueOf for a reference in root. Where text names a queue of
// several environments, it means that of its own.
func (f *Facts) queueOf(ref Ref, root string) ([]*Queue, bool) {
	queues, exact := f.QueueOf(ref)
	if own := filter(queues, func(q *Queue) bool { return q.Root == root }); len(own) > 0 {
		return own, exact
	}
	return queues, exact
}

func (f *Facts) computeOf(ref Ref, root string) []*Compute {
	computes := f.ComputeOf(ref)
	if own := filter(computes, func(c *Compute) bool { return c.Root == root }); len(own) > 0 {
		return own
	}
	return computes
}

// VariableUse is one assignment of an environment variable.
type VariableUse struct {
	Compute  *Compute
	Variable Variable
	Queues   []*Queue // those that the value names
	Exact    bool     // the value refers to their definition; else its text names them
}

// EdgesTo returns the edges whose messages a compute takes.
func (f *Facts) EdgesTo(c *Compute) []*Edge {
	var edges []*Edge
	for _, e := range f.Edges {
		if slices.Contains(f.computeOf(e.To.Value, e.Root), c) {
			edges = append(edges, e)
		}
	}
	return edges
}

// EdgesFrom returns the edges that take messages from a queue.
func (f *Facts) EdgesFrom(q *Queue) []*Edge {
	var edges []*Edge
	for _, e := range f.Edges {
		if queues, exact := f.queueOf(e.From.Value, e.Root); exact && slices.Contains(queues, q) || len(queues) == 1 && queues[0] == q {
			edges = append(edges, e)
		}
	}
	return edges
}

// QueueByCompute returns the queues whose messages a compute takes by an event
// source mapping, a push, a trigger or a scaler: surer than a variable.
func (f *Facts) QueueByCompute(c *Compute) []*Queue {
	var queues []*Queue
	for _, e := range f.EdgesTo(c) {
		found, exact := f.queueOf(e.From.Value, e.Root)
		if !exact && len(found) != 1 {
			continue
		}
		for _, q := range found {
			if !slices.Contains(queues, q) {
				queues = append(queues, q)
			}
		}
	}
	return queues
}

// ComputeOf returns the computes a reference means: by definition, or by the
// name at the end of an ARN.
func (f *Facts) ComputeOf(ref Ref) []*Compute {
	var found []*Compute
	if ref.Address != "" {
		for _, c := range f.indexed().computes[[2]string{ref.Root, withoutIndex(ref.Address)}] {
			if sameAddress(c.Address, ref.Address) {
				found = append(found, c)
			}
		}
	}
	if len(found) > 0 || ref.Address != "" && ref.Type != "" {
		return found
	}
	for _, c := range f.Computes {
		if namesSame(c.Name, ref.Text) {
			found = append(found, c)
		}
	}
	return found
}

// DeadLetterOf returns the definitions that a queue dead-letters to, when they
// are in the repository: a queue, a topic, or the queues bound to an exchange.
// It follows a reference that is only possible, too: ask q.DeadLetter.State
// whether it is there.
func (f *Facts) DeadLetterOf(q *Queue) []*Queue {
	if q.Kind == RabbitMQ {
		dead := q.DeadLetter
		if dead.State == Absent {
			if p := f.PolicyOf(q.Name.Value); p != nil {
				dead = p.DeadLetter
			}
		}
		return f.boundTo(dead.Value)
	}
	if q.DeadLetter.State != Present && q.DeadLetter.State != Unknown {
		return nil
	}
	queues, _ := f.queueOf(q.DeadLetter.Value, q.Root)
	return queues
}

// boundTo returns the queues that an exchange feeds.
func (f *Facts) boundTo(exchange Ref) []*Queue {
	var queues []*Queue
	for _, b := range f.Bindings {
		if exchange.Text == "" || b.Exchange != exchange.Text || b.ToExchange {
			continue
		}
		queues = append(queues, f.pick(func(q *Queue) bool { return q.Kind == RabbitMQ && q.Name.Value == b.Target })...)
	}
	return queues
}

// IsDeadLetter reports whether a queue is where others send what fails: a
// target of theirs, a subscription of such a topic, marked as one, or named
// like one. Nothing is asked of it but that somebody watches it.
func (f *Facts) IsDeadLetter(q *Queue) bool {
	ix := f.indexed()
	if !ix.marked {
		f.markDeadLetters(ix.dead)
		ix.marked = true
	}
	if ix.dead[q] {
		return true
	}
	if q.Topic.State != Present {
		return false
	}
	topics, _ := f.QueueOf(q.Topic.Value)
	return slices.ContainsFunc(topics, func(t *Queue) bool { return ix.dead[t] })
}

func (f *Facts) markDeadLetters(dead map[*Queue]bool) {
	mark := func(queues []*Queue) {
		for _, q := range queues {
			dead[q] = true
		}
	}
	for _, q := range f.Queues {
		marked := q.DeadLetterSources.State == Present
		// What has a dead letter of its own is none, though it be named like one:
		// an event may be about a failure.
		named := q.DeadLetter.State != Present && (deadLetterName(q.Name.Value) || deadLetterName(q.Address))
		if marked || named {
			dead[q] = true
		}
		for _, target := range f.DeadLetterOf(q) {
			if target != q {
				dead[target] = true
			}
		}
	}
	for _, p := range f.Policies {
		mark(f.boundTo(p.DeadLetter.Value))
	}
	for _, e := range f.Edges {
		targets, _ := f.queueOf(e.OnFailure.Value, e.Root)
		mark(targets)
	}
	for _, c := range f.Computes {
		if targets, exact := f.QueueOf(c.DeadLetter.Value); exact {
			mark(targets)
		}
	}
}

var deadLetterWord = regexp.MustCompile(`(?i)(^|[^a-z])(dlq|dlt|dlx|dead|deadletters?|dead[-_.]letters?|poison|failed|failures?|errors?|parking|parked)([^a-z]|$)`)

// camel splits OrdersDLQ and paymentDeadLetter into words.
var camel = regexp.MustCompile(`([a-z0-9])([A-Z])`)

func deadLetterName(s string) bool {
	return s != "" && deadLetterWord.MatchString(camel.ReplaceAllString(s, "$1-$2"))
}

// PolicyOf returns the RabbitMQ policy in force for a queue of that name: the
// one with the highest priority whose pattern matches. Operator policies come
// first, as the broker merges them over the others. It is nil when none does.
// A policy whose pattern is not known may match any queue, and is returned when
// no other matches: its attributes then say that they are not known.
func (f *Facts) PolicyOf(queue string) *Policy {
	var best, open *Policy
	for _, p := range f.Policies {
		if p.ApplyTo == "exchanges" {
			continue
		}
		if p.Pattern.State != Present || strings.Contains(p.Pattern.Value, "\uFFFD") {
			open = p
			continue
		}
		re, err := regexp.Compile(p.Pattern.Value)
		if err != nil {
			open = p
			continue
		}
		if !re.MatchString(queue) {
			continue
		}
		if best == nil || p.Operator && !best.Operator || p.Operator == best.Operator && p.Priority > best.Priority {
			best = p
		}
	}
	if best == nil {
		return open
	}
	return best
}

// HasTopology reports whether the repository says how RabbitMQ is set up, so
// that arguments may come from there: then nil arguments in Go prove nothing by
// themselves.
func (f *Facts) HasTopology() bool {
	return len(f.Policies) > 0 || slices.ContainsFunc(f.Queues, func(q *Queue) bool { return q.Kind == RabbitMQ && q.Evidence() })
}

// AlarmsOf returns the alarms that watch a queue. The metric counts: messages
// sent do not include those that a redrive moves.
func (f *Facts) AlarmsOf(q *Queue) []*Alarm {
	var alarms []*Alarm
	for _, a := range f.Alarms {
		for _, ref := range a.Watches.Value {
			if queues, _ := f.queueOf(ref, a.Root); slices.Contains(queues, q) {
				alarms = append(alarms, a)
				break
			}
		}
	}
	return alarms
}

// HasAlarms reports whether the repository has alarms that surely watch queues
// of a kind, which proves that such alarms live here.
func (f *Facts) HasAlarms(k Kind) bool {
	return slices.ContainsFunc(f.Alarms, func(a *Alarm) bool {
		return a.Watches.State == Present && slices.ContainsFunc(a.Watches.Value, func(ref Ref) bool {
			queues, _ := f.QueueOf(ref)
			return slices.ContainsFunc(queues, func(q *Queue) bool { return q.Kind == k })
		})
	})
}

func (f *Facts) pick(keep func(*Queue) bool) []*Queue {
	var found []*Queue
	for _, q := range f.Queues {
		if keep(q) {
			found = append(found, q)
		}
	}
	return found
}

// lastPart is the name at the end of a URL, ARN or path.
func lastPart(s string) string {
	s, _, _ = strings.Cut(s, "?")
	return s[strings.LastIndexAny(s, "/:")+1:]
}

// namesSame reports whether a definition's name and the end of a text are
// equal, * standing for what is not known on either side. Names of which less
// than three characters are known are no evidence.
func namesSame(name Attr[string], s string) bool {
	a, b := name.Value, lastPart(s)
	if a == "" || b == "" || name.State == Unknown && a == "" || letters(a) < 3 || letters(b) < 3 {
		return false
	}
	return a == b || wildcard(a, b) || wildcard(b, a)
}

func letters(s string) int { return len(strings.ReplaceAll(s, "*", "")) }

// wildcard reports whether s matches a pattern with *.
func wildcard(pattern, s string) bool {
	parts := strings.Split(pattern, "*")
	if len(parts) == 1 {
		return pattern == s
	}
	if !strings.HasPrefix(s, parts[0]) {
		return false
	}
	s = s[len(parts[0]):]
	for _, part := range parts[1 : len(parts)-1] {
		i := strings.Index(s, part)
		if i < 0 {
			return false
		}
		s = s[i+len(part):]
	}
	return strings.HasSuffix(s, parts[len(parts)-1])
}
