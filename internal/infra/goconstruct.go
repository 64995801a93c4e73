package infra

import (
	"go/ast"
	"path"
	"strings"
)

// This file knows what is common to the libraries: constructs, how they are
// referred to, and the functions around values.

// construct is something that a program defines, inside an expression.
type construct struct {
	p       *goProgram
	def     Definition
	name    *value
	compute *Compute
	alarm   *Alarm
}

func (k *construct) value(at Place) *value { return &value{kind: isResource, resource: k, at: at} }
func (k *construct) index(string) *value   { return nil }
func (k *construct) all() *value           { return list(k.def.Place, k.value(k.def.Place)) }

// attr is an output of Pulumi or a method of the CDK: queue.Arn, QueueUrl().
func (k *construct) attr(name string, at Place) *value {
	if k.def.Format == "pulumi" {
		name = snake(name)
	}
	return k.p.r.marks.text(at, reference{
		root: k.def.Root, address: k.def.Address, typ: k.def.Type, attr: name, name: func() *value { return k.name },
	})
}

// constructOf returns the construct that a value is, or nil.
func constructOf(v *value) *construct {
	if v == nil || v.kind != isResource {
		return nil
	}
	k, _ := v.resource.(*construct)
	return k
}

// definition starts a construct. Its address is its id; of several with one id
// in a program, the later ones are numbered.
func (c *goCall) definition(format, typ string, id *value) Definition {
	address := ""
	if id.kind == isText {
		address = c.p.r.marks.display(id.text)
	}
	if strings.Trim(address, "*") == "" {
		address = typ
	}
	c.p.addresses[address]++
	if n := c.p.addresses[address]; n > 1 {
		address += "[" + itoa(n) + "]"
	}
	return Definition{
		Root: c.p.dir, Address: address, Type: typ, Format: format, Place: c.at,
		Environment: environmentOf(c.at.File), Conditional: c.sometimes,
	}
}

// inner is the definition of a part: an event source of a function.
func (c *goCall) inner(of Definition, part, typ string) Definition {
	return c.definition(of.Format, typ, text(c.at, of.Address+"."+part))
}

// library calls a function of an imported package.
func (c *goCall) library(library, name string) []*value {
	switch {
	case library == "":
		return nil
	case strings.HasPrefix(library, "cdk/"):
		return []*value{c.cdk(strings.TrimPrefix(library, "cdk/") + "." + name)}
	case strings.HasPrefix(library, "aws/"), strings.HasPrefix(library, "gcp/"):
		return []*value{c.pulumi(library + "." + name)}
	}
	if f := pureGoFunctions[library+"."+name]; f != nil {
		return []*value{f(c)}
	}
	if (library == "jsii" || library == "pulumi") && wrappers[name] {
		return []*value{c.arg(0)}
	}
	return []*value{unknown(c.at, "the result of "+name+" is not known before it is deployed")}
}

// wrappers make pointers and inputs of values.
var wrappers = map[string]bool{
	"String": true, "Number": true, "Bool": true, "Int": true, "Float64": true, "StringPtr": true, "IntPtr": true, "BoolPtr": true,
	"Any": true, "ToOutput": true, "ToSecret": true, "Unsecret": true, "NewFileArchive": true, "NewFileAsset": true, "StringInput": true,
}

var pureGoFunctions map[string]func(c *goCall) *value

func init() { // in init, for Run calls what it is given
	pureGoFunctions = map[string]func(c *goCall) *value{
		"jsii.Strings":       func(c *goCall) *value { return c.rest(0) },
		"jsii.Numbers":       func(c *goCall) *value { return c.rest(0) },
		"pulumi.All":         func(c *goCall) *value { return c.rest(0) },
		"fmt.Sprintf":        (*goCall).format,
		"pulumi.Sprintf":     (*goCall).format,
		"pulumi.JSONMarshal": func(c *goCall) *value { return encode([]*value{c.arg(0)}, c.at) },
		"encoding/json.Marshal": func(c *goCall) *value {
			return encode([]*value{c.arg(0)}, c.at)
		},
		"encoding/json.MarshalIndent": func(c *goCall) *value { return encode([]*value{c.arg(0)}, c.at) },
		"path.Join":                   (*goCall).joinPath,
		"path/filepath.Join":          (*goCall).joinPath,
	}
}

// rest is the list of the arguments from one on.
func (c *goCall) rest(from int) *value {
	v := list(c.at)
	v.open = c.e.Ellipsis.IsValid()
	for i := from; i < len(c.e.Args); i++ {
		v.items = append(v.items, c.arg(i))
	}
	return v
}

// format fills in texts; that of a reference is the reference. %q is used for
// JSON.
func (c *goCall) format() *value {
	args := c.args()
	if len(args) == 0 || args[0].kind != isText || c.e.Ellipsis.IsValid() {
		return unknown(c.at, "this text is not known before it is deployed")
	}
	texts := []string{strings.ReplaceAll(args[0].text, "%q", `"%s"`)}
	for _, a := range args[1:] {
		if k := constructOf(a); k != nil {
			a = k.attr("id", c.at)
		}
		texts = append(texts, asText(a))
	}
	s, ok := formatText(texts)
	if !ok {
		return unknown(c.at, "this text is not known before it is deployed")
	}
	return text(c.at, s)
}

func (c *goCall) joinPath() *value {
	var parts []string
	for _, a := range c.args() {
		parts = append(parts, asText(a))
	}
	return text(c.at, path.Join(parts...))
}

// method calls a method: of a construct, of a value, of a type of this package.
func (c *goCall) method(sel *ast.SelectorExpr) []*value {
	if decl := c.p.methods[c.p.typeOf(sel.X)+"."+sel.Sel.Name]; decl != nil {
		base := c.fr
		for base.up != nil {
			base = base.up
		}
		return c.runWith(&goClosure{decl, base}, c.p.eval(c.fr, sel.X), c.args())
	}
	name, base := sel.Sel.Name, c.p.eval(c.fr, sel.X)
	switch {
	case isApply(name):
		return c.apply(base)
	case strings.HasPrefix(name, "To") && strings.HasSuffix(name, "Output"), name == "Elem":
		return []*value{base}
	}
	if v := c.cdkMethod(base, name); v != nil {
		return []*value{v}
	}
	if k := constructOf(base); k != nil && len(c.e.Args) == 0 {
		return []*value{k.attr(name, c.at)}
	}
	return []*value{unknown(c.at, "what "+name+" returns is not known")}
}

func isApply(name string) bool {
	return name == "ApplyT" || name == "ApplyTWithContext"
}

// apply runs a function with the value of an output: that of a definition is a
// reference to it.
func (c *goCall) apply(base *value) []*value {
	f := c.arg(len(c.e.Args) - 1)
	if f.kind == isResource {
		if closure, ok := f.resource.(*goClosure); ok {
			if results := c.runWith(closure, nil, []*value{base}); len(results) > 0 {
				return results[:1]
			}
		}
	}
	return []*value{unknown(c.at, "what is made of this output is not known")}
}

// typeOf is the name of the type of this package that an expression surely has.
func (p *goProgram) typeOf(e ast.Expr) string {
	id, ok := ast.Unparen(e).(*ast.Ident)
	if !ok {
		return ""
	}
	obj := p.object(id)
	if obj == nil {
		return ""
	}
	switch decl := obj.Decl.(type) {
	case *ast.Field:
		return typeName(decl.Type)
	case *ast.ValueSpec:
		if decl.Type != nil {
			return typeName(decl.Type)
		}
	}
	if defs := p.uses.defs[obj]; len(defs) == 1 && defs[0].rhs != nil {
		return p.typeOfValue(defs[0].rhs)
	}
	return ""
}

func (p *goProgram) typeOfValue(e ast.Expr) string {
	switch e := ast.Unparen(e).(type) {
	case *ast.UnaryExpr:
		return p.typeOfValue(e.X)
	case *ast.CompositeLit:
		return typeName(e.Type)
	case *ast.CallExpr:
		if id, ok := e.Fun.(*ast.Ident); ok {
			if obj := p.object(id); obj != nil {
				if fn, ok := obj.Decl.(*ast.FuncDecl); ok && fn.Type.Results != nil && len(fn.Type.Results.List) > 0 {
					return typeName(fn.Type.Results.List[0].Type)
				}
			}
		}
	}
	return ""
}

// snake writes a name as Terraform does: VisibilityTimeoutSeconds is
// visibility_timeout_seconds.
func snake(name string) string {
	var b strings.Builder
	for i, r := range name {
		if r >= 'A' && r <= 'Z' {
			if lower := i > 0 && (name[i-1] < 'A' || name[i-1] > 'Z'); lower {
				b.WriteByte('_')
			}
			r += 'a' - 'A'
		}
		b.WriteRune(r)
	}
	return b.String()
}
