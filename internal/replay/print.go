package replay

import (
	"bufio"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
)

// Text writes the table for people: effects against schedules, the guards, and
// for every outcome that is not once the shortest run that leads there.
// A dash says that a schedule does not apply, a question mark that the outcome
// takes a fact about the broker that is not known.
func (t *Table) Text(w io.Writer) error {
	out := bufio.NewWriter(w)
	if t.Dropped != "" {
		fmt.Fprintf(out, "not simulated: %s\n", t.Dropped)
		return out.Flush()
	}
	t.grid(out)
	t.guardLines(out)
	t.runs(out)
	if t.Refused > 0 {
		fmt.Fprintf(out, "\n%s the handler refuses the message without any fault; only poison looks at them\n",
			plural(t.Refused, "combination of conditions under which", "combinations of conditions under which"))
	}
	for _, cut := range t.Cut {
		fmt.Fprintf(out, "\nnot everything was run: %s\n", cut)
	}
	return out.Flush()
}

func (t *Table) grid(w io.Writer) {
	tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	defer tw.Flush()
	cells := []string{"effect", "key"}
	for _, sc := range Schedules {
		cells = append(cells, sc.String())
	}
	fmt.Fprintln(tw, strings.Join(cells, "\t"))
	for _, r := range t.rows() {
		cells := []string{r.Label, r.keyText()}
		for _, sc := range Schedules {
			cells = append(cells, r.Under(sc).text())
		}
		fmt.Fprintln(tw, strings.Join(cells, "\t"))
	}
}

func (r *Row) keyText() string {
	switch {
	case r.Ref < 0:
		return ""
	case r.Natural:
		return "natural"
	}
	return r.Key.String()
}

// text is a cell in one word; several outcomes are worst first.
func (c *Cell) text() string {
	if c.Outcome <= Once {
		return map[Outcome]string{NotApplicable: "-", Once: "once"}[c.Outcome]
	}
	var words []string
	for _, w := range c.Witnesses() {
		word := w.Outcome.String()
		if w.Unsure {
			word += "?"
		}
		words = append(words, word)
	}
	return strings.Join(words, ",")
}

func (t *Table) guardLines(w io.Writer) {
	if len(t.Guards) == 0 {
		return
	}
	fmt.Fprintln(w)
	for _, g := range t.Guards {
		fmt.Fprintf(w, "guard %s: %s\n", g.Label, strings.Join(g.traits(), ", "))
		for _, e := range g.Encloses {
			fmt.Fprintf(w, "  encloses %s; %s\n", e.Label, map[When]string{
				Together: "its record is durable together with it",
				Before:   "its record is durable before it",
				After:    "its record is durable after it, if at all",
			}[e.Record])
		}
	}
}

// traits describes a guard.
func (g *GuardRow) traits() []string {
	traits := []string{"check and mark", g.Key.String() + " key"}
	if g.Atomic {
		traits[0] = "claim"
	}
	if g.Lock {
		traits[0] = "lock"
	}
	if g.Lasts > 0 {
		traits = append(traits, "lasts "+clock(g.Lasts))
	}
	if g.Volatile {
		traits = append(traits, "in process memory")
	}
	if g.ReleasedOnError {
		traits = append(traits, "released on error")
	}
	return append(traits, "a repeat is answered "+g.Held.String())
}

// runs writes the witnesses; what becomes of the message only where that is not
// what becomes of an effect. That nothing happens while the message is stuck is
// said once.
func (t *Table) runs(w io.Writer) {
	type told struct {
		sc Schedule
		o  Outcome
	}
	seen := map[told]bool{}
	for _, r := range t.rows() {
		for _, sc := range Schedules {
			for _, found := range r.Under(sc).Witnesses() {
				is := told{sc, found.Outcome}
				if r.Ref < 0 && seen[is] || r.Ref >= 0 && is == (told{Poison, Stuck}) && t.stuckForEver() {
					continue
				}
				if len(seen) == 0 {
					fmt.Fprintln(w)
				}
				seen[is] = true
				fmt.Fprintf(w, "%s, %s: %s\n", sc, found.Outcome, found.Sentence())
			}
		}
	}
}

// stuckForEver reports whether the message itself is stuck where something
// always fails.
func (t *Table) stuckForEver() bool { return t.Message.Find(Stuck, Poison) != nil }

func plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprint(n, " ", many)
}
