package infra

import "time"

// ackQueue: the AWS controller takes all attributes as texts.
func (k *kubernetes) ackQueue(m *manifest, spec *value) {
	k.r.addSQS(m.d, sqsQueue{
		name: spec.field("queueName"), lease: spec.field("visibilityTimeout"), retention: spec.field("messageRetentionPeriod"),
		delay: spec.field("delaySeconds"), fifo: spec.field("fifoQueue"), dedup: spec.field("contentBasedDeduplication"),
		redrive: spec.field("redrivePolicy"), allow: spec.field("redriveAllowPolicy"),
	})
}

// crossplaneQueue: the newer provider has Terraform's names; the classic one a
// redrive policy as an object that may name its target by resource.
func (k *kubernetes) crossplaneQueue(m *manifest, p *value) {
	redrive := p.field("redrivePolicy")
	if ref := redrive.path("deadLetterTargetArnRef", "name"); redrive != nil && redrive.kind == isObject && ref.written() {
		object := *redrive
		object.fields = append([]field(nil), redrive.fields...)
		target := ref
		if to := k.find(m, "Queue", k.r.shown(ref)); to != nil {
			target = k.reference(ref.at, to)
		}
		object.set("deadLetterTargetArn", ref.at, target)
		redrive = &object
	} else if sel := redrive.field("deadLetterTargetArnSelector"); redrive != nil && redrive.kind == isObject && sel.written() {
		redrive = unknown(sel.at, "a selector chooses the dead letter")
	}
	k.r.addSQS(m.d, sqsQueue{
		name:  either2(p.field("name"), m.v.path("metadata", "name")),
		lease: p.first("visibilityTimeoutSeconds", "visibilityTimeout"), retention: p.first("messageRetentionSeconds", "messageRetentionPeriod"),
		delay: p.field("delaySeconds"), fifo: p.field("fifoQueue"), dedup: p.field("contentBasedDeduplication"), redrive: redrive,
	})
}

func (k *kubernetes) crossplaneRedrive(m *manifest, p *value) {
	queue := p.field("queueUrl")
	if to := k.find(m, "Queue", k.r.shown(p.path("queueUrlRef", "name"))); to != nil {
		queue = k.reference(m.d.Place, to)
	}
	d := m.d
	if ref, ok := k.r.marks.ref(queue); ok && ref.Root != "" {
		d.Root = ref.Root
	}
	rd := redrive{at: d, queue: queue, policy: p.field("redrivePolicy")}
	for _, q := range k.r.facts.Queues {
		if ref, ok := k.r.marks.ref(queue); ok && q.Kind == SQS && q.Root == ref.Root && q.Address == ref.Address {
			k.r.applyRedrive(q, rd)
			return
		}
	}
	k.r.facts.Unseen = append(k.r.facts.Unseen, &Unseen{Root: m.d.Root, Address: m.d.Address, Place: m.d.Place, Why: "the queue of this redrive policy is not known"})
}

func (k *kubernetes) configConnector(m *manifest, spec *value) {
	policy := spec.field("deadLetterPolicy")
	k.r.addPubSub(m.d, subscription{
		name: either2(spec.field("resourceID"), m.v.path("metadata", "name")), topic: k.topicRef(m, spec.field("topicRef")),
		lease: spec.field("ackDeadlineSeconds"), retention: spec.field("messageRetentionDuration"), ordered: spec.field("enableMessageOrdering"),
		exactlyOnce: spec.field("enableExactlyOnceDelivery"), policy: policy, deadLetter: k.topicRef(m, policy.field("deadLetterTopicRef")),
		attempts: policy.field("maxDeliveryAttempts"), push: spec.path("pushConfig", "pushEndpoint"),
	})
}

// topicRef is a reference by the name of a resource, or by a full name.
func (k *kubernetes) topicRef(m *manifest, ref *value) *value {
	if external := ref.field("external"); external.written() {
		return external
	}
	name := ref.field("name")
	if to := k.find(m, "PubSubTopic", k.r.shown(name)); to != nil {
		return k.reference(name.at, to)
	}
	return name
}

// nack: the CRD's defaults ("1ns", "none") are placeholders for not set.
func (k *kubernetes) nack(m *manifest, spec *value) {
	wait, policy := spec.field("ackWait"), spec.field("ackPolicy")
	if wait.known() && wait.text == jetStreamUnset {
		wait = nil
	}
	k.r.addConsumer(m.d, consumer{
		name: either2(spec.field("durableName"), m.v.path("metadata", "name")), stream: spec.field("streamName"), policy: policy,
		deliver: spec.field("maxDeliver"), push: spec.field("deliverSubject"), wait: durationAttr(wait, m.d.Place, jetStreamLease),
	})
}

// trigger: the dead letter of a Trigger is its own, or its broker's, or that of
// the brokers' defaults.
func (k *kubernetes) trigger(m *manifest, spec *value) {
	broker := k.r.shown(spec.field("broker"))
	if broker == "" {
		broker = "default"
	}
	var inherited []*value
	known := false
	if b := k.find(m, "Broker", broker, "eventing.knative.dev"); b != nil {
		inherited = append(inherited, b.v.path("spec", "delivery"))
		known = k.find(m, "ConfigMap", "config-br-defaults") == nil
	}
	k.knative(m, spec, Ref{Text: broker}, inherited, known)
}

// channelSubscription: the Subscription of a Channel inherits from it.
func (k *kubernetes) channelSubscription(m *manifest, spec *value) {
	name := k.r.shown(spec.path("channel", "name"))
	var inherited []*value
	ch := k.find(m, k.r.shown(spec.path("channel", "kind")), name)
	if ch != nil {
		inherited = append(inherited, ch.v.path("spec", "delivery"))
	}
	k.knative(m, spec, Ref{Text: name}, inherited, ch != nil)
}

// knative adds a Trigger or Subscription. inherited are the deliveries that
// apply when its own says nothing; known says that there are no others.
func (k *kubernetes) knative(m *manifest, spec *value, from Ref, inherited []*value, known bool) {
	const noRetry = 0 // without spec.delivery.retry there is one attempt
	get := func(name string) *value {
		for _, delivery := range append([]*value{spec.field("delivery")}, inherited...) {
			if v := delivery.field(name); v.written() {
				return v
			}
		}
		if !known {
			return unknown(m.d.Place, "what "+from.Text+" says about delivery is not in this repository")
		}
		return nil
	}
	sink := get("deadLetterSink")
	q := &Queue{
		Definition: m.d, Kind: Knative, Name: Attr[string]{State: Present, Value: m.name, Place: m.d.Place},
		DeadLetter:  k.r.refAttrOr(k.sink(m, sink), sink, m.d.Place),
		MaxReceives: intAttr(get("retry"), m.d.Place, noRetry),
		Lease:       durationAttr(get("timeout"), m.d.Place, 0),
		Topic:       Attr[Ref]{State: Present, Value: from, Place: m.d.Place},
	}
	if q.MaxReceives.State != Unknown {
		q.MaxReceives.Value++ // retries to deliveries
	}
	k.r.facts.Queues = append(k.r.facts.Queues, q)
	k.r.facts.Edges = append(k.r.facts.Edges, &Edge{
		Definition: m.d, Kind: Trigger, FromKind: Knative,
		From: Attr[Ref]{State: Present, Place: m.d.Place, Value: Ref{Root: m.d.Root, Address: m.d.Address, Type: m.d.Type, Text: m.name}},
		To:   k.r.refAttrOr(k.sink(m, spec.field("subscriber")), spec.field("subscriber"), m.d.Place), OnFailure: q.DeadLetter,
	})
}

// sink is a destination: a resource or a URI.
func (k *kubernetes) sink(m *manifest, v *value) *value {
	if !v.written() || v.kind == isUnknown {
		return v
	}
	if ref := v.field("ref"); ref.written() {
		name := ref.field("name")
		if to := k.find(m, k.r.shown(ref.field("kind")), k.r.shown(name)); to != nil {
			return k.reference(name.at, to)
		}
		return name
	}
	return v.field("uri")
}

// dapr: a subscription's dead-letter topic gets a message at the first failure,
// unless a Resiliency retries it.
func (k *kubernetes) dapr(m *manifest, v *value) {
	spec := v.field("spec")
	pubsub := k.r.shown(spec.field("pubsubname"))
	q := &Queue{
		Definition: m.d, Kind: Dapr,
		Name:        k.r.marks.nameAttr(spec.field("topic"), m.d.Place),
		DeadLetter:  k.r.marks.refAttr(spec.field("deadLetterTopic"), m.d.Place),
		MaxReceives: k.daprRetries(m, pubsub),
		Topic:       Attr[Ref]{State: Present, Value: Ref{Text: pubsub}, Place: m.d.Place},
	}
	if component := k.find(m, "Component", pubsub, "dapr.io"); component == nil {
		q.Lease = Attr[time.Duration]{State: Unknown, Place: m.d.Place, Why: "the component " + pubsub + " is not in this repository"}
	} else {
		k.component(q, component)
	}
	k.r.facts.Queues = append(k.r.facts.Queues, q)
	apps, _ := v.field("scopes").elements()
	for _, app := range apps {
		k.r.facts.Edges = append(k.r.facts.Edges, &Edge{
			Definition: m.d, Kind: Trigger, FromKind: Dapr, To: k.r.marks.refAttr(app, m.d.Place), OnFailure: q.DeadLetter,
			From: Attr[Ref]{State: Present, Place: m.d.Place, Value: Ref{Root: m.d.Root, Address: m.d.Address, Type: m.d.Type, Text: q.Name.Value}},
		})
	}
}

// component adds what the metadata of a pub/sub component says: it may make the
// broker dead-letter, or delete what keeps failing.
func (k *kubernetes) component(q *Queue, c *manifest) {
	get := func(name string) *value {
		items, _ := c.v.path("spec", "metadata").elements()
		for _, item := range items {
			if n := item.field("name"); n.known() && n.text == name {
				if v := item.field("value"); v.written() {
					return v
				}
				return unknown(item.at, "it comes from a secret")
			}
		}
		return nil
	}
	typ := k.r.shown(c.v.path("spec", "type"))
	var deadLetter *value
	switch typ {
	case "pubsub.aws.snssqs", "pubsub.snssqs":
		deadLetter = get("sqsDeadLettersQueueName")
		q.Lease = secondsAttr(get("messageVisibilityTimeout"), c.d.Place, 10*time.Second)
		if q.MaxReceives.State == Absent {
			q.MaxReceives = intAttr(get("messageRetryLimit"), c.d.Place, 10)
		}
	case "pubsub.gcp.pubsub":
		deadLetter = get("deadLetterTopic")
	case "pubsub.jetstream":
		q.Lease = durationAttr(get("ackWait"), c.d.Place, jetStreamLease)
		if q.MaxReceives.State == Absent {
			q.MaxReceives = intAttr(get("maxDeliver"), c.d.Place, forEverAttempts)
		}
	case "pubsub.rabbitmq":
		if on := get("enableDeadLetter"); on.written() {
			deadLetter = on
			if b, ok := on.bool(); ok && !b {
				deadLetter = nil
			}
		}
	case "pubsub.azure.servicebus", "pubsub.azure.servicebus.queues", "pubsub.azure.servicebus.topics":
		q.DeadLettersItself = true
		q.Lease = secondsAttr(get("lockDurationInSec"), c.d.Place, serviceBusLease)
	}
	if q.DeadLetter.State == Absent && deadLetter.written() {
		q.DeadLetter = k.r.marks.refAttr(deadLetter, c.d.Place)
	}
}

// daprRetries are the deliveries that a Resiliency allows for what comes in
// from a component.
func (k *kubernetes) daprRetries(m *manifest, pubsub string) Attr[int] {
	for _, r := range k.resources {
		if !r.of("Resiliency", "dapr.io") {
			continue
		}
		target := r.v.path("spec", "targets", "components", pubsub, "inbound", "retry")
		if !target.written() {
			continue
		}
		policy := r.v.path("spec", "policies", "retries", k.r.shown(target))
		a := intAttr(policy.field("maxRetries"), policy.atOr(r.d.Place), forEverAttempts)
		if a.State == Present && a.Value >= 0 {
			a.Value++
		}
		return a
	}
	return Attr[int]{State: Absent, Value: forEverAttempts, Place: m.d.Place}
}
