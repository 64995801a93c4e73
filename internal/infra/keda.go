package infra

import "strings"

// scalerNames are, for each KEDA trigger, the metadata that name what it
// watches. A name with FromEnv is that of a variable of the workload.
var scalerNames = map[string]struct {
	kind  Kind
	names []string
}{
	"aws-sqs-queue":    {SQS, []string{"queueURL", "queueURLFromEnv"}},
	"gcp-pubsub":       {PubSub, []string{"subscriptionName", "subscriptionNameFromEnv", "topicName"}},
	"rabbitmq":         {RabbitMQ, []string{"queueName"}},
	"kafka":            {Kafka, []string{"topic"}},
	"apache-kafka":     {Kafka, []string{"topic"}},
	"nats-jetstream":   {JetStream, []string{"consumer"}},
	"azure-servicebus": {ServiceBus, []string{"queueName", "subscriptionName"}},
	"azure-queue":      {StorageQueue, []string{"queueName"}},
	"redis-streams":    {OtherQueue, []string{"stream"}},
	"aws-kinesis-stream": {
		Kinesis, []string{"streamName"},
	},
	"pulsar": {OtherQueue, []string{"topic"}},
}

// scaler: KEDA names both the queue and the workload.
func (k *kubernetes) scaler(m *manifest, spec *value) {
	to := m
	if m.kind == "ScaledJob" {
		k.workload(m, spec)
	} else {
		kind := k.r.shown(spec.path("scaleTargetRef", "kind"))
		if kind == "" {
			kind = "Deployment"
		}
		to = k.find(m, kind, k.r.shown(spec.path("scaleTargetRef", "name")))
	}
	triggers, _ := spec.field("triggers").elements()
	for i, trigger := range triggers {
		known, ok := scalerNames[k.r.shown(trigger.field("type"))]
		if !ok {
			continue
		}
		d := m.d
		d.Address, d.Place = m.d.Address+".triggers."+itoa(i), trigger.at
		e := &Edge{Definition: d, Kind: Scaler, FromKind: known.kind}
		e.From = k.r.marks.refAttr(k.scalerSource(trigger.field("metadata"), known.names, to), d.Place)
		e.To = Attr[Ref]{State: Unknown, Place: d.Place, Why: "the workload is not in this repository, or there are several"}
		if to != nil {
			e.To = k.r.marks.refAttr(k.reference(d.Place, to), d.Place)
		}
		k.r.facts.Edges = append(k.r.facts.Edges, e)
	}
}

func (k *kubernetes) scalerSource(metadata *value, names []string, to *manifest) *value {
	for _, name := range names {
		v := metadata.field(name)
		if !v.written() {
			continue
		}
		if !strings.HasSuffix(name, "FromEnv") {
			return v
		}
		if to == nil {
			return unknown(v.at, "it is a variable of a workload that is not in this repository")
		}
		where := workloads[to.kind]
		containers, _ := to.v.field("spec").path(append(where[:len(where):len(where)], "containers")...).elements()
		for _, c := range containers {
			items, _ := c.field("env").elements()
			for _, item := range items {
				if n := item.field("name"); !n.known() || n.text != k.r.shown(v) {
					continue
				}
				if from := item.field("valueFrom"); from.written() {
					return k.valueFrom(to, from)
				}
				return item.field("value")
			}
		}
		return unknown(v.at, "the workload does not set this variable")
	}
	return nil
}

// queueMetrics are the metrics that rules of Prometheus watch queues with, and
// the label that names the queue.
var queueMetrics = []struct{ metric, label string }{
	{"aws_sqs_", "queue_name"}, {"rabbitmq_queue", "queue"}, {"rabbitmq_detailed_queue", "queue"}, {"kafka_consumergroup_lag", "topic"},
	{"kafka_consumer_group", "topic"}, {"subscription_dead_letter_message_count", "subscription_id"},
	{"pubsub_subscription", "subscription_id"}, {"pubsub_googleapis_com", "subscription_id"}, {"nats_consumer", "consumer_name"}, {"jetstream_consumer", "consumer_name"},
}

func (k *kubernetes) prometheus(m *manifest, spec *value) {
	groups, _ := spec.field("groups").elements()
	for _, g := range groups {
		rules, _ := g.field("rules").elements()
		for _, rule := range rules {
			expr := rule.field("expr")
			if rule.field("alert") == nil || expr == nil || expr.kind != isText {
				continue
			}
			for _, qm := range queueMetrics {
				if !strings.Contains(expr.text, qm.metric) {
					continue
				}
				d := m.d
				d.Address, d.Place = m.d.Address+"/"+k.r.shown(rule.field("alert")), rule.at
				a := &Alarm{
					Definition: d, Kind: "prometheus", Metric: k.r.marks.nameAttr(expr, d.Place),
					Watches: k.r.named(expr, qm.label), Notifies: Attr[bool]{State: Unknown, Place: rule.at, Why: "Alertmanager decides who is told"},
				}
				k.r.addAlarm(a)
				break
			}
		}
	}
}
