package output

import (
	"encoding/json"
	"io"
)

// writeJSON writes the run protocol itself.
func writeJSON(w io.Writer, run *Run) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(run.complete())
}

// complete returns the run with every list present: a consumer need not tell
// null from empty.
func (run *Run) complete() *Run {
	c := *run
	c.Version = Version
	c.Findings = list(c.Findings)
	for i := range c.Findings {
		f := &c.Findings[i]
		f.Path = list(f.Path)
		f.Fixes = list(f.Fixes)
		for j := range f.Fixes {
			f.Fixes[j].Edits = list(f.Fixes[j].Edits)
		}
	}
	c.Handlers = list(c.Handlers)
	for i := range c.Handlers {
		h := &c.Handlers[i]
		h.Effects = list(h.Effects)
		h.Dynamic = list(h.Dynamic)
		for j := range h.Dynamic {
			h.Dynamic[j].Resolved = list(h.Dynamic[j].Resolved)
		}
	}
	c.Queues = list(c.Queues)
	for i := range c.Queues {
		c.Queues[i].Handlers = list(c.Queues[i].Handlers)
	}
	c.Errors = list(c.Errors)
	return &c
}

// list returns a copy of s that is not nil.
func list[T any](s []T) []T { return append([]T{}, s...) }

// ReadJSON reads a run that was written as JSON.
func ReadJSON(r io.Reader) (*Run, error) {
	run := new(Run)
	if err := json.NewDecoder(r).Decode(run); err != nil {
		return nil, err
	}
	run.Summary.Handlers = len(run.Handlers)
	return run, nil
}
