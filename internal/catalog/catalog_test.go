package catalog

import (
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// universe type-checks packages made of source text.
type universe struct {
	t    *testing.T
	fset *token.FileSet
	pkgs map[string]*types.Package
	std  types.Importer
}

func newUniverse(t *testing.T) *universe {
	fset := token.NewFileSet()
	return &universe{t: t, fset: fset, pkgs: make(map[string]*types.Package), std: importer.ForCompiler(fset, "source", nil)}
}

func (u *universe) Import(path string) (*types.Package, error) {
	if pkg, ok := u.pkgs[path]; ok {
		return pkg, nil
	}
	return u.std.Import(path)
}

// add checks the source of a package, which may import those added before.
func (u *universe) add(path, src string) *types.Package {
	u.t.Helper()
	file, err := parser.ParseFile(u.fset, path+".go", src, 0)
	require.NoError(u.t, err)
	conf := types.Config{Importer: u}
	pkg, err := conf.Check(path, u.fset, []*ast.File{file}, nil)
	require.NoError(u.t, err)
	u.pkgs[path] = pkg
	return pkg
}

// methodOf returns a method as a call would find it: by the static type.
func methodOf(t *testing.T, pkg *types.Package, typ, name string) *types.Func {
	t.Helper()
	obj, _, _ := types.LookupFieldOrMethod(pkg.Scope().Lookup(typ).Type(), true, pkg, name)
	fn, ok := obj.(*types.Func)
	require.True(t, ok, "%s.%s is no method", typ, name)
	return fn
}

func functionOf(t *testing.T, pkg *types.Package, name string) *types.Func {
	t.Helper()
	fn, ok := pkg.Scope().Lookup(name).(*types.Func)
	require.True(t, ok, "%s is no function", name)
	return fn
}

func load(t *testing.T, docs ...string) *Catalog {
	t.Helper()
	var sources []Source
	for i, doc := range docs {
		sources = append(sources, Source{Name: string(rune('a'+i)) + ".yml", Data: []byte(doc)})
	}
	c, err := Load(sources...)
	require.NoError(t, err)
	return c
}

const redisSrc = `package redis
type cmdable func()
func (c cmdable) Incr(key string) error { return nil }
type Client struct { cmdable }
type Getter interface { Get(key string) string }
type Cmdable interface { Getter; Incr(key string) error }
`

const redisDoc = `
library: redis
module: example.com/redis/v9
packages: {redis: example.com/redis/v9}
category: db
effects:
  - {func: (redis.cmdable).Incr, does: increment, filter: key}
  - {func: (redis.Cmdable).Incr, does: increment, filter: key}
keys:
  - {func: (redis.Cmdable).Get, origin: business}
`

func TestUnexportedReceiver(t *testing.T) {
	u := newUniverse(t)
	pkg := u.add("example.com/redis/v9", redisSrc)
	c := load(t, redisDoc)
	e := c.Func(methodOf(t, pkg, "Client", "Incr"))
	require.NotNil(t, e)
	require.Equal(t, "increment", e.Effect.Does)
	i, ok := ParamIndex(e.Sig, e.Effect.Filter)
	require.True(t, ok)
	require.Equal(t, 0, i)
	require.NotNil(t, c.Func(methodOf(t, pkg, "Cmdable", "Incr")).Effect)
	require.Empty(t, c.Problems())
}

func TestPromotedThroughEmbeddedInterface(t *testing.T) {
	u := newUniverse(t)
	pkg := u.add("example.com/redis/v9", redisSrc)
	c := load(t, redisDoc)
	get := methodOf(t, pkg, "Getter", "Get")
	require.Equal(t, "business", c.Func(get).Key.Origin)
}

func TestMajorVersions(t *testing.T) {
	u := newUniverse(t)
	c := load(t, redisDoc)
	for _, path := range []string{"example.com/redis", "example.com/redis/v8", "example.com/redis/v10"} {
		pkg := u.add(path, redisSrc)
		require.NotNil(t, c.Func(methodOf(t, pkg, "Client", "Incr")), path)
		require.True(t, c.IsLibrary(path), path)
	}
	// Another major may lack what the documents name.
	c.Bind(u.add("example.com/redis/v11", "package redis"))
	require.Empty(t, c.Problems())
}

func TestExactMajorIsPreferred(t *testing.T) {
	const doc = `
library: m%
module: example.com/m/v%
packages: {m: example.com/m/v%}
effects: [{func: m.Do, category: money, note: "%"}]
`
	u := newUniverse(t)
	c := load(t, strings.ReplaceAll(doc, "%", "2"), strings.ReplaceAll(doc, "%", "3"))
	for path, note := range map[string]string{"example.com/m/v2": "2", "example.com/m/v3": "3", "example.com/m/v4": "3"} {
		pkg := u.add(path, "package m; func Do() {}")
		require.Equal(t, note, c.Func(functionOf(t, pkg, "Do")).Effect.Note, path)
	}
}

func TestCanonicalPath(t *testing.T) {
	for path, want := range map[string]string{
		"net/http":                               "net/http",
		"github.com/stripe/stripe-go/v82":        "github.com/stripe/stripe-go",
		"github.com/stripe/stripe-go/v82/refund": "github.com/stripe/stripe-go/refund",
		"gopkg.in/gomail.v2":                     "gopkg.in/gomail",
		"gopkg.in/DataDog/dd.v1/x":               "gopkg.in/DataDog/dd/x",
		"k8s.io/api/core/v1":                     "k8s.io/api/core/v1",
		"example.com/valid/vx":                   "example.com/valid/vx",
		"example.com/v2x/v":                      "example.com/v2x/v",
		"math/rand/v2":                           "math/rand",
	} {
		require.Equal(t, want, CanonicalPath(path))
	}
}

const pubsubDoc = `
library: pubsub
module: example.com/pubsub
packages: {pubsub: example.com/pubsub}
broker: pubsub
handlers:
  - {func: (*pubsub.Subscription).Receive, arg: f}
messages:
  - {type: pubsub.Message, transport: [ID], business: [Data]}
acks:
  - {func: (*pubsub.Message).Ack, does: ack}
`

// addPubsub makes a library whose message type is an alias of an internal
// package's.
func addPubsub(u *universe) (internal, pubsub *types.Package) {
	internal = u.add("example.com/cloud/internal/pubsub", `package pubsub
type Message struct { ID string; Data []byte }
func (m *Message) Ack() {}
`)
	pubsub = u.add("example.com/pubsub", `package pubsub
import ("context"; ipubsub "example.com/cloud/internal/pubsub")
type Message = ipubsub.Message
type Subscription struct{}
func (s *Subscription) Receive(ctx context.Context, f func(context.Context, *Message)) error { return nil }
`)
	return internal, pubsub
}

func TestAliasOfInternalType(t *testing.T) {
	u := newUniverse(t)
	internal, pubsub := addPubsub(u)
	user := u.add("example.com/user", `package user; import "example.com/pubsub"; var M *pubsub.Message`)
	c := load(t, pubsubDoc)
	ack := methodOf(t, internal, "Message", "Ack")
	message := internal.Scope().Lookup("Message").Type()

	// Nothing says yet that the internal type is the catalogued one.
	require.Nil(t, c.Func(ack))
	spec, _ := c.Message(message)
	require.Nil(t, spec)
	// Through the alias it can be seen at once.
	spec, _ = c.Message(pubsub.Scope().Lookup("Message").Type())
	require.NotNil(t, spec)

	c.Bind(user)
	require.Equal(t, "ack", c.Func(ack).Ack.Does)
	spec, lib := c.Message(types.NewPointer(message))
	require.Equal(t, []string{"ID"}, spec.Transport)
	require.Equal(t, "pubsub", lib.Library)
	require.True(t, c.Is("example.com/pubsub.Message", internal.Scope().Lookup("Message")))
	require.Empty(t, c.Problems())
}

func TestEmbeddedPromotion(t *testing.T) {
	u := newUniverse(t)
	u.add("example.com/rpc", "package rpc; type Caller struct{}; func (*Caller) Send(body string) {}")
	bus := u.add("example.com/bus", `package bus; import "example.com/rpc"; type Client struct{ *rpc.Caller }`)
	c := load(t, `
library: bus
module: example.com/bus
packages: {bus: example.com/bus}
effects: [{func: (*bus.Client).Send, category: publish, body: body}]
`)
	send := methodOf(t, bus, "Client", "Send")
	require.Equal(t, "example.com/rpc", send.Pkg().Path())
	require.Nil(t, c.Func(send))
	c.Bind(bus)
	require.NotNil(t, c.Func(send).Effect)
	require.Empty(t, c.Problems())
}

func TestGenerics(t *testing.T) {
	u := newUniverse(t)
	river := u.add("example.com/river", `package river
type Job[T any] struct { ID int64; Args T }
type Worker[T any] interface { Work(job *Job[T]) error }
type Queue[T any] struct{}
func (q *Queue[T]) Push(args T) {}
func AddWorker[T any](workers any, worker Worker[T]) {}
`)
	user := u.add("example.com/user", `package user; import "example.com/river"
var J *river.Job[int]
var Q river.Queue[int]
`)
	c := load(t, `
library: river
module: example.com/river
packages: {river: example.com/river}
category: publish
handlers:
  - {func: river.AddWorker, arg: worker, method: Work}
  - {implements: river.Worker, method: Work}
messages: [{type: river.Job, transport: [ID], business: [Args]}]
effects: [{func: (*river.Queue).Push, body: args}]
`)
	spec, _ := c.Message(user.Scope().Lookup("J").Type())
	require.NotNil(t, spec)
	push, _, _ := types.LookupFieldOrMethod(user.Scope().Lookup("Q").Type(), true, user, "Push")
	require.NotNil(t, c.Func(push.(*types.Func)))
	require.Len(t, c.Func(functionOf(t, river, "AddWorker")).Handlers, 1)
	require.Equal(t, "Worker", c.Interfaces()[0].Name)
	require.Empty(t, c.Problems())
}

func TestNarrow(t *testing.T) {
	u := newUniverse(t)
	sqs := u.add("example.com/sqs", `package sqs
import "context"
type Client struct{}
type SendMessageInput struct{ MessageBody *string }
type SendMessageOutput struct{}
type Options struct{}
func (c *Client) SendMessage(ctx context.Context, params *SendMessageInput, optFns ...func(*Options)) (*SendMessageOutput, error) { return nil, nil }
func (c *Client) Close(ctx context.Context) error { return nil }
`)
	user := u.add("example.com/user", `package user
import ("context"; "example.com/sqs")
type Sender interface {
	SendMessage(context.Context, *sqs.SendMessageInput, ...func(*sqs.Options)) (*sqs.SendMessageOutput, error)
	Close(context.Context) error
}
type Other interface { SendMessage(context.Context, *sqs.SendMessageInput) (*sqs.SendMessageOutput, error) }
`)
	c := load(t, `
library: sqs
module: example.com/sqs
packages: {sqs: example.com/sqs}
category: publish
effects:
  - {func: (*sqs.Client).SendMessage, body: params}
  - {func: (*sqs.Client).Close}
`)
	e := c.Narrow(methodOf(t, user, "Sender", "SendMessage"))
	require.NotNil(t, e)
	// The user's interface names no parameters: the entry brings its own.
	i, ok := ParamIndex(e.Sig, e.Effect.Body)
	require.True(t, ok)
	require.Equal(t, 1, i)
	require.Nil(t, c.Narrow(methodOf(t, user, "Sender", "Close")), "nothing of the library stands in the signature")
	require.Nil(t, c.Narrow(methodOf(t, user, "Other", "SendMessage")), "the signature differs")
	require.Nil(t, c.Narrow(methodOf(t, sqs, "Client", "SendMessage")), "a concrete method")
}

// TestNarrowInDocumentedModule has a user who documents a package of their own
// module, which makes nothing else in it a library.
func TestNarrowInDocumentedModule(t *testing.T) {
	u := newUniverse(t)
	addStripe(u)
	user := u.add("example.com/acme/orders", `package orders
import ("context"; "example.com/stripe/v82")
type Refunds interface { Create(context.Context, *stripe.RefundParams) error }
`)
	c := load(t, stripeDoc, `
library: acme
module: example.com/acme
effects: [{func: example.com/acme/pay.Charge, category: money}]
`)
	require.NotNil(t, c.Narrow(methodOf(t, user, "Refunds", "Create")))
}

func TestNarrowWithAlias(t *testing.T) {
	u := newUniverse(t)
	addPubsub(u)
	user := u.add("example.com/user", `package user
import ("context"; "example.com/pubsub")
type Receiver interface { Receive(context.Context, func(context.Context, *pubsub.Message)) error }
`)
	c := load(t, pubsubDoc)
	c.Bind(user)
	e := c.Narrow(methodOf(t, user, "Receiver", "Receive"))
	require.NotNil(t, e)
	require.Len(t, e.Handlers, 1)
}

const stripeDoc = `
library: stripe
module: example.com/stripe/v82
packages: {stripe: example.com/stripe/v82, refund: example.com/stripe/v82/refund}
category: money
effects:
  - match: {packages: stripe/..., name: '[A-Z]\w*', except: 'Get|List.*', param: '\*stripe\.\w+Params'}
    keys: [{field: IdempotencyKey, ttl: 24h}]
  - match: {packages: stripe, receiver: 'v1\w+Service', except: 'Retrieve|List.*', context: true}
    note: new client
  - {func: refund.Cancel, does: transition}
`

func addStripe(u *universe) (stripe, refund *types.Package) {
	stripe = u.add("example.com/stripe/v82", `package stripe
import "context"
type Params struct { IdempotencyKey *string }
type RefundParams struct { Params }
type Client struct { V1Refunds *v1RefundService }
type v1RefundService struct{}
func (v1RefundService) Create(ctx context.Context, p *RefundParams) error { return nil }
func (v1RefundService) Retrieve(ctx context.Context, p *RefundParams) error { return nil }
func (v1RefundService) Len() int { return 0 }
`)
	refund = u.add("example.com/stripe/v82/refund", `package refund
import "example.com/stripe/v82"
func New(p *stripe.RefundParams) error { return nil }
func Get(id string, p *stripe.RefundParams) error { return nil }
func Cancel(id string, p *stripe.RefundParams) error { return nil }
func Version() string { return "" }
`)
	return stripe, refund
}

func TestPatterns(t *testing.T) {
	u := newUniverse(t)
	stripe, refund := addStripe(u)
	c := load(t, stripeDoc)
	e := c.Func(functionOf(t, refund, "New"))
	require.Equal(t, "IdempotencyKey", e.Effect.Keys[0].Field)
	require.Equal(t, "money", e.Effect.Category)
	require.Nil(t, c.Func(functionOf(t, refund, "Get")), "excepted")
	require.Nil(t, c.Func(functionOf(t, refund, "Version")), "takes no params")
	require.Equal(t, "transition", c.Func(functionOf(t, refund, "Cancel")).Effect.Does, "a function beats a pattern")
	require.Equal(t, "new client", c.Func(methodOf(t, stripe, "v1RefundService", "Create")).Effect.Note)
	require.Nil(t, c.Func(methodOf(t, stripe, "v1RefundService", "Retrieve")))
	require.Nil(t, c.Func(methodOf(t, stripe, "v1RefundService", "Len")), "takes no context")
	require.Empty(t, c.Verify([]*types.Package{stripe, refund}))
}

func TestNarrowPattern(t *testing.T) {
	u := newUniverse(t)
	addStripe(u)
	user := u.add("example.com/user", `package user
import ("context"; "example.com/stripe/v82")
type Refunds interface { Create(context.Context, *stripe.RefundParams) error }
`)
	require.NotNil(t, load(t, stripeDoc).Narrow(methodOf(t, user, "Refunds", "Create")).Effect)
}

func TestLaterPatternWins(t *testing.T) {
	u := newUniverse(t)
	_, refund := addStripe(u)
	c := load(t, stripeDoc, `
library: ours
module: example.com/stripe
effects: [{match: {packages: example.com/stripe/refund, param: '.*Params'}, category: cloud, note: ours}]
`)
	// The built-in document is for the very major version, ours is for any.
	require.Equal(t, "", c.Func(functionOf(t, refund, "New")).Effect.Note)
	c = load(t, stripeDoc, `
library: ours
module: example.com/stripe/v82
effects: [{match: {packages: example.com/stripe/v82/refund, param: '.*Params'}, category: cloud, note: ours}]
`)
	require.Equal(t, "ours", c.Func(functionOf(t, refund, "New")).Effect.Note)
}

func TestGeneratedPattern(t *testing.T) {
	u := newUniverse(t)
	user := u.add("example.com/user", `package user
import "context"
type billingClient struct{}
func (*billingClient) Charge(ctx context.Context) {}
`)
	c := load(t, `
library: rpc
module: example.com/rpc
effects: [{match: {receiver: '\w+Client', context: true, generated: by protoc-gen-rpc}, category: rpc}]
`)
	charge := methodOf(t, user, "billingClient", "Charge")
	require.Nil(t, c.Func(charge), "nobody can read headers yet")
	c.SetHeader(func(*types.Func) string { return "// Code generated by protoc-gen-rpc. DO NOT EDIT." })
	require.NotNil(t, c.Func(charge))
}

func TestUserOverrides(t *testing.T) {
	u := newUniverse(t)
	pkg := u.add("example.com/redis/v9", redisSrc)
	c := load(t, redisDoc, `
library: ours
module: example.com/redis/v9
effects: [{func: (example.com/redis/v9.cmdable).Incr, category: inventory}]
`)
	e := c.Func(methodOf(t, pkg, "Client", "Incr"))
	require.Equal(t, "inventory", e.Effect.Category)
	require.Equal(t, "ours", e.Lib.Library)
}

func TestOtherHomes(t *testing.T) {
	u := newUniverse(t)
	pkg := u.add("example.com/old/kafka", "package kafka; func Send() {}; type Message struct{}")
	c := load(t, `
library: kafka
module: example.com/new/kafka
also: [example.com/old/kafka]
packages: {kafka: example.com/new/kafka}
handlers: [{param: kafka.Message}]
effects: [{func: kafka.Send, category: publish}]
`)
	require.NotNil(t, c.Func(functionOf(t, pkg, "Send")))
	require.Len(t, c.ParamHandlers(pkg.Scope().Lookup("Message").Type()), 1)
	require.True(t, c.IsBroker("example.com/old/kafka"))
}

func TestHandlersByType(t *testing.T) {
	u := newUniverse(t)
	pkg := u.add("example.com/events", `package events
type Event struct{ Records []int }
type Handler func(Event) error
type Config struct{ OnEvent Handler }
`)
	c := load(t, `
library: events
module: example.com/events
packages: {events: example.com/events, context: context}
handlers:
  - {param: events.Event, signature: [context.Context, events.Event]}
  - {convert: events.Handler}
  - {field: events.Config.OnEvent}
`)
	event := pkg.Scope().Lookup("Event").Type()
	specs := c.ParamHandlers(types.NewPointer(event))
	require.Len(t, specs, 1)
	require.Len(t, c.Convert(pkg.Scope().Lookup("Handler").Type()), 1)
	config := pkg.Scope().Lookup("Config").Type().(*types.Named)
	require.Len(t, c.Field(config, "OnEvent"), 1)
	require.Empty(t, c.Field(config, "Other"))

	user := u.add("example.com/user", `package user
import ("context"; "example.com/events")
func A(context.Context, events.Event) {}
func B(context.Context, *events.Event) {}
func C(events.Event) {}
`)
	require.True(t, c.MatchesSignature(specs[0], functionOf(t, user, "A").Signature()))
	require.True(t, c.MatchesSignature(specs[0], functionOf(t, user, "B").Signature()))
	require.False(t, c.MatchesSignature(specs[0], functionOf(t, user, "C").Signature()))
	c.Bind(pkg)
	require.Empty(t, c.Problems())
}

func TestIsBroker(t *testing.T) {
	c := load(t, `
library: bus
module: example.com/bus
packages: {bus: example.com/bus, types: example.com/bus/types, admin: example.com/bus/admin}
handlers: [{func: (*bus.Bus).On, arg: "0"}]
messages: [{type: types.Message}]
effects: [{func: admin.Purge, category: cloud}]
`, `
library: push
module: example.com/push
packages: {http: net/http, push: example.com/push}
handlers: [{func: http.HandleFunc, arg: handler, evidence: push.Envelope}]
`)
	for path, want := range map[string]bool{
		"example.com/bus":       true,
		"example.com/bus/v2":    true,
		"example.com/bus/types": true,
		"example.com/bus/admin": false,
		"example.com/push":      true,
		"net/http":              false,
		"example.com/user":      false,
	} {
		require.Equal(t, want, c.IsBroker(path), path)
	}
	require.True(t, c.IsLibrary("example.com/bus/deep/inside"))
	require.False(t, c.IsLibrary("example.com/busy"))
}

func TestGeneratedTransaction(t *testing.T) {
	u := newUniverse(t)
	user := u.add("example.com/user", `package user
import "context"
type Client struct{}
type Tx struct{}
func (*Client) Tx(ctx context.Context) *Tx { return nil }
func (*Tx) Commit() {}
`)
	c := load(t, `
library: orm
module: example.com/orm
transactions:
  - {match: {receiver: Client, name: Tx, context: true, generated: by orm}, does: begin}
  - {match: {receiver: Tx, name: Commit, generated: by orm}, does: commit}
`)
	c.SetHeader(func(*types.Func) string { return "// Code generated by orm, DO NOT EDIT." })
	require.Equal(t, "begin", c.Func(methodOf(t, user, "Client", "Tx")).Transaction.Does)
	require.Equal(t, "commit", c.Func(methodOf(t, user, "Tx", "Commit")).Transaction.Does)
}

func TestUnitOfLifetime(t *testing.T) {
	u := newUniverse(t)
	pkg := u.add("example.com/cache", `package cache
type Item struct { Key string; Expiration int32 }
func Add(item *Item) {}
func Set(key string, seconds int) {}
`)
	c := load(t, `
library: cache
module: example.com/cache
packages: {cache: example.com/cache}
guards:
  - {func: cache.Add, does: claim, key: item.Key, ttl: item.Expiration}
  - {func: cache.Set, does: mark, key: key, ttl: seconds, unit: 1s}
`)
	problems := c.Verify([]*types.Package{pkg})
	require.Len(t, problems, 1)
	require.Equal(t, "a.yml:6: unit is missing: item.Expiration of cache.Add is a plain number", problems[0].Error())
}

func TestProblems(t *testing.T) {
	u := newUniverse(t)
	pkg := u.add("example.com/pay", `package pay
import "context"
type Gateway struct{}
type Request struct { Key string }
func (*Gateway) Charge(ctx context.Context, request *Request) {}
type Event struct { ID string }
type Handler interface { Handle(Event) }
func Subscribe(handler Handler) {}
var Version = "1"
`)
	c := load(t, `
library: pay
module: example.com/pay
packages: {pay: example.com/pay}
category: money
handlers:
  - {func: pay.Subscribe, arg: hander, method: Handle}
  - {func: pay.Subscribe, arg: handler, method: Handel}
  - {implements: pay.Event, method: Handle}
messages:
  - type: pay.Event
    transport:
      - Id
effects:
  - func:
      - (*pay.Gateway).Charge
      - (*pay.Gateway).Charg
    body: req
    keys:
      - field: Token
  - func: pay.Version
keys:
  - {match: {packages: pay, name: 'Nothing'}, origin: fresh}
`)
	var got []string
	for _, p := range c.Verify([]*types.Package{pkg}) {
		got = append(got, p.Error())
	}
	require.Equal(t, []string{
		`a.yml:7: arg: pay.Subscribe has no parameter "hander", did you mean "handler"? (parameters: handler)`,
		`a.yml:8: method: example.com/pay.Handler has no method Handel, did you mean "Handle"?`,
		`a.yml:9: example.com/pay.Event is not an interface`,
		`a.yml:13: pay.Event has no field or method Id, did you mean "ID"?`,
		`a.yml:17: (example.com/pay.Gateway).Charg matches nothing, did you mean "Charge"?`,
		`a.yml:18: body: (*pay.Gateway).Charge has no parameter "req" (parameters: ctx, request)`,
		`a.yml:20: field: no parameter of (*pay.Gateway).Charge has a field Token`,
		`a.yml:21: example.com/pay.Version is not a function`,
		`a.yml:23: the pattern matches nothing`,
	}, got)
}

func TestUnseen(t *testing.T) {
	c := load(t, redisDoc, `
library: pay
module: example.com/acme/pya
effects: [{func: example.com/acme/pya.Charge, category: money}]
`)
	problems := c.Unseen("b.yml", []string{"example.com/acme/pay", "example.com/acme/orders"})
	require.Len(t, problems, 1)
	require.Equal(t, `b.yml:4: example.com/acme/pya.Charge matches nothing: the program has no package example.com/acme/pya, did you mean "example.com/acme/pay"?`, problems[0].Error())
	require.True(t, problems[0].Warning)
	require.Empty(t, c.Unseen("b.yml", []string{"example.com/acme/pya"}))
}

func TestShort(t *testing.T) {
	u := newUniverse(t)
	pkg := u.add("example.com/x/sqs", "package sqs; type Client struct{}; func (*Client) Send() {}; func (Client) Get() {}; func New() {}; type api interface { Do() }")
	require.Equal(t, "(*sqs.Client).Send", Short(methodOf(t, pkg, "Client", "Send")))
	require.Equal(t, "(sqs.Client).Get", Short(methodOf(t, pkg, "Client", "Get")))
	require.Equal(t, "(sqs.api).Do", Short(methodOf(t, pkg, "api", "Do")))
	require.Equal(t, "sqs.New", Short(functionOf(t, pkg, "New")))
}

func TestRole(t *testing.T) {
	u := newUniverse(t)
	pkg := u.add("example.com/x", `package x
type Entry struct { Key string }
type Input struct { Body string; Entries []Entry; Data any }
type Client struct{}
func (*Client) Send(ctx interface{ Done() }, in *Input, _ int, extra ...any) {}
`)
	sig := methodOf(t, pkg, "Client", "Send").Signature()
	for _, test := range []struct {
		text   string
		param  int
		fields []string
		ok     bool
	}{
		{"recv", -1, nil, true},
		{"in", 1, nil, true},
		{"2", 2, nil, true},
		{"4", 0, nil, false},
		{"_", 0, nil, false},
		{"in.Body", 1, []string{"Body"}, true},
		{"in.Entries.Key", 1, []string{"Entries", "Key"}, true},
		{"in.Nope", 1, []string{"Nope"}, false},
		{"Body", 1, []string{"Body"}, true},
		{"Key", 1, []string{"Key"}, true},
		{"Nope", 0, nil, false},
	} {
		param, fields, ok := Role(sig, test.text)
		require.Equal(t, test.ok, ok, test.text)
		if ok {
			require.Equal(t, test.param, param, test.text)
			require.Equal(t, test.fields, fields, test.text)
		}
	}
}

func TestConcurrentLookups(t *testing.T) {
	u := newUniverse(t)
	internal, pubsub := addPubsub(u)
	c := load(t, pubsubDoc)
	ack := methodOf(t, internal, "Message", "Ack")
	done := make(chan bool)
	for i := range 8 {
		go func() {
			for range 100 {
				if i%2 == 0 {
					c.Bind(pubsub)
				}
				c.Func(ack)
				c.Message(internal.Scope().Lookup("Message").Type())
			}
			done <- true
		}()
	}
	for range 8 {
		<-done
	}
	require.NotNil(t, c.Func(ack))
}

func TestDistance(t *testing.T) {
	require.Equal(t, `, did you mean "effects"?`, suggest("efects", slices.Sorted(slices.Values([]string{"keys", "effects"}))))
	require.Empty(t, suggest("zzz", []string{"keys"}))
}

func TestIsRetrier(t *testing.T) {
	c, err := Load(Source{Name: "a.yml", Data: []byte("library: again\nmodule: example.com/again/v4\npackages: {again: example.com/again/v4}\nretries:\n  - func: again.Retry\n")},
		Source{Name: "b.yml", Data: []byte("library: client\nmodule: example.com/client\npackages: {client: example.com/client}\ncategory: http\neffects:\n  - func: client.Post\n")})
	require.NoError(t, err)
	for path, want := range map[string]bool{
		"example.com/again/v4": true, "example.com/again/v5/sub": true, "example.com/again": true,
		"example.com/against": false, "example.com/client": false,
	} {
		require.Equal(t, want, c.IsRetrier(path), path)
	}
}
