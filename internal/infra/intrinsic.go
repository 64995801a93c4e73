package infra

import (
	"slices"
	"strings"
)

// reference is a text that refers to a resource of the stack.
func (s *stack) reference(at Place, id, attr string) *value {
	target := s.resources.field(id)
	if target == nil { // SAM's names for what it makes of a function
		if fn, ok := strings.CutSuffix(strings.TrimSuffix(id, ".Version"), ".Alias"); ok || fn != id {
			id, target = fn, s.resources.field(fn)
		}
	}
	typ := ""
	if t := target.field("Type"); t.known() {
		typ = t.text
	}
	// An alias or version of a function is the function.
	if fn := target.path("Properties", "FunctionName"); fn != nil && (typ == "AWS::Lambda::Alias" || typ == "AWS::Lambda::Version") {
		return s.once("alias."+id, at, func() *value { return s.eval(fn) }).moved(at)
	}
	return s.r.marks.text(at, reference{
		root: s.file, address: id, typ: typ, attr: attr,
		name: func() *value {
			p := target.field("Properties")
			for _, name := range []string{"QueueName", "FunctionName", "TopicName", "Name", "TableName"} {
				if x := p.field(name); x != nil {
					return s.nameOf(id, x)
				}
			}
			return nil
		},
	})
}

// nameOf evaluates the name of a resource, once.
func (s *stack) nameOf(id string, name *value) *value {
	if v, ok := s.names[id]; ok {
		return v
	}
	v := s.once("name."+id, name.at, func() *value { return s.eval(name) })
	s.names[id] = v
	return v
}

// once evaluates what may refer to itself.
func (s *stack) once(name string, at Place, eval func() *value) *value {
	if s.busy[name] {
		return unknown(at, name+" uses itself")
	}
	s.busy[name] = true
	defer delete(s.busy, name)
	return eval()
}

// eval evaluates the intrinsic functions in a value.
func (s *stack) eval(v *value) *value {
	if v == nil {
		return nil
	}
	if s.depth++; s.depth > maxDepth {
		s.depth--
		return unknown(v.at, "it is nested too deeply")
	}
	defer func() { s.depth-- }()
	if s.resolve != nil {
		v = s.resolve(v)
	}
	switch v.kind {
	case isText:
		return dynamicReferences(v)
	case isList:
		out := list(v.at)
		out.open, out.assumed = v.open, v.assumed
		for _, item := range v.items {
			if x := s.eval(item); x.written() { // AWS::NoValue leaves an item out
				out.items = append(out.items, x)
			}
		}
		return out
	case isObject:
		if len(v.fields) == 1 {
			if f := v.fields[0]; f.name == "Ref" || f.name == "Condition" && f.value.kind == isText || strings.HasPrefix(f.name, "Fn::") {
				return s.intrinsic(f.name, f.value, v.at)
			}
		}
		out := &value{kind: isObject, at: v.at, open: v.open, assumed: v.assumed}
		for _, f := range v.fields {
			if strings.HasPrefix(f.name, "Fn::") { // Fn::ForEach, Fn::Transform among other keys
				out.open = true
				continue
			}
			out.fields = append(out.fields, field{f.name, s.eval(f.value), f.at})
		}
		return out
	}
	return v
}

// dynamicReferences replaces {{resolve:ssm:...}}, which is filled in at
// deployment.
func dynamicReferences(v *value) *value {
	before, rest, found := strings.Cut(v.text, "{{resolve:")
	if !found {
		return v
	}
	_, after, _ := strings.Cut(rest, "}}")
	return text(v.at, before+string(markAny)+after)
}

func (s *stack) intrinsic(name string, arg *value, at Place) *value {
	switch name {
	case "Ref":
		return s.ref(arg, at)
	case "Fn::GetAtt":
		return s.getAtt(arg, at)
	case "Fn::Sub":
		return s.sub(arg, at)
	case "Fn::Join":
		return s.join(arg, at)
	case "Fn::If":
		return s.choose(arg, at)
	case "Fn::FindInMap":
		return s.findInMap(arg, at)
	case "Fn::Select":
		return s.selectItem(arg, at)
	case "Fn::Split":
		return s.split(arg, at)
	case "Fn::Base64":
		return s.eval(arg)
	case "Fn::ToJsonString":
		return encode([]*value{s.eval(arg)}, at)
	case "Fn::ImportValue":
		return anyText(at)
	case "Condition":
		return s.condition(arg, at)
	case "Fn::Equals", "Fn::And", "Fn::Or", "Fn::Not":
		return s.test(name, arg, at)
	}
	return unknown(at, "what "+name+" yields is not known before it is deployed")
}

// ref is a parameter's default, a pseudo parameter or a resource.
func (s *stack) ref(arg *value, at Place) *value {
	if !arg.known() {
		return unknown(at, "Ref needs a name")
	}
	if p := s.doc.path("Parameters", arg.text); p.written() {
		def := p.field("Default")
		if typ := p.field("Type"); def == nil || typ.known() && strings.HasPrefix(typ.text, "AWS::SSM::") {
			u := anyText(at) // the value of an SSM parameter is looked up
			u.why = "the parameter " + arg.text + " is set when the stack is deployed"
			return u
		}
		return def.moved(at).withAssumed(true)
	}
	switch {
	case arg.text == "AWS::NoValue":
		return null(at)
	case strings.HasPrefix(arg.text, "AWS::"):
		return anyText(at)
	}
	return s.reference(at, arg.text, "Ref")
}

func (s *stack) getAtt(arg *value, at Place) *value {
	id, attr := "", ""
	switch {
	case arg.kind == isText:
		id, attr, _ = strings.Cut(arg.text, ".")
	case arg.kind == isList && len(arg.items) == 2 && arg.items[0].kind == isText:
		id = arg.items[0].text
		attr = asText(s.eval(arg.items[1]))
	default:
		return unknown(at, "Fn::GetAtt needs a resource and an attribute")
	}
	return s.reference(at, id, attr)
}

// sub fills in ${Name} and ${Name.Attr}; ${!Name} is a literal.
func (s *stack) sub(arg *value, at Place) *value {
	var vars *value
	if arg.kind == isList && len(arg.items) == 2 {
		arg, vars = arg.items[0], arg.items[1]
	}
	if s.resolve != nil {
		arg = s.resolve(arg)
	}
	if arg.kind != isText {
		return unknown(at, "Fn::Sub needs a text")
	}
	parts := list(at)
	rest := arg.text
	for {
		before, after, found := strings.Cut(rest, "${")
		parts.items = append(parts.items, text(at, before))
		if !found {
			return joinTexts(parts, at)
		}
		name, tail, closed := strings.Cut(after, "}")
		if !closed {
			parts.items = append(parts.items, text(at, "${"+after))
			return joinTexts(parts, at)
		}
		rest = tail
		parts.items = append(parts.items, s.subName(strings.TrimSpace(name), vars, at))
		if len(parts.items) > maxElements {
			return unknown(at, "the text is too long")
		}
	}
}

func (s *stack) subName(name string, vars *value, at Place) *value {
	if lit, ok := strings.CutPrefix(name, "!"); ok {
		return text(at, "${"+lit+"}")
	}
	if v := vars.field(name); v.written() {
		return s.eval(v)
	}
	if id, attr, ok := strings.Cut(name, "."); ok {
		return s.reference(at, id, attr)
	}
	return s.ref(text(at, name), at)
}

func (s *stack) join(arg *value, at Place) *value {
	if arg.kind != isList || len(arg.items) != 2 || arg.items[0].kind != isText {
		return unknown(at, "Fn::Join needs a separator and a list")
	}
	return join(nil, []*value{arg.items[0], s.eval(arg.items[1])}, at)
}

// choose is Fn::If: a branch when the condition is decided by the template
// alone; else the value that both branches have.
func (s *stack) choose(arg *value, at Place) *value {
	if arg.kind != isList || len(arg.items) != 3 {
		return unknown(at, "Fn::If needs a condition and two values")
	}
	cond := s.condition(arg.items[0], at)
	yes, no := s.eval(arg.items[1]), s.eval(arg.items[2])
	if b, ok := cond.bool(); ok && !cond.assumed {
		if b {
			return yes
		}
		return no
	}
	return either(at, "it depends on the condition "+asText(arg.items[0]), yes, no)
}

func (s *stack) condition(arg *value, at Place) *value {
	if !arg.known() {
		return unknown(at, "a condition has no name")
	}
	name := arg.text
	if v, ok := s.conditions[name]; ok {
		return v
	}
	v := s.once("condition."+name, at, func() *value {
		c := s.doc.path("Conditions", name)
		if !c.written() {
			return unknown(at, "the condition "+name+" is not defined")
		}
		return s.eval(c)
	})
	s.conditions[name] = v
	return v
}

func (s *stack) test(name string, arg *value, at Place) *value {
	if arg.kind != isList {
		return unknown(at, name+" needs a list")
	}
	items := make([]*value, len(arg.items))
	for i, item := range arg.items {
		items[i] = s.eval(item)
	}
	assumed := slices.ContainsFunc(items, func(v *value) bool { return v != nil && v.assumed })
	switch {
	case name == "Fn::Equals" && len(items) == 2:
		if items[0].known() && items[1].known() {
			return boolean(at, items[0].text == items[1].text).withAssumed(assumed)
		}
	case name == "Fn::Not" && len(items) == 1:
		if b, ok := items[0].bool(); ok {
			return boolean(at, !b).withAssumed(assumed)
		}
	case name == "Fn::And" || name == "Fn::Or":
		return allOrAny(items, name == "Fn::Or", assumed, at)
	}
	return unknown(at, "the condition depends on where the stack is deployed")
}

func allOrAny(items []*value, decides, assumed bool, at Place) *value {
	open := false
	for _, item := range items {
		b, ok := item.bool()
		if ok && b == decides {
			return boolean(at, decides).withAssumed(assumed)
		}
		open = open || !ok
	}
	if open {
		return unknown(at, "the condition depends on where the stack is deployed")
	}
	return boolean(at, !decides).withAssumed(assumed)
}

// findInMap looks a value up. Where the first key is not known (region,
// account), it is known still if all first keys lead to the same.
func (s *stack) findInMap(arg *value, at Place) *value {
	if arg.kind != isList || len(arg.items) < 3 {
		return unknown(at, "Fn::FindInMap needs a map and two keys")
	}
	name, first, second := s.eval(arg.items[0]), s.eval(arg.items[1]), s.eval(arg.items[2])
	if !name.known() || !second.known() {
		return unknown(at, "the keys of Fn::FindInMap are not known")
	}
	m := s.doc.path("Mappings", name.text)
	if !m.written() {
		return unknown(at, "there is no map "+name.text)
	}
	assumed := first.assumed || second.assumed
	if first.known() && !first.assumed {
		if v := m.path(first.text, second.text); v.written() {
			return v.moved(at).withAssumed(assumed)
		}
		return unknown(at, "the map has no such key")
	}
	var options []*value
	for _, f := range m.fields {
		if v := f.value.field(second.text); v.written() {
			options = append(options, v)
		}
	}
	if len(options) == 0 {
		return unknown(at, "the map has no such key")
	}
	return either(at, "it depends on where the stack is deployed", options...).moved(at)
}

func (s *stack) selectItem(arg *value, at Place) *value {
	if arg.kind != isList || len(arg.items) != 2 {
		return unknown(at, "Fn::Select needs an index and a list")
	}
	items := s.eval(arg.items[1])
	if items.kind != isList {
		return unknown(at, "the list of Fn::Select is not known")
	}
	return index(items, s.eval(arg.items[0]), at)
}

func (s *stack) split(arg *value, at Place) *value {
	if arg.kind != isList || len(arg.items) != 2 {
		return unknown(at, "Fn::Split needs a separator and a text")
	}
	sep, v := arg.items[0], s.eval(arg.items[1])
	if !sep.known() || !v.known() || sep.text == "" {
		return unknown(at, "the text of Fn::Split is not known")
	}
	out := list(at)
	for _, part := range strings.Split(v.text, sep.text) {
		if len(out.items) > maxElements {
			return unknown(at, "the list is too long")
		}
		out.items = append(out.items, text(at, part))
	}
	return out.withAssumed(v.assumed)
}
