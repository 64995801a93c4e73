package infra

import (
	"strings"
	"time"
)

// Defaults of Pub/Sub subscriptions, from the provider's documentation.
const (
	pubsubLease     = 10 * time.Second
	pubsubRetention = 7 * 24 * time.Hour
	pubsubAttempts  = 5
)

// subscription holds the attributes of a Pub/Sub subscription under the names
// of no format. policy is the object with the dead letter.
type subscription struct {
	name, topic, lease, retention, ordered, exactlyOnce *value
	policy, deadLetter, attempts, push                  *value
}

func (r *reader) addPubSub(d Definition, p subscription) *Queue {
	q := &Queue{
		Definition: d, Kind: PubSub,
		Name:       r.marks.nameAttr(p.name, d.Place),
		Lease:      secondsAttr(p.lease, d.Place, pubsubLease),
		Retention:  durationAttr(p.retention, d.Place, pubsubRetention),
		FIFO:       boolAttr(p.ordered, d.Place, false),
		Dedup:      boolAttr(p.exactlyOnce, d.Place, false),
		Topic:      r.marks.refAttr(p.topic, d.Place),
		PushTo:     r.marks.refAttr(p.push, d.Place),
		DeadLetter: r.refAttrOr(p.deadLetter, p.policy, d.Place),
	}
	if n, ok := q.Lease.Known(); ok && n == 0 { // zero asks for the default
		q.Lease.Value = pubsubLease
	}
	switch q.DeadLetter.State {
	case Absent:
		q.MaxReceives = Attr[int]{State: Absent, Value: -1, Place: q.DeadLetter.Place, Assumed: q.DeadLetter.Assumed}
	case Unknown:
		q.MaxReceives = Attr[int]{State: Unknown, Place: q.DeadLetter.Place, Why: q.DeadLetter.Why}
	default:
		q.MaxReceives = intAttr(p.attempts, q.DeadLetter.Place, pubsubAttempts)
		if n, ok := q.MaxReceives.Known(); ok && n == 0 {
			q.MaxReceives.Value = pubsubAttempts
		}
	}
	r.facts.Queues = append(r.facts.Queues, q)
	if q.PushTo.State == Present {
		r.facts.Edges = append(r.facts.Edges, &Edge{
			Definition: d, Kind: Push, FromKind: PubSub, To: q.PushTo,
			From: Attr[Ref]{State: Present, Place: d.Place, Value: Ref{Root: d.Root, Address: d.Address, Type: d.Type, Text: q.Name.Value}},
		})
	}
	return q
}

func (r *reader) tfPubSub(d Definition, v *value) {
	policy := v.field("dead_letter_policy")
	r.addPubSub(d, subscription{
		name: v.field("name"), topic: v.field("topic"), lease: v.field("ack_deadline_seconds"),
		retention: v.field("message_retention_duration"), ordered: v.field("enable_message_ordering"),
		exactlyOnce: v.field("enable_exactly_once_delivery"), policy: policy,
		deadLetter: policy.field("dead_letter_topic"), attempts: policy.field("max_delivery_attempts"),
		push: v.path("push_config", "push_endpoint"),
	})
}

func (r *reader) tfPubSubTopic(d Definition, v *value) {
	r.facts.Queues = append(r.facts.Queues, &Queue{
		Definition: d, Kind: PubSubTopic, Name: r.marks.nameAttr(v.field("name"), d.Place),
		Retention: durationAttr(v.field("message_retention_duration"), d.Place, 0),
	})
}

// container makes a reader of a service whose containers lie under a path.
func container(kind string, path ...string) func(*reader, Definition, *value) {
	return func(r *reader, d Definition, v *value) {
		name := v.first("name", "function_name")
		if name == nil {
			name = v.path("metadata", "name")
		}
		r.containers(d, kind, name, v.path(path...))
	}
}

func (r *reader) containers(d Definition, kind string, name, containers *value) {
	items, open := containers.elements()
	if len(items) == 0 && open {
		items = []*value{containers}
	}
	for _, item := range items {
		c := &Compute{Definition: d, Kind: kind, Name: r.marks.nameAttr(name, d.Place)}
		r.container(c, item)
		r.facts.Computes = append(r.facts.Computes, c)
	}
}

// container reads the image and the variables of one container.
func (r *reader) container(c *Compute, item *value) {
	c.Code = Code{Place: item.at}
	image := item.field("image")
	if image.written() {
		c.Code.Place = image.at
		c.Code.Image = r.shown(image)
		if rest, ok := strings.CutPrefix(c.Code.Image, "ko://"); ok {
			c.Code.Package = rest
		}
		if image.kind == isText {
			if to := r.marks.reference(image.text); to != nil && to.typ == "ko_build" && to.name != nil {
				if path := to.name(); path != nil { // the image has no other name
					c.Code.Package, c.Code.Image = r.shown(path), ""
				}
			}
		}
	}
	c.EnvOpen = item.kind == isUnknown || item.open || item.field("env_from").written()
	r.environment(c, item.first("env", "environment"))
}

// tfCloudFunction: a function with its own variables. Its event trigger makes a
// subscription without dead letter.
func (r *reader) tfCloudFunction(d Definition, v *value) {
	config := v.field("service_config")
	if !config.written() {
		config = v // the first generation
	}
	c := &Compute{
		Definition: d, Kind: "cloudfunction", Name: r.marks.nameAttr(v.field("name"), d.Place),
		Timeout: secondsAttr(config.first("timeout_seconds", "timeout"), d.Place, time.Minute),
	}
	c.Code = Code{Handler: r.shown(v.first("entry_point")), Place: d.Place}
	if c.Code.Handler == "" {
		c.Code.Handler = r.shown(v.path("build_config", "entry_point"))
	}
	r.environment(c, config.field("environment_variables"))
	r.facts.Computes = append(r.facts.Computes, c)
	trigger := v.field("event_trigger")
	topic := trigger.first("pubsub_topic", "resource")
	if !topic.written() {
		return
	}
	retry := trigger.field("retry_policy")
	e := &Edge{
		Definition: d, Kind: Trigger, FromKind: PubSubTopic, From: r.marks.refAttr(topic, d.Place),
		To:        Attr[Ref]{State: Present, Place: d.Place, Value: Ref{Root: d.Root, Address: d.Address, Type: d.Type}},
		OnFailure: Attr[Ref]{State: Absent, Place: trigger.at},
	}
	e.MaxRetries = Attr[int]{State: Absent, Value: 0, Place: trigger.at}
	if retry.known() && retry.text == "RETRY_POLICY_RETRY" {
		e.MaxRetries = Attr[int]{State: Present, Value: -1, Place: retry.at}
	}
	r.facts.Edges = append(r.facts.Edges, e)
}

// tfEventarc: the trigger makes a subscription of its own, without dead letter.
func (r *reader) tfEventarc(d Definition, v *value) {
	r.facts.Edges = append(r.facts.Edges, &Edge{
		Definition: d, Kind: Trigger, FromKind: PubSubTopic,
		From:      r.marks.refAttr(v.path("transport", "pubsub", "topic"), d.Place),
		To:        r.marks.refAttr(v.path("destination", "cloud_run_service", "service"), d.Place),
		OnFailure: Attr[Ref]{State: Absent, Place: d.Place},
	})
}

// tfGoogleAlarm: the filter of a condition names subscriptions.
func (r *reader) tfGoogleAlarm(d Definition, v *value) {
	a := &Alarm{Definition: d, Kind: "google", Watches: Attr[[]Ref]{State: Absent, Place: d.Place}}
	conditions, _ := v.field("conditions").elements()
	for _, c := range conditions {
		filter := c.first("condition_threshold", "condition_absent", "condition_monitoring_query_language").first("filter", "query")
		if filter == nil || filter.kind != isText || !strings.Contains(filter.text, "pubsub") {
			continue
		}
		a.Metric = r.marks.nameAttr(filter, d.Place)
		found := r.named(filter, "subscription_id")
		a.Watches.State, a.Watches.Place, a.Watches.Why = found.State, found.Place, found.Why
		a.Watches.Value = append(a.Watches.Value, found.Value...)
	}
	a.Notifies = notifies(v.field("notification_channels"), v.field("enabled"), d.Place)
	r.addAlarm(a)
}
