package output

import (
	"bytes"
	"os"
	"strings"
	"unicode/utf8"

	"github.com/idemlint/idemlint/internal/finding"
)

// The bounds of what a page quotes.
const (
	maxSourceFile = 4 << 20 // bytes of a file that is quoted from
	maxQuoted     = 2 << 20 // bytes of all quotations
	maxQuotedLine = 160     // characters of a line
)

// tab stands for a tab in a quotation: behind line numbers a real one would be
// of uneven width.
const tab = "    "

// sources quotes the files that findings are in, while they are as they were when
// the run was made; nobody checks that.
type sources struct {
	files map[string][]string
	left  int // bytes that may be quoted
}

func newSources() *sources { return &sources{files: make(map[string][]string), left: maxQuoted} }

// A sourceLine is a quoted line.
type sourceLine struct {
	Number int
	Text   string
	Marked bool
}

// around returns the line of a place, marked, with some lines before and after it;
// nothing if the file cannot be quoted or has no such line.
func (s *sources) around(at finding.Place, context int) []sourceLine {
	lines := s.lines(at.File)
	if at.Line < 1 || at.Line > len(lines) || s.left <= 0 {
		return nil
	}
	first, last := max(at.Line-context, 1), min(at.Line+context, len(lines))
	for first < at.Line && strings.TrimSpace(lines[first-1]) == "" {
		first++
	}
	for last > at.Line && strings.TrimSpace(lines[last-1]) == "" {
		last--
	}
	margin := commonIndent(lines[first-1 : last])
	var quoted []sourceLine
	for n := first; n <= last; n++ {
		text := cut(strings.ReplaceAll(strings.TrimPrefix(lines[n-1], margin), "\t", tab), maxQuotedLine)
		s.left -= len(text)
		quoted = append(quoted, sourceLine{n, text, n == at.Line})
	}
	return quoted
}

// lines returns the lines of a file, nil if it is no text of a sensible size.
func (s *sources) lines(file string) []string {
	if lines, known := s.files[file]; known {
		return lines
	}
	var lines []string
	if info, err := os.Stat(file); err == nil && info.Mode().IsRegular() && info.Size() <= maxSourceFile {
		if data, err := os.ReadFile(file); err == nil && utf8.Valid(data) && !bytes.ContainsRune(data, 0) {
			lines = strings.Split(strings.ReplaceAll(strings.TrimSuffix(string(data), "\n"), "\r\n", "\n"), "\n")
		}
	}
	s.files[file] = lines
	return lines
}

// commonIndent is the white space that all lines with text start with.
func commonIndent(lines []string) string {
	indent, started := "", false
	for _, line := range lines {
		text := strings.TrimLeft(line, " \t")
		if text == "" {
			continue
		}
		own := line[:len(line)-len(text)]
		if !started {
			indent, started = own, true
		}
		for !strings.HasPrefix(own, indent) {
			indent = indent[:len(indent)-1]
		}
	}
	return indent
}

// cut shortens a text to so many characters.
func cut(text string, most int) string {
	if utf8.RuneCountInString(text) <= most {
		return text
	}
	return string([]rune(text)[:most-1]) + "…"
}
