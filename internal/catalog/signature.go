package catalog

import (
	"go/types"
	"strconv"
	"strings"
)

// ParamIndex returns the index of a parameter given by name or by number;
// "recv" is the receiver, -1.
func ParamIndex(sig *types.Signature, name string) (int, bool) {
	if name == "recv" && sig.Recv() != nil {
		return -1, true
	}
	if n, err := strconv.Atoi(name); err == nil {
		return n, 0 <= n && n < sig.Params().Len()
	}
	for i := range sig.Params().Len() {
		if sig.Params().At(i).Name() == name {
			return i, name != "" && name != "_"
		}
	}
	return 0, false
}

// ParamType returns the type of the parameter with an index ParamIndex
// returned.
func ParamType(sig *types.Signature, index int) types.Type {
	if index < 0 {
		return sig.Recv().Type()
	}
	return sig.Params().At(index).Type()
}

// Role resolves the text of a role to a parameter and the fields that lead
// from it to the value: PARAM, PARAM.FIELD, or just FIELD where a struct
// parameter has it.
func Role(sig *types.Signature, text string) (param int, fields []string, ok bool) {
	head, rest, dotted := strings.Cut(text, ".")
	if i, ok := ParamIndex(sig, head); ok {
		if !dotted {
			return i, nil, true
		}
		return i, strings.Split(rest, "."), HasField(ParamType(sig, i), rest)
	}
	for i := range sig.Params().Len() {
		if isStructural(sig.Params().At(i).Type()) && HasField(sig.Params().At(i).Type(), text) {
			return i, strings.Split(text, "."), true
		}
	}
	return 0, nil, false
}

// HasField reports whether a value of type t leads to a field of that name,
// or to a path of fields: through pointers, slices and maps, promoted or
// nested. It is true where only the running program knows the type.
func HasField(t types.Type, path string) bool {
	for _, name := range strings.Split(path, ".") {
		found := findField(t, name, make(map[*types.Struct]bool))
		if found == nil {
			return !isStructural(t)
		}
		t = found
	}
	return true
}

// findField returns the type of the nearest field called name.
func findField(t types.Type, name string, seen map[*types.Struct]bool) types.Type {
	st, ok := element(t).Underlying().(*types.Struct)
	if !ok || seen[st] || len(seen) > 200 {
		return nil
	}
	seen[st] = true
	for f := range st.Fields() {
		if f.Name() == name {
			return f.Type()
		}
	}
	for f := range st.Fields() {
		if found := findField(f.Type(), name, seen); found != nil {
			return found
		}
	}
	return nil
}

// isStructural reports whether t says by itself which fields it leads to;
// any and type parameters do not.
func isStructural(t types.Type) bool {
	t = element(t)
	_, isParam := t.(*types.TypeParam)
	return !isParam && !isAny(t)
}

// element strips pointers, slices, arrays, maps and channels off t.
func element(t types.Type) types.Type {
	for range 8 { // type T []T has no end
		t = types.Unalias(t)
		u, ok := t.(interface{ Elem() types.Type })
		if !ok {
			// A named slice or map: type Records []Record.
			if u, ok = t.Underlying().(interface{ Elem() types.Type }); !ok {
				return t
			}
		}
		t = u.Elem()
	}
	return t
}

// MatchesSignature reports whether sig has the parameters that spec demands,
// which is so when it demands none.
func (c *Catalog) MatchesSignature(spec *HandlerSpec, sig *types.Signature) bool {
	if len(spec.Signature) == 0 {
		return true
	}
	if len(spec.Signature) != sig.Params().Len() {
		return false
	}
	for i, want := range spec.Signature {
		if !c.isType(want, sig.Params().At(i).Type()) {
			return false
		}
	}
	return true
}

// isType reports whether text names t. Pointers are ignored.
func (c *Catalog) isType(text string, t types.Type) bool {
	prefix, name := cutTypePrefix(text)
	for ; prefix != ""; prefix = strings.TrimPrefix(prefix, "[]") {
		slice, ok := t.Underlying().(*types.Slice)
		if !ok {
			return false
		}
		t = slice.Elem()
	}
	if basic, ok := t.Underlying().(*types.Basic); ok && !strings.Contains(name, ".") {
		return basic == types.Universe.Lookup(name).Type().Underlying()
	}
	named := namedOf(t)
	if named == nil {
		return name == "any" && types.IsInterface(t)
	}
	want, err := parseQualified(name, nil)
	return err == nil && (want.key() == SymbolOf(named.Obj()).key() || c.Is(name, named.Obj()))
}

// cutTypePrefix splits a type text into its leading [] and its name.
func cutTypePrefix(text string) (prefix, name string) {
	name = strings.TrimLeft(text, "[]*")
	return strings.Repeat("[]", strings.Count(text[:len(text)-len(name)], "[]")), name
}
