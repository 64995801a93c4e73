package catalog

import (
	"cmp"
	"fmt"
	"go/types"
	"regexp"
	"slices"
	"strings"
)

// checker compares what a document says of a symbol with the symbol.
type checker func(r *report, obj object)

// report notes problems of one reference.
type report struct {
	doc   *document
	at    Position
	found *problems
}

func (r *report) fail(format string, args ...any) { r.found.add(r.at, format, args...) }
func (r *report) warn(format string, args ...any) { r.found.warn(r.at, format, args...) }

// near returns the report for a value nearby, such as a parameter's name.
func (r *report) near(place any) *report {
	at := r.doc.at(place)
	if at.Line == 0 {
		at = r.at
	}
	return &report{r.doc, at, r.found}
}

// role is a parameter's name in a document, and the key it stands under.
type role struct {
	key  string
	text *string
}

// checkRoles demands that the parameters named exist.
func checkRoles(roles ...role) checker {
	return func(r *report, obj object) {
		if obj.sig == nil {
			return
		}
		for _, role := range roles {
			if *role.text == "" || strings.HasPrefix(*role.text, "=") {
				continue
			}
			if _, _, ok := Role(obj.sig, *role.text); !ok {
				r.near(role.text).fail("%s: %s has no parameter %q%s", role.key, nameOf(obj.Object), *role.text, suggestParam(obj.sig, *role.text))
			}
		}
	}
}

// suggestParam names the parameters there are.
func suggestParam(sig *types.Signature, name string) string {
	names := paramNames(sig)
	if len(names) == 0 {
		return ""
	}
	return fmt.Sprintf("%s (parameters: %s)", suggest(name, names), strings.Join(names, ", "))
}

func paramNames(sig *types.Signature) []string {
	var names []string
	for i := range sig.Params().Len() {
		name := sig.Params().At(i).Name()
		if name == "" || name == "_" {
			name = fmt.Sprint(i)
		}
		names = append(names, name)
	}
	return names
}

// nameOf names an object for messages.
func nameOf(obj types.Object) string {
	if fn, ok := obj.(*types.Func); ok {
		return Short(fn)
	}
	return obj.Pkg().Name() + "." + obj.Name()
}

// checkConstant demands that a constant has the value the document says.
func checkConstant(v *ReturnValue) checker {
	return func(r *report, obj object) {
		c, ok := obj.Object.(*types.Const)
		switch {
		case !ok:
			r.fail("%s is no constant", nameOf(obj.Object))
		case c.Val().ExactString() != v.Value:
			r.near(&v.Value).fail("value: %s is %s, not %s", nameOf(obj.Object), c.Val().ExactString(), v.Value)
		}
	}
}

// checkRegistration demands that the handler's parameter exists and, where the
// handler is a method of it, that the method does.
func checkRegistration(h *HandlerSpec) checker {
	return func(r *report, obj object) {
		i, ok := ParamIndex(obj.sig, h.Arg)
		if !ok {
			r.near(&h.Arg).fail("arg: %s has no parameter %q%s", nameOf(obj.Object), h.Arg, suggestParam(obj.sig, h.Arg))
			return
		}
		t := ParamType(obj.sig, i)
		if h.Method == "" || isAny(t) {
			return
		}
		if findMethod(t, h.Method) == nil && findMethod(element(t), h.Method) == nil {
			r.near(&h.Method).fail("method: %s has no method %s%s", t, h.Method, suggest(h.Method, members(element(t))))
		}
		checkConsumed(h, r, obj)
	}
}

// checkConsumed demands that what names the queue a handler consumes is there.
func checkConsumed(h *HandlerSpec, r *report, obj object) {
	if h.Queue == "" || h.Queue == "call" {
		return
	}
	if _, _, ok := Role(obj.sig, h.Queue); !ok {
		r.near(&h.Queue).fail("queue: %s has no parameter %q%s", nameOf(obj.Object), h.Queue, suggestParam(obj.sig, h.Queue))
	}
}

// checkReceive demands that the parameters named exist, and a unit where a lease
// is a plain number.
func checkReceive(h *HandlerSpec) checker {
	roles := checkRoles(role{"auto-ack", &h.AutoAck}, role{"override", &h.Override}, role{"batch", &h.Batch})
	return func(r *report, obj object) {
		roles(r, obj)
		needsUnit(r, obj, &h.Override, &h.Unit)
		checkConsumed(h, r, obj)
	}
}

// isAny reports whether t says nothing of the value it holds.
func isAny(t types.Type) bool {
	iface, ok := t.Underlying().(*types.Interface)
	return ok && iface.NumMethods() == 0
}

// findMethod returns a method of t or of *t.
func findMethod(t types.Type, name string) *types.Func {
	var pkg *types.Package
	if named := namedOf(t); named != nil {
		pkg = named.Obj().Pkg()
	}
	obj, _, _ := types.LookupFieldOrMethod(t, true, pkg, name)
	fn, _ := obj.(*types.Func)
	return fn
}

// checkInterface demands an interface with the handling method.
func checkInterface(h *HandlerSpec) checker {
	return func(r *report, obj object) {
		if !types.IsInterface(obj.Type()) {
			r.fail("%s is not an interface", h.Implements)
			return
		}
		if findMethod(obj.Type(), h.Method) == nil {
			r.near(&h.Method).fail("method: %s has no method %s%s", nameOf(obj.Object), h.Method, suggest(h.Method, members(obj.Type())))
		}
	}
}

// checkKeyPlace demands that a key can be put where k says.
func checkKeyPlace(k *KeyPlace) checker {
	return func(r *report, obj object) {
		switch {
		case k.Param != "":
			checkRoles(role{"param", &k.Param})(r, obj)
		case k.Field != "":
			checkKeyField(r, k, obj)
		case k.Setter != "" && !strings.Contains(k.Setter, "."):
			checkSetter(r, k, obj)
		}
	}
}

func checkKeyField(r *report, k *KeyPlace, obj object) {
	if k.In != "" {
		i, ok := ParamIndex(obj.sig, k.In)
		if !ok {
			r.near(&k.In).fail("in: %s has no parameter %q%s", nameOf(obj.Object), k.In, suggestParam(obj.sig, k.In))
			return
		}
		if !HasField(ParamType(obj.sig, i), k.Field) {
			r.near(&k.Field).fail("field: parameter %s of %s has no field %s", k.In, nameOf(obj.Object), k.Field)
		}
		return
	}
	for _, t := range inputs(obj.sig) {
		if HasField(t, k.Field) || slices.ContainsFunc(implementations(t), func(impl types.Type) bool { return HasField(impl, k.Field) }) {
			return
		}
	}
	r.near(&k.Field).fail("field: no parameter of %s has a field %s", nameOf(obj.Object), k.Field)
}

func checkSetter(r *report, k *KeyPlace, obj object) {
	for _, t := range inputs(obj.sig) {
		fn := findMethod(t, k.Setter)
		if fn == nil {
			fn = findMethod(element(t), k.Setter)
		}
		if fn != nil {
			checkRoles(role{"arg", &k.Arg})(r, object{fn, fn.Signature()})
			return
		}
	}
	r.near(&k.Setter).fail("setter: no parameter of %s has a method %s", nameOf(obj.Object), k.Setter)
}

// inputs returns the types of the receiver and the parameters, any excepted.
func inputs(sig *types.Signature) []types.Type {
	var inputs []types.Type
	if sig.Recv() != nil {
		inputs = append(inputs, sig.Recv().Type())
	}
	for v := range sig.Params().Variables() {
		inputs = append(inputs, v.Type())
	}
	return inputs
}

// implementations are the structs of a library that an interface of it stands for:
// a message that is one of several.
func implementations(t types.Type) []types.Type {
	named := namedOf(t)
	if named == nil || named.Obj().Pkg() == nil || isAny(t) {
		return nil
	}
	iface, ok := named.Underlying().(*types.Interface)
	if !ok {
		return nil
	}
	var found []types.Type
	scope := named.Obj().Pkg().Scope()
	for _, name := range scope.Names() {
		obj, ok := scope.Lookup(name).(*types.TypeName)
		if !ok || !obj.Exported() || types.IsInterface(obj.Type()) {
			continue
		}
		if types.Implements(obj.Type(), iface) || types.Implements(types.NewPointer(obj.Type()), iface) {
			found = append(found, obj.Type())
		}
	}
	return found
}

// Part is a step to a part of a message: a field or method, and the key under
// which the part stands when that is a map.
type Part struct {
	Name string
	Key  string // Attributes["Key"]
}

var partText = regexp.MustCompile(`^([\pL_][\pL\pN_]*)(?:\["([^"]*)"\])?(?:\.|$)`)

// ParsePart reads a part of a message: Name, Header.ID, Attributes["Key"].
func ParsePart(text string) ([]Part, error) {
	var parts []Part
	for rest := text; ; {
		m := partText.FindStringSubmatch(rest)
		if m == nil {
			return nil, fmt.Errorf(`%q is not a part of a message, write Field, Field.Field or Field["key"]`, text)
		}
		parts = append(parts, Part{m[1], m[2]})
		if len(m[0]) == len(rest) && !strings.HasSuffix(m[0], ".") {
			return parts, nil
		}
		rest = rest[len(m[0]):]
	}
}

// checkMessage demands that the parts of a message exist.
func checkMessage(m *MessageSpec) checker {
	return func(r *report, obj object) {
		for _, list := range [][]string{m.Transport, m.Delivery, m.Producer, m.Business, m.Attempt, m.Items} {
			for i := range list {
				checkPart(r.near(&list[i]), obj.Type(), list[i])
			}
		}
	}
}

func checkPart(r *report, t types.Type, text string) {
	parts, _ := ParsePart(text)
	for _, part := range parts {
		// A list of messages may have methods of its own.
		next := cmp.Or(memberType(t, part.Name), memberType(element(t), part.Name))
		if next == nil {
			t = element(t)
			r.fail("%s has no field or method %s%s", types.TypeString(t, (*types.Package).Name), part.Name, suggest(part.Name, members(t)))
			return
		}
		t = next
	}
}

// memberType returns the type of a field, or the first result of a method.
func memberType(t types.Type, name string) types.Type {
	var pkg *types.Package
	if named := namedOf(t); named != nil {
		pkg = named.Obj().Pkg()
	}
	switch obj, _, _ := types.LookupFieldOrMethod(t, true, pkg, name); obj := obj.(type) {
	case *types.Var:
		return obj.Type()
	case *types.Func:
		if obj.Signature().Results().Len() > 0 {
			return obj.Signature().Results().At(0).Type()
		}
	}
	return nil
}

// needsUnit demands a unit where a parameter, or a field of one, that holds a
// time is a plain number, and none where it is a time.Duration.
func needsUnit(r *report, obj object, text, unit *string) {
	if *text == "" || obj.sig == nil {
		return
	}
	i, fields, ok := Role(obj.sig, *text)
	if !ok {
		return
	}
	t := ParamType(obj.sig, i)
	for _, name := range fields {
		if t = memberType(t, name); t == nil {
			return
		}
	}
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	basic, ok := t.Underlying().(*types.Basic)
	switch isDuration := types.TypeString(t, nil) == "time.Duration"; {
	case isDuration && *unit != "":
		r.near(unit).fail("unit: %s of %s is a time.Duration, which needs none", *text, nameOf(obj.Object))
	case ok && !isDuration && basic.Info()&types.IsNumeric != 0 && *unit == "":
		r.near(text).fail("unit is missing: %s of %s is a plain number", *text, nameOf(obj.Object))
	}
}

// checkFailures demands that the fields that list failures are there. An entry
// may name functions of which only some have them, but not none of a result's.
func checkFailures(e *EffectSpec, r *report, obj object) {
	if len(e.Failures) == 0 || obj.sig == nil || len(FailureFields(e, obj.sig)) > 0 || len(e.Func) > 1 {
		return
	}
	r.near(&e.Failures).fail("failures: the result of %s has no field %s", nameOf(obj.Object), strings.Join(e.Failures, ", "))
}

// FailureFields returns those of e.Failures that the result of a function has.
func FailureFields(e *EffectSpec, sig *types.Signature) []string {
	if sig.Results().Len() == 0 {
		return nil
	}
	t := sig.Results().At(0).Type()
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	st, ok := t.Underlying().(*types.Struct)
	if !ok {
		return nil
	}
	var out []string
	for _, name := range e.Failures {
		for f := range st.Fields() {
			if f.Name() == name {
				out = append(out, name)
			}
		}
	}
	return out
}
