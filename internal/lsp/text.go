package lsp

import (
	"bytes"
	"net/url"
	"path/filepath"
	"strings"
	"unicode"
	"unicode/utf8"

	protocol "github.com/tliron/glsp/protocol_3_16"
)

// text is a file's content. The protocol counts lines from 0 and characters in
// UTF-16 code units; we count lines from 1, columns and offsets in bytes.
type text struct {
	data   []byte
	starts []int // of the lines
}

func newText(data []byte) *text {
	t := &text{data: data, starts: []int{0}}
	for i, b := range data {
		if b == '\n' {
			t.starts = append(t.starts, i+1)
		}
	}
	return t
}

// line returns a line without its end.
func (t *text) line(n int) ([]byte, bool) {
	if n < 1 || n > len(t.starts) {
		return nil, false
	}
	line, _, _ := bytes.Cut(t.data[t.starts[n-1]:], []byte("\n"))
	return bytes.TrimSuffix(line, []byte("\r")), true
}

// position converts an offset.
func (t *text) position(offset int) (protocol.Position, bool) {
	if offset < 0 || offset > len(t.data) {
		return protocol.Position{}, false
	}
	n := len(t.starts)
	for t.starts[n-1] > offset {
		n--
	}
	return protocol.Position{Line: protocol.UInteger(n - 1), Character: units(t.data[t.starts[n-1]:offset])}, true
}

// word is the range of the name that starts at a place; without one, of the rest
// of the line, and without a column, of the line's text.
func (t *text) word(n, column int) (protocol.Range, bool) {
	line, ok := t.line(n)
	if !ok || column-1 > len(line) {
		return protocol.Range{}, false
	}
	from := column - 1
	if column < 1 {
		from = len(line) - len(bytes.TrimLeftFunc(line, unicode.IsSpace))
	}
	to := from
	for column > 0 && to < len(line) {
		r, size := utf8.DecodeRune(line[to:])
		if r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			break
		}
		to += size
	}
	if to == from {
		to = max(from, len(bytes.TrimRightFunc(line, unicode.IsSpace)))
	}
	at := func(byte int) protocol.Position {
		return protocol.Position{Line: protocol.UInteger(n - 1), Character: units(line[:byte])}
	}
	return protocol.Range{Start: at(from), End: at(to)}, true
}

// units counts UTF-16 code units. What is no UTF-8 counts one for each byte, as
// editors that show it as replacement characters do.
func units(b []byte) protocol.UInteger {
	n := protocol.UInteger(0)
	for len(b) > 0 {
		r, size := utf8.DecodeRune(b)
		b = b[size:]
		n++
		if r > 0xFFFF {
			n++
		}
	}
	return n
}

// pathOf is the file a URI names; false if it is none on this machine.
func pathOf(uri string) (string, bool) {
	u, err := url.Parse(uri)
	if err != nil || u.Scheme != "file" || u.Path == "" {
		return "", false
	}
	path := u.Path
	if len(path) > 2 && path[0] == '/' && path[2] == ':' { // /c:/code on Windows
		path = path[1:]
	}
	return filepath.FromSlash(path), true
}

func uriOf(path string) string {
	path = filepath.ToSlash(path)
	if !strings.HasPrefix(path, "/") {
		path = "/" + path
	}
	return (&url.URL{Scheme: "file", Path: path}).String()
}
