// Package infra reads queue definitions from the files of a repository:
// Terraform, plan JSON, CloudFormation and SAM, serverless.yml, Kubernetes
// resources, RabbitMQ definitions, and programs of the CDK and Pulumi in Go. It
// yields facts with places: queues, what computes, what joins the two, and
// alarms.
//
// An [Attr] is present, absent or unknown. What cannot be evaluated is unknown,
// never absent: only a proven absence may become a finding. Templates of
// templates (Helm, Jsonnet), remote modules and files for laptops prove
// nothing; what was seen but could not be looked into is listed in
// [Facts.Unseen].
//
// The names of attributes, their defaults and limits are those of the
// providers' schemas, checked on 2026-11-30.
package infra

import (
	"encoding/json"
	"fmt"
	"sync"
	"time"
)

// Place is where something is written.
type Place struct {
	File   string `json:"file"`   // relative to the root that was read, with slashes
	Line   int    `json:"line"`   // 1-based
	Column int    `json:"column"` // 1-based, in bytes for HCL and JSON, in characters for YAML
}

func (p Place) String() string { return fmt.Sprintf("%s:%d:%d", p.File, p.Line, p.Column) }

// State says what is known of an attribute.
type State string

// The zero State is no state: a reader sets one for every attribute its format
// has, so "" means that this kind of queue has no such attribute.
const (
	Present State = "present" // written, and Value is what is written
	Absent  State = "absent"  // proven not to be written; Value is the broker's default, if it has one
	Unknown State = "unknown" // may or may not be there, or its value is not known; Why says the reason
)

// Attr is one attribute of a definition.
type Attr[T any] struct {
	State State
	Value T
	// Place is where the attribute is written; when it is absent, where the
	// definition starts.
	Place Place
	// Assumed says that Value rests on the default of a variable that whoever
	// deploys may set: believed with medium confidence.
	Assumed bool
	// Why is the reason when State is Unknown.
	Why string
}

// Known returns the value in force: what is written, or the broker's default.
func (a Attr[T]) Known() (T, bool) { return a.Value, a.State == Present || a.State == Absent }

// attrJSON is how an Attr is written: a duration as "1m30s".
type attrJSON struct {
	State   State           `json:"state"`
	Value   json.RawMessage `json:"value,omitempty"`
	Place   *Place          `json:"place,omitempty"`
	Assumed bool            `json:"assumed,omitempty"`
	Why     string          `json:"why,omitempty"`
}

// IsZero reports whether this kind of definition has no such attribute.
func (a Attr[T]) IsZero() bool { return a.State == "" }

// MarshalJSON writes {"state", "value", "place", "assumed", "why"}.
func (a Attr[T]) MarshalJSON() ([]byte, error) {
	out := attrJSON{State: a.State, Assumed: a.Assumed, Why: a.Why}
	if a.Place != (Place{}) {
		out.Place = &a.Place
	}
	var plain any = a.Value
	if d, ok := plain.(time.Duration); ok {
		plain = d.String()
	}
	value, err := json.Marshal(plain)
	if err != nil {
		return nil, err
	}
	out.Value = value
	return json.Marshal(out)
}

// UnmarshalJSON reads what MarshalJSON wrote.
func (a *Attr[T]) UnmarshalJSON(data []byte) error {
	var in attrJSON
	if err := json.Unmarshal(data, &in); err != nil {
		return err
	}
	*a = Attr[T]{State: in.State, Assumed: in.Assumed, Why: in.Why}
	if in.Place != nil {
		a.Place = *in.Place
	}
	if len(in.Value) == 0 {
		return nil
	}
	d, ok := any(&a.Value).(*time.Duration)
	if !ok {
		return json.Unmarshal(in.Value, &a.Value)
	}
	var text string
	if err := json.Unmarshal(in.Value, &text); err != nil {
		return err
	}
	parsed, err := time.ParseDuration(text)
	*d = parsed
	return err
}

// Ref names a definition from somewhere else: a queue in an environment
// variable, a dead-letter target, a function in an event source mapping.
type Ref struct {
	// Root and Address are those of the definition when it is referred to as
	// such. They are empty for text that only names it.
	Root    string `json:"root,omitempty"`
	Address string `json:"address,omitempty"`
	// Attr is which of the definition's attributes is taken: arn, url, id, name.
	Attr string `json:"attr,omitempty"`
	// Type is the resource type of the definition, as its format calls it.
	Type string `json:"type,omitempty"`
	// Text is what is written, or what the reference evaluates to as far as it
	// is known: a name, URL or ARN, with * for the parts that are not known.
	Text string `json:"text,omitempty"`
}

// Kind says what a queue is.
type Kind string

// The kinds of queues. Topics and streams are listed because subscriptions,
// dead letters and event source mappings refer to them.
const (
	SQS           Kind = "sqs"
	SNS           Kind = "sns"                 // a topic
	PubSub        Kind = "pubsub"              // a subscription
	PubSubTopic   Kind = "pubsub-topic"        //
	RabbitMQ      Kind = "rabbitmq"            // a queue
	Kafka         Kind = "kafka"               // a topic
	JetStream     Kind = "jetstream"           // a consumer
	NATSStream    Kind = "jetstream-stream"    //
	ServiceBus    Kind = "servicebus"          // a queue or subscription: dead-letters by itself
	ServiceTopic  Kind = "servicebus-topic"    //
	StorageQueue  Kind = "azure-storage-queue" // no dead letter at the broker
	Kinesis       Kind = "kinesis"             // a stream
	DynamoStream  Kind = "dynamodb"            // the stream of a table
	Knative       Kind = "knative"             // a Trigger, or the Subscription of a Channel
	Dapr          Kind = "dapr"                // a Subscription
	EventBridge   Kind = "eventbridge"         // a rule or schedule
	OtherQueue    Kind = "other"               // a source of events of another kind
	UnknownSource Kind = ""
)

// Environment says which deployment a definition belongs to, by the names of
// its directories and file.
type Environment string

// Development and example definitions prove nothing about production.
const (
	AnyEnvironment Environment = ""
	Production     Environment = "production"
	Staging        Environment = "staging"
	Development    Environment = "development" // laptops, sandboxes and tests, too
	Example        Environment = "example"     // examples, samples and documentation
)

// Definition is what queues, computes, edges and alarms have in common.
type Definition struct {
	// Root is the directory of the Terraform root, or the file of a template or
	// manifest, relative to the repository. Address is unique within it.
	Root string `json:"root"`
	// Address is how the format's own tools name the definition:
	// module.a.aws_sqs_queue.orders["eu"], a logical id, Trigger/mail.
	Address     string      `json:"address"`
	Type        string      `json:"type"`   // aws_sqs_queue, AWS::SQS::Queue, eventing.knative.dev/Trigger
	Format      string      `json:"format"` // terraform, plan, cloudformation, serverless, kubernetes, rabbitmq, cdk, pulumi
	Place       Place       `json:"place"`
	Environment Environment `json:"environment,omitempty"`
	// Conditional says that it is not known whether the definition is deployed
	// (count, Condition) or how often (for_each over keys that are not known).
	Conditional bool `json:"conditional,omitempty"`
}

// Evidence reports whether the definition may prove anything: it is not for
// development and no example.
func (d Definition) Evidence() bool {
	return d.Environment != Development && d.Environment != Example
}

// Queue is the thing consumed from.
type Queue struct {
	Definition
	Kind Kind         `json:"kind"`
	Name Attr[string] `json:"name"` // * stands for parts that are not known
	// Lookup says that the definition is elsewhere: a data source, an import.
	// All its attributes are unknown.
	Lookup bool `json:"lookup,omitempty"`
	// Hidden says that a tool makes the queue without anybody writing it (SAM's
	// SqsSubscription: true); Place is what asks for it.
	Hidden bool `json:"hidden,omitempty"`
	// DeadLettersItself says that the broker keeps failed messages without
	// being told to.
	DeadLettersItself bool `json:"deadLettersItself,omitempty"`

	Lease       Attr[time.Duration] `json:"lease,omitzero"`       // visibility timeout, ack deadline, AckWait, lock duration
	MaxReceives Attr[int]           `json:"maxReceives,omitzero"` // deliveries before giving up; -1 is for ever
	DeadLetter  Attr[Ref]           `json:"deadLetter,omitzero"`
	Retention   Attr[time.Duration] `json:"retention,omitzero"`
	Delay       Attr[time.Duration] `json:"delay,omitzero"` // before the first delivery
	FIFO        Attr[bool]          `json:"fifo,omitzero"`  // FIFO queue, message ordering, sessions
	Dedup       Attr[bool]          `json:"dedup,omitzero"` // the broker drops repeats by content or exactly once
	DedupWindow Attr[time.Duration] `json:"dedupWindow,omitzero"`
	Topic       Attr[Ref]           `json:"topic,omitzero"`     // what a subscription or consumer is fed from
	PushTo      Attr[Ref]           `json:"pushTo,omitzero"`    // endpoint that is called; absent for pull
	AckPolicy   Attr[string]        `json:"ackPolicy,omitzero"` // JetStream: explicit, all, none
	QueueType   Attr[string]        `json:"queueType,omitzero"` // RabbitMQ: quorum, classic, stream
	// DeadLetterSources are the queues that a dead-letter queue says it serves
	// (redrive allow policy), as far as they are known. Present, it marks the
	// queue as one.
	DeadLetterSources Attr[[]Ref] `json:"deadLetterSources,omitzero"`
}

// Compute is code that is deployed: a function, a container, a workload.
type Compute struct {
	Definition
	Kind    string              `json:"kind"` // lambda, ecs, cloudrun, cloudfunction, containerapp, azurefunction, workload, knative, module
	Name    Attr[string]        `json:"name"`
	Timeout Attr[time.Duration] `json:"timeout,omitzero"`
	Code    Code                `json:"code,omitzero"`
	Env     []Variable          `json:"env,omitempty"` // in order of name
	// EnvOpen says that there may be more variables than Env has, or others.
	EnvOpen bool `json:"envOpen,omitempty"`
	// DeadLetter is the function's own, for asynchronous invocations. It does
	// nothing for messages that an event source mapping takes from a queue.
	DeadLetter Attr[Ref] `json:"deadLetter,omitzero"`
}

// Code hints at the Go package that a compute runs. Paths are relative to the
// repository, except where they leave it; * stands for parts that are not known.
type Code struct {
	Dir     string `json:"dir,omitempty"`     // source directory: CodeUri, source_path, build context
	Archive string `json:"archive,omitempty"` // zip
	Binary  string `json:"binary,omitempty"`  // file that is put into the archive
	Handler string `json:"handler,omitempty"` // "bootstrap" says nothing
	Image   string `json:"image,omitempty"`   // with its tag
	Package string `json:"package,omitempty"` // import path: ko
	Build   string `json:"build,omitempty"`   // build command or method: "go build ./cmd/x", makefile
	Place   Place  `json:"place,omitzero"`
}

// Variable is an environment variable of a compute.
type Variable struct {
	Name  string    `json:"name"`
	Value Attr[Ref] `json:"value"`
}

// EdgeKind says how an edge delivers.
type EdgeKind string

// The kinds of edges.
const (
	Mapping      EdgeKind = "mapping"      // event source mapping or SQS/stream event: From a queue or stream To a function
	Subscription EdgeKind = "subscription" // From a topic To a queue, function or URL
	Push         EdgeKind = "push"         // From a subscription To the service it calls
	Scaler       EdgeKind = "scaler"       // KEDA: From a queue To the workload that works it off
	Trigger      EdgeKind = "trigger"      // Knative, Dapr, Eventarc, EventBridge: From a broker, topic or rule To the subscriber
	Invoke       EdgeKind = "invoke"       // asynchronous invocations of a function: only their OnFailure matters
)

// Edge joins a source of messages with what takes them.
type Edge struct {
	Definition
	Kind                    EdgeKind            `json:"kind"`
	From                    Attr[Ref]           `json:"from"`
	FromKind                Kind                `json:"fromKind,omitempty"`
	To                      Attr[Ref]           `json:"to"`
	Enabled                 Attr[bool]          `json:"enabled,omitzero"`
	BatchSize               Attr[int]           `json:"batchSize,omitzero"`
	ReportBatchItemFailures Attr[bool]          `json:"reportBatchItemFailures,omitzero"`
	Bisect                  Attr[bool]          `json:"bisect,omitzero"`
	MaxRetries              Attr[int]           `json:"maxRetries,omitzero"` // streams and Kafka only; -1, the default, is until the record expires
	MaxAge                  Attr[time.Duration] `json:"maxAge,omitzero"`     // streams and Kafka only; negative, the default, is no limit
	// OnFailure is where what keeps failing goes: streams and Kafka only for a
	// mapping; for a subscription it covers the hop to its endpoint, not the
	// handler behind it.
	OnFailure Attr[Ref] `json:"onFailure,omitzero"`
}

// Alarm watches a metric of a queue.
type Alarm struct {
	Definition
	Kind   string       `json:"kind"`   // cloudwatch, google, azure, datadog, prometheus, custom
	Metric Attr[string] `json:"metric"` // the metric's name, or the query
	// Watches are the queues that the alarm's dimensions, filter or query name.
	// It is unknown when these cannot be evaluated: then it may watch any.
	Watches Attr[[]Ref] `json:"watches"`
	// Notifies is false when nobody is told.
	Notifies Attr[bool] `json:"notifies,omitzero"`
}

// Policy is a RabbitMQ policy: it supplies arguments to the queues whose name
// its pattern matches.
type Policy struct {
	Definition
	Name       string       `json:"name"`
	VHost      string       `json:"vhost,omitempty"`
	Pattern    Attr[string] `json:"pattern"` // a regular expression
	ApplyTo    string       `json:"applyTo,omitempty"`
	Priority   int          `json:"priority,omitempty"`
	Operator   bool         `json:"operator,omitempty"` // operator policies win and add to the others
	DeadLetter Attr[Ref]    `json:"deadLetter,omitzero"`
	// MaxReceives is the delivery limit, Lease the consumer timeout.
	MaxReceives Attr[int]           `json:"maxReceives,omitzero"`
	Lease       Attr[time.Duration] `json:"lease,omitzero"`
}

// Binding is a RabbitMQ binding: what reaches an exchange reaches its target.
type Binding struct {
	Exchange   string `json:"exchange"`
	Target     string `json:"target"`
	ToExchange bool   `json:"toExchange,omitempty"`
	Place      Place  `json:"place"`
}

// Unseen is something that may define or change queues and was not looked
// into: a remote module, a Helm template, an include.
type Unseen struct {
	Root    string `json:"root,omitempty"`
	Address string `json:"address,omitempty"` // module.queue
	Place   Place  `json:"place"`
	Why     string `json:"why"`
}

// Facts is everything that was read, each list in order of file, line, column
// and address.
type Facts struct {
	Queues   []*Queue   `json:"queues,omitempty"`
	Computes []*Compute `json:"computes,omitempty"`
	Edges    []*Edge    `json:"edges,omitempty"`
	Alarms   []*Alarm   `json:"alarms,omitempty"`
	Policies []*Policy  `json:"policies,omitempty"`
	Bindings []*Binding `json:"bindings,omitempty"`
	Builds   []*Build   `json:"builds,omitempty"`
	Unseen   []*Unseen  `json:"unseen,omitempty"`

	once sync.Once
	seen *finder
}

// Warning is a file, or a part of one, that could not be read. The rest of the
// facts stand.
type Warning struct {
	Place   Place
	Message string
}

func (w Warning) String() string {
	return fmt.Sprintf("%s:%d: %s", w.Place.File, max(w.Place.Line, 1), w.Message)
}
