package replay_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/idemlint/idemlint/internal/replay"
)

// source draws numbers below n.
type source func(n int) int

func seeded(seed uint64) source {
	return rand.New(rand.NewPCG(seed, 0x1de31)).IntN
}

// recorded draws numbers from data, then zeros.
func recorded(data []byte) source {
	return func(n int) int {
		if len(data) == 0 {
			return 0
		}
		b := data[0]
		data = data[1:]
		return int(b) % n
	}
}

func (draw source) one(of ...int) int { return of[draw(len(of))] }

func (draw source) chance(percent int) bool { return draw(100) < percent }

// durations for leases, lifetimes and windows; the same few, so that they meet.
func (draw source) duration() time.Duration {
	return time.Duration(draw.one(0, 0, 10, 30, 60, 600)) * time.Second
}

// random draws a step program. Edges lead forwards, so it always ends.
func random(draw source) *graph {
	g := &graph{broker: replay.Broker{
		Ack:        replay.AckMode(draw.one(0, 0, 1, 1, 2, 3)),
		Limit:      draw.one(0, replay.Unlimited, 1, 2, 3, 5, 20),
		DeadLetter: replay.Fact(draw(3)),
		Lease:      draw.duration(), Spacing: draw.duration(), Window: draw.duration(),
	}}
	if draw.chance(5) {
		g.broker.Lease = replay.Unbounded
	}
	steps := 2 + draw(8)
	ends := 1 + draw(3)
	volatile := 0
	if draw.chance(30) {
		volatile = 1
	}
	keys := []replay.KeyClass{replay.Business, replay.Business, replay.NoKey, replay.NoKey, replay.Transport, replay.PerDelivery, replay.Fresh, replay.Constant}
	effects := map[int]replay.Node{}
	for i := range steps + ends {
		n := replay.Node{Ref: i, Label: fmt.Sprint("step", i)}
		if i >= steps {
			n.Kind = replay.Return
			n.Verdict = replay.Verdict(draw.one(1, 0, 2, 3, 4))
			if i == steps {
				n.Verdict = replay.Verdict(draw.one(1, 1, 1, 0))
			}
			g.nodes = append(g.nodes, n)
			g.edges = append(g.edges, nil)
			continue
		}
		n.Kind = []replay.Kind{
			replay.Effect, replay.Effect, replay.Effect, replay.Effect, replay.Claim, replay.Claim, replay.Check, replay.Mark, replay.Mark, replay.Release,
			replay.Begin, replay.Begin, replay.Commit, replay.Commit, replay.Rollback, replay.Ack, replay.Extend, replay.Wait, replay.Spawn, replay.Branch,
		}[draw(20)]
		// A key, a store and an item for those that have them.
		key, store := keys[draw(len(keys))], []string{"", "db", "db", "kv"}[draw(4)]
		n.CanFail = draw.chance(50)
		if draw.chance(30) {
			n.Takes = draw.duration()
		} else if draw.chance(7) {
			n.Takes = replay.Unbounded
		}
		switch n.Kind {
		case replay.Effect:
			n.Key, n.Store, n.Lasts, n.Natural = key, store, draw.duration(), draw.chance(10)
			if draw.chance(15) {
				n.Item = 1
			}
			if again := draw(steps); draw.chance(25) && effects[again].Kind == replay.Effect {
				item, takes, fails := n.Item, n.Takes, n.CanFail
				n = effects[again]
				n.Item, n.Takes, n.CanFail = item, takes, fails
			}
			effects[n.Ref] = n
		case replay.Claim, replay.Check, replay.Mark, replay.Release:
			n.Guard = draw.one(1, 1, 1, 2)
			n.Key, n.Lasts = key, draw.duration()
			if draw.chance(70) {
				n.Key = replay.Business
			}
			if n.Guard == volatile {
				n.Volatile = true
			} else {
				n.Store = store
			}
		case replay.Begin, replay.Commit, replay.Rollback:
			n.Store = []string{"db", "kv"}[draw.one(0, 0, 1)]
			n.CanFail = n.CanFail && n.Kind == replay.Commit
		case replay.Ack:
			n.Verdict = replay.Verdict(draw.one(1, 1, 1, 2, 3, 4))
		case replay.Extend:
			n.Lasts, n.CanFail = draw.duration(), false
		case replay.Spawn:
			n.CanFail = false
		case replay.Branch:
			n.CanFail, n.Cond, n.Choices = false, draw(2), 2
			n.Free = n.Cond == 1
		}
		g.nodes = append(g.nodes, n)
		// Where it leads: mostly straight on, errors mostly to an end.
		later := func() int { return i + 1 + draw(steps+ends-i-1) }
		end := func() int { return steps + draw(ends) }
		to := map[replay.Answer]int{}
		if n.Kind == replay.Branch {
			to[replay.Choice(0)], to[replay.Choice(1)] = later(), later()
		} else if draw.chance(95) {
			to[replay.OK] = i + 1
			if draw.chance(20) {
				to[replay.OK] = later()
			}
		}
		if (n.Kind == replay.Claim || n.Kind == replay.Check) && draw.chance(85) {
			to[replay.Held] = end()
			if draw.chance(30) {
				to[replay.Held] = later()
			}
		}
		if n.CanFail && draw.chance(75) {
			to[replay.Failed] = end()
			if draw.chance(35) {
				to[replay.Failed] = later()
			}
		}
		if n.Kind == replay.Spawn {
			to[replay.Spawned] = later()
		}
		g.edges = append(g.edges, to)
	}
	return g
}

func (g *graph) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%+v\n", g.broker)
	for i, n := range g.nodes {
		fmt.Fprintf(&b, "%d %s ref=%d item=%d key=%s lasts=%s takes=%s fail=%t store=%q nat=%t guard=%d vol=%t verdict=%s cond=%d free=%t ->", i, n.Kind, n.Ref, n.Item, n.Key, n.Lasts, n.Takes, n.CanFail, n.Store, n.Natural, n.Guard, n.Volatile, n.Verdict, n.Cond, n.Free)
		for _, a := range slices.Sorted(maps.Keys(g.edges[i])) {
			fmt.Fprintf(&b, " %s:%d", a, g.edges[i][a])
		}
		b.WriteString("\n")
	}
	return b.String()
}

// read brings a table into the form of the oracle's result.
func read(t *replay.Table) *result {
	r := &result{dropped: t.Dropped != "", rows: map[int]map[replay.Schedule]map[replay.Outcome]int{}}
	for _, row := range append(slices.Clone(t.Effects), t.Message) {
		for _, sc := range replay.Schedules {
			c := row.Under(sc)
			for _, w := range c.Witnesses() {
				r.add(row.Ref, sc, w.Outcome, len(w.Path()))
			}
			if c.Outcome == replay.Once {
				r.add(row.Ref, sc, replay.Once, 0)
			}
		}
	}
	return r
}

// worstOnly keeps Once where nothing worse happens, as tables do, without the
// number of its steps.
func (r *result) worstOnly() *result {
	for _, row := range r.rows {
		for _, outs := range row {
			if _, ok := outs[replay.Once]; ok {
				if outs[replay.Once] = 0; len(outs) > 1 {
					delete(outs, replay.Once)
				}
			}
		}
	}
	return r
}

// agree holds the simulator against the oracle, and its words against good form.
// It returns the table, nil if there is no clean run.
func agree(t require.TestingT, g *graph) *replay.Table {
	p, err := g.program()
	require.NoError(t, err, g)
	table := replay.Simulate(p)
	want, got := try(g).worstOnly(), read(table)
	require.Equal(t, want.dropped, got.dropped, "%s\n%s", g, table.Dropped)
	if want.dropped {
		return nil
	}
	require.Empty(t, table.Cut, g)
	require.Equal(t, want.rows, got.rows, g)
	for _, r := range append(slices.Clone(table.Effects), table.Message) {
		for _, sc := range replay.Schedules {
			require.Equal(t, r.Under(sc).Outcome == replay.NotApplicable, r.Under(sc).Why != "", g)
			for _, w := range r.Under(sc).Witnesses() {
				require.NotEmpty(t, w.Causes(), g)
				require.Regexp(t, sentenceForm, w.Sentence(), g)
			}
		}
	}
	return table
}

// sentenceForm is: fault → consequence: result.
var sentenceForm = regexp.MustCompile("^[a-z`][^→:%]*[^ ] → [a-z`]([^→:% ]| [^→:% ])*: (the message|step\\d+) [a-z ]+$")

// TestOracle: the simulator says of random programs, for every effect and
// schedule, exactly what comes about when they are run, and its witnesses are
// the shortest runs.
func TestOracle(t *testing.T) {
	const programs = 12000
	met := map[string]int{}
	for seed := range uint64(programs) {
		table := agree(t, random(seeded(seed)))
		if table == nil {
			met["no clean run"]++
			continue
		}
		for _, r := range append(slices.Clone(table.Effects), table.Message) {
			for _, sc := range replay.Schedules {
				met[fmt.Sprint(sc, " ", r.Under(sc).Outcome)]++
				for _, w := range r.Under(sc).Witnesses() {
					met[fmt.Sprint(sc, " ", w.Outcome)]++
					for _, c := range w.Causes() {
						met[c.Kind.String()]++
					}
				}
			}
		}
	}
	// Programs that never get anywhere prove nothing.
	for _, sc := range replay.Schedules[1:] {
		for o := replay.Once; o <= replay.Twice; o++ {
			if o == replay.Stuck && (sc == replay.Overlap || sc == replay.Late) {
				continue // too rare: something else must have expired, or turn the first copy away
			}
			require.Positivef(t, met[fmt.Sprint(sc, " ", o)], "%s under %s", o, sc)
		}
	}
	for k := replay.GuardHeld; k <= replay.LimitReached; k++ {
		require.Positivef(t, met[k.String()], "cause %s", k)
	}
	require.Less(t, met["no clean run"], programs/2)
}

// Two copies take two rows in different orders: each waits for the other, and
// the store lets one of the claims fail.
func TestDeadlock(t *testing.T) {
	claim := func(guard int, takes time.Duration) replay.Node {
		return replay.Node{Kind: replay.Claim, Ref: 10 + guard, Guard: guard, Key: replay.Business, Store: "db", Takes: takes}
	}
	g := &graph{
		broker: replay.Broker{Lease: 30 * time.Second},
		nodes: []replay.Node{
			0: {Kind: replay.Begin, Ref: 1, Store: "db"},
			1: {Kind: replay.Branch, Ref: 2, Choices: 2, Free: true},
			2: claim(1, time.Minute), 3: claim(2, 0),
			4: claim(2, time.Minute), 5: claim(1, 0),
			6: {Kind: replay.Effect, Ref: 3, Store: "db", Label: "update stock"},
			7: {Kind: replay.Commit, Ref: 4, Store: "db"},
			8: {Kind: replay.Return, Ref: 5, Verdict: replay.Forget},
			9: {Kind: replay.Return, Ref: 6, Verdict: replay.Drop},
		},
		edges: []map[replay.Answer]int{
			0: {replay.OK: 1}, 1: {replay.Choice(0): 2, replay.Choice(1): 4},
			2: {replay.OK: 3}, 3: {replay.OK: 6, replay.Held: 8, replay.Failed: 9},
			4: {replay.OK: 5}, 5: {replay.OK: 6, replay.Held: 8, replay.Failed: 9},
			6: {replay.OK: 7}, 7: {replay.OK: 8}, 8: nil, 9: nil,
		},
	}
	p, err := g.program()
	require.NoError(t, err)
	table := replay.Simulate(p)
	w := table.For(3).Under(replay.Overlap)
	require.Equal(t, try(g).worstOnly().rows, read(table).rows)
	require.Equal(t, replay.Once, w.Outcome, "the first copy drops the message, the second one has done it")
	require.Equal(t, replay.Lost, table.Message.Under(replay.Overlap).Outcome)
}

func FuzzSimulate(f *testing.F) {
	for seed := range uint64(20) {
		draw := seeded(seed)
		data := make([]byte, 200)
		for i := range data {
			data[i] = byte(draw(256))
		}
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) { agree(t, random(recorded(data))) })
}
