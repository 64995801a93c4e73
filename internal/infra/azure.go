package infra

import (
	"strings"
	"time"
)

// Defaults of Service Bus, from the provider's documentation.
const (
	serviceBusLease    = time.Minute
	serviceBusAttempts = 10
	serviceBusWindow   = 10 * time.Minute
)

// tfServiceBus: queues and subscriptions have a dead-letter sub-queue whatever
// is written.
func (r *reader) tfServiceBus(d Definition, v *value) {
	q := &Queue{
		Definition: d, Kind: ServiceBus, DeadLettersItself: true,
		Name:        r.marks.nameAttr(v.field("name"), d.Place),
		Lease:       durationAttr(v.field("lock_duration"), d.Place, serviceBusLease),
		MaxReceives: intAttr(v.field("max_delivery_count"), d.Place, serviceBusAttempts),
		DeadLetter:  r.marks.refAttr(v.field("forward_dead_lettered_messages_to"), d.Place),
		Retention:   durationAttr(v.field("default_message_ttl"), d.Place, 0),
		FIFO:        boolAttr(v.field("requires_session"), d.Place, false),
		Dedup:       boolAttr(v.field("requires_duplicate_detection"), d.Place, false),
	}
	if on, ok := q.Dedup.Known(); ok && on {
		q.DedupWindow = durationAttr(v.field("duplicate_detection_history_time_window"), d.Place, serviceBusWindow)
	}
	if topic := v.first("topic_id", "topic_name"); topic != nil {
		q.Topic = r.marks.refAttr(topic, d.Place)
	}
	r.facts.Queues = append(r.facts.Queues, q)
}

func (r *reader) tfServiceTopic(d Definition, v *value) {
	r.facts.Queues = append(r.facts.Queues, &Queue{Definition: d, Kind: ServiceTopic, Name: r.marks.nameAttr(v.field("name"), d.Place)})
}

// tfStorageQueue: the broker has no dead letter; the Functions host moves to a
// queue NAME-poison by itself.
func (r *reader) tfStorageQueue(d Definition, v *value) {
	r.facts.Queues = append(r.facts.Queues, &Queue{Definition: d, Kind: StorageQueue, Name: r.marks.nameAttr(v.field("name"), d.Place)})
}

func (r *reader) tfFunctionApp(d Definition, v *value) {
	c := &Compute{Definition: d, Kind: "azurefunction", Name: r.marks.nameAttr(v.field("name"), d.Place), Code: Code{Place: d.Place}}
	c.Code.Archive = r.marks.repoPath(v.field("zip_deploy_file"), d.Root)
	r.environment(c, v.field("app_settings"))
	r.facts.Computes = append(r.facts.Computes, c)
}

func (r *reader) tfAzureAlarm(d Definition, v *value) {
	a := &Alarm{Definition: d, Kind: "azure", Watches: Attr[[]Ref]{State: Absent, Place: d.Place}}
	criteria, _ := v.field("criteria").elements()
	for _, c := range criteria {
		metric := c.field("metric_name")
		if !metric.known() || !strings.Contains(strings.ToLower(metric.text), "deadletter") && !strings.Contains(metric.text, "Messages") {
			continue
		}
		a.Metric = r.marks.nameAttr(metric, d.Place)
		a.Watches = Attr[[]Ref]{State: Unknown, Place: c.at, Why: "it watches the whole namespace"}
		dimensions, _ := c.field("dimension").elements()
		for _, dim := range dimensions {
			if name := dim.field("name"); name.known() && name.text == "EntityName" {
				a.Watches = r.refsAttr(dim.field("values"), d.Place)
			}
		}
	}
	a.Notifies = notifies(v.field("action"), v.field("enabled"), d.Place)
	r.addAlarm(a)
}
