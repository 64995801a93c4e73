package infra

import (
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"
)

// body evaluates the attributes and blocks of a body. Blocks of one type are a
// list.
func (s *scope) body(b *block, at Place) *value {
	v := s.content(b.body, at)
	managed := ignoredChanges(b.body)
	for i, f := range v.fields {
		if b.overridden[f.name] {
			v.fields[i].value = unknown(f.at, "an override file changes it")
		}
	}
	for name := range managed {
		if name == "all" {
			for i, f := range v.fields {
				v.fields[i].value = unknown(f.at, "changes to it are ignored: it may be set elsewhere")
			}
			v.open = true
			continue
		}
		v.set(name, at, unknown(at, "changes to it are ignored: it may be set elsewhere"))
	}
	for name := range b.overridden {
		v.set(name, at, unknown(at, "an override file changes it"))
	}
	slices.SortFunc(v.fields, func(a, b field) int { return strings.Compare(a.name, b.name) })
	return v
}

// ignoredChanges are the attributes under lifecycle.ignore_changes.
func ignoredChanges(body *hclsyntax.Body) map[string]bool {
	found := map[string]bool{}
	for _, inner := range body.Blocks {
		a := inner.Body.Attributes["ignore_changes"]
		if inner.Type != "lifecycle" || a == nil {
			continue
		}
		exprs := []hclsyntax.Expression{a.Expr}
		if tuple, ok := a.Expr.(*hclsyntax.TupleConsExpr); ok {
			exprs = tuple.Exprs
		}
		for _, e := range exprs {
			if t, ok := e.(*hclsyntax.ScopeTraversalExpr); ok {
				found[t.Traversal.RootName()] = true
			}
		}
	}
	return found
}

func (s *scope) content(body *hclsyntax.Body, at Place) *value {
	v := &value{kind: isObject, at: at}
	for name, a := range body.Attributes {
		x := s.eval(a.Expr)
		v.fields = append(v.fields, field{name, x.moved(placeOf(a.SrcRange)), placeOf(a.SrcRange)})
	}
	for _, inner := range body.Blocks {
		innerAt := placeOf(inner.Range())
		if inner.Type == "dynamic" && len(inner.Labels) == 1 {
			s.dynamic(v, inner, innerAt)
			continue
		}
		v.appendBlock(inner.Type, innerAt, s.content(inner.Body, innerAt))
	}
	slices.SortFunc(v.fields, func(a, b field) int { return strings.Compare(a.name, b.name) })
	return v
}

// appendBlock adds one more block of a type.
func (v *value) appendBlock(name string, at Place, x *value) {
	for i := range v.fields {
		if f := &v.fields[i]; f.name == name && f.value.kind == isList {
			f.value = list(f.value.at, append(f.value.items, x)...)
			return
		} else if f.name == name {
			return // not known already
		}
	}
	v.fields = append(v.fields, field{name, list(at, x), at})
}

// dynamic adds the blocks that a dynamic block makes, or one that is not known.
func (s *scope) dynamic(v *value, b *hclsyntax.Block, at Place) {
	name, iterator := b.Labels[0], b.Labels[0]
	if a := b.Body.Attributes["iterator"]; a != nil {
		if t, ok := a.Expr.(*hclsyntax.ScopeTraversalExpr); ok {
			iterator = t.Traversal.RootName()
		}
	}
	var content *hclsyntax.Body
	for _, inner := range b.Body.Blocks {
		if inner.Type == "content" {
			content = inner.Body
		}
	}
	a := b.Body.Attributes["for_each"]
	if a == nil || content == nil {
		v.set(name, at, unknown(at, "the dynamic block is not complete"))
		return
	}
	coll := s.eval(a.Expr)
	keys, items, open := pairs(coll)
	if coll.kind == isUnknown || open || len(items) > maxElements {
		u := unknown(at, "the dynamic block is there only sometimes: "+coll.reason())
		each := &value{kind: isObject, at: at, open: true}
		u.alternatives = []*value{s.with(map[string]*value{iterator: each}).content(content, at)}
		v.set(name, at, u)
		return
	}
	if len(items) == 0 && coll.assumed {
		v.set(name, at, null(at).withAssumed(true))
	}
	for i, item := range items {
		each := &value{kind: isObject, at: at}
		each.set("key", at, keys[i])
		each.set("value", at, item)
		v.appendBlock(name, at, s.with(map[string]*value{iterator: each}).content(content, at).withAssumed(coll.assumed))
	}
}
