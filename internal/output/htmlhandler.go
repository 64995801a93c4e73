package output

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"
)

// handlerView is a handler as the page shows it.
type handlerView struct {
	*Handler
	ID       string
	Folder   string
	Search   string
	Terms    terms
	Bar      *timeBar // nil where no time is known
	Timeline []stepView
	// Ordered says that the steps are those of one way through the handler, not
	// just all it does.
	Ordered  bool
	Findings []ref
	Replayed *replayView
	Unwired  []string // calls that were not followed
}

// terms are the contract of a handler: what is written down, or else known.
type terms struct {
	Broker, Queue, Key, Ack, Lease, Retries, DeadLetter, Owner, Worst string
}

// A ref is a link inside the page.
type ref struct{ Href, Text string }

func (run *Run) viewHandler(i int, findings []findingView) handlerView {
	h := &run.Handlers[i]
	v := handlerView{
		Handler: h, ID: handlerID(i), Folder: path.Dir(h.File), Terms: h.terms(),
		Search: words(h.Name, h.Package, h.Broker, h.Library, h.File), Ordered: len(h.Steps) > 0,
	}
	for _, q := range h.Queues {
		v.Search += " " + strings.ToLower(q.Name)
	}
	for _, f := range findings {
		if f.Handle == v.ID {
			v.Findings = append(v.Findings, ref{"#" + f.ID, f.Rule})
		}
	}
	for _, d := range h.Dynamic {
		if len(d.Resolved) == 0 && d.Outside == "" {
			v.Unwired = append(v.Unwired, fmt.Sprintf("%s at %s:%d: %s", d.Call, d.File, d.Line, d.state()))
		}
	}
	v.Timeline = h.timeline(v.ID, findings)
	v.Bar = h.timeBar()
	v.Replayed = h.viewReplay(v.ID)
	return v
}

// terms returns the contract of a handler, as far as it is written down or known.
func (h *Handler) terms() terms {
	t := terms{Broker: cmp.Or(h.Broker, h.Library), Ack: h.Ack, Lease: h.Lease, Retries: h.Retries, DeadLetter: h.DeadLetter}
	var names, origins []string
	for _, link := range h.Queues {
		names = append(names, link.Name)
	}
	t.Queue = strings.Join(names, ", ")
	for _, e := range h.Effects {
		if e.Origin != "" && !slices.Contains(origins, e.Origin) {
			origins = append(origins, e.Origin)
		}
	}
	t.Key = strings.Join(origins, ", ")
	if d := h.Duration; d != nil {
		t.Worst = d.Sum
		if d.Unbounded {
			t.Worst = "no limit: " + strings.TrimPrefix(d.Sum, "unbounded time ")
		}
	}
	if c := h.Contract; c != nil {
		t.Key, t.Owner = cmp.Or(c.Key, t.Key), c.Owner
		t.DeadLetter, t.Retries = cmp.Or(c.DeadLetter, t.DeadLetter), cmp.Or(c.MaxReceives, t.Retries)
	}
	return t
}

// stepView is a step of the timeline.
type stepView struct {
	Shape string // effect, guard, transaction, end, other
	State string // bad, good, plain
	Kind  string // what is done: money, claim, ack
	Step
	Key      string // what recognises a repeat
	Fate     string // what becomes of the message
	Takes    string
	Findings []ref
	Last     bool
	// Over says that the lease may end during the step, or has ended before it.
	Over string
}

var shapes = map[string]string{
	"effect": "effect", "claim": "guard", "check": "guard", "mark": "guard", "release": "guard",
	"begin": "transaction", "commit": "transaction", "rollback": "transaction", "ack": "end", "return": "end",
}

var fates = map[string]string{
	"forget":      "the broker forgets the message",
	"redeliver":   "the broker delivers the message again",
	"dead letter": "the message goes to the dead letters",
	"drop":        "the message is thrown away",
	"leave":       "nothing is said to the broker",
}

// timeline is what the handler does in order; without an order, its effects.
func (h *Handler) timeline(id string, findings []findingView) []stepView {
	steps := h.Steps
	if len(steps) == 0 {
		for i, e := range h.Effects {
			steps = append(steps, Step{Kind: "effect", Label: e.Call, File: e.File, Line: e.Line, Effect: &i})
		}
	}
	var line []stepView
	spent, acked := 0.0, false
	lease := h.lease()
	for _, s := range steps {
		v := stepView{Step: s, Shape: cmp.Or(shapes[s.Kind], "other"), State: "plain", Kind: s.Kind, Fate: fates[s.Verdict]}
		if s.Key != "" {
			v.Key = s.Key + " key"
		}
		if s.Effect != nil && *s.Effect >= 0 && *s.Effect < len(h.Effects) {
			v.describe(id, &h.Effects[*s.Effect], findings)
		}
		if v.Shape == "end" {
			v.State = "good"
		}
		if s.Unbounded {
			v.Takes = "no time limit"
		} else if s.Seconds > 0 {
			v.Takes = "at worst " + seconds(s.Seconds)
		}
		before := spent
		spent += s.Seconds
		over := lease > 0 && (spent > lease || s.Unbounded)
		if over && !acked && before <= lease && !s.Elsewhere {
			v.Over = fmt.Sprintf("the lease of %s may end during this step: from here on a second copy of the handler may run", seconds(lease))
			lease = 0
		}
		acked = acked || s.Verdict == "forget"
		line = append(line, v)
	}
	if len(line) > 0 {
		line[len(line)-1].Last = true
	}
	return line
}

// describe says what the effect of a step is, and what protects it.
func (v *stepView) describe(id string, e *Effect, findings []findingView) {
	if v.Shape == "effect" {
		v.Kind = e.Category
	}
	switch {
	case e.Natural != "":
		v.Key = "it " + e.Natural
	case e.Key != "":
		v.Key = fmt.Sprintf("key: %s, %s", e.Key, cmp.Or(e.Origin, "of unknown origin"))
	case v.Key == "":
		v.Key = "no key"
	}
	if e.Natural != "" || e.Key != "" {
		v.State = "good"
	}
	for _, rule := range e.Findings {
		here := func(f findingView) bool { return f.Rule == rule && f.File == e.File && f.Line == e.Line }
		own := func(f findingView) bool { return f.Rule == rule && f.Handle == id }
		i := slices.IndexFunc(findings, here)
		if i < 0 {
			i = slices.IndexFunc(findings, own)
		}
		if i < 0 {
			continue // below the severity that is shown
		}
		v.State = "bad"
		v.Findings = append(v.Findings, ref{"#" + findings[i].ID, rule})
	}
}

// lease is how many seconds the broker waits for the ack; 0 where that is not
// known or somebody extends it.
func (h *Handler) lease() float64 {
	if h.LeaseSeconds > 0 {
		return h.LeaseSeconds
	}
	d, err := time.ParseDuration(h.Lease)
	if err != nil {
		return 0
	}
	return d.Seconds()
}

// timeBar draws the time a delivery may take against its lease. Positions are
// parts of the width.
type timeBar struct {
	Segments []segment
	Lease    string // where the lease ends; empty where that is not known
	LeaseFor string
	Late     bool // it ends before the work may
	Left     bool // its name fits on its left side only
	Total    string
	Label    string
}

type segment struct {
	X, Width string
	Open     bool // it has no limit
	Number   int
	Title    string
}

func (h *Handler) timeBar() *timeBar {
	known, endless := 0.0, false
	for _, s := range h.Steps {
		known += s.Seconds
		endless = endless || s.Unbounded
	}
	if known == 0 && !endless {
		return nil
	}
	lease := h.lease()
	scale := max(known, lease*1.1)
	if endless {
		scale = max(known*1.5, lease*1.5, 1)
	}
	percent := func(x float64) string { return strconv.FormatFloat(100*x/scale, 'f', 2, 64) + "%" }
	b := &timeBar{Total: seconds(known), Late: lease > 0 && (known > lease || endless)}
	at := 0.0
	for _, s := range h.Steps {
		seg := segment{X: percent(at), Number: len(b.Segments) + 1, Title: s.Label + ": at worst " + seconds(s.Seconds)}
		switch {
		case s.Unbounded: // up to what the others need
			rest := scale - known
			seg.Width, seg.Open, seg.Title = percent(rest), true, s.Label+": no time limit"
			at += rest
			known = scale
		case s.Seconds > 0:
			seg.Width = percent(s.Seconds)
			at += s.Seconds
		default:
			continue
		}
		b.Segments = append(b.Segments, seg)
	}
	if endless || h.Duration != nil && h.Duration.Unbounded {
		b.Total = "for ever"
	}
	b.Label = "a delivery may take " + b.Total
	if lease > 0 {
		b.Lease, b.LeaseFor, b.Left = percent(lease), seconds(lease), lease/scale > 0.5
		b.Label += "; the lease is " + b.LeaseFor
	}
	return b
}

// seconds is a time as people write it: 45 s, 4 min, 1.5 s.
func seconds(s float64) string {
	switch {
	case s >= 2*3600 && s == float64(int(s/3600))*3600:
		return fmt.Sprintf("%d h", int(s/3600))
	case s >= 120 && s == float64(int(s/60))*60:
		return fmt.Sprintf("%d min", int(s/60))
	}
	return strconv.FormatFloat(s, 'f', -1, 64) + " s"
}
