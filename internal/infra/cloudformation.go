package infra

import (
	"path"
	"strings"
)

// mayBeTemplate reports whether a file has the words of a CloudFormation or SAM
// template that concerns messages.
func mayBeTemplate(data []byte) bool {
	return containsAny(data, "Resources") && containsAny(data, "AWS::SQS::", "AWS::Serverless::", "AWS::Lambda::", "AWS::SNS::Subscription", "AWS::Pipes::Pipe", "AWS::ECS::TaskDefinition")
}

// readTemplate reads a CloudFormation or SAM template, also as CDK writes it.
func (r *reader) readTemplate(file string, data []byte) {
	if r.isTextTemplate(file, data) {
		return
	}
	docs, err := parseDocuments(file, data)
	if err != nil {
		r.fault(file, err)
	}
	for _, doc := range docs {
		if doc.kind == isObject && doc.field("Resources").written() {
			r.newStack(file, doc, doc.field("Resources")).define()
		}
	}
}

// isTextTemplate notes files that become YAML only when another tool fills them
// in: Helm, Jinja. What a dynamic reference ({{resolve:...}}) or the templates
// of alert texts ({{ $labels.x }}) look like is no sign of one.
func (r *reader) isTextTemplate(file string, data []byte) bool {
	helm := path.Base(path.Dir(file)) == "templates" && containsAny(data, "{{")
	if !helm && !containsAny(data, "{{-", "{{ .", "{{.", "{{ include", "{{ template", "{{ if", "{{ range", "{{ toYaml", "{%-", "{% ") {
		return false
	}
	r.unseen(Unseen{Place: Place{File: file, Line: 1}, Why: "this is a template for another tool: what it becomes is not known"})
	return true
}

// stack is one template.
type stack struct {
	r          *reader
	file       string
	format     string
	doc        *value
	resources  *value
	globals    *value // of SAM functions
	conditions map[string]*value
	names      map[string]*value // of resources, evaluated
	busy       map[string]bool
	// resolve fills in the variables of an outer language, as serverless.yml has.
	resolve func(v *value) *value
	depth   int
}

func (r *reader) newStack(file string, doc, resources *value) *stack {
	s := &stack{r: r, file: file, format: "cloudformation", doc: doc, resources: resources, conditions: map[string]*value{}, names: map[string]*value{}, busy: map[string]bool{}}
	s.globals = doc.path("Globals", "Function")
	return s
}

// stackReaders make facts of the resources that matter. v has the properties,
// evaluated.
var stackReaders = map[string]func(s *stack, d Definition, v *value, raw *value){
	"AWS::SQS::Queue":                 (*stack).queue,
	"AWS::SNS::Topic":                 (*stack).topic,
	"AWS::SNS::Subscription":          (*stack).subscription,
	"AWS::Kinesis::Stream":            func(s *stack, d Definition, v, _ *value) { stream(Kinesis)(s.r, d, v) },
	"AWS::Lambda::Function":           (*stack).function,
	"AWS::Serverless::Function":       (*stack).function,
	"AWS::Lambda::EventSourceMapping": (*stack).mapping,
	"AWS::Pipes::Pipe":                (*stack).pipe,
	"AWS::Events::Rule":               (*stack).rule,
	"AWS::Scheduler::Schedule":        (*stack).schedule,
	"AWS::Lambda::EventInvokeConfig":  (*stack).invoke,
	"AWS::ECS::TaskDefinition":        (*stack).task,
	"AWS::CloudWatch::Alarm":          (*stack).alarm,
}

func (s *stack) define() {
	for _, f := range s.resources.fields {
		if strings.HasPrefix(f.name, "Fn::") {
			s.r.unseen(Unseen{Root: s.file, Address: f.name, Place: f.at, Why: "what " + f.name + " brings in is not known"})
			continue
		}
		typ := f.value.field("Type")
		if f.value.kind != isObject || !typ.known() {
			continue
		}
		d := Definition{
			Root: s.file, Address: f.name, Type: typ.text, Format: s.format, Place: f.at,
			Environment: environmentOf(s.file), Conditional: f.value.field("Condition").written(),
		}
		read := stackReaders[typ.text]
		switch {
		case read != nil:
			read(s, d, s.eval(f.value.field("Properties")), f.value)
		case strings.HasPrefix(typ.text, "Custom::") || typ.text == "AWS::CloudFormation::CustomResource":
			s.custom(d, f.value)
		case typ.text == "AWS::CloudFormation::Stack" || typ.text == "AWS::Serverless::Application":
			s.nested(d, s.eval(f.value.field("Properties")))
		}
	}
}

// nested notes a stack that is defined elsewhere. One in the repository is read
// by itself, with its own defaults.
func (s *stack) nested(d Definition, v *value) {
	location := v.first("TemplateURL", "Location")
	if location.known() && !strings.Contains(location.text, "://") && !strings.HasPrefix(location.text, "/") {
		return
	}
	s.r.unseen(Unseen{Root: d.Root, Address: d.Address, Place: d.Place, Why: "the nested stack is not in this repository"})
}

// custom notes a custom resource that is given a queue: it may do anything with
// it, an alarm for one.
func (s *stack) custom(d Definition, raw *value) {
	v := s.eval(raw.field("Properties"))
	var refs []Ref
	collect(v, 0, func(x *value) {
		for _, ref := range s.r.marks.references(x.text) {
			if ref.typ == "AWS::SQS::Queue" {
				refs = append(refs, Ref{Root: ref.root, Address: ref.address, Type: ref.typ, Attr: ref.attr})
			}
		}
	})
	if len(refs) > 0 {
		s.r.facts.Alarms = append(s.r.facts.Alarms, &Alarm{
			Definition: d, Kind: "custom",
			Watches: Attr[[]Ref]{State: Unknown, Value: refs, Place: d.Place, Why: "what this custom resource does is not known"},
		})
	}
}

// collect visits the texts in a value.
func collect(v *value, depth int, visit func(*value)) {
	if v == nil || depth > maxDepth {
		return
	}
	if v.kind == isText {
		visit(v)
	}
	for _, item := range v.items {
		collect(item, depth+1, visit)
	}
	for _, f := range v.fields {
		collect(f.value, depth+1, visit)
	}
}

func (s *stack) queue(d Definition, v, _ *value) {
	s.r.addSQS(d, sqsQueue{
		name: v.field("QueueName"), lease: v.field("VisibilityTimeout"), retention: v.field("MessageRetentionPeriod"),
		delay: v.field("DelaySeconds"), fifo: v.field("FifoQueue"), dedup: v.field("ContentBasedDeduplication"),
		redrive: v.field("RedrivePolicy"), allow: v.field("RedriveAllowPolicy"),
	})
}

func (s *stack) topic(d Definition, v, _ *value) {
	s.r.facts.Queues = append(s.r.facts.Queues, &Queue{
		Definition: d, Kind: SNS, Name: s.r.marks.nameAttr(v.field("TopicName"), d.Place), FIFO: boolAttr(v.field("FifoTopic"), d.Place, false),
	})
	items, _ := v.field("Subscription").elements()
	self := s.reference(d.Place, d.Address, "Ref")
	for _, item := range items {
		s.subscribe(d, self, item.field("Endpoint"), nil, item.at)
	}
}

func (s *stack) subscription(d Definition, v, _ *value) {
	s.subscribe(d, v.field("TopicArn"), v.field("Endpoint"), v.field("RedrivePolicy"), d.Place)
}

func (s *stack) subscribe(d Definition, topic, endpoint, policy *value, at Place) {
	d.Place = at
	s.r.facts.Edges = append(s.r.facts.Edges, &Edge{
		Definition: d, Kind: Subscription, FromKind: SNS,
		From: s.r.marks.refAttr(topic, at), To: s.r.marks.refAttr(endpoint, at),
		OnFailure: s.r.refAttrOr(policy.field("deadLetterTargetArn"), policy, at),
	})
}

func (s *stack) mapping(d Definition, v, _ *value) {
	kind := UnknownSource
	if v.field("SelfManagedEventSource").written() || v.field("Topics").written() {
		kind = Kafka
	} else if v.field("Queues").written() {
		kind = OtherQueue
	}
	destination := v.field("DestinationConfig")
	s.r.addMapping(d, mapping{
		source: v.first("EventSourceArn", "Topics"), function: v.field("FunctionName"), enabled: v.field("Enabled"), batch: v.field("BatchSize"),
		responses: v.field("FunctionResponseTypes"), bisect: v.field("BisectBatchOnFunctionError"),
		retries: v.field("MaximumRetryAttempts"), age: v.field("MaximumRecordAgeInSeconds"),
		onFailure: destination.path("OnFailure", "Destination"), destination: destination, kind: kind,
	})
}

func (s *stack) pipe(d Definition, v, _ *value) {
	params := v.field("SourceParameters")
	stream := params.first("KinesisStreamParameters", "DynamoDBStreamParameters")
	s.r.addMapping(d, mapping{
		source: v.field("Source"), function: v.field("Target"), batch: params.first("SqsQueueParameters").field("BatchSize"),
		retries: stream.field("MaximumRetryAttempts"), age: stream.field("MaximumRecordAgeInSeconds"),
		onFailure: stream.path("DeadLetterConfig", "Arn"), destination: stream.field("DeadLetterConfig"),
	})
}

func (s *stack) rule(d Definition, v, _ *value) {
	targets, _ := v.field("Targets").elements()
	for i, target := range targets {
		edge := d
		edge.Address, edge.Place = d.Address+".Targets."+itoa(i), target.at
		s.r.addTarget(edge, s.reference(d.Place, d.Address, "Arn"), target.field("Arn"), target.path("DeadLetterConfig", "Arn"), target.field("DeadLetterConfig"))
	}
}

func (s *stack) schedule(d Definition, v, _ *value) {
	target := v.field("Target")
	s.r.addTarget(d, s.reference(d.Place, d.Address, "Arn"), target.field("Arn"), target.path("DeadLetterConfig", "Arn"), target.field("DeadLetterConfig"))
}

func (s *stack) invoke(d Definition, v, _ *value) {
	destination := v.field("DestinationConfig")
	s.r.addInvoke(d, v.field("FunctionName"), destination.path("OnFailure", "Destination"), destination)
}

func (s *stack) task(d Definition, v, _ *value) {
	s.r.task(d, v.field("Family"), v.field("ContainerDefinitions"))
}

func (s *stack) alarm(d Definition, v, _ *value) {
	metrics := []*value{v}
	items, _ := v.field("Metrics").elements()
	for _, item := range items {
		if m := item.path("MetricStat", "Metric"); m.written() {
			metrics = append(metrics, m)
		}
	}
	a := &Alarm{Definition: d, Kind: "cloudwatch", Watches: Attr[[]Ref]{State: Absent, Place: d.Place}}
	for _, m := range metrics {
		dimensions := m.field("Dimensions")
		list, open := dimensions.elements()
		var queue *value
		for _, dim := range list {
			if name := dim.field("Name"); name.known() && name.text == "QueueName" {
				queue = dim.field("Value")
			}
		}
		if !open && queue == nil {
			dimensions = nil
		}
		s.r.watch(a, m.field("MetricName"), m.field("Namespace"), queue, dimensions)
	}
	a.Notifies = notifies(v.field("AlarmActions"), v.field("ActionsEnabled"), d.Place)
	s.r.addAlarm(a)
}
