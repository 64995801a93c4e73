package catalog

import (
	"slices"
	"strings"
	"time"
)

// builder takes one document into the catalogue.
type builder struct {
	*document
	c    *Catalog
	errs *problems
	// module and also, its other homes, are canonical.
	module string
	also   []string
	// declared finds double statements: section and symbol to their place.
	declared map[string]Position
}

// add checks a document as far as that is possible without the library, and
// indexes it.
func (c *Catalog) add(doc *document, errs *problems) {
	b := &builder{document: doc, c: c, errs: errs, declared: make(map[string]Position)}
	c.libs = append(c.libs, doc.Library)
	b.addLibrary()
	each(doc.Handlers, b.addHandler)
	each(doc.Messages, b.addMessage)
	each(doc.Acks, b.addAck)
	each(doc.Effects, b.addEffect)
	each(doc.Keys, b.addKey)
	each(doc.Guards, b.addGuard)
	each(doc.Transactions, b.addTransaction)
	each(doc.Containers, b.addContainer)
	for i := range doc.Batches {
		b.typeName(&doc.Batches[i])
	}
	b.c.batches = append(b.c.batches, doc.Batches...)
	each(doc.Reads, b.addRead)
	each(doc.Timeouts, b.addTimeout)
	each(doc.Retries, b.addRetry)
	each(doc.Queues, b.addQueue)
}

// each calls f with the address of every element, which is what places are
// known by.
func each[T any](specs []T, f func(*T)) {
	for i := range specs {
		f(&specs[i])
	}
}

func (b *builder) fail(at Position, format string, args ...any) { b.errs.add(at, format, args...) }

func (b *builder) addLibrary() {
	if b.Library.Library == "" {
		b.fail(b.at(b.Library), "library is missing: give the client library a short name")
	}
	if b.Packages == nil {
		b.Packages = make(map[string]string)
	}
	b.module = CanonicalPath(b.Module)
	for _, path := range b.Also {
		b.also = append(b.also, CanonicalPath(path))
	}
	for _, alias := range sortedKeys(b.Packages) {
		path := b.Packages[alias]
		if b.Module == "" && !isStd(path) {
			b.fail(b.at(&b.Packages), "module is missing, but package %s is not of the standard library", path)
			break
		}
		b.libraryPackage(path)
	}
	if b.Module != "" {
		b.libraryPackage(b.Module)
	}
}

// libraryPackage notes that path, and what is below it, belongs to a library.
func (b *builder) libraryPackage(path string) {
	for _, p := range b.homes(path) {
		b.c.libraries[p] = true
	}
}

// homes returns the canonical forms of path below the module and its other
// homes.
func (b *builder) homes(path string) []string {
	path = CanonicalPath(path)
	homes := []string{path}
	for _, also := range b.also {
		if rest, ok := strings.CutPrefix(path, b.module); ok && (rest == "" || rest[0] == '/') {
			homes = append(homes, also+rest)
		}
	}
	return homes
}

// statement indexes spec under sym.
func (b *builder) statement(table map[Symbol][]*entry, sym Symbol, at Position, spec any) {
	b.c.rank++
	e := &entry{lib: b.Library, rank: b.c.rank, sym: sym, spec: spec, at: at}
	key := sym.key()
	for _, home := range b.homes(sym.Path) {
		key.Path = home
		table[key] = append(table[key], e)
	}
}

// once reports a second statement about sym in one section of a document.
func (b *builder) once(section string, sym Symbol, at Position) {
	key := section + " " + sym.String()
	if first, ok := b.declared[key]; ok {
		b.fail(at, "%s already stands in %s at line %d", sym, section, first.Line)
	}
	b.declared[key] = at
}

// symbol parses *text and writes it back with its full import path. The
// reference returned is checked against the library when it is seen.
func (b *builder) symbol(text *string, parse func(string, map[string]string) (Symbol, error)) *reference {
	at := b.at(text)
	sym, err := parse(*text, b.Packages)
	if err != nil {
		b.fail(at, "%v", err)
		return nil
	}
	if b.Module == "" && !isStd(sym.Path) {
		b.fail(at, "module is missing, but %s is not of the standard library", sym)
	}
	*text = sym.String()
	ref := &reference{document: b.document, sym: sym, at: at}
	for _, home := range b.homes(sym.Path) {
		b.c.refs[home] = append(b.c.refs[home], ref)
		b.c.paths[home] = true
	}
	return ref
}

// function, typeName and optional are symbol for a function, a type, and for
// one that may be left out.
func (b *builder) function(text *string) *reference {
	ref := b.symbol(text, parseSymbol)
	if ref != nil {
		ref.want = wantFunc
	}
	return ref
}

func (b *builder) typeName(text *string) *reference {
	ref := b.symbol(text, parseSymbol)
	if ref != nil {
		ref.want = wantType
		if ref.sym.Recv != "" {
			b.fail(ref.at, "%s is a method, want a type", *text)
		}
	}
	return ref
}

// functions indexes spec, of a section, under each function named.
func (b *builder) functions(section string, names Names, spec any, check checker) {
	for i := range names {
		ref := b.function(&names[i])
		if ref == nil {
			continue
		}
		ref.check = check
		b.statement(b.c.funcs, ref.sym, ref.at, spec)
		if section != "handlers" {
			b.once(section, ref.sym, ref.at)
		}
	}
}

// oneOf checks a word of an enumeration; empty is allowed.
func (b *builder) oneOf(key string, word *string, allowed ...string) {
	if *word != "" && !slices.Contains(allowed, *word) {
		b.fail(b.at(word), "%s is %q%s (allowed: %s)", key, *word, suggest(*word, allowed), strings.Join(allowed, ", "))
	}
}

// duration checks a Go duration, or one of some words.
func (b *builder) duration(key string, text *string, words ...string) {
	if *text == "" || slices.Contains(words, *text) {
		return
	}
	if _, err := time.ParseDuration(*text); err != nil {
		b.fail(b.at(text), "%s is %q, want a duration such as 30s, 5m, 24h%s", key, *text, orWords(words))
	}
}

func orWords(words []string) string {
	if len(words) == 0 {
		return ""
	}
	return ", or " + strings.Join(words, ", ")
}
