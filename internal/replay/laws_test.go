package replay_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/idemlint/idemlint/internal/replay"
)

// clone copies a program, to be changed.
func (g *graph) clone() *graph {
	c := &graph{broker: g.broker, nodes: slices.Clone(g.nodes)}
	for _, to := range g.edges {
		c.edges = append(c.edges, maps.Clone(to))
	}
	return c
}

// add appends a node that nothing leads to yet.
func (g *graph) add(n replay.Node) int {
	g.nodes = append(g.nodes, n)
	g.edges = append(g.edges, map[replay.Answer]int{})
	return len(g.nodes) - 1
}

// redirect makes every edge to one node lead to another.
func (g *graph) redirect(from, to int) {
	for _, edges := range g.edges {
		for a, n := range edges {
			if n == from {
				edges[a] = to
			}
		}
	}
}

// simulate returns the table, nil if there is no clean run.
func (g *graph) simulate(t *testing.T) *replay.Table {
	p, err := g.program()
	require.NoError(t, err, g)
	table := replay.Simulate(p)
	require.Empty(t, table.Cut)
	if table.Dropped != "" {
		return nil
	}
	return table
}

// law changes as many random programs as there are seeds, where it can, and
// compares the tables before and after.
func law(t *testing.T, seeds uint64, change func(g *graph) *graph, holds func(t *testing.T, before, after *replay.Table, why string)) {
	t.Helper()
	tried := 0
	for seed := range seeds {
		g := random(seeded(seed + 1<<32))
		changed := change(g)
		if changed == nil {
			continue
		}
		before, after := g.simulate(t), changed.simulate(t)
		if before == nil || after == nil {
			continue
		}
		tried++
		holds(t, before, after, g.String()+"becomes\n"+changed.String())
	}
	t.Logf("held for %d programs", tried)
	require.Greater(t, tried, 300)
}

// never requires that no effect has an outcome after the change that it had not
// before.
func never(c comparison, outcomes ...replay.Outcome) func(t *testing.T, was, is *replay.Table, why string) {
	return func(t *testing.T, was, is *replay.Table, why string) {
		for _, r := range is.Effects {
			for _, sc := range c.schedules {
				for _, o := range outcomes {
					if w := r.Under(sc).Find(o); w != nil && was.For(r.Ref).Find(o, c.allowedBy(sc)...) == nil {
						t.Fatalf("%s is new under %s: %s\n%s", o, sc, w.Sentence(), why)
					}
				}
			}
		}
	}
}

// comparison says which schedules count, and whether each is compared with
// itself only, or with all of them together: a change may turn one fault into
// another.
type comparison struct {
	schedules []replay.Schedule
	together  bool
}

func (c comparison) allowedBy(sc replay.Schedule) []replay.Schedule {
	if c.together {
		return c.schedules
	}
	return []replay.Schedule{sc}
}

// Giving every effect a business key never adds a twice.
func TestLawBusinessKeys(t *testing.T) {
	law(t, 4000, func(g *graph) *graph {
		g = g.clone()
		for i := range g.nodes {
			if n := &g.nodes[i]; n.Kind == replay.Effect {
				n.Key, n.Lasts = replay.Business, 0
			}
		}
		return g
	}, never(comparison{replay.Schedules, false}, replay.Twice))
}

// Adding a dead letter never adds a stuck.
func TestLawDeadLetter(t *testing.T) {
	law(t, 4000, func(g *graph) *graph {
		g = g.clone()
		g.broker.DeadLetter = replay.Present
		return g
	}, never(comparison{replay.Schedules, false}, replay.Stuck))
}

// Moving an ack behind the step that follows it, on every path, never adds a
// lost: what a crash could lose before may now be lost later only.
func TestLawLaterAck(t *testing.T) {
	law(t, 12000, func(g *graph) *graph {
		ack := slices.IndexFunc(g.nodes, func(n replay.Node) bool { return n.Kind == replay.Ack && n.Verdict == replay.Forget })
		if ack < 0 {
			return nil
		}
		g = g.clone()
		g.nodes[ack].CanFail = false
		delete(g.edges[ack], replay.Failed)
		step, ok := g.edges[ack][replay.OK]
		if !ok || g.nodes[step].Kind == replay.Return || g.nodes[step].Kind == replay.Spawn {
			return nil
		}
		moved := g.add(g.nodes[step])
		g.redirect(ack, moved)
		for _, a := range []replay.Answer{replay.OK, replay.Held, replay.Failed, replay.Choice(0), replay.Choice(1)} {
			to, ok := g.edges[step][a]
			if !ok && (a != replay.OK || g.nodes[step].Kind == replay.Branch) {
				continue
			}
			late := g.add(g.nodes[ack])
			g.edges[moved][a] = late
			if ok {
				g.edges[late][replay.OK] = to
			}
		}
		return g
	}, never(comparison{replay.Schedules, true}, replay.Lost))
}

// Putting a claim and the effect behind it into one transaction never adds a
// twice or lost of the effect.
func TestLawOneTransaction(t *testing.T) {
	law(t, 40000, func(g *graph) *graph {
		claim := slices.IndexFunc(g.nodes, func(n replay.Node) bool { return n.Kind == replay.Claim && !n.Volatile })
		if claim < 0 {
			return nil
		}
		effect, ok := g.edges[claim][replay.OK]
		if !ok || g.nodes[effect].Kind != replay.Effect {
			return nil
		}
		if slices.ContainsFunc(g.nodes, func(n replay.Node) bool {
			return n.Kind == replay.Begin && (n.Store == g.nodes[claim].Store || n.Store == g.nodes[effect].Store)
		}) {
			return nil // they are, or may be, in one already
		}
		held, asked := g.edges[claim][replay.Held]
		if !asked || g.reaches(held, g.nodes[effect].Ref) {
			return nil // a claim whose answer changes nothing guards nothing
		}
		return g.oneTransaction(claim, effect)
	}, func(t *testing.T, was, is *replay.Table, why string) {
		// Only the effect in the transaction: another one behind the same claim is
		// no longer guarded where the handler goes on after a failed commit. And
		// only where it can succeed: a message that never can is not parked by the
		// claim it left behind any more, but goes where the broker sends it.
		is.Effects = slices.DeleteFunc(is.Effects, func(r replay.Row) bool { return !strings.Contains(r.Label, "in one") })
		require.Len(t, is.Effects, 1)
		curable := slices.DeleteFunc(slices.Clone(replay.Schedules), func(sc replay.Schedule) bool { return sc == replay.Poison })
		never(comparison{curable, true}, replay.Twice, replay.Lost)(t, was, is, why)
	})
}

// reaches reports whether a step with a Ref can follow a node, itself included.
func (g *graph) reaches(from, ref int) bool {
	if g.nodes[from].Ref == ref {
		return true
	}
	for _, to := range g.edges[from] {
		if g.reaches(to, ref) {
			return true
		}
	}
	return false
}

func (g *graph) oneTransaction(claim, effect int) *graph {
	g = g.clone()
	// The effect of this path is a node of its own.
	own := g.add(g.nodes[effect])
	g.edges[own] = maps.Clone(g.edges[effect])
	for i := range g.nodes {
		if g.nodes[i].Kind == replay.Effect && g.nodes[i].Ref == g.nodes[effect].Ref {
			g.nodes[i].Store, g.nodes[i].Label = "one", "in one"
		}
	}
	g.nodes[claim].Store = "one"
	begin := g.add(replay.Node{Kind: replay.Begin, Store: "one", Ref: 1000})
	commit := g.add(replay.Node{Kind: replay.Commit, Store: "one", Ref: 1001, CanFail: g.nodes[own].CanFail})
	g.redirect(claim, begin)
	g.edges[begin][replay.OK] = claim
	g.edges[claim][replay.OK] = own
	if after, ok := g.edges[own][replay.OK]; ok {
		g.edges[commit][replay.OK] = after
	}
	g.edges[own][replay.OK] = commit
	if failed, ok := g.edges[own][replay.Failed]; ok {
		if g.nodes[commit].CanFail {
			g.edges[commit][replay.Failed] = failed
		}
	}
	// Whoever leaves early gives the transaction up.
	for _, leaves := range []struct {
		node int
		a    replay.Answer
	}{{claim, replay.Held}, {claim, replay.Failed}, {own, replay.Failed}} {
		to, ok := g.edges[leaves.node][leaves.a]
		if !ok {
			continue
		}
		rollback := g.add(replay.Node{Kind: replay.Rollback, Store: "one", Ref: 1002})
		g.edges[leaves.node][leaves.a] = rollback
		g.edges[rollback][replay.OK] = to
	}
	if claim == 0 { // the entry is the first node
		g.swap(0, begin)
	}
	return g
}

// swap exchanges two nodes' numbers.
func (g *graph) swap(a, b int) {
	g.nodes[a], g.nodes[b] = g.nodes[b], g.nodes[a]
	g.edges[a], g.edges[b] = g.edges[b], g.edges[a]
	for _, edges := range g.edges {
		for answer, n := range edges {
			switch n {
			case a:
				edges[answer] = b
			case b:
				edges[answer] = a
			}
		}
	}
}
