// Package catalog holds what is known of client libraries: which calls
// register handlers, which change the world, where a key goes, what a message
// carries. The knowledge is data (libraries/*.yml and the user's own
// documents); this package reads it strictly and answers questions about the
// functions and types of a type-checked program.
package catalog

import (
	"go/types"
	"maps"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
)

// Catalog answers what is known of a function or type. It is safe for
// concurrent use.
type Catalog struct {
	libs []*Library
	hash string
	rank int // of the last statement

	// All keyed by canonical symbols, as written in the documents.
	funcs      map[Symbol][]*entry
	messages   map[Symbol][]*entry
	params     map[Symbol][]*entry
	converts   map[Symbol][]*entry
	fields     map[Symbol][]*entry
	interfaces []InterfaceHandler
	ins, outs  []string // types that mark parameter and result structs of containers
	batches    []string // types whose methods only queue a command
	retryTexts []string // what makes clients retry by what they are told
	patterns   []*pattern
	everywhere bool // some pattern names no packages

	// By canonical import path.
	refs      map[string][]*reference
	paths     map[string]bool // packages some symbol is written with
	brokers   map[string]bool
	libraries map[string]bool

	mu      sync.Mutex // guards writes to bound, index and found
	bound   sync.Map   // import paths whose symbols are resolved
	index   atomic.Pointer[index]
	found   problems
	handler map[*HandlerSpec]*Library
}

// entry is one statement of a document about one symbol.
type entry struct {
	lib  *Library
	rank int    // later documents and later entries have a higher one
	sym  Symbol // as written: with the major version
	spec any    // *HandlerSpec, *EffectSpec, ...
	at   Position
}

// index holds what was learned by looking at packages. It is never changed:
// Bind replaces it, and with it the answers memoised so far.
type index struct {
	// written maps a declaring symbol to the symbols documents call it by: an
	// alias of its type, the type that embeds its receiver.
	written map[Symbol][]Symbol
	// paths are the packages of those declaring symbols.
	paths map[string]bool
	// narrow maps name and signature of a bound method to it.
	narrow map[string]method
	// header returns the first lines of the file that declares a function.
	header func(*types.Func) string

	funcs    sync.Map // *types.Func → *Entry
	narrowed sync.Map // *types.Func → *Entry, of users' interfaces
}

// with returns a copy that has answered nothing yet.
func (x *index) with() *index {
	return &index{written: maps.Clone(x.written), paths: maps.Clone(x.paths), narrow: maps.Clone(x.narrow), header: x.header}
}

// method is a catalogued method as some package declares it.
type method struct {
	sym Symbol
	sig *types.Signature
}

// Entry is all that is known of one function.
type Entry struct {
	// Lib is the document the entry, or most of it, comes from.
	Lib *Library
	// Sig is the signature the parameter names below are of. It differs from
	// the asked function's only in names (see Narrow).
	Sig *types.Signature

	Handlers    []*HandlerSpec
	Receive     *HandlerSpec
	Effect      *EffectSpec
	Key         *KeySpec
	Guard       *GuardSpec
	Ack         *AckSpec
	Transaction *TransactionSpec
	Container   *ContainerSpec
	Read        *ReadSpec
	Queue       *QueueSpec
}

// InterfaceHandler is an interface whose implementations handle messages.
type InterfaceHandler struct {
	Lib  *Library
	Spec *HandlerSpec
	Path string // import path, as written
	Name string
}

// Libraries returns the documents in the order in which they were loaded.
func (c *Catalog) Libraries() []*Library { return c.libs }

// Hash identifies the catalogue's content, for cache keys.
func (c *Catalog) Hash() string { return c.hash }

// Packages returns the import paths that documents name, as written; one ending
// in /... stands for all packages below it.
func (c *Catalog) Packages() []string {
	paths := make(map[string]bool)
	for _, lib := range c.libs {
		for _, path := range lib.Packages {
			paths[path] = true
		}
	}
	for _, refs := range c.refs {
		for _, ref := range refs {
			paths[ref.sym.Path] = true
		}
	}
	for _, p := range c.patterns {
		for _, path := range p.written {
			paths[path] = true
		}
	}
	return sortedKeys(paths)
}

// Injected reports whether a container fills structs that embed the type field
// by field, and Provided whether it takes their fields apart.
func (c *Catalog) Injected(t *types.TypeName) bool { return c.isAny(c.ins, t) }

// Provided is explained at Injected.
func (c *Catalog) Provided(t *types.TypeName) bool { return c.isAny(c.outs, t) }

// Batched reports whether calls on a value of the type only queue a command.
func (c *Catalog) Batched(t *types.TypeName) bool { return c.isAny(c.batches, t) }

func (c *Catalog) isAny(symbols []string, t *types.TypeName) bool {
	return slices.ContainsFunc(symbols, func(s string) bool { return c.Is(s, t) })
}

// Interfaces returns the interfaces whose implementations are handlers.
func (c *Catalog) Interfaces() []InterfaceHandler { return c.interfaces }

// IsBroker reports whether importing the package is a sign of consuming
// messages. Packages of the standard library are not: net/http serves pages
// far more often than push deliveries, and what makes it one has a package of
// its own in Evidence.
func (c *Catalog) IsBroker(importPath string) bool {
	return c.brokers[CanonicalPath(importPath)]
}

// IsRetrier reports whether the package belongs to a library that repeats what
// it is given: its importers are looked at for blind retries.
func (c *Catalog) IsRetrier(importPath string) bool {
	return slices.ContainsFunc(c.libs, func(lib *Library) bool {
		// What only a text makes retry is found by the text: see RetryTexts.
		made := func(s string) bool { return !strings.Contains(s, "=") }
		if len(lib.Retries) == 0 && !slices.ContainsFunc(lib.Effects, func(e EffectSpec) bool { return e.Blind || slices.ContainsFunc(e.BlindIf, made) }) {
			return false
		}
		path := CanonicalPath(importPath)
		return slices.ContainsFunc(append([]string{lib.Module}, lib.Also...), func(m string) bool {
			m = CanonicalPath(m)
			return path == m || strings.HasPrefix(path, m+"/")
		})
	})
}

// RetryTexts lists texts of which a package that makes a client retry contains one:
// retryPolicy.
func (c *Catalog) RetryTexts() []string { return c.retryTexts }

// Envelopes lists texts of which a package that decodes a message's envelope, but
// imports no library for it, contains one: `json:"subscription`.
func (c *Catalog) Envelopes() []string {
	var out []string
	for _, lib := range c.libs {
		for _, h := range lib.Handlers {
			if n := len(h.Decodes); n > 0 {
				key := h.Decodes[n-1]
				out = append(out, `json:"`+key[strings.LastIndexByte(key, '.')+1:])
			}
		}
	}
	return out
}

// IsLibrary reports whether the package belongs to a catalogued library: to
// the packages a document names, to its module, or to what is below.
func (c *Catalog) IsLibrary(importPath string) bool {
	path := CanonicalPath(importPath)
	for {
		if c.libraries[path] {
			return true
		}
		at := strings.LastIndexByte(path, '/')
		if at < 0 {
			return false
		}
		path = path[:at]
	}
}

// LibraryOf returns the document a handler specification stands in.
func (c *Catalog) LibraryOf(spec *HandlerSpec) *Library { return c.handler[spec] }

// Func returns what is known of fn, or nil. It looks at the declaration:
// instances of a generic function share an entry, and a promoted method is
// known by the type that declares it, see Bind.
func (c *Catalog) Func(fn *types.Func) *Entry {
	if fn.Pkg() == nil || !c.speaksOf(fn.Pkg()) {
		return nil
	}
	fn = fn.Origin()
	index := c.index.Load()
	if e, ok := index.funcs.Load(fn); ok {
		return e.(*Entry)
	}
	e := c.lookup(index, fn)
	index.funcs.Store(fn, e)
	return e
}

// Var returns what is known of a package variable that holds a function.
func (c *Catalog) Var(v *types.Var) *Entry {
	sig, ok := v.Type().Underlying().(*types.Signature)
	if !ok || v.Pkg() == nil || v.Parent() != v.Pkg().Scope() || !c.speaksOf(v.Pkg()) {
		return nil
	}
	sym := SymbolOf(v)
	return newEntry(sig, statements(c.funcs, c.index.Load(), sym))
}

// speaksOf reports whether any document may know a function of the package,
// whose own symbols are resolved on the way.
func (c *Catalog) speaksOf(pkg *types.Package) bool {
	path := CanonicalPath(pkg.Path())
	if c.paths[path] {
		// Of an incomplete package there is nothing to learn that Bind will
		// not see too.
		if pkg.Complete() {
			c.bindOne(pkg)
		}
		return true
	}
	if c.index.Load().paths[path] {
		return true
	}
	if c.everywhere && !isStd(path) {
		return true
	}
	return slices.ContainsFunc(c.patterns, func(p *pattern) bool { return !p.everywhere && p.inPackage(path) })
}

// lookup assembles fn's entry. A statement about the function itself is
// stronger than a pattern.
func (c *Catalog) lookup(index *index, fn *types.Func) *Entry {
	sym := SymbolOf(fn)
	if sym.Name == "" {
		return nil
	}
	entries := c.matching(index, fn)
	slices.SortStableFunc(entries, weaker(sym.Path))
	return newEntry(fn.Signature(), append(entries, statements(c.funcs, index, sym)...))
}

// statements returns what table says of sym under any of its names, the weakest
// statement first.
func statements(table map[Symbol][]*entry, index *index, sym Symbol) []*entry {
	entries := slices.Clone(table[sym.key()])
	for _, written := range index.written[sym.key()] {
		entries = append(entries, table[written]...)
	}
	slices.SortStableFunc(entries, weaker(sym.Path))
	return entries
}

// weaker orders entries so that the one to believe comes last: one written
// for the very major version of path, then the later one.
func weaker(path string) func(a, b *entry) int {
	exact := func(e *entry) int {
		if e.sym.Path == path {
			return 1
		}
		return 0
	}
	return func(a, b *entry) int {
		if d := exact(a) - exact(b); d != 0 {
			return d
		}
		return a.rank - b.rank
	}
}

// newEntry merges statements, of which later ones override earlier ones.
func newEntry(sig *types.Signature, entries []*entry) *Entry {
	if len(entries) == 0 {
		return nil
	}
	merged := &Entry{Sig: sig}
	var handlers *Library
	for _, e := range entries {
		merged.Lib = e.lib
		switch spec := e.spec.(type) {
		case *HandlerSpec:
			// A function may take several handlers, but two documents that
			// speak of the same one do not add up.
			if handlers != e.lib {
				handlers, merged.Handlers, merged.Receive = e.lib, nil, nil
			}
			if len(spec.Receive) > 0 {
				merged.Receive = spec
			} else {
				merged.Handlers = append(merged.Handlers, spec)
			}
		case *EffectSpec:
			merged.Effect = spec
		case *KeySpec:
			merged.Key = spec
		case *GuardSpec:
			merged.Guard = spec
		case *AckSpec:
			merged.Ack = spec
		case *TransactionSpec:
			merged.Transaction = spec
		case *ContainerSpec:
			merged.Container = spec
		case *ReadSpec:
			merged.Read = spec
		case *QueueSpec:
			merged.Queue = spec
		}
	}
	return merged
}

// Is reports whether a symbol of a loaded document (an element of Evidence,
// a KeyPlace's Option) names obj.
func (c *Catalog) Is(symbol string, obj types.Object) bool {
	if fn, ok := obj.(*types.Func); ok {
		obj = fn.Origin()
	}
	sym := SymbolOf(obj)
	if sym.Name == "" || !c.speaksOf(obj.Pkg()) {
		return false
	}
	want, err := parseSymbol(symbol, nil) // Load wrote it in full
	if err != nil {
		return false
	}
	return want.key() == sym.key() || slices.Contains(c.index.Load().written[sym.key()], want.key())
}

// SetHeader tells the catalogue how to read the first lines of the file that
// declares a function; patterns for generated code match nothing before.
func (c *Catalog) SetHeader(header func(*types.Func) string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	next := c.index.Load().with()
	next.header = header
	c.index.Store(next)
}
