package infra

import (
	"path"
	"strings"

	"github.com/hashicorp/hcl/v2"
)

// instances are those that count and for_each make of a block.
type instances struct {
	list  []instance
	known bool // how many there are, and under which keys
	many  bool // count or for_each is written
}

type instance struct {
	key   string // "", `[0]`, `["eu"]`, `[*]` when it is not known
	scope *scope
}

// maxInstances bounds the instances of one block that are told apart.
const maxInstances = 1000

func (m *module) instancesOf(b *block) instances {
	if found, ok := m.made[b]; ok {
		return found
	}
	if m.made == nil {
		m.made = map[*block]instances{}
	}
	// A count that uses the block itself must not go round in circles.
	m.made[b] = m.anyInstance(placeOf(b.body.SrcRange), "it uses itself")
	found := m.expandBlock(b)
	m.made[b] = found
	return found
}

func (m *module) expandBlock(b *block) instances {
	base := &scope{m: m}
	if a := b.body.Attributes["count"]; a != nil {
		return m.counted(base.eval(a.Expr), placeOf(a.SrcRange))
	}
	if a := b.body.Attributes["for_each"]; a != nil {
		return m.forEach(base.eval(a.Expr), placeOf(a.SrcRange))
	}
	return instances{list: []instance{{scope: base}}, known: true}
}

func (m *module) anyInstance(at Place, why string) instances {
	each := &value{kind: isObject, at: at}
	each.set("key", at, anyText(at))
	each.set("value", at, unknown(at, why))
	index := &value{kind: isObject, at: at}
	index.set("index", at, unknown(at, why))
	s := (&scope{m: m}).with(map[string]*value{"each": each, "count": index})
	return instances{list: []instance{{"[*]", s}}, many: true}
}

// counted: a count that rests on the default of a variable leaves it open
// whether there is an instance, but not how it looks.
func (m *module) counted(count *value, at Place) instances {
	n, ok := count.number()
	if !ok || n > maxInstances || count.assumed {
		return m.anyInstance(at, count.reason())
	}
	found := instances{known: true, many: true}
	for i := range n {
		index := &value{kind: isObject, at: at}
		index.set("index", at, number(at, itoa(i)))
		found.list = append(found.list, instance{"[" + itoa(i) + "]", (&scope{m: m}).with(map[string]*value{"count": index})})
	}
	return found
}

func (m *module) forEach(coll *value, at Place) instances {
	keys, items, open := pairs(coll)
	coll = coll.structure()
	if !coll.written() || coll.kind == isUnknown || open || len(items) > maxInstances || coll.assumed && len(items) == 0 {
		return m.anyInstance(at, coll.reason())
	}
	found := instances{known: !coll.assumed, many: true}
	for i, item := range items {
		key := keys[i]
		if coll.kind == isList { // a set
			key = item
		}
		each := &value{kind: isObject, at: at}
		each.set("key", at, key)
		each.set("value", at, item.withAssumed(coll.assumed))
		name := m.tf.r.marks.display(asText(key))
		found.list = append(found.list, instance{`["` + name + `"]`, (&scope{m: m}).with(map[string]*value{"each": each})})
	}
	return found
}

// resource is a resource or data source inside an expression. Without an
// instance it is all of them.
type resource struct {
	m    *module
	b    *block
	inst instance
}

func (res *resource) address() string {
	prefix := ""
	if res.b.typ == "data" {
		prefix = "data."
	}
	return res.m.address + prefix + strings.Join(res.b.labels, ".") + res.inst.key
}

func (res *resource) value(at Place) *value { return &value{kind: isResource, resource: res, at: at} }

// identities are the attributes by which other definitions refer to one.
var identities = map[string]bool{
	"arn": true, "id": true, "url": true, "name": true, "queue_url": true, "function_name": true, "qualified_arn": true,
	"invoke_arn": true, "uri": true, "stream_arn": true, "image_ref": true, "self_link": true, "topic_name": true,
	"service_name": true, "latest_ready_revision_name": true, "default_hostname": true, "stream": true,
}

// attr returns an attribute: a reference for what names the resource or is
// computed, else what is written. An alias of a function is the function.
func (res *resource) attr(name string, at Place) *value {
	if res.inst.scope == nil { // without index: whichever there is
		found := res.m.instancesOf(res.b)
		if len(found.list) == 0 {
			return failure(at, "there is no instance")
		}
		one := *res
		one.inst = found.list[0]
		return one.attr(name, at)
	}
	if fn := res.b.body.Attributes["function_name"]; fn != nil && res.b.labels[0] == "aws_lambda_alias" && identities[name] {
		return res.m.once(res.address()+".function_name", at, func() *value { return res.inst.scope.eval(fn.Expr) })
	}
	if !identities[name] {
		if a := res.b.body.Attributes[name]; a != nil {
			if res.b.overridden[name] {
				return unknown(at, "an override file changes it")
			}
			return res.m.once(res.address()+"."+name, at, func() *value { return res.inst.scope.eval(a.Expr) })
		}
	}
	return res.m.tf.r.marks.text(at, reference{
		root: res.m.root, address: res.address(), typ: res.b.labels[0], attr: name, lookup: res.b.typ == "data",
		name: func() *value { return res.name() },
	})
}

// name is what the resource is called outside of Terraform.
func (res *resource) name() *value {
	for _, attr := range []string{"name", "function_name", "topic_name", "durable_name", "family", "importpath", "name_prefix"} {
		a := res.b.body.Attributes[attr]
		if a == nil {
			continue
		}
		return res.m.once(res.address()+".name", placeOf(a.SrcRange), func() *value {
			v := res.inst.scope.eval(a.Expr)
			if attr == "name_prefix" && v.kind == isText {
				return text(v.at, v.text+string(markAny))
			}
			return v
		})
	}
	return nil
}

func (res *resource) index(key string) *value {
	found := res.m.instancesOf(res.b)
	one := *res
	for _, inst := range found.list {
		bare := strings.Trim(inst.key, `["]`)
		if bare == key || bare == res.m.tf.r.marks.display(key) || inst.key == "[*]" {
			one.inst = inst
			return one.value(placeOf(res.b.body.SrcRange))
		}
	}
	if key == "*" && len(found.list) > 0 {
		one.inst = instance{"[*]", found.list[0].scope}
		return one.value(placeOf(res.b.body.SrcRange))
	}
	return nil
}

// all is the resource where a list, or the object of a for_each, is expected.
func (res *resource) all() *value {
	at := placeOf(res.b.body.SrcRange)
	if res.inst.scope != nil {
		return list(at, res.value(at))
	}
	found := res.m.instancesOf(res.b)
	v := list(at)
	v.open = !found.known
	for _, inst := range found.list {
		one := *res
		one.inst = inst
		v.items = append(v.items, one.value(at))
	}
	return v
}

// traverse evaluates a reference: var.x, local.x, module.x.y, a resource. It is
// written here, wherever its value comes from.
func (s *scope) traverse(trav hcl.Traversal, at Place) *value {
	return s.follow(trav, at).moved(at)
}

func (s *scope) follow(trav hcl.Traversal, at Place) *value {
	root := trav.RootName()
	if v := s.lookup(root); v != nil {
		return s.steps(v, trav[1:], at)
	}
	name := func(i int) string {
		if i < len(trav) {
			if a, ok := trav[i].(hcl.TraverseAttr); ok {
				return a.Name
			}
		}
		return ""
	}
	m := s.m
	switch root {
	case "var":
		return s.steps(m.variable(name(1), at), trav[min(2, len(trav)):], at)
	case "local":
		return s.steps(m.local(name(1), at), trav[min(2, len(trav)):], at)
	case "path":
		return m.pathValue(name(1), at)
	case "module":
		if b := m.src.named["module."+name(1)]; b != nil {
			return s.steps((&moduleCall{m: m, b: b}).value(at), trav[2:], at)
		}
		return unknown(at, "module."+name(1)+" is not defined")
	case "terraform", "self", "each", "count":
		return anyText(at)
	case "data":
		return s.resource("data."+name(1)+"."+name(2), trav, 3, at)
	}
	return s.resource("resource."+root+"."+name(1), trav, 2, at)
}

func (s *scope) resource(key string, trav hcl.Traversal, skip int, at Place) *value {
	b := s.m.src.named[key]
	if b == nil || len(trav) < skip {
		return unknown(at, strings.TrimPrefix(key, "resource.")+" is not defined in this module")
	}
	res := &resource{m: s.m, b: b}
	found := s.m.instancesOf(b)
	if !found.many {
		res.inst = found.list[0]
	}
	return s.steps(res.value(at), trav[skip:], at)
}

// pathValue is path.module and path.root: relative to the repository.
func (m *module) pathValue(name string, at Place) *value {
	switch name {
	case "module":
		return text(at, string(markRepo)+m.dir)
	case "root":
		return text(at, string(markRepo)+m.root)
	}
	return anyText(at)
}

// moduleCall is a module inside an expression.
type moduleCall struct {
	m   *module
	b   *block
	key string // of one instance; "" for the module as written
}

func (c *moduleCall) value(at Place) *value { return &value{kind: isResource, resource: c, at: at} }

func (c *moduleCall) attr(name string, at Place) *value {
	children := c.m.callOf(c.b)
	for _, ch := range children {
		if c.key != "" && ch.key != c.key && ch.key != "[*]" {
			continue
		}
		if ch.m == nil {
			return c.m.foreignOutput(c.b, ch.key, name, at)
		}
		return ch.m.output(name, at)
	}
	return failure(at, "there is no instance")
}

func (c *moduleCall) index(key string) *value {
	for _, ch := range c.m.callOf(c.b) {
		if strings.Trim(ch.key, `["]`) == key || ch.key == "[*]" {
			return (&moduleCall{c.m, c.b, ch.key}).value(c.b.at)
		}
	}
	return nil
}

func (c *moduleCall) all() *value {
	v := list(c.b.at)
	for _, ch := range c.m.callOf(c.b) {
		v.items = append(v.items, (&moduleCall{c.m, c.b, ch.key}).value(c.b.at))
		v.open = v.open || ch.key == "[*]"
	}
	return v
}

// callOf instantiates a module call, once. The facts of foreign modules that
// are known are made on the way.
func (m *module) callOf(b *block) []child {
	if found, ok := m.children[b]; ok {
		return found
	}
	if m.children == nil {
		m.children = map[*block][]child{}
	}
	m.children[b] = nil
	found := m.instancesOf(b)
	source := ""
	if a := b.body.Attributes["source"]; a != nil {
		if v := (&scope{m: m}).eval(a.Expr); v.kind == isText {
			source = v.text
		}
	}
	var children []child
	for _, inst := range found.list {
		ch := child{key: inst.key}
		if clean, local := cleanSource(source); local {
			ch.m = m.childOf(b, inst, path.Join(m.dir, clean), !found.known)
		}
		if ch.m == nil {
			d := m.definition(b, m.address+"module."+b.labels[0]+inst.key)
			d.Conditional = d.Conditional || !found.known
			d.Type = source
			m.foreign(d, source, inst.scope, b)
		}
		children = append(children, ch)
	}
	m.children[b] = children
	return children
}

// childOf returns the instance of a local module, or nil when its directory
// cannot be read.
func (m *module) childOf(b *block, inst instance, dir string, conditional bool) *module {
	if m.tf.modules++; m.tf.modules > maxModules || m.deep > 20 || m.calls(dir) {
		return nil
	}
	src := m.tf.parse(dir)
	if src == nil {
		return nil
	}
	env := m.environment
	if env == AnyEnvironment {
		env = environmentOf(dir + "/x")
	}
	return &module{
		tf: m.tf, src: src, dir: dir, root: m.root, address: m.address + "module." + b.labels[0] + inst.key + ".",
		environment: env, conditional: m.conditional || conditional, parent: m, call: b.body, callScope: inst.scope, deep: m.deep + 1,
	}
}

// calls reports whether m is an instance of dir, or is called by one.
func (m *module) calls(dir string) bool {
	for ; m != nil; m = m.parent {
		if m.dir == dir {
			return true
		}
	}
	return false
}
