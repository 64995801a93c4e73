package output

import (
	"encoding/json"
	"fmt"
	"strings"
)

// replayTable is the table of internal/replay as the protocol has it.
type replayTable struct {
	Dropped string      `json:"dropped"`
	Cut     []string    `json:"cut"`
	Refused int         `json:"refused"`
	Effects []replayRow `json:"effects"`
	Message replayRow   `json:"message"`
}

type replayRow struct {
	Label   string `json:"label"`
	Key     string `json:"key"`
	Natural bool   `json:"natural"`
	Cells   []struct {
		Schedule  string `json:"schedule"`
		Outcome   string `json:"outcome"`
		Why       string `json:"why"`
		Witnesses []struct {
			Outcome  string `json:"outcome"`
			Unsure   bool   `json:"unsure"`
			Sentence string `json:"sentence"`
		} `json:"witnesses"`
	} `json:"cells"`
}

// replayView is what schedules make of a handler's effects.
type replayView struct {
	Dropped   string
	Cut       []string
	Refused   string
	Schedules []scheduleView
	Rows      []rowView
	Runs      []runView
}

type scheduleView struct{ Name, Means string }

type rowView struct {
	Label, Key string
	Message    bool
	Cells      []cellView
}

type cellView struct {
	Outcomes []outcomeView
	Why      string
}

type outcomeView struct {
	Outcome, Run string
	Unsure       bool
}

type runView struct{ ID, Schedule, Outcome, Sentence string }

// scheduleMeanings says what the names in a replay table's head mean.
var scheduleMeanings = map[string]string{
	"clean":     "one delivery without a fault",
	"crash":     "the worker dies right after a step, and the message is delivered again",
	"ambiguous": "a step happens, but its caller gets an error",
	"fail":      "a step fails once",
	"overlap":   "the lease ends during a step, and a second copy overtakes the first",
	"republish": "the producer publishes the same event as a new message",
	"late":      "a crash, and the message comes again only when a record or key has expired",
	"poison":    "a step fails on every delivery, or the handler refuses the message",
}

// viewReplay draws the handler's table; nil where the run has none.
func (h *Handler) viewReplay(id string) *replayView {
	if len(h.Replay) == 0 {
		return nil
	}
	var t replayTable
	if err := json.Unmarshal(h.Replay, &t); err != nil {
		return &replayView{Dropped: "its table cannot be read: " + err.Error()}
	}
	v := &replayView{Dropped: t.Dropped, Cut: t.Cut}
	if t.Dropped != "" {
		return v
	}
	if t.Refused > 0 {
		v.Refused = fmt.Sprintf("%s of conditions under which the handler refuses the message without any fault; only poison looks at them", count(t.Refused, "combination"))
	}
	for _, c := range t.Message.Cells {
		v.Schedules = append(v.Schedules, scheduleView{c.Schedule, scheduleMeanings[c.Schedule]})
	}
	runs := make(map[runView]string) // without ID → ID
	for i, r := range append(t.Effects, t.Message) {
		row := rowView{Label: r.Label, Key: r.Key, Message: i == len(t.Effects)}
		switch {
		case row.Message:
			row.Key = ""
		case r.Natural:
			row.Key = "natural"
		}
		for _, c := range r.Cells {
			cell := cellView{Why: c.Why}
			for _, w := range c.Witnesses {
				run := runView{Schedule: c.Schedule, Outcome: w.Outcome, Sentence: w.Sentence}
				at, known := runs[run]
				if !known {
					at = fmt.Sprintf("%s-run%d", id, len(runs)+1)
					runs[run] = at
					v.Runs = append(v.Runs, runView{at, run.Schedule, run.Outcome, run.Sentence})
				}
				cell.Outcomes = append(cell.Outcomes, outcomeView{w.Outcome, at, w.Unsure})
			}
			if len(cell.Outcomes) == 0 && c.Outcome != "n/a" {
				cell.Outcomes = []outcomeView{{Outcome: c.Outcome}}
			}
			row.Cells = append(row.Cells, cell)
		}
		v.Rows = append(v.Rows, row)
	}
	return v
}

// ReplayMarkdown is what crashes and redeliveries make of the handler, as a table
// for a reader of Markdown; empty where the run does not say.
func (h *Handler) ReplayMarkdown() string {
	v := h.viewReplay("")
	if v == nil {
		return ""
	}
	var b strings.Builder
	fmt.Fprintf(&b, "**What crashes and redeliveries make of %s**\n\n", cell(escapeMarkdown(h.Name)))
	if v.Dropped != "" {
		fmt.Fprintf(&b, "Not simulated: %s\n", v.Dropped)
		return b.String()
	}
	b.WriteString("| effect | key |")
	for _, s := range v.Schedules {
		fmt.Fprintf(&b, " %s |", s.Name)
	}
	b.WriteString("\n|---|---|" + strings.Repeat("---|", len(v.Schedules)) + "\n")
	for _, r := range v.Rows {
		fmt.Fprintf(&b, "| %s | %s |", cell(escapeMarkdown(r.Label)), r.Key)
		for _, c := range r.Cells {
			var words []string
			for _, o := range c.Outcomes {
				word := o.Outcome
				if o.Unsure {
					word += "?"
				}
				if o.Run != "" {
					word = "**" + word + "**"
				}
				words = append(words, word)
			}
			fmt.Fprintf(&b, " %s |", oneOf(strings.Join(words, ", "), "–"))
		}
		b.WriteString("\n")
	}
	return b.String()
}

// escapeMarkdown keeps names like (*Consumer).Run from being read as Markdown.
func escapeMarkdown(s string) string {
	return strings.NewReplacer("*", `\*`, "_", `\_`).Replace(s)
}
