// Package model is what idemlint knows about a program: which functions handle
// deliveries, which effects a delivery reaches through helpers, interfaces and
// wiring, and what recognises a repeat of each.
//
// Rules ask a Model; they never look at code themselves. Every answer may be
// unknown, and unknown is silent.
package model

import (
	"iter"
	"slices"

	"github.com/idemlint/idemlint/internal/finding"
	"github.com/idemlint/idemlint/internal/infra"
	"github.com/idemlint/idemlint/internal/replay"
)

// Model answers questions about the handlers visible from one package.
type Model struct {
	handlers   []*Handler
	retried    []Retried
	consumers  []*Handler // those whose queue is decided here
	facts      *infra.Facts
	directives []finding.Directive
}

// Silenced reports whether a directive visible from the package silences the
// finding: at its place, or at a place of its path.
func (m *Model) Silenced(f finding.Finding) bool {
	kept, _ := finding.Suppress([]finding.Finding{f}, m.directives)
	return len(kept) == 0
}

// Handlers yields the handlers, in source order.
func (m *Model) Handlers() iter.Seq[*Handler] {
	if m == nil {
		return func(func(*Handler) bool) {}
	}
	return slices.Values(m.handlers)
}

// Handler is code that runs once per delivery.
type Handler struct {
	Name       string // orders.(*Consumer).Handle
	Package    string // import path
	Library    string // the catalogue's short name of the consumer library
	Broker     string
	Place      finding.Place
	Ack        string // explicit, return, receive, poll, after, none
	Lease      string
	Retries    string
	DeadLetter string
	Ordered    bool // messages of one key come in the order in which they were sent
	Effects    []*Effect
	Dynamic    []Dynamic
	// Duration is how long one delivery may take at worst.
	Duration Duration

	// Table is what crashes and redeliveries make of the handler, nil where its
	// paths could not be followed.
	Table *replay.Table

	contract *Contract
	variants []variant
	// siblings: what the handler receives is handed to other handlers, too.
	siblings bool
	links    []Link
	unlinked string // why there are no links
	linker   *linker
	fn       *Fn
	fate     fate // what it does with what fails
	wrapped  wrapping
	program  *program
	guards   []Guard
	handed   []Loss        // of messages acked while another goroutine has them
	early    bool          // acked by a call before any effect
	acked    finding.Place // where it is decided that the message is acked early
}

// AckedFirst reports whether the message is gone before the handler's effects
// happen: then only a republish repeats them.
func (h *Handler) AckedFirst() bool { return h.Ack == "receive" || h.Ack == "none" || h.early }

// Dynamic is a call whose callee only the wiring decides.
type Dynamic struct {
	Call     string
	Place    finding.Place
	Resolved []string // the functions it was resolved to
	Outside  string   // the type outside of the program it goes to
	Reason   string   // why there are none
}

// Effect is a call that changes the world, as one handler reaches it.
type Effect struct {
	Handler  *Handler
	Library  string
	Call     string // as written: w.sc.V1Refunds.Create
	Func     string // paymentintent.New
	Category string
	Does     string
	Place    finding.Place
	Path     []finding.Place // from the handler to the call

	Key       Key
	Natural   string // why a repeat does no harm, "" if it does
	Relative  bool   // builds on the value before: stock = stock - 1
	Guarded   bool   // only reached when outside state about this message allows it
	Claim     bool   // is itself an atomic claim
	Uncertain bool   // a key may be there that the model cannot see
	Medium    bool   // judged without a schema
	BodyID    bool   // a publish whose body carries a business id
	SQL       bool
	AutoKey   bool
	Transient bool // nobody keeps what is sent
	Loop      bool
	Spawned   bool
	Row       string
	// Order is the key by which the broker keeps a publish in order. Orderly says
	// that there is a place for one, and that the model saw what stands there.
	Order   Key
	Orderly bool
	Sorted  bool // the publisher was told to keep an order
	// ToSender is set for a request to an address the message names, Authorizes
	// for a payment that is only captured later.
	ToSender   bool
	Authorizes bool

	table   string // what is written to, and the function that does it: names that say what for
	deletes bool
	refused bool    // a write that is refused where nothing is left: an insert, a condition
	behind  string  // the faulty guard that should protect it
	swaps   *demand // compares and sets this: once done, it finds no row
	inserts bool    // changes only a row it adds
	unasked bool    // does nothing where the row is there, and nobody asks whether it did
	partial bool    // entries can fail without an error, and nobody looks
	remedy  *finding.Remedy
	on      *Val // what the call is made on
	tx      txID // the transaction it runs in
}

// Key is the value that lets the other side recognise a repeat.
type Key struct {
	Given     bool
	What      string // where it stands: field IdempotencyKey, column id
	Class     Class
	Sometimes bool // only on some paths (a fallback)
	Source    SourceRef
	Origin    Origin

	text []string // what it is written as, … for the parts that differ; empty where it cannot be read
	turn string   // what the call takes from the turn of a loop, and the key does not
}
