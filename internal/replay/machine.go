package replay

import (
	"fmt"
	"slices"
	"time"
)

// fate is what has become of a message.
type fate uint8

const (
	pending   fate = iota
	forgotten      // acked, or passed by a later commit
	dropped        // thrown away, discarded, or too old
	parked         // dead-lettered
	stuck          // delivered for ever, or held for ever
)

// fault is what goes wrong with a step.
type fault uint8

const (
	none      fault = iota
	cleanly         // it does not happen and yields an error
	ambiguous       // it happens and yields an error
)

// world is what outlives a delivery: the broker, the stores, the effects.
type world struct {
	done    []done
	records []record
	fate    fate
	unsure  bool // whether the fate depends on a fact not known
	message int  // the transport identity of the message: 1, or 2 after a republish
	copies  int  // deliveries of any message so far
	tries   int  // deliveries of this message so far
	now     time.Duration
	past    []visit // what was run before a fault: shared, never changed
	trace   []visit // and since
	settled int     // the visit that gave the message its fate; -1: none, or before the first; past the end: the broker by itself
}

// done counts one occurrence.
type done struct {
	count   uint8 // up to 2
	key     int   // the value of the first one's key
	expires time.Duration
	first   int // the visit, of the effect or the commit, that made it one
	second  int // and two
}

// record is a guard's record.
type record struct {
	slot    int
	key     keyValue
	worker  int // whose memory it is in, 0 for durable ones
	expires time.Duration
}

// keyValue is a value of a key; two are equal when both fields are.
type keyValue struct {
	class KeyClass
	value int
}

// visit is a step as it was run.
type visit struct {
	now    time.Duration
	node   NodeID
	copy   int32 // the delivery, from 1
	answer Answer
	fault  fault
}

// delivery is one copy of the message on its way through the handler.
type delivery struct {
	number  int // from 1
	message int
	worker  int // the process it runs in
	side    int // which choices it meets: 0 the first delivery's, 1 the others'
	strands []strand
	open    []int    // transactions begun and not ended, by store
	pending []NodeID // done inside them
	spent   time.Duration
	lease   time.Duration
}

// strand is the handler itself or a branch it spawned. They run one after the
// other, in either order: the last in the list first.
type strand struct {
	node    NodeID
	spawned bool
}

// copyFrom makes w a copy of a world, whose trace becomes its past.
func (w *world) copyFrom(from *world) {
	done, records, trace := w.done, w.records, w.trace
	*w = *from
	w.done = append(done[:0], from.done...)
	w.records = append(records[:0], from.records...)
	w.past, w.trace = from.trace, trace[:0]
}

// keep makes w a copy of what is durable in a world.
func (w *world) keep(from *world) {
	w.done = append(w.done[:0], from.done...)
	w.records = append(w.records[:0], from.records...)
	w.fate, w.now = from.fate, from.now
}

// visits is the number of steps run.
func (w *world) visits() int { return len(w.past) + len(w.trace) }

func (d *delivery) copyFrom(from *delivery) {
	strands, open, pending := d.strands, d.open, d.pending
	*d = *from
	d.strands = append(strands[:0], from.strands...)
	d.open = append(open[:0], from.open...)
	d.pending = append(pending[:0], from.pending...)
}

// forget empties the memory of a worker that died.
func (w *world) forget(worker int) {
	w.records = slices.DeleteFunc(w.records, func(r record) bool { return r.worker == worker })
}

// reset makes w the world before anything happened.
func (w *world) reset(p *Program) {
	*w = world{
		done: w.done[:0], records: w.records[:0], trace: w.trace[:0],
		message: 1, settled: -1,
	}
	for range p.occs {
		w.done = append(w.done, done{})
	}
}

// start delivers the message to a worker.
func (s *simulation) start(w *world, d *delivery, worker, side int) {
	p := s.p
	w.copies++
	w.tries++
	*d = delivery{
		number: w.copies, message: w.message, worker: worker, side: side, lease: p.broker.Lease,
		strands: append(d.strands[:0], strand{node: p.entry}), open: d.open[:0], pending: d.pending[:0],
	}
	for range p.stores {
		d.open = append(d.open, 0)
	}
	if p.broker.Ack == AckFirst {
		w.settle(Forget)
		w.settled = -1
	}
}

// settle gives the message the fate a verdict means, unless it has one.
func (w *world) settle(v Verdict) {
	if w.fate != pending {
		return
	}
	switch v {
	case Forget:
		w.fate = forgotten
	case Drop:
		w.fate = dropped
	case DeadLetter:
		w.fate = parked
	default:
		return
	}
	w.settled = w.visits()
}

// at returns the step a delivery is at, NoNode when it has ended.
func (d *delivery) at() NodeID {
	if len(d.strands) == 0 {
		return NoNode
	}
	return d.strands[len(d.strands)-1].node
}

// step runs the step a delivery is at, with a fault.
func (s *simulation) step(w *world, d *delivery, f fault) {
	s.steps++
	id := d.at()
	n := &s.p.nodes[id]
	v := visit{node: id, copy: int32(d.number), fault: f, now: w.now}
	failed := f != none
	d.spent = add(d.spent, n.Takes)
	switch n.Kind {
	case Effect, Mark, Release:
		if f != cleanly {
			s.do(w, d, id)
		}
	case Claim:
		switch {
		case failed:
		case s.marked(w, d, id):
			v.answer = Held
		default:
			s.do(w, d, id)
		}
	case Check:
		if !failed && s.marked(w, d, id) {
			v.answer = Held
		}
	case Begin:
		d.open[s.p.storeOf[id]]++
	case Commit:
		s.commit(w, d, id, f)
	case Rollback:
		s.rollback(d, s.p.storeOf[id])
	case Ack:
		if !failed {
			w.settle(n.Verdict)
		}
	case Extend:
		d.spent, d.lease = 0, n.Lasts
		if n.Lasts == 0 {
			d.lease = Unbounded
		}
	case Branch:
		v.answer = Choice(s.choose(s.p.condOf[id], d.side))
	}
	if failed {
		v.answer = Failed
	}
	if n.Kind == Return {
		s.returns(w, d, n.Verdict)
	}
	w.trace = append(w.trace, v)
	s.follow(w, d, id, v.answer)
	if w.visits() > maxRun {
		s.cut(fmt.Sprintf("a run of more than %d steps", maxRun))
		s.endless = true
		d.strands = d.strands[:0]
	}
}

// follow moves the running strand on.
func (s *simulation) follow(w *world, d *delivery, id NodeID, a Answer) {
	top := &d.strands[len(d.strands)-1]
	top.node = s.p.next(id, a)
	if s.p.nodes[id].Kind == Spawn {
		branch := strand{s.p.next(id, Spawned), true}
		d.strands = append(d.strands, branch)
		if s.choose(s.p.condOf[id], d.side) == handlerFirst {
			last := len(d.strands) - 1
			d.strands[last-1], d.strands[last] = branch, d.strands[last-1]
		}
	}
	said := s.p.nodes[id].Kind == Return
	for len(d.strands) > 0 && d.at() == NoNode {
		if !said { // a handler that ends without a Return says nothing
			s.returns(w, d, Leave)
		}
		d.strands = d.strands[:len(d.strands)-1]
		said = false
	}
	if len(d.strands) == 0 {
		s.rollbackAll(d)
	}
}

// The choices of a Spawn.
const (
	handlerFirst = iota
	branchFirst
)

// returns ends the handler, or a spawned branch, which has no verdict.
func (s *simulation) returns(w *world, d *delivery, v Verdict) {
	if d.strands[len(d.strands)-1].spawned {
		return
	}
	s.rollbackAll(d)
	if v == Leave && s.p.broker.Ack == AckByPoll {
		v = Forget
	}
	w.settle(v)
}

// do makes the result of a step durable, now or with the transaction it stands
// in.
func (s *simulation) do(w *world, d *delivery, id NodeID) {
	if store := s.p.storeOf[id]; store >= 0 && d.open[store] > 0 {
		d.pending = append(d.pending, id)
		return
	}
	s.apply(w, d, id)
}

func (s *simulation) apply(w *world, d *delivery, id NodeID) {
	n := &s.p.nodes[id]
	key := value(n.Key, d)
	expires := until(w.now, n.Lasts)
	slot := s.p.slotOf[id]
	if n.Kind == Effect {
		o := &w.done[slot]
		known := n.Natural || key.comparable() && o.key == key.value && w.now < o.expires
		switch {
		case o.count == 0:
			*o = done{count: 1, key: key.value, expires: expires, first: w.visits()}
		case !known && o.count == 1:
			o.count, o.second = 2, w.visits()
		}
		return
	}
	if !key.comparable() {
		return
	}
	at := w.find(slot, key, n.worker(d))
	switch {
	case n.Kind == Release && at >= 0:
		w.records = slices.Delete(w.records, at, at+1)
	case n.Kind == Release:
	case at >= 0:
		w.records[at].expires = expires
	default:
		w.records = append(w.records, record{slot: slot, key: key, worker: n.worker(d), expires: expires})
	}
}

// worker returns whose memory a guard's record is in: 0 for a durable one.
func (n *Node) worker(d *delivery) int {
	if n.Volatile {
		return d.worker
	}
	return 0
}

// value is the value of a key of a class in a delivery.
func value(c KeyClass, d *delivery) keyValue {
	switch c {
	case Transport:
		return keyValue{c, d.message}
	case PerDelivery:
		return keyValue{c, d.number}
	}
	return keyValue{class: c}
}

// comparable reports whether another value can be equal to k.
func (k keyValue) comparable() bool { return k.class != NoKey && k.class != Fresh }

// find returns the index of a record, -1 if it is not there, expired records
// included.
func (w *world) find(slot int, key keyValue, worker int) int {
	for i := range w.records {
		if r := &w.records[i]; r.slot == slot && r.key == key && r.worker == worker {
			return i
		}
	}
	return -1
}

// marked reports whether a delivery finds the record of the guard of step id. A
// delivery sees what it did in its own open transactions, and nobody else's.
func (s *simulation) marked(w *world, d *delivery, id NodeID) bool {
	n := &s.p.nodes[id]
	key := value(n.Key, d)
	if !key.comparable() {
		return false
	}
	for _, p := range slices.Backward(d.pending) {
		if s.sameRecord(p, id) {
			return s.p.nodes[p].Kind != Release
		}
	}
	at := w.find(s.p.slotOf[id], key, n.worker(d))
	return at >= 0 && w.now < w.records[at].expires
}

// sameRecord reports whether two steps of one delivery work on the same record.
func (s *simulation) sameRecord(a, b NodeID) bool {
	na, nb := &s.p.nodes[a], &s.p.nodes[b]
	return na.Kind.guards() && nb.Kind.guards() && s.p.slotOf[a] == s.p.slotOf[b] && na.Key == nb.Key
}

// waits reports whether the claim d is at must wait for a transaction of the
// other copy that has the same record in work.
func (s *simulation) waits(d, other *delivery) bool {
	id := d.at()
	n := &s.p.nodes[id]
	if n.Kind != Claim || !value(n.Key, d).comparable() {
		return false
	}
	return slices.ContainsFunc(other.pending, func(p NodeID) bool {
		return s.sameRecord(p, id) && value(n.Key, d) == value(n.Key, other)
	})
}

func (s *simulation) commit(w *world, d *delivery, id NodeID, f fault) {
	store := s.p.storeOf[id]
	switch {
	case store < 0 || d.open[store] == 0: // nothing to commit
	case f == cleanly:
		s.rollback(d, store)
	case d.open[store] > 1: // joined: the outermost commit decides
		d.open[store]--
	default:
		d.open[store] = 0
		d.pending = slices.DeleteFunc(d.pending, func(p NodeID) bool {
			if s.p.storeOf[p] != store {
				return false
			}
			s.apply(w, d, p)
			return true
		})
	}
}

func (s *simulation) rollback(d *delivery, store int) {
	if store < 0 {
		return
	}
	d.open[store] = 0
	d.pending = slices.DeleteFunc(d.pending, func(p NodeID) bool { return s.p.storeOf[p] == store })
}

func (s *simulation) rollbackAll(d *delivery) {
	for store := range d.open {
		s.rollback(d, store)
	}
}

// canOverlap reports whether the lease of a delivery can end during the step it
// is at.
func (s *simulation) canOverlap(d *delivery) bool {
	end := d.lease
	if end == 0 { // unknown: only what never ends surely exceeds it
		end = Unbounded - 1
	}
	return add(d.spent, s.p.nodes[d.at()].Takes) > end
}

// add adds durations; Unbounded stays what it is.
func add(a, b time.Duration) time.Duration {
	if a > Unbounded-b {
		return Unbounded
	}
	return a + b
}

// until is when something that lasts for so long ends; 0 lasts for ever.
func until(now, lasts time.Duration) time.Duration {
	if lasts == 0 {
		return Unbounded
	}
	return add(now, lasts)
}
