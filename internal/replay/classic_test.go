package replay_test

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/idemlint/idemlint/internal/replay"
)

var update = flag.Bool("update", false, "write the tables to testdata")

// A line of steps, each with its error at the end given, the way handlers are
// mostly written.
type line struct {
	*replay.Builder
	done, err replay.NodeID // return nil, return err
	last      replay.NodeID
	refs      int
	count     int // of nodes
}

func newLine(broker replay.Broker) *line {
	l := &line{Builder: replay.NewBuilder(broker), last: replay.NoNode, refs: 100}
	l.done = l.Add(replay.Node{Kind: replay.Return, Label: "return nil", Verdict: replay.Forget, Ref: 1})
	l.err = l.Add(replay.Node{Kind: replay.Return, Label: "return err", Verdict: replay.Redeliver, Ref: 2})
	return l
}

// step appends a step and links its error to an end, NoNode to ignore it.
func (l *line) step(n replay.Node, failed replay.NodeID) replay.NodeID {
	if n.Ref == 0 {
		l.refs++
		n.Ref = l.refs
	}
	id := l.Add(n)
	if l.last == replay.NoNode {
		l.Entry(id)
	} else {
		l.Link(l.last, replay.OK, id)
	}
	if n.CanFail && failed != replay.NoNode {
		l.Link(id, replay.Failed, failed)
	}
	l.last = id
	return id
}

// Add counts what it adds.
func (l *line) Add(n replay.Node) replay.NodeID {
	l.count++
	return l.Builder.Add(n)
}

func (l *line) program(t testing.TB) *replay.Program {
	p, err := l.Program()
	require.NoError(t, err)
	return p
}

// end ends the line with return nil.
func (l *line) end() *line {
	l.Link(l.last, replay.OK, l.done)
	return l
}

// node makes a step that can fail.
func node(k replay.Kind, label string, more ...func(*replay.Node)) replay.Node {
	n := replay.Node{Kind: k, Label: label, CanFail: true}
	for _, m := range more {
		m(&n)
	}
	return n
}

func key(k replay.KeyClass) func(*replay.Node) { return func(n *replay.Node) { n.Key = k } }
func in(store string) func(*replay.Node)       { return func(n *replay.Node) { n.Store = store } }
func lasts(d time.Duration) func(*replay.Node) { return func(n *replay.Node) { n.Lasts = d } }
func takes(d time.Duration) func(*replay.Node) { return func(n *replay.Node) { n.Takes = d } }
func volatile(n *replay.Node)                  { n.Volatile, n.CanFail = true, false }
func certain(n *replay.Node)                   { n.CanFail = false }

// guard is guard 1, keyed by a business field.
func guard(n *replay.Node) {
	n.Guard = 1
	if n.Key == replay.NoKey {
		n.Key = replay.Business
	}
}

const day = 24 * time.Hour

// queue is a queue with everything a queue should have.
var queue = replay.Broker{
	Ack: replay.AckByReturn, Limit: 5, DeadLetter: replay.Present,
	Lease: 30 * time.Second, Spacing: 30 * time.Second, Window: 4 * day,
}

// classics are the handlers everybody writes, with what is wrong with each.
var classics = []struct {
	name  string
	build func() *line
	// want are the sentences that matter: row, schedule and outcome, sentence.
	want [][3]string
	// fine are the schedules that do no harm to any effect.
	fine string
}{
	{
		name: "guard at the top",
		build: func() *line {
			l := newLine(queue)
			l.Link(l.step(node(replay.Claim, "rdb.SetNX(order:…)", guard, lasts(7*day)), l.err), replay.Held, l.done)
			l.step(node(replay.Effect, "gateway.Capture"), l.err)
			return l.end()
		},
		want: [][3]string{
			{"gateway.Capture", "crash lost", "crash after `rdb.SetNX(order:…)` and before `gateway.Capture` → the redelivery finds the flag, returns nil and is acked: Capture is lost"},
			{"gateway.Capture", "fail lost", "`gateway.Capture` fails → the redelivery finds `rdb.SetNX(order:…)` held, returns nil and is acked: Capture is lost"},
		},
		fine: "clean ambiguous republish",
	},
	{
		name: "check first, mark last",
		build: func() *line {
			l := newLine(queue)
			l.Link(l.step(node(replay.Check, "repo.IsProcessed", guard), l.err), replay.Marked, l.done)
			l.step(node(replay.Effect, "gateway.Capture", takes(time.Minute)), l.err)
			l.step(node(replay.Mark, "repo.MarkProcessed", guard), l.err)
			return l.end()
		},
		want: [][3]string{
			{"gateway.Capture", "crash twice", "crash after `gateway.Capture` and before `repo.MarkProcessed` → the redelivery finds `repo.IsProcessed` unmarked and runs `gateway.Capture` again without a key: Capture happens twice"},
			{"gateway.Capture", "overlap twice", "the lease of 30s ends during `gateway.Capture` → the second copy finds `repo.IsProcessed` unmarked and runs `gateway.Capture` again without a key: Capture happens twice"},
			{"gateway.Capture", "ambiguous twice", "`gateway.Capture` happens but reports an error → the redelivery finds `repo.IsProcessed` unmarked and runs `gateway.Capture` again without a key: Capture happens twice"},
		},
		fine: "clean republish",
	},
	{
		name: "keyed effects",
		build: func() *line {
			l := newLine(queue)
			l.step(node(replay.Effect, "gateway.Capture", key(replay.Business), takes(time.Minute)), l.err)
			l.step(node(replay.Effect, "repo.SaveReceipt", func(n *replay.Node) { n.Natural = true }), l.err)
			return l.end()
		},
		fine: "clean crash ambiguous fail overlap republish",
		want: [][3]string{
			{"repo.SaveReceipt", "poison parked", "`gateway.Capture` fails on every delivery → it is delivered again until the retries end: SaveReceipt waits in the dead letter queue"},
		},
	},
	{
		name: "claim and effect in one transaction",
		build: func() *line {
			l := newLine(queue)
			l.step(node(replay.Begin, "db.Begin", in("db"), certain), l.err)
			l.Link(l.step(node(replay.Claim, "insert into processed", in("db"), guard), l.err), replay.Held, l.done)
			l.step(node(replay.Effect, "update stock", in("db"), takes(time.Minute), func(n *replay.Node) { n.Relative = true }), l.err)
			l.step(node(replay.Commit, "tx.Commit", in("db")), l.err)
			return l.end()
		},
		fine: "clean crash ambiguous fail overlap republish",
	},
	{
		name: "claim commits, then an external effect",
		build: func() *line {
			l := newLine(queue)
			l.step(node(replay.Begin, "db.Begin", in("db"), certain), l.err)
			l.Link(l.step(node(replay.Claim, "insert into processed", in("db"), guard), l.err), replay.Held, l.done)
			l.step(node(replay.Commit, "tx.Commit", in("db")), l.err)
			l.step(node(replay.Effect, "bus.Publish"), l.err)
			return l.end()
		},
		want: [][3]string{
			{"bus.Publish", "crash lost", "crash after `tx.Commit` and before `bus.Publish` → the redelivery finds `insert into processed` held, returns nil and is acked: Publish is lost"},
			{"bus.Publish", "ambiguous lost", "`tx.Commit` happens but reports an error → the redelivery finds `insert into processed` held, returns nil and is acked: Publish is lost"},
		},
		fine: "clean republish",
	},
	{
		name: "external effect inside the transaction",
		build: func() *line {
			l := newLine(queue)
			l.step(node(replay.Begin, "db.Begin", in("db"), certain), l.err)
			l.Link(l.step(node(replay.Claim, "insert into processed", in("db"), guard), l.err), replay.Held, l.done)
			l.step(node(replay.Effect, "gateway.Capture"), l.err)
			l.step(node(replay.Commit, "tx.Commit", in("db")), l.err)
			return l.end()
		},
		want: [][3]string{
			{"gateway.Capture", "crash twice", "crash after `gateway.Capture` and before `tx.Commit` → the redelivery finds `insert into processed` free and runs `gateway.Capture` again without a key: Capture happens twice"},
		},
		fine: "clean republish",
	},
	{
		name: "outbox",
		build: func() *line {
			l := newLine(queue)
			l.step(node(replay.Begin, "db.Begin", in("db"), certain), l.err)
			l.Link(l.step(node(replay.Claim, "insert into inbox", in("db"), guard), l.err), replay.Held, l.done)
			l.step(node(replay.Effect, "update orders", in("db"), func(n *replay.Node) { n.Natural = true }), l.err)
			l.step(node(replay.Effect, "insert into outbox", in("db"), key(replay.Fresh)), l.err)
			l.step(node(replay.Commit, "tx.Commit", in("db")), l.err)
			return l.end()
		},
		fine: "clean crash ambiguous fail overlap republish",
	},
	{
		name: "ack first",
		build: func() *line {
			broker := queue
			broker.Ack = replay.AckExplicit
			l := newLine(broker)
			l.step(node(replay.Ack, "d.Ack", func(n *replay.Node) { n.Verdict = replay.Forget }), l.err)
			l.step(node(replay.Effect, "mailer.Send"), l.err)
			return l.end()
		},
		want: [][3]string{
			{"mailer.Send", "crash lost", "crash after `d.Ack` and before `mailer.Send` → `d.Ack` has acked the message already: Send is lost"},
			{"mailer.Send", "fail lost", "`mailer.Send` fails → `d.Ack` has acked the message already: Send is lost"},
			{"mailer.Send", "republish twice", "the producer publishes the event again → the new message runs `mailer.Send` again without a key: Send happens twice"},
		},
		fine: "clean ambiguous overlap",
	},
	{
		name: "auto-ack",
		build: func() *line {
			broker := queue
			broker.Ack = replay.AckFirst
			l := newLine(broker)
			l.step(node(replay.Effect, "mailer.Send"), l.err)
			return l.end()
		},
		want: [][3]string{
			{"mailer.Send", "crash lost", "crash before `mailer.Send` → the message was acked before the handler started: Send is lost"},
		},
		fine: "clean ambiguous overlap",
	},
	{
		name: "swallowed error",
		build: func() *line {
			l := newLine(queue)
			l.step(node(replay.Effect, "mailer.Send", key(replay.Business)), l.done)
			return l.end()
		},
		want: [][3]string{
			{"mailer.Send", "fail lost", "`mailer.Send` fails → the handler goes on, returns nil and is acked: Send is lost"},
			{"mailer.Send", "poison lost", "`mailer.Send` fails on every delivery → the handler goes on, returns nil and is acked: Send is lost"},
		},
		fine: "clean crash ambiguous overlap republish late",
	},
	{
		name: "ignored error",
		build: func() *line {
			l := newLine(queue)
			l.step(node(replay.Effect, "mailer.Send", key(replay.Business)), replay.NoNode)
			return l.end()
		},
		want: [][3]string{
			{"mailer.Send", "fail lost", "`mailer.Send` fails → the handler goes on, returns nil and is acked: Send is lost"},
		},
		fine: "clean crash ambiguous overlap republish late",
	},
	{
		name: "a later commit passes the failure",
		build: func() *line {
			broker := queue
			broker.Ack = replay.AckByPoll
			l := newLine(broker)
			logged := l.Add(replay.Node{Kind: replay.Return, Label: "continue", Ref: 3})
			l.step(node(replay.Effect, "repo.Save", key(replay.Business)), logged)
			l.step(node(replay.Ack, "r.CommitMessages", func(n *replay.Node) { n.Verdict = replay.Forget }), logged)
			return l.end()
		},
		want: [][3]string{
			{"repo.Save", "fail lost", "`repo.Save` fails → the handler goes on and a later commit passes the message: Save is lost"},
		},
		fine: "clean crash ambiguous overlap republish late",
	},
	{
		name:  "processing lease, then done, around a keyed effect",
		build: func() *line { return processing(replay.Business) },
		fine:  "clean crash ambiguous fail overlap republish late",
	},
	{
		name:  "processing lease, then done, around an unkeyed effect",
		build: func() *line { return processing(replay.NoKey) },
		want: [][3]string{
			{"gateway.Capture", "crash twice", "crash after `gateway.Capture` and before `rdb.Set(done:…)` → the record of `rdb.SetNX(busy:…)` has expired, a later redelivery runs `gateway.Capture` again without a key: Capture happens twice"},
			{"gateway.Capture", "ambiguous twice", "`gateway.Capture` happens but reports an error → the record of `rdb.SetNX(busy:…)` is released, the redelivery finds it free and runs `gateway.Capture` again without a key: Capture happens twice"},
		},
		fine: "clean overlap republish",
	},
	{
		name: "lock only",
		build: func() *line {
			l := newLine(queue)
			busy := l.step(node(replay.Claim, "locker.Obtain", guard, lasts(time.Minute), certain), l.err)
			l.Link(busy, replay.Held, l.err)
			unlock := l.Add(replay.Node{Kind: replay.Release, Label: "lock.Release", Guard: 1, Key: replay.Business, Ref: 50})
			l.Link(unlock, replay.OK, l.err)
			l.step(node(replay.Effect, "gateway.Capture", takes(40*time.Second)), unlock)
			l.step(node(replay.Release, "lock.Release", guard, certain), l.err)
			return l.end()
		},
		want: [][3]string{
			{"gateway.Capture", "crash twice", "crash after `lock.Release` and before the message is acked → the record of `locker.Obtain` is released, the redelivery finds it free and runs `gateway.Capture` again without a key: Capture happens twice"},
			{"gateway.Capture", "republish twice", "the producer publishes the event again → the record of `locker.Obtain` is released, the new message finds it free and runs `gateway.Capture` again without a key: Capture happens twice"},
		},
		fine: "clean fail",
	},
	{
		name: "dedup in memory",
		build: func() *line {
			l := newLine(queue)
			l.Link(l.step(node(replay.Claim, "seen.LoadOrStore", guard, volatile), l.err), replay.Held, l.done)
			l.step(node(replay.Effect, "gateway.Capture", takes(time.Minute)), l.err)
			return l.end()
		},
		want: [][3]string{
			{"gateway.Capture", "crash twice", "crash after `gateway.Capture` and before the message is acked → the record of `seen.LoadOrStore` was in another process, the redelivery runs `gateway.Capture` again without a key: Capture happens twice"},
			{"gateway.Capture", "overlap twice", "the lease of 30s ends during `gateway.Capture` → the record of `seen.LoadOrStore` was in another process, the second copy runs `gateway.Capture` again without a key: Capture happens twice"},
			{"gateway.Capture", "fail lost", "`gateway.Capture` fails → the redelivery finds `seen.LoadOrStore` held, returns nil and is acked: Capture is lost"},
		},
		fine: "clean",
	},
	{
		name: "record shorter than the retention",
		build: func() *line {
			l := newLine(queue)
			l.step(node(replay.Begin, "db.Begin", in("db"), certain), l.err)
			l.Link(l.step(node(replay.Claim, "insert into processed", in("db"), guard, lasts(day)), l.err), replay.Held, l.done)
			l.step(node(replay.Effect, "update balance", in("db")), l.err)
			l.step(node(replay.Commit, "tx.Commit", in("db")), l.err)
			return l.end()
		},
		want: [][3]string{
			{"update balance", "late twice", "crash after `tx.Commit` and before the message is acked, delivered again after 24h → the record of `insert into processed` has expired, the redelivery runs `update balance` again without a key: update balance happens twice"},
		},
		fine: "clean crash ambiguous fail overlap republish",
	},
	{
		name: "provider's key shorter than the retention",
		build: func() *line {
			l := newLine(queue)
			l.step(node(replay.Effect, "gateway.Capture", key(replay.Business), lasts(day)), l.err)
			return l.end()
		},
		want: [][3]string{
			{"gateway.Capture", "late twice", "crash after `gateway.Capture` and before the message is acked, delivered again after 24h → the redelivery runs `gateway.Capture` again after its key was forgotten: Capture happens twice"},
		},
		fine: "clean crash ambiguous fail overlap republish",
	},
	{
		name: "deferred release",
		build: func() *line {
			l := newLine(queue)
			l.Link(l.step(node(replay.Claim, "rdb.SetNX(order:…)", guard, lasts(7*day)), l.err), replay.Held, l.done)
			release := l.Add(replay.Node{Kind: replay.Release, Label: "rdb.Del(order:…)", Guard: 1, Key: replay.Business, Ref: 50})
			l.Link(release, replay.OK, l.err)
			l.step(node(replay.Effect, "gateway.Capture"), release)
			return l.end()
		},
		want: [][3]string{
			{"gateway.Capture", "crash lost", "crash after `rdb.SetNX(order:…)` and before `gateway.Capture` → the redelivery finds the flag, returns nil and is acked: Capture is lost"},
			{"gateway.Capture", "ambiguous twice", "`gateway.Capture` happens but reports an error → the record of `rdb.SetNX(order:…)` is released, the redelivery finds it free and runs `gateway.Capture` again without a key: Capture happens twice"},
		},
		fine: "clean fail republish",
	},
	{
		name: "claim held for ever, answered by an error",
		build: func() *line {
			broker := queue
			broker.Limit, broker.DeadLetter = replay.Unlimited, replay.Absent
			l := newLine(broker)
			l.Link(l.step(node(replay.Claim, "rdb.SetNX(order:…)", guard), l.err), replay.Held, l.err)
			l.step(node(replay.Effect, "gateway.Capture"), l.err)
			return l.end()
		},
		want: [][3]string{
			{"gateway.Capture", "crash stuck", "crash after `rdb.SetNX(order:…)` and before `gateway.Capture` → every redelivery finds the flag and is refused for ever: Capture never happens"},
		},
		fine: "clean ambiguous overlap republish",
	},
	{
		name: "record under the message's id",
		build: func() *line {
			l := newLine(queue)
			l.step(node(replay.Begin, "db.Begin", in("db"), certain), l.err)
			l.Link(l.step(node(replay.Claim, "insert into processed", in("db"), key(replay.Transport), guard), l.err), replay.Held, l.done)
			l.step(node(replay.Effect, "update balance", in("db")), l.err)
			l.step(node(replay.Commit, "tx.Commit", in("db")), l.err)
			return l.end()
		},
		want: [][3]string{
			{"update balance", "republish twice", "the producer publishes the event again → the record of `insert into processed` has another key, the new message runs `update balance` again without a key: update balance happens twice"},
		},
		fine: "clean crash ambiguous fail overlap",
	},
	{
		name: "key is the message's id",
		build: func() *line {
			l := newLine(queue)
			l.step(node(replay.Effect, "gateway.Capture", key(replay.Transport)), l.err)
			return l.end()
		},
		want: [][3]string{
			{"gateway.Capture", "republish twice", "the producer publishes the event again → the new message runs `gateway.Capture` again under the new message's id: Capture happens twice"},
		},
		fine: "clean crash ambiguous fail overlap",
	},
	{
		name: "retry inside the handler",
		build: func() *line {
			l := newLine(queue)
			again := l.Add(node(replay.Effect, "gateway.Capture", func(n *replay.Node) { n.Ref = 70 }))
			l.Link(again, replay.OK, l.done)
			l.Link(again, replay.Failed, l.err)
			l.step(node(replay.Effect, "gateway.Capture", func(n *replay.Node) { n.Ref = 70 }), again)
			return l.end()
		},
		want: [][3]string{
			{"gateway.Capture", "ambiguous twice", "`gateway.Capture` happens but reports an error → the same delivery runs `gateway.Capture` again without a key: Capture happens twice"},
		},
		fine: "clean fail",
	},
	{
		name: "work handed to a goroutine",
		build: func() *line {
			l := newLine(queue)
			send := l.Add(node(replay.Effect, "mailer.Send", key(replay.Business)))
			l.Link(l.step(node(replay.Spawn, "go func", certain), l.err), replay.Spawned, send)
			return l.end()
		},
		want: [][3]string{
			{"mailer.Send", "crash lost", "crash after `return nil` and before `mailer.Send` → the handler has returned and the message is acked: Send is lost"},
			{"mailer.Send", "fail lost", "`mailer.Send` fails → the handler has returned and the message is acked: Send is lost"},
		},
		fine: "clean ambiguous overlap republish",
	},
	{
		name: "heartbeat",
		build: func() *line {
			l := newLine(queue)
			l.step(node(replay.Extend, "heartbeat", certain), l.err)
			l.Link(l.step(node(replay.Check, "repo.IsProcessed", guard), l.err), replay.Marked, l.done)
			l.step(node(replay.Effect, "gateway.Capture", takes(replay.Unbounded)), l.err)
			return l.end()
		},
		fine: "clean fail overlap",
	},
}

// processing is the claim with a short life that becomes a lasting mark.
func processing(k replay.KeyClass) *line {
	broker := queue
	broker.Spacing = time.Minute
	l := newLine(broker)
	second := func(n *replay.Node) { n.Guard, n.Key = 2, replay.Business }
	l.Link(l.step(node(replay.Check, "rdb.Get(done:…)", second), l.err), replay.Marked, l.done)
	l.Link(l.step(node(replay.Claim, "rdb.SetNX(busy:…)", guard, lasts(2*time.Minute)), l.err), replay.Held, l.err)
	release := l.Add(replay.Node{Kind: replay.Release, Label: "rdb.Del(busy:…)", Guard: 1, Key: replay.Business, Ref: 50})
	l.Link(release, replay.OK, l.err)
	l.step(node(replay.Effect, "gateway.Capture", key(k), takes(time.Minute)), release)
	l.step(node(replay.Mark, "rdb.Set(done:…)", second, lasts(7*day)), l.err)
	return l.end()
}

func TestClassics(t *testing.T) {
	for _, c := range classics {
		t.Run(c.name, func(t *testing.T) {
			table := replay.Simulate(c.build().program(t))
			for _, want := range c.want {
				assert.Equal(t, want[2], sentence(t, table, want[0], want[1]))
			}
			for _, sc := range replay.Schedules {
				for _, r := range table.Effects {
					if strings.Contains(" "+c.fine+" ", " "+sc.String()+" ") {
						assert.LessOrEqualf(t, r.Under(sc).Outcome, replay.Once, "%s under %s", r.Label, sc)
					}
				}
			}
			var text strings.Builder
			require.NoError(t, table.Text(&text))
			golden := filepath.Join("testdata", strings.NewReplacer(",", "", "'", "", " ", "-").Replace(c.name)+".txt")
			if *update {
				require.NoError(t, os.WriteFile(golden, []byte(text.String()), 0o666))
			}
			want, err := os.ReadFile(golden)
			require.NoError(t, err)
			assert.Equal(t, string(want), text.String())
		})
	}
}

// sentence finds the sentence of a row for "schedule outcome".
func sentence(t *testing.T, table *replay.Table, label, of string) string {
	t.Helper()
	for _, r := range append(table.Effects, table.Message) {
		for _, sc := range replay.Schedules {
			for _, w := range r.Under(sc).Witnesses() {
				if r.Label == label && sc.String()+" "+w.Outcome.String() == of {
					return w.Sentence()
				}
			}
		}
	}
	return "none"
}
