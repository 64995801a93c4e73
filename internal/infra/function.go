package infra

import (
	"os"
	"path"
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty/function"
	"github.com/zclconf/go-cty/cty/function/stdlib"
)

// pureFunctions need arguments that are wholly known.
var pureFunctions = map[string]function.Function{
	"abs": stdlib.AbsoluteFunc, "ceil": stdlib.CeilFunc, "floor": stdlib.FloorFunc, "log": stdlib.LogFunc,
	"max": stdlib.MaxFunc, "min": stdlib.MinFunc, "pow": stdlib.PowFunc, "signum": stdlib.SignumFunc, "parseint": stdlib.ParseIntFunc,
	"range": stdlib.RangeFunc, "reverse": stdlib.ReverseListFunc, "sort": stdlib.SortFunc, "slice": stdlib.SliceFunc,
	"chunklist": stdlib.ChunklistFunc, "regex": stdlib.RegexFunc, "regexall": stdlib.RegexAllFunc, "strrev": stdlib.ReverseFunc,
	"substr": stdlib.SubstrFunc, "split": stdlib.SplitFunc, "setunion": stdlib.SetUnionFunc,
	"setintersection": stdlib.SetIntersectionFunc, "setsubtract": stdlib.SetSubtractFunc, "timeadd": stdlib.TimeAddFunc,
}

// textFunctions take texts of which parts are not known. All but those of
// keepingFunctions change a text, and what a name is then is not known: its
// reference becomes a part that is not known.
var textFunctions = map[string]func(args []string) (string, bool){
	"lower":     one(strings.ToLower),
	"upper":     one(strings.ToUpper),
	"trimspace": one(strings.TrimSpace),
	"chomp":     one(func(s string) string { return strings.TrimRight(s, "\r\n") }),
	"basename":  one(path.Base),
	"dirname":   one(path.Dir),
	"abspath":   one(func(s string) string { return s }),
	"pathexpand": one(func(s string) string {
		return s
	}),
	"trimprefix": two(strings.TrimPrefix),
	"trimsuffix": two(strings.TrimSuffix),
	"trim":       two(strings.Trim),
	"replace":    replaceText,
	"format":     formatText,
}

// keepingFunctions leave names as they are.
var keepingFunctions = map[string]bool{"format": true, "trimspace": true, "chomp": true, "abspath": true, "pathexpand": true, "basename": true, "dirname": true}

func one(f func(string) string) func([]string) (string, bool) {
	return func(args []string) (string, bool) {
		if len(args) != 1 {
			return "", false
		}
		return f(args[0]), true
	}
}

func two(f func(a, b string) string) func([]string) (string, bool) {
	return func(args []string) (string, bool) {
		if len(args) != 2 {
			return "", false
		}
		return f(args[0], args[1]), true
	}
}

func replaceText(args []string) (string, bool) {
	if len(args) != 3 || strings.HasPrefix(args[1], "/") && strings.HasSuffix(args[1], "/") && len(args[1]) > 1 {
		return "", false // a regular expression
	}
	return strings.ReplaceAll(args[0], args[1], args[2]), true
}

// formatText knows the verbs that put a text or a number in as it is.
func formatText(args []string) (string, bool) {
	if len(args) == 0 {
		return "", false
	}
	var out strings.Builder
	rest := args[1:]
	for s := args[0]; s != ""; {
		before, after, found := strings.Cut(s, "%")
		out.WriteString(before)
		if !found {
			break
		}
		switch {
		case strings.HasPrefix(after, "%"):
			out.WriteByte('%')
		case len(rest) > 0 && (strings.HasPrefix(after, "s") || strings.HasPrefix(after, "d") || strings.HasPrefix(after, "v")):
			out.WriteString(rest[0])
			rest = rest[1:]
		default:
			return "", false
		}
		s = after[1:]
	}
	return out.String(), true
}

// call evaluates a function call.
func (s *scope) call(e *hclsyntax.FunctionCallExpr, at Place) *value {
	name := strings.TrimPrefix(e.Name, "core::")
	if name == "try" || name == "can" {
		return s.try(name, e.Args, at)
	}
	args := make([]*value, 0, len(e.Args))
	for i, a := range e.Args {
		v := s.eval(a)
		if e.ExpandFinal && i == len(e.Args)-1 {
			items, open := v.elements()
			if open {
				return unknown(at, v.reason())
			}
			args = append(args, items...)
			continue
		}
		args = append(args, v)
	}
	s.charge(args...)
	if f, ok := structureFunctions[name]; ok {
		return f(s, args, at)
	}
	if f, ok := textFunctions[name]; ok {
		return s.callText(f, args, keepingFunctions[name], at)
	}
	if f, ok := pureFunctions[name]; ok {
		return callPure(f, at, args...)
	}
	return unknown(at, "the result of "+name+"() is not known before it is deployed")
}

func (s *scope) callText(f func([]string) (string, bool), args []*value, keeps bool, at Place) *value {
	texts := make([]string, len(args))
	assumed := false
	for i, a := range args {
		if a.failed {
			return a
		}
		texts[i] = asText(a)
		if !keeps {
			texts[i] = s.m.tf.r.marks.withoutReferences(texts[i])
		}
		assumed = assumed || a.assumed
	}
	out, ok := f(texts)
	if !ok || len(out) > maxText {
		return unknown(at, firstReason(args...))
	}
	return text(at, out).withAssumed(assumed)
}

// try returns the first argument that does not fail; can says whether one does.
func (s *scope) try(name string, args []hclsyntax.Expression, at Place) *value {
	for i, a := range args {
		v := s.eval(a)
		if name == "can" {
			if v.kind == isUnknown && !v.failed {
				return unknown(at, v.reason())
			}
			return boolean(at, !v.failed)
		}
		if v.failed {
			continue
		}
		if v.kind != isUnknown {
			return v
		}
		options := []*value{v}
		for _, rest := range args[i+1:] {
			options = append(options, s.eval(rest))
		}
		return either(at, v.reason(), options...)
	}
	return failure(at, "every argument of try() fails")
}

// structureFunctions work on lists and objects of which only a part need be
// known.
var structureFunctions map[string]func(s *scope, args []*value, at Place) *value

func init() { // in init, for templatefile evaluates again
	structureFunctions = map[string]func(s *scope, args []*value, at Place) *value{
		"jsonencode": func(_ *scope, args []*value, at Place) *value { return encode(args, at) },
		"yamlencode": func(_ *scope, args []*value, at Place) *value { return encode(args, at) },
		"jsondecode": decode, "yamldecode": decode,
		"merge": merge, "concat": concat, "flatten": flatten, "compact": compact, "distinct": same,
		"coalesce": coalesce, "coalescelist": coalesce, "lookup": lookup, "element": element, "one": only,
		"keys": keys, "values": values, "length": length, "contains": contains, "zipmap": zipmap,
		"toset": same, "tolist": same, "tomap": same, "sensitive": same, "nonsensitive": same,
		"tostring": same, "tonumber": same, "tobool": same,
		"join":         join,
		"templatefile": templateFile, "file": readText,
	}
}

func same(_ *scope, args []*value, at Place) *value {
	if len(args) != 1 {
		return failure(at, "one argument is wanted")
	}
	return args[0]
}

// encode keeps what was encoded beside the text, with its places. The text
// itself is written only when it becomes a part of another one.
func encode(args []*value, at Place) *value {
	if len(args) != 1 {
		return failure(at, "one argument is wanted")
	}
	if args[0].kind == isUnknown {
		return args[0]
	}
	v := text(at, string(markAny))
	v.decoded, v.assumed, v.failed = args[0], args[0].assumed, args[0].failed
	return v
}

func decode(_ *scope, args []*value, at Place) *value {
	if len(args) != 1 || args[0].kind == isUnknown {
		return unknown(at, firstReason(args...))
	}
	if v := args[0].structure(); v.kind != isText {
		return v
	}
	return unknown(at, "its value is not known before it is deployed")
}

// readText is file(): only files of the repository.
func readText(s *scope, args []*value, at Place) *value {
	if len(args) != 1 {
		return failure(at, "one argument is wanted")
	}
	file, data := s.m.tf.load(s.m, args[0])
	if data == nil {
		return unknown(at, "the file is not in the repository")
	}
	v := text(at, string(data))
	v.content = Place{File: file, Line: 1, Column: 1}
	return v
}

func templateFile(s *scope, args []*value, at Place) *value {
	if len(args) != 2 {
		return failure(at, "two arguments are wanted")
	}
	file, data := s.m.tf.load(s.m, args[0])
	vars := args[1].structure()
	if data == nil || vars.kind != isObject {
		return unknown(at, "the template is not in the repository")
	}
	names := map[string]*value{}
	for _, f := range vars.fields {
		names[f.name] = f.value
	}
	start := Place{File: file, Line: 1, Column: 1}
	v := *s.with(names).eval(templateExpr(string(data), start))
	v.at, v.content = at, start
	return &v
}

// load reads a small file of the repository that an expression names.
func (tf *terraform) load(m *module, name *value) (file string, data []byte) {
	if name.kind != isText || hasMarks(name.text) {
		return "", nil
	}
	file = tf.r.marks.repoPath(name, m.root)
	if file == "" || path.IsAbs(file) || file == ".." || strings.HasPrefix(file, "../") {
		return "", nil
	}
	info, err := os.Lstat(tf.r.full(file))
	if err != nil || !info.Mode().IsRegular() || info.Size() > maxText {
		return "", nil
	}
	if data, err = os.ReadFile(tf.r.full(file)); err != nil {
		return "", nil
	}
	return file, data
}
