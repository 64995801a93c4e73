// Package sqltext reads one SQL statement well enough to say what happens when
// it runs twice: which table it changes, which columns get which arguments,
// what it does on a conflict, and whether a value builds on the one before.
//
// The reader knows no dialect and no schema. It takes PostgreSQL, MySQL,
// SQLite, SQL Server, Spanner, ClickHouse and CQL text, with parts that are not
// known (see [Hole]). It never fails: what it cannot read is Unknown, and a
// Statement whose Complete is false may do more than it says.
package sqltext

import "strings"

// Kind is what a statement does.
type Kind int

// The kinds of statement.
const (
	Unknown Kind = iota // not readable, or a procedure call
	Select
	Insert // and REPLACE, UPSERT, COPY … FROM
	Update
	Delete
	Merge
	Other // DDL, SET, LOCK, NOTIFY, BEGIN
)

var kindNames = []string{"unknown", "select", "insert", "update", "delete", "merge", "other"}

func (k Kind) String() string { return kindNames[k] }

// Modifies reports whether a statement of this kind changes rows.
func (k Kind) Modifies() bool { return k == Insert || k == Update || k == Delete || k == Merge }

// Statement is one SQL statement. Names of tables and columns are in lower
// case, without quotes and qualifiers.
type Statement struct {
	Kind   Kind
	Schema string
	Table  string // the table it changes, or the first it reads; "" when not known
	Alias  string // another name of Table inside the statement
	// Columns are the columns an Insert or Merge names, in order, or those a
	// Select returns. Nil when there is no list.
	Columns []string
	// Rows are the values of an Insert or Merge, aligned with Columns.
	Rows [][]Expr
	// FromSelect says that the rows come from a query. When the query is a plain
	// list of values (INSERT … SELECT $1, $2 WHERE NOT EXISTS …), Rows has them
	// as well.
	FromSelect bool
	// NotExists says that rows are only inserted when a subquery finds none, or
	// in CQL when the row is absent.
	NotExists bool
	// Conflict is what an Insert or Merge does with a row that exists.
	Conflict Conflict
	// Set are the assignments of an Update.
	Set []Assignment
	// Where are the conditions that must all hold. One that is not a comparison
	// of a column (an OR, an EXISTS, a hole) has an empty Column.
	Where     []Condition
	HasWhere  bool
	WhereText string
	Returning []string
	// Locking says that a Select locks what it reads (FOR UPDATE, UPDLOCK) or
	// takes an advisory lock; the latter has no Table.
	Locking bool
	// CTE says that the statement begins with WITH, or stands inside one.
	CTE bool
	// With are the other parts of the same statement that change rows, in order:
	// WITH claim AS (INSERT …) UPDATE … has the insert here.
	With []Statement
	// Complete says that no hole stands where it could change the verb, the
	// table, the columns or the conflict clause. Values and conditions may still
	// have holes.
	Complete bool
}

// ConflictAction is what happens to a row that exists already.
type ConflictAction int

// The actions.
const (
	None     ConflictAction = iota // the statement fails, or inserts a second row
	Nothing                        // the row stays: DO NOTHING, INSERT IGNORE
	DoUpdate                       // Set is applied to the row
	Replace                        // the row is replaced by the new one
)

var actionNames = []string{"none", "nothing", "update", "replace"}

func (a ConflictAction) String() string { return actionNames[a] }

// Conflict is the conflict clause of an insert.
type Conflict struct {
	Action     ConflictAction
	Columns    []string // the conflict target; nil for "any unique index"
	Constraint string   // ON CONFLICT ON CONSTRAINT
	Set        []Assignment
	Where      []Condition // when the update applies
	Relative   bool        // an assignment in Set is relative
}

// Assignment sets a column.
type Assignment struct {
	Column string
	Value  Expr
	// Relative says that the value builds on the column's own value so that
	// doing it twice differs from doing it once: qty = qty - $1, a = a || x.
	// COALESCE, GREATEST, LEAST and json_set are not relative.
	Relative bool
	// Version says that the statement's WHERE no longer holds for the row
	// afterwards, by the same column: the update happens once, the second finds
	// no row. Compare-and-set on a version counter is the usual case.
	Version bool
}

// Condition is one comparison.
type Condition struct {
	Column string // "" when the condition has another shape
	Op     string // upper case: =, <>, <, IN, IS NULL, LIKE, EXISTS, NOT EXISTS; "" when not known
	Value  Expr
}

// Column returns the value row gives the named column; ok is false when the
// statement has no column list, the row is not known or does not fit the list.
func (s *Statement) Column(row []Expr, name string) (value Expr, ok bool) {
	if len(row) != len(s.Columns) {
		return Expr{}, false
	}
	for i, c := range s.Columns {
		if c == name {
			return row[i], true
		}
	}
	return Expr{}, false
}

// Parse reads one statement. When text has several, the first that changes rows
// is returned, or else the first. It never panics; an unreadable text is a
// Statement of kind Unknown.
func Parse(text string) Statement {
	all := ParseAll(text)
	for _, s := range all {
		if s.Kind.Modifies() {
			return s
		}
	}
	if len(all) > 0 {
		return all[0]
	}
	return Statement{}
}

// ParseAll reads the statements of text, separated by semicolons. Positional
// placeholders count through all of them.
func ParseAll(text string) []Statement {
	var all []Statement
	for _, toks := range Split(Tokens(text)) {
		p := parser{text: text, toks: toks}
		all = append(all, p.statement())
	}
	return all
}

// IsVolatile reports whether the named SQL function or keyword gives another
// value at each call: now, random, gen_random_uuid, nextval.
func IsVolatile(name string) bool { return volatile[strings.ToLower(name)] }
