package infra

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sort"
	"strings"
)

// parseJSON parses one JSON value, with the places of all its parts.
func parseJSON(file string, data []byte) (*value, error) {
	p := jsonParser{file: file, data: data, dec: json.NewDecoder(bytes.NewReader(data))}
	p.dec.UseNumber()
	v, err := p.value(0)
	if err == nil {
		if _, more := p.dec.Token(); !errors.Is(more, io.EOF) {
			err = errors.New("there is more after the first value")
		}
	}
	if err != nil {
		var syntax *json.SyntaxError
		offset := p.dec.InputOffset()
		if errors.As(err, &syntax) {
			offset = syntax.Offset
		}
		return nil, &placedError{p.place(int(offset)), fmt.Errorf("not JSON: %w", err)}
	}
	return v, nil
}

type jsonParser struct {
	file  string
	data  []byte
	dec   *json.Decoder
	lines []int // offsets where lines start
	nodes int
}

// place returns the place of an offset.
func (p *jsonParser) place(offset int) Place {
	if p.lines == nil {
		p.lines = lineStarts(p.data)
	}
	offset = min(offset, len(p.data))
	line := sort.SearchInts(p.lines, offset+1)
	return Place{File: p.file, Line: line, Column: offset - p.lines[line-1] + 1}
}

func lineStarts(data []byte) []int {
	starts := []int{0}
	for i, c := range data {
		if c == '\n' {
			starts = append(starts, i+1)
		}
	}
	return starts
}

// next returns the next token and where it starts.
func (p *jsonParser) next() (json.Token, Place, error) {
	start := int(p.dec.InputOffset())
	for start < len(p.data) && strings.IndexByte(" \t\r\n,:", p.data[start]) >= 0 {
		start++
	}
	tok, err := p.dec.Token()
	return tok, p.place(start), err
}

func (p *jsonParser) value(depth int) (*value, error) {
	tok, at, err := p.next()
	if err != nil {
		return nil, err
	}
	if p.nodes++; p.nodes > maxNodes {
		return nil, errTooMany
	}
	if depth > maxDepth {
		return nil, errTooDeep
	}
	switch tok := tok.(type) {
	case string:
		return text(at, tok), nil
	case json.Number:
		return number(at, tok.String()), nil
	case bool:
		return boolean(at, tok), nil
	case json.Delim:
		if tok == '[' {
			return p.array(at, depth)
		}
		return p.object(at, depth)
	}
	return null(at), nil
}

func (p *jsonParser) array(at Place, depth int) (*value, error) {
	v := list(at)
	for p.dec.More() {
		item, err := p.value(depth + 1)
		if err != nil {
			return nil, err
		}
		v.items = append(v.items, item)
	}
	_, err := p.dec.Token()
	return v, err
}

func (p *jsonParser) object(at Place, depth int) (*value, error) {
	v := &value{kind: isObject, at: at}
	for p.dec.More() {
		key, keyAt, err := p.next()
		if err != nil {
			return nil, err
		}
		x, err := p.value(depth + 1)
		if err != nil {
			return nil, err
		}
		name, _ := key.(string) // a key is always one
		v.fields = append(v.fields, field{name, x, keyAt})
	}
	_, err := p.dec.Token()
	return v, err
}

// decodeJSON parses a text that encodes JSON and may have marks in it, so that
// it need not be JSON in the strict sense. What cannot be parsed is unknown.
func decodeJSON(v *value) *value {
	start := v.at
	if v.content != (Place{}) {
		start = v.content
	}
	docs, err := parseYAML(start.File, []byte(v.text))
	if err != nil || len(docs) != 1 {
		return unknown(v.at, "it is not JSON that can be read")
	}
	return docs[0].shifted(start)
}

// shifted moves the places in a parsed text to where the text is written. A text
// on one line is at one place, for escapes make its columns others.
func (v *value) shifted(start Place) *value {
	w := *v
	defer func() { w.measure() }()
	if v.at.Line > 1 || start.Column == 1 {
		w.at.Line += start.Line - 1
	} else {
		w.at = start
	}
	w.items, w.fields = nil, nil
	for _, item := range v.items {
		w.items = append(w.items, item.shifted(start))
	}
	for _, f := range v.fields {
		x := f.value.shifted(start)
		w.fields = append(w.fields, field{f.name, x, x.at})
	}
	return &w
}

// writeJSON writes what a value is known to encode to; a part that is not known
// is a mark. What is long already is not made longer.
func writeJSON(b *strings.Builder, v *value) {
	if b.Len() > maxText {
		return
	}
	switch {
	case v == nil || v.kind == isNull:
		b.WriteString("null")
	case v.kind == isNumber || v.kind == isBool:
		b.WriteString(v.text)
	case v.kind == isText:
		quoteJSON(b, asText(v))
	case v.kind == isList && !v.open:
		b.WriteByte('[')
		for i, item := range v.items {
			if i > 0 {
				b.WriteByte(',')
			}
			writeJSON(b, item)
		}
		b.WriteByte(']')
	case v.kind == isObject && !v.open:
		b.WriteByte('{')
		for i, f := range v.fields {
			if i > 0 {
				b.WriteByte(',')
			}
			quoteJSON(b, f.name)
			b.WriteByte(':')
			writeJSON(b, f.value)
		}
		b.WriteByte('}')
	default:
		b.WriteRune(markAny)
	}
}

func quoteJSON(b *strings.Builder, s string) {
	quoted, err := json.Marshal(s)
	if err != nil { // a string always encodes
		quoted = []byte(`""`)
	}
	b.Write(quoted)
}
