// Package finding is what a rule reports: one place a person must change, the
// sentence that says why, and the path that proves it.
//
// A Finding is a value. The command turns findings into any output format; the
// modular drivers (go vet, golangci-lint) see the same findings as
// diagnostics.
package finding

import (
	"cmp"
	"slices"
)

// Severity orders findings by what a duplicate or a loss costs.
type Severity string

// The severities, cheapest first.
const (
	Note    Severity = "note"    // a mildly annoyed customer
	Warning Severity = "warning" // wrong data, repeated work
	Error   Severity = "error"   // money or stock
)

// Severities lists the severities, cheapest first.
var Severities = []Severity{Note, Warning, Error}

// AtLeast reports whether s is as severe as min or more.
func (s Severity) AtLeast(min Severity) bool {
	return slices.Index(Severities, s) >= slices.Index(Severities, min)
}

// Confidence says how surely the evidence holds; it is independent of the
// severity.
type Confidence string

// The confidences.
const (
	Low    Confidence = "low"
	Medium Confidence = "medium"
	High   Confidence = "high"
)

// Place is a position in a file and what happens there.
type Place struct {
	File   string `json:"file"`             // absolute inside the program, relative to the working directory in output
	Line   int    `json:"line"`             // 1-based
	Column int    `json:"column,omitempty"` // 1-based, in bytes
	Note   string `json:"note,omitempty"`   // what happens here: "handles sqs messages"
}

// IsValid reports whether p names a line.
func (p Place) IsValid() bool { return p.File != "" && p.Line > 0 }

// Finding is one defect.
type Finding struct {
	Rule        string     `json:"rule"`               // IDM001
	Analyzer    string     `json:"analyzer"`           // nokey
	Severity    Severity   `json:"severity"`           //
	Confidence  Confidence `json:"confidence"`         //
	Category    string     `json:"category,omitempty"` // the effect's category: money, db, publish, …
	File        string     `json:"file"`               // the line a person must change
	Line        int        `json:"line"`
	Column      int        `json:"column"`
	Handler     string     `json:"handler,omitempty"` // orders.(*Consumer).Handle
	Message     string     `json:"message"`           // one sentence that stands alone
	Path        []Place    `json:"path"`              // from the handler to the place
	Schedule    string     `json:"schedule,omitempty"`
	Fingerprint string     `json:"fingerprint"` // stable under moved lines
	Fixes       []Fix      `json:"fixes"`
	// Packages are those in whose analysis it was found: where a handler and what
	// it reaches come together. Empty where no package was analyzed for it.
	Packages []string `json:"packages,omitempty"`
	// Subject names the thing the finding is about without positions (the
	// effect's callee, say); it is part of the fingerprint.
	Subject string `json:"-"`
	// Remedy is what would cure it, if that is known.
	Remedy *Remedy `json:"-"`
}

// Fix is a change to the source that is provably local and right.
type Fix struct {
	Message string `json:"message"`
	Edits   []Edit `json:"edits"`
}

// Edit replaces the bytes from Start up to End of File.
type Edit struct {
	File  string `json:"file"`
	Start int    `json:"start"`
	End   int    `json:"end"`
	New   string `json:"new"`
}

// Place returns the position of the finding itself.
func (f *Finding) Place() Place { return Place{File: f.File, Line: f.Line, Column: f.Column} }

// Sort orders findings by file, line, column, rule and handler, so that every
// run prints the same.
func Sort(fs []Finding) {
	slices.SortStableFunc(fs, func(a, b Finding) int {
		return cmp.Or(
			cmp.Compare(a.File, b.File),
			cmp.Compare(a.Line, b.Line),
			cmp.Compare(a.Column, b.Column),
			cmp.Compare(a.Rule, b.Rule),
			cmp.Compare(a.Handler, b.Handler),
			cmp.Compare(a.Message, b.Message),
		)
	})
}
