package output

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
)

// writeMarkdown writes for a pull request: the findings, and the table a reviewer
// wants of the handlers.
func writeMarkdown(w io.Writer, run *Run) error {
	b := bufio.NewWriter(w)
	if len(run.Findings) > 0 {
		fmt.Fprint(b, "| finding | where | handler | what |\n|---|---|---|---|\n")
		for _, f := range run.Findings {
			fmt.Fprintf(b, "| %s %s | %s:%d | %s | %s |\n", f.Severity, f.Rule, f.File, f.Line, cell(f.Handler), cell(f.Message))
		}
		fmt.Fprintln(b)
	}
	if len(run.Handlers) > 0 {
		fmt.Fprint(b, handlersHead)
		for i := range run.Handlers {
			b.WriteString(row(&run.Handlers[i]))
		}
		fmt.Fprintln(b)
	}
	fmt.Fprintln(b, run.lastLine())
	return b.Flush()
}

const handlersHead = "| handler | where | queue | key | deliveries | dead letter | owner |\n|---|---|---|---|---|---|---|\n"

// row is a handler's line: what its contract says, or else what is known.
func row(h *Handler) string {
	c := h.Contract
	if c == nil {
		c = &Contract{}
	}
	queue := oneOf(h.Broker, h.Library)
	if len(h.Queues) > 0 {
		queue += " " + h.Queues[0].Name
	}
	keys := c.Key
	if keys == "" {
		var all []string
		for _, e := range h.Effects {
			if e.Key != "" && !slices.Contains(all, e.Origin) {
				all = append(all, oneOf(e.Origin, "unknown"))
			}
		}
		keys = strings.Join(all, ", ")
	}
	cells := []string{h.Name, fmt.Sprintf("%s:%d", h.File, h.Line), queue, keys, cmp.Or(c.MaxReceives, h.Retries), cmp.Or(c.DeadLetter, h.DeadLetter), c.Owner}
	for i := range cells {
		cells[i] = cell(cmp.Or(cells[i], "-"))
	}
	return "| " + strings.Join(cells, " | ") + " |\n"
}

// cell makes a text one that a table can hold.
func cell(s string) string {
	return strings.NewReplacer("|", `\|`, "\n", " ", "<", "&lt;").Replace(s)
}
