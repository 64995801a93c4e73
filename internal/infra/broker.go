package infra

import (
	"path"
	"time"
)

// Defaults of RabbitMQ and JetStream, from their documentation and source.
const (
	rabbitLease     = 30 * time.Minute // consumer timeout
	quorumAttempts  = 20               // since RabbitMQ 4.0
	jetStreamLease  = 30 * time.Second
	jetStreamUnset  = "1ns" // NACK's placeholder for an AckWait that is not set
	forEverAttempts = -1
)

// deadExchange is where a queue's arguments send dead letters: to an exchange, or,
// through the default exchange, whose name is empty, to the queue that the routing
// key names.
func deadExchange(arguments *value) *value {
	exchange := arguments.field("x-dead-letter-exchange")
	if exchange.written() && exchange.kind == isText && exchange.text == "" {
		if key := arguments.field("x-dead-letter-routing-key"); key.written() {
			return key
		}
	}
	return exchange
}

// addRabbitQueue adds a queue with its arguments. A policy may supply what the
// arguments do not: see [Facts.PolicyOf].
func (r *reader) addRabbitQueue(d Definition, name, typ, arguments *value) {
	arguments = arguments.structure()
	if !typ.written() {
		typ = arguments.field("x-queue-type")
	}
	q := &Queue{
		Definition: d, Kind: RabbitMQ,
		Name:       r.marks.nameAttr(name, d.Place),
		QueueType:  r.marks.nameAttr(typ, d.Place),
		DeadLetter: r.refAttrOr(deadExchange(arguments), arguments, d.Place),
		Lease:      millisAttr(arguments.field("x-consumer-timeout"), d.Place, rabbitLease),
		Retention:  millisAttr(arguments.field("x-message-ttl"), d.Place, 0),
	}
	if q.QueueType.State == Absent {
		q.QueueType.Value = "classic"
	}
	attempts := forEverAttempts
	if q.QueueType.Value == "quorum" {
		attempts = quorumAttempts
	}
	q.MaxReceives = intAttr(arguments.field("x-delivery-limit"), d.Place, attempts)
	if arguments.written() && arguments.kind == isUnknown {
		q.MaxReceives = Attr[int]{State: Unknown, Place: arguments.at, Why: arguments.reason()}
	}
	r.facts.Queues = append(r.facts.Queues, q)
}

func (r *reader) tfRabbitQueue(d Definition, v *value) {
	settings := v.field("settings")
	arguments := settings.first("arguments_json", "arguments")
	if settings.written() && settings.kind == isUnknown {
		arguments = settings
	}
	r.addRabbitQueue(d, v.field("name"), nil, arguments)
}

// rabbitPolicy holds the attributes of a policy under the names of no format.
type rabbitPolicy struct{ name, vhost, pattern, applyTo, priority, definition *value }

func (r *reader) addPolicy(d Definition, operator bool, p rabbitPolicy) {
	definition := p.definition.structure()
	pol := &Policy{
		Definition: d, Name: r.shown(p.name), VHost: r.shown(p.vhost), Operator: operator,
		Pattern: r.marks.nameAttr(p.pattern, d.Place), ApplyTo: r.shown(p.applyTo),
		DeadLetter:  r.refAttrOr(definition.field("dead-letter-exchange"), definition, d.Place),
		MaxReceives: intAttr(definition.field("delivery-limit"), d.Place, forEverAttempts),
		Lease:       millisAttr(definition.field("consumer-timeout"), d.Place, rabbitLease),
	}
	pol.Priority, _ = p.priority.number() // 0 is the default, too
	r.facts.Policies = append(r.facts.Policies, pol)
}

func (r *reader) tfRabbitPolicy(d Definition, v *value) {
	p := v.field("policy")
	r.addPolicy(d, d.Type == "rabbitmq_operator_policy", rabbitPolicy{
		name: v.field("name"), vhost: v.field("vhost"), pattern: p.field("pattern"), applyTo: p.field("apply_to"),
		priority: p.field("priority"), definition: p.field("definition"),
	})
}

func (r *reader) addBinding(at Place, source, destination, typ *value) {
	r.facts.Bindings = append(r.facts.Bindings, &Binding{
		Exchange: r.shown(source), Target: r.shown(destination), ToExchange: typ.known() && typ.text == "exchange", Place: at,
	})
}

func (r *reader) tfRabbitBinding(d Definition, v *value) {
	r.addBinding(d.Place, v.field("source"), v.field("destination"), v.field("destination_type"))
}

// tfKafka: a topic says nothing of retries or dead letters; those are in code.
func (r *reader) tfKafka(d Definition, v *value) {
	r.addKafka(d, v.first("name", "topic_name"), v.field("config"))
}

func (r *reader) addKafka(d Definition, name, config *value) {
	const kafkaRetention = 7 * 24 * time.Hour
	r.facts.Queues = append(r.facts.Queues, &Queue{
		Definition: d, Kind: Kafka, Name: r.marks.nameAttr(name, d.Place),
		Retention: millisAttr(config.first("retention.ms", "retention_ms"), d.Place, kafkaRetention),
	})
}

// consumer holds the attributes of a JetStream consumer under the names of no
// format. wait is in seconds, or has a unit.
type consumer struct {
	name, stream, policy, deliver, push *value
	wait                                Attr[time.Duration]
}

// addConsumer adds a consumer. JetStream has no dead letter: after the last
// delivery a message stays where it is.
func (r *reader) addConsumer(d Definition, p consumer) {
	q := &Queue{
		Definition: d, Kind: JetStream,
		Name:        r.marks.nameAttr(p.name, d.Place),
		Topic:       r.marks.refAttr(p.stream, d.Place),
		PushTo:      r.marks.refAttr(p.push, d.Place),
		Lease:       p.wait,
		MaxReceives: intAttr(p.deliver, d.Place, forEverAttempts),
		AckPolicy:   r.marks.nameAttr(p.policy, d.Place),
	}
	if n, ok := q.MaxReceives.Known(); ok && n == 0 { // zero asks for the default
		q.MaxReceives.Value = forEverAttempts
	}
	if q.AckPolicy.State == Absent {
		q.AckPolicy.Value = "explicit"
	}
	r.facts.Queues = append(r.facts.Queues, q)
}

func (r *reader) tfConsumer(d Definition, v *value) {
	r.addConsumer(d, consumer{
		name: v.field("durable_name"), stream: v.field("stream_id"), policy: v.field("ack_policy"),
		deliver: v.field("max_delivery"), push: v.field("delivery_subject"),
		wait: secondsAttr(v.field("ack_wait"), d.Place, jetStreamLease),
	})
}

func (r *reader) tfStream(d Definition, v *value) {
	r.facts.Queues = append(r.facts.Queues, &Queue{
		Definition: d, Kind: NATSStream, Name: r.marks.nameAttr(v.field("name"), d.Place),
		Retention: secondsAttr(v.field("max_age"), d.Place, 0),
	})
}

// tfManifest is a Kubernetes resource inside of Terraform.
func (r *reader) tfManifest(d Definition, v *value) {
	if m := v.field("manifest"); m.written() && m.kind == isObject {
		r.k8s.add(m, d.Root, &d)
	}
}

// isRabbitDefinitions reports whether a file is what RabbitMQ imports.
func isRabbitDefinitions(file string, data []byte) bool {
	return path.Ext(file) == ".json" && containsAny(data, `"rabbit_version"`, `"rabbitmq_version"`, `"vhosts"`, `"bindings"`, `"policies"`) &&
		containsAny(data, `"queues"`, `"policies"`) && containsAny(data, `"vhost"`)
}

// readRabbit reads a definitions file. It holds all that the broker starts
// with, so queues that Go declares find their policies here.
func (r *reader) readRabbit(file string, data []byte) {
	root, err := parseJSON(file, data)
	if err != nil {
		r.fault(file, err)
		return
	}
	d := Definition{Root: file, Format: "rabbitmq", Environment: environmentOf(file)}
	each := func(list, typ string, visit func(d Definition, v *value)) {
		items, _ := root.field(list).elements()
		for _, item := range items {
			if item.kind != isObject {
				continue
			}
			d.Place, d.Type = item.at, typ
			d.Address = typ + "/" + r.shown(item.field("name"))
			if vhost := r.shown(item.field("vhost")); vhost != "" && vhost != "/" {
				d.Address = typ + "/" + vhost + "/" + r.shown(item.field("name"))
			}
			visit(d, item)
		}
	}
	each("queues", "queue", func(d Definition, v *value) {
		r.addRabbitQueue(d, v.field("name"), v.field("type"), v.field("arguments"))
	})
	each("policies", "policy", func(d Definition, v *value) {
		r.addPolicy(d, false, rabbitPolicy{v.field("name"), v.field("vhost"), v.field("pattern"), v.first("apply-to"), v.field("priority"), v.field("definition")})
	})
	each("bindings", "binding", func(d Definition, v *value) {
		r.addBinding(d.Place, v.field("source"), v.field("destination"), v.field("destination_type"))
	})
}
