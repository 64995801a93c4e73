package infra

import (
	"go/ast"
	"go/token"
	"path"
	"slices"
	"strconv"
	"strings"
)

// Bounds of what one Go package may cost: helpers that call each other several
// times multiply.
const (
	maxGoSteps = 500_000
	maxGoDepth = 200 // of expressions, through variables and calls
)

// goFrame is one call of a function or closure: what its parameters are, and
// what its variables and calls came to.
type goFrame struct {
	fn   ast.Node // *ast.FuncDecl or *ast.FuncLit; nil for the package
	up   *goFrame // where it is written
	args map[*ast.Object]*value
	vars map[*ast.Object]*value
	made map[*ast.CallExpr][]*value
	// sometimes says that it is not known whether or how often this call happens.
	sometimes bool
}

func newGoFrame(fn ast.Node, up *goFrame, sometimes bool) *goFrame {
	return &goFrame{
		fn: fn, up: up, sometimes: sometimes,
		args: map[*ast.Object]*value{}, vars: map[*ast.Object]*value{}, made: map[*ast.CallExpr][]*value{},
	}
}

// owner is the frame in which a variable is declared.
func (fr *goFrame) owner(obj *ast.Object) *goFrame {
	for ; fr.up != nil; fr = fr.up {
		if fr.fn.Pos() <= obj.Pos() && obj.Pos() < fr.fn.End() {
			return fr
		}
	}
	return fr
}

// goClosure is a function inside an expression.
type goClosure struct {
	fn ast.Node
	fr *goFrame
}

func (c *goClosure) attr(_ string, at Place) *value {
	return unknown(at, "a function has no attributes")
}
func (c *goClosure) index(string) *value { return nil }
func (c *goClosure) all() *value         { return unknown(Place{}, "a function is no list") }

// eval evaluates an expression as far as it goes; it is never nil.
func (p *goProgram) eval(fr *goFrame, e ast.Expr) *value {
	at := p.place(e)
	if p.steps++; p.steps > maxGoSteps || p.depth >= maxGoDepth {
		return unknown(at, "there is too much to evaluate")
	}
	p.depth++
	v := p.evalPart(fr, e, at)
	p.depth--
	if v.size == 0 && v.measure() > maxSize || len(v.text) > maxText {
		return unknown(at, "it is too large")
	}
	return v
}

func (p *goProgram) evalPart(fr *goFrame, e ast.Expr, at Place) *value {
	switch e := e.(type) {
	case *ast.BasicLit:
		return literal(e, at)
	case *ast.Ident:
		return p.ident(fr, e, at)
	case *ast.ParenExpr:
		return p.eval(fr, e.X)
	case *ast.StarExpr:
		return p.eval(fr, e.X)
	case *ast.TypeAssertExpr:
		return p.eval(fr, e.X)
	case *ast.UnaryExpr:
		return p.unary(fr, e, at)
	case *ast.BinaryExpr:
		return p.binary(fr, e, at)
	case *ast.CompositeLit:
		return p.composite(fr, e, at)
	case *ast.FuncLit:
		return &value{kind: isResource, resource: &goClosure{e, fr}, at: at}
	case *ast.SelectorExpr:
		return p.selector(fr, e, at)
	case *ast.IndexExpr:
		v := p.eval(fr, e.X)
		if v.kind == isUnknown || v.kind == isResource {
			return unknown(at, v.reason())
		}
		return index(v, p.eval(fr, e.Index), at).moved(at)
	case *ast.CallExpr:
		return p.result(p.call(fr, e), 0, at)
	}
	return unknown(at, "this kind of expression is not evaluated")
}

func (p *goProgram) result(results []*value, i int, at Place) *value {
	if i < len(results) && results[i] != nil {
		return results[i].moved(at)
	}
	return unknown(at, "what this call returns is not known")
}

// literal is a number or text. A text counts as written on one line: what JSON
// in it says is at the place of the literal.
func literal(e *ast.BasicLit, at Place) *value {
	switch e.Kind {
	case token.INT:
		if n, err := strconv.ParseInt(e.Value, 0, 64); err == nil {
			return number(at, strconv.FormatInt(n, 10))
		}
	case token.FLOAT:
		if f, err := strconv.ParseFloat(e.Value, 64); err == nil {
			return number(at, strconv.FormatFloat(f, 'f', -1, 64))
		}
	case token.STRING:
		if s, err := strconv.Unquote(e.Value); err == nil {
			return text(at, lineEnds.Replace(s))
		}
	}
	return unknown(at, "this literal is not evaluated")
}

var lineEnds = strings.NewReplacer("\n", " ", "\r", " ", "\u0085", " ", "\u2028", " ", "\u2029", " ")

func (p *goProgram) ident(fr *goFrame, id *ast.Ident, at Place) *value {
	obj := p.object(id)
	switch {
	case obj == nil && id.Name == "nil":
		return null(at)
	case obj == nil && (id.Name == "true" || id.Name == "false"):
		return boolean(at, id.Name == "true")
	case obj == nil:
		return unknown(at, id.Name+" is not defined in this package")
	case obj.Kind == ast.Fun:
		if decl, ok := obj.Decl.(*ast.FuncDecl); ok {
			return &value{kind: isResource, resource: &goClosure{decl, fr.owner(obj)}, at: at}
		}
	case obj.Kind == ast.Var || obj.Kind == ast.Con:
		return p.variable(fr.owner(obj), obj, at).moved(at)
	}
	return unknown(at, id.Name+" is not evaluated")
}

// variable is what a variable, constant or parameter holds.
func (p *goProgram) variable(fr *goFrame, obj *ast.Object, at Place) *value {
	if v, ok := fr.vars[obj]; ok {
		return v
	}
	fr.vars[obj] = unknown(at, obj.Name+" depends on itself")
	v := p.changed(fr, obj, p.assigned(fr, obj, at))
	fr.vars[obj] = v
	return v
}

// assigned is what assignments give a variable, and an argument.
func (p *goProgram) assigned(fr *goFrame, obj *ast.Object, at Place) *value {
	var options []*value
	if arg := fr.args[obj]; arg != nil {
		options = append(options, arg)
	}
	sure, structs := true, true
	for _, def := range p.uses.defs[obj] {
		if def.zero {
			continue
		}
		if def.rhs == nil {
			return unknown(at, "what "+obj.Name+" is then is not known")
		}
		sure = sure && !def.conditional
		lit, ok := ast.Unparen(def.rhs).(*ast.CompositeLit)
		structs = structs && ok && isStructType(lit.Type)
		options = append(options, p.multi(fr, def))
	}
	if len(options) == 0 {
		return unknown(at, "nobody is seen to give "+obj.Name+" a value")
	}
	v := options[0]
	if len(options) > 1 || !sure && p.declaredApart(obj) {
		v = either(at, "which value "+obj.Name+" has is not known", append(options, unknown(at, "it may have none"))...)
	}
	if (v.kind == isObject || v.kind == isList) && (p.uses.addressed[obj] || p.uses.handed[obj] && !structs) || v.known() && p.uses.addressed[obj] {
		return unknown(at, "what "+obj.Name+" is given to may change it")
	}
	return v
}

// declaredApart reports whether a variable is declared before it is assigned.
func (p *goProgram) declaredApart(obj *ast.Object) bool {
	return slices.ContainsFunc(p.uses.defs[obj], func(d goDef) bool { return d.zero })
}

// isStructType reports whether a literal of a type is copied when it is passed.
func isStructType(e ast.Expr) bool {
	switch e.(type) {
	case *ast.Ident, *ast.SelectorExpr:
		return !namesMap(e)
	}
	return false
}

// namesMap reports whether the name of a type is that of a map, as those of
// Pulumi are.
func namesMap(e ast.Expr) bool {
	if star, ok := e.(*ast.StarExpr); ok {
		e = star.X
	}
	if sel, ok := e.(*ast.SelectorExpr); ok {
		return strings.HasSuffix(sel.Sel.Name, "Map") || strings.HasSuffix(sel.Sel.Name, "Array")
	}
	return false
}

// multi is one result of what is assigned.
func (p *goProgram) multi(fr *goFrame, def goDef) *value {
	call, ok := ast.Unparen(def.rhs).(*ast.CallExpr)
	if !ok {
		if def.index > 0 {
			return unknown(p.place(def.rhs), "it is no result of a call")
		}
		return p.eval(fr, def.rhs)
	}
	return p.result(p.call(fr, call), def.index, p.place(call))
}

// changed is a value after the assignments to its parts, which may have
// happened or not.
func (p *goProgram) changed(fr *goFrame, obj *ast.Object, v *value) *value {
	if v.kind != isObject && v.kind != isList || len(p.uses.puts[obj]) == 0 {
		return v
	}
	w := *v
	w.fields, w.size = slices.Clone(v.fields), 0
	for _, put := range p.uses.puts[obj] {
		name := put.field
		if put.key != nil {
			if k := p.eval(fr, put.key); k.known() && k.kind == isText {
				name = k.text
			}
		}
		if name == "" || w.kind != isObject {
			return unknown(v.at, "what is assigned to parts of "+obj.Name+" is not known")
		}
		u := unknown(v.at, "whether "+obj.Name+" has it then is not known")
		if put.rhs != nil {
			u.addAlternatives(p.eval(fr, put.rhs))
		}
		w.set(name, v.at, u)
	}
	return &w
}

func (p *goProgram) unary(fr *goFrame, e *ast.UnaryExpr, at Place) *value {
	v := p.eval(fr, e.X)
	switch {
	case e.Op == token.AND:
		return v.moved(at)
	case e.Op == token.SUB && v.kind == isNumber:
		return number(at, strings.TrimPrefix("-"+v.text, "--"))
	case e.Op == token.NOT && v.kind == isBool:
		return boolean(at, v.text != "true")
	}
	return unknown(at, "this operator is not evaluated")
}

func (p *goProgram) binary(fr *goFrame, e *ast.BinaryExpr, at Place) *value {
	left, right := p.eval(fr, e.X), p.eval(fr, e.Y)
	a, aok := left.number()
	b, bok := right.number()
	const small = 1 << 31 // products stay numbers
	numbers := left.kind == isNumber && right.kind == isNumber && aok && bok && max(a, -a, b, -b) < small
	switch {
	case e.Op == token.ADD && numbers:
		return number(at, strconv.Itoa(a+b))
	case e.Op == token.ADD && (left.kind == isText || right.kind == isText):
		return joinTexts(list(at, left, right), at)
	case e.Op == token.SUB && numbers:
		return number(at, strconv.Itoa(a-b))
	case e.Op == token.MUL && numbers:
		return number(at, strconv.Itoa(a*b))
	case e.Op == token.QUO && numbers && b != 0 && a%b == 0:
		return number(at, strconv.Itoa(a/b))
	}
	return unknown(at, firstReason(left, right))
}

// composite is a struct, map or list. Fields without names are not known.
func (p *goProgram) composite(fr *goFrame, e *ast.CompositeLit, at Place) *value {
	_, isArray := e.Type.(*ast.ArrayType)
	sel, _ := e.Type.(*ast.SelectorExpr)
	isArray = isArray || sel != nil && strings.HasSuffix(sel.Sel.Name, "Array")
	v := &value{kind: isObject, at: at}
	if isArray {
		v.kind = isList
	}
	_, isMap := e.Type.(*ast.MapType)
	isMap = isMap || namesMap(e.Type)
	for _, elt := range e.Elts {
		pair, ok := elt.(*ast.KeyValueExpr)
		switch {
		case isArray && !ok:
			v.items = append(v.items, p.eval(fr, elt))
		case isArray || !ok:
			v.open = true
		default:
			name := p.fieldName(fr, pair.Key, isMap)
			if name == "" {
				v.open = true
				continue
			}
			v.set(name, p.place(pair.Key), p.eval(fr, pair.Value))
		}
	}
	return v
}

// fieldName is the name of a field, or the key of a map.
func (p *goProgram) fieldName(fr *goFrame, key ast.Expr, isMap bool) string {
	if id, ok := key.(*ast.Ident); ok && !isMap {
		return id.Name
	}
	if k := p.eval(fr, key); k.known() && k.kind == isText {
		return k.text
	}
	return ""
}

func (p *goProgram) selector(fr *goFrame, e *ast.SelectorExpr, at Place) *value {
	if library, name, ok := p.imported(e); ok {
		if library == "" {
			return unknown(at, name+" is defined in another package")
		}
		return text(at, name) // an enumeration
	}
	v := p.eval(fr, e.X)
	switch v.kind {
	case isResource:
		return v.resource.attr(e.Sel.Name, at)
	case isObject:
		if f := v.field(e.Sel.Name); f != nil {
			return f.moved(at)
		}
		return unknown(at, e.Sel.Name+" is not written")
	}
	u := unknown(at, v.reason())
	for _, a := range v.alternatives {
		if a.kind == isObject {
			u.addAlternatives(a.field(e.Sel.Name))
		}
	}
	return u
}

// call evaluates a call once in a frame: what it defines is defined once.
func (p *goProgram) call(fr *goFrame, e *ast.CallExpr) []*value {
	if results, ok := fr.made[e]; ok {
		return results
	}
	fr.made[e] = nil
	if p.steps++; p.steps > maxGoSteps || p.depth >= maxGoDepth {
		return nil
	}
	p.depth++
	results := p.callPart(fr, e)
	p.depth--
	fr.made[e] = results
	return results
}

func (p *goProgram) callPart(fr *goFrame, e *ast.CallExpr) []*value {
	c := &goCall{p: p, fr: fr, e: e, at: p.place(e), sometimes: fr.sometimes || p.uses.conditional[e]}
	fun := ast.Unparen(e.Fun)
	if generic, ok := fun.(*ast.IndexExpr); ok {
		fun = generic.X
	}
	if library, name, ok := p.imported(fun); ok {
		return c.library(library, name)
	}
	switch fun := fun.(type) {
	case *ast.Ident:
		return c.named(fun)
	case *ast.SelectorExpr:
		return c.method(fun)
	case *ast.FuncLit:
		return c.run(p.eval(fr, fun), nil)
	case *ast.ArrayType, *ast.InterfaceType, *ast.MapType: // a conversion
		return []*value{c.arg(0)}
	}
	return nil
}

// goCall is one call in a frame.
type goCall struct {
	p         *goProgram
	fr        *goFrame
	e         *ast.CallExpr
	at        Place
	sometimes bool
}

func (c *goCall) arg(i int) *value {
	if i < len(c.e.Args) {
		if i == len(c.e.Args)-1 && c.e.Ellipsis.IsValid() {
			return unknown(c.at, "which arguments there are is not known")
		}
		return c.p.eval(c.fr, c.e.Args[i])
	}
	return unknown(c.at, "there is no such argument")
}

func (c *goCall) args() []*value {
	var out []*value
	for i := range c.e.Args {
		out = append(out, c.arg(i))
	}
	return out
}

// named calls a function of this package, or a builtin.
func (c *goCall) named(fun *ast.Ident) []*value {
	obj := c.p.object(fun)
	switch {
	case obj != nil && obj.Kind == ast.Typ:
		return []*value{c.arg(0)}
	case obj != nil:
		return c.run(c.p.ident(c.fr, fun, c.at), nil)
	case fun.Name == "append":
		return []*value{c.appended()}
	case conversions[fun.Name] && len(c.e.Args) == 1:
		return []*value{c.arg(0)}
	}
	return nil
}

var conversions = map[string]bool{"string": true, "int": true, "int32": true, "int64": true, "float64": true, "float32": true, "any": true}

func (c *goCall) appended() *value {
	args := c.args()
	if len(args) == 0 || args[0].kind != isList {
		return unknown(c.at, "what is appended to is not known")
	}
	v := list(c.at, slices.Concat(args[0].items, args[1:])...)
	v.open = args[0].open || c.e.Ellipsis.IsValid()
	return v
}

// run calls a function whose body is seen.
func (c *goCall) run(f *value, receiver *value) []*value {
	if f.kind != isResource {
		return nil
	}
	closure, ok := f.resource.(*goClosure)
	if !ok {
		return nil
	}
	return c.runWith(closure, receiver, c.args())
}

// runWith calls it with arguments. What calls itself has no value.
func (c *goCall) runWith(f *goClosure, receiver *value, args []*value) []*value {
	typ, body, recv := goFunction(f.fn)
	if body == nil || slices.Contains(c.p.stack, f.fn) {
		return nil
	}
	fr := newGoFrame(f.fn, f.fr, c.sometimes)
	if recv != nil && receiver != nil && len(recv.List) == 1 && len(recv.List[0].Names) == 1 {
		fr.args[recv.List[0].Names[0].Obj] = receiver
	}
	bind(fr, typ.Params, args, c.at)
	c.p.stack = append(c.p.stack, f.fn)
	c.p.walk(fr, body)
	results := c.p.returned(fr, body)
	c.p.stack = c.p.stack[:len(c.p.stack)-1]
	return results
}

func goFunction(fn ast.Node) (*ast.FuncType, *ast.BlockStmt, *ast.FieldList) {
	switch fn := fn.(type) {
	case *ast.FuncDecl:
		return fn.Type, fn.Body, fn.Recv
	case *ast.FuncLit:
		return fn.Type, fn.Body, nil
	}
	return nil, nil, nil
}

// bind gives a function its arguments.
func bind(fr *goFrame, params *ast.FieldList, args []*value, at Place) {
	i := 0
	for _, field := range params.List {
		for _, name := range field.Names {
			_, variadic := field.Type.(*ast.Ellipsis)
			switch {
			case name.Obj == nil:
			case variadic && i <= len(args):
				fr.args[name.Obj] = list(at, args[i:]...)
			case i < len(args):
				fr.args[name.Obj] = args[i]
			}
			i++
		}
	}
}

// returned is what a function returns. A return with an error does not count:
// the program goes no further.
func (p *goProgram) returned(fr *goFrame, body *ast.BlockStmt) []*value {
	var all [][]*value
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.ReturnStmt:
			if results := p.returns(fr, n); results != nil {
				all = append(all, results)
			}
		}
		return true
	})
	if len(all) == 0 {
		return nil
	}
	out := all[0]
	for _, results := range all[1:] {
		if len(results) != len(out) {
			return nil
		}
		for i := range out {
			out[i] = either(out[i].at, "which value is returned is not known", out[i], results[i])
		}
	}
	return out
}

func (p *goProgram) returns(fr *goFrame, n *ast.ReturnStmt) []*value {
	if len(n.Results) == 1 {
		if call, ok := ast.Unparen(n.Results[0]).(*ast.CallExpr); ok {
			return slices.Clone(p.call(fr, call))
		}
	}
	if last := len(n.Results) - 1; last > 0 && isZero(n.Results[0]) && !isZero(n.Results[last]) {
		return nil
	}
	var out []*value
	for _, e := range n.Results {
		out = append(out, p.eval(fr, e))
	}
	return out
}

// isZero reports whether an expression is nil or an empty text.
func isZero(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.Ident:
		return e.Name == "nil"
	case *ast.BasicLit:
		return e.Value == `""`
	}
	return false
}

// walk evaluates the calls of a body, in order. Closures with a name run where
// they are called.
func (p *goProgram) walk(fr *goFrame, body ast.Node) {
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return !p.uses.named[n]
		case *ast.CallExpr:
			p.call(fr, n)
		}
		return true
	})
}

// define evaluates the package from the functions that nobody in it calls.
func (p *goProgram) define() {
	base := newGoFrame(nil, nil, false)
	for _, src := range p.files {
		for _, d := range src.file.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok && fn.Body != nil && !p.uses.called[fn] {
				p.stack = []ast.Node{fn}
				p.walk(newGoFrame(fn, base, false), fn.Body)
			}
		}
	}
	if p.steps > maxGoSteps {
		p.r.unseen(Unseen{Root: p.dir, Place: Place{File: p.files[0].name, Line: 1}, Why: "there is too much to evaluate in this package"})
	}
}

// relative returns a path as the program writes it, relative to the repository.
// Where it is not known in which directory the program runs, only a command's
// own is likely.
func (p *goProgram) relative(v *value) string {
	if v == nil || v.kind != isText || path.IsAbs(v.text) {
		return ""
	}
	base := p.base
	if base == "" {
		if p.files[0].file.Name.Name != "main" {
			return ""
		}
		base = p.dir
	}
	return p.r.marks.repoPath(v, base)
}
