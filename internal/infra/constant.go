package infra

import (
	"strings"

	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/convert"
	"github.com/zclconf/go-cty/cty/function"
)

// fromCty makes a value of a constant.
func fromCty(v cty.Value, at Place) *value {
	switch {
	case !v.IsKnown():
		return unknown(at, "")
	case v.IsNull():
		return null(at)
	}
	ty := v.Type()
	switch {
	case ty == cty.String:
		return text(at, v.AsString())
	case ty == cty.Number:
		return number(at, v.AsBigFloat().Text('f', -1))
	case ty == cty.Bool:
		return boolean(at, v.True())
	case ty.IsObjectType() || ty.IsMapType():
		out := &value{kind: isObject, at: at}
		for it := v.ElementIterator(); it.Next(); {
			k, x := it.Element()
			out.fields = append(out.fields, field{k.AsString(), fromCty(x, at), at})
		}
		return out
	case ty.IsListType() || ty.IsTupleType() || ty.IsSetType():
		out := list(at)
		for it := v.ElementIterator(); it.Next(); {
			_, x := it.Element()
			out.items = append(out.items, fromCty(x, at))
		}
		return out
	}
	return unknown(at, "")
}

// toCty makes a constant of a value. ok is false when a part is not known, or
// refers to a definition: what a function computes of these is not known.
func toCty(v *value) (out cty.Value, ok bool) {
	if v == nil || v.kind == isNull {
		return cty.NullVal(cty.DynamicPseudoType), true
	}
	switch v.kind {
	case isText:
		return cty.StringVal(v.text), !strings.ContainsAny(v.text, "\uE000\uE001\uE002\uE003")
	case isNumber:
		n, err := cty.ParseNumberVal(v.text)
		return n, err == nil
	case isBool:
		return cty.BoolVal(v.text == "true"), true
	case isList:
		items := make([]cty.Value, len(v.items))
		for i, item := range v.items {
			if items[i], ok = toCty(item); !ok {
				return cty.NilVal, false
			}
		}
		return cty.TupleVal(items), !v.open
	case isObject:
		fields := map[string]cty.Value{}
		for _, f := range v.fields {
			if fields[f.name], ok = toCty(f.value); !ok {
				return cty.NilVal, false
			}
		}
		return cty.ObjectVal(fields), !v.open
	}
	return cty.NilVal, false
}

// callPure calls a function whose arguments must be known.
func callPure(f function.Function, at Place, args ...*value) *value {
	assumed := false
	in := make([]cty.Value, len(args))
	for i, arg := range args {
		x, ok := toCty(arg)
		if !ok {
			u := unknown(at, firstReason(args...))
			u.failed = arg.failed
			return u
		}
		if params := f.Params(); i < len(params) && params[i].Type != cty.DynamicPseudoType {
			if converted, err := convert.Convert(x, params[i].Type); err == nil {
				x = converted
			}
		}
		in[i], assumed = x, assumed || arg != nil && arg.assumed
	}
	out, err := f.Call(in)
	if err != nil {
		return failure(at, err.Error())
	}
	out, _ = out.UnmarkDeep()
	return fromCty(out, at).withAssumed(assumed)
}
