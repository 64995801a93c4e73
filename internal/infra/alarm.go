package infra

import "strings"

// tfAlarm: a CloudWatch alarm names its queue in the dimension QueueName, of
// itself or of the metrics it combines.
func (r *reader) tfAlarm(d Definition, v *value) {
	metrics := []*value{v}
	items, _ := v.field("metric_query").elements()
	for _, item := range items {
		if m := item.field("metric"); m.written() {
			metrics = append(metrics, m)
		}
	}
	a := &Alarm{Definition: d, Kind: "cloudwatch", Watches: Attr[[]Ref]{State: Absent, Place: d.Place}}
	for _, m := range metrics {
		r.watch(a, m.first("metric_name"), m.field("namespace"), m.path("dimensions", "QueueName"), m.field("dimensions"))
	}
	a.Notifies = notifies(v.field("alarm_actions"), v.field("actions_enabled"), d.Place)
	r.addAlarm(a)
}

// watch adds what one metric watches.
func (r *reader) watch(a *Alarm, metric, namespace, queue, dimensions *value) {
	if metric.written() && a.Metric.State != Present {
		a.Metric = r.marks.nameAttr(metric, a.Place)
	}
	if namespace.known() && namespace.text != "AWS/SQS" {
		return
	}
	if queue == nil && dimensions.written() && dimensions.kind != isUnknown && !dimensions.open {
		return
	}
	if ref, ok := r.marks.ref(queue); ok && ref.Text != "*" || ref.Address != "" {
		a.Watches.Value = append(a.Watches.Value, ref)
		if a.Watches.State == Absent {
			a.Watches.State, a.Watches.Place = Present, queue.at
		}
		return
	}
	if queue.written() || dimensions.written() {
		a.Watches.State, a.Watches.Why = Unknown, "its dimensions cannot be evaluated"
	}
}

// addAlarm keeps an alarm that watches a queue, or may.
func (r *reader) addAlarm(a *Alarm) {
	if a.Watches.State == Present || a.Watches.State == Unknown {
		r.facts.Alarms = append(r.facts.Alarms, a)
	}
}

// notifies says whether an alarm tells anybody.
func notifies(actions, enabled *value, definition Place) Attr[bool] {
	if b, ok := enabled.bool(); ok && !b {
		return Attr[bool]{State: Present, Value: false, Place: enabled.at}
	}
	items, open := actions.elements()
	switch {
	case !actions.written() || len(items) == 0 && !open:
		a := Attr[bool]{State: Absent, Value: false, Place: definition}
		if actions != nil {
			a.Assumed = actions.assumed
		}
		return a
	case len(items) == 0:
		return Attr[bool]{State: Unknown, Place: actions.at, Why: actions.reason()}
	}
	return Attr[bool]{State: Present, Value: true, Place: actions.at, Assumed: actions.assumed}
}

// tfDatadog: a monitor's query is text that names queues in braces.
func (r *reader) tfDatadog(d Definition, v *value) {
	query := v.field("query")
	if query == nil || query.kind != isText || !strings.Contains(query.text, "aws.sqs.") {
		return
	}
	a := &Alarm{Definition: d, Kind: "datadog", Metric: r.marks.nameAttr(query, d.Place)}
	a.Watches = r.named(query, "queuename:")
	a.Notifies = notifies(v.field("message"), nil, d.Place)
	r.addAlarm(a)
}

// named finds the queues that a query names: by reference, or after a label.
func (r *reader) named(query *value, label string) Attr[[]Ref] {
	a := Attr[[]Ref]{State: Unknown, Place: query.at, Why: "the query names no queue"}
	for _, ref := range r.marks.references(query.text) {
		a.Value = append(a.Value, Ref{Root: ref.root, Address: ref.address, Type: ref.typ, Attr: ref.attr})
	}
	if len(a.Value) == 0 {
		for _, part := range strings.Split(query.text, label)[1:] {
			name := strings.Trim(strings.TrimLeft(part, " =~"), `"'\`)
			if i := strings.IndexAny(name, `"'\,}) `); i >= 0 {
				name = name[:i]
			}
			if name != "" && name != "*" {
				a.Value = append(a.Value, Ref{Text: r.marks.display(name)})
			}
		}
	}
	if len(a.Value) > 0 {
		a.State, a.Why = Present, ""
	}
	return a
}
