package catalog

import (
	"cmp"
	"fmt"
	"go/types"
	"slices"
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

// typeKey writes t so that identical types of different type-checker runs are
// written alike: aliases resolved, parameters unnamed, paths in full.
func typeKey(t types.Type) string {
	switch t := types.Unalias(t).(type) {
	case *types.Basic:
		return t.Name()
	case *types.Pointer:
		return "*" + typeKey(t.Elem())
	case *types.Slice:
		return "[]" + typeKey(t.Elem())
	case *types.Array:
		return fmt.Sprintf("[%d]%s", t.Len(), typeKey(t.Elem()))
	case *types.Map:
		return "map[" + typeKey(t.Key()) + "]" + typeKey(t.Elem())
	case *types.Chan:
		return fmt.Sprintf("chan%d %s", t.Dir(), typeKey(t.Elem()))
	case *types.Signature:
		return signatureKey(t)
	case *types.Named:
		return namedKey(t)
	case *types.Interface:
		return interfaceKey(t)
	case *types.Struct:
		return structKey(t)
	default:
		return t.String()
	}
}

func signatureKey(sig *types.Signature) string {
	dots := ""
	if sig.Variadic() {
		dots = "..."
	}
	return "func(" + tupleKey(sig.Params()) + dots + ")(" + tupleKey(sig.Results()) + ")"
}

func tupleKey(tuple *types.Tuple) string {
	var keys []string
	for v := range tuple.Variables() {
		keys = append(keys, typeKey(v.Type()))
	}
	return strings.Join(keys, ",")
}

func namedKey(t *types.Named) string {
	key := t.Obj().Name()
	if pkg := t.Obj().Pkg(); pkg != nil {
		key = pkg.Path() + "." + key
	}
	var args []string
	for arg := range t.TypeArgs().Types() {
		args = append(args, typeKey(arg))
	}
	if len(args) > 0 {
		key += "[" + strings.Join(args, ",") + "]"
	}
	return key
}

func interfaceKey(t *types.Interface) string {
	var keys []string
	for m := range t.Methods() {
		keys = append(keys, m.Name()+signatureKey(m.Signature()))
	}
	slices.SortFunc(keys, cmp.Compare)
	return "interface{" + strings.Join(keys, ";") + "}"
}

func structKey(t *types.Struct) string {
	var keys []string
	for f := range t.Fields() {
		keys = append(keys, f.Name()+" "+typeKey(f.Type()))
	}
	return "struct{" + strings.Join(keys, ";") + "}"
}
