package infra

import "strings"

// pulumiResources are the Terraform resources that Pulumi's are made from: the
// names of their attributes are the same, but for their spelling.
var pulumiResources = map[string]string{
	"aws/sqs.NewQueue":                        "aws_sqs_queue",
	"aws/sqs.NewRedrivePolicy":                "aws_sqs_queue_redrive_policy",
	"aws/sqs.NewRedriveAllowPolicy":           "aws_sqs_queue_redrive_allow_policy",
	"aws/sqs.LookupQueue":                     "data.aws_sqs_queue",
	"aws/sqs.GetQueue":                        "data.aws_sqs_queue",
	"aws/sns.NewTopic":                        "aws_sns_topic",
	"aws/sns.NewTopicSubscription":            "aws_sns_topic_subscription",
	"aws/kinesis.NewStream":                   "aws_kinesis_stream",
	"aws/lambda.NewFunction":                  "aws_lambda_function",
	"aws/lambda.NewEventSourceMapping":        "aws_lambda_event_source_mapping",
	"aws/lambda.NewFunctionEventInvokeConfig": "aws_lambda_function_event_invoke_config",
	"aws/cloudwatch.NewMetricAlarm":           "aws_cloudwatch_metric_alarm",
	"aws/ecs.NewTaskDefinition":               "aws_ecs_task_definition",
	"gcp/pubsub.NewTopic":                     "google_pubsub_topic",
	"gcp/pubsub.NewSubscription":              "google_pubsub_subscription",
	"gcp/pubsub.GetSubscription":              "data.google_pubsub_subscription",
	"gcp/cloudrunv2.NewService":               "google_cloud_run_v2_service",
	"gcp/cloudrunv2.NewJob":                   "google_cloud_run_v2_job",
	"gcp/monitoring.NewAlertPolicy":           "google_monitoring_alert_policy",
}

// pulumiNames are the arguments whose names Pulumi changed: it drops the name
// of the resource, speaks of what is referred to, and has plurals.
var pulumiNames = map[string]map[string]string{
	"aws_lambda_function":             {"name": "function_name", "code": "filename"},
	"aws_sns_topic_subscription":      {"topic": "topic_arn"},
	"aws_cloudwatch_metric_alarm":     {"metric_queries": "metric_query"},
	"google_cloud_run_v2_service":     {"envs": "env"},
	"google_cloud_run_v2_job":         {"envs": "env"},
	"google_pubsub_subscription":      {},
	"aws_lambda_event_source_mapping": {},
}

// verbatim are the arguments that hold maps, whose keys are not spelled anew.
var verbatim = map[string]bool{"variables": true, "dimensions": true}

// pulumi reads a resource: NewQueue(ctx, name, args). What has no name in its
// arguments is named like the resource, with random letters after it.
func (c *goCall) pulumi(function string) *value {
	typ, name := pulumiResources[function], function[strings.LastIndexByte(function, '.')+1:]
	if typ == "" {
		return unknown(c.at, "what "+name+" makes is not known")
	}
	lookup := strings.HasPrefix(typ, "data.")
	id, args := c.arg(1), c.arg(2)
	switch {
	case name == "LookupQueue":
		args = id
	case lookup: // GetQueue(ctx, name, id): only the id says which
		args = &value{kind: isObject, at: c.at}
		args.set("Name", c.at, c.arg(2))
	}
	v := c.terraformArgs(args, pulumiNames[typ])
	nameAttr := "name"
	if typ == "aws_lambda_function" {
		nameAttr = "function_name"
	}
	if !v.field(nameAttr).written() && !v.field("name_prefix").written() && v.kind != isUnknown && hasNames[typ] {
		named := *v
		named.fields = append([]field{}, v.fields...)
		named.kind = isObject
		named.set(nameAttr, c.at, text(c.at, asText(id)+"-"+string(markAny)))
		v = &named
	}
	d := c.definition("pulumi", strings.TrimPrefix(typ, "data."), id)
	before := len(c.p.r.facts.Computes)
	resourceReaders[typ](c.p.r, d, v)
	c.placeCode(before, args)
	return (&construct{p: c.p, def: d, name: v.field(nameAttr)}).value(c.at)
}

// hasNames are the resources that Pulumi names by itself.
var hasNames = map[string]bool{
	"aws_sqs_queue": true, "aws_sns_topic": true, "aws_kinesis_stream": true, "aws_lambda_function": true,
	"google_pubsub_topic": true, "google_pubsub_subscription": true,
}

// placeCode reads paths as relative to where the program runs.
func (c *goCall) placeCode(from int, args *value) {
	for _, compute := range c.p.r.facts.Computes[from:] {
		if compute.Kind != "lambda" {
			continue
		}
		file := c.p.relative(args.field("Code"))
		compute.Code.Archive = file
		if !strings.HasSuffix(file, ".zip") {
			compute.Code.Dir = file
		}
	}
}

// terraformArgs spells the fields of arguments as Terraform does.
func (c *goCall) terraformArgs(v *value, renamed map[string]string) *value {
	switch {
	case v == nil || v.kind == isNull:
		return &value{kind: isObject, at: c.at}
	case v.kind == isUnknown && len(v.alternatives) > 0:
		w := unknown(v.at, v.reason())
		for _, a := range v.alternatives {
			w.addAlternatives(c.terraformArgs(a, renamed))
		}
		return w
	case v.kind != isObject && v.kind != isList:
		return v
	}
	w := *v
	w.fields, w.items, w.size = nil, nil, 0
	for _, item := range v.items {
		w.items = append(w.items, c.terraformArgs(item, renamed))
	}
	for _, f := range v.fields {
		name := snake(f.name)
		if to := renamed[name]; to != "" {
			name = to
		}
		if !verbatim[name] {
			f.value = c.terraformArgs(f.value, renamed)
		}
		w.set(name, f.at, f.value)
	}
	return &w
}
