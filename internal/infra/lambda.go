package infra

import (
	"strings"
	"time"
)

func stream(k Kind) func(*reader, Definition, *value) {
	return func(r *reader, d Definition, v *value) {
		r.facts.Queues = append(r.facts.Queues, &Queue{Definition: d, Kind: k, Name: r.marks.nameAttr(v.first("name", "Name"), d.Place)})
	}
}

func (r *reader) tfFunction(d Definition, v *value) {
	c := &Compute{
		Definition: d, Kind: "lambda",
		Name:       r.marks.nameAttr(v.field("function_name"), d.Place),
		Timeout:    secondsAttr(v.field("timeout"), d.Place, lambdaTimeout),
		DeadLetter: r.refAttrOr(v.path("dead_letter_config", "target_arn"), v.field("dead_letter_config"), d.Place),
	}
	c.Code = r.codeOf(v, d)
	r.environment(c, v.path("environment", "variables"))
	r.facts.Computes = append(r.facts.Computes, c)
}

// codeOf finds where the code of a function lies: a zip, the file that a zip
// is made of, an image.
func (r *reader) codeOf(v *value, d Definition) Code {
	code := Code{Handler: r.shown(v.field("handler")), Image: r.shown(v.field("image_uri")), Place: d.Place}
	archive := v.first("filename", "s3_key", "local_existing_package")
	if archive == nil {
		return code
	}
	code.Place = archive.at
	code.Archive = r.marks.repoPath(archive, d.Root)
	return code
}

// tfArchive notes what a zip is made of.
func (r *reader) tfArchive(d Definition, v *value) {
	if archive := r.marks.repoPath(v.field("output_path"), d.Root); archive != "" {
		r.archives[archive] = Code{Dir: r.marks.repoPath(v.field("source_dir"), d.Root), Binary: r.marks.repoPath(v.field("source_file"), d.Root)}
	}
}

// unpackArchives tells computes what their archive is made of.
func (r *reader) unpackArchives() {
	for _, c := range r.facts.Computes {
		if made, ok := r.archives[c.Code.Archive]; ok {
			c.Code.Dir, c.Code.Binary = made.Dir, made.Binary
		}
	}
}

func (r *reader) shown(v *value) string {
	if v == nil || v.kind != isText {
		return ""
	}
	return r.marks.display(v.text)
}

// environment reads variables from an object of names and values, or a list of
// objects with name and value.
func (r *reader) environment(c *Compute, v *value) {
	v = v.structure()
	switch {
	case !v.written():
		return
	case v.kind == isObject:
		c.EnvOpen = c.EnvOpen || v.open
		for _, f := range v.fields {
			c.Env = append(c.Env, Variable{f.name, r.marks.refAttr(f.value, f.at)})
		}
	case v.kind == isList:
		c.EnvOpen = c.EnvOpen || v.open
		for _, item := range v.items {
			name := item.first("name", "Name")
			if !name.known() {
				c.EnvOpen = true
				continue
			}
			value := item.first("value", "Value")
			if value == nil && item.first("value_source", "value_from", "valueFrom") != nil {
				value = unknown(item.at, "it comes from a secret or another source")
			}
			c.Env = append(c.Env, Variable{name.text, r.marks.refAttr(value, item.at)})
		}
	default:
		c.EnvOpen = true
	}
}

// mapping holds the attributes of an event source mapping under the names of no
// format.
type mapping struct {
	source, function, enabled, batch, responses, bisect, retries, age, onFailure *value
	destination                                                                  *value // the block that onFailure stands in
	kind                                                                         Kind   // when the format says it
}

func (r *reader) addMapping(d Definition, p mapping) {
	e := &Edge{
		Definition: d, Kind: Mapping,
		From:    r.marks.refAttr(p.source, d.Place),
		To:      r.marks.refAttr(p.function, d.Place),
		Enabled: boolAttr(p.enabled, d.Place, true),
	}
	e.FromKind = p.kind
	if e.FromKind == UnknownSource {
		e.FromKind = sourceKind(e.From.Value)
	}
	batch := sqsBatch
	if e.FromKind != SQS {
		batch = streamBatch
		e.Bisect = boolAttr(p.bisect, d.Place, false)
		e.MaxRetries = intAttr(p.retries, d.Place, -1)
		e.MaxAge = secondsAttr(p.age, d.Place, -time.Second)
		e.OnFailure = r.refAttrOr(p.onFailure, p.destination, d.Place)
	}
	e.BatchSize = intAttr(p.batch, d.Place, batch)
	e.ReportBatchItemFailures = reportsItems(p.responses, d.Place)
	if e.FromKind == UnknownSource { // whether a default applies depends on the source
		why := "it is not known what the source is"
		openDefault(&e.BatchSize, why)
		openDefault(&e.Bisect, why)
		openDefault(&e.MaxRetries, why)
		openDefault(&e.MaxAge, why)
		openDefault(&e.OnFailure, why)
	}
	r.facts.Edges = append(r.facts.Edges, e)
}

// openDefault says of an attribute that is not written that its value is not
// known.
func openDefault[T any](a *Attr[T], why string) {
	if a.State == Absent {
		*a = Attr[T]{State: Unknown, Place: a.Place, Why: why}
	}
}

// reportsItems reads FunctionResponseTypes, whose one member is
// ReportBatchItemFailures; serverless.yml writes it as a text.
func reportsItems(v *value, definition Place) Attr[bool] {
	items, open := v.elements()
	a := Attr[bool]{State: Absent, Place: definition}
	if v.written() {
		a = Attr[bool]{State: Present, Place: v.at, Assumed: v.assumed}
	}
	for _, item := range items {
		if item.known() && item.text == "ReportBatchItemFailures" {
			a.Value = true
			return a
		}
		open = open || !item.known()
	}
	if open {
		return Attr[bool]{State: Unknown, Place: v.at, Why: v.reason()}
	}
	return a
}

// sourceKind tells what an event source is by the type of its definition or by
// its ARN.
func sourceKind(ref Ref) Kind {
	switch ref.Type {
	case "aws_sqs_queue", "AWS::SQS::Queue":
		return SQS
	case "aws_kinesis_stream", "aws_kinesis_stream_consumer", "AWS::Kinesis::Stream":
		return Kinesis
	case "aws_dynamodb_table", "AWS::DynamoDB::Table", "AWS::DynamoDB::GlobalTable":
		return DynamoStream
	case "aws_msk_cluster", "aws_msk_serverless_cluster", "AWS::MSK::Cluster", "AWS::MSK::ServerlessCluster":
		return Kafka
	case "aws_mq_broker", "AWS::AmazonMQ::Broker":
		return OtherQueue
	case "aws_sns_topic", "AWS::SNS::Topic":
		return SNS
	}
	if ref.Attr == "stream_arn" || ref.Attr == "StreamArn" {
		return DynamoStream
	}
	parts := strings.Split(ref.Text, ":")
	if len(parts) > 2 && parts[0] == "arn" {
		switch parts[2] {
		case "sqs":
			return SQS
		case "kinesis":
			return Kinesis
		case "dynamodb":
			return DynamoStream
		case "kafka":
			return Kafka
		case "mq":
			return OtherQueue
		}
	}
	return UnknownSource
}

func (r *reader) tfMapping(d Definition, v *value) {
	kind := UnknownSource
	if v.field("self_managed_event_source").written() || v.field("topics").written() {
		kind = Kafka
	} else if v.field("queues").written() {
		kind = OtherQueue
	}
	destination := v.field("destination_config")
	r.addMapping(d, mapping{
		source: v.first("event_source_arn", "topics"), function: v.field("function_name"), enabled: v.field("enabled"),
		batch: v.field("batch_size"), responses: v.field("function_response_types"), bisect: v.field("bisect_batch_on_function_error"),
		retries: v.field("maximum_retry_attempts"), age: v.field("maximum_record_age_in_seconds"),
		onFailure: destination.path("on_failure", "destination_arn"), destination: destination, kind: kind,
	})
}

// tfPipe: an EventBridge pipe takes messages from a queue or stream to a target.
func (r *reader) tfPipe(d Definition, v *value) {
	params := v.field("source_parameters")
	stream := params.first("kinesis_stream_parameters", "dynamodb_stream_parameters")
	r.addMapping(d, mapping{
		source: v.field("source"), function: v.field("target"), batch: params.first("sqs_queue_parameters", "kinesis_stream_parameters").field("batch_size"),
		retries: stream.field("maximum_retry_attempts"), age: stream.field("maximum_record_age_in_seconds"),
		onFailure: stream.path("dead_letter_config", "arn"), destination: stream.field("dead_letter_config"),
	})
}

// tfEventTarget: EventBridge takes events to a target. Its dead letter covers
// this hop, not the handler behind a queue.
func (r *reader) tfEventTarget(d Definition, v *value) {
	target := v
	if d.Type == "aws_scheduler_schedule" {
		target = v.field("target")
	}
	r.addTarget(d, either2(v.field("rule"), v.field("name")), target.field("arn"), target.path("dead_letter_config", "arn"), target.field("dead_letter_config"))
}

func (r *reader) addTarget(d Definition, rule, target, deadLetter, config *value) {
	r.facts.Edges = append(r.facts.Edges, &Edge{
		Definition: d, Kind: Trigger, FromKind: EventBridge,
		From: r.marks.refAttr(rule, d.Place), To: r.marks.refAttr(target, d.Place), OnFailure: r.refAttrOr(deadLetter, config, d.Place),
	})
}

// tfInvoke: where asynchronous invocations go that keep failing. It does
// nothing for messages of an event source mapping.
func (r *reader) tfInvoke(d Definition, v *value) {
	destination := v.field("destination_config")
	r.addInvoke(d, v.field("function_name"), destination.path("on_failure", "destination"), destination)
}

func (r *reader) addInvoke(d Definition, function, onFailure, destination *value) {
	r.facts.Edges = append(r.facts.Edges, &Edge{
		Definition: d, Kind: Invoke, FromKind: OtherQueue, From: Attr[Ref]{State: Absent, Place: d.Place},
		To: r.marks.refAttr(function, d.Place), OnFailure: r.refAttrOr(onFailure, destination, d.Place),
	})
}

// tfTask: the containers of an ECS task are JSON.
func (r *reader) tfTask(d Definition, v *value) {
	r.task(d, v.field("family"), v.field("container_definitions"))
}

func (r *reader) task(d Definition, family, containers *value) {
	items, open := containers.elements()
	if len(items) == 0 {
		c := &Compute{Definition: d, Kind: "ecs", Name: r.marks.nameAttr(family, d.Place), EnvOpen: true}
		r.facts.Computes = append(r.facts.Computes, c)
		return
	}
	for _, item := range items {
		c := &Compute{Definition: d, Kind: "ecs", Name: r.marks.nameAttr(family, d.Place), EnvOpen: open}
		if name := item.first("name", "Name"); name.written() && len(items) > 1 {
			c.Name = r.marks.nameAttr(name, d.Place)
		}
		c.Code = Code{Image: r.shown(item.first("image", "Image")), Place: item.at}
		if item.kind == isUnknown {
			c.EnvOpen = true
		}
		r.environment(c, item.first("environment", "Environment"))
		r.facts.Computes = append(r.facts.Computes, c)
	}
}
