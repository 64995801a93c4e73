package infra

import (
	"strconv"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
)

func (s *scope) splat(e *hclsyntax.SplatExpr, at Place) *value {
	source := s.eval(e.Source)
	if source.kind == isUnknown {
		return unknown(at, source.reason())
	}
	items, open := source.elements()
	v := list(at)
	v.open, v.assumed = open, source.assumed
	for _, item := range items {
		v.items = append(v.items, s.with(map[string]*value{"*": item}).eval(e.Each))
	}
	return v
}

// comprehension evaluates [for ...] and {for ...}.
func (s *scope) comprehension(e *hclsyntax.ForExpr, at Place) *value {
	coll := s.eval(e.CollExpr)
	keys, items, open := pairs(coll)
	out := &value{kind: isList, at: at, open: open, assumed: coll.assumed}
	if e.KeyExpr != nil {
		out.kind = isObject
	}
	if coll.kind == isUnknown {
		return unknown(at, coll.reason())
	}
	for i, item := range items {
		if i >= maxElements {
			return unknown(at, "the list is too long")
		}
		vars := map[string]*value{e.ValVar: item}
		if e.KeyVar != "" {
			vars[e.KeyVar] = keys[i]
		}
		inner := s.with(vars)
		if e.CondExpr != nil {
			cond := inner.eval(e.CondExpr)
			if keep, ok := cond.bool(); !ok {
				out.open = true
				continue
			} else if !keep {
				continue
			}
		}
		x := inner.eval(e.ValExpr)
		if e.KeyExpr == nil {
			out.items = append(out.items, x)
			continue
		}
		key := inner.eval(e.KeyExpr)
		if key.kind != isText && key.kind != isNumber || hasUnknownPart(key.text) || e.Group {
			out.open = true
			continue
		}
		out.fields = append(out.fields, field{key.text, x, x.at})
	}
	return out
}

// pairs returns the keys and values of a list or object.
func pairs(v *value) (keys, items []*value, open bool) {
	v = v.structure()
	if v != nil && v.kind == isObject {
		for _, f := range v.fields {
			keys = append(keys, text(f.at, f.name))
			items = append(items, f.value)
		}
		return keys, items, v.open
	}
	items, open = v.elements()
	for i, item := range items {
		keys = append(keys, number(item.at, strconv.Itoa(i)))
	}
	return keys, items, open
}

// steps follows .name and [key] from a value.
func (s *scope) steps(v *value, trav hcl.Traversal, at Place) *value {
	for _, step := range trav {
		switch step := step.(type) {
		case hcl.TraverseAttr:
			v = attribute(v, step.Name, at)
		case hcl.TraverseIndex:
			v = index(v, fromCty(step.Key, at), at)
		default: // the old splat
			return unknown(at, "this kind of expression is not evaluated")
		}
	}
	return v
}

// attribute is v.name.
func attribute(v *value, name string, at Place) *value {
	switch {
	case v == nil || v.kind == isNull:
		return failure(at, "there is no "+name)
	case v.kind == isText: // a part of something computed
		if hasMarks(v.text) {
			return v.moved(at)
		}
		return failure(at, "there is no "+name)
	case v.kind == isUnknown:
		u := unknown(at, v.reason())
		u.failed = v.failed
		for _, a := range v.alternatives {
			u.addAlternatives(a.field(name))
		}
		return u
	case v.kind == isList && name != "" && name[0] >= '0' && name[0] <= '9':
		return index(v, number(at, name), at)
	}
	f := v.field(name)
	if f == nil {
		return failure(at, "there is no "+name)
	}
	return f
}

// index is v[key].
func index(v, key *value, at Place) *value {
	if v == nil || v.kind == isNull {
		return failure(at, "there is nothing to index")
	}
	switch v.kind {
	case isText:
		if hasMarks(v.text) {
			return v.moved(at)
		}
		return failure(at, "a text has no elements")
	case isResource:
		return indexResource(v, key, at)
	case isList:
		n, ok := key.number()
		switch {
		case !ok || !key.known():
			return either(at, key.reason(), append([]*value{unknown(at, key.reason())}, v.items...)...)
		case n >= 0 && n < len(v.items):
			return v.items[n].withAssumed(v.assumed)
		case v.open:
			return unknown(at, "the list is not wholly known")
		}
		return failure(at, "there is no such element")
	}
	if !key.known() {
		u := unknown(at, key.reason())
		for _, f := range v.fields {
			u.addAlternatives(f.value)
		}
		return u
	}
	return attribute(v, key.text, at)
}

func indexResource(v, key *value, at Place) *value {
	name := "*"
	if key.kind == isText && !hasUnknownPart(key.text) || key.known() {
		name = key.text
	}
	if item := v.resource.index(name); item != nil {
		return item
	}
	return failure(at, "there is no such instance")
}
