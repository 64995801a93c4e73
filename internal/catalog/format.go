package catalog

import "slices"

// This file is the notation of libraries/*.yml and of the `libraries:` list in
// a user's .idemlint.yml. Both are read by the same strict loader; the
// built-in files have no privilege.
//
// # Symbols
//
// A symbol is the text go/types prints for a function or a type, with the
// package written as an alias from `packages`, or as a full import path:
//
//	sqs.New                          a function
//	(*sqs.Client).SendMessage        a method; pointer-ness is ignored
//	(sqs.API).SendMessage            a method of an interface
//	types.Message                    a type
//
// The major version in a path is ignored when matching (v9 and v10 are the
// same library), the receiver may be unexported, interface methods and generic
// functions are written without type arguments. A method promoted from an
// embedded type may be named on either type.
//
// # Parameters and fields
//
// Parameters are named as in the library's source, or by their 0-based number
// where they have no name; the receiver is "recv". Both are resolved against
// the real signature, a wrong name is an error.

// Library is one document: all that is known of one client library.
type Library struct {
	// Library is the short name people use: "stripe", "sqs". Required.
	Library string `yaml:"library"`
	// Module is the module path, with the major version the facts were checked
	// on. Empty for the standard library. Required otherwise.
	Module string `yaml:"module"`
	// Also lists other module paths with the same API (forks, old homes).
	Also []string `yaml:"also"`
	// Version is the module version the facts were checked on.
	Version string `yaml:"version"`
	// Source says where the facts come from, when not the module's own source.
	Source string `yaml:"source"`
	// Unverified marks a document whose behaviour was read in the module's
	// repository and never seen to happen, because the module cannot be downloaded.
	// The library tests resolve its names against a stub of the module.
	Unverified bool `yaml:"unverified"`
	// Packages maps aliases used in this document's symbols to import paths.
	Packages map[string]string `yaml:"packages"`
	// Broker is the word for what delivers the messages: "sqs", "kafka".
	Broker string `yaml:"broker"`
	// Category is the default of the effects below.
	Category string `yaml:"category"`
	// Ordered is the default of the handlers below.
	Ordered bool `yaml:"ordered"`
	// Batches are types whose methods only queue a command. It is the call that
	// sends the batch which succeeds or fails (redis.Pipeliner).
	Batches Names `yaml:"batches"`

	Handlers     []HandlerSpec     `yaml:"handlers"`
	Messages     []MessageSpec     `yaml:"messages"`
	Acks         []AckSpec         `yaml:"acks"`
	Effects      []EffectSpec      `yaml:"effects"`
	Keys         []KeySpec         `yaml:"keys"`
	Guards       []GuardSpec       `yaml:"guards"`
	Transactions []TransactionSpec `yaml:"transactions"`
	Containers   []ContainerSpec   `yaml:"containers"`
	Reads        []ReadSpec        `yaml:"reads"`
	Timeouts     []TimeoutSpec     `yaml:"timeouts"`
	Retries      []RetrySpec       `yaml:"retries"`
	Queues       []QueueSpec       `yaml:"queues"`
}

// HandlerSpec says how user code becomes a handler. Exactly one of Func,
// Implements, Receive, Param, Field, Convert is set.
type HandlerSpec struct {
	// Func is a registration call; Arg names the parameter that holds the
	// handler: a function value, or, with Method, a value whose method of that
	// name is the handler. A variadic Arg means every element.
	Func   Names  `yaml:"func"`
	Arg    string `yaml:"arg"`
	Method string `yaml:"method"`
	// Implements is an interface of the library; Method names the method that
	// handles. Types of the user that implement it and are used as it are
	// handlers.
	Implements string `yaml:"implements"`
	// Receive is a call whose result is, or leads to, deliveries: a message, a
	// slice or struct of messages, a channel of messages. The code after it
	// that works on the result is the handler.
	Receive Names `yaml:"receive"`
	// Param is a type: a function of the user with a parameter of this type is
	// a handler (events.SQSEvent).
	Param string `yaml:"param"`
	// Signature restricts Param to functions with exactly these parameter
	// types (in the notation of Param, "context.Context" as such).
	Signature []string `yaml:"signature"`
	// Field is a field TYPE.FIELD a handler function is assigned to.
	Field string `yaml:"field"`
	// Convert is a function type; a function converted to it is a handler.
	Convert string `yaml:"convert"`
	// Evidence is set when the same call or type also serves other purposes
	// (an HTTP handler, a request/reply server): the function is a handler
	// only if its body also touches one of these symbols.
	Evidence Names `yaml:"evidence"`
	// Decodes is evidence of another kind: JSON paths, of which a struct that the
	// function decodes into has all (message.data, subscription).
	Decodes []string `yaml:"decodes"`
	// Broker overrides the document's.
	Broker string `yaml:"broker"`
	// Message is the type of the delivery, where the signature does not say
	// so itself (interface{} handlers). Optional.
	Message string `yaml:"message"`
	// Data names parameters of the handler (by number) that are the decoded
	// body of the message (river: job.Args is a message field instead;
	// Temporal activities: every parameter but the context).
	Data []string `yaml:"data"`
	// Returns says what the library does with the handler's results.
	Returns *Returns `yaml:"returns"`
	// Ack says how this handler's deliveries are acknowledged: "explicit"
	// (calls listed under acks), "return" (by the result), "receive" (before
	// the handler sees them), "poll" (by the next receive), "after" (after the
	// handler returns, whatever it returns), "none". Where Returns is given,
	// "return" need not be said.
	Ack string `yaml:"ack"`
	// AutoAck names a parameter of Receive, or a field of one, that, when true,
	// makes the broker forget each message as it is sent.
	AutoAck string `yaml:"auto-ack"`
	// Manual lists functions whose results, given to the registration or to the
	// client, turn Ack into "explicit" (nats.ManualAck).
	Manual Names `yaml:"manual"`
	// Automatic lists functions whose results, given there, turn Ack into
	// "receive" (nats.AckNone) for a handler without acks of its own. One that
	// takes false does not.
	Automatic Names `yaml:"automatic"`
	// Queue is the parameter, or the field of one, that names the queue consumed
	// or is a handle on it ("recv" for the receiver); "call" where the call
	// itself makes the queue.
	Queue string `yaml:"queue"`
	// Group is a field of the client's configuration without which nothing is
	// acknowledged at all (kafka-go's GroupID).
	Group string `yaml:"group"`
	// Ordered is true where messages of one key, or partition, come in the order
	// in which they were sent.
	Ordered bool `yaml:"ordered"`
	// Retention is how long the broker keeps, and delivers, a message by
	// default: 96h; empty where nobody can say.
	Retention string `yaml:"retention"`
	// Lease is the default time until redelivery, e.g. 30s; "extended" when
	// the library keeps it alive by itself; "none".
	Lease string `yaml:"lease"`
	// Override is a parameter of Receive, or a field of one, that sets the lease
	// of what is received; zero leaves it to the queue.
	Override string `yaml:"override"`
	// Unit is what one means where Override is a plain number: 1s.
	Unit string `yaml:"unit"`
	// Batch is a parameter of Receive, or a field of one, that says how many
	// messages are received at once: one where it is not set. Their leases run
	// at the same time.
	Batch string `yaml:"batch"`
	// Context is "lease" where the handler's context ends with the lease.
	Context string `yaml:"context"`
	// DeadLetter is "builtin" where the library parks failing messages without
	// any configuration, "none" where neither it nor the broker can, else empty.
	DeadLetter string `yaml:"dead-letter"`
	// Retries is the default number of deliveries before the library gives
	// up; "unlimited" or a number; empty when unknown.
	Retries string `yaml:"retries"`
	Note    string `yaml:"note"`
}

// NeedsEvidence reports whether the call or type alone makes no handler.
func (h *HandlerSpec) NeedsEvidence() bool { return len(h.Evidence) > 0 || len(h.Decodes) > 0 }

// Returns says what a handler's result does to the message: "ack",
// "redeliver", "drop", "dead-letter".
type Returns struct {
	Nil   string `yaml:"nil"`
	Error string `yaml:"error"`
	Panic string `yaml:"panic"`
	// Values are the constants of a result that is no error, and what each does.
	Values []ReturnValue `yaml:"values"`
}

// ReturnValue is a constant that a handler returns: rabbitmq.NackRequeue.
type ReturnValue struct {
	Const string `yaml:"const"`
	// Value is what the constant stands for, as Go writes it: 2.
	Value string `yaml:"value"`
	// Does is one of the words of Returns.
	Does string `yaml:"does"`
}

// Of returns the entry for a constant of the value; nil if there is none.
func (r *Returns) Of(value string) *ReturnValue {
	if r == nil {
		return nil
	}
	i := slices.IndexFunc(r.Values, func(v ReturnValue) bool { return v.Value == value })
	if i < 0 {
		return nil
	}
	return &r.Values[i]
}

// MessageSpec says which parts of a delivery the broker made and which the
// producer wrote. A part is a field or a method name, a path of them
// (Header.ID), or a map entry (Attributes["SequenceNumber"]).
type MessageSpec struct {
	Type string `yaml:"type"`
	// Transport: same when the broker delivers again, new when the producer
	// publishes again (message id, offset, sequence).
	Transport []string `yaml:"transport"`
	// Delivery: new on every delivery (receipt handle, delivery tag).
	Delivery []string `yaml:"delivery"`
	// Producer: chosen by the producer (AMQP MessageId): as good as the
	// producer makes it.
	Producer []string `yaml:"producer"`
	// Business: written by the producer: body, headers, keys.
	Business []string `yaml:"business"`
	// Attempt: counts deliveries.
	Attempt []string `yaml:"attempt"`
	// Items lists fields or methods that lead to further messages of their own
	// type (events.SQSEvent.Records).
	Items []string `yaml:"items"`
	// Shape lists JSON keys: a struct of the program that decodes all of them is
	// taken for this message, its fields matched by their JSON keys. For
	// envelopes that travel inside other brokers' messages.
	Shape []string `yaml:"shape"`
	// Delivered is false for a type that programs also build to publish; by
	// itself it is no evidence of a delivery. The default is true.
	Delivered *bool `yaml:"delivered"`
}

// AckSpec is a call that acknowledges, or refuses, a delivery.
type AckSpec struct {
	Func Names `yaml:"func"`
	// Does is ack, requeue, drop, dead-letter, extend, commit.
	Does string `yaml:"does"`
	// Requeue names the boolean parameter that turns drop into requeue.
	Requeue string `yaml:"requeue"`
	// Cumulative is true where acking one message acks the earlier ones too.
	Cumulative bool `yaml:"cumulative"`
	// Multiple names the boolean parameter that makes it so.
	Multiple string `yaml:"multiple"`
	// Lease is the parameter of an extend, or a field of one, that holds the new
	// lease: zero gives the message back.
	Lease string `yaml:"lease"`
	Note  string `yaml:"note"`
}

// EffectSpec is a call that changes the world. Func or Match is set.
type EffectSpec struct {
	Func  Names  `yaml:"func"`
	Match *Match `yaml:"match"`
	// Category is money, inventory, http, rpc, db, publish, notify, cloud or
	// index.
	Category string `yaml:"category"`
	// Does says what kind of change it is, which decides how its key and its
	// natural idempotency are judged:
	//
	//	call       (default) repeats its effect unless a key is given
	//	publish    sends a message
	//	statement  runs the SQL in parameter Statement with Args
	//	insert     stores Row (a struct, map or document); its id decides
	//	upsert     stores Row, replacing what is there
	//	update     applies Change to what Filter selects (absolute unless
	//	           Change holds an increment or append)
	//	increment  a relative write
	//	append     adds to a list or stream
	//	set        absolute write under a name
	//	delete     removes by name or filter
	//	claim      creates only if absent (SETNX)
	//	request    an HTTP request; Method, URL, Request or Body say what is sent
	//	transition a state change that errors or does nothing when repeated
	//	write      ORM or batch write of unknown shape
	Does string `yaml:"does"`
	// Natural is true for calls that are idempotent whatever their arguments.
	Natural bool `yaml:"natural"`
	// Given is PARAM=TYPE, where one call does everything a service can do: it is
	// this effect only where what it is given for the parameter has a type, printed
	// with package names, that the regular expression matches entirely.
	Given string `yaml:"given"`
	// Keys lists the places a caller can put an idempotency key, in the order
	// in which they are looked at.
	Keys []KeyPlace `yaml:"keys"`
	// Roles of parameters, by name or number.
	Statement string `yaml:"statement"`
	Args      string `yaml:"args"`
	Row       string `yaml:"row"`
	Filter    string `yaml:"filter"`
	Change    string `yaml:"change"`
	Options   string `yaml:"options"` // may turn update/insert into an upsert
	Method    string `yaml:"method"`  // a parameter, or a literal such as "=POST"
	URL       string `yaml:"url"`
	Request   string `yaml:"request"`
	Body      string `yaml:"body"`
	Topic     string `yaml:"topic"`
	// Order is the key by which the broker keeps messages in order (a Kafka key,
	// PartitionKey, OrderingKey); a role like those above.
	Order string `yaml:"order"`
	// OrderIf is a field of the receiver, or of what it leads to, that has to be
	// true for the broker to keep an order at all.
	OrderIf string `yaml:"order-if"`
	// ByURL grades a request by its address.
	ByURL []URLCategory `yaml:"by-url"`
	// Failures are fields of the result that list what failed although the
	// call itself did not (PutEvents: FailedEntryCount, Entries). A caller that
	// reads none of them takes a failure for success.
	Failures []string `yaml:"failures"`
	// NotifyIf is a field that, where it is given, makes a publish a notification:
	// it names a person (SNS's PhoneNumber).
	NotifyIf string `yaml:"notify-if"`
	// Transient is true when nobody keeps what is sent: it reaches who listens at
	// the moment, or no one (Redis PUBLISH).
	Transient bool `yaml:"transient"`
	// AutoKey is true when the library mints a key by itself for its own
	// retries.
	AutoKey bool `yaml:"auto-key"`
	// Timeout is the client's default limit for one call ("80s", "none").
	Timeout string `yaml:"timeout"`
	// Retries is how often the library re-sends by itself.
	Retries int `yaml:"retries"`
	// Client is the package variable that holds the client of a function that
	// has no receiver (http.DefaultClient).
	Client string `yaml:"client"`
	// Blind is true when the library re-sends whatever the request asks for, and
	// is made for that; clients that re-send a few times beside their work do not
	// count. BlindIf is a function or method that makes it so when it was called
	// on the client, or gave what the client was made with; FUNCTION=TEXT where an
	// argument must contain the text.
	Blind   bool  `yaml:"blind"`
	BlindIf Names `yaml:"blind-if"`
	// BlindUnless lists fields of the client that make it look first, FIELD, or not
	// send again at all, FIELD=TEXT.
	BlindUnless Names  `yaml:"blind-unless"`
	Note        string `yaml:"note"`
}

// ReadSpec is a call that asks the other side and changes nothing there: all it
// does to a handler is take time. Func or Match is set.
type ReadSpec struct {
	Func  Names  `yaml:"func"`
	Match *Match `yaml:"match"`
	// Category is as for effects; calls of the categories db and publish are
	// taken to need no time.
	Category string `yaml:"category"`
	// Request, Timeout, Retries and Client are as for effects.
	Request string `yaml:"request"`
	Timeout string `yaml:"timeout"`
	Retries int    `yaml:"retries"`
	Client  string `yaml:"client"`
	Note    string `yaml:"note"`
}

// TimeoutSpec is a place where a program says how long calls may take and how
// often they are tried. Func or Field is set.
type TimeoutSpec struct {
	// Field is TYPE.FIELD (http.Client.Timeout). Zero is as good as not set.
	Field string `yaml:"field"`
	// Func is a call, of a method of the client or of an option; Arg is the
	// parameter that holds the value.
	Func Names  `yaml:"func"`
	Arg  string `yaml:"arg"`
	// Sets says what the value is:
	//
	//	timeout   (default) the limit for one attempt
	//	attempts  how often a call is tried
	//	retries   how often a call is tried again
	//	wait      the pause between two attempts
	//	client    the client whose own limits count
	//	hidden    something that may set any of these, which cannot be seen
	Sets string `yaml:"sets"`
	// Unit is what one means where a timeout or a wait is a plain number: 1s.
	Unit string `yaml:"unit"`
	// Unset lists package variables that hold the type of Field with the field
	// not set (http.DefaultClient).
	Unset Names `yaml:"unset"`
	// Everywhere is true for what holds for all calls of the library, wherever
	// it is said (stripe.SetHTTPClient).
	Everywhere bool   `yaml:"everywhere"`
	Note       string `yaml:"note"`
}

// RetrySpec is a call that runs a function until it succeeds. What its
// options mean stands under timeouts.
type RetrySpec struct {
	Func Names `yaml:"func"`
	// With lists functions one of which must have had a hand in what Func is
	// called on, where that may also do other things than retry: a policy given
	// to an executor.
	With Names `yaml:"with"`
	// Attempts is how often the function runs by default, 0 where there is no
	// limit by number.
	Attempts int `yaml:"attempts"`
	// Wait is the first pause between two attempts by default.
	Wait string `yaml:"wait"`
	Note string `yaml:"note"`
}

// URLCategory is the category of requests whose address matches a regular
// expression.
type URLCategory struct {
	URL      string `yaml:"url"`
	Category string `yaml:"category"`
}

// KeyPlace is where a key goes. Exactly one of Field, Param, Option, Setter,
// Header, Context, Metadata is set.
type KeyPlace struct {
	// Field is a field of a struct parameter (promoted and nested fields are
	// found too); In names the parameter when there are several.
	Field string `yaml:"field"`
	In    string `yaml:"in"`
	// Param is a parameter.
	Param string `yaml:"param"`
	// Option is a function whose result is passed as an option, or that is
	// called on the request; Arg is the parameter of it that holds the key.
	Option string `yaml:"option"`
	// Setter is a method called on a parameter or on the request builder the
	// call is made on, e.g. SetIdempotencyKey; Arg as for Option.
	Setter string `yaml:"setter"`
	Arg    string `yaml:"arg"`
	// Header names an HTTP or message header.
	Header Names `yaml:"header"`
	// Context is a function that puts the key into the context.
	Context string `yaml:"context"`
	// Natural is true where the key is the name of the thing itself (object
	// key, execution name): a repeat overwrites or is refused.
	Natural bool `yaml:"natural"`
	// TTL is how long the other side remembers the key, e.g. 24h, 5m.
	TTL string `yaml:"ttl"`
}

// KeySpec says what a function's result is made of.
type KeySpec struct {
	Func  Names  `yaml:"func"`
	Match *Match `yaml:"match"`
	// Origin is fresh (random, clock, counter, pid), derived (a function of
	// its arguments only), transport, business, constant.
	Origin string `yaml:"origin"`
	// From lists the parameters the result derives from; all when empty.
	From []string `yaml:"from"`
	// Into is a parameter that is filled from From (json.Unmarshal: into v,
	// from data).
	Into string `yaml:"into"`
	Note string `yaml:"note"`
}

// GuardSpec is a call that recognises work already done.
type GuardSpec struct {
	Func  Names  `yaml:"func"`
	Match *Match `yaml:"match"`
	// Does is claim, check, mark, lock, release; expire, which gives a record
	// that is there a lifetime; or script, which does what a program for the
	// store says.
	Does string `yaml:"does"`
	// Key is the parameter or field that names what is guarded.
	Key string `yaml:"key"`
	// TTL is the parameter or field that holds the lifetime.
	TTL string `yaml:"ttl"`
	// Unit is what one means where the lifetime is a plain number: 1s.
	Unit string `yaml:"unit"`
	// If is PARAM=TEXT or PARAM.FIELD=TEXT: the call is this guard only where
	// the parameter or field is this constant text (a.Mode=NX).
	If string `yaml:"if"`
	// Script is the parameter that holds the program, for does: script.
	Script string `yaml:"script"`
	// Store is "memory" for guards that live in this process.
	Store string `yaml:"store"`
	Note  string `yaml:"note"`
}

// TransactionSpec is a call that opens or ends a database transaction.
type TransactionSpec struct {
	Func  Names  `yaml:"func"`
	Match *Match `yaml:"match"`
	// Does is begin, commit, rollback, or run (calls the function in Arg
	// inside a transaction).
	Does string `yaml:"does"`
	Arg  string `yaml:"arg"`
	Note string `yaml:"note"`
}

// ContainerSpec is a part of a container that wires a program at run time: it
// matches what is asked for with what is there by type. Exactly one of Func, In
// and Out is set.
type ContainerSpec struct {
	Func Names `yaml:"func"`
	// Does says what the call does:
	//
	//	provide   the functions in Arg are called with what others provide, and
	//	          their results are provided in turn
	//	supply    the values in Arg are provided
	//	annotate  the result stands for the function in Arg
	//	resolve   the result is what is provided for the first type argument
	//	route     the value in Arg takes, in Method, what is dispatched with the
	//	          same first type argument
	//	dispatch  calls the values routed for its first type argument, with its
	//	          own arguments
	Does string `yaml:"does"`
	Arg  string `yaml:"arg"`
	// Method is the method of a routed value that is called.
	Method string `yaml:"method"`
	// As is a function whose arguments new(T) say as which types a provided
	// value is known instead of its own; its results are among the arguments.
	As string `yaml:"as"`
	// In is a type: a struct that embeds it, as a parameter of a provided
	// function, is filled field by field.
	In string `yaml:"in"`
	// Out is a type: the fields of a struct that embeds it are provided one by
	// one.
	Out  string `yaml:"out"`
	Note string `yaml:"note"`
}

// QueueSpec is a call by which Go code defines a queue, changes it, or gets a
// handle on it.
type QueueSpec struct {
	Func Names `yaml:"func"`
	// Does says what the call does:
	//
	//	define       makes or declares a queue; its result stands for the queue
	//	configure    changes attributes of the queue in Name; others stay
	//	name         its result stands for the queue in Name, which is defined
	//	             elsewhere
	//	bind         what reaches the exchange in Exchange reaches the queue in
	//	             Name
	//	watch        listens, where Name contains Subject, to what the broker tells
	//	             of messages it gave up
	//	wrap         puts the functions in Arg around the handlers of its
	//	             receiver, the first outermost
	//	retry        its result, given to a wrap, calls the handler again
	//	dead-letter  its result, given to a wrap, parks what fails and acks it
	Does string `yaml:"does"`
	// Kind is what the queue is: sqs, pubsub, rabbitmq, jetstream, pulsar, ...
	Kind string `yaml:"kind"`
	// Name is the parameter, or the field of one, that names the queue; of
	// several the first that is set counts. "recv" is a handle on it.
	Name Names `yaml:"name"`
	// Bound are functions that, or whose results, among the arguments make a
	// define a handle on an existing queue. They name it with the parameter Arg,
	// or else it has the name in Name.
	Bound Names `yaml:"bound"`
	// Arg is explained at Bound and wrap.
	Arg      string `yaml:"arg"`
	Exchange string `yaml:"exchange"`
	Subject  string `yaml:"subject"`
	// Attributes are the queue's, and where they stand. An attribute that is
	// listed nowhere, or found nowhere, is absent.
	Attributes []AttributeSpec `yaml:"attributes"`
	Note       string          `yaml:"note"`
}

// AttributeSpec says where a call that defines a queue has one of its
// attributes. Param or Option is set, or neither, for a default.
type AttributeSpec struct {
	// Is names the attribute: name, lease, max-receives, dead-letter, retention,
	// delay, fifo, dedup, topic, ack-policy, queue-type, expires (after it was
	// unused that long), temporary (it goes with its consumer). What several
	// entries say of one attribute adds up: the first that is there counts.
	Is string `yaml:"is"`
	// Param is a parameter or the field of one, Entry a key of the map there,
	// JSON a key of the JSON text there.
	Param string `yaml:"param"`
	Entry string `yaml:"entry"`
	JSON  string `yaml:"json"`
	// Option is a function whose result is among the arguments, Arg the
	// parameter of it that holds the value; or a type a value of which is.
	// Without Arg the option alone means Value.
	Option string `yaml:"option"`
	Arg    string `yaml:"arg"`
	Value  string `yaml:"value"`
	// If is a constant: the attribute is there only where the value is it.
	If string `yaml:"if"`
	// Unit is what one means where a duration is a plain number: 1s.
	Unit string `yaml:"unit"`
	// Words are the names of the constants 0, 1, ...
	Words []string `yaml:"words"`
	// Default is what the broker takes where the attribute is absent, "builtin"
	// for what it always has.
	Default string `yaml:"default"`
}

// Match describes a regular API by a pattern instead of by a list.
type Match struct {
	// Packages are import paths or aliases; a trailing /... takes everything
	// below. Without it every package outside the standard library is meant,
	// and Param, Result or Generated has to say what to look for.
	Packages Names `yaml:"packages"`
	// Receiver is a regular expression the receiver's type name must match
	// entirely; empty means package functions only.
	Receiver string `yaml:"receiver"`
	// Name is a regular expression the function name must match entirely;
	// empty means every exported one.
	Name string `yaml:"name"`
	// Except is a regular expression of function names left out.
	Except string `yaml:"except"`
	// Param is a regular expression some parameter's type (printed with
	// package names) must match entirely.
	Param string `yaml:"param"`
	// Context demands a context.Context as the first parameter.
	Context bool `yaml:"context"`
	// Result is a regular expression some result's type must match entirely.
	Result string `yaml:"result"`
	// Generated demands that the function stands in generated code with this
	// text in its header (protoc-gen-go-grpc, sqlc).
	Generated string `yaml:"generated"`
}

// Names is one name or a list of them.
type Names []string
