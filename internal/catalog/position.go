package catalog

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
)

// Position is a place in a document.
type Position struct {
	File string
	Line int
}

func (p Position) String() string { return fmt.Sprintf("%s:%d", p.File, p.Line) }

func (p Position) compare(q Position) int {
	return cmp.Or(cmp.Compare(p.File, q.File), cmp.Compare(p.Line, q.Line))
}

// Problem is something wrong with a document: in its text, or, once packages
// are bound, between it and the libraries it speaks of.
type Problem struct {
	Position
	// Warning is set where an entry merely has no effect.
	Warning bool
	Message string
}

func (p Problem) Error() string { return p.Position.String() + ": " + p.Message }

// problems collects what is wrong, so that one run tells all of it.
type problems []Problem

func (ps *problems) add(at Position, format string, args ...any) {
	*ps = append(*ps, Problem{Position: at, Message: fmt.Sprintf(format, args...)})
}

func (ps *problems) warn(at Position, format string, args ...any) {
	*ps = append(*ps, Problem{Position: at, Message: fmt.Sprintf(format, args...), Warning: true})
}

// sorted returns the problems by place, each once.
func (ps problems) sorted() []Problem {
	sorted := slices.Clone(ps)
	slices.SortFunc(sorted, func(a, b Problem) int {
		return cmp.Or(a.compare(b.Position), cmp.Compare(a.Message, b.Message))
	})
	return slices.Compact(sorted)
}

func (ps problems) err() error {
	var errs []error
	for _, p := range ps.sorted() {
		errs = append(errs, p)
	}
	return errors.Join(errs...)
}
