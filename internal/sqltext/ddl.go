package sqltext

import "strings"

// ChangeKind is what a DDL statement does to a table.
type ChangeKind int

// The kinds of change. What has no part in uniqueness is no Change.
const (
	CreateTable ChangeKind = iota
	DropTable
	RenameTable // to Name
	AddColumn   // Column
	AlterColumn // Column replaces the column Name, or the one of its own name
	DropColumn  // Name
	RenameColumn
	SetDefault  // of the column Name to Column.Default; Auto when the default counts
	SetNotNull  // of the column Name
	AddUnique   // Unique
	DropUnique  // the index or constraint Name; Table is "" for DROP INDEX alone
	DropPrimary // the primary key
	RenameUnique
)

// ColumnDef is a column as DDL defines it.
type ColumnDef struct {
	Name    string
	Type    string // lower case, with its arguments: varchar(20)
	NotNull bool
	Auto    bool   // the database counts: serial, identity, auto_increment, rowid
	Default string // the text of the default, "" for none
}

// UniqueDef is a primary key, a unique constraint or a unique index.
type UniqueDef struct {
	Name string
	// Columns are the columns whose values decide. Of an index on an expression
	// these are the columns in the expression: equal columns collide.
	Columns []string
	Primary bool
	Partial bool   // holds for some rows only
	Using   string // ADD CONSTRAINT … USING INDEX: the index that becomes it
	Line    int
}

// Change is one change to one table.
type Change struct {
	Kind        ChangeKind
	Schema      string
	Table       string
	Name        string // see ChangeKind
	NewName     string // of RenameColumn and RenameUnique
	Column      ColumnDef
	Columns     []ColumnDef // CreateTable
	Unique      UniqueDef
	Uniques     []UniqueDef // CreateTable and AddColumn
	IfNotExists bool
	Unknown     bool   // CreateTable: there is a hole, so there may be more
	Like        string // CREATE TABLE … LIKE: the table whose definition is copied
	Line        int
}

// Changes reads a DDL statement, as [Split] cuts it. A statement of another kind,
// or one about a table whose name is not known, has no changes.
func Changes(stmt []Token) []Change {
	if len(stmt) == 0 || len(stmt) > maxTokens*10 {
		return nil
	}
	d := ddl{parser: parser{toks: stmt}, line: stmt[0].Line}
	switch {
	case d.accept("CREATE"):
		d.create()
	case d.accept("ALTER", "TABLE"):
		d.alterTable()
	case d.accept("DROP", "TABLE"):
		d.dropTables()
	case d.accept("DROP", "INDEX"):
		d.dropIndex()
	case d.accept("ALTER", "INDEX"):
		d.renameIndex()
	case d.accept("RENAME", "TABLE"):
		d.renameTables()
	}
	return d.changes
}

type ddl struct {
	parser
	line    int
	schema  string
	table   string
	changes []Change
}

func (d *ddl) add(c Change) {
	c.Schema, c.Table = d.schema, d.table
	if c.Line == 0 {
		c.Line = d.line
	}
	d.changes = append(d.changes, c)
}

func (d *ddl) create() {
	if d.accept("OR", "REPLACE") {
		d.acceptAny("TEMPORARY")
	}
	if d.peek().IsAny("TEMP", "TEMPORARY", "GLOBAL", "LOCAL") {
		return // gone with the session
	}
	d.acceptAny("UNLOGGED", "FOREIGN", "EXTERNAL")
	switch {
	case d.accept("TABLE"):
		d.createTable()
	case d.accept("UNIQUE"):
		d.acceptAny("CLUSTERED", "NONCLUSTERED", "NULL_FILTERED")
		if d.accept("INDEX") {
			d.createUniqueIndex()
		}
	}
}

// tableName takes a table's name and reports whether it is known.
func (d *ddl) tableName() (ok bool) {
	d.schema, d.table, ok = d.name()
	return ok
}

// createTable reads a table's definition.
//
// Have: CREATE TABLE
func (d *ddl) createTable() {
	c := Change{Kind: CreateTable, IfNotExists: d.accept("IF", "NOT", "EXISTS")}
	if !d.tableName() || d.accept("PARTITION", "OF") {
		return
	}
	if d.accept("LIKE") {
		_, c.Like, _ = d.name() // MySQL
	}
	if d.accept("ON", "CLUSTER") {
		d.pos++
	}
	body, ok := d.parens()
	if !ok && c.Like == "" {
		return
	}
	for _, element := range splitTop(body, ",") {
		d.element(&c, element)
	}
	d.tableTail(&c)
	c.Unknown = hasHole(body) || len(c.Columns) == 0 && c.Like == ""
	d.add(c)
}

// tableTail reads what follows the definitions. Spanner has the primary key
// there; ClickHouse calls its sort order a primary key, which is not unique.
func (d *ddl) tableTail(c *Change) {
	tail := d.rest()
	if i := indexTop(tail, "ENGINE"); i >= 0 && isMergeTree(tail[i:]) {
		c.Uniques = nil
		return
	}
	d.until("PRIMARY")
	if d.accept("PRIMARY", "KEY") {
		list, _ := d.parens()
		c.Uniques = append(c.Uniques, UniqueDef{Columns: indexColumns(list), Primary: true, Line: d.line})
	}
}

func isMergeTree(tail []Token) bool {
	for _, t := range tail[:min(4, len(tail))] {
		if strings.HasSuffix(t.Name(), "mergetree") {
			return true
		}
	}
	return false
}

// element reads a column or a constraint of CREATE TABLE.
func (d *ddl) element(c *Change, toks []Token) {
	if len(toks) == 0 {
		return
	}
	if u, ok := constraint(toks); ok {
		if u != nil {
			c.Uniques = append(c.Uniques, *u)
		}
		return
	}
	if toks[0].Is("LIKE") {
		inner := parser{toks: toks[1:]}
		_, c.Like, _ = inner.name()
		return
	}
	if column, uniques, ok := columnDef(toks); ok {
		c.Columns = append(c.Columns, column)
		c.Uniques = append(c.Uniques, uniques...)
	}
}

// constraint reads a table constraint. ok says that toks are one; u is nil when
// it has no part in uniqueness.
func constraint(toks []Token) (u *UniqueDef, ok bool) {
	p := parser{toks: toks}
	def := UniqueDef{Line: toks[0].Line}
	if p.accept("CONSTRAINT") {
		if !p.peek().IsAny("PRIMARY", "UNIQUE", "CHECK", "FOREIGN") {
			def.Name = p.peek().Name()
			p.pos++
		}
	}
	switch {
	case p.accept("PRIMARY", "KEY"):
		def.Primary = true
	case p.at("UNIQUE") && uniqueIsConstraint(toks[p.pos+1:]):
		p.pos++
	case p.peek().IsAny("CHECK", "EXCLUDE", "PERIOD") && p.followedByParens(), p.peek().IsAny("EXCLUDE") && len(toks) > 1 && toks[1].Is("USING"),
		p.at("FOREIGN"), p.peek().IsAny("KEY", "INDEX", "FULLTEXT", "SPATIAL", "PROJECTION") && !isColumnType(toks):
		return nil, true
	default:
		return nil, def.Name != ""
	}
	p.acceptAny("KEY", "INDEX", "CLUSTERED", "NONCLUSTERED", "NULLS", "NOT", "DISTINCT")
	if p.accept("USING", "INDEX") {
		def.Using = p.peek().Name()
		return &def, true
	}
	if !p.at("(") && !p.at("USING") {
		def.Name = p.peek().Name()
		p.pos++
	}
	if p.accept("USING") {
		p.pos++ // BTREE
	}
	list, _ := p.parens()
	def.Columns = indexColumns(list)
	def.Partial = indexTop(p.rest(), "WHERE") >= 0
	return &def, len(def.Columns) > 0
}

func (p *parser) followedByParens() bool {
	return p.pos+1 < len(p.toks) && p.toks[p.pos+1].Is("(")
}

// uniqueIsConstraint tells UNIQUE (a) from a column named unique.
func uniqueIsConstraint(rest []Token) bool {
	return len(rest) > 0 && (rest[0].IsAny("(", "KEY", "INDEX", "NULLS", "CLUSTERED", "NONCLUSTERED", "USING") || indexTop(rest, "(") > 0)
}

// isColumnType tells a column named key or index from MySQL's KEY name (a):
// the column has a type and no list of columns behind a name.
//
// Have: KEY | INDEX | …
func isColumnType(toks []Token) bool {
	if len(toks) < 2 || toks[1].Kind != Word {
		return false
	}
	return isTypeName[toks[1].Name()]
}

var isTypeName = set(`text varchar char int integer bigint smallint tinyint uuid json jsonb bytea blob varbinary binary string
	character boolean bool numeric decimal timestamp timestamptz datetime date bytes nvarchar enum longtext mediumtext citext`)

// columnDef reads the definition of a column and the unique constraints it
// carries.
func columnDef(toks []Token) (c ColumnDef, uniques []UniqueDef, ok bool) {
	if !toks[0].IsName() || toks[0].Hole {
		return c, nil, false
	}
	c.Name = toks[0].Name()
	p := parser{toks: toks, pos: 1}
	c.Type = p.columnType()
	c.Auto = isAutoType[c.Type]
	name := ""
	for !p.done() {
		switch {
		case p.accept("CONSTRAINT"):
			name = p.peek().Name()
			p.pos++
		case p.accept("PRIMARY", "KEY"):
			c.NotNull = true
			c.Auto = c.Auto || c.Type == "integer" // SQLite's rowid
			uniques = append(uniques, UniqueDef{Name: name, Columns: []string{c.Name}, Primary: true, Line: toks[0].Line})
			name = ""
		case p.accept("UNIQUE"):
			p.acceptAny("KEY")
			uniques = append(uniques, UniqueDef{Name: name, Columns: []string{c.Name}, Line: toks[0].Line})
			name = ""
		case p.accept("NOT", "NULL"):
			c.NotNull = true
		case p.accept("GENERATED"):
			p.acceptAny("ALWAYS", "BY", "DEFAULT", "ON", "NULL", "AS")
		case p.accept("SET", "DEFAULT"): // ON DELETE SET DEFAULT
		case p.accept("DEFAULT"):
			c.Default = p.defaultText()
			c.Auto = c.Auto || counts(c.Default)
		case p.accept("REFERENCES"):
			p.name()
			p.parens()
		case p.peek().IsAny("AUTO_INCREMENT", "AUTOINCREMENT", "IDENTITY", "AUTO_RANDOM"):
			c.Auto = true
			p.pos++
		case p.accept("CHECK"), p.accept("COMMENT"), p.accept("COLLATE"):
			p.pos++
		default:
			p.pos++
		}
	}
	return c, uniques, true
}

var isAutoType = set("serial bigserial smallserial serial2 serial4 serial8 rowversion")

// counts reports whether a default is a sequence.
func counts(def string) bool {
	def = strings.ToLower(def)
	return strings.HasPrefix(def, "nextval") || strings.HasPrefix(def, "next value") || strings.HasPrefix(def, "unique_rowid") ||
		strings.HasPrefix(def, "(nextval") || strings.HasPrefix(def, "(get_next_sequence_value")
}

// columnType takes a type: double precision, numeric(10, 2), "char"[].
func (p *parser) columnType() string {
	var b strings.Builder
	for !p.done() && (p.peek().IsName() || p.at(".")) && !p.peek().IsAny(afterType...) {
		if b.Len() > 0 && !p.at(".") && !strings.HasSuffix(b.String(), ".") {
			b.WriteByte(' ')
		}
		b.WriteString(strings.ToLower(p.peek().nameOrText()))
		p.pos++
	}
	if args, ok := p.parens(); ok {
		b.WriteByte('(')
		for _, t := range args {
			b.WriteString(strings.ToLower(t.Text))
		}
		b.WriteByte(')')
	}
	for p.peek().IsAny("[", "]") {
		b.WriteString(p.peek().Text)
		p.pos++
	}
	return b.String()
}

var afterType = []string{
	"CONSTRAINT", "PRIMARY", "UNIQUE", "NOT", "NULL", "DEFAULT", "REFERENCES", "AUTO_INCREMENT", "AUTOINCREMENT", "IDENTITY",
	"AUTO_RANDOM", "CHECK", "COMMENT", "COLLATE", "GENERATED", "AS", "ON", "CODEC", "TTL", "FIRST", "AFTER",
	"KEY", "STORED", "VIRTUAL", "OPTIONS", "INVISIBLE",
}

// defaultText takes the value of a DEFAULT: one literal or name, calls and casts
// included.
func (p *parser) defaultText() string {
	var b strings.Builder
	first := true
	for !p.done() {
		t := p.peek()
		if !first && !t.IsAny("(", "::", ".", "[", "]") && !strings.HasSuffix(b.String(), "::") && !strings.HasSuffix(b.String(), ".") {
			break
		}
		if inside, ok := p.parens(); ok {
			b.WriteByte('(')
			for i, in := range inside {
				if i > 0 && in.IsName() && inside[i-1].IsName() {
					b.WriteByte(' ')
				}
				b.WriteString(in.Text)
			}
			b.WriteByte(')')
		} else {
			b.WriteString(t.Text)
			p.pos++
			if t.IsAny("-", "+") {
				continue
			}
		}
		first = false
	}
	return b.String()
}

// indexColumns returns the columns that decide whether two rows collide.
func indexColumns(list []Token) []string {
	var columns []string
	for _, part := range splitTop(list, ",") {
		for i, t := range part {
			if i == 0 && isIndexedColumn(part) || isColumn(part, i) && !isIndexOption(part, i) {
				columns = appendNew(columns, t.Name())
			}
		}
	}
	return columns
}

// isIndexedColumn reports whether part begins with a column, whatever word it
// is. In name(20) the parenthesis is a prefix length, not a call.
func isIndexedColumn(part []Token) bool {
	if !part[0].IsName() || part[0].Hole {
		return false
	}
	return len(part) == 1 || !part[1].IsAny("(", ".") || len(part) > 2 && part[2].Kind == Number
}

// isIndexOption reports whether the token at i is an operator class, a collation
// or NULLS FIRST behind the column.
func isIndexOption(part []Token, i int) bool {
	return i > 0 && (part[i-1].IsName() || part[i-1].IsAny(")", "."))
}

// createUniqueIndex reads a unique index.
//
// Have: CREATE UNIQUE INDEX
func (d *ddl) createUniqueIndex() {
	d.acceptAny("CONCURRENTLY")
	ifNotExists := d.accept("IF", "NOT", "EXISTS")
	u := UniqueDef{Line: d.line}
	if !d.at("ON") {
		_, u.Name, _ = d.name()
	}
	if d.accept("USING") {
		d.pos++
	}
	if !d.accept("ON") {
		return
	}
	d.accept("ONLY")
	if !d.tableName() {
		return
	}
	if d.accept("USING") {
		d.pos++
	}
	list, _ := d.parens()
	u.Columns = indexColumns(list)
	u.Partial = indexTop(d.rest(), "WHERE") >= 0
	if len(u.Columns) > 0 {
		d.add(Change{Kind: AddUnique, Unique: u, IfNotExists: ifNotExists})
	}
}

// alterTable reads the actions of an ALTER TABLE.
//
// Have: ALTER TABLE
func (d *ddl) alterTable() {
	d.accept("IF", "EXISTS")
	d.accept("ONLY")
	if !d.tableName() {
		return
	}
	if d.accept("WITH") {
		d.acceptAny("CHECK", "NOCHECK") // SQL Server
	}
	adding := false
	for _, toks := range splitTop(d.rest(), ",") {
		if len(toks) == 0 {
			continue
		}
		// SQL Server: ADD a int, b int.
		if adding && !toks[0].IsAny("ADD", "DROP", "ALTER", "MODIFY", "CHANGE", "RENAME") {
			d.addElement(toks)
			continue
		}
		adding = toks[0].Is("ADD")
		d.action(parser{toks: toks})
	}
}

func (d *ddl) action(p parser) {
	switch {
	case p.accept("ADD"):
		d.addElement(p.rest())
	case p.accept("DROP"):
		d.drop(p)
	case p.accept("ALTER"):
		p.accept("COLUMN")
		d.alterColumn(p)
	case p.accept("MODIFY"):
		p.accept("COLUMN")
		d.redefine("", p.rest())
	case p.accept("CHANGE"):
		p.accept("COLUMN")
		name := p.peek().Name()
		p.pos++
		d.redefine(name, p.rest())
	case p.accept("RENAME"):
		d.rename(p)
	}
}

// addElement reads what ADD adds.
func (d *ddl) addElement(toks []Token) {
	p := parser{toks: toks}
	column := p.accept("COLUMN")
	p.accept("IF", "NOT", "EXISTS")
	parts := [][]Token{p.rest()}
	if list, ok := p.parens(); ok {
		parts = splitTop(list, ",") // MySQL, Oracle: ADD (a int, b int)
	}
	for _, part := range parts {
		d.addDefinition(part, column)
	}
}

// addDefinition reads one column or constraint; column says that it can only be
// the former.
func (d *ddl) addDefinition(toks []Token, column bool) {
	if len(toks) == 0 {
		return
	}
	if !column {
		if u, ok := constraint(toks); ok {
			if u != nil {
				d.add(Change{Kind: AddUnique, Unique: *u, Line: u.Line})
			}
			return
		}
	}
	if c, uniques, ok := columnDef(toks); ok {
		d.add(Change{Kind: AddColumn, Column: c, Uniques: uniques, Line: toks[0].Line})
	}
}

// drop reads what DROP drops.
func (d *ddl) drop(p parser) {
	kind := DropColumn
	switch {
	case p.accept("PRIMARY", "KEY"):
		d.add(Change{Kind: DropPrimary})
		return
	case p.peek().IsAny("CONSTRAINT", "INDEX", "KEY"):
		kind = DropUnique
		p.pos++
	case p.accept("FOREIGN"), p.accept("CHECK"), p.accept("PARTITION"):
		return
	default:
		p.accept("COLUMN")
	}
	p.accept("IF", "EXISTS")
	if t := p.peek(); t.IsName() && !t.Hole {
		d.add(Change{Kind: kind, Name: t.Name()})
	}
}

// alterColumn reads ALTER COLUMN's actions that matter here.
func (d *ddl) alterColumn(p parser) {
	name := p.peek().Name()
	p.pos++
	switch {
	case p.accept("SET", "NOT", "NULL"):
		d.add(Change{Kind: SetNotNull, Name: name})
	case p.accept("SET", "DEFAULT"):
		def := p.defaultText()
		d.add(Change{Kind: SetDefault, Name: name, Column: ColumnDef{Default: def, Auto: counts(def)}})
	case p.accept("ADD", "GENERATED"):
		d.add(Change{Kind: SetDefault, Name: name, Column: ColumnDef{Auto: true}})
	case p.accept("DROP", "DEFAULT"):
		d.add(Change{Kind: SetDefault, Name: name})
	}
}

func (d *ddl) redefine(name string, toks []Token) {
	if len(toks) == 0 {
		return
	}
	if c, uniques, ok := columnDef(toks); ok {
		d.add(Change{Kind: AlterColumn, Name: name, Column: c, Uniques: uniques})
	}
}

// rename reads RENAME TO x, RENAME [COLUMN] a TO b, RENAME INDEX a TO b.
func (d *ddl) rename(p parser) {
	kind := RenameColumn
	switch {
	case p.peek().IsAny("TO", "AS"):
		p.pos++
		if _, name, ok := p.name(); ok {
			d.add(Change{Kind: RenameTable, Name: name})
		}
		return
	case p.peek().IsAny("CONSTRAINT", "INDEX", "KEY"):
		kind = RenameUnique
		p.pos++
	default:
		p.accept("COLUMN")
	}
	old := p.peek().Name()
	p.pos++
	if p.accept("TO") && p.peek().IsName() {
		d.add(Change{Kind: kind, Name: old, NewName: p.peek().Name()})
	}
}

func (d *ddl) dropTables() {
	d.accept("IF", "EXISTS")
	for {
		if d.tableName() {
			d.add(Change{Kind: DropTable})
		}
		if !d.accept(",") {
			return
		}
	}
}

// dropIndex reads DROP INDEX name [ON table].
func (d *ddl) dropIndex() {
	d.acceptAny("CONCURRENTLY")
	d.accept("IF", "EXISTS")
	for {
		_, name, ok := d.name()
		d.schema, d.table = "", ""
		if d.accept("ON") {
			d.tableName()
		}
		if ok {
			d.add(Change{Kind: DropUnique, Name: name})
		}
		if !d.accept(",") {
			return
		}
	}
}

func (d *ddl) renameIndex() {
	d.accept("IF", "EXISTS")
	_, old, _ := d.name()
	if d.accept("RENAME", "TO") {
		d.add(Change{Kind: RenameUnique, Name: old, NewName: d.peek().Name()})
	}
}

// renameTables reads MySQL's RENAME TABLE a TO b, c TO d.
func (d *ddl) renameTables() {
	for d.tableName() && d.accept("TO") {
		if _, name, ok := d.name(); ok {
			d.add(Change{Kind: RenameTable, Name: name})
		}
		if !d.accept(",") {
			return
		}
	}
}
