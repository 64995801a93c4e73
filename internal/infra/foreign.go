package infra

import "strings"

// foreignModule is a public module whose inputs are known. define makes the
// facts that a call stands for; outputs name the definition that an output
// refers to, below the address of the call.
type foreignModule struct {
	matches func(source string) bool
	define  func(r *reader, d Definition, v *value)
	outputs map[string]foreignOutput
}

type foreignOutput struct{ address, typ, attr string }

var foreignModules []foreignModule

func init() {
	queue := func(attr string) foreignOutput { return foreignOutput{".aws_sqs_queue.this[0]", "aws_sqs_queue", attr} }
	dead := func(attr string) foreignOutput { return foreignOutput{".aws_sqs_queue.dlq[0]", "aws_sqs_queue", attr} }
	function := func(attr string) foreignOutput {
		return foreignOutput{".aws_lambda_function.this[0]", "aws_lambda_function", attr}
	}
	foreignModules = []foreignModule{
		{
			matches: publicModule("sqs"), define: (*reader).sqsModule,
			outputs: map[string]foreignOutput{
				"queue_id": queue("url"), "queue_url": queue("url"), "queue_arn": queue("arn"), "queue_name": queue("name"),
				"sqs_queue_id": queue("url"), "sqs_queue_arn": queue("arn"), "sqs_queue_name": queue("name"),
				"this_sqs_queue_id": queue("url"), "this_sqs_queue_arn": queue("arn"), "this_sqs_queue_name": queue("name"),
				"dead_letter_queue_id": dead("url"), "dead_letter_queue_url": dead("url"), "dead_letter_queue_arn": dead("arn"), "dead_letter_queue_name": dead("name"),
			},
		},
		{
			matches: publicModule("lambda"), define: (*reader).lambdaModule,
			outputs: map[string]foreignOutput{
				"lambda_function_arn": function("arn"), "lambda_function_name": function("name"), "lambda_function_invoke_arn": function("arn"),
				"lambda_function_qualified_arn": function("arn"), "this_lambda_function_arn": function("arn"), "this_lambda_function_name": function("name"),
			},
		},
		{
			matches: func(s string) bool {
				return strings.Contains(s, "terraform-google-modules/pubsub/google") || strings.Contains(s, "terraform-google-modules/terraform-google-pubsub")
			},
			define: (*reader).pubsubModule,
			outputs: map[string]foreignOutput{
				"topic": {".google_pubsub_topic.topic", "google_pubsub_topic", "name"}, "id": {".google_pubsub_topic.topic", "google_pubsub_topic", "id"},
			},
		},
		{
			matches: func(s string) bool {
				return strings.Contains(s, "terraform-aws-modules/cloudwatch/aws//modules/metric-alarm") || strings.Contains(s, "terraform-aws-cloudwatch") && strings.Contains(s, "//modules/metric-alarm")
			},
			define: (*reader).tfAlarm,
		},
	}
}

// publicModule matches a module of terraform-aws-modules, from the registry or
// from its repository, but not its submodules, which are other modules.
func publicModule(name string) func(string) bool {
	return func(source string) bool {
		source, _, _ = strings.Cut(source, "?")
		source = strings.TrimSuffix(strings.TrimSuffix(source, "/"), ".git")
		source = strings.TrimPrefix(source, "registry.terraform.io/")
		source = strings.TrimPrefix(source, "registry.opentofu.org/")
		return source == "terraform-aws-modules/"+name+"/aws" || strings.HasSuffix(source, "terraform-aws-modules/terraform-aws-"+name)
	}
}

func foreignOf(source string) *foreignModule {
	for i := range foreignModules {
		if foreignModules[i].matches(source) {
			return &foreignModules[i]
		}
	}
	return nil
}

// foreign makes the facts of a call of a module that is not in the repository.
// Of one that is not known, only the variables it is given are read: whatever
// it runs, they name its queues.
func (m *module) foreign(d Definition, source string, s *scope, b *block) {
	v := s.body(b, d.Place)
	if b.body.Attributes["source"] == nil {
		return
	}
	if known := foreignOf(source); known != nil {
		known.define(m.tf.r, d, v)
		return
	}
	m.tf.r.unseen(Unseen{
		Root: d.Root, Address: d.Address, Place: d.Place,
		Why: "module source " + m.tf.r.marks.display(source) + " is not in this repository",
	})
	for _, f := range v.fields {
		name := strings.ToLower(f.name)
		if name == "container_definitions" || name == "containers" {
			m.foreignContainers(d, v, f.value.structure())
			continue
		}
		if name != "env" && !strings.Contains(name, "environment") && !strings.HasPrefix(name, "env_") && !strings.HasSuffix(name, "_env") {
			continue
		}
		content := f.value.structure()
		if content == nil || content.kind != isObject && content.kind != isList {
			continue
		}
		c := &Compute{Definition: d, Kind: "module", Name: m.tf.r.marks.nameAttr(v.first("function_name", "name", "service_name"), d.Place), EnvOpen: true}
		c.Code = m.tf.r.codeOf(v, d)
		m.tf.r.environment(c, content)
		if len(c.Env) > 0 {
			m.tf.r.facts.Computes = append(m.tf.r.facts.Computes, c)
		}
	}
}

// foreignContainers reads containers that a module is given: a list, or an
// object by name.
func (m *module) foreignContainers(d Definition, v, containers *value) {
	_, items, _ := pairs(containers)
	for _, item := range items {
		c := &Compute{Definition: d, Kind: "module", Name: m.tf.r.marks.nameAttr(v.first("name", "service_name"), d.Place)}
		m.tf.r.container(c, item)
		c.EnvOpen = true
		if len(c.Env) > 0 {
			m.tf.r.facts.Computes = append(m.tf.r.facts.Computes, c)
		}
	}
}

// foreignOutput is an output of a module that is not in the repository.
func (m *module) foreignOutput(b *block, key, name string, at Place) *value {
	address := m.address + "module." + b.labels[0] + key
	source := ""
	if a := b.body.Attributes["source"]; a != nil {
		source = asText((&scope{m: m}).eval(a.Expr))
	}
	if known := foreignOf(source); known != nil {
		out, ok := known.outputs[name]
		if !ok {
			return unknown(at, "what "+address+"."+name+" is, is not known")
		}
		return m.tf.r.marks.text(at, reference{
			root: m.root, address: address + out.address, typ: out.typ, attr: out.attr,
			name: func() *value { return m.argument(b, key, "name", "function_name", "topic") },
		})
	}
	return unknown(at, address+" comes from "+source+", which is not in this repository")
}

// argument evaluates the first of several arguments of a call that is written.
func (m *module) argument(b *block, key string, names ...string) *value {
	for _, inst := range m.instancesOf(b).list {
		if inst.key != key {
			continue
		}
		for _, name := range names {
			if a, ok := b.body.Attributes[name]; ok {
				return inst.scope.eval(a.Expr)
			}
		}
	}
	return nil
}

// sqsModule is terraform-aws-modules/sqs: create_dlq makes the dead letter with
// five receives, unless redrive_policy says another number; older majors took a
// JSON text and made no dead letter.
func (r *reader) sqsModule(d Definition, v *value) {
	if create := v.field("create"); create.known() && create.text == "false" {
		return
	}
	name, fifo := v.field("name"), v.field("fifo_queue")
	create := v.field("create_dlq")
	yes, decided := create.bool()
	policy := v.field("redrive_policy")
	if text, ok := policy.structure(), policy.written(); ok && text.kind == isObject && len(text.fields) == 0 {
		policy = nil
	}
	dead := d
	dead.Address += ".aws_sqs_queue.dlq[0]"
	redrive := policy
	if create.written() && (yes || !decided) {
		redrive = r.moduleRedrive(dead, policy, create)
		if !decided {
			u := unknown(create.at, "create_dlq: "+create.reason())
			u.addAlternatives(redrive)
			redrive = u
			dead.Conditional = true
		}
		deadName := v.field("dlq_name")
		if !deadName.written() && name.written() && name.kind == isText {
			deadName = text(name.at, strings.TrimSuffix(name.text, ".fifo")+"-dlq")
		}
		r.addSQS(dead, sqsQueue{
			name: deadName, lease: v.field("dlq_visibility_timeout_seconds"), retention: v.field("dlq_message_retention_seconds"), fifo: fifo,
		})
	}
	if prefix, ok := v.field("use_name_prefix").bool(); ok && prefix && name.written() && name.kind == isText {
		name = text(name.at, name.text+string(markAny))
	}
	d.Address += ".aws_sqs_queue.this[0]"
	r.addSQS(d, sqsQueue{
		name: name, lease: v.field("visibility_timeout_seconds"), retention: v.field("message_retention_seconds"),
		delay: v.field("delay_seconds"), fifo: fifo, dedup: v.field("content_based_deduplication"),
		redrive: redrive, allow: v.field("redrive_allow_policy"),
	})
}

// moduleRedrive is the policy that the module writes.
func (r *reader) moduleRedrive(dead Definition, policy, create *value) *value {
	out := &value{kind: isObject, at: create.at}
	out.set("deadLetterTargetArn", create.at, r.marks.text(create.at, reference{root: dead.Root, address: dead.Address, typ: "aws_sqs_queue", attr: "arn"}))
	count := policy.field("maxReceiveCount")
	if !count.written() {
		count = number(create.at, "5")
	}
	out.set("maxReceiveCount", create.at, count)
	if target := policy.field("deadLetterTargetArn"); target.written() {
		out.set("deadLetterTargetArn", create.at, target)
	}
	return out.withAssumed(create.assumed)
}

// lambdaModule is terraform-aws-modules/lambda.
func (r *reader) lambdaModule(d Definition, v *value) {
	call := d
	d.Address += ".aws_lambda_function.this[0]"
	c := &Compute{
		Definition: d, Kind: "lambda", Name: r.marks.nameAttr(v.field("function_name"), d.Place),
		Timeout:    secondsAttr(v.field("timeout"), d.Place, lambdaTimeout),
		DeadLetter: r.marks.refAttr(v.field("dead_letter_target_arn"), d.Place),
		Code:       r.codeOf(v, d),
	}
	source := v.field("source_path")
	if items, _ := source.elements(); source.written() && source.kind != isText && len(items) > 0 {
		source = items[0]
		if p := source.field("path"); source.kind == isObject && p.written() {
			source = p
		}
	}
	c.Code.Dir = r.marks.repoPath(source, d.Root)
	if c.Code.Archive == "" {
		c.Code.Archive = r.shown(v.path("s3_existing_package", "key"))
	}
	r.environment(c, v.field("environment_variables"))
	r.facts.Computes = append(r.facts.Computes, c)
	mappings := v.field("event_source_mapping").structure()
	if !mappings.written() {
		return
	}
	function := r.marks.text(d.Place, reference{root: d.Root, address: d.Address, typ: "aws_lambda_function", attr: "arn"})
	for _, f := range mappings.fields {
		e := call
		e.Address += ".aws_lambda_event_source_mapping.this[\"" + f.name + "\"]"
		e.Type, e.Place = "aws_lambda_event_source_mapping", f.at
		m := f.value
		r.addMapping(e, mapping{
			source: m.field("event_source_arn"), function: function, enabled: m.field("enabled"), batch: m.field("batch_size"),
			responses: m.field("function_response_types"), bisect: m.field("bisect_batch_on_function_error"),
			retries: m.field("maximum_retry_attempts"), age: m.field("maximum_record_age_in_seconds"), onFailure: m.field("destination_arn_on_failure"),
		})
	}
	if mappings.kind == isUnknown || mappings.open {
		r.unseen(Unseen{Root: call.Root, Address: call.Address, Place: mappings.at, Why: "its event source mappings cannot be evaluated"})
	}
}

// pubsubModule is terraform-google-modules/pubsub: lists of subscriptions.
func (r *reader) pubsubModule(d Definition, v *value) {
	topic := d
	topic.Address, topic.Type = d.Address+".google_pubsub_topic.topic", "google_pubsub_topic"
	r.facts.Queues = append(r.facts.Queues, &Queue{Definition: topic, Kind: PubSubTopic, Name: r.marks.nameAttr(v.field("topic"), d.Place)})
	fed := r.marks.text(d.Place, reference{root: d.Root, address: topic.Address, typ: topic.Type, attr: "id", name: func() *value { return v.field("topic") }})
	for _, name := range []string{"pull_subscriptions", "push_subscriptions"} {
		items, open := v.field(name).elements()
		for _, s := range items {
			sub := d
			sub.Type, sub.Place = "google_pubsub_subscription", s.at
			sub.Address = d.Address + ".google_pubsub_subscription." + name + `["` + r.shown(s.field("name")) + `"]`
			r.addPubSub(sub, subscription{
				name: s.field("name"), topic: fed, lease: s.field("ack_deadline_seconds"), retention: s.field("message_retention_duration"),
				ordered: s.field("enable_message_ordering"), exactlyOnce: s.field("enable_exactly_once_delivery"),
				deadLetter: s.field("dead_letter_topic"), attempts: s.field("max_delivery_attempts"), push: s.field("push_endpoint"),
			})
		}
		if open {
			r.unseen(Unseen{Root: d.Root, Address: d.Address, Place: d.Place, Why: name + " cannot be evaluated"})
		}
	}
}
