package infra

import "strings"

// This file reads constructs of the AWS CDK. Those of the first level have the
// properties of CloudFormation.

// cdkConstructs read NewX(scope, id, props).
var cdkConstructs map[string]func(c *goCall, id, props *value) *value

// cdkValues are functions of the CDK that define nothing.
var cdkValues map[string]func(c *goCall) *value

func init() { // in init, for they evaluate what calls them
	cdkConstructs = map[string]func(c *goCall, id, props *value) *value{
		"awssqs.NewQueue":                    (*goCall).cdkQueue,
		"awssqs.NewCfnQueue":                 cdkPlain("AWS::SQS::Queue", "QueueName"),
		"awssqs.Queue_FromQueueArn":          cdkLookup("AWS::SQS::Queue", SQS),
		"awssqs.Queue_FromQueueAttributes":   cdkLookup("AWS::SQS::Queue", SQS),
		"awssns.NewTopic":                    cdkPlain("AWS::SNS::Topic", "TopicName"),
		"awssns.Topic_FromTopicArn":          cdkLookup("AWS::SNS::Topic", SNS),
		"awskinesis.NewStream":               (*goCall).cdkStream,
		"awslambda.NewFunction":              (*goCall).cdkFunction,
		"awslambda.NewDockerImageFunction":   (*goCall).cdkFunction,
		"awscdklambdagoalpha.NewGoFunction":  (*goCall).cdkFunction,
		"awslambda.NewEventSourceMapping":    (*goCall).cdkMapping,
		"awslambda.NewCfnEventSourceMapping": cdkPlain("AWS::Lambda::EventSourceMapping", ""),
		"awscloudwatch.NewAlarm":             (*goCall).cdkAlarm,
	}
	cdkValues = map[string]func(c *goCall) *value{
		"awscdk.Duration_Millis":                      cdkDuration(0),
		"awscdk.Duration_Seconds":                     cdkDuration(1),
		"awscdk.Duration_Minutes":                     cdkDuration(60),
		"awscdk.Duration_Hours":                       cdkDuration(3600),
		"awscdk.Duration_Days":                        cdkDuration(86400),
		"awslambda.Code_FromAsset":                    func(c *goCall) *value { return c.arg(0) },
		"awslambda.AssetCode_FromAsset":               func(c *goCall) *value { return c.arg(0) },
		"awslambda.DockerImageCode_FromImageAsset":    func(c *goCall) *value { return c.arg(0) },
		"awslambdaeventsources.NewSqsEventSource":     cdkSource(SQS),
		"awslambdaeventsources.NewKinesisEventSource": cdkSource(Kinesis),
		"awslambdaeventsources.NewDynamoEventSource":  cdkSource(DynamoStream),
		"awslambdaeventsources.NewSqsDlq":             func(c *goCall) *value { return c.arg(0) },
		"awssnssubscriptions.NewSqsSubscription":      cdkSource(SNS),
		"awssnssubscriptions.NewLambdaSubscription":   cdkSource(SNS),
		"awscloudwatch.NewMetric":                     (*goCall).cdkMetric,
	}
}

func (c *goCall) cdk(function string) *value {
	if read := cdkConstructs[function]; read != nil {
		return read(c, c.arg(1), c.propsOr(2))
	}
	if f := cdkValues[function]; f != nil {
		return f(c)
	}
	return unknown(c.at, "what "+function+" makes is not known")
}

// propsOr are the properties given, or none: nil is allowed.
func (c *goCall) propsOr(i int) *value {
	if v := c.arg(i); v.kind != isNull && i < len(c.e.Args) {
		return v
	}
	return &value{kind: isObject, at: c.at}
}

func cdkDuration(seconds int) func(*goCall) *value {
	return func(c *goCall) *value {
		n, ok := c.arg(0).number()
		if !ok || seconds == 0 || n < 0 || n > 1<<32 {
			return unknown(c.at, "this duration is not known before it is deployed")
		}
		return number(c.at, itoa(n*seconds))
	}
}

// cdkPlain reads a construct whose properties are those of CloudFormation.
func cdkPlain(typ, name string) func(*goCall, *value, *value) *value {
	return func(c *goCall, id, props *value) *value {
		d := c.definition("cdk", typ, id)
		s := c.p.r.newStack(c.p.dir, &value{kind: isObject, at: c.at}, &value{kind: isObject, at: c.at})
		stackReaders[typ](s, d, props, nil)
		return c.constructAt(d, props.field(name))
	}
}

func (c *goCall) constructAt(d Definition, name *value) *value {
	return (&construct{p: c.p, def: d, name: name}).value(c.at)
}

// cdkLookup is a queue that is defined elsewhere.
func cdkLookup(typ string, k Kind) func(*goCall, *value, *value) *value {
	return func(c *goCall, id, arn *value) *value {
		d := c.definition("cdk", typ, id)
		if arn.kind == isObject {
			arn = arn.first("QueueArn", "QueueName")
		}
		var name *value
		if arn.written() && arn.kind == isText && !hasReference(arn.text) {
			name = text(arn.at, lastPart(arn.text))
		}
		c.p.r.lookup(d, k, name)
		return c.constructAt(d, name)
	}
}

func (c *goCall) cdkQueue(id, props *value) *value {
	d := c.definition("cdk", "AWS::SQS::Queue", id)
	name, fifo := props.field("QueueName"), props.field("Fifo")
	if fifo == nil && name.known() && strings.HasSuffix(name.text, ".fifo") {
		fifo = boolean(name.at, true) // the CDK concludes it
	}
	q := sqsQueue{
		name: name, lease: props.field("VisibilityTimeout"), retention: props.field("RetentionPeriod"), delay: props.field("DeliveryDelay"),
		fifo: fifo, dedup: props.field("ContentBasedDeduplication"), redrive: redriveOf(props.field("DeadLetterQueue")),
	}
	if allow := props.field("RedriveAllowPolicy"); allow.written() {
		q.allow = unknown(allow.at, "which queues it allows is not evaluated")
		if sources := allow.field("SourceQueues"); allow.kind == isObject && sources.written() {
			q.allow = &value{kind: isObject, at: allow.at}
			q.allow.set("sourceQueueArns", sources.at, sources)
		}
	}
	c.p.r.addSQS(d, q)
	return c.constructAt(d, name)
}

// redriveOf makes a redrive policy of &awssqs.DeadLetterQueue{Queue, MaxReceiveCount}.
func redriveOf(v *value) *value {
	switch {
	case !v.written():
		return v
	case v.kind == isUnknown:
		u := unknown(v.at, v.reason())
		for _, a := range v.alternatives {
			u.addAlternatives(redriveOf(a))
		}
		return u
	case v.kind != isObject:
		return unknown(v.at, v.reason())
	}
	w := &value{kind: isObject, at: v.at, open: v.open}
	for from, to := range map[string]string{"Queue": "deadLetterTargetArn", "MaxReceiveCount": "maxReceiveCount"} {
		if f := v.field(from); f.written() {
			w.set(to, f.at, f)
		}
	}
	if len(w.fields) == 0 { // it is there, whatever it says
		return unknown(v.at, "its dead letter is not known before it is deployed")
	}
	return w
}

func (c *goCall) cdkStream(id, props *value) *value {
	d := c.definition("cdk", "AWS::Kinesis::Stream", id)
	name := props.field("StreamName")
	c.p.r.facts.Queues = append(c.p.r.facts.Queues, &Queue{Definition: d, Kind: Kinesis, Name: c.p.r.marks.nameAttr(name, d.Place)})
	return c.constructAt(d, name)
}

// cdkFunction reads a function. GoFunction says which package it is built from.
func (c *goCall) cdkFunction(id, props *value) *value {
	r, d := c.p.r, c.definition("cdk", "AWS::Lambda::Function", id)
	f := &Compute{
		Definition: d, Kind: "lambda", Name: r.marks.nameAttr(props.field("FunctionName"), d.Place),
		Timeout:    secondsAttr(props.field("Timeout"), d.Place, lambdaTimeout),
		DeadLetter: r.marks.refAttr(props.field("DeadLetterQueue"), d.Place),
	}
	f.Code = Code{Place: d.Place, Handler: r.shown(props.field("Handler"))}
	if dir := c.p.relative(props.field("Entry")); dir != "" {
		f.Code.Dir = strings.TrimSuffix(dir, "/main.go")
	} else if file := c.p.relative(props.field("Code")); file != "" {
		f.Code.Archive = file
		if !strings.HasSuffix(file, ".zip") {
			f.Code.Dir = file
		}
	}
	r.environment(f, props.field("Environment"))
	r.facts.Computes = append(r.facts.Computes, f)
	k := &construct{p: c.p, def: d, name: props.field("FunctionName"), compute: f}
	events, _ := props.field("Events").elements()
	for _, e := range events {
		c.eventSource(k, e)
	}
	return k.value(c.at)
}

// cdkSource is what joins a function or topic with something: an object until
// it is added.
func cdkSource(k Kind) func(*goCall) *value {
	return func(c *goCall) *value {
		v := &value{kind: isObject, at: c.at}
		v.set("source", c.at, c.arg(0))
		v.set("props", c.at, c.propsOr(1))
		v.set("kind", c.at, text(c.at, string(k)))
		return v
	}
}

func (c *goCall) eventSource(fn *construct, source *value) {
	kind := source.field("kind")
	if source.kind != isObject || !kind.known() {
		return
	}
	d := c.inner(fn.def, "EventSource", "AWS::Lambda::EventSourceMapping")
	d.Place = source.at
	c.addCDKMapping(d, source.field("source"), fn.value(c.at), source.field("props"), Kind(kind.text))
}

func (c *goCall) addCDKMapping(d Definition, source, function, props *value, k Kind) {
	responses := props.field("ReportBatchItemFailures")
	if on, ok := responses.bool(); ok {
		responses = list(responses.at)
		if on {
			responses = list(responses.at, text(responses.at, "ReportBatchItemFailures"))
		}
	}
	c.p.r.addMapping(d, mapping{
		source: source, function: function, enabled: props.field("Enabled"), batch: props.field("BatchSize"), responses: responses,
		bisect: props.first("BisectBatchOnError"), retries: props.field("RetryAttempts"), age: props.field("MaxRecordAge"),
		onFailure: props.field("OnFailure"), kind: k,
	})
}

func (c *goCall) cdkMapping(id, props *value) *value {
	d := c.definition("cdk", "AWS::Lambda::EventSourceMapping", id)
	kind := UnknownSource
	if props.field("KafkaTopic").written() {
		kind = Kafka
	}
	c.addCDKMapping(d, props.field("EventSourceArn"), props.field("Target"), props, kind)
	return c.constructAt(d, nil)
}

// cdkMethod calls a method of a construct; nil is a method that says nothing.
func (c *goCall) cdkMethod(base *value, name string) *value {
	k := constructOf(base)
	switch {
	case name == "CreateAlarm" && base.kind == isObject:
		return c.addCDKAlarm(c.arg(1), base, c.propsOr(2))
	case k == nil || k.def.Format != "cdk":
		return nil
	case name == "Node", name == "AddPropertyOverride", strings.HasPrefix(name, "Set"):
		c.p.openQueue(k)
		return nil
	case strings.HasPrefix(name, "Metric"):
		return metricOf(strings.TrimPrefix(name, "Metric"), base, c.at)
	case name == "AddEventSource" && k.compute != nil:
		c.eventSource(k, c.arg(0))
	case name == "AddEnvironment" && k.compute != nil:
		c.addVariable(k.compute)
	case name == "AddSubscription":
		c.subscribe(k)
	case name == "AddAlarmAction" && k.alarm != nil:
		k.alarm.Notifies = Attr[bool]{State: Present, Value: true, Place: c.at}
	default:
		return nil
	}
	return null(c.at)
}

// openQueue says of a queue that its template may be changed beside its
// properties, through its node.
func (p *goProgram) openQueue(k *construct) {
	for _, q := range p.r.facts.Queues {
		if q.Root == k.def.Root && q.Address == k.def.Address {
			why := "its template is changed apart from its properties"
			openDefault(&q.DeadLetter, why)
			openDefault(&q.MaxReceives, why)
			openDefault(&q.Lease, why)
		}
	}
}

func (c *goCall) addVariable(f *Compute) {
	key := c.arg(0)
	if !key.known() {
		f.EnvOpen = true
		return
	}
	f.Env = lastOfEach(append(f.Env, Variable{key.text, c.p.r.marks.refAttr(c.arg(1), c.at)}))
}

func (c *goCall) subscribe(topic *construct) {
	s := c.arg(0)
	if s.kind != isObject {
		return
	}
	d := c.inner(topic.def, "Subscription", "AWS::SNS::Subscription")
	c.p.r.facts.Edges = append(c.p.r.facts.Edges, &Edge{
		Definition: d, Kind: Subscription, FromKind: SNS, From: c.p.r.marks.refAttr(topic.value(c.at), c.at),
		To:        c.p.r.marks.refAttr(s.field("source"), c.at),
		OnFailure: c.p.r.refAttrOr(s.field("props").field("DeadLetterQueue"), s.field("props"), c.at),
	})
}

// metricOf is a metric of a queue.
func metricOf(name string, queue *value, at Place) *value {
	v := &value{kind: isObject, at: at}
	v.set("MetricName", at, text(at, name))
	v.set("queue", at, queue)
	return v
}

func (c *goCall) cdkMetric() *value {
	props := c.propsOr(0)
	v := &value{kind: isObject, at: c.at, open: props.kind == isUnknown || props.open}
	for _, name := range []string{"MetricName", "Namespace"} {
		if f := props.field(name); f.written() {
			v.set(name, f.at, f)
		}
	}
	dimensions := props.field("DimensionsMap")
	if queue := dimensions.field("QueueName"); queue.written() {
		v.set("queue", queue.at, queue)
	}
	return v
}

func (c *goCall) cdkAlarm(id, props *value) *value {
	return c.addCDKAlarm(id, props.field("Metric"), props)
}

// addCDKAlarm adds an alarm. Whom it tells is said by other calls, of which not
// all are seen.
func (c *goCall) addCDKAlarm(id, metric, props *value) *value {
	d := c.definition("cdk", "AWS::CloudWatch::Alarm", id)
	a := &Alarm{Definition: d, Kind: "cloudwatch", Watches: Attr[[]Ref]{State: Absent, Place: d.Place}}
	a.Notifies = Attr[bool]{State: Unknown, Place: d.Place, Why: "no call is seen that adds an action"}
	if metric.written() && metric.kind == isObject {
		c.p.r.watch(a, metric.field("MetricName"), metric.field("Namespace"), metric.field("queue"), nil)
	} else {
		a.Watches = Attr[[]Ref]{State: Unknown, Place: d.Place, Why: "its metric cannot be evaluated"}
	}
	c.p.r.addAlarm(a)
	return (&construct{p: c.p, def: d, name: props.field("AlarmName"), alarm: a}).value(c.at)
}
