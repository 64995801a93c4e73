package schema

import (
	"go/types"
	"reflect"
	"strings"
)

// Family is a library whose struct tags define a table.
type Family string

// The families of struct tags.
const (
	Gorm   Family = "gorm"
	Bun    Family = "bun"
	Xorm   Family = "xorm"
	Bson   Family = "bson"
	Dynamo Family = "dynamo" // guregu's dynamo tags; dynamodbav has names only
)

// families is the order in which FromStruct looks for tags.
var families = []Family{Gorm, Bun, Xorm, Bson, Dynamo}

// FromStruct returns the table a Go struct stands for by its tags. name is the
// struct's type name. With an empty family the first one with a tag in the
// struct counts. It returns nil when there is none, or when a family that was
// asked for cannot tell the key (dynamodbav tags).
//
// The table's name is the family's default for the type; a TableName method is
// the caller's to see.
func FromStruct(name string, st *types.Struct, family Family) *Table {
	if st == nil {
		return nil
	}
	if family == "" {
		if family = familyOf(st); family == "" {
			return nil
		}
	}
	m := &model{family: family, table: &Table{Source: string(family), Complete: true}}
	switch family {
	case Gorm:
		m.table.Name = plural(snake(name))
		m.embed(st, "", m.gormField)
		m.defaultKey("id", "ID")
	case Bun:
		m.table.Name = plural(snake(name))
		m.embed(st, "", m.bunField)
	case Xorm:
		m.table.Name = snake(name)
		m.embed(st, "", m.xormField)
		m.defaultKey("id", "Id")
	case Bson:
		m.table.Source = "mongo"
		m.table.Complete = false // indexes are created elsewhere
		m.embed(st, "", m.bsonField)
		m.mongoKey()
	case Dynamo:
		m.table.Source = "dynamodb"
		m.embed(st, "", m.dynamoField)
		if m.primary == nil {
			return nil
		}
	default:
		return nil
	}
	m.finish()
	return m.table
}

func familyOf(st *types.Struct) Family {
	for _, f := range families {
		for i := range st.NumFields() {
			if _, ok := reflect.StructTag(st.Tag(i)).Lookup(string(f)); ok {
				return f
			}
		}
	}
	return ""
}

// model collects the columns of a struct and of those it embeds.
type model struct {
	family  Family
	table   *Table
	depth   int
	primary []string
	groups  []Index // composite indexes, by name, in order
	goNames []string
	goTypes []types.Type
	autoSet map[string]bool // columns whose tag speaks about auto increment
}

// maxEmbedding bounds embedded structs; a struct cannot embed itself but by
// pointer.
const maxEmbedding = 5

// fieldReader reads one field. It returns embed when the field's struct has
// columns of the same table.
type fieldReader func(f *types.Var, tag, prefix string) (embed bool, inner string)

func (m *model) embed(st *types.Struct, prefix string, read fieldReader) {
	if m.depth++; m.depth > maxEmbedding {
		return
	}
	defer func() { m.depth-- }()
	for i := range st.NumFields() {
		f := st.Field(i)
		tag := reflect.StructTag(st.Tag(i)).Get(string(m.family))
		if !f.Exported() && !f.Embedded() || tag == "-" {
			continue
		}
		embed, inner := read(f, tag, prefix)
		if !embed {
			continue
		}
		if s := structOf(f.Type()); s != nil {
			m.embed(s, inner, read)
		}
	}
}

func structOf(t types.Type) *types.Struct {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	s, _ := t.Underlying().(*types.Struct)
	return s
}

func (m *model) column(f *types.Var, c Column) {
	m.table.Columns = append(m.table.Columns, c)
	m.goNames = append(m.goNames, f.Name())
	m.goTypes = append(m.goTypes, f.Type())
}

func (m *model) unique(columns ...string) {
	m.table.Unique = append(m.table.Unique, Index{Columns: columns})
}

// group adds a column to a composite index.
func (m *model) group(name, column string, partial bool) {
	for i := range m.groups {
		if m.groups[i].Name == name {
			m.groups[i].Columns = append(m.groups[i].Columns, column)
			m.groups[i].Partial = m.groups[i].Partial || partial
			return
		}
	}
	m.groups = append(m.groups, Index{Name: name, Columns: []string{column}, Partial: partial})
}

// defaultKey makes the field the library falls back to the primary key.
func (m *model) defaultKey(column, field string) {
	if len(m.primary) > 0 {
		return
	}
	for i, name := range m.goNames {
		if name == field {
			m.primary = []string{m.table.Columns[i].Name}
			return
		}
	}
}

// mongoKey adds the _id every document has. Without a field for it the driver
// makes one up.
func (m *model) mongoKey() {
	if m.table.Column("_id") == nil {
		m.table.Columns = append(m.table.Columns, Column{Name: "_id", Auto: true, NotNull: true})
	}
	m.primary = []string{"_id"}
}

func (m *model) finish() {
	t := m.table
	if len(m.primary) > 0 {
		t.Unique = append([]Index{{Columns: m.primary, Primary: true}}, t.Unique...)
	}
	t.Unique = append(t.Unique, m.groups...)
	for _, p := range m.primary {
		t.Column(p).NotNull = true
	}
	if len(m.primary) == 1 && (m.family == Gorm || m.family == Xorm && !m.autoSet[m.primary[0]]) {
		m.countKey(m.primary[0])
	}
}

// countKey marks a single integer key as counted by the database, unless its
// tag says otherwise.
func (m *model) countKey(column string) {
	if m.autoSet[column] {
		return
	}
	for i := range m.goTypes {
		c := &m.table.Columns[i]
		if c.Name == column && isInteger(m.goTypes[i]) && c.Default == "" && (m.family == Gorm || m.goNames[i] == "Id") {
			c.Auto = true
		}
	}
}

func isInteger(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsInteger != 0
}

// setAuto notes what a tag says about auto increment.
func (m *model) setAuto(column string) {
	if m.autoSet == nil {
		m.autoSet = map[string]bool{}
	}
	m.autoSet[column] = true
}

// isRelation reports whether a field holds other models, not a column: a struct
// of the user's, or a slice of such.
func isRelation(t types.Type) bool {
	switch u := t.(type) {
	case *types.Pointer:
		return isRelation(u.Elem())
	case *types.Slice:
		return structOf(u.Elem()) != nil
	case *types.Named:
		return structOf(u) != nil && !isValueType(u)
	}
	return false
}

// isValueType reports whether a struct type is stored in one column: it has a
// Value method (driver.Valuer), or is a time.
func isValueType(t *types.Named) bool {
	if obj := t.Obj(); obj.Pkg() != nil && obj.Pkg().Path() == "time" {
		return true
	}
	method, _, _ := types.LookupFieldOrMethod(types.NewPointer(t), true, nil, "Value")
	_, ok := method.(*types.Func)
	return ok
}

// options splits a tag such as "column:sku;primaryKey" or "sku,pk,type:uuid".
func options(tag, separator string) (list []option) {
	for part := range strings.SplitSeq(tag, separator) {
		key, value, _ := strings.Cut(part, ":")
		list = append(list, option{strings.TrimSpace(key), strings.TrimSpace(value)})
	}
	return list
}

type option struct{ key, value string }

func (o option) is(names ...string) bool {
	for _, n := range names {
		if strings.EqualFold(o.key, n) {
			return true
		}
	}
	return false
}

func (m *model) gormField(f *types.Var, tag, prefix string) (bool, string) {
	opts := options(tag, ";")
	embedded := f.Embedded() && !has(opts, "foreignKey", "type", "serializer")
	for _, o := range opts {
		embedded = embedded || o.is("embedded")
		if o.is("embeddedPrefix") {
			prefix += o.value
		}
	}
	if embedded && structOf(f.Type()) != nil {
		return true, prefix
	}
	if isRelation(f.Type()) && !has(opts, "type", "serializer", "primaryKey") {
		return false, ""
	}
	c := Column{Name: prefix + snake(f.Name())}
	for _, o := range opts {
		switch {
		case o.is("column"):
			c.Name = prefix + o.value
		case o.is("type"):
			c.Type = o.value
		case o.is("not null"):
			c.NotNull = true
		case o.is("default"):
			c.Default = o.value
		case o.is("autoIncrement", "auto_increment"):
			c.Auto = !strings.EqualFold(o.value, "false")
			m.setAuto(c.Name)
		}
	}
	m.column(f, c)
	for _, o := range opts {
		m.gormUnique(c.Name, o)
	}
	return false, ""
}

// gormUnique reads the options that make a column unique, alone or with others:
// uniqueIndex:idx_name,where:deleted_at IS NULL.
func (m *model) gormUnique(column string, o option) {
	name, settings, _ := strings.Cut(o.value, ",")
	name = strings.TrimSpace(name)
	lower := strings.ToLower(settings)
	partial := strings.Contains(lower, "where:")
	switch {
	case o.is("primaryKey", "primary_key") && !strings.EqualFold(o.value, "false"):
		m.primary = append(m.primary, column)
	case o.is("unique") && !strings.EqualFold(o.value, "false"):
		m.unique(column)
	case o.is("uniqueIndex", "unique_index"),
		o.is("index") && (strings.Contains(lower, "unique") || strings.EqualFold(name, "unique")):
		if name == "" || strings.Contains(name, ":") || strings.EqualFold(name, "unique") {
			m.table.Unique = append(m.table.Unique, Index{Columns: []string{column}, Partial: partial || strings.HasPrefix(strings.ToLower(name), "where:")})
			return
		}
		m.group(name, column, partial)
	}
}

func has(opts []option, keys ...string) bool {
	for _, o := range opts {
		if o.is(keys...) {
			return true
		}
	}
	return false
}

func (m *model) bunField(f *types.Var, tag, prefix string) (bool, string) {
	opts := options(tag, ",")
	if f.Embedded() && f.Name() == "BaseModel" {
		for _, o := range opts {
			if o.is("table") {
				m.table.Schema, m.table.Name = splitName(o.value)
			}
		}
		return false, ""
	}
	for _, o := range opts {
		if o.is("embed") {
			return true, prefix + o.value
		}
	}
	if f.Embedded() && !has(opts, "type") && structOf(f.Type()) != nil || has(opts, "extend") {
		return true, prefix
	}
	if has(opts, "rel", "m2m", "scanonly") {
		return false, ""
	}
	c := Column{Name: prefix + snake(f.Name())}
	if opts[0].value == "" && opts[0].key != "" {
		c.Name = prefix + opts[0].key
	}
	for _, o := range opts[1:] {
		switch {
		case o.is("pk"):
			m.primary = append(m.primary, c.Name)
		case o.is("autoincrement", "identity"):
			c.Auto = true
		case o.is("notnull"):
			c.NotNull = true
		case o.is("type"):
			c.Type = o.value
			c.Auto = c.Auto || strings.HasSuffix(strings.ToLower(o.value), "serial")
		case o.is("default"):
			c.Default = o.value
		case o.is("unique") && o.value == "":
			m.unique(c.Name)
		case o.is("unique"):
			m.group(o.value, c.Name, false)
		}
	}
	m.column(f, c)
	return false, ""
}

func (m *model) xormField(f *types.Var, tag, prefix string) (bool, string) {
	words := xormWords(tag)
	for _, w := range words {
		switch strings.ToLower(w) {
		case "extends":
			return true, prefix
		case "<-":
			return false, "" // read only
		}
	}
	c := Column{Name: snake(f.Name())}
	primary, unique, group := false, false, ""
	for i, w := range words {
		lower := strings.ToLower(w)
		switch {
		case strings.HasPrefix(w, "'"):
			c.Name = strings.Trim(w, "'")
		case lower == "pk":
			primary = true
		case lower == "autoincr":
			c.Auto = true
		case lower == "null" && i > 0 && strings.EqualFold(words[i-1], "not"), lower == "notnull":
			c.NotNull = true
		case lower == "unique":
			unique = true
		case strings.HasPrefix(lower, "unique("):
			group = strings.Trim(w[len("unique("):], ")")
		case lower == "default" && i+1 < len(words):
			c.Default = words[i+1]
		}
	}
	c.Name = prefix + c.Name
	if primary {
		m.primary = append(m.primary, c.Name)
		m.setAuto(c.Name) // a written key counts only when it says so
	}
	if unique {
		m.unique(c.Name)
	}
	if group != "" {
		m.group(group, c.Name, false)
	}
	m.column(f, c)
	return false, ""
}

// xormWords splits a tag at spaces outside quotes and parentheses.
func xormWords(tag string) []string {
	depth, quoted := 0, false
	return strings.FieldsFunc(tag, func(r rune) bool {
		switch r {
		case '\'':
			quoted = !quoted
		case '(':
			depth++
		case ')':
			depth--
		}
		return r == ' ' && depth <= 0 && !quoted
	})
}

func (m *model) bsonField(f *types.Var, tag, prefix string) (bool, string) {
	name, rest, _ := strings.Cut(tag, ",")
	if strings.Contains(rest, "inline") {
		return true, prefix
	}
	if name == "" {
		name = strings.ToLower(f.Name())
	}
	c := Column{Name: name}
	if name == "_id" {
		// An ObjectID that is left zero and omitted is made by the driver.
		named, ok := types.Unalias(f.Type()).(*types.Named)
		c.Auto = ok && named.Obj().Name() == "ObjectID" && strings.Contains(rest, "omitempty")
	}
	m.column(f, c)
	return false, ""
}

func (m *model) dynamoField(f *types.Var, tag, prefix string) (bool, string) {
	parts := strings.Split(tag, ",")
	if f.Embedded() && structOf(f.Type()) != nil {
		return true, prefix
	}
	c := Column{Name: f.Name()}
	if parts[0] != "" {
		c.Name = parts[0]
	}
	m.column(f, c)
	for _, p := range parts[1:] {
		if p == "hash" || p == "range" {
			m.primary = append(m.primary, c.Name)
		}
	}
	return false, ""
}
