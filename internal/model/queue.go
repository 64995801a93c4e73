package model

import (
	"iter"
	"path/filepath"
	"slices"

	"github.com/idemlint/idemlint/internal/finding"
	"github.com/idemlint/idemlint/internal/infra"
)

// Level says how surely a handler consumes a queue.
type Level uint8

// The levels, surest last. A rule reports as usual from LevelHigh on, and a
// note at most at LevelName.
const (
	LevelNone    Level = iota // no link, or several of the same level
	LevelName                 // an equal name, nothing else
	LevelHigh                 // an event edge, or a variable that the deployed code reads
	LevelCertain              // declared by the same program, or said by a directive
)

var levelNames = [...]string{"none", "medium", "high", "certain"}

func (l Level) String() string { return levelNames[l] }

// Link joins a handler with a queue it consumes.
type Link struct {
	Queue   *infra.Queue   // nil where there is no link
	Edge    *infra.Edge    // the mapping, push or trigger that delivers; nil for a queue that is polled
	Compute *infra.Compute // the deployed code the handler is part of, where known
	Level   Level
	// Reason is how the two are joined, or why they are not.
	Reason string
	// Path are the places that prove it, from the handler to the queue.
	Path []finding.Place

	root string // what relative places are relative to
	from *frame // how the receiver was called; nil once the link is made
}

// At is a place of the link's facts: absolute, as places of findings are. Places
// of queues defined in Go already are.
func (l Link) At(p infra.Place, note string) finding.Place { return PlaceIn(l.root, p, note) }

// PlaceIn is a place of facts as one of findings; relative ones lie below root.
func PlaceIn(root string, p infra.Place, note string) finding.Place {
	file := filepath.FromSlash(p.File)
	if file != "" && !filepath.IsAbs(file) {
		file = filepath.Join(root, file)
	}
	return finding.Place{File: file, Line: p.Line, Column: p.Column, Note: note}
}

// Links returns the queues the handler consumes; one function may run once for
// each of several. Where there is none the list is empty, and Link says why.
func (h *Handler) Links() []Link { return h.links }

// Link returns the queue the handler consumes. Its Queue is nil where there is
// none, where several are equally likely, and for a handler that consumes
// several: ask Links for those.
func (h *Handler) Link() Link {
	if len(h.links) == 1 {
		return h.links[0]
	}
	if len(h.links) > 1 {
		return Link{Reason: "consumes several queues"}
	}
	return Link{Reason: h.unlinked}
}

// Queues is what is known of queues where the package is put together: from the
// files of the repository and from Go code. It is nil where the package puts
// nothing together.
func (m *Model) Queues() *infra.Facts {
	if m == nil {
		return nil
	}
	return m.facts
}

// QueuesOfFiles is what the files of the repository say of queues.
func QueuesOfFiles() *infra.Facts { return currentFiles().facts }

// Consumers yields the handlers whose queue is decided in this package. That is
// where a program is put together, so a main package yields the handlers of all
// packages below it that it reaches, and other packages yield none: whoever
// judges a handler by its queue asks here, and never in Handlers.
func (m *Model) Consumers() iter.Seq[*Handler] {
	if m == nil {
		return func(func(*Handler) bool) {}
	}
	return slices.Values(m.consumers)
}
