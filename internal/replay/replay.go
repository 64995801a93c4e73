// Package replay simulates crash and redelivery over the steps of one handler.
//
// A [Program] is a graph of steps: effects, guards, transactions, acks. Simulate
// runs every [Schedule] over it and says for each effect whether it happens
// once, twice, is lost, parked, or stuck, with the shortest run that shows it.
// The package knows no Go code, no library and no broker: what a call means has
// been decided by whoever built the program.
//
// # What survives
//
// Effects, and the records of guards, are durable as soon as their step is
// done. Inside a transaction of the same store they become so at its outermost
// commit, all or none; an effect in another store is not protected. A
// transaction that is still open when the handler returns is rolled back. Process memory (a volatile
// guard, an open transaction, a spawned branch) ends with the process.
//
// # Keys
//
// Occurrences of an effect are the same one when they have the same [Node.Ref]
// and [Node.Item] and their keys have the same value and the key is still
// remembered. See [KeyClass] for when two values are equal. A naturally
// idempotent effect counts once whatever happens.
//
// # Time
//
// Two clocks are kept apart. The time steps take is counted against the lease
// only: it decides where a copy can be overtaken. The lifetimes of records and
// keys are counted from delivery to delivery, and a delivery takes no time of
// theirs: a redelivery comes at once, before anything expires, except under
// [Late], under [Overlap] (one lease later) and where a delivery that was
// refused and left nothing behind is repeated until a record expires, as long
// as the retry limit and the window of the broker allow it.
//
// A claim that a dead delivery left behind is held until it expires. While it is
// held, what the handler answers decides: an ack loses the message, an error has
// it delivered again until the claim expires, or the retries end: parked, lost
// or stuck. A lock that every run releases recognises no repeat.
//
// # Concurrency
//
// A spawned branch and the handler that goes on run one after the other, in
// either order, not mixed; the message can be acked before the branch has begun.
// Under [Overlap] the second copy runs from start to end at one point of the
// first. A claim whose record the other copy has in an open transaction waits for
// that transaction; where both wait, the store lets the first copy's claim fail.
// A redelivery meets an empty memory after a crash; after other faults both that
// of the first delivery's worker and that of another one are tried.
//
// # Which runs count
//
// A choice of the opaque conditions under which the handler, without any fault,
// does not have the message forgotten is a refusal and no clean run: only the
// fate of the message under [Poison] is read from it. In all other runs an effect
// is due when the clean run of every delivery in the schedule does it; one that is
// not due may happen twice but is never lost. There is one fault in a run.
// An effect that happened once is Once even if the message is then parked or
// stuck: that is in [Table.Message].
//
// A message that nothing can help any more goes where the broker sends it after
// the last retry. Where that is not known the outcome is marked unsure, and is
// the mildest the known facts leave: parked rather than lost, stuck only where no
// limit is known.
package replay

import (
	"fmt"
	"math"
	"time"
)

// Unbounded is a duration without an end: a call without a deadline, a lease
// that a heartbeat keeps.
const Unbounded = time.Duration(math.MaxInt64)

// Kind is what a step does.
type Kind uint8

// The kinds of steps.
const (
	Effect   Kind = iota + 1 // changes the world, once per key
	Claim                    // takes a guard's record atomically: taken or held
	Check                    // asks whether a guard's record is there
	Mark                     // writes a guard's record
	Release                  // removes a guard's record
	Begin                    // opens a transaction of Store
	Commit                   // makes what happened in it durable
	Rollback                 // forgets what happened in it
	Ack                      // tells the broker a Verdict; the handler goes on
	Return                   // ends the handler with a Verdict
	Extend                   // renews the lease
	Wait                     // sleeps, or makes a call that changes nothing
	Spawn                    // starts a branch that runs on beside the handler
	Branch                   // goes one way or another for a reason not known
)

var kinds = [...]string{
	Effect: "effect", Claim: "claim", Check: "check", Mark: "mark", Release: "release",
	Begin: "begin", Commit: "commit", Rollback: "rollback", Ack: "ack", Return: "return",
	Extend: "extend", Wait: "wait", Spawn: "spawn", Branch: "branch",
}

func (k Kind) String() string { return name(kinds[:], int(k)) }

// guards reports whether steps of this kind work on a guard's record.
func (k Kind) guards() bool { return k >= Claim && k <= Release }

// KeyClass says when two values of a key are equal.
type KeyClass uint8

// The classes of keys.
const (
	NoKey       KeyClass = iota // there is none: never equal
	Business                    // equal for the same business event
	Transport                   // equal until the producer publishes again
	PerDelivery                 // equal within one delivery: receipt handle, an id minted once per delivery
	Fresh                       // minted with every call: never equal
	Constant                    // equal for every message
)

var keyClasses = [...]string{
	NoKey: "none", Business: "business", Transport: "transport",
	PerDelivery: "per-delivery", Fresh: "fresh", Constant: "constant",
}

func (k KeyClass) String() string { return name(keyClasses[:], int(k)) }

// recurs reports whether a later delivery of the message has an equal key.
func (k KeyClass) recurs() bool { return k == Business || k == Transport || k == Constant }

// MarshalText writes the class by name.
func (k KeyClass) MarshalText() ([]byte, error) { return []byte(k.String()), nil }

// Verdict is what an ack, or the end of the handler, makes of the message. Only
// the first one counts, apart from Leave.
type Verdict uint8

// The verdicts.
const (
	Leave      Verdict = iota // nothing is said; see AckMode
	Forget                    // acked: the broker forgets it
	Redeliver                 // the broker delivers it again
	DeadLetter                // moved where somebody can find it
	Drop                      // thrown away unhandled
)

var verdicts = [...]string{
	Leave: "leave", Forget: "forget", Redeliver: "redeliver", DeadLetter: "dead letter", Drop: "drop",
}

func (v Verdict) String() string { return name(verdicts[:], int(v)) }

// MarshalText writes the verdict by name.
func (v Verdict) MarshalText() ([]byte, error) { return []byte(v.String()), nil }

// Answer labels an edge: what the step yielded.
type Answer uint8

// The answers. Where an answer other than OK has no edge the handler does not
// look at it, and goes on as after OK; where OK has none either, the branch or
// the handler ends there.
const (
	OK      Answer = iota // done; a claim: taken; a check: unmarked
	Held                  // a claim: held already; a check: marked
	Failed                // an error
	Spawned               // the first step of a spawned branch

	Taken    = OK
	Unmarked = OK
	Marked   = Held
)

const firstChoice = Spawned + 1

// Choice is the answer of a branch that goes way i, counted from 0.
func Choice(i int) Answer { return firstChoice + Answer(i) }

var answers = [...]string{OK: "ok", Held: "held", Failed: "failed", Spawned: "spawned"}

func (a Answer) String() string {
	if a >= firstChoice {
		return fmt.Sprintf("choice %d", a-firstChoice)
	}
	return answers[a]
}

// MarshalText writes the answer by name.
func (a Answer) MarshalText() ([]byte, error) { return []byte(a.String()), nil }

// Node is one step, as met on some paths through the handler.
type Node struct {
	Kind  Kind
	Label string // as the user wrote it: rdb.SetNX(order:…), gateway.Capture, return nil

	// Ref is the caller's own number for the step. Nodes with the same Ref are
	// the same step of the source, met on another path, in another turn of a
	// loop or as another attempt.
	Ref int
	// Item tells the turns of a loop apart that work on different things. The
	// attempts of a retry work on the same one and share their Item.
	Item int

	Key     KeyClass      // of an effect, or of a guard's record
	Lasts   time.Duration // the key is remembered, the record lives, the lease is extended for so long; 0: no end is known
	Takes   time.Duration // upper bound of the time the step needs; Unbounded if there is none
	CanFail bool          // effects, guards, commits, acks and waits

	Store    string // transactions: which; effects and guards: where the result is kept, "" outside any
	Natural  bool   // effects: a repeat does no harm
	Relative bool   // effects: builds on the value before
	Guard    int    // guards: which, from 1
	Volatile bool   // guards: the record is in process memory

	Verdict Verdict // acks and returns

	Cond    int  // branches: the condition's number, from 0; nodes with the same one choose alike
	Choices int  // branches: how many ways there are
	Free    bool // branches: the condition depends on more than the message, so another delivery may choose otherwise
}

// AckMode says when a broker takes a message for handled.
type AckMode uint8

// The modes.
const (
	AckByReturn AckMode = iota // by the verdict of Return
	AckExplicit                // by an Ack step; the lease of a message that is left ends, and it is delivered again
	AckFirst                   // before the handler starts
	AckByPoll                  // by a later commit: it passes every message that is left before it
)

var ackModes = [...]string{AckByReturn: "return", AckExplicit: "explicit", AckFirst: "first", AckByPoll: "poll"}

func (m AckMode) String() string { return name(ackModes[:], int(m)) }

// Fact is something known to be there, known not to be, or neither.
type Fact uint8

// The facts.
const (
	Unknown Fact = iota
	Present
	Absent
)

// Unlimited is the retry limit of a broker that delivers for ever.
const Unlimited = -1

// Broker is what is known of the queue a handler consumes. The zero value knows
// nothing.
type Broker struct {
	Ack        AckMode
	Limit      int           // deliveries a message gets, the first included; Unlimited; 0 unknown
	DeadLetter Fact          // where a message goes after the last one; Absent: it is discarded
	Lease      time.Duration // how long a delivery has until the next; 0 unknown
	Spacing    time.Duration // the time from a refused delivery to the next; 0 unknown
	Window     time.Duration // retention or redrive: how long after the first delivery there may be another; 0 unknown
}

func name(names []string, i int) string {
	if i < 0 || i >= len(names) || names[i] == "" {
		return fmt.Sprintf("%d?", i)
	}
	return names[i]
}
