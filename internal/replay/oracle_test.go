package replay_test

import (
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/idemlint/idemlint/internal/replay"
)

// This file runs step programs for real, to hold Simulate against: with stores
// that are maps, keys that are strings, workers with a memory of their own and
// crashes that are panics. It enumerates every choice and every fault, and
// shares nothing with the simulator but the description of a step.

// graph is a step program; the first node is the entry.
type graph struct {
	broker replay.Broker
	nodes  []replay.Node
	edges  []map[replay.Answer]int
}

func (g *graph) program() (*replay.Program, error) {
	b := replay.NewBuilder(g.broker)
	for _, n := range g.nodes {
		b.Add(n)
	}
	for from, to := range g.edges {
		for _, a := range slices.Sorted(maps.Keys(to)) {
			b.Link(replay.NodeID(from), a, replay.NodeID(to[a]))
		}
	}
	return b.Program()
}

// follow returns the node after an answer, -1 for none.
func (g *graph) follow(node int, a replay.Answer) int {
	if to, ok := g.edges[node][a]; ok {
		return to
	}
	if a == replay.Held || a == replay.Failed {
		return g.follow(node, replay.OK)
	}
	return -1
}

// town is the world: what a provider did, what the stores hold, and the broker.
type town struct {
	g         *graph
	clock     time.Duration
	happened  map[string]int                      // by effect and item
	providers map[string]map[string]time.Duration // by effect and item: the keys remembered, and until when
	stores    map[string]map[string]time.Duration // by store: the records, and until when
	memories  map[int]map[string]time.Duration    // by worker
	locks     map[string][]*copyOf                // rows that open transactions have in work
	serial    int

	order, id string // of the message
	fate      string // "", acked, dropped, dead, endless
	tries     int
	steps     int
	again     map[string]int // the steps until an effect happened a second time
}

func newTown(g *graph) *town {
	return &town{
		g: g, happened: map[string]int{}, again: map[string]int{}, providers: map[string]map[string]time.Duration{},
		stores: map[string]map[string]time.Duration{}, memories: map[int]map[string]time.Duration{},
		locks: map[string][]*copyOf{}, order: "order-77", id: "message-1",
	}
}

// copyOf is one delivery, inside its worker.
type copyOf struct {
	*town
	worker  int
	receipt string
	id      string
	choice  func(node int) int
	fails   func(step, node int) string // "", cleanly, ambiguous
	yield   func(moment) bool
	step    int
	tx      map[string]int
	work    []pendingWork
	spent   time.Duration
	lease   time.Duration
	victim  bool // chosen to break a deadlock
}

type pendingWork struct {
	store, row string
	sets       bool
	do         func()
}

// moment is a point at which a delivery can be stopped: before a step, or
// waiting for a row another copy has in work.
type moment struct {
	copy    *copyOf
	step    int
	node    int
	waits   bool
	overrun bool // the lease can end during the step
}

type died struct{}

// deliver starts a delivery; the iterator's consumer decides how far it gets.
func (t *town) deliver(worker int, choice func(int) int, fails func(step, node int) string) iter.Seq[moment] {
	return func(yield func(moment) bool) {
		t.serial++
		t.tries++
		if t.memories[worker] == nil {
			t.memories[worker] = map[string]time.Duration{}
		}
		c := &copyOf{
			town: t, worker: worker, receipt: fmt.Sprint("receipt-", t.serial), id: t.id, choice: choice, fails: fails,
			yield: yield, tx: map[string]int{}, lease: t.g.broker.Lease,
		}
		defer func() {
			c.abort()
			if r := recover(); r != nil {
				if _, crash := r.(died); !crash {
					panic(r)
				}
			}
		}()
		if t.g.broker.Ack == replay.AckFirst {
			t.settle(replay.Forget)
		}
		c.run(0, false)
	}
}

func (c *copyOf) pause(m moment) {
	m.copy = c
	if !c.yield(m) {
		panic(died{})
	}
}

// run runs the handler, or a branch it spawned.
func (c *copyOf) run(node int, branch bool) {
	for node >= 0 {
		n := c.g.nodes[node]
		forever := n.Takes == replay.Unbounded || c.spent == replay.Unbounded
		c.pause(moment{step: c.step, node: node, overrun: c.lease != replay.Unbounded && forever || c.lease > 0 && c.spent+n.Takes > c.lease})
		if forever {
			c.spent = replay.Unbounded
		} else {
			c.spent += n.Takes
		}
		how := c.fails(c.step, node)
		if n.Kind == replay.Claim && how == "" && !c.takeTurn(node, n) {
			how = "cleanly"
		}
		c.step++
		c.steps++
		answer := replay.OK
		if how != "" {
			answer = replay.Failed
		}
		switch n.Kind {
		case replay.Effect:
			if how != "cleanly" {
				c.durably(n, "", true, func() { c.effect(n) })
			}
		case replay.Claim:
			if how == "" {
				if c.sees(n) {
					answer = replay.Held
				} else {
					c.durably(n, c.row(n), true, func() { c.rows(n)[c.row(n)] = c.expiry(n.Lasts) })
				}
			}
		case replay.Check:
			if how == "" && c.sees(n) {
				answer = replay.Held
			}
		case replay.Mark:
			if how == "" {
				c.durably(n, c.row(n), true, func() { c.rows(n)[c.row(n)] = c.expiry(n.Lasts) })
			}
		case replay.Release:
			if how == "" {
				c.durably(n, c.row(n), false, func() { delete(c.rows(n), c.row(n)) })
			}
		case replay.Begin:
			c.tx[n.Store]++
		case replay.Commit:
			c.commit(n.Store, how)
		case replay.Rollback:
			c.rollback(n.Store)
		case replay.Ack:
			if how == "" {
				c.settle(n.Verdict)
			}
		case replay.Extend:
			c.spent, c.lease = 0, n.Lasts
			if n.Lasts == 0 {
				c.lease = replay.Unbounded
			}
		case replay.Branch:
			answer = replay.Choice(c.choice(node))
		case replay.Return:
			if !branch {
				c.end(n.Verdict)
			}
			return
		case replay.Spawn:
			if c.choice(node) == 1 {
				c.run(c.g.follow(node, replay.Spawned), true)
				break
			}
			c.run(c.g.follow(node, replay.OK), branch)
			c.run(c.g.follow(node, replay.Spawned), true)
			return
		}
		node = c.g.follow(node, answer)
	}
	if !branch {
		c.end(replay.Leave)
	}
}

func (c *copyOf) end(v replay.Verdict) {
	c.abort()
	if v == replay.Leave && c.g.broker.Ack == replay.AckByPoll {
		v = replay.Forget
	}
	c.settle(v)
}

func (t *town) settle(v replay.Verdict) {
	if t.fate == "" {
		t.fate = map[replay.Verdict]string{replay.Forget: "acked", replay.Drop: "dropped", replay.DeadLetter: "dead"}[v]
	}
}

// takeTurn waits until no other copy has the claim's row in work. It reports
// false if the other copy waits for this one.
func (c *copyOf) takeTurn(node int, n replay.Node) bool {
	row := c.row(n)
	for {
		i := slices.IndexFunc(c.locks[row], func(o *copyOf) bool { return o != c })
		if n.Volatile || i < 0 {
			return true
		}
		c.pause(moment{step: c.step, node: node, waits: true})
		if c.victim {
			c.victim = false
			return false
		}
	}
}

func (c *copyOf) key(k replay.KeyClass) string {
	switch k {
	case replay.Business:
		return c.order
	case replay.Transport:
		return c.id
	case replay.PerDelivery:
		return c.receipt
	case replay.Constant:
		return "processed"
	}
	c.serial++
	return fmt.Sprint("random-", c.serial)
}

// recognisable reports whether a key of a class can be met again.
func recognisable(k replay.KeyClass) bool { return k != replay.NoKey && k != replay.Fresh }

func (c *copyOf) expiry(lasts time.Duration) time.Duration {
	if lasts == 0 || lasts == replay.Unbounded {
		return replay.Unbounded
	}
	return c.clock + lasts
}

func thing(n replay.Node) string { return fmt.Sprint(n.Ref, "/", n.Item) }

func (c *copyOf) effect(n replay.Node) {
	what := thing(n)
	if c.providers[what] == nil {
		c.providers[what] = map[string]time.Duration{}
	}
	if n.Natural {
		c.happened[what] = 1
		return
	}
	key := c.key(n.Key)
	if until, ok := c.providers[what][key]; ok && c.clock < until {
		return
	}
	if c.happened[what]++; c.happened[what] == 2 {
		c.again[what] = c.steps
	}
	if recognisable(n.Key) {
		c.providers[what][key] = c.expiry(n.Lasts)
	}
}

func (c *copyOf) row(n replay.Node) string {
	return fmt.Sprint("guard", n.Guard, "/", n.Item, "/", n.Key, ":", c.key(n.Key))
}

func (c *copyOf) rows(n replay.Node) map[string]time.Duration {
	if n.Volatile {
		return c.memories[c.worker]
	}
	// One guard has one table, even if some of its steps run in a transaction.
	if c.stores["guards"] == nil {
		c.stores["guards"] = map[string]time.Duration{}
	}
	return c.stores["guards"]
}

// sees reports whether the guard's row is there for this copy.
func (c *copyOf) sees(n replay.Node) bool {
	row := c.row(n)
	for _, w := range slices.Backward(c.work) {
		if w.row == row {
			return w.sets
		}
	}
	until, ok := c.rows(n)[row]
	return ok && c.clock < until
}

// durably does something now, or when the transaction commits.
func (c *copyOf) durably(n replay.Node, row string, sets bool, do func()) {
	if n.Store == "" || c.tx[n.Store] == 0 {
		do()
		return
	}
	c.work = append(c.work, pendingWork{n.Store, row, sets, do})
	if row != "" {
		c.locks[row] = append(c.locks[row], c)
	}
}

func (c *copyOf) commit(store, how string) {
	switch {
	case how == "cleanly":
		c.rollback(store)
	case c.tx[store] > 1:
		c.tx[store]--
	case c.tx[store] == 1:
		for _, w := range c.work {
			if w.store == store {
				w.do()
			}
		}
		c.rollback(store)
	}
}

func (c *copyOf) rollback(store string) {
	c.tx[store] = 0
	c.work = slices.DeleteFunc(c.work, func(w pendingWork) bool { return w.store == store })
	for row := range c.locks {
		if !slices.ContainsFunc(c.work, func(w pendingWork) bool { return w.row == row }) {
			c.locks[row] = slices.DeleteFunc(c.locks[row], func(o *copyOf) bool { return o == c })
		}
	}
}

func (c *copyOf) abort() {
	for store := range c.tx {
		c.rollback(store)
	}
}

// contents is everything durable that another delivery could see, and all
// memories.
func (t *town) contents() string {
	var b strings.Builder
	put := func(where string, rows map[string]time.Duration) {
		for _, row := range slices.Sorted(maps.Keys(rows)) {
			if rows[row] > t.clock && comesAgain(row) {
				fmt.Fprint(&b, where, row, "=", int64(rows[row]), ";")
			}
		}
	}
	for _, what := range slices.Sorted(maps.Keys(t.happened)) {
		fmt.Fprint(&b, what, "x", min(t.happened[what], 2), ";")
	}
	for _, store := range slices.Sorted(maps.Keys(t.stores)) {
		put(store, t.stores[store])
	}
	for _, worker := range slices.Sorted(maps.Keys(t.memories)) {
		put(fmt.Sprint("worker", worker), t.memories[worker])
	}
	return b.String()
}

// comesAgain reports whether another delivery of the message can ask for a row.
func comesAgain(row string) bool {
	return !strings.Contains(row, "receipt-") && !strings.Contains(row, "random-")
}

// untilSettled delivers again and again.
func (t *town) untilSettled(worker int, choice func(int) int, fails func(step, node int) string) {
	b := t.g.broker
	for range 16 { // as the simulator does: what has not ended by then never does
		if t.fate != "" {
			return
		}
		if b.Limit > 0 && t.tries >= b.Limit {
			t.giveUp()
			return
		}
		before := t.contents()
		for range t.deliver(worker, choice, fails) {
		}
		if t.fate != "" || t.contents() != before {
			continue
		}
		next := replay.Unbounded
		for _, rows := range append(slices.Collect(maps.Values(t.stores)), slices.Collect(maps.Values(t.memories))...) {
			for row, until := range rows {
				if until > t.clock && comesAgain(row) {
					next = min(next, until)
				}
			}
		}
		if next == replay.Unbounded {
			t.giveUp()
			return
		}
		if b.Limit > 0 && b.Spacing > 0 {
			for at := t.clock + b.Spacing; at < next; at += b.Spacing {
				t.tries++ // refused like the one before
			}
			if t.tries >= b.Limit {
				t.giveUp()
				return
			}
		}
		if b.Window > 0 && next >= b.Window {
			t.giveUp()
			return
		}
		t.clock = next
	}
	if t.fate == "" {
		t.giveUp()
	}
}

func (t *town) giveUp() {
	b := t.g.broker
	switch {
	case b.Limit == replay.Unlimited, b.Limit == 0 && b.DeadLetter != replay.Present:
		t.fate = "endless"
	case b.Limit > 0 && b.DeadLetter == replay.Absent:
		t.fate = "dropped"
	default:
		t.fate = "dead"
	}
}

// result says which outcomes there are, and how many steps the shortest run to
// each needs.
type result struct {
	dropped bool
	rows    map[int]map[replay.Schedule]map[replay.Outcome]int // by Ref; -1: the message
}

func (r *result) add(ref int, sc replay.Schedule, o replay.Outcome, steps int) {
	if r.rows[ref] == nil {
		r.rows[ref] = map[replay.Schedule]map[replay.Outcome]int{}
	}
	if r.rows[ref][sc] == nil {
		r.rows[ref][sc] = map[replay.Outcome]int{}
	}
	if was, ok := r.rows[ref][sc][o]; !ok || steps < was {
		r.rows[ref][sc][o] = steps
	}
}

// judge adds what a run came to. due says which effects it owed.
func (r *result) judge(t *town, sc replay.Schedule, due func(what string) bool) {
	byFate := map[string]replay.Outcome{"acked": replay.Once, "dropped": replay.Lost, "dead": replay.Parked, "endless": replay.Stuck}[t.fate]
	seen := map[string]bool{}
	for _, n := range t.g.nodes {
		what := thing(n)
		if n.Kind != replay.Effect || seen[what] {
			continue
		}
		seen[what] = true
		switch times := t.happened[what]; {
		case times > 1:
			r.add(n.Ref, sc, replay.Twice, t.again[what])
		case times == 1:
			r.add(n.Ref, sc, replay.Once, t.steps)
		case due(what) && byFate == replay.Once:
			r.add(n.Ref, sc, replay.Lost, t.steps)
		case due(what):
			r.add(n.Ref, sc, byFate, t.steps)
		}
	}
	r.add(-1, sc, byFate, t.steps)
}

func unfailing(int, int) string { return "" }

// choices enumerates how the conditions can come out, for the first delivery
// and for the others.
func (g *graph) choices() iter.Seq[[2]func(node int) int] {
	type wheel struct{ cond, side, choices int }
	var wheels []wheel
	known := map[int]bool{}
	for i, n := range g.nodes {
		switch {
		case n.Kind == replay.Spawn:
			wheels = append(wheels, wheel{-1 - i, 0, 2})
		case n.Kind == replay.Branch && !known[n.Cond]:
			known[n.Cond] = true
			wheels = append(wheels, wheel{n.Cond, 0, n.Choices})
			if n.Free {
				wheels = append(wheels, wheel{n.Cond, 1, n.Choices})
			}
		}
	}
	return func(yield func([2]func(int) int) bool) {
		at := make([]int, len(wheels))
		for {
			var sides [2]func(int) int
			for side := range sides {
				now := slices.Clone(at)
				sides[side] = func(node int) int {
					n := g.nodes[node]
					cond := n.Cond
					if n.Kind == replay.Spawn {
						cond = -1 - node
					}
					want := wheel{cond, 0, 0}
					if n.Free {
						want.side = side
					}
					return now[slices.IndexFunc(wheels, func(w wheel) bool { return w.cond == want.cond && w.side == want.side })]
				}
			}
			if !yield(sides) {
				return
			}
			i := 0
			for ; i < len(at); i++ {
				if at[i]++; at[i] < wheels[i].choices {
					break
				}
				at[i] = 0
			}
			if i == len(at) {
				return
			}
		}
	}
}

// try runs a program under everything.
func try(g *graph) *result {
	r := &result{rows: map[int]map[replay.Schedule]map[replay.Outcome]int{}}
	clean := false
	for sides := range g.choices() {
		// Without a fault first.
		var path []moment
		first, other := newTown(g), newTown(g)
		for m := range first.deliver(1, sides[0], unfailing) {
			path = append(path, m)
		}
		for range other.deliver(1, sides[1], unfailing) {
		}
		for _, times := range first.happened {
			r.dropped = r.dropped || times > 1
		}
		if first.fate != "acked" {
			for _, worker := range workers(g) {
				t := newTown(g)
				for range t.deliver(1, sides[0], unfailing) {
				}
				t.untilSettled(worker, sides[0], unfailing)
				r.judge(t, replay.Poison, func(string) bool { return false })
			}
			continue
		}
		if other.fate != "acked" {
			continue
		}
		clean = true
		r.judge(first, replay.Clean, func(string) bool { return false })
		both := func(what string) bool { return first.happened[what] > 0 && other.happened[what] > 0 }
		for k := range len(path) + 1 {
			r.crash(g, sides, k, both)
			if k < len(path) {
				r.fail(g, sides, path[k], both)
			}
			if k < len(path) && (path[k].overrun || k > 0 && path[k-1].overrun && g.nodes[path[k-1].node].Kind != replay.Extend) {
				r.overlap(g, sides, k, both)
			}
		}
		for _, m := range path {
			r.poison(g, sides[0], g.nodes[m.node], func(what string) bool { return first.happened[what] > 0 })
		}
		for _, worker := range workers(g) {
			t := newTown(g)
			for range t.deliver(1, sides[0], unfailing) {
			}
			t.id, t.fate, t.tries = "message-2", "", 0
			t.untilSettled(worker, sides[1], unfailing)
			r.judge(t, replay.Republish, both)
		}
	}
	r.dropped = r.dropped || !clean
	return r
}

// workers returns who may get a message next: it is all the same unless
// somebody remembers something.
func workers(g *graph) []int {
	if slices.ContainsFunc(g.nodes, func(n replay.Node) bool { return n.Volatile }) {
		return []int{1, 2}
	}
	return []int{2}
}

// crash kills worker 1 when k steps are done.
func (r *result) crash(g *graph, sides [2]func(int) int, k int, due func(string) bool) {
	die := func() *town {
		t := newTown(g)
		for m := range t.deliver(1, sides[0], unfailing) {
			if m.step == k {
				break
			}
		}
		delete(t.memories, 1)
		return t
	}
	t := die()
	acked := t.fate != ""
	expiries := map[time.Duration]bool{}
	for _, rows := range append(slices.Collect(maps.Values(t.stores)), slices.Collect(maps.Values(t.providers))...) {
		for row, until := range rows {
			if until < g.broker.Window && comesAgain(row) {
				expiries[until] = true
			}
		}
	}
	t.untilSettled(2, sides[1], unfailing)
	r.judge(t, replay.Crash, due)
	if acked {
		return
	}
	for _, at := range slices.Sorted(maps.Keys(expiries)) {
		t := die()
		t.clock = at
		t.untilSettled(2, sides[1], unfailing)
		r.judge(t, replay.Late, due)
	}
}

// fail lets one step of the first delivery fail in each way it can.
func (r *result) fail(g *graph, sides [2]func(int) int, at moment, due func(string) bool) {
	n := g.nodes[at.node]
	if !n.CanFail {
		return
	}
	for _, how := range []string{"cleanly", "ambiguous"} {
		sc := replay.Fail
		if how == "ambiguous" {
			sc = replay.Ambiguous
			if n.Kind != replay.Effect && n.Kind != replay.Commit {
				continue
			}
		}
		for _, worker := range workers(g) {
			t := newTown(g)
			for range t.deliver(1, sides[0], func(step, _ int) string {
				if step == at.step {
					return how
				}
				return ""
			}) {
			}
			t.untilSettled(worker, sides[1], unfailing)
			r.judge(t, sc, due)
		}
	}
}

// poison lets a step fail whenever it is run.
func (r *result) poison(g *graph, choice func(int) int, poison replay.Node, due func(string) bool) {
	if !poison.CanFail {
		return
	}
	fails := func(_, node int) string {
		if n := g.nodes[node]; n.CanFail && thing(n) == thing(poison) {
			return "cleanly"
		}
		return ""
	}
	for _, worker := range workers(g) {
		t := newTown(g)
		for range t.deliver(1, choice, fails) {
		}
		t.untilSettled(worker, choice, fails)
		r.judge(t, replay.Poison, due)
	}
}

// overlap starts a second copy when the first has done k steps.
func (r *result) overlap(g *graph, sides [2]func(int) int, k int, due func(string) bool) {
	for _, worker := range workers(g) {
		t := newTown(g)
		next, stop := iter.Pull(t.deliver(1, sides[0], unfailing))
		var one moment
		for {
			m, ok := next()
			if !ok || m.step == k {
				one = m
				break
			}
		}
		if t.fate != "" || one.copy == nil || g.broker.Limit > 0 && t.tries >= g.broker.Limit {
			stop()
			continue
		}
		if one.copy.lease > 0 && one.copy.lease < replay.Unbounded {
			t.clock += one.copy.lease
		}
		ended := false
		advance := func() {
			m, ok := next()
			ended = !ok
			if ok && m.waits {
				m.copy.victim = true
			}
		}
		for m := range t.deliver(2, sides[1], unfailing) {
			for m.waits && !ended {
				advance()
			}
		}
		for !ended {
			advance()
		}
		stop()
		t.untilSettled(worker, sides[1], unfailing)
		r.judge(t, replay.Overlap, due)
	}
}
