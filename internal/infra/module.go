package infra

import (
	"os"
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"
)

// module is one instance of a module: a root, or one call of a directory.
type module struct {
	tf          *terraform
	src         *source
	dir, root   string
	address     string // "module.a.module.b[0]." or ""
	environment Environment
	conditional bool
	parent      *module
	call        *hclsyntax.Body // nil for a root
	callScope   *scope
	given       map[string]*value // variables that files set, of a root
	cache       map[string]*value // of variables, locals and outputs
	busy        map[string]bool   // being evaluated: they may use themselves
	children    map[*block][]child
	made        map[*block]instances
	deep        int
}

// child is one instance of a module call.
type child struct {
	key string
	m   *module // nil when its content is not visible
}

func (m *module) loadVariables(files []string) {
	m.given = map[string]*value{}
	for _, file := range files {
		data, err := os.ReadFile(m.tf.r.full(file))
		if err != nil {
			m.tf.r.warn(Place{File: file, Line: 1}, "%v", err)
			continue
		}
		attrs, err := parseVariables(file, data)
		if err != nil {
			m.tf.r.fault(file, err)
		}
		for name, a := range attrs {
			m.given[name] = (&scope{m: m}).eval(a.Expr)
		}
	}
}

// once evaluates something by name once; what uses itself is not known.
func (m *module) once(name string, at Place, eval func() *value) *value {
	if v, ok := m.cache[name]; ok {
		return v
	}
	if m.busy[name] {
		return unknown(at, name+" uses itself")
	}
	if m.busy == nil {
		m.busy, m.cache = map[string]bool{}, map[string]*value{}
	}
	m.busy[name] = true
	v := eval()
	delete(m.busy, name)
	m.cache[name] = v
	return v
}

func (m *module) variable(name string, at Place) *value {
	return m.once("var."+name, at, func() *value {
		v := m.variableValue(name, at)
		if b := m.src.variables[name]; b != nil && hasOptional(b) {
			return opened(v)
		}
		return v
	})
}

func (m *module) variableValue(name string, at Place) *value {
	b := m.src.variables[name]
	if v := m.given[name]; v != nil {
		return v
	}
	if m.call != nil {
		if a := m.call.Attributes[name]; a != nil {
			return m.callScope.eval(a.Expr)
		}
	}
	if b == nil {
		return unknown(at, "var."+name+" is not declared")
	}
	a := b.body.Attributes["default"]
	switch {
	case a == nil:
		return unknown(b.at, "var."+name+" has no default and is set elsewhere")
	case m.call == nil && m.tf.overridden[name]:
		return unknown(b.at, "var."+name+" is set by a file that is chosen when it is deployed")
	}
	return (&scope{m: m}).eval(a.Expr).withAssumed(m.call == nil)
}

// hasOptional reports whether the type of a variable has optional attributes:
// then what is not written may have a default.
func hasOptional(b *block) bool {
	a := b.body.Attributes["type"]
	if a == nil {
		return false
	}
	found := false
	walkCalls(a.Expr, func(name string) { found = found || name == "optional" })
	return found
}

func walkCalls(e hclsyntax.Expression, visit func(name string)) {
	switch e := e.(type) {
	case *hclsyntax.FunctionCallExpr:
		visit(e.Name)
		for _, a := range e.Args {
			walkCalls(a, visit)
		}
	case *hclsyntax.ObjectConsExpr:
		for _, item := range e.Items {
			walkCalls(item.ValueExpr, visit)
		}
	case *hclsyntax.TupleConsExpr:
		for _, item := range e.Exprs {
			walkCalls(item, visit)
		}
	}
}

// opened returns a value whose objects may have more fields.
func opened(v *value) *value {
	if v == nil || v.kind != isObject && v.kind != isList {
		return v
	}
	w := *v
	w.items, w.fields = nil, nil
	for _, item := range v.items {
		w.items = append(w.items, opened(item))
	}
	for _, f := range v.fields {
		w.fields = append(w.fields, field{f.name, opened(f.value), f.at})
	}
	w.open = w.kind == isObject
	return &w
}

func (m *module) local(name string, at Place) *value {
	return m.once("local."+name, at, func() *value {
		a := m.src.locals[name]
		if a == nil {
			return unknown(at, "local."+name+" is not defined")
		}
		return (&scope{m: m}).eval(a.Expr)
	})
}

func (m *module) output(name string, at Place) *value {
	return m.once("output."+name, at, func() *value {
		b := m.src.outputs[name]
		if b == nil || b.body.Attributes["value"] == nil {
			return failure(at, "the module has no output "+name)
		}
		return (&scope{m: m}).eval(b.body.Attributes["value"].Expr)
	})
}

// define makes facts of all resources and module calls.
func (m *module) define() {
	if m.src == nil {
		return
	}
	for _, b := range m.src.blocks {
		switch b.typ {
		case "module":
			for _, c := range m.callOf(b) {
				if c.m != nil && c.m.src != nil {
					c.m.define()
				}
			}
		case "resource", "data":
			m.defineResource(b)
		}
	}
	if m.tf.steps > maxSteps && !m.tf.toldSteps {
		m.tf.toldSteps = true
		m.tf.r.warn(Place{File: m.dir, Line: 1}, "there is too much to evaluate in the Terraform files: what comes later is not known")
	}
}

func (m *module) defineResource(b *block) {
	typ := b.labels[0]
	if b.typ == "data" {
		typ = "data." + typ
	}
	make := resourceReaders[typ]
	if make == nil {
		return
	}
	found := m.instancesOf(b)
	for _, inst := range found.list {
		res := &resource{m: m, b: b, inst: inst}
		d := m.definition(b, res.address())
		d.Type = b.labels[0]
		d.Conditional = d.Conditional || !found.known
		make(m.tf.r, d, inst.scope.body(b, d.Place))
	}
}

func (m *module) definition(b *block, address string) Definition {
	return Definition{
		Root: m.root, Address: address, Format: "terraform", Place: b.at,
		Environment: m.environment, Conditional: m.conditional,
	}
}

// cleanSource returns a module source without its version, and whether it is a
// directory of this repository.
func cleanSource(s string) (string, bool) {
	s, _, _ = strings.Cut(s, "?")
	return s, strings.HasPrefix(s, "./") || strings.HasPrefix(s, "../")
}
