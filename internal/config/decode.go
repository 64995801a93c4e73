package config

import (
	"errors"
	"fmt"
	"reflect"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"
)

// decode fills the struct v from a mapping. Unlike yaml.Node.Decode it names
// file and line of every mistake, and the keys that would be right.
func decode(file string, n *yaml.Node, v reflect.Value) error {
	if n.Kind == yaml.AliasNode {
		n = n.Alias
	}
	if v.Type() == reflect.TypeFor[yaml.Node]() {
		v.Set(reflect.ValueOf(*n))
		return nil
	}
	if n.Kind == yaml.ScalarNode && n.Tag == "!!null" {
		return nil
	}
	fail := func(format string, args ...any) error {
		return &Error{file, n.Line, fmt.Sprintf(format, args...)}
	}
	switch v.Kind() {
	case reflect.Struct:
		return decodeMapping(file, n, v)
	case reflect.Slice:
		if n.Kind != yaml.SequenceNode {
			return fail("want a list, each item on a line that starts with \"- \"")
		}
		var errs []error
		v.Set(reflect.MakeSlice(v.Type(), len(n.Content), len(n.Content)))
		for i, item := range n.Content {
			errs = append(errs, decode(file, item, v.Index(i)))
		}
		return errors.Join(errs...)
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		return decode(file, n, v.Elem())
	}
	if n.Kind != yaml.ScalarNode {
		return fail("want a single value")
	}
	switch v.Kind() {
	case reflect.String:
		v.SetString(n.Value)
	case reflect.Bool:
		b, err := strconv.ParseBool(n.Value)
		if err != nil {
			return fail("want true or false, not %q", n.Value)
		}
		v.SetBool(b)
	case reflect.Int:
		i, err := strconv.Atoi(n.Value)
		if err != nil {
			return fail("want a number, not %q", n.Value)
		}
		v.SetInt(int64(i))
	default:
		panic("config: no such value: " + v.Type().String())
	}
	return nil
}

// decodeMapping decodes the keys of a mapping into the fields of a struct. A
// field named Line is set to the line of the mapping.
func decodeMapping(file string, n *yaml.Node, v reflect.Value) error {
	keys := keysOf(v.Type())
	if n.Kind != yaml.MappingNode {
		return &Error{file, n.Line, "want a mapping with the keys " + strings.Join(keys, ", ")}
	}
	if line := v.FieldByName("Line"); line.IsValid() {
		line.SetInt(int64(n.Line))
	}
	var errs []error
	seen := make(map[string]bool)
	for i := 0; i+1 < len(n.Content); i += 2 {
		key, value := n.Content[i], n.Content[i+1]
		field := fieldByKey(v, key.Value)
		switch {
		case !field.IsValid():
			msg := fmt.Sprintf("unknown key %q", key.Value)
			if near := nearest(key.Value, keys); near != "" {
				msg += fmt.Sprintf("; did you mean %q?", near)
			}
			errs = append(errs, &Error{file, key.Line, msg + " (allowed: " + strings.Join(keys, ", ") + ")"})
		case seen[key.Value]:
			errs = append(errs, &Error{file, key.Line, fmt.Sprintf("key %q is given twice", key.Value)})
		default:
			seen[key.Value] = true
			errs = append(errs, decode(file, value, field))
		}
	}
	return errors.Join(errs...)
}

func fieldByKey(v reflect.Value, key string) reflect.Value {
	for i := range v.NumField() {
		if tag := v.Type().Field(i).Tag.Get("yaml"); tag != "" && tag != "-" && tag == key {
			return v.Field(i)
		}
	}
	return reflect.Value{}
}

func keysOf(t reflect.Type) []string {
	var keys []string
	for i := range t.NumField() {
		if tag := t.Field(i).Tag.Get("yaml"); tag != "" && tag != "-" {
			keys = append(keys, tag)
		}
	}
	return keys
}

// nearest returns the key a user probably meant: one that differs in a letter
// or two, or shares its beginning.
func nearest(word string, keys []string) string {
	fold := func(s string) string {
		return strings.NewReplacer("_", "", "-", "").Replace(strings.ToLower(s))
	}
	best, least := "", 3
	for _, key := range keys {
		if d := edits(fold(word), fold(key)); d < least {
			best, least = key, d
		}
	}
	return best
}

// edits counts the bytes to insert, delete or replace to turn a into b.
func edits(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := diagonal
			if a[i] != b[j] {
				cost++
			}
			diagonal = row[j+1]
			row[j+1] = min(cost, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
