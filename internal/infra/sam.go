package infra

import (
	"path"
	"strings"
)

// function reads a function of Lambda or SAM. What a SAM function does not say,
// Globals does; maps are merged.
func (s *stack) function(d Definition, v, raw *value) {
	get := func(name string) *value {
		if own := v.field(name); own != nil {
			return own
		}
		if d.Type == "AWS::Serverless::Function" {
			return s.eval(s.globals.field(name))
		}
		return nil
	}
	c := &Compute{
		Definition: d, Kind: "lambda",
		Name:       s.r.marks.nameAttr(v.field("FunctionName"), d.Place),
		Timeout:    secondsAttr(get("Timeout"), d.Place, lambdaTimeout),
		DeadLetter: s.r.marks.refAttr(either2(get("DeadLetterConfig"), get("DeadLetterQueue")).field("TargetArn"), d.Place),
	}
	if d.Type == "AWS::Serverless::Function" {
		s.r.environment(c, s.eval(s.globals.path("Environment", "Variables")))
	}
	s.r.environment(c, v.path("Environment", "Variables"))
	c.Env = lastOfEach(c.Env)
	c.Code = s.code(get, raw, d)
	s.r.facts.Computes = append(s.r.facts.Computes, c)
	if config := get("EventInvokeConfig"); config.written() {
		onFailure := config.path("DestinationConfig", "OnFailure")
		d := d
		d.Address += ".EventInvokeConfig"
		s.r.addInvoke(d, s.reference(d.Place, strings.TrimSuffix(d.Address, ".EventInvokeConfig"), "Arn"), onFailure.field("Destination"), onFailure)
	}
	events := v.field("Events").structure()
	if events.written() && events.kind == isObject {
		for _, f := range events.fields {
			s.event(d, f)
		}
	}
}

func either2(a, b *value) *value {
	if a.written() {
		return a
	}
	return b
}

// lastOfEach keeps of variables with one name the last: it wins.
func lastOfEach(vars []Variable) []Variable {
	last := map[string]int{}
	for i, v := range vars {
		last[v.Name] = i
	}
	var kept []Variable
	for i, v := range vars {
		if last[v.Name] == i {
			kept = append(kept, v)
		}
	}
	return kept
}

func (s *stack) code(get func(string) *value, raw *value, d Definition) Code {
	dir := path.Dir(s.file)
	code := Code{Handler: s.r.shown(get("Handler")), Image: s.r.shown(get("ImageUri")), Place: d.Place}
	for _, uri := range []*value{get("CodeUri"), get("Code")} {
		if !uri.written() {
			continue
		}
		code.Place = uri.at
		switch {
		case uri.kind != isText:
			code.Archive = s.r.shown(uri.first("S3Key", "Key"))
			code.Image = code.Image + s.r.shown(uri.field("ImageUri"))
		case strings.HasSuffix(uri.text, ".zip"):
			code.Archive = s.r.marks.repoPath(uri, dir)
		case strings.HasSuffix(uri.text, ".go"): // the file with main in it
			code.Dir = path.Dir(s.r.marks.repoPath(uri, dir))
		default:
			code.Dir = s.r.marks.repoPath(uri, dir)
		}
		break
	}
	meta := s.eval(raw.field("Metadata"))
	code.Build = s.r.shown(meta.field("BuildMethod"))
	if context := meta.field("DockerContext"); context.written() {
		code.Dir = s.r.marks.repoPath(context, dir)
	}
	if code.Dir == "." || code.Dir == "" {
		if asset := meta.field("aws:asset:path"); asset.written() {
			code.Archive = s.r.shown(asset)
		}
	}
	return code
}

// streamEvents are the kinds of SAM events that are event source mappings, and
// the property with their source.
var streamEvents = map[string]struct {
	kind   Kind
	source []string
}{
	"SQS":              {SQS, []string{"Queue"}},
	"Kinesis":          {Kinesis, []string{"Stream"}},
	"DynamoDB":         {DynamoStream, []string{"Stream"}},
	"MSK":              {Kafka, []string{"Stream"}},
	"SelfManagedKafka": {Kafka, []string{"Topics"}},
	"MQ":               {OtherQueue, []string{"Broker"}},
	"DocumentDB":       {OtherQueue, []string{"Cluster"}},
}

// event reads one event of a SAM function.
func (s *stack) event(fn Definition, f field) {
	typ, p := f.value.field("Type"), f.value.field("Properties")
	if !typ.known() {
		return
	}
	d := fn
	d.Address, d.Type, d.Place = fn.Address+".Events."+f.name, "event/"+typ.text, f.at
	self := s.reference(f.at, fn.Address, "Arn")
	if kind, ok := streamEvents[typ.text]; ok {
		s.r.addMapping(d, mapping{
			source: p.first(kind.source...), function: self, enabled: p.field("Enabled"), batch: p.field("BatchSize"),
			responses: p.field("FunctionResponseTypes"), bisect: p.field("BisectBatchOnFunctionError"),
			retries: p.field("MaximumRetryAttempts"), age: p.field("MaximumRecordAgeInSeconds"),
			onFailure: p.path("DestinationConfig", "OnFailure", "Destination"), destination: p.field("DestinationConfig"), kind: kind.kind,
		})
		return
	}
	if dead := p.field("DeadLetterConfig"); dead.written() { // a rule or schedule
		s.r.addTarget(d, nil, self, dead.field("Arn"), dead)
	}
	if typ.text != "SNS" {
		return
	}
	sub := p.field("SqsSubscription")
	if on, ok := sub.bool(); sub.written() && (!ok || on) {
		s.queueBetween(d, p, sub, self)
		return
	}
	s.subscribe(d, p.field("Topic"), self, p.field("RedrivePolicy"), f.at)
}

// queueBetween: SAM puts a queue between topic and function. One that it makes
// by itself can carry no redrive policy, and has the default lease.
func (s *stack) queueBetween(d Definition, p, sub, function *value) {
	queue := sub.first("QueueArn")
	if sub.kind != isObject {
		hidden := d
		hidden.Address, hidden.Type, hidden.Place = d.Address+".Queue", "AWS::SQS::Queue", sub.at
		for _, f := range p.fields {
			if f.name == "SqsSubscription" {
				hidden.Place = f.at
			}
		}
		s.r.addSQS(hidden, sqsQueue{}).Hidden = true
		queue = s.reference(sub.at, hidden.Address, "Arn")
	}
	s.subscribe(d, p.field("Topic"), queue, p.field("RedrivePolicy"), d.Place)
	d.Place = sub.at
	s.r.addMapping(d, mapping{source: queue, function: function, enabled: sub.field("Enabled"), batch: sub.field("BatchSize"), responses: sub.field("FunctionResponseTypes"), kind: SQS})
}
