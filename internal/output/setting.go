package output

import (
	"bytes"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/idemlint/idemlint/internal/finding"
)

// Setting is what some formats need that a run does not carry: where it stands
// in its repository, its source, the pages of its rules, what was changed. Every
// part may be missing; a format then says less.
type Setting struct {
	// Version of the program that writes.
	Version string
	// Prefix is the working directory relative to the repository, with slashes:
	// "svc/orders", "" for its root.
	Prefix string
	// Source returns the text of a file of the run, nil if it cannot be read.
	Source func(file string) []byte
	// Rules are the rules a finding may name.
	Rules []Rule
	// Change is what a review looks at, nil if there is none.
	Change *Change
}

// Rule is what formats tell of a rule.
type Rule struct {
	ID, Name, Summary, URL string
	Help                   string // its page, in Markdown
}

// Change is a change to a repository.
type Change struct {
	Base string // what it is compared with, as the user calls it
	// Has reports whether a line is new or changed; files are named as in the
	// run.
	Has func(file string, line int) bool
	// Older counts the findings the change has nothing to do with.
	Older int
}

func (c *Change) has(file string, line int) bool { return c != nil && c.Has(file, line) }

// inRepository returns the path of a file relative to the repository. It reports
// false for one outside of it.
func (s *Setting) inRepository(file string) (string, bool) {
	if filepath.IsAbs(file) {
		return file, false
	}
	file = path.Join(s.Prefix, file)
	return file, file != ".." && !strings.HasPrefix(file, "../")
}

// rule returns what is known of a rule; at least its id.
func (s *Setting) rule(id string) Rule {
	for _, r := range s.Rules {
		if r.ID == id {
			return r
		}
	}
	return Rule{ID: id}
}

// source returns the text of a file, nil if it is not known.
func (s *Setting) source(file string) []byte {
	if s.Source == nil {
		return nil
	}
	return s.Source(file)
}

// line returns a line of a text without its end; false if it has no such line.
func line(text []byte, n int) ([]byte, bool) {
	for i := 1; text != nil; i++ {
		before, after, more := bytes.Cut(text, []byte("\n"))
		if i == n {
			return bytes.TrimSuffix(before, []byte("\r")), true
		}
		if !more {
			break
		}
		text = after
	}
	return nil, false
}

// utf16Column turns a column in bytes into one in UTF-16 code units, both from
// 1. It returns 0 if the text of the line is not known: no column is better
// than a wrong one.
func (s *Setting) utf16Column(file string, n, column int) int {
	text, ok := line(s.source(file), n)
	if !ok || column < 1 || column > len(text)+1 {
		return 0
	}
	return 1 + utf16Len(text[:column-1])
}

func utf16Len(text []byte) int {
	n := 0
	for len(text) > 0 {
		r, size := utf8.DecodeRune(text)
		n += max(utf16.RuneLen(r), 1)
		text = text[size:]
	}
	return n
}

// A position is a line and a column in bytes, both from 1.
type position struct{ line, column int }

// A replacement is a fix as one change of one stretch of one file.
type replacement struct {
	file     string
	from, to position // to is the first that stays
	text     string   // takes the place of what was there
	lines    string   // the same for whole lines, from from's through last, without the last line end
	last     int
}

// replacement makes one change of a fix. It reports false where the fix touches
// several files or the text is not what it was made for.
func (s *Setting) replacement(fix *finding.Fix) (r replacement, ok bool) {
	if len(fix.Edits) == 0 {
		return r, false
	}
	r.file = fix.Edits[0].File
	src := s.source(r.file)
	from, to := fix.Edits[0].Start, fix.Edits[0].End
	var text []byte
	for i, e := range fix.Edits {
		if e.File != r.file || e.Start < from || e.End < e.Start || e.End > len(src) || i > 0 && e.Start < to {
			return r, false
		}
		if i > 0 {
			text = append(text, src[to:e.Start]...)
		}
		text = append(text, e.New...)
		to = e.End
	}
	r.text = string(text)
	r.from, r.to = positionOf(src, from), positionOf(src, to)
	before := string(src[bytes.LastIndexByte(src[:from], '\n')+1 : from])
	if before += r.text; r.to.column == 1 && to > from && (before == "" || strings.HasSuffix(before, "\n")) {
		r.lines, r.last = strings.TrimSuffix(before, "\n"), r.to.line-1
		return r, true
	}
	after, _, _ := bytes.Cut(src[to:], []byte("\n"))
	r.lines, r.last = before+string(after), r.to.line
	return r, true
}

func positionOf(src []byte, offset int) position {
	before := src[:offset]
	return position{bytes.Count(before, []byte("\n")) + 1, offset - bytes.LastIndexByte(before, '\n')}
}

// own returns the places of a finding's own path, without those of other ways
// to it, and those nobody can go to.
func own(f *finding.Finding) []finding.Place {
	return slices.DeleteFunc(slices.Clone(f.Path), func(p finding.Place) bool { return !p.IsValid() || strings.HasPrefix(p.Note, Also) })
}

// told is the message with the schedule, where that says more.
func told(f *finding.Finding) string {
	if f.Schedule == "" || strings.Contains(f.Message, f.Schedule) {
		return f.Message
	}
	return f.Message + "; schedule: " + f.Schedule
}

// text names the package that an error is about.
func (e Error) text() string {
	if e.Package == "" {
		return e.Message
	}
	return e.Package + ": " + e.Message
}
