package replay_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/idemlint/idemlint/internal/replay"
)

func TestBuilderErrors(t *testing.T) {
	effect := replay.Node{Kind: replay.Effect, Label: "gateway.Capture"}
	build := func(nodes ...replay.Node) func(b *replay.Builder) {
		return func(b *replay.Builder) {
			for _, n := range nodes {
				b.Add(n)
			}
		}
	}
	for _, c := range []struct {
		build func(b *replay.Builder)
		want  string
	}{
		{build(), "a program has at least one node"},
		{func(b *replay.Builder) { b.Add(effect); b.Entry(3) }, "entry is node 3: there are 1 nodes"},
		{func(b *replay.Builder) { b.Add(effect); b.Link(0, replay.OK, 1) }, "edge ok from node 0 to node 1: there are 1 nodes"},
		{func(b *replay.Builder) { b.Add(effect); b.Link(0, replay.Held, 0) }, `node 0 (effect "gateway.Capture"): a effect does not answer held`},
		{func(b *replay.Builder) { b.Add(effect); b.Link(0, replay.OK, 0) }, `node 0 (effect "gateway.Capture"): a loop leads back here; unroll it`},
		{func(b *replay.Builder) {
			b.Chain(b.Add(effect), b.Add(replay.Node{Kind: replay.Return}))
			b.Link(0, replay.OK, 1)
		}, "the answer ok leads to node 1 already"},
		{func(b *replay.Builder) {
			b.Chain(b.Add(replay.Node{Kind: replay.Return}), b.Add(effect))
		}, "a return does not answer ok"},
		{build(replay.Node{}), "no such kind"},
		{build(replay.Node{Kind: replay.Claim}), "guards, and only they, have a Guard from 1"},
		{build(replay.Node{Kind: replay.Effect, Guard: 1}), "guards, and only they, have a Guard from 1"},
		{build(replay.Node{Kind: replay.Begin}), "a transaction has a Store"},
		{build(replay.Node{Kind: replay.Wait, Store: "db"}), "only effects, guards and transactions have a Store"},
		{build(replay.Node{Kind: replay.Claim, Guard: 1, Volatile: true, Store: "db"}), "only a guard without a Store is volatile"},
		{build(replay.Node{Kind: replay.Return, CanFail: true}), "a return does not fail"},
		{build(replay.Node{Kind: replay.Wait, Takes: -1}), "a duration is negative"},
		{build(replay.Node{Kind: replay.Effect, Item: -1}), "Item is negative"},
		{build(replay.Node{Kind: replay.Effect, Verdict: replay.Forget}), "acks and returns, and only they, have a verdict"},
		{build(replay.Node{Kind: replay.Ack}), "an ack says something"},
		{build(replay.Node{Kind: replay.Ack, Verdict: replay.Forget, Key: replay.Business}), "effects and guards, and only they, have a key"},
		{build(replay.Node{Kind: replay.Wait, Natural: true}), "only effects are natural or relative"},
		{build(replay.Node{Kind: replay.Branch, Choices: 1}), "a branch has a condition from 0 and 2 to 100 ways"},
		{build(replay.Node{Kind: replay.Branch, Choices: 2}), "choice 0 leads nowhere"},
		{build(replay.Node{Kind: replay.Wait, Free: true}), "only a branch has choices"},
		{build(replay.Node{Kind: replay.Spawn}), "no branch is spawned"},
		{build(effect, replay.Node{Kind: replay.Effect, Label: "other"}), "have the same Ref and differ in more than item, time and failure"},
		{build(replay.Node{Kind: replay.Check, Guard: 1}, replay.Node{Kind: replay.Mark, Guard: 1, Volatile: true}), "are the same guard, but only one is volatile"},
		{func(b *replay.Builder) {
			for _, free := range []bool{false, true} {
				id := b.Add(replay.Node{Kind: replay.Branch, Choices: 2, Free: free})
				end := b.Add(replay.Node{Kind: replay.Return})
				b.Link(id, replay.Choice(0), end)
				b.Link(id, replay.Choice(1), end)
			}
		}, "have the same condition and differ in choices"},
	} {
		b := replay.NewBuilder(replay.Broker{})
		c.build(b)
		_, err := b.Program()
		assert.ErrorContains(t, err, c.want)
	}
	b := replay.NewBuilder(replay.Broker{Limit: -2})
	b.Add(effect)
	_, err := b.Program()
	assert.ErrorContains(t, err, "broker: a limit or a duration is negative")
}

// cells writes a row's outcomes, from crash on.
func cells(r *replay.Row) string {
	var words []string
	for _, sc := range replay.Schedules[1:] {
		words = append(words, r.Under(sc).Outcome.String())
	}
	return strings.Join(words, " ")
}

// A loop over the message's items: each item is an operation of its own, unless
// all have one key.
func TestLoop(t *testing.T) {
	items := func(k replay.KeyClass) *replay.Table {
		b := replay.NewBuilder(queue)
		done := b.Add(replay.Node{Kind: replay.Return, Label: "return nil", Verdict: replay.Forget})
		bad := b.Add(replay.Node{Kind: replay.Return, Label: "return err", Verdict: replay.Redeliver})
		other := b.Cond() // the loop's conditions are its own
		b.Entry(b.Loop(replay.Node{Label: "range items"}, done, func(item int, next replay.NodeID) replay.NodeID {
			id := b.Add(replay.Node{Kind: replay.Effect, Ref: 7, Item: item, Label: "warehouse.Ship", Key: k, CanFail: true})
			b.Link(id, replay.OK, next)
			b.Link(id, replay.Failed, bad)
			return id
		}))
		require.Zero(t, other)
		p, err := b.Program()
		require.NoError(t, err)
		require.Equal(t, 2+2*replay.Turns, p.Len())
		return replay.Simulate(p)
	}
	keyed := items(replay.Business)
	require.Len(t, keyed.Effects, 1)
	assert.Equal(t, "once once once n/a once n/a parked", cells(&keyed.Effects[0]))
	unkeyed := items(replay.NoKey)
	assert.Equal(t, "twice twice twice n/a twice n/a twice", cells(&unkeyed.Effects[0]))
	// It takes a second item for the first one to be repeated by a failure.
	w := unkeyed.For(7).Under(replay.Fail).Find(replay.Twice)
	assert.Equal(t, "`warehouse.Ship` fails → the redelivery runs `warehouse.Ship` again without a key: Ship happens twice", w.Sentence())
	assert.Len(t, w.Path(), 7, "two branches and ships, return err, branch, ship")
}

func TestDropped(t *testing.T) {
	l := newLine(queue)
	l.step(node(replay.Effect, "mailer.Send", func(n *replay.Node) { n.Ref = 7 }), l.err)
	l.step(node(replay.Effect, "mailer.Send", func(n *replay.Node) { n.Ref = 7 }), l.err)
	table := replay.Simulate(l.end().program(t))
	assert.Equal(t, "mailer.Send happens twice in a run without a fault", table.Dropped)
	assert.Equal(t, replay.NotApplicable, table.For(7).Under(replay.Clean).Outcome)
	assert.Equal(t, "not simulated: mailer.Send happens twice in a run without a fault\n", text(t, table))

	l = newLine(queue)
	l.step(node(replay.Effect, "mailer.Send"), l.err)
	l.Link(l.last, replay.OK, l.err)
	table = replay.Simulate(l.program(t))
	assert.Equal(t, "no run without a fault ends with the message acked", table.Dropped)
}

func text(t *testing.T, table *replay.Table) string {
	var b strings.Builder
	require.NoError(t, table.Text(&b))
	return b.String()
}

type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("full") }

func TestTextReportsErrors(t *testing.T) {
	assert.ErrorContains(t, replay.Simulate(processing(replay.NoKey).program(t)).Text(full{}), "full")
}

// A message the handler refuses by itself is a poison of its own; it is no lost
// effect.
func TestRefusal(t *testing.T) {
	l := newLine(queue)
	bad := l.Add(replay.Node{Kind: replay.Branch, Label: "order.Amount <= 0", Choices: 2, Ref: 9})
	l.Entry(bad)
	l.last = bad
	charge := l.Add(replay.Node{Kind: replay.Effect, Label: "gateway.Capture", Key: replay.Business, Ref: 7})
	l.Link(bad, replay.Choice(0), charge)
	l.Link(bad, replay.Choice(1), l.err)
	l.Link(charge, replay.OK, l.done)
	table := replay.Simulate(l.program(t))
	assert.Empty(t, table.Dropped)
	assert.Equal(t, 1, table.Refused)
	assert.Equal(t, "once n/a n/a n/a once n/a n/a", cells(table.For(7)))
	assert.Equal(t, "once n/a n/a n/a once n/a parked", cells(&table.Message))
	w := table.Message.Under(replay.Poison).Find(replay.Parked)
	assert.Equal(t, "the handler refuses the message → it is delivered again until the retries end: the message waits in the dead letter queue", w.Sentence())
	assert.Equal(t, replay.NoNode, w.Step())
	assert.Equal(t, replay.Refused, w.Causes()[0].Kind)
	assert.Contains(t, text(t, table), "1 combination of conditions under which the handler refuses the message")
	assert.Equal(t, "no step can fail", table.For(7).Under(replay.Fail).Why)
	assert.Equal(t, "no step outlasts the lease before the message is acked", table.For(7).Under(replay.Overlap).Why)
	assert.Equal(t, "nothing expires while the message can come again", table.For(7).Under(replay.Late).Why)
}

// A free condition may come out otherwise the second time.
func TestFreeCondition(t *testing.T) {
	run := func(free bool) string {
		l := newLine(queue)
		l.step(node(replay.Begin, "db.Begin", in("db"), certain), l.err)
		b := l.Add(replay.Node{Kind: replay.Branch, Label: "flags.NewInbox()", Choices: 2, Free: free, Ref: 9})
		l.Link(l.last, replay.OK, b)
		charge := l.Add(replay.Node{Kind: replay.Effect, Label: "update balance", Store: "db", Ref: 7})
		for i := range 2 { // each way has a guard of its own
			claim := l.Add(replay.Node{Kind: replay.Claim, Guard: 1 + i, Key: replay.Business, Store: "db", Ref: 20 + i})
			l.Link(b, replay.Choice(i), claim)
			l.Link(claim, replay.OK, charge)
			l.Link(claim, replay.Held, l.done)
		}
		l.last = charge
		l.step(node(replay.Commit, "tx.Commit", in("db"), certain), l.err)
		return cells(replay.Simulate(l.end().program(t)).For(7))
	}
	assert.Equal(t, "once n/a n/a n/a once n/a n/a", run(false))
	assert.Equal(t, "twice n/a n/a n/a twice n/a n/a", run(true))
}

// An effect that the redelivery would not do without any fault is not lost.
func TestOwed(t *testing.T) {
	l := newLine(queue)
	b := l.Add(replay.Node{Kind: replay.Branch, Label: "user.WantsMail", Choices: 2, Free: true, Ref: 9})
	l.Entry(b)
	send := l.Add(replay.Node{Kind: replay.Effect, Label: "mailer.Send", Key: replay.Business, Ref: 7})
	l.Link(b, replay.Choice(0), send)
	l.Link(b, replay.Choice(1), l.done)
	l.Link(send, replay.OK, l.done)
	assert.Equal(t, "once n/a n/a n/a once n/a n/a", cells(replay.Simulate(l.program(t)).For(7)))
}

// What is not known of the broker makes an outcome unsure, never an extra one.
func TestUnsure(t *testing.T) {
	for _, c := range []struct {
		limit      int
		deadLetter replay.Fact
		want       replay.Outcome
		unsure     bool
	}{
		{0, replay.Unknown, replay.Stuck, true},
		{0, replay.Absent, replay.Stuck, true},
		{0, replay.Present, replay.Parked, false},
		{3, replay.Unknown, replay.Parked, true},
		{3, replay.Absent, replay.Lost, false},
		{3, replay.Present, replay.Parked, false},
		{replay.Unlimited, replay.Unknown, replay.Stuck, false},
		{replay.Unlimited, replay.Present, replay.Stuck, false},
	} {
		l := newLine(replay.Broker{Limit: c.limit, DeadLetter: c.deadLetter})
		l.step(node(replay.Effect, "gateway.Capture", key(replay.Business)), l.err)
		table := replay.Simulate(l.end().program(t))
		o, w := table.Effects[0].Worst(replay.Poison)
		assert.Equal(t, c.want, o, "%+v", c)
		assert.Equal(t, c.unsure, w.Unsure, "%+v", c)
		assert.Equal(t, c.unsure, strings.Contains(text(t, table), o.String()+"?"))
	}
}

// A held claim delays the message until it expires, if the retries last so long.
func TestWaitsForRecord(t *testing.T) {
	run := func(limit int, spacing, window, ttl time.Duration) replay.Outcome {
		l := newLine(replay.Broker{Limit: limit, DeadLetter: replay.Present, Spacing: spacing, Window: window})
		l.Link(l.step(node(replay.Claim, "rdb.SetNX", guard, lasts(ttl)), l.err), replay.Held, l.err)
		l.step(node(replay.Effect, "gateway.Capture", key(replay.Business)), l.err)
		o, _ := replay.Simulate(l.end().program(t)).Effects[0].Worst(replay.Crash)
		return o
	}
	// Deliveries: the crash, one refused, then one every 30 seconds.
	assert.Equal(t, replay.Parked, run(3, 30*time.Second, 0, time.Minute))
	assert.Equal(t, replay.Once, run(4, 30*time.Second, 0, time.Minute))
	assert.Equal(t, replay.Once, run(3, 0, 0, time.Minute), "spacing unknown: silent")
	assert.Equal(t, replay.Parked, run(40, time.Second, 30*time.Second, time.Minute), "the window ends first")
	assert.Equal(t, replay.Once, run(100, time.Second, 0, time.Minute), "more deliveries than are followed one by one")
	assert.Equal(t, replay.Parked, run(100, time.Second, 0, 0), "never expires")
}

func TestExtendMovesTheLease(t *testing.T) {
	run := func(lease, before, extension, after time.Duration) replay.Outcome {
		l := newLine(replay.Broker{Lease: lease})
		l.step(node(replay.Wait, "fetch", takes(before), certain), l.err)
		l.step(node(replay.Extend, "ChangeVisibility", lasts(extension), certain), l.err)
		l.step(node(replay.Wait, "render", takes(after), certain), l.err)
		l.step(node(replay.Effect, "mailer.Send", certain), l.err)
		return replay.Simulate(l.end().program(t)).Effects[0].Under(replay.Overlap).Outcome
	}
	const s = time.Second
	assert.Equal(t, replay.NotApplicable, run(30*s, 20*s, 60*s, 60*s))
	assert.Equal(t, replay.Twice, run(30*s, 20*s, 60*s, 61*s))
	assert.Equal(t, replay.Twice, run(30*s, 31*s, 60*s, s), "too late")
	assert.Equal(t, replay.NotApplicable, run(30*s, 20*s, 0, replay.Unbounded), "a heartbeat")
	assert.Equal(t, replay.NotApplicable, run(0, 20*s, 60*s, 60*s))
	assert.Equal(t, replay.NotApplicable, run(0, time.Hour, 0, time.Hour), "an unknown lease is not exceeded by a bound")
	assert.Equal(t, replay.Twice, run(0, replay.Unbounded, 60*s, s))
}

// A claim waits for the transaction of the other copy that has its row in work.
func TestClaimWaitsForTransaction(t *testing.T) {
	l := newLine(replay.Broker{Lease: 30 * time.Second})
	l.step(node(replay.Begin, "db.Begin", in("db"), certain), l.err)
	l.Link(l.step(node(replay.Claim, "insert into seen", in("db"), guard, certain), l.err), replay.Held, l.done)
	l.step(node(replay.Wait, "convert", takes(time.Minute), certain), l.err)
	l.step(node(replay.Effect, "update stock", in("db"), certain), l.err)
	l.step(node(replay.Commit, "tx.Commit", in("db"), certain), l.err)
	table := replay.Simulate(l.end().program(t))
	assert.Equal(t, replay.Once, table.Effects[0].Under(replay.Overlap).Outcome)
}

func TestCut(t *testing.T) {
	// Twelve conditions have 4096 combinations.
	p := branches(t, 12, 1)
	table := replay.Simulate(p)
	assert.Equal(t, []string{"more than 256 combinations of conditions"}, table.Cut)
	assert.Contains(t, text(t, table), "not everything was run: more than 256 combinations of conditions")
	for _, r := range table.Effects {
		assert.Equal(t, replay.Twice, r.Under(replay.Crash).Outcome, "%s: the usual ways come first", r.Label)
	}
	assert.Empty(t, replay.Simulate(branches(t, 8, 1)).Cut)
	assert.Equal(t, []string{"more than 256 combinations of conditions", "more than 524288 steps"}, replay.Simulate(branches(t, 40, 10)).Cut)
}

// Branches that spawn branches double a run with every step.
func TestCutRun(t *testing.T) {
	l := newLine(queue)
	for range 20 {
		l.step(node(replay.Spawn, "go", certain), l.err)
	}
	last := l.Add(replay.Node{Kind: replay.Effect, Key: replay.Business, Label: "mailer.Send", Ref: 7})
	for id := replay.NodeID(2); id < last; id++ {
		l.Link(id, replay.Spawned, id+1)
	}
	table := replay.Simulate(l.end().program(t))
	assert.Equal(t, "a run of more than 16384 steps", table.Cut[0])
	assert.Equal(t, "no run without a fault ends with the message acked", table.Dropped)
}

// branches is a handler of some branches, each with effects behind it.
func branches(t testing.TB, n, effects int) *replay.Program {
	l := newLine(queue)
	next := l.done
	for i := n - 1; i >= 0; i-- {
		b := l.Add(replay.Node{Kind: replay.Branch, Label: "if", Choices: 2, Cond: i, Ref: 1000 + i})
		l.Link(b, replay.Choice(1), next)
		for e := range effects {
			id := l.Add(replay.Node{Kind: replay.Effect, Label: fmt.Sprint("effect", i, ".", e), Ref: 2000 + i*100 + e, CanFail: true})
			l.Link(id, replay.OK, next)
			l.Link(id, replay.Failed, l.err)
			next = id
		}
		l.Link(b, replay.Choice(0), next)
		next = b
	}
	l.Entry(next)
	return l.program(t)
}

func TestJSON(t *testing.T) {
	l := newLine(queue)
	l.Link(l.step(node(replay.Claim, "rdb.SetNX", guard, lasts(day), certain), l.err), replay.Held, l.done)
	l.step(node(replay.Effect, "gateway.Capture", certain), l.err)
	table := replay.Simulate(l.end().program(t))
	data, err := json.Marshal(table)
	require.NoError(t, err)
	byValue, err := json.Marshal(*table)
	require.NoError(t, err)
	require.JSONEq(t, string(data), string(byValue))
	var got struct {
		Effects []struct {
			Label, Key string
			Cells      []struct {
				Schedule, Outcome, Why string
				Witnesses              []struct {
					Outcome, Sentence string
					Causes            []struct{ Kind, Label string }
					Path              []struct {
						Delivery            int
						Label, Kind, Answer string
					}
				}
			}
		}
		Message struct{ Label string }
		Guards  []struct {
			Label, Held string
			Encloses    []struct{ Label, Record string }
		}
	}
	require.NoError(t, json.Unmarshal(data, &got))
	require.Len(t, got.Effects, 1)
	crash := got.Effects[0].Cells[replay.Crash]
	assert.Equal(t, "crash", crash.Schedule)
	assert.Equal(t, "lost", crash.Outcome)
	require.Len(t, crash.Witnesses, 1)
	w := crash.Witnesses[0]
	assert.Equal(t, "lost", w.Outcome)
	assert.Equal(t, "crash after `rdb.SetNX` and before `gateway.Capture` → the redelivery finds the flag, returns nil and is acked: Capture is lost", w.Sentence)
	assert.Equal(t, "guard held", w.Causes[0].Kind)
	require.Len(t, w.Path, 3)
	assert.Equal(t, "held", w.Path[1].Answer)
	assert.Equal(t, 2, w.Path[1].Delivery)
	assert.Equal(t, "none", got.Effects[0].Key)
	assert.Equal(t, "no step can fail", got.Effects[0].Cells[replay.Fail].Why)
	assert.Equal(t, "the message", got.Message.Label)
	assert.Equal(t, "forget", got.Guards[0].Held)
	assert.Equal(t, "before", got.Guards[0].Encloses[0].Record)
}

// The table's questions, as rules ask them.
func TestQuestions(t *testing.T) {
	b := replay.NewBuilder(queue)
	claim := b.Add(replay.Node{Kind: replay.Claim, Ref: 11, Guard: 1, Label: "rdb.SetNX", Key: replay.Business, Lasts: day})
	charge := b.Add(replay.Node{Kind: replay.Effect, Ref: 12, Label: "gateway.Capture"})
	done := b.Add(replay.Node{Kind: replay.Return, Ref: 13, Label: "return nil", Verdict: replay.Forget})
	b.Chain(claim, charge, done)
	b.Link(claim, replay.Held, done)
	p, err := b.Program()
	require.NoError(t, err)
	assert.Equal(t, queue, p.Broker())
	assert.Equal(t, "gateway.Capture", p.Node(charge).Label)
	table := replay.Simulate(p)

	row := table.For(12)
	o, w := row.Worst(replay.Crash, replay.Ambiguous)
	assert.Equal(t, replay.Lost, o)
	assert.Equal(t, claim, w.Step())
	cause, ok := w.Cause(replay.GuardHeld)
	require.True(t, ok)
	assert.Equal(t, replay.Cause{Kind: replay.GuardHeld, Node: claim, Ref: 11, Text: "rdb.SetNX"}, cause)
	_, ok = w.Cause(replay.AckedFirst)
	assert.False(t, ok)

	o, w = row.Worst()
	assert.Equal(t, replay.Twice, o, "late")
	assert.Equal(t, replay.Late, w.Schedule)
	_, ok = w.Cause(replay.GuardExpired)
	assert.True(t, ok)
	assert.Same(t, row.Under(replay.Crash).Find(replay.Lost), row.Find(replay.Lost))
	assert.Nil(t, row.Find(replay.Stuck))
	assert.Nil(t, table.For(99))

	g := table.Guard(1)
	assert.Equal(t, 11, g.Ref)
	assert.True(t, g.Atomic)
	assert.Equal(t, []replay.Enclosed{{Ref: 12, Label: "gateway.Capture", Record: replay.Before}}, g.Encloses)
	assert.Equal(t, replay.Forget, g.Held)
	assert.Nil(t, table.Guard(2))
}

// Simulating twice gives the same table.
func TestDeterministic(t *testing.T) {
	p := processing(replay.NoKey).program(t)
	assert.Equal(t, replay.Simulate(p), replay.Simulate(p))
}

// BenchmarkSimulate runs a handler of 60 steps with 10 branches that depend on
// the message: 256 of 1024 combinations are run.
func BenchmarkSimulate(b *testing.B) {
	for _, n := range []int{0, 3, 6, 10} {
		p := large(b, n)
		b.Run(fmt.Sprintf("branches=%d", n), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				replay.Simulate(p)
			}
		})
	}
}

// large is a handler of 60 steps: guarded at the top, some branches around
// effects, and waits in between.
func large(t testing.TB, n int) *replay.Program {
	broker := queue
	l := newLine(broker)
	next := l.done
	ref := 100
	add := func(x replay.Node) replay.NodeID {
		ref++
		x.Ref, x.Label = ref, fmt.Sprint("step", ref)
		return l.Add(x)
	}
	for i := 0; l.count < 60; i++ {
		id := add([]replay.Node{
			{Kind: replay.Wait, Takes: time.Second, CanFail: true},
			{Kind: replay.Effect, Key: replay.Business, CanFail: true, Takes: time.Second},
			{Kind: replay.Wait, Takes: time.Second},
			{Kind: replay.Mark, Guard: 2, Key: replay.Business, Lasts: day, CanFail: true},
		}[i%4])
		l.Link(id, replay.OK, next)
		if n > 0 && i%4 == 3 {
			n--
			b := add(replay.Node{Kind: replay.Branch, Choices: 2, Cond: n})
			l.Link(b, replay.Choice(0), id)
			l.Link(b, replay.Choice(1), next)
			id = b
		}
		next = id
	}
	claim := add(replay.Node{Kind: replay.Claim, Guard: 1, Key: replay.Business, Lasts: day, CanFail: true})
	l.Link(claim, replay.OK, next)
	l.Link(claim, replay.Held, l.done)
	l.Entry(claim)
	require.Zero(t, n)
	return l.program(t)
}
