package model

import (
	"cmp"
	"fmt"
	"go/types"
	"slices"
	"strings"
	"sync"

	"github.com/idemlint/idemlint/internal/catalog"
)

// specs gives every entry of a catalogue a name that survives serialisation:
// "stripe/effects/3". Names are stable as long as the catalogue is the same,
// which its hash, part of every cache key, guarantees.
type specs struct {
	id       map[any]string
	libs     map[string]*catalog.Library // by spec id
	handlers map[string]*catalog.HandlerSpec
	messages map[string]*catalog.MessageSpec
	effects  map[string]*catalog.EffectSpec
	keys     map[string]*catalog.KeySpec
	acks     map[string]*catalog.AckSpec
	guards   map[string]*catalog.GuardSpec
	txs      map[string]*catalog.TransactionSpec
	reads    map[string]*catalog.ReadSpec
	queues   map[string]*catalog.QueueSpec
	// ackOf and txOf are the acks and transactions by function, for calls whose
	// callee is only known once the program is joined.
	ackOf, txOf map[string]string
	// chained are the packages whose statements are built in a chain of calls,
	// about rows that are structs of the program.
	chained map[string]bool
	// receiveOf, retryOf, limitOf and limitAt are receives, retrying calls, and
	// calls and fields (TYPE.FIELD) that set limits, by symbol.
	receiveOf map[string]*catalog.HandlerSpec
	retryOf   map[string]*catalog.RetrySpec
	limitOf   map[string][]*catalog.TimeoutSpec
	limitAt   map[string]*catalog.TimeoutSpec
	// ofLibrary is the library a TimeoutSpec or RetrySpec stands in.
	ofLibrary map[any]*catalog.Library
	receivers map[*catalog.Library]string
	// consumes says, by function, how a handler's queue is named in its call;
	// consumed are all such ways.
	consumes map[string][]string
	consumed map[string]bool
	// forgetful are the types that receive from brokers without a dead letter.
	forgetful map[string]bool
	evidence  []string // every evidence symbol of the catalogue
	shaped    []*catalog.MessageSpec
	decoders  []*catalog.HandlerSpec // known by what they decode
	orderIf   map[string]bool        // settings that make a publisher keep an order
}

func newSpecs(c *catalog.Catalog) *specs {
	s := &specs{
		id: map[any]string{}, libs: map[string]*catalog.Library{},
		handlers: map[string]*catalog.HandlerSpec{}, messages: map[string]*catalog.MessageSpec{},
		effects: map[string]*catalog.EffectSpec{}, keys: map[string]*catalog.KeySpec{},
		acks: map[string]*catalog.AckSpec{}, guards: map[string]*catalog.GuardSpec{},
		txs: map[string]*catalog.TransactionSpec{}, queues: map[string]*catalog.QueueSpec{}, receivers: map[*catalog.Library]string{},
		consumes: map[string][]string{}, consumed: map[string]bool{}, forgetful: map[string]bool{},
		ackOf: map[string]string{}, txOf: map[string]string{}, reads: map[string]*catalog.ReadSpec{},
		receiveOf: map[string]*catalog.HandlerSpec{}, retryOf: map[string]*catalog.RetrySpec{},
		limitOf: map[string][]*catalog.TimeoutSpec{}, limitAt: map[string]*catalog.TimeoutSpec{}, ofLibrary: map[any]*catalog.Library{},
		orderIf: map[string]bool{}, chained: map[string]bool{},
	}
	for n, lib := range c.Libraries() {
		prefix := fmt.Sprintf("%s/%d", lib.Library, n)
		addAll(s, lib, prefix+"/handlers", lib.Handlers, s.handlers)
		addAll(s, lib, prefix+"/messages", lib.Messages, s.messages)
		addAll(s, lib, prefix+"/effects", lib.Effects, s.effects)
		addAll(s, lib, prefix+"/keys", lib.Keys, s.keys)
		addAll(s, lib, prefix+"/acks", lib.Acks, s.acks)
		addAll(s, lib, prefix+"/guards", lib.Guards, s.guards)
		addAll(s, lib, prefix+"/transactions", lib.Transactions, s.txs)
		addAll(s, lib, prefix+"/reads", lib.Reads, s.reads)
		s.addTimes(lib)
		addAll(s, lib, prefix+"/queues", lib.Queues, s.queues)
		for i := range lib.Acks {
			for _, sym := range lib.Acks[i].Func {
				s.ackOf[bareSymbol(sym)] = s.id[&lib.Acks[i]]
			}
		}
		for i := range lib.Transactions {
			for _, sym := range lib.Transactions[i].Func {
				s.txOf[bareSymbol(sym)] = s.id[&lib.Transactions[i]]
			}
		}
		for i := range lib.Effects {
			if e := &lib.Effects[i]; cmp.Or(e.Category, lib.Category) == "db" && (e.Options == "recv" || e.Filter == "recv" || e.Row == "recv") {
				for _, sym := range e.Func {
					s.chained[packageOf(sym)] = true
				}
			}
		}
		s.receivers[lib] = s.receiverOf(lib)
		for i := range lib.Messages {
			if len(lib.Messages[i].Shape) > 0 {
				s.shaped = append(s.shaped, &lib.Messages[i])
			}
		}
		for i := range lib.Effects {
			if name := lib.Effects[i].OrderIf; name != "" {
				s.orderIf[name] = true
			}
		}
		for i, h := range lib.Handlers {
			if h.DeadLetter == "none" {
				for _, sym := range h.Receive {
					sym = bareSymbol(sym)
					s.forgetful[sym[:strings.LastIndexByte(sym, '.')]] = true
				}
			}
			if len(h.Decodes) > 0 {
				s.decoders = append(s.decoders, &lib.Handlers[i])
			}
			if h.Queue != "" {
				s.consumed[h.Queue] = true
				for _, sym := range append(slices.Clone(h.Func), h.Receive...) {
					s.consumes[bareSymbol(sym)] = append(s.consumes[bareSymbol(sym)], h.Queue)
				}
			}
			for _, sym := range h.Evidence {
				if !slices.Contains(s.evidence, sym) {
					s.evidence = append(s.evidence, sym)
				}
			}
		}
	}
	return s
}

// addTimes indexes what a library says of time.
func (s *specs) addTimes(lib *catalog.Library) {
	for i := range lib.Handlers {
		for _, sym := range lib.Handlers[i].Receive {
			s.receiveOf[bareSymbol(sym)] = &lib.Handlers[i]
		}
	}
	for i := range lib.Retries {
		s.ofLibrary[&lib.Retries[i]] = lib
		for _, sym := range lib.Retries[i].Func {
			s.retryOf[bareSymbol(sym)] = &lib.Retries[i]
		}
	}
	for i := range lib.Timeouts {
		t := &lib.Timeouts[i]
		s.ofLibrary[t] = lib
		for _, sym := range t.Func {
			s.limitOf[bareSymbol(sym)] = append(s.limitOf[bareSymbol(sym)], t)
		}
		if t.Field != "" {
			s.limitAt[bareSymbol(t.Field)] = t
		}
	}
}

func addAll[T any](s *specs, lib *catalog.Library, prefix string, list []T, into map[string]*T) {
	for i := range list {
		id := fmt.Sprintf("%s/%d", prefix, i)
		s.id[&list[i]] = id
		s.libs[id] = lib
		into[id] = &list[i]
	}
}

// receiverOf is the library's own way of receiving, for deliveries that reach
// a function over a channel.
func (s *specs) receiverOf(lib *catalog.Library) string {
	first := ""
	for i := range lib.Handlers {
		id := s.id[&lib.Handlers[i]]
		if len(lib.Handlers[i].Receive) > 0 {
			return id
		}
		if first == "" {
			first = id
		}
	}
	return first
}

func (s *specs) handlerID(h *catalog.HandlerSpec) string { return s.id[h] }

func (s *specs) messageID(_ *catalog.Library, m *catalog.MessageSpec) string { return s.id[m] }

func (s *specs) message(id string) *catalog.MessageSpec { return s.messages[id] }

// ids names the parts of an entry, "" for each that is missing.
func (s *specs) ids(e *catalog.Entry) (effect, key, ack, guard, tx string) {
	if e.Effect != nil {
		effect = s.id[e.Effect]
	}
	if e.Key != nil {
		key = s.id[e.Key]
	}
	if e.Ack != nil {
		ack = s.id[e.Ack]
	}
	if e.Guard != nil {
		guard = s.id[e.Guard]
	}
	if e.Transaction != nil {
		tx = s.id[e.Transaction]
	}
	return effect, key, ack, guard, tx
}

// channelOf is the handler spec of deliveries of type elem read from a
// channel, "" if elem is no delivery.
func (s *specs) channelOf(c *catalog.Catalog, elem types.Type) string {
	spec, lib := c.Message(elem)
	if spec == nil || spec.Delivered != nil && !*spec.Delivered {
		return ""
	}
	return s.receivers[lib]
}

// bareSymbol is the full name of a function without what may differ between
// versions of a library: the pointer of its receiver and the major version.
func bareSymbol(name string) string {
	if known, ok := bareSymbols.Load(name); ok {
		return known.(string)
	}
	bare := marks.Replace(name)
	// The type parameters of a generic type: Executor[R any].Run.
	if i, j := strings.IndexByte(bare, '['), strings.LastIndexByte(bare, ']'); i > 0 && j > i {
		bare = bare[:i] + bare[j+1:]
	}
	at := packageEnd(bare)
	bare = catalog.CanonicalPath(bare[:at]) + bare[at:]
	bareSymbols.Store(name, bare)
	return bare
}

// bareSymbols memoises bareSymbol, which is asked for the same few thousand names
// again and again.
var bareSymbols sync.Map

var marks = strings.NewReplacer("(", "", "*", "", ")", "")

// packageOf is the path of a function's package, without a major version.
func packageOf(name string) string {
	name = bareSymbol(name)
	return name[:packageEnd(name)]
}

// packageEnd is where the package's path ends in the full name of a function or
// a type.
func packageEnd(name string) int {
	slash := strings.LastIndexByte(name, '/')
	dot := strings.IndexByte(name[slash+1:], '.')
	if dot < 0 {
		return len(name)
	}
	return slash + 1 + dot
}
