// Package schema knows what is unique in the tables and collections of a
// repository: from migrations and schema files, DDL and index creation in Go
// source, ent schemas, struct tags and DynamoDB key schemas.
//
// Whether an insert repeats or collides on redelivery is decided by uniqueness.
// What is not certain is not answered: a name with two different definitions
// equally near is as good as unknown.
package schema

import (
	"path/filepath"
	"slices"
	"strings"
)

// Place is where something is defined.
type Place struct {
	File string // absolute
	Line int    // 1-based
}

// Column is a column of a table.
type Column struct {
	Name    string
	Type    string // as the source writes it, lower case in SQL
	NotNull bool
	Auto    bool   // the database makes the value: serial, identity, auto_increment, rowid
	Default string // an expression, "" for none: gen_random_uuid(), uuid.New
}

// Index is a primary key, a unique constraint or a unique index.
type Index struct {
	Name    string // "" when the source gives none
	Columns []string
	Primary bool
	Partial bool // only rows that meet a condition
	Place   Place
}

// Covers reports whether every column of x satisfies has: then two rows equal
// in those columns collide.
func (x Index) Covers(has func(column string) bool) bool {
	return len(x.Columns) > 0 && !slices.ContainsFunc(x.Columns, func(c string) bool { return !has(c) })
}

// Table is a table or a collection.
type Table struct {
	Name    string
	Schema  string   // "public", a keyspace; usually ""
	Columns []Column // nil when only indexes are known
	Unique  []Index  // all that are known; see Complete
	Source  string   // sql, gorm, bun, xorm, ent, mongo, dynamodb
	// Complete says that the definition of the table was read, so that Unique is
	// all there is. Without it there may be more unique indexes.
	Complete bool
	Place    Place
}

// Column returns the named column, in any case, or nil.
func (t *Table) Column(name string) *Column {
	for i := range t.Columns {
		if strings.EqualFold(t.Columns[i].Name, name) {
			return &t.Columns[i]
		}
	}
	return nil
}

// Primary returns the primary key, or nil.
func (t *Table) Primary() *Index {
	for i := range t.Unique {
		if t.Unique[i].Primary {
			return &t.Unique[i]
		}
	}
	return nil
}

// index returns the index with the given name, in any case, or nil.
func (t *Table) index(name string) *Index {
	for i := range t.Unique {
		if name != "" && strings.EqualFold(t.Unique[i].Name, name) {
			return &t.Unique[i]
		}
	}
	return nil
}

// Schema is what [Read] found.
type Schema struct {
	relational []*Table // in order of file and line
	mongo      []*Table
	dynamo     []*Table
}

// Tables returns every table and collection, in a stable order.
func (s *Schema) Tables() []*Table {
	return slices.Concat(s.relational, s.mongo, s.dynamo)
}

// Table returns the relational table a statement in the file near means by name,
// which may have a schema in front. Of several definitions, as several services
// have them, the one with the longest directory in common with near counts, then
// one for the database near is for, then one in migrations. ok is false when the
// table is not known, or when the definitions that count differ in what is
// unique.
func (s *Schema) Table(name, near string) (t *Table, ok bool) {
	if s == nil {
		return nil, false
	}
	schema, name := splitName(name)
	return choose(named(s.relational, schema, name), near)
}

// Mongo returns the collection a call in the file near means. Indexes that are
// created for a collection whose name is not known are kept under "": while
// there are any near, another collection may have more unique indexes than it
// tells.
func (s *Schema) Mongo(collection, near string) (t *Table, ok bool) {
	if s == nil {
		return nil, false
	}
	var found []*Table
	for _, t := range s.mongo {
		if t.Name == collection {
			found = append(found, t)
		}
	}
	return choose(found, near)
}

// DynamoDB returns the table a call in the file near means. An empty name, from
// an environment variable for one, is answered when all tables equally near have
// the same key.
func (s *Schema) DynamoDB(name, near string) (t *Table, ok bool) {
	if s == nil {
		return nil, false
	}
	var found []*Table
	for _, t := range s.dynamo {
		if name == "" || strings.EqualFold(t.Name, name) {
			found = append(found, t)
		}
	}
	return choose(found, near)
}

// splitName cuts "public"."orders" into its last two parts, in lower case.
func splitName(name string) (schema, table string) {
	name = strings.ToLower(strings.NewReplacer(`"`, "", "`", "", "[", "", "]", "").Replace(name))
	parts := strings.Split(name, ".")
	table = parts[len(parts)-1]
	if len(parts) > 1 {
		schema = parts[len(parts)-2]
	}
	return schema, table
}

// named returns the tables with the given name. When some are in the schema
// asked for, only those.
func named(tables []*Table, schema, name string) []*Table {
	var all, exact []*Table
	for _, t := range tables {
		if !strings.EqualFold(t.Name, name) {
			continue
		}
		all = append(all, t)
		if schema != "" && strings.EqualFold(t.Schema, schema) {
			exact = append(exact, t)
		}
	}
	if len(exact) > 0 {
		return exact
	}
	return all
}

// choose returns the table nearest to the file near.
func choose(tables []*Table, near string) (*Table, bool) {
	best := nearest(tables, near)
	if len(best) == 0 {
		return nil, false
	}
	for _, t := range best[1:] {
		if !sameUnique(best[0], t) {
			return nil, false
		}
	}
	return best[0], true
}

// nearest returns the tables with the longest directory in common with near. Of
// those, tables for the same database count, and migrations count before dumps.
func nearest(tables []*Table, near string) []*Table {
	best := most(tables, func(t *Table) int { return sharedDirs(t.Place.File, near) })
	if d := dialect(near); d != "" {
		best = most(best, func(t *Table) int { return count(dialect(t.Place.File) == d) })
	}
	return most(best, func(t *Table) int { return count(strings.Contains(filepath.Dir(t.Place.File), "migration")) })
}

// most returns the tables for which score is highest.
func most(tables []*Table, score func(*Table) int) []*Table {
	var best []*Table
	high := 0
	for _, t := range tables {
		switch n := score(t); {
		case len(best) == 0 || n > high:
			best, high = []*Table{t}, n
		case n == high:
			best = append(best, t)
		}
	}
	return best
}

func count(b bool) int {
	if b {
		return 1
	}
	return 0
}

// aside are directories whose files speak for themselves only.
var aside = map[string]bool{
	"test": true, "tests": true, "testing": true, "e2e": true, "fixtures": true, "examples": true, "example": true,
	"_examples": true, "docs": true, "doc": true, "benchmark": true, "bench": true, "mocks": true, "seed": true, "seeds": true,
}

// sharedDirs counts the directories that hold both files. For a file in a
// directory of tests or examples that near is not in, it is 0.
func sharedDirs(file, near string) int {
	a := strings.Split(filepath.ToSlash(filepath.Dir(file)), "/")
	b := strings.Split(filepath.ToSlash(filepath.Dir(near)), "/")
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	for _, dir := range a[n:] {
		if aside[dir] {
			return 0
		}
	}
	return n
}

// dialects are the databases people name directories and files after.
var dialects = []string{"mysql", "postgres", "sqlite", "spanner", "clickhouse", "mssql", "sqlserver", "cockroach", "oracle"}

// dialect is the database a path names last, or "".
func dialect(path string) string {
	path = strings.ToLower(path)
	found, at := "", -1
	for _, d := range dialects {
		if i := strings.LastIndex(path, d); i > at {
			found, at = d, i
		}
	}
	return found
}

// sameUnique reports whether two definitions agree on what is unique.
func sameUnique(a, b *Table) bool {
	return a.Complete == b.Complete && slices.Equal(uniqueKeys(a), uniqueKeys(b))
}

func uniqueKeys(t *Table) []string {
	var keys []string
	for _, x := range t.Unique {
		columns := slices.Clone(x.Columns)
		for i := range columns {
			columns[i] = strings.ToLower(columns[i])
		}
		slices.Sort(columns)
		key := strings.Join(columns, ",")
		if x.Partial {
			key += "?"
		}
		keys = append(keys, key)
	}
	slices.Sort(keys)
	return slices.Compact(keys)
}
