package schema

import (
	"go/ast"
	"go/token"
	"strings"
)

// readMongo reads unique indexes from mongo.IndexModel literals.
func (g *goFile) readMongo(tree *ast.File) {
	for _, decl := range tree.Decls {
		collection, several := g.collectionIn(decl)
		ast.Inspect(decl, func(n ast.Node) bool {
			lit, ok := n.(*ast.CompositeLit)
			if !ok {
				return true
			}
			for _, model := range indexModels(lit) {
				name := collection
				if several {
					name = ""
				}
				g.addIndexModel(name, model)
			}
			return true
		})
	}
}

// indexModels returns the index models a literal holds: itself, or the elements
// of a []mongo.IndexModel that leave their type out.
func indexModels(lit *ast.CompositeLit) []*ast.CompositeLit {
	if typeName(lit.Type) != "IndexModel" {
		return nil
	}
	if _, ok := lit.Type.(*ast.ArrayType); !ok {
		return []*ast.CompositeLit{lit}
	}
	var models []*ast.CompositeLit
	for _, e := range lit.Elts {
		if model, ok := e.(*ast.CompositeLit); ok && model.Type == nil {
			models = append(models, model)
		}
	}
	return models
}

// collectionIn returns the name of the collection a declaration works on, from
// its calls of db.Collection. several says that there is more than one.
func (g *goFile) collectionIn(decl ast.Decl) (name string, several bool) {
	ast.Inspect(decl, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok {
			return true
		}
		if _, _, method := selectorCall(call); method != "Collection" || len(call.Args) == 0 {
			return true
		}
		found := g.text(call.Args[0])
		several = several || name != "" && found != name
		name = found
		return true
	})
	return name, several
}

func (g *goFile) addIndexModel(collection string, model *ast.CompositeLit) {
	f := fields(model)
	if f["Options"] == nil || !g.isUnique(f["Options"]) {
		return
	}
	columns := g.indexKeys(f["Keys"])
	if len(columns) == 0 {
		return
	}
	t := g.collection(collection, g.place(model))
	t.Unique = append(t.Unique, Index{
		Columns: columns,
		Partial: mentions(f["Options"], "SetPartialFilterExpression", "PartialFilterExpression"),
		Place:   g.place(model),
	})
}

// collection returns the collection that files of this directory index, with
// the key every collection has.
func (g *goFile) collection(name string, at Place) *Table {
	for _, t := range g.mongo {
		if t.Name == name && sameDir(t.Place.File, at.File) {
			return t
		}
	}
	t := &Table{Name: name, Source: "mongo", Place: at}
	if name != "" {
		t.Unique = []Index{{Name: "_id_", Columns: []string{"_id"}, Primary: true, Place: at}}
	}
	g.reader.mongo = append(g.reader.mongo, t)
	return t
}

// isUnique reads options.Index().SetUnique(true) and &options.IndexOptions{
// Unique: &yes}.
func (g *goFile) isUnique(opts ast.Expr) bool {
	unique := false
	ast.Inspect(opts, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			if _, _, name := selectorCall(n); name == "SetUnique" && len(n.Args) == 1 {
				unique = !isIdent(n.Args[0], "false")
			}
		case *ast.KeyValueExpr:
			if isIdent(n.Key, "Unique") {
				unique = !isIdent(n.Value, "false")
			}
		}
		return true
	})
	return unique
}

// indexKeys reads bson.D{{"a", 1}}, bson.D{{Key: "a", Value: 1}}, bson.M{"a": 1}
// and bsonx.Doc literals. It returns nil when a key is not known.
func (g *goFile) indexKeys(e ast.Expr) []string {
	lit := composite(e)
	if lit == nil {
		return nil
	}
	var columns []string
	for _, elt := range lit.Elts {
		var key ast.Expr
		switch elt := elt.(type) {
		case *ast.KeyValueExpr: // bson.M
			key = elt.Key
		case *ast.CompositeLit: // bson.E
			key = fields(elt)["Key"]
			if key == nil && len(elt.Elts) > 0 {
				key = elt.Elts[0]
			}
		}
		name := g.text(key)
		if name == "" {
			return nil
		}
		columns = append(columns, name)
	}
	return columns
}

func isIdent(e ast.Expr, name string) bool {
	id, ok := e.(*ast.Ident)
	return ok && id.Name == name
}

// mentions reports whether n has an identifier of one of the names.
func mentions(n ast.Node, names ...string) bool {
	found := false
	ast.Inspect(n, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		for _, name := range names {
			found = found || ok && id.Name == name
		}
		return !found
	})
	return found
}

func sameDir(a, b string) bool {
	return a[:strings.LastIndexAny(a, `/\`)+1] == b[:strings.LastIndexAny(b, `/\`)+1]
}

// readCreateTable reads the key schema of a dynamodb.CreateTableInput literal.
func (g *goFile) readCreateTable(tree *ast.File) {
	ast.Inspect(tree, func(n ast.Node) bool {
		lit, ok := n.(*ast.CompositeLit)
		if !ok || typeName(lit.Type) != "CreateTableInput" {
			return true
		}
		f := fields(lit)
		keys := composite(f["KeySchema"])
		if keys == nil {
			return true
		}
		var hash, sort string
		for _, e := range keys.Elts {
			element := composite(e)
			if element == nil {
				continue
			}
			name := g.text(fields(element)["AttributeName"])
			if isRange(g, fields(element)["KeyType"]) {
				sort = name
			} else {
				hash = name
			}
		}
		g.addDynamo(g.text(f["TableName"]), hash, sort, len(keys.Elts) > 1, g.place(lit))
		return true
	})
}

// isRange reads types.KeyTypeRange, aws.String("RANGE") and their like.
func isRange(g *goFile, e ast.Expr) bool {
	if e == nil {
		return false
	}
	if strings.EqualFold(g.text(e), "RANGE") {
		return true
	}
	found := false
	ast.Inspect(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Ident:
			found = found || strings.HasSuffix(n.Name, "KeyTypeRange")
		case *ast.BasicLit:
			found = found || n.Kind == token.STRING && n.Value == `"RANGE"`
		}
		return true
	})
	return found
}
