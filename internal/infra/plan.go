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

// isPlan reports whether a file is what terraform show -json writes, of a plan
// or a state. A raw state file is another thing, and is not read.
func isPlan(data []byte) bool {
	head := data[:min(len(data), 4096)]
	return containsAny(head, `"format_version"`) && containsAny(head, `"terraform_version"`) && bytes.HasPrefix(bytes.TrimLeft(head, " \t\r\n"), []byte("{"))
}

// plan is a plan while it is streamed: of its three parts only the resources
// that matter are kept. What is planned comes first, then what of it is not
// known yet, then the expressions that say what it refers to.
type plan struct {
	r         *reader
	file      string
	dec       *json.Decoder
	lines     *lineReader
	resources []planned
	unknowns  map[string]json.RawMessage // by address
	exprs     map[string]json.RawMessage // by address without keys
	depth     int
}

type planned struct {
	Address string          `json:"address"`
	Mode    string          `json:"mode"`
	Type    string          `json:"type"`
	Values  json.RawMessage `json:"values"`
	module  string
	at      Place
}

// lineReader notes where lines start while a stream is read.
type lineReader struct {
	in     io.Reader
	offset int64
	starts []int64
}

func (l *lineReader) Read(p []byte) (int, error) {
	n, err := l.in.Read(p)
	for i, c := range p[:n] {
		if c == '\n' {
			l.starts = append(l.starts, l.offset+int64(i)+1)
		}
	}
	l.offset += int64(n)
	return n, err
}

func (l *lineReader) place(file string, offset int64) Place {
	line := sort.Search(len(l.starts), func(i int) bool { return l.starts[i] > offset })
	start := int64(0)
	if line > 0 {
		start = l.starts[line-1]
	}
	return Place{File: file, Line: line + 1, Column: int(offset-start) + 1}
}

// readPlan streams plan JSON.
func (r *reader) readPlan(file string, in io.Reader) {
	lines := &lineReader{in: in}
	p := &plan{r: r, file: file, lines: lines, dec: json.NewDecoder(lines), unknowns: map[string]json.RawMessage{}, exprs: map[string]json.RawMessage{}}
	err := p.object(func(key string) error {
		switch key {
		case "planned_values", "values":
			return p.object(func(key string) error {
				if key == "root_module" {
					return p.module()
				}
				return p.skip()
			})
		case "resource_changes":
			return p.array(p.change)
		case "configuration":
			return p.object(func(key string) error {
				if key == "root_module" {
					return p.configuration("")
				}
				return p.skip()
			})
		}
		return p.skip()
	})
	if err != nil {
		at := lines.place(file, p.dec.InputOffset())
		r.warn(at, "not plan JSON: %v; what comes after is not read", err)
	}
	p.define()
}

var errShape = errors.New("this is not the shape of a plan")

// object calls visit with each key of an object; visit reads the value.
func (p *plan) object(visit func(key string) error) error {
	return p.nest('{', func() error {
		key, err := p.dec.Token()
		if err != nil {
			return err
		}
		name, _ := key.(string) // a key is always one
		return visit(name)
	})
}

func (p *plan) array(visit func() error) error { return p.nest('[', visit) }

func (p *plan) nest(open json.Delim, visit func() error) error {
	tok, err := p.dec.Token()
	if err != nil || tok == nil {
		return err // null is an empty one
	}
	if tok != open {
		return fmt.Errorf("%w: %v where %v is expected", errShape, tok, open)
	}
	if p.depth++; p.depth > maxDepth {
		return errTooDeep
	}
	for p.dec.More() {
		if err := visit(); err != nil {
			return err
		}
	}
	p.depth--
	_, err = p.dec.Token()
	return err
}

// skip reads past a value without keeping it.
func (p *plan) skip() error {
	depth := 0
	for {
		tok, err := p.dec.Token()
		if err != nil {
			return err
		}
		switch tok {
		case json.Delim('{'), json.Delim('['):
			depth++
		case json.Delim('}'), json.Delim(']'):
			depth--
		}
		if depth == 0 {
			return nil
		}
	}
}

func (p *plan) module() error {
	return p.object(func(key string) error {
		switch key {
		case "resources":
			return p.array(p.resource)
		case "child_modules":
			return p.array(p.module)
		}
		return p.skip()
	})
}

// next reads the next element of an array whole. Elements are small, however
// long the array is.
func (p *plan) next() (raw json.RawMessage, at Place, err error) {
	err = p.dec.Decode(&raw)
	return raw, p.lines.place(p.file, p.dec.InputOffset()-int64(len(raw))), err
}

func (p *plan) resource() error {
	raw, at, err := p.next()
	if err != nil {
		return err
	}
	res := planned{at: at}
	var head struct{ Mode, Type string }
	if err := json.Unmarshal(raw, &head); err != nil {
		return err
	}
	if res.Mode, res.Type = head.Mode, head.Type; resourceReaders[res.key()] == nil {
		return nil
	}
	if err := json.Unmarshal(raw, &res); err != nil {
		return err
	}
	if i := strings.LastIndex(res.Address, res.Type+"."); i > 0 {
		res.module = strings.TrimSuffix(res.Address[:i], "data.")
	}
	p.resources = append(p.resources, res)
	return nil
}

func (res *planned) key() string {
	if res.Mode == "data" {
		return "data." + res.Type
	}
	return res.Type
}

func (p *plan) change() error {
	var c struct {
		Address string `json:"address"`
		Type    string `json:"type"`
		Change  struct {
			AfterUnknown json.RawMessage `json:"after_unknown"`
		} `json:"change"`
	}
	if err := p.dec.Decode(&c); err != nil {
		return err
	}
	if resourceReaders[c.Type] != nil && len(c.Change.AfterUnknown) > 0 {
		p.unknowns[c.Address] = c.Change.AfterUnknown
	}
	return nil
}

// configuration reads the expressions of a module and of the modules it calls.
func (p *plan) configuration(prefix string) error {
	return p.object(func(key string) error {
		switch key {
		case "resources":
			return p.array(func() error {
				var res struct {
					Address     string          `json:"address"`
					Type        string          `json:"type"`
					Expressions json.RawMessage `json:"expressions"`
				}
				if err := p.dec.Decode(&res); err != nil {
					return err
				}
				if resourceReaders[res.Type] != nil {
					p.exprs[prefix+res.Address] = res.Expressions
				}
				return nil
			})
		case "module_calls":
			return p.object(func(name string) error {
				return p.object(func(key string) error {
					if key == "module" {
						return p.configuration(prefix + "module." + name + ".")
					}
					return p.skip()
				})
			})
		}
		return p.skip()
	})
}
