package output

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/idemlint/idemlint/internal/finding"
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

// ReadJSON reads a run that was written as JSON. It is strict: what it does not
// know it would lose.
func ReadJSON(r io.Reader) (*Run, error) {
	data, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	var head struct {
		Version *int `json:"version"`
	}
	switch err := json.Unmarshal(data, &head); {
	case err != nil:
		return nil, jsonError(data, err)
	case head.Version == nil:
		return nil, errors.New("is no run of idemlint: it has no version (idemlint -format json writes one)")
	case *head.Version != Version:
		return nil, fmt.Errorf("has version %d, this idemlint reads version %d: use the idemlint that wrote it, or run it again", *head.Version, Version)
	}
	run := new(Run)
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.DisallowUnknownFields()
	if err := dec.Decode(run); err != nil {
		return nil, jsonError(data, err)
	}
	for i := range run.Findings {
		if err := check(&run.Findings[i]); err != nil {
			return nil, fmt.Errorf("findings[%d]: %w", i, err)
		}
	}
	run.Summary.Handlers = len(run.Handlers)
	return run, nil
}

// check reports values that no format knows what to do with.
func check(f *finding.Finding) error {
	switch {
	case f.Rule == "":
		return errors.New("has no rule")
	case f.File == "" || f.Line < 0:
		return errors.New("has no file, or a line below 0")
	case !slices.Contains(finding.Severities, f.Severity):
		return fmt.Errorf("unknown severity %q (allowed: note, warning, error)", f.Severity)
	}
	return nil
}

// jsonError says on which line of the data the error is, where that is known.
func jsonError(data []byte, err error) error {
	var syntax *json.SyntaxError
	var typ *json.UnmarshalTypeError
	offset := int64(-1)
	switch {
	case errors.As(err, &syntax):
		offset = syntax.Offset
	case errors.As(err, &typ):
		offset = typ.Offset
	}
	if offset < 0 || offset > int64(len(data)) {
		return err
	}
	return fmt.Errorf("line %d: %w", 1+bytes.Count(data[:offset], []byte("\n")), err)
}
