package output

import (
	"bufio"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/idemlint/idemlint/internal/finding"
)

// writeText writes for people: a line per finding, the path that proves it
// below, and a last line that says what was looked at.
//
//	pay/gateway.go:41:9: error IDM001 [money] charge carries no key …
//		orders/consumer.go:30: handles sqs messages
//		pay/gateway.go:41: captures the payment
func writeText(w io.Writer, run *Run) error {
	b := bufio.NewWriter(w)
	for i := range run.Findings {
		writeFinding(b, &run.Findings[i])
	}
	fmt.Fprintln(b, run.lastLine())
	return b.Flush()
}

func writeFinding(w io.Writer, f *finding.Finding) {
	fmt.Fprintf(w, "%s:%d:%d: %s %s", f.File, f.Line, f.Column, f.Severity, f.Rule)
	if f.Category != "" {
		fmt.Fprintf(w, " [%s]", f.Category)
	}
	fmt.Fprintf(w, " %s\n", f.Message)
	for _, p := range f.Path {
		if strings.HasPrefix(p.Note, Also) {
			continue
		}
		fmt.Fprintf(w, "\t%s:%d: %s\n", p.File, p.Line, p.Note)
	}
	if f.Schedule != "" && !strings.Contains(f.Message, f.Schedule) {
		fmt.Fprintf(w, "\tschedule: %s\n", f.Schedule)
	}
	if len(f.Fixes) > 0 {
		fmt.Fprintf(w, "\tfix: %s (-fix does it)\n", f.Fixes[0].Message)
	}
}

// lastLine says what the run looked at and what it does not show.
func (run *Run) lastLine() string {
	s := run.Summary
	var b strings.Builder
	fmt.Fprintf(&b, "idemlint: %s; %s", count(len(run.Findings), "finding"), count(s.Handlers, "handler"))
	if s.Packages > 0 { // a saved run does not say
		fmt.Fprintf(&b, " in %s (%d analyzed)", count(s.Packages, "package"), s.Analyzed)
	}
	if s.Known > 0 {
		fmt.Fprintf(&b, "; %s not shown", count(s.Known, "older finding"))
	}
	if s.Hidden > 0 {
		fmt.Fprintf(&b, "; %s not shown, -min-severity note shows all", count(s.Hidden, "lesser finding"))
	}
	if s.Unread > 0 {
		fmt.Fprintf(&b, "; %s about queues could not be read", count(s.Unread, "place"))
	}
	if n := len(run.Errors); n > 0 {
		fmt.Fprintf(&b, "; %s: not everything was analyzed", count(n, "error"))
	}
	return b.String()
}

func count(n int, thing string) string {
	if n != 1 {
		thing += "s"
	}
	return fmt.Sprintf("%d %s", n, thing)
}

// WriteHandlers writes the handlers for people.
func WriteHandlers(w io.Writer, run *Run) error {
	b := bufio.NewWriter(w)
	for i := range run.Handlers {
		h := &run.Handlers[i]
		fmt.Fprintf(b, "%s:%d: %s (%s)\n", h.File, h.Line, h.Name, oneOf(h.Broker, h.Library))
		writeProperties(b, h)
		for _, q := range h.Queues {
			fmt.Fprintf(b, "\tconsumes %s at %s:%d, %s: %s\n", q.Name, q.File, q.Line, q.Level, q.Reason)
		}
		if h.Unlinked != "" {
			fmt.Fprintf(b, "\tqueue not known: %s\n", h.Unlinked)
		}
		for _, e := range h.Effects {
			fmt.Fprintf(b, "\t%s:%d: [%s] %s: %s\n", e.File, e.Line, e.Category, e.Call, e.state())
		}
		outside := map[string]int{}
		for _, d := range h.Dynamic {
			if d.Outside != "" {
				outside[d.Outside]++
				continue
			}
			fmt.Fprintf(b, "\t%s:%d: calls %s: %s\n", d.File, d.Line, d.Call, d.state())
		}
		for _, typ := range slices.Sorted(maps.Keys(outside)) {
			fmt.Fprintf(b, "\t%s through an interface: goes to %s, outside of the program\n", count(outside[typ], "call"), typ)
		}
		b.WriteString(indent(h.ReplayText))
	}
	fmt.Fprintf(b, "idemlint: %s in %s (%d analyzed)\n",
		count(len(run.Handlers), "handler"), count(run.Summary.Packages, "package"), run.Summary.Analyzed)
	return b.Flush()
}

// WriteQueues writes the queues for people.
func WriteQueues(w io.Writer, run *Run) error {
	b := bufio.NewWriter(w)
	linked := 0
	for i := range run.Queues {
		q := &run.Queues[i]
		fmt.Fprintf(b, "%s:%d: %s %s (%s)\n", q.File, q.Line, q.Kind, oneOf(q.Name, q.Address), q.Format)
		if q.Name != "" && q.Name != q.Address {
			fmt.Fprintf(b, "\taddress %s\n", q.Address)
		}
		fmt.Fprintf(b, "\t%s\n", q.properties())
		for _, h := range q.Handlers {
			fmt.Fprintf(b, "\t%s:%d: consumed by %s, %s: %s\n", h.File, h.Line, h.Name, h.Level, h.Reason)
		}
		if len(q.Handlers) > 0 {
			linked++
		} else {
			fmt.Fprintf(b, "\tno handler: %s\n", q.Unlinked)
		}
	}
	for i := range run.Handlers {
		if h := &run.Handlers[i]; h.Unlinked != "" {
			fmt.Fprintf(b, "%s:%d: handler %s: queue not known: %s\n", h.File, h.Line, h.Name, h.Unlinked)
		}
	}
	fmt.Fprintf(b, "idemlint: %s, %d with a handler\n", count(len(run.Queues), "queue"), linked)
	return b.Flush()
}

func (q *Queue) properties() string {
	words := []string{"dead letter " + oneOf(q.DeadLetter, "none")}
	if q.IsDeadLetter {
		words[0] = "is a dead letter"
	}
	for _, p := range []struct{ name, value string }{{"deliveries", q.MaxReceives}, {"lease", q.Lease}, {"environment", q.Environment}} {
		if p.value != "" {
			words = append(words, p.name+" "+p.value)
		}
	}
	return strings.Join(words, ", ")
}

// indent moves lines to the right.
func indent(text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		b.WriteString("\t" + line)
	}
	return b.String()
}

func writeProperties(w io.Writer, h *Handler) {
	var words []string
	for _, p := range []struct{ name, value string }{
		{"ack", h.Ack}, {"lease", h.Lease}, {"deliveries", h.Retries}, {"dead letter", h.DeadLetter},
	} {
		if p.value != "" {
			words = append(words, p.name+" "+p.value)
		}
	}
	if len(words) > 0 {
		fmt.Fprintf(w, "\t%s\n", strings.Join(words, ", "))
	}
	if h.Duration != nil {
		fmt.Fprintf(w, "\tmay take %s\n", h.Duration.Sum)
	}
}

// state says which rules report the effect, and what is there to make it safe.
func (e *Effect) state() string {
	found := "no finding"
	if len(e.Findings) > 0 {
		found = strings.Join(e.Findings, ", ")
	}
	switch {
	case e.Natural != "":
		return found + ", it " + e.Natural
	case e.Key != "":
		return fmt.Sprintf("%s, key %s (%s)", found, e.Key, oneOf(e.Origin, "unknown"))
	}
	return found + ", no key"
}

func (d *Dynamic) state() string {
	if len(d.Resolved) > 0 {
		return strings.Join(d.Resolved, ", ")
	}
	return "not resolved, " + oneOf(d.Reason, "no implementation is wired in the packages analyzed")
}

func oneOf(a, b string) string {
	if a != "" {
		return a
	}
	return b
}
