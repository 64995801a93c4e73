package infra

import "github.com/zclconf/go-cty/cty/function/stdlib"

func merge(_ *scope, args []*value, at Place) *value {
	v := &value{kind: isObject, at: at}
	for _, arg := range args {
		arg = arg.structure()
		if !arg.written() {
			continue
		}
		v.assumed = v.assumed || arg.assumed
		if arg.kind != isObject {
			// It may set any field again.
			for i, f := range v.fields {
				u := unknown(f.value.at, arg.reason())
				u.addAlternatives(f.value)
				v.fields[i].value = u
			}
			v.open = true
			v.why = arg.reason()
			continue
		}
		v.open = v.open || arg.open
		if len(v.fields)+len(arg.fields) > maxElements {
			return unknown(at, "the object is too large")
		}
		for _, f := range arg.fields {
			v.set(f.name, f.at, f.value)
		}
	}
	return v
}

func concat(_ *scope, args []*value, at Place) *value {
	v := list(at)
	for _, arg := range args {
		items, open := arg.elements()
		v.items = append(v.items, items...)
		v.open, v.assumed = v.open || open, v.assumed || arg.assumed
	}
	if len(v.items) > maxElements {
		return unknown(at, "the list is too long")
	}
	return v
}

func flatten(_ *scope, args []*value, at Place) *value {
	v := list(at)
	var add func(x *value)
	add = func(x *value) {
		if x.kind != isList {
			v.items = append(v.items, x)
			return
		}
		v.open, v.assumed = v.open || x.open, v.assumed || x.assumed
		for _, item := range x.items {
			if len(v.items) > maxElements {
				v.open = true
				return
			}
			add(item)
		}
	}
	for _, arg := range args {
		if arg.kind == isUnknown {
			return unknown(at, arg.reason())
		}
		add(arg)
	}
	return v
}

func compact(_ *scope, args []*value, at Place) *value {
	if len(args) != 1 || args[0].kind == isUnknown {
		return unknown(at, firstReason(args...))
	}
	items, open := args[0].elements()
	v := list(at)
	v.open, v.assumed = open, args[0].assumed
	for _, item := range items {
		if item.written() && (item.kind != isText || item.text != "") {
			v.items = append(v.items, item)
		}
	}
	return v
}

func coalesce(_ *scope, args []*value, at Place) *value {
	for i, arg := range args {
		switch {
		case !arg.written() || arg.kind == isText && arg.text == "" || arg.kind == isList && len(arg.items) == 0 && !arg.open:
			continue
		case arg.kind == isUnknown || arg.kind == isText && hasUnknownPart(arg.text):
			return either(at, arg.reason(), args[i:]...)
		}
		return arg
	}
	return failure(at, "every argument of coalesce() is empty")
}

func lookup(_ *scope, args []*value, at Place) *value {
	if len(args) < 2 || args[0].kind == isUnknown || !args[1].known() {
		return unknown(at, firstReason(args...))
	}
	v := attribute(args[0], args[1].text, at)
	if v.failed && len(args) > 2 {
		return args[2]
	}
	return v
}

func element(_ *scope, args []*value, at Place) *value {
	if len(args) != 2 {
		return failure(at, "two arguments are wanted")
	}
	items, open := args[0].elements()
	n, ok := args[1].number()
	if args[0].kind == isUnknown || !ok || open || len(items) == 0 || n < 0 {
		return either(at, firstReason(args...), append([]*value{unknown(at, firstReason(args...))}, items...)...)
	}
	return items[n%len(items)].withAssumed(args[0].assumed)
}

// only is one(): null for an empty list.
func only(_ *scope, args []*value, at Place) *value {
	if len(args) != 1 || args[0].kind == isUnknown {
		return unknown(at, firstReason(args...))
	}
	items, open := args[0].elements()
	switch {
	case open:
		return either(at, args[0].reason(), append([]*value{unknown(at, args[0].reason())}, items...)...)
	case len(items) == 0:
		return null(at).withAssumed(args[0].assumed)
	}
	return items[0].withAssumed(args[0].assumed)
}

func keys(_ *scope, args []*value, at Place) *value   { return keysOrValues(args, at, true) }
func values(_ *scope, args []*value, at Place) *value { return keysOrValues(args, at, false) }

func keysOrValues(args []*value, at Place, wantKeys bool) *value {
	if len(args) != 1 || args[0].kind == isUnknown {
		return unknown(at, firstReason(args...))
	}
	ks, items, open := pairs(args[0])
	if wantKeys {
		items = ks
	}
	v := list(at, items...)
	v.open, v.assumed = open, args[0].assumed
	return v
}

func length(_ *scope, args []*value, at Place) *value {
	if len(args) != 1 || args[0].kind == isUnknown || args[0].kind == isText && hasMarks(args[0].text) {
		return unknown(at, firstReason(args...))
	}
	if args[0].kind == isText {
		return callPure(stdlib.StrlenFunc, at, args[0])
	}
	_, items, open := pairs(args[0])
	if open {
		return unknown(at, args[0].reason())
	}
	return number(at, itoa(len(items))).withAssumed(args[0].assumed)
}

func contains(_ *scope, args []*value, at Place) *value {
	if len(args) != 2 || args[0].kind == isUnknown {
		return unknown(at, firstReason(args...))
	}
	items, open := args[0].elements()
	for _, item := range items {
		same, ok := compareValues(item, args[1])
		if ok && same {
			return boolean(at, true).withAssumed(args[0].assumed || args[1].assumed)
		}
		open = open || !ok
	}
	if open {
		return unknown(at, firstReason(args...))
	}
	return boolean(at, false).withAssumed(args[0].assumed || args[1].assumed)
}

func zipmap(_ *scope, args []*value, at Place) *value {
	if len(args) != 2 {
		return failure(at, "two arguments are wanted")
	}
	ks, openKeys := args[0].elements()
	vs, openValues := args[1].elements()
	v := &value{kind: isObject, at: at, open: openKeys || openValues || len(ks) != len(vs)}
	for i, k := range ks {
		if i < len(vs) && k.kind == isText && !hasUnknownPart(k.text) {
			v.fields = append(v.fields, field{k.text, vs[i], k.at})
		} else {
			v.open = true
		}
	}
	return v
}

func join(_ *scope, args []*value, at Place) *value {
	if len(args) != 2 || args[0].kind != isText || args[1].kind == isUnknown {
		return unknown(at, firstReason(args...))
	}
	items, open := args[1].elements()
	var parts []*value
	for i, item := range items {
		if i > 0 {
			parts = append(parts, args[0])
		}
		parts = append(parts, item)
	}
	joined := list(at, parts...)
	joined.open = open
	return joinTexts(joined, at).withAssumed(args[1].assumed)
}
