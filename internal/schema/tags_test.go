package schema

import (
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// structs type-checks declarations of types.
func structs(t *testing.T, source string) *types.Scope {
	t.Helper()
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "x.go", "package x\n"+source, 0)
	require.NoError(t, err)
	conf := types.Config{Importer: importer.ForCompiler(fset, "source", nil)}
	pkg, err := conf.Check("x", fset, []*ast.File{file}, nil)
	require.NoError(t, err)
	return pkg.Scope()
}

func TestFromStruct(t *testing.T) {
	const declarations = `
import "time"

type Model struct {
	ID        uint ` + "`gorm:\"primarykey\"`" + `
	CreatedAt time.Time
}
type UUID [16]byte
type ObjectID [12]byte
type JSON struct{}
func (JSON) Value() (any, error) { return nil, nil }

type Embedding struct {
	Model
	SKU  string ` + "`gorm:\"uniqueIndex:idx_sku;not null\"`" + `
	Shop string ` + "`gorm:\"uniqueIndex:idx_sku,where:deleted_at IS NULL\"`" + `
	Doc  JSON
	Rel  *Plain
	Rels []Plain
}
type Plain struct {
	ID    UUID   ` + "`gorm:\"type:uuid;default:gen_random_uuid()\"`" + `
	Email string ` + "`gorm:\"column:mail;unique\"`" + `
	Code  string ` + "`gorm:\"index:,unique\"`" + `
	Skip  string ` + "`gorm:\"-\"`" + `
	Address Address ` + "`gorm:\"embedded;embeddedPrefix:addr_\"`" + `
}
type Address struct{ City string }
type Composite struct {
	A int64 ` + "`gorm:\"primaryKey;autoIncrement:false\"`" + `
	B string ` + "`gorm:\"primaryKey\"`" + `
}
type Counted struct {
	ID int64 ` + "`gorm:\"primaryKey;autoIncrement:false\"`" + `
}
type BaseModel struct{}
type BunOrder struct {
	BaseModel ` + "`bun:\"table:shop.orders,alias:o\"`" + `
	ID   int64  ` + "`bun:\"id,pk,autoincrement\"`" + `
	Key  string ` + "`bun:\",unique,notnull\"`" + `
	A    string ` + "`bun:\"a,unique:ab\"`" + `
	B    string ` + "`bun:\"b,unique:ab\"`" + `
	Rel  *Plain ` + "`bun:\"rel:belongs-to\"`" + `
}
type XormOrder struct {
	Id   int64
	Code string ` + "`xorm:\"varchar(20) not null unique 'c'\"`" + `
	A    string ` + "`xorm:\"unique(g)\"`" + `
	B    string ` + "`xorm:\"unique(g)\"`" + `
	Address ` + "`xorm:\"extends\"`" + `
}
type Doc struct {
	ID  ObjectID ` + "`bson:\"_id,omitempty\"`" + `
	Key string   ` + "`bson:\"key\"`" + `
}
type NoID struct {
	Key string ` + "`bson:\"key\"`" + `
}
type Item struct {
	PK string ` + "`dynamo:\"pk,hash\"`" + `
	SK string ` + "`dynamo:\"sk,range\"`" + `
}
type Marshalled struct {
	PK string ` + "`dynamodbav:\"pk\"`" + `
}
`
	scope := structs(t, declarations)
	for _, tt := range []struct {
		name   string
		family Family
		want   string
	}{
		{"Embedding", "", "embeddings (id+# created_at sku+ shop doc) [id]* idx_sku[sku shop]?"},
		{"Plain", "", "plains (id+ mail code addr_city) [id]* [mail] [code]"},
		{"Composite", "", "composites (a+ b+) [a b]*"},
		{"Counted", "", "counteds (id+) [id]*"},
		{"BunOrder", "", "shop.orders (id+# key+ a b) [id]* [key] ab[a b]"},
		{"XormOrder", "", "xorm_order (id+# c+ a b city) [id]* [c] g[a b]"},
		{"Doc", "", " (_id+# key) [_id]* …"},
		{"NoID", Bson, " (key _id+#) [_id]* …"},
		{"Item", "", " (pk+ sk+) [pk sk]*"},
		{"Marshalled", "", "nil"},
		{"Marshalled", Dynamo, "nil"},
		{"Address", Gorm, "addresses (city)"},
		{"Address", "other", "nil"},
	} {
		st := scope.Lookup(tt.name).Type().Underlying().(*types.Struct)
		got := "nil"
		if table := FromStruct(tt.name, st, tt.family); table != nil {
			got = briefTable(table)
		}
		assert.Equal(t, tt.want, got, "%s %s", tt.name, tt.family)
	}
	assert.Nil(t, FromStruct("X", nil, Gorm))
}
