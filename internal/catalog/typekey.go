package catalog

import (
	"cmp"
	"fmt"
	"go/types"
	"slices"
	"strings"
)

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
