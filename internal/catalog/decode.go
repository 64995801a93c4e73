package catalog

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"reflect"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"
)

// document is one Library with the places its values were read from.
type document struct {
	*Library
	file string
	// line is keyed by pointers to the decoded values, so that a check can ask
	// for the place of any field: d.at(&spec.Arg).
	line map[any]int
}

// at returns the place of the value p points to; of the first that is known,
// when several are given, the nearest first.
func (d *document) at(places ...any) Position {
	for _, p := range places {
		if line, ok := d.line[p]; ok {
			return Position{d.file, line}
		}
	}
	return Position{d.file, 0}
}

// readDocuments decodes all documents of a source.
func readDocuments(src Source, errs *problems) []*document {
	if src.Node != nil {
		return nodeDocuments(src.Name, src.Node, errs)
	}
	var docs []*document
	dec := yaml.NewDecoder(bytes.NewReader(src.Data))
	for {
		var node yaml.Node
		err := dec.Decode(&node)
		if errors.Is(err, io.EOF) {
			return docs
		}
		if err != nil {
			errs.add(syntaxErrorAt(src.Name, err))
			return docs
		}
		docs = append(docs, nodeDocuments(src.Name, &node, errs)...)
	}
}

// syntaxErrorAt splits the line out of the parser's "yaml: line 3: message".
func syntaxErrorAt(file string, err error) (Position, string, any) {
	text := strings.TrimPrefix(err.Error(), "yaml: ")
	if rest, ok := strings.CutPrefix(text, "line "); ok {
		number, message, _ := strings.Cut(rest, ": ")
		if line, err := strconv.Atoi(number); err == nil {
			return Position{file, line}, "%s", message
		}
	}
	return Position{file, 1}, "%s", text
}

// nodeDocuments decodes a document, or a list of them, as under `libraries:`
// in a user's configuration.
func nodeDocuments(file string, node *yaml.Node, errs *problems) []*document {
	for node.Kind == yaml.DocumentNode && len(node.Content) == 1 {
		node = node.Content[0]
	}
	if node.Kind == 0 || node.Tag == "!!null" {
		return nil
	}
	nodes := []*yaml.Node{node}
	if node.Kind == yaml.SequenceNode {
		nodes = node.Content
	}
	var docs []*document
	for _, n := range nodes {
		doc := &document{Library: new(Library), file: file, line: make(map[any]int)}
		d := decoder{doc: doc, errs: errs}
		d.decode(n, reflect.ValueOf(doc.Library).Elem(), 0)
		docs = append(docs, doc)
	}
	return docs
}

// decoder fills a document from its YAML. yaml.Node.Decode would do it too,
// but forgets the lines, and its KnownFields error does not say which keys
// are allowed.
type decoder struct {
	doc   *document
	errs  *problems
	count int
}

// Bounds against documents made to exhaust memory (aliases of aliases).
const (
	maxDepth = 32
	maxNodes = 1 << 20
)

func (d *decoder) fail(n *yaml.Node, format string, args ...any) {
	d.errs.add(Position{d.doc.file, n.Line}, format, args...)
}

func (d *decoder) decode(n *yaml.Node, v reflect.Value, depth int) {
	d.count++
	if depth > maxDepth || d.count > maxNodes {
		if d.count <= maxNodes || d.count == maxNodes+1 {
			d.fail(n, "nested too deeply")
		}
		return
	}
	d.doc.line[v.Addr().Interface()] = n.Line
	if n.Kind == yaml.AliasNode {
		n = n.Alias
	}
	if n.Kind == yaml.ScalarNode && n.Tag == "!!null" {
		return
	}
	switch v.Kind() {
	case reflect.Pointer:
		p := reflect.New(v.Type().Elem())
		v.Set(p)
		d.decode(n, p.Elem(), depth+1)
	case reflect.Struct:
		d.decodeStruct(n, v, depth)
	case reflect.Slice:
		d.decodeList(n, v, depth)
	case reflect.Map:
		d.decodeMap(n, v)
	default:
		d.decodeScalar(n, v)
	}
}

func (d *decoder) decodeStruct(n *yaml.Node, v reflect.Value, depth int) {
	if n.Kind != yaml.MappingNode {
		d.fail(n, "want a mapping with the keys %s", strings.Join(keysOf(v.Type()), ", "))
		return
	}
	seen := make(map[string]bool)
	for i := 0; i+1 < len(n.Content); i += 2 {
		key, value := n.Content[i], n.Content[i+1]
		field, ok := fieldByKey(v, key.Value)
		switch {
		case !ok:
			keys := keysOf(v.Type())
			d.fail(key, "unknown key %q%s (allowed: %s)", key.Value, suggest(key.Value, keys), strings.Join(keys, ", "))
		case seen[key.Value]:
			d.fail(key, "key %q is given twice", key.Value)
		default:
			seen[key.Value] = true
			d.decode(value, field, depth+1)
		}
	}
}

// decodeList reads a list; a list of one may be written without its dash.
func (d *decoder) decodeList(n *yaml.Node, v reflect.Value, depth int) {
	nodes := []*yaml.Node{n}
	if n.Kind == yaml.SequenceNode {
		nodes = n.Content
	}
	// The elements get their final places first: lines are keyed by address.
	v.Set(reflect.MakeSlice(v.Type(), len(nodes), len(nodes)))
	for i, elem := range nodes {
		d.decode(elem, v.Index(i), depth+1)
	}
}

// decodeMap reads packages, the one map of the notation.
func (d *decoder) decodeMap(n *yaml.Node, v reflect.Value) {
	if n.Kind != yaml.MappingNode {
		d.fail(n, "want a mapping of names")
		return
	}
	v.Set(reflect.MakeMap(v.Type()))
	for i := 0; i+1 < len(n.Content); i += 2 {
		key, value := n.Content[i], n.Content[i+1]
		if value.Kind != yaml.ScalarNode || value.Value == "" {
			d.fail(value, "want an import path for %q", key.Value)
			continue
		}
		if v.MapIndex(reflect.ValueOf(key.Value)).IsValid() {
			d.fail(key, "key %q is given twice", key.Value)
		}
		v.SetMapIndex(reflect.ValueOf(key.Value), reflect.ValueOf(value.Value))
	}
}

func (d *decoder) decodeScalar(n *yaml.Node, v reflect.Value) {
	if n.Kind != yaml.ScalarNode {
		d.fail(n, "want a %s", v.Kind())
		return
	}
	switch v.Kind() {
	case reflect.String:
		v.SetString(n.Value)
	case reflect.Bool:
		b, err := strconv.ParseBool(n.Value)
		if err != nil {
			d.fail(n, "want true or false, not %q", n.Value)
		}
		v.SetBool(b)
	case reflect.Int:
		i, err := strconv.Atoi(n.Value)
		if err != nil {
			d.fail(n, "want a number, not %q", n.Value)
		}
		v.SetInt(int64(i))
	default:
		panic(fmt.Sprintf("catalog: the notation has no %s", v.Kind()))
	}
}

// fieldByKey returns the field of a notation struct with the YAML key.
func fieldByKey(v reflect.Value, key string) (reflect.Value, bool) {
	for i := range v.NumField() {
		if v.Type().Field(i).Tag.Get("yaml") == key && key != "-" {
			return v.Field(i), true
		}
	}
	return reflect.Value{}, false
}

// keysOf lists the YAML keys of a notation struct.
func keysOf(t reflect.Type) []string {
	var keys []string
	for i := range t.NumField() {
		if key := t.Field(i).Tag.Get("yaml"); key != "-" && key != "" {
			keys = append(keys, key)
		}
	}
	return keys
}
