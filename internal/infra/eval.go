package infra

import (
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
)

// Bounds of evaluation. A few lines of locals that use each other stand for
// billions of characters.
const (
	maxSteps    = 2_000_000 // expressions evaluated in one repository, large ones counted several times
	maxNesting  = 1_000     // of expressions, through locals, variables and outputs
	maxElements = 10_000    // of one list or object
	maxSize     = 200_000   // of one value with all its parts
	maxText     = 1 << 20   // bytes of one text
)

// scope is where an expression stands: in a module, under the names that
// for_each, count, for and dynamic bring.
type scope struct {
	m    *module
	vars map[string]*value
	up   *scope
}

func (s *scope) with(vars map[string]*value) *scope { return &scope{m: s.m, vars: vars, up: s} }

func (s *scope) lookup(name string) *value {
	for ; s != nil; s = s.up {
		if v, ok := s.vars[name]; ok {
			return v
		}
	}
	return nil
}

// failure is an expression that Terraform would stop at.
func failure(at Place, why string) *value {
	return &value{kind: isUnknown, at: at, why: why, failed: true}
}

// eval evaluates an expression as far as it goes.
func (s *scope) eval(e hclsyntax.Expression) *value {
	v := s.evalPart(e)
	// Lists that hold another list twice, which does so again, are small but for
	// whoever looks through them.
	if v.size == 0 && v.measure() > maxSize {
		return unknown(v.at, "it is too large")
	}
	return v
}

func (s *scope) evalPart(e hclsyntax.Expression) *value {
	tf := s.m.tf
	at := placeOf(e.Range())
	if tf.steps++; tf.steps > maxSteps {
		return unknown(at, "there is too much to evaluate")
	}
	if tf.depth++; tf.depth > maxNesting {
		tf.depth--
		return unknown(at, "it is nested too deeply")
	}
	defer func() { tf.depth-- }()
	switch e := e.(type) {
	case *hclsyntax.LiteralValueExpr:
		return fromCty(e.Val, at)
	case *hclsyntax.TemplateExpr:
		return s.template(e, at)
	case *hclsyntax.TemplateWrapExpr:
		return s.eval(e.Wrapped)
	case *hclsyntax.TemplateJoinExpr:
		return joinTexts(s.eval(e.Tuple), at)
	case *hclsyntax.ParenthesesExpr:
		return s.eval(e.Expression)
	case *hclsyntax.ScopeTraversalExpr:
		return s.traverse(e.Traversal, at)
	case *hclsyntax.RelativeTraversalExpr:
		return s.steps(s.eval(e.Source), e.Traversal, at).moved(at)
	case *hclsyntax.IndexExpr:
		return index(s.eval(e.Collection), s.eval(e.Key), at).moved(at)
	case *hclsyntax.SplatExpr:
		return s.splat(e, at)
	case *hclsyntax.AnonSymbolExpr:
		if v := s.lookup("*"); v != nil {
			return v
		}
	case *hclsyntax.TupleConsExpr:
		v := list(at)
		for _, item := range e.Exprs {
			x := s.eval(item)
			v.failed = v.failed || x.failed
			v.items = append(v.items, x)
		}
		return v
	case *hclsyntax.ObjectConsExpr:
		return s.object(e, at)
	case *hclsyntax.ObjectConsKeyExpr:
		return s.eval(e.Wrapped)
	case *hclsyntax.ForExpr:
		return s.comprehension(e, at)
	case *hclsyntax.ConditionalExpr:
		return s.conditional(e, at)
	case *hclsyntax.BinaryOpExpr:
		return s.binary(e, at)
	case *hclsyntax.UnaryOpExpr:
		return callPure(e.Op.Impl, at, s.eval(e.Val))
	case *hclsyntax.FunctionCallExpr:
		return s.call(e, at)
	}
	return unknown(at, "this kind of expression is not evaluated")
}

// template joins the parts of a text; those that are not known leave a mark.
func (s *scope) template(e *hclsyntax.TemplateExpr, at Place) *value {
	values := make([]*value, len(e.Parts))
	for i, p := range e.Parts {
		values[i] = s.eval(p)
	}
	v := joinTexts(list(at, values...), at)
	if len(values) == 1 && values[0].kind == isText {
		v = values[0].moved(at)
	}
	// Only a heredoc has lines; its content starts on the line below.
	if v.kind == isText && e.SrcRange.End.Line > e.SrcRange.Start.Line && v.content == (Place{}) {
		v.content = Place{File: at.File, Line: at.Line + 1, Column: 1}
	}
	return v
}

func joinTexts(parts *value, at Place) *value {
	items, open := parts.elements()
	var out strings.Builder
	v := text(at, "")
	for _, item := range items {
		if item.failed {
			return item
		}
		out.WriteString(asText(item))
		v.assumed = v.assumed || item.assumed
		v.addAlternatives(item.alternatives...)
		if out.Len() > maxText {
			return unknown(at, "the text is too long")
		}
	}
	if open {
		out.WriteRune(markAny)
	}
	v.text = out.String()
	return v
}

// asText is what a value contributes to a text.
func asText(v *value) string {
	switch {
	case v == nil || v.kind == isNull:
		return ""
	case v.decoded != nil && v.text == string(markAny):
		var b strings.Builder
		writeJSON(&b, v.decoded)
		return b.String()
	case v.kind == isText || v.kind == isNumber || v.kind == isBool:
		return v.text
	}
	return string(markAny)
}

func (s *scope) object(e *hclsyntax.ObjectConsExpr, at Place) *value {
	v := &value{kind: isObject, at: at}
	for _, item := range e.Items {
		name := hcl.ExprAsKeyword(item.KeyExpr)
		keyAt := placeOf(item.KeyExpr.Range())
		if key, ok := item.KeyExpr.(*hclsyntax.ObjectConsKeyExpr); !ok || key.ForceNonLiteral || name == "" {
			k := s.eval(item.KeyExpr)
			if !k.known() {
				v.open = true
				continue
			}
			name = k.text
		}
		x := s.eval(item.ValueExpr)
		v.failed = v.failed || x.failed
		v.fields = append(v.fields, field{name, x, keyAt})
	}
	return v
}

func (s *scope) conditional(e *hclsyntax.ConditionalExpr, at Place) *value {
	cond := s.eval(e.Condition)
	if yes, ok := cond.bool(); ok && cond.known() {
		branch := e.FalseResult
		if yes {
			branch = e.TrueResult
		}
		return s.eval(branch).withAssumed(cond.assumed)
	}
	if cond.failed {
		return cond
	}
	yesValue, noValue := s.eval(e.TrueResult), s.eval(e.FalseResult)
	s.charge(yesValue, noValue)
	return either(at, cond.reason(), yesValue, noValue)
}

// either is one of several values when it is not known which.
func either(at Place, why string, options ...*value) *value {
	same := true
	for _, o := range options[1:] {
		same = same && o.equal(options[0])
	}
	if same {
		return options[0]
	}
	v := unknown(at, why)
	v.addAlternatives(options...)
	return v
}

// charge counts what looking through values costs.
func (s *scope) charge(values ...*value) {
	for _, v := range values {
		if v != nil {
			s.m.tf.steps += v.size + len(v.text)/64
		}
	}
}

func (s *scope) binary(e *hclsyntax.BinaryOpExpr, at Place) *value {
	left, right := s.eval(e.LHS), s.eval(e.RHS)
	s.charge(left, right)
	switch e.Op {
	case hclsyntax.OpEqual, hclsyntax.OpNotEqual:
		same, ok := compareValues(left, right)
		if !ok {
			return unknown(at, firstReason(left, right))
		}
		return boolean(at, same == (e.Op == hclsyntax.OpEqual)).withAssumed(left.assumed || right.assumed)
	case hclsyntax.OpLogicalAnd, hclsyntax.OpLogicalOr:
		decides := e.Op == hclsyntax.OpLogicalOr
		for _, side := range []*value{left, right} {
			if b, ok := side.bool(); ok && b == decides {
				return boolean(at, decides).withAssumed(side.assumed)
			}
		}
	}
	return callPure(e.Op.Impl, at, left, right)
}

// compareValues compares as == does. A reference is never null nor empty.
func compareValues(a, b *value) (same, ok bool) {
	if a.kind == isUnknown || b.kind == isUnknown {
		return false, false
	}
	if !a.written() || !b.written() {
		return a.written() == b.written(), true
	}
	if a.known() && b.known() {
		return a.kind == b.kind && a.text == b.text, true
	}
	if a.kind == isText && b.kind == isText && (a.text == "" || b.text == "") {
		full := a.text + b.text
		literal := strings.Map(func(r rune) rune {
			if r >= markRef && r <= markRepo {
				return -1
			}
			return r
		}, full)
		return false, hasReference(full) && !hasUnknownPart(full) || literal != "" && !hasReference(full)
	}
	if a.kind == isList && b.kind == isList && (len(a.items) == 0 || len(b.items) == 0) && !a.open && !b.open {
		return len(a.items) == len(b.items), true
	}
	if a.kind == isObject && b.kind == isObject && (len(a.fields) == 0 || len(b.fields) == 0) && !a.open && !b.open {
		return len(a.fields) == len(b.fields), true
	}
	if a.equal(b) {
		return true, true
	}
	return false, false
}

func firstReason(values ...*value) string {
	for _, v := range values {
		if v.kind == isUnknown {
			return v.reason()
		}
	}
	return (&value{}).reason()
}
