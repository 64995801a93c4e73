package schema

import (
	"slices"
	"strings"

	"github.com/idemlint/idemlint/internal/sqltext"
)

// database is what the files of one directory define, statement by statement.
type database struct {
	tables  []*Table
	pending []pendingChange // about tables that another directory creates
}

type pendingChange struct {
	change sqltext.Change
	at     Place
}

// apply applies one change. The file it stands in begins at the given place.
func (db *database) apply(c sqltext.Change, at Place) {
	at.Line += c.Line - 1
	switch c.Kind {
	case sqltext.CreateTable:
		db.create(c, at)
		return
	case sqltext.DropUnique:
		if c.Table == "" {
			db.dropIndex(c.Name)
			return
		}
	}
	t := db.last(c.Schema, c.Table)
	if t == nil {
		db.pending = append(db.pending, pendingChange{c, at})
		return
	}
	if c.Kind == sqltext.DropTable {
		db.tables = slices.DeleteFunc(db.tables, func(have *Table) bool {
			return have.Name == t.Name && have.Schema == t.Schema
		})
		return
	}
	t.alter(c, at)
}

// last is the latest definition of a table: a directory may hold the same table
// for several databases.
func (db *database) last(schema, name string) *Table {
	found := named(db.tables, schema, name)
	if len(found) == 0 {
		return nil
	}
	return found[len(found)-1]
}

func (db *database) create(c sqltext.Change, at Place) {
	if c.IfNotExists {
		if t := db.last(c.Schema, c.Table); t != nil && t.Place.File == at.File && t.Schema == c.Schema {
			return
		}
	}
	t := &Table{Name: c.Table, Schema: c.Schema, Source: "sql", Complete: !c.Unknown, Place: at}
	for _, col := range c.Columns {
		t.Columns = append(t.Columns, Column(col))
	}
	for _, u := range c.Uniques {
		t.addUnique(u, Place{File: at.File, Line: at.Line + u.Line - c.Line})
	}
	if c.Like != "" {
		db.copyLike(t, c.Like)
	}
	db.tables = append(db.tables, t)
}

// copyLike gives t what the table like has, as CREATE TABLE t (LIKE like
// INCLUDING ALL) does.
func (db *database) copyLike(t *Table, like string) {
	from := db.last("", like)
	if from == nil {
		t.Complete = false
		return
	}
	t.Columns = append(t.Columns, from.Columns...)
	for _, x := range from.Unique {
		x.Name = ""
		t.Unique = append(t.Unique, x)
	}
}

func (db *database) dropIndex(name string) {
	for _, t := range db.tables {
		t.dropUnique(name)
	}
}

// applyPending applies the changes to tables of other directories, the nearest
// ones. A unique index on a table nobody creates makes a table of which only
// that is known; those are returned.
func (db *database) applyPending(s *Schema) []*Table {
	var made []*Table
	for _, p := range db.pending {
		c := p.change
		if c.Kind == sqltext.DropTable || c.Kind == sqltext.RenameTable {
			continue
		}
		targets := nearest(named(s.relational, c.Schema, c.Table), p.at.File)
		if len(targets) == 0 {
			targets = named(made, c.Schema, c.Table)
		}
		if len(targets) == 0 && c.Kind == sqltext.AddUnique {
			t := &Table{Name: c.Table, Schema: c.Schema, Source: "sql", Place: p.at}
			made = append(made, t)
			targets = []*Table{t}
		}
		for _, t := range targets {
			t.alter(c, p.at)
		}
	}
	return made
}

// alter applies a change to t.
func (t *Table) alter(c sqltext.Change, at Place) {
	switch c.Kind {
	case sqltext.RenameTable:
		t.Name = c.Name
	case sqltext.AddColumn:
		t.redefine(c.Column.Name, c, at)
	case sqltext.AlterColumn:
		name := c.Name
		if name == "" {
			name = c.Column.Name
		}
		t.renameColumn(name, c.Column.Name)
		t.redefine(c.Column.Name, c, at)
	case sqltext.DropColumn:
		t.dropColumn(c.Name)
	case sqltext.RenameColumn:
		t.renameColumn(c.Name, c.NewName)
	case sqltext.SetDefault:
		if col := t.Column(c.Name); col != nil {
			col.Default, col.Auto = c.Column.Default, c.Column.Auto
		}
	case sqltext.SetNotNull:
		if col := t.Column(c.Name); col != nil {
			col.NotNull = true
		}
	case sqltext.AddUnique:
		t.addUnique(c.Unique, at)
	case sqltext.DropUnique:
		t.dropUnique(c.Name)
	case sqltext.DropPrimary:
		t.Unique = slices.DeleteFunc(t.Unique, func(x Index) bool { return x.Primary })
	case sqltext.RenameUnique:
		if x := t.index(c.Name); x != nil {
			x.Name = c.NewName
		}
	}
}

func (t *Table) addUnique(u sqltext.UniqueDef, at Place) {
	if u.Using != "" {
		if x := t.index(u.Using); x != nil {
			x.Primary = x.Primary || u.Primary
			x.Name = u.Name
		}
		return
	}
	if u.Name != "" && t.index(u.Name) != nil {
		return // IF NOT EXISTS, or the same migration for another database
	}
	t.Unique = append(t.Unique, Index{
		Name:    u.Name,
		Columns: u.Columns,
		Primary: u.Primary,
		Partial: u.Partial,
		Place:   at,
	})
	if u.Primary {
		for _, name := range u.Columns {
			if col := t.Column(name); col != nil {
				col.NotNull = true
			}
		}
	}
}

// dropUnique removes the index with the given name, which may be the one the
// database made up for it.
func (t *Table) dropUnique(name string) {
	t.Unique = slices.DeleteFunc(t.Unique, func(x Index) bool {
		if x.Name != "" {
			return strings.EqualFold(x.Name, name)
		}
		return slices.Contains(t.impliedNames(x), strings.ToLower(name))
	})
}

// impliedNames are the names PostgreSQL and MySQL give an index that has none.
func (t *Table) impliedNames(x Index) []string {
	table := strings.ToLower(t.Name)
	if x.Primary {
		return []string{table + "_pkey", "primary"}
	}
	columns := strings.ToLower(strings.Join(x.Columns, "_"))
	return []string{table + "_" + columns + "_key", strings.ToLower(x.Columns[0])}
}

// redefine gives t the column of c, in place of an old one of that name.
func (t *Table) redefine(name string, c sqltext.Change, at Place) {
	if col := t.Column(name); col != nil {
		*col = Column(c.Column)
	} else {
		t.Columns = append(t.Columns, Column(c.Column))
	}
	for _, u := range c.Uniques {
		t.addUnique(u, at)
	}
}

// dropColumn removes a column and the indexes that need it.
func (t *Table) dropColumn(name string) {
	t.Columns = slices.DeleteFunc(t.Columns, func(c Column) bool { return strings.EqualFold(c.Name, name) })
	t.Unique = slices.DeleteFunc(t.Unique, func(x Index) bool { return slices.Contains(x.Columns, name) })
}

func (t *Table) renameColumn(old, name string) {
	if col := t.Column(old); col != nil {
		col.Name = name
	}
	for i, x := range t.Unique {
		t.Unique[i].Columns = slices.Clone(x.Columns)
		for j, c := range x.Columns {
			if c == old {
				t.Unique[i].Columns[j] = name
			}
		}
	}
}
