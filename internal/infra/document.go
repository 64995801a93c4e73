package infra

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"
)

// Bounds of one YAML or JSON document, counted after aliases are followed: a
// few lines of aliases to aliases stand for billions of nodes.
const (
	maxNodes = 400_000
	maxDepth = 200
)

var (
	errTooMany = fmt.Errorf("it has more than %d nodes when aliases are followed: not read", maxNodes)
	errTooDeep = fmt.Errorf("it is nested deeper than %d: not read", maxDepth)
)

// placedError is an error at a line.
type placedError struct {
	at  Place
	err error
}

func (e *placedError) Error() string { return e.err.Error() }

// parseDocuments parses a file of YAML documents, or of one JSON value.
// Documents in front of a fault are returned with the error.
func parseDocuments(file string, data []byte) ([]*value, error) {
	data = bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))
	if t := bytes.TrimLeft(data, " \t\r\n"); len(t) > 0 && t[0] == '{' {
		v, err := parseJSON(file, data)
		if err == nil {
			return []*value{v}, nil
		}
		// YAML in flow style starts with a brace, too. If it is no YAML either,
		// what JSON says of it is nearer.
		if docs, yamlErr := parseYAML(file, data); yamlErr == nil {
			return docs, nil
		}
		return nil, err
	}
	return parseYAML(file, data)
}

func parseYAML(file string, data []byte) ([]*value, error) {
	if nestsTooDeep(data) {
		return nil, &placedError{Place{File: file, Line: 1}, errTooDeep}
	}
	dec := yaml.NewDecoder(bytes.NewReader(data))
	var docs []*value
	c := converter{file: file}
	for {
		var node yaml.Node
		err := dec.Decode(&node)
		if errors.Is(err, io.EOF) {
			return docs, nil
		}
		if err != nil {
			return docs, yamlFault(file, err)
		}
		if len(node.Content) == 0 {
			continue
		}
		v, err := c.convert(node.Content[0], 0)
		if err != nil {
			return docs, &placedError{Place{File: file, Line: node.Line, Column: node.Column}, err}
		}
		docs = append(docs, v)
	}
}

var yamlLine = regexp.MustCompile(`line (\d+)`)

// yamlFault finds the line that the YAML parser names only in its text. It is
// where the block starts that the fault is in.
func yamlFault(file string, err error) error {
	at := Place{File: file, Line: 1}
	message := strings.TrimPrefix(err.Error(), "yaml: ")
	if m := yamlLine.FindStringSubmatch(message); m != nil {
		at.Line, _ = strconv.Atoi(m[1]) // digits
		message = strings.TrimPrefix(message, m[0]+": ")
	}
	return &placedError{at, fmt.Errorf("not YAML: %s, in what starts here", message)}
}

// converter makes values of YAML nodes. A tag like !GetAtt becomes an object
// with the one key Fn::GetAtt, the long form that JSON templates have.
type converter struct {
	file  string
	nodes int
}

func (c *converter) convert(n *yaml.Node, depth int) (*value, error) {
	if c.nodes++; c.nodes > maxNodes {
		return nil, errTooMany
	}
	if depth > maxDepth {
		return nil, errTooDeep
	}
	at := Place{File: c.file, Line: n.Line, Column: n.Column}
	var v *value
	switch n.Kind {
	case yaml.AliasNode:
		v, err := c.convert(n.Alias, depth+1)
		return v.moved(at), err
	case yaml.ScalarNode:
		v = scalar(n, at)
	case yaml.SequenceNode:
		v = list(at)
		for _, item := range n.Content {
			x, err := c.convert(item, depth+1)
			if err != nil {
				return nil, err
			}
			v.items = append(v.items, x)
		}
	case yaml.MappingNode:
		var err error
		if v, err = c.mapping(n, at, depth); err != nil {
			return nil, err
		}
	default:
		return null(at), nil
	}
	if tag := n.Tag; strings.HasPrefix(tag, "!") && !strings.HasPrefix(tag, "!!") && len(tag) > 1 {
		return intrinsic(tag[1:], v), nil
	}
	return v, nil
}

func (c *converter) mapping(n *yaml.Node, at Place, depth int) (*value, error) {
	v := &value{kind: isObject, at: at}
	var merged []*value
	for i := 0; i+1 < len(n.Content); i += 2 {
		key := n.Content[i]
		x, err := c.convert(n.Content[i+1], depth+1)
		if err != nil {
			return nil, err
		}
		if key.Kind == yaml.ScalarNode && key.Tag == "!!merge" {
			items, _ := x.elements()
			merged = append(merged, items...)
			continue
		}
		v.fields = append(v.fields, field{key.Value, x, Place{File: c.file, Line: key.Line, Column: key.Column}})
	}
	if len(merged) == 0 {
		return v, nil
	}
	// What is merged comes first, so that what is written here wins.
	own := v.fields
	v.fields = nil
	for i := len(merged) - 1; i >= 0; i-- {
		v.fields = append(v.fields, merged[i].fields...)
	}
	if c.nodes += len(v.fields); c.nodes > maxNodes {
		return nil, errTooMany
	}
	v.fields = append(v.fields, own...)
	return v, nil
}

func scalar(n *yaml.Node, at Place) *value {
	switch n.ShortTag() {
	case "!!null":
		return null(at)
	case "!!bool":
		return boolean(at, strings.EqualFold(n.Value, "true"))
	case "!!int", "!!float":
		return number(at, n.Value)
	}
	v := text(at, n.Value)
	if n.Style&(yaml.LiteralStyle|yaml.FoldedStyle) != 0 {
		v.content = Place{File: at.File, Line: at.Line + 1, Column: 1}
	}
	return v
}

// intrinsic is the long form of a CloudFormation function.
func intrinsic(name string, arg *value) *value {
	if name != "Ref" && name != "Condition" {
		name = "Fn::" + name
	}
	return &value{kind: isObject, at: arg.at, fields: []field{{name, arg, arg.at}}}
}

// nestsTooDeep reports whether brackets are nested, or operators stacked,
// deeper than anyone writes. Parsers recurse, and a stack that overflows cannot
// be recovered from.
func nestsTooDeep(data []byte) bool {
	const limit = 500
	depth, run := 0, 0
	for _, c := range data {
		switch c {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			depth = max(depth-1, 0)
		case '!', '-', '?':
			run++
		case '\n':
			run = 0
		}
		if depth > limit || run > limit {
			return true
		}
	}
	return false
}

// fault warns of a file that cannot be parsed.
func (r *reader) fault(file string, err error) {
	at := Place{File: file, Line: 1}
	var placed *placedError
	if errors.As(err, &placed) {
		at = placed.at
	}
	r.warn(at, "%v; the rest of this file is not read", err)
}
