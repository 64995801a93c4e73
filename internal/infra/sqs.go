package infra

import (
	"strings"
	"time"
)

// Defaults of SQS and Lambda, from the providers' documentation.
const (
	sqsLease      = 30 * time.Second
	sqsRetention  = 4 * 24 * time.Hour
	lambdaTimeout = 3 * time.Second
	sqsBatch      = 10
	streamBatch   = 100
)

// sqsQueue holds the attributes of an SQS queue under the names of no format.
type sqsQueue struct {
	name, lease, retention, delay, fifo, dedup *value
	// redrive and allow are objects, or the JSON texts of them.
	redrive, allow *value
}

// addSQS adds a queue.
func (r *reader) addSQS(d Definition, p sqsQueue) *Queue {
	q := &Queue{
		Definition: d, Kind: SQS,
		Name:      r.marks.nameAttr(p.name, d.Place),
		Lease:     secondsAttr(p.lease, d.Place, sqsLease),
		Retention: secondsAttr(p.retention, d.Place, sqsRetention),
		Delay:     secondsAttr(p.delay, d.Place, 0),
		FIFO:      boolAttr(p.fifo, d.Place, false),
		Dedup:     boolAttr(p.dedup, d.Place, false),
	}
	if fifo, ok := q.FIFO.Known(); ok && fifo {
		q.DedupWindow = Attr[time.Duration]{State: Absent, Value: 5 * time.Minute, Place: d.Place} // fixed by SQS
	}
	r.redrive(q, p.redrive)
	q.DeadLetterSources = r.sources(p.allow, d)
	r.facts.Queues = append(r.facts.Queues, q)
	return q
}

// sources reads a redrive allow policy: an object with redrivePermission and
// sourceQueueArns, or the JSON text of one.
func (r *reader) sources(allow *value, d Definition) Attr[[]Ref] {
	allow = allow.structure()
	switch permission := allow.field("redrivePermission"); {
	case !allow.written() || allow.kind == isObject && len(allow.fields) == 0 && !allow.open:
		return Attr[[]Ref]{}
	case allow.kind != isObject || d.Conditional:
		return Attr[[]Ref]{State: Unknown, Place: allow.at, Why: allow.reason()}
	case permission.known() && permission.text == "denyAll":
		return Attr[[]Ref]{}
	}
	a := r.refsAttr(allow.field("sourceQueueArns"), allow.at)
	a.State, a.Why = Present, ""
	return a
}

// redrive sets the dead letter of a queue from a redrive policy: an object with
// deadLetterTargetArn and maxReceiveCount. An empty one is none.
func (r *reader) redrive(q *Queue, policy *value) {
	policy = policy.structure()
	if policy != nil && policy.kind == isObject && len(policy.fields) == 0 && !policy.open {
		policy = null(policy.at).withAssumed(policy.assumed)
	}
	if policy.written() && policy.kind == isText {
		policy = unreadable(policy)
	}
	q.DeadLetter = r.refAttrOr(policy.first("deadLetterTargetArn", "dead_letter_target_arn"), policy, q.Place)
	q.MaxReceives = intAttr(policy.first("maxReceiveCount", "max_receive_count"), q.Place, -1)
	if policy.written() && policy.kind == isUnknown {
		q.MaxReceives = Attr[int]{State: Unknown, Place: policy.at, Why: policy.reason()}
	}
	if q.DeadLetter.State == Absent { // without a target the count does nothing
		q.MaxReceives = Attr[int]{State: Absent, Value: -1, Place: q.DeadLetter.Place, Assumed: q.DeadLetter.Assumed}
	}
}

// unreadable is a policy that evaluates to no JSON: computed, or known only
// after the apply. A definition that it refers to is its target, if any is.
func unreadable(policy *value) *value {
	u := unknown(policy.at, "the redrive policy is not JSON that can be read")
	if policy.why != "" {
		u.why = policy.why
	}
	if hasReference(policy.text) {
		object := &value{kind: isObject, at: policy.at}
		object.set("deadLetterTargetArn", policy.at, policy)
		u.alternatives = []*value{object}
	}
	return u
}

// refAttrOr is refAttr for the field of an object: absent only when the object
// is absent or surely does not have it.
func (r *reader) refAttrOr(v, object *value, definition Place) Attr[Ref] {
	if v == nil && object.written() && object.kind == isUnknown {
		a := Attr[Ref]{State: Unknown, Place: object.at, Why: object.reason()}
		for _, alt := range object.alternatives {
			if ref, ok := r.marks.ref(alt.first("deadLetterTargetArn", "dead_letter_topic", "target_arn")); ok {
				a.Value = ref
			}
		}
		return a
	}
	if v == nil && object != nil {
		v = null(object.at).withAssumed(object.assumed)
		if !object.written() {
			v.at = object.at
		} else {
			v.at = definition
		}
	}
	return r.marks.refAttr(v, definition)
}

// refsAttr makes an attribute that refers to several definitions.
func (r *reader) refsAttr(v *value, definition Place) Attr[[]Ref] {
	items, open := v.elements()
	a := Attr[[]Ref]{State: Absent, Place: definition}
	if v.written() {
		a.State, a.Place, a.Assumed = Present, v.at, v.assumed
	}
	for _, item := range items {
		if ref, ok := r.marks.ref(item); ok {
			a.Value = append(a.Value, ref)
		} else {
			open = true
		}
	}
	if open {
		a.State, a.Why = Unknown, v.reason()
	}
	return a
}

func (r *reader) tfQueue(d Definition, v *value) {
	name := v.field("name")
	if prefix := v.field("name_prefix"); !name.written() && prefix.written() && prefix.kind == isText {
		name = text(prefix.at, prefix.text+string(markAny))
	}
	r.addSQS(d, sqsQueue{
		name: name, lease: v.field("visibility_timeout_seconds"), retention: v.field("message_retention_seconds"),
		delay: v.field("delay_seconds"), fifo: v.field("fifo_queue"), dedup: v.field("content_based_deduplication"),
		redrive: v.field("redrive_policy"), allow: v.field("redrive_allow_policy"),
	})
}

// lookup makes a queue that is defined elsewhere: nothing of it is known.
func (r *reader) lookup(d Definition, k Kind, name *value) {
	why := "it is looked up here and defined elsewhere"
	r.facts.Queues = append(r.facts.Queues, &Queue{
		Definition: d, Kind: k, Lookup: true, Name: r.marks.nameAttr(name, d.Place),
		Lease:       Attr[time.Duration]{State: Unknown, Place: d.Place, Why: why},
		MaxReceives: Attr[int]{State: Unknown, Place: d.Place, Why: why},
		DeadLetter:  Attr[Ref]{State: Unknown, Place: d.Place, Why: why},
		Retention:   Attr[time.Duration]{State: Unknown, Place: d.Place, Why: why},
		FIFO:        Attr[bool]{State: Unknown, Place: d.Place, Why: why},
	})
}

func (r *reader) tfQueueLookup(d Definition, v *value) { r.lookup(d, SQS, v.field("name")) }

func lookupOf(k Kind) func(*reader, Definition, *value) {
	return func(r *reader, d Definition, v *value) { r.lookup(d, k, v.field("name")) }
}

// redrive is a redrive policy that is written apart from its queue.
type redrive struct {
	at     Definition
	queue  *value
	policy *value // of the source queue, or nil
	allow  *value // of the dead-letter queue, or nil
}

func (r *reader) tfRedrive(d Definition, v *value) {
	r.tf.redrives = append(r.tf.redrives, redrive{at: d, queue: v.field("queue_url"), policy: v.field("redrive_policy")})
}

func (r *reader) tfRedriveAllow(d Definition, v *value) {
	r.tf.redrives = append(r.tf.redrives, redrive{at: d, queue: v.field("queue_url"), allow: v.field("redrive_allow_policy")})
}

// joinRedrives gives policies that are written apart to their queues. One whose
// queue is not known may be that of any queue of the same root.
func (tf *terraform) joinRedrives() {
	r := tf.r
	for _, rd := range tf.redrives {
		ref, ok := r.marks.ref(rd.queue)
		found := false
		for _, q := range r.facts.Queues {
			if q.Kind != SQS || q.Root != rd.at.Root || !ok {
				continue
			}
			if !sameAddress(q.Address, ref.Address) && (ref.Address != "" || !namesSame(q.Name, ref.Text)) {
				continue
			}
			found = true
			r.applyRedrive(q, rd)
		}
		if found || rd.policy == nil {
			continue
		}
		for _, q := range r.facts.Queues {
			if q.Kind == SQS && q.Root == rd.at.Root && q.DeadLetter.State == Absent {
				q.DeadLetter = Attr[Ref]{State: Unknown, Place: rd.at.Place, Why: rd.at.Address + " may be for this queue"}
				q.MaxReceives = Attr[int]{State: Unknown, Place: rd.at.Place, Why: rd.at.Address + " may be for this queue"}
			}
		}
	}
}

func (r *reader) applyRedrive(q *Queue, rd redrive) {
	if rd.policy == nil {
		q.DeadLetterSources = r.sources(rd.allow, rd.at)
		return
	}
	place := q.Place
	q.Place = rd.at.Place // an attribute that is missing is missing there
	r.redrive(q, rd.policy)
	q.Place = place
	if rd.at.Conditional && q.DeadLetter.State != Absent {
		why := "it is not known whether " + rd.at.Address + " is deployed"
		q.DeadLetter.State, q.DeadLetter.Why = Unknown, why
		q.MaxReceives.State, q.MaxReceives.Why = Unknown, why
	}
}

// sameAddress compares addresses of which one may stand for any instance.
func sameAddress(a, b string) bool {
	if a == b || b == "" || a == "" {
		return a == b
	}
	if strings.HasSuffix(a, "[*]") || strings.HasSuffix(b, "[*]") {
		return withoutIndex(a) == withoutIndex(b)
	}
	return false
}

// withoutIndex drops the key of the last part of an address.
func withoutIndex(address string) string {
	if i := strings.LastIndexByte(address, '['); i > 0 && strings.HasSuffix(address, "]") {
		return address[:i]
	}
	return address
}

func (r *reader) tfTopic(d Definition, v *value) {
	r.facts.Queues = append(r.facts.Queues, &Queue{Definition: d, Kind: SNS, Name: r.marks.nameAttr(v.field("name"), d.Place), FIFO: boolAttr(v.field("fifo_topic"), d.Place, false)})
}

func (r *reader) tfSubscription(d Definition, v *value) {
	r.facts.Edges = append(r.facts.Edges, &Edge{
		Definition: d, Kind: Subscription, FromKind: SNS,
		From:      r.marks.refAttr(v.field("topic_arn"), d.Place),
		To:        r.marks.refAttr(v.field("endpoint"), d.Place),
		OnFailure: r.refAttrOr(v.field("redrive_policy").field("deadLetterTargetArn"), v.field("redrive_policy"), d.Place),
	})
}
