package catalog

import "go/types"

// Message returns what is known of t, or of what it points to, as a delivery.
func (c *Catalog) Message(t types.Type) (*MessageSpec, *Library) {
	entries := c.ofType(c.messages, t)
	if len(entries) == 0 {
		return nil, nil
	}
	last := entries[len(entries)-1]
	return last.spec.(*MessageSpec), last.lib
}

// ParamHandlers returns the handlers known by a parameter of type t. Where
// they have a Signature, ask MatchesSignature too.
func (c *Catalog) ParamHandlers(t types.Type) []*HandlerSpec {
	return handlersOf(c.ofType(c.params, t))
}

// Convert returns the handlers known by conversion to type t.
func (c *Catalog) Convert(t types.Type) []*HandlerSpec {
	return handlersOf(c.ofType(c.converts, t))
}

// Field returns the handlers known by assignment to a field of named.
func (c *Catalog) Field(named *types.Named, field string) []*HandlerSpec {
	obj := named.Origin().Obj()
	if obj.Pkg() == nil {
		return nil
	}
	c.speaksOf(obj.Pkg())
	sym := Symbol{Path: obj.Pkg().Path(), Recv: obj.Name(), Name: field}
	return handlersOf(statements(c.fields, c.index.Load(), sym))
}

// handlersOf keeps the handlers of the document to believe. What needs evidence is
// one use of several, and does not contradict another document.
func handlersOf(entries []*entry) []*HandlerSpec {
	var specs []*HandlerSpec
	for _, e := range entries {
		if spec := e.spec.(*HandlerSpec); e.lib == entries[len(entries)-1].lib || spec.NeedsEvidence() {
			specs = append(specs, spec)
		}
	}
	return specs
}

// ofType returns what table says of t: under the name of an alias on the way
// to the type, or else under its own.
func (c *Catalog) ofType(table map[Symbol][]*entry, t types.Type) []*entry {
	for {
		switch u := t.(type) {
		case *types.Alias:
			if entries := c.ofObject(table, u.Obj()); len(entries) > 0 {
				return entries
			}
			t = u.Rhs()
		case *types.Pointer:
			if _, ok := types.Unalias(u.Elem()).(*types.Pointer); ok {
				return nil
			}
			t = u.Elem()
		case *types.Named:
			return c.ofObject(table, u.Origin().Obj())
		default:
			return nil
		}
	}
}

func (c *Catalog) ofObject(table map[Symbol][]*entry, obj *types.TypeName) []*entry {
	if obj.Pkg() == nil || !c.speaksOf(obj.Pkg()) {
		return nil
	}
	return statements(table, c.index.Load(), SymbolOf(obj))
}
