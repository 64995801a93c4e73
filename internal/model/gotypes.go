package model

import (
	"go/types"
	"reflect"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/idemlint/idemlint/internal/catalog"
	"github.com/idemlint/idemlint/internal/schema"
)

// This file holds the questions about Go types the extraction asks.

func deref(t types.Type) types.Type {
	for {
		t = types.Unalias(t)
		p, ok := t.Underlying().(*types.Pointer)
		if !ok {
			return t
		}
		t = p.Elem()
	}
}

// namedString is the full name of the named type behind pointers and slices,
// type arguments left out; "" if there is none.
func namedString(t types.Type) string {
	n, ok := types.Unalias(deref(t)).(*types.Named)
	if !ok {
		return ""
	}
	o := n.Origin().Obj()
	if o.Pkg() == nil {
		return o.Name()
	}
	return o.Pkg().Path() + "." + o.Name()
}

// concreteString names the type an interface value holds; a slice or array is
// named by its element.
func concreteString(t types.Type) string {
	if s := namedString(t); s != "" {
		return s
	}
	switch u := deref(t).Underlying().(type) {
	case *types.Slice:
		return namedString(u.Elem())
	case *types.Array:
		return namedString(u.Elem())
	}
	return ""
}

func objType(t types.Type) string { return concreteString(t) }

// structOf returns the struct behind pointers and its type's name.
func structOf(t types.Type) (*types.Struct, string) {
	st, _ := deref(t).Underlying().(*types.Struct)
	return st, namedString(t)
}

func typePkg(t types.Type) string {
	n, ok := types.Unalias(deref(t)).(*types.Named)
	if !ok || n.Obj().Pkg() == nil {
		return ""
	}
	return n.Obj().Pkg().Path()
}

func pkgPath(fn *types.Func) string {
	if fn.Pkg() == nil {
		return ""
	}
	return fn.Pkg().Path()
}

// shortType is a type's name with its package's name.
func shortType(t types.Type) string {
	n, ok := types.Unalias(deref(t)).(*types.Named)
	if !ok {
		return types.TypeString(t, func(p *types.Package) string { return p.Name() })
	}
	if n.Obj().Pkg() == nil {
		return n.Obj().Name()
	}
	return n.Obj().Pkg().Name() + "." + n.Obj().Name()
}

var errorType = types.Universe.Lookup("error").Type()

func isError(t types.Type) bool { return types.Identical(t, errorType) }

func isString(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsString != 0
}

func isTypeParam(t types.Type) bool {
	_, ok := types.Unalias(t).(*types.TypeParam)
	return ok
}

func isAnonymousIface(t types.Type) bool {
	_, ok := types.Unalias(t).(*types.Interface)
	return ok
}

func returnsBool(sig *types.Signature) bool {
	if sig.Results().Len() != 1 {
		return false
	}
	b, ok := sig.Results().At(0).Type().Underlying().(*types.Basic)
	return ok && b.Kind() == types.Bool
}

func takesError(sig *types.Signature) bool {
	for i := range sig.Params().Len() {
		if isError(sig.Params().At(i).Type()) {
			return true
		}
	}
	return false
}

// isPointerHelper reports whether sig is that of aws.String or stripe.Int64:
// one value in, a pointer to it out, or the other way round.
func isPointerHelper(sig *types.Signature) bool {
	if sig.Recv() != nil || sig.Params().Len() != 1 || sig.Results().Len() != 1 {
		return false
	}
	in, out := sig.Params().At(0).Type(), sig.Results().At(0).Type()
	return pointsTo(out, in) || pointsTo(in, out)
}

func pointsTo(p, t types.Type) bool {
	ptr, ok := types.Unalias(p).(*types.Pointer)
	if !ok {
		return false
	}
	if _, generic := types.Unalias(t).(*types.TypeParam); generic {
		_, basic := ptr.Elem().(*types.Basic) // stripe.String takes every kind of string
		return basic || types.Identical(ptr.Elem(), t)
	}
	return types.Identical(ptr.Elem(), t)
}

// isRendering reports whether fn only renders its receiver: String, Bytes.
func isRendering(fn *types.Func, sig *types.Signature) bool {
	if sig.Recv() == nil || sig.Params().Len() != 0 || sig.Results().Len() == 0 {
		return false
	}
	switch fn.Name() {
	case "String", "Bytes", "Hex", "Text", "MarshalText", "MarshalBinary", "MarshalJSON", "ToHexString", "Base64", "URN", "GoString", "Format":
		return true
	}
	return false
}

// getter reports whether fn is GetX of a struct with a field X, as protobuf
// generates them.
func getter(fn *types.Func, sig *types.Signature) (string, bool) {
	name, ok := strings.CutPrefix(fn.Name(), "Get")
	if !ok || name == "" || sig.Recv() == nil || sig.Params().Len() != 0 || sig.Results().Len() != 1 {
		return "", false
	}
	st, _ := structOf(sig.Recv().Type())
	if st == nil {
		return "", false
	}
	for i := range st.NumFields() {
		if st.Field(i).Name() == name {
			return name, true
		}
	}
	return "", false
}

// writesThrough reports whether a function of a pure package may still write
// to what it is given (an io.Writer, a builder).
func writesThrough(sig *types.Signature) bool {
	if sig.Recv() != nil {
		if _, ptr := types.Unalias(sig.Recv().Type()).(*types.Pointer); ptr {
			switch namedString(sig.Recv().Type()) {
			case "net/url.URL", "regexp.Regexp", "math/big.Int", "math/big.Float", "encoding/base64.Encoding", "encoding/base32.Encoding", "strings.Replacer", "bytes.Reader", "strings.Reader":
				return false
			}
			return sig.Results().Len() == 0 || sig.Params().Len() > 0
		}
	}
	return false
}

// pureRoots are the packages of the standard library whose results depend on
// their arguments only.
var pureRoots = []string{
	"bufio", "bytes", "cmp", "compress", "crypto/hmac", "crypto/md5", "crypto/sha1", "crypto/sha256", "crypto/sha3", "crypto/sha512",
	"encoding", "errors", "hash", "html", "iter", "maps", "math", "mime", "net/netip", "net/url", "path",
	"regexp", "slices", "sort", "strconv", "strings", "text/template", "unicode", "unique", "io",
}

func isPurePackage(path string) bool {
	if strings.HasPrefix(path, "math/rand") {
		return false
	}
	for _, r := range pureRoots {
		if path == r || strings.HasPrefix(path, r+"/") {
			return true
		}
	}
	return false
}

// pureCall reports whether a call cannot change what its arguments point to,
// or is not worth remembering: loggers and metrics, getters, pure functions.
func (x *extractor) pureCall(c *ssa.CallCommon) bool {
	fn := calleeObj(c)
	if fn == nil {
		return false
	}
	path := pkgPath(fn)
	switch {
	case path == "log" || strings.HasPrefix(path, "log/"), path == "context", path == "sync", path == "sync/atomic",
		path == "errors", path == "reflect", path == "os", path == "time", path == "strconv", path == "sort":
		return true
	case path == "strings" || path == "bytes":
		sig := fn.Type().(*types.Signature)
		return sig.Recv() == nil || sig.Results().Len() > 0 && sig.Params().Len() == 0
	}
	e := x.cat.Func(fn)
	if e != nil && e.Key != nil && e.Key.Into == "" {
		return e.Key.Origin == "derived" || fn.Name() != "Read" && e.Key.Origin == "fresh"
	}
	return false
}

// carriesData reports whether values of type t can carry an event between
// goroutines: structs, pointers to them, interfaces, byte slices and strings;
// not signals, ticks and errors.
func carriesData(t types.Type) bool {
	if isError(t) || namedString(t) == "time.Time" || namedString(t) == "os.Signal" {
		return false
	}
	switch u := deref(t).Underlying().(type) {
	case *types.Struct:
		return u.NumFields() > 0
	case *types.Interface:
		return true
	case *types.Slice, *types.Map:
		return true
	case *types.Signature:
		return true
	case *types.Basic:
		return u.Info()&types.IsString != 0
	}
	return false
}

func resultType(c *ssa.Call, i int) types.Type {
	res := c.Call.Signature().Results()
	if i < res.Len() {
		return res.At(i).Type()
	}
	return types.Typ[types.Invalid]
}

// paramNames lists the parameters by argument index, the receiver first.
func paramNames(sig *types.Signature) []string {
	var out []string
	if sig.Recv() != nil {
		out = append(out, "recv")
	}
	for i := range sig.Params().Len() {
		out = append(out, sig.Params().At(i).Name())
	}
	return out
}

// argIndex is the argument index of a catalogued parameter, the receiver
// counted.
func argIndex(fn *types.Func, name string) (int, bool) {
	sig := fn.Type().(*types.Signature)
	i, ok := catalog.ParamIndex(sig, name)
	if !ok {
		return 0, false
	}
	if sig.Recv() != nil {
		i++
	}
	return i, true
}

// describe records the fields and tags of the struct behind t.
func (x *extractor) describe(t types.Type) {
	if s, ok := deref(t).Underlying().(*types.Slice); ok {
		t = s.Elem()
	} else if a, ok := deref(t).Underlying().(*types.Array); ok {
		t = a.Elem()
	}
	st, name := structOf(t)
	if st == nil || name == "" || x.types[name] || !x.scope[typePkg(t)] {
		return
	}
	x.types[name] = true
	info := &StructInfo{Name: name, Fields: fieldInfos(st, nil, 0)}
	for _, family := range []schema.Family{schema.Gorm, schema.Bun, schema.Xorm} {
		if t := tagged(name, st, family); t != nil {
			info.Table = t
			break
		}
	}
	x.sum.Types = append(x.sum.Types, info)
}

// tagged is the table of a struct with tags of a family, nil if it has none.
func tagged(name string, st *types.Struct, family schema.Family) *Table {
	if !hasTag(st, string(family)) {
		return nil
	}
	t := schema.FromStruct(name[strings.LastIndexByte(name, '.')+1:], st, family)
	if t == nil {
		return nil
	}
	out := tableOf(t)
	return &out
}

func hasTag(st *types.Struct, key string) bool {
	for i := range st.NumFields() {
		if _, ok := reflect.StructTag(st.Tag(i)).Lookup(key); ok {
			return true
		}
		if n := namedString(st.Field(i).Type()); st.Field(i).Embedded() && key == "gorm" && n == "gorm.io/gorm.Model" {
			return true
		}
	}
	return false
}

func fieldInfos(st *types.Struct, path []string, depth int) []FieldInfo {
	var out []FieldInfo
	for i := range st.NumFields() {
		f := st.Field(i)
		here := append(slices.Clone(path), f.Name())
		tag := st.Tag(i)
		if inner, _ := structOf(f.Type()); f.Embedded() && inner != nil && depth < 4 {
			out = append(out, FieldInfo{Name: f.Name(), Path: here, Tag: tag})
			out = append(out, fieldInfos(inner, here, depth+1)...)
			continue
		}
		js, _, _ := strings.Cut(reflect.StructTag(tag).Get("json"), ",")
		out = append(out, FieldInfo{Name: f.Name(), Path: here, JSON: js, Tag: tag})
	}
	return out
}

// methodSets lists, for every named type of the package, which function a
// method name leads to.
func (x *extractor) methodSets() {
	for _, named := range x.concreteTypes() {
		if ms := methodSet(named); len(ms.Methods) > 0 {
			x.sum.Methods = append(x.sum.Methods, ms)
		}
	}
}

// concreteTypes lists the named types of the package but for interfaces and
// aliases, in order of their names.
func (x *extractor) concreteTypes() []*types.Named {
	var out []*types.Named
	scope := x.pkg.Scope()
	for _, name := range scope.Names() {
		tn, ok := scope.Lookup(name).(*types.TypeName)
		if !ok || tn.IsAlias() {
			continue
		}
		if named, ok := tn.Type().(*types.Named); ok && !types.IsInterface(named) {
			out = append(out, named)
		}
	}
	return out
}

func methodSet(named *types.Named) MethodSet {
	out := MethodSet{Type: namedString(named)}
	set := types.NewMethodSet(types.NewPointer(named))
	for i := range set.Len() {
		sel := set.At(i)
		fn, ok := sel.Obj().(*types.Func)
		if !ok {
			continue
		}
		m := Method{Name: fn.Name(), Fn: fn.Origin().FullName()}
		t := types.Type(named)
		for _, idx := range sel.Index()[:len(sel.Index())-1] {
			st, _ := structOf(t)
			if st == nil {
				break
			}
			m.Embedded = append(m.Embedded, st.Field(idx).Name())
			t = st.Field(idx).Type()
		}
		out.Methods = append(out.Methods, m)
	}
	return out
}
