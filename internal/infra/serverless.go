package infra

import (
	"path"
	"strings"
	"time"
)

const serverlessTimeout = 6 * time.Second // of functions that do not say

func isServerlessFile(base string) bool {
	name, ext := strings.TrimSuffix(base, path.Ext(base)), path.Ext(base)
	return (name == "serverless" || strings.HasPrefix(name, "serverless.") || strings.HasPrefix(name, "serverless-")) &&
		(ext == ".yml" || ext == ".yaml" || ext == ".json")
}

// readServerless reads a serverless.yml: functions with their events, and
// CloudFormation under resources.
func (r *reader) readServerless(file string, data []byte) {
	docs, err := parseDocuments(file, data)
	if err != nil {
		r.fault(file, err)
	}
	if len(docs) == 0 || docs[0].kind != isObject {
		return
	}
	doc := docs[0]
	if !doc.field("service").written() && !doc.field("functions").written() {
		if mayBeTemplate(data) { // SAM under this name
			r.readTemplate(file, data)
		}
		return
	}
	sv := &serverless{r: r, file: file, doc: doc, busy: map[string]bool{}, files: map[string]*value{}}
	sv.define()
}

// serverless is one service.
type serverless struct {
	r     *reader
	file  string
	doc   *value
	stack *stack
	busy  map[string]bool
	files map[string]*value // included ones
	steps int
}

func (sv *serverless) define() {
	resources := &value{kind: isObject, at: sv.doc.at}
	parts, _ := sv.resolve(sv.doc.field("resources")).elements()
	root := &value{kind: isObject, at: sv.doc.at}
	for _, part := range parts {
		part = sv.resolve(part)
		found := sv.resolve(part.field("Resources"))
		switch {
		case found.written() && found.kind == isObject:
			for _, f := range found.fields {
				f.value = sv.resolve(f.value)
				resources.fields = append(resources.fields, f)
			}
		case found.written() || part.written() && part.kind != isObject:
			sv.r.unseen(Unseen{Root: sv.file, Place: part.at, Why: "these resources are in a file that cannot be read"})
		}
		for _, name := range []string{"Parameters", "Conditions", "Mappings"} {
			if x := part.field(name); x.written() {
				root.set(name, x.at, x)
			}
		}
	}
	sv.addFunctionResources(resources)
	sv.stack = sv.r.newStack(sv.file, root, resources)
	sv.stack.format, sv.stack.resolve = "serverless", sv.resolve
	sv.stack.define()
	sv.functions()
	sv.constructs()
}

// addFunctionResources: the framework makes NameLambdaFunction of functions, so
// that templates can refer to them.
func (sv *serverless) addFunctionResources(resources *value) {
	for _, f := range sv.functionFields() {
		if resources.field(logicalID(f.name)) == nil {
			placeholder := &value{kind: isObject, at: f.at}
			placeholder.set("Type", f.at, text(f.at, "serverless::Function"))
			resources.fields = append(resources.fields, field{logicalID(f.name), placeholder, f.at})
		}
	}
}

// logicalID is what the framework calls a function in its template.
func logicalID(name string) string {
	name = strings.ReplaceAll(strings.ReplaceAll(name, "-", "Dash"), "_", "Underscore")
	if name == "" {
		return "LambdaFunction"
	}
	return strings.ToUpper(name[:1]) + name[1:] + "LambdaFunction"
}

func (sv *serverless) functionFields() []field {
	all := sv.resolve(sv.doc.field("functions"))
	items := []*value{all}
	if all.written() && all.kind == isList {
		items = all.items
	}
	var fields []field
	for _, item := range items {
		item = sv.resolve(item)
		if item.written() && item.kind == isObject {
			fields = append(fields, item.fields...)
		} else if item.written() {
			sv.r.unseen(Unseen{Root: sv.file, Place: item.at, Why: "these functions are in a file that cannot be read"})
		}
	}
	return fields
}

func (sv *serverless) functions() {
	provider := sv.eval(sv.doc.field("provider"))
	for _, f := range sv.functionFields() {
		fn := sv.eval(f.value)
		if !fn.written() || fn.kind != isObject {
			continue
		}
		d := Definition{
			Root: sv.file, Address: "functions." + f.name, Type: "serverless::Function", Format: "serverless",
			Place: f.at, Environment: environmentOf(sv.file),
		}
		timeout := fn.field("timeout")
		if timeout == nil {
			timeout = provider.field("timeout")
		}
		c := &Compute{
			Definition: d, Kind: "lambda", Name: sv.r.marks.nameAttr(fn.field("name"), d.Place),
			Timeout:    secondsAttr(timeout, d.Place, serverlessTimeout),
			DeadLetter: sv.r.marks.refAttr(fn.field("onError"), d.Place),
		}
		if c.Name.State == Absent {
			c.Name.Value = f.name
		}
		sv.r.environment(c, provider.field("environment"))
		sv.r.environment(c, fn.field("environment"))
		c.Env = lastOfEach(c.Env)
		dir := path.Dir(sv.file)
		c.Code = Code{
			Handler: sv.r.shown(fn.field("handler")), Image: sv.r.shown(fn.field("image")),
			Archive: sv.r.marks.repoPath(fn.path("package", "artifact"), dir), Place: f.at,
		}
		sv.r.facts.Computes = append(sv.r.facts.Computes, c)
		events, _ := fn.field("events").elements()
		for i, e := range events {
			sv.event(d, e, i)
		}
	}
}

// event reads one event of a function: an object with one key.
func (sv *serverless) event(fn Definition, e *value, i int) {
	if e.kind != isObject || len(e.fields) == 0 {
		return
	}
	name, p := e.fields[0].name, e.fields[0].value
	d := fn
	d.Address, d.Type, d.Place = fn.Address+".events."+itoa(i), "event/"+name, e.fields[0].at
	self := sv.r.marks.text(d.Place, reference{root: fn.Root, address: fn.Address, typ: fn.Type, attr: "Arn"})
	source := p
	if p.kind == isObject {
		source = p.first("arn", "topic")
	}
	m := mapping{
		source: source, function: self, enabled: p.field("enabled"), batch: p.field("batchSize"), responses: p.first("functionResponseType", "functionResponseTypes"),
		bisect: p.field("bisectBatchOnFunctionError"), retries: p.field("maximumRetryAttempts"), age: p.field("maximumRecordAgeInSeconds"),
		onFailure: p.path("destinations", "onFailure"), destination: p.field("destinations"),
	}
	if p.kind != isObject { // only an ARN: nothing else is written
		m = mapping{source: source, function: self}
	}
	if m.onFailure.written() && m.onFailure.kind == isObject {
		m.onFailure = m.onFailure.first("arn")
	}
	switch name {
	case "sqs":
		m.kind = SQS
	case "stream":
		if typ := p.field("type"); typ.known() {
			m.kind = map[string]Kind{"kinesis": Kinesis, "dynamodb": DynamoStream}[typ.text]
		}
	case "kafka", "msk":
		m.kind = Kafka
	case "activemq", "rabbitmq":
		m.kind = OtherQueue
	case "sns":
		sv.stack.subscribe(d, source, self, p.field("redrivePolicy"), d.Place)
		return
	default:
		return
	}
	sv.r.addMapping(d, m)
}

// constructs: the plugin lift makes a queue, its dead letter and its worker of
// one entry. It retries three times and has a lease of six times the worker's
// timeout.
func (sv *serverless) constructs() {
	all := sv.eval(sv.doc.field("constructs"))
	if !all.written() || all.kind != isObject {
		return
	}
	for _, f := range all.fields {
		typ := f.value.field("type")
		if !typ.known() || typ.text != "queue" {
			continue
		}
		d := Definition{Root: sv.file, Address: "constructs." + f.name, Type: "lift/queue", Format: "serverless", Place: f.at, Environment: environmentOf(sv.file)}
		dead := d
		dead.Address += ".dlq"
		sv.r.addSQS(dead, sqsQueue{})
		redrive := &value{kind: isObject, at: f.at}
		redrive.set("deadLetterTargetArn", f.at, sv.r.marks.text(f.at, reference{root: d.Root, address: dead.Address, typ: d.Type, attr: "Arn"}))
		retries := f.value.field("maxRetries")
		if !retries.written() {
			retries = number(f.at, "3")
		}
		redrive.set("maxReceiveCount", f.at, retries)
		q := sv.r.addSQS(d, sqsQueue{fifo: f.value.field("fifo"), redrive: redrive})
		q.Lease = Attr[time.Duration]{State: Unknown, Place: f.at, Why: "the plugin sets it to six times the timeout of the worker"}
		worker := f.value.field("worker")
		fn := d
		fn.Address, fn.Type = d.Address+".worker", "serverless::Function"
		c := &Compute{Definition: fn, Kind: "lambda", Timeout: secondsAttr(worker.field("timeout"), d.Place, serverlessTimeout)}
		c.Name = Attr[string]{State: Absent, Value: f.name, Place: d.Place}
		c.Code = Code{Handler: sv.r.shown(worker.field("handler")), Archive: sv.r.marks.repoPath(worker.path("package", "artifact"), path.Dir(sv.file)), Place: worker.atOr(f.at)}
		sv.r.environment(c, worker.field("environment"))
		sv.r.facts.Computes = append(sv.r.facts.Computes, c)
		sv.r.addMapping(d, mapping{
			source:   sv.r.marks.text(f.at, reference{root: d.Root, address: d.Address, typ: d.Type, attr: "Arn"}),
			function: sv.r.marks.text(f.at, reference{root: fn.Root, address: fn.Address, typ: fn.Type, attr: "Arn"}),
			batch:    f.value.field("batchSize"), responses: list(f.at, text(f.at, "ReportBatchItemFailures")), kind: SQS,
		})
	}
}

func (v *value) atOr(at Place) Place {
	if v == nil {
		return at
	}
	return v.at
}

func (sv *serverless) eval(v *value) *value { return sv.stack.eval(v) }
