package model

import (
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/idemlint/idemlint/internal/schema"
	"github.com/idemlint/idemlint/internal/sqltext"
)

// Uniqueness answers what makes rows unique, from the repository's migrations,
// schemas and table definitions. near is the file the question comes from,
// which decides between definitions of one name.
type Uniqueness interface {
	Table(name, near string) (*schema.Table, bool)
	Mongo(collection, near string) (*schema.Table, bool)
	DynamoDB(name, near string) (*schema.Table, bool)
}

// Table is what is unique in a table, as the model keeps it.
type Table struct {
	Columns  []string
	Unique   [][]string // the primary key first, if there is one
	Primary  bool       // Unique[0] is the primary key
	Complete bool       // there are no other unique indexes
}

// tableOf keeps what the model needs of a table. Partial indexes do not make
// every row unique and are left out.
func tableOf(t *schema.Table) Table {
	out := Table{Complete: t.Complete}
	for _, c := range t.Columns {
		out.Columns = append(out.Columns, c.Name)
	}
	for _, u := range t.Unique {
		switch {
		case u.Primary:
			out.Unique = slices.Insert(out.Unique, 0, u.Columns)
			out.Primary = true
		case u.Partial:
			out.Complete = false
		default:
			out.Unique = append(out.Unique, u.Columns)
		}
	}
	return out
}

// handlesConflict is why an insert that says what happens to a row that is there
// may be repeated.
const handlesConflict = "handles the conflict"

// colVal is a column with where its value comes from; given is false for a
// value the store makes up (DEFAULT, now()).
type colVal struct {
	name   string
	origin Origin
	given  bool
}

func (c colVal) class() Class {
	if !c.given {
		return Fresh
	}
	return c.origin.Class()
}

// statement judges a SQL statement from its text.
func (j *judge) statement() {
	e := j.out
	text := prepared(j.roleVal(j.spec.Statement))
	var verdicts []verdict
	for _, t := range j.w.template(text, string(sqltext.Hole), 0) {
		for _, s := range sqltext.ParseAll(t) {
			verdicts = append(verdicts, j.one(s))
			if s.Kind.Modifies() {
				e.table, e.deletes = e.table+" "+s.Table, s.Kind == sqltext.Delete
				e.refused = e.refused || s.Kind == sqltext.Insert || s.Kind == sqltext.Merge || conditional(s)
			}
			for _, w := range s.With {
				verdicts = append(verdicts, j.one(w))
			}
		}
	}
	j.worstOf(verdicts)
	e.SQL = true
}

// conditional reports whether an update asks more of its row than which one it is:
// that something is left, that nobody has it.
func conditional(s sqltext.Statement) bool {
	return s.Kind == sqltext.Update && slices.ContainsFunc(s.Where, func(c sqltext.Condition) bool {
		return c.Op != "=" && c.Op != "IN" || c.Value.Literal ||
			slices.ContainsFunc(s.Set, func(a sqltext.Assignment) bool { return a.Column == c.Column })
	})
}

// prepared is the text behind a prepared statement, or x itself.
func prepared(x *Val) *Val {
	y := x.force()
	if y.op == OpObj {
		y = y.obj.base.force()
	}
	if y.op == OpAlt {
		for _, a := range y.args {
			if a = a.force(); a.op != OpAlt {
				if p := prepared(a); p != a {
					return p
				}
			}
		}
	}
	if y.op != OpCall {
		return x
	}
	n := y.callNode()
	if n.Op != OpCall || !strings.HasPrefix(n.Call.Name, "Prepare") {
		return x
	}
	for i, p := range n.Call.Params {
		if (p == "query" || p == "sql") && i < len(n.Args) {
			return y.fr.eval(n.Args[i])
		}
	}
	return x
}

// verdict is what one statement comes to.
type verdict struct {
	natural  string
	relative bool
	unsure   bool
	claim    bool
	swaps    *demand
	key      Key
	medium   bool
}

// worstOf keeps the verdict that needs a person most.
func (j *judge) worstOf(vs []verdict) {
	rank := func(v verdict) int {
		switch {
		case v.natural != "" && !v.key.bad():
			return 0
		case v.unsure:
			return 1
		case v.relative:
			return 2
		}
		return 3
	}
	if len(vs) == 0 {
		j.out.Uncertain = true
		return
	}
	v := slices.MaxFunc(vs, func(a, b verdict) int { return rank(a) - rank(b) })
	e := j.out
	e.Natural, e.Relative, e.Uncertain, e.Claim, e.Key, e.Medium = v.natural, v.relative, v.unsure, v.claim, v.key, v.medium
	e.swaps = v.swaps
}

func (k Key) bad() bool { return k.Given && k.Class >= Transport }

// one judges one statement.
func (j *judge) one(s sqltext.Statement) verdict {
	switch s.Kind {
	case sqltext.Select, sqltext.Other:
		return verdict{natural: "only reads"}
	case sqltext.Delete:
		return verdict{natural: "deletes by condition"}
	case sqltext.Update:
		return j.sqlUpdate(s)
	case sqltext.Insert, sqltext.Merge:
		return j.sqlInsert(s)
	}
	return verdict{unsure: true}
}

func (j *judge) sqlUpdate(s sqltext.Statement) verdict {
	relative := false
	version := false
	for _, a := range s.Set {
		version = version || a.Version && !j.ownVersion(s, a.Column)
		counts := a.Version || triesColumn.MatchString(a.Column) && oneMore.MatchString(strings.TrimSpace(a.Value.Text))
		relative = relative || a.Relative && !counts
	}
	made := j.sqlSwap(s)
	switch {
	case version && (relative || made == nil):
		return verdict{natural: "compares and sets a version"}
	case made != nil:
		return verdict{natural: "compares and sets " + made.column, swaps: made}
	case !relative:
		for _, a := range s.Set {
			if i := a.Value.Placeholder; i > 0 && j.backIn(a.Column, j.sqlVal(i-1)) || a.Value.Name != "" && j.readsBack() {
				return verdict{relative: true}
			}
		}
		return verdict{natural: "writes absolute values"}
	}
	if slices.ContainsFunc(s.With, func(w sqltext.Statement) bool {
		return w.Kind == sqltext.Insert && w.Conflict.Action == sqltext.Nothing
	}) {
		return verdict{natural: "is conditional"} // on a row of the same statement being new
	}
	for _, c := range s.Where {
		if c.Column == "" || c.Op == "<>" || c.Op == "!=" || strings.HasPrefix(c.Op, "NOT") {
			return verdict{natural: "is conditional"}
		}
	}
	return verdict{relative: true}
}

// ownVersion reports whether the version that an update compares was read from the
// row by the handler itself: a redelivery reads the next one, and passes.
func (j *judge) ownVersion(s sqltext.Statement, column string) bool {
	return slices.ContainsFunc(s.Where, func(c sqltext.Condition) bool {
		return c.Column == column && c.Value.Placeholder > 0 && j.w.ofRow(j.sqlVal(c.Value.Placeholder-1))
	})
}

// sqlInsert judges an INSERT by its conflict clause, the table's unique
// columns and where their values come from.
func (j *judge) sqlInsert(s sqltext.Statement) verdict {
	if s.Table == "" || strings.ContainsRune(s.Table, sqltext.Hole) {
		return j.namelessInsert(s)
	}
	if parkingTable.MatchString(s.Table) {
		return verdict{natural: parked}
	}
	if !s.Complete {
		return verdict{unsure: true}
	}
	if s.NotExists {
		return verdict{natural: "inserts only what is not there"}
	}
	tab, known := j.table(s.Table)
	columns := s.Columns
	if len(columns) == 0 && known {
		columns = tab.Columns
	}
	var cols []colVal
	for i, c := range columns {
		switch {
		case len(s.Rows) > 0 && i < len(s.Rows[0]):
			cols = append(cols, j.sqlValue(c, s.Rows[0][i]))
		case s.FromSelect:
			cols = append(cols, colVal{name: c, origin: Origin{Ways: single(Unknown)}, given: true})
		}
	}
	if len(cols) == 0 {
		return verdict{unsure: true}
	}
	c := s.Conflict
	switch {
	case c.Action == sqltext.DoUpdate && c.Relative:
		return verdict{relative: true}
	case c.Action != sqltext.None:
		return j.onConflict(cols, c, tab, known)
	}
	return j.plainInsert(s.Table, cols, tab, known)
}

// namelessInsert judges an insert into a table that is not known: only an id
// minted here is sure enough.
func (j *judge) namelessInsert(s sqltext.Statement) verdict {
	if s.Conflict.Action != sqltext.None || s.NotExists || len(s.Rows) == 0 || len(s.Rows[0]) != len(s.Columns) {
		return verdict{unsure: true}
	}
	var cols []colVal
	for i, c := range s.Columns {
		cols = append(cols, j.sqlValue(c, s.Rows[0][i]))
	}
	if v := j.unknownTable("", cols); v.key.bad() && v.natural == "" {
		return v
	}
	return verdict{unsure: true}
}

func (j *judge) table(name string) (Table, bool) {
	if j.uniq == nil || name == "" {
		return Table{}, false
	}
	t, ok := j.uniq.Table(name, j.out.Place.File)
	if !ok {
		return Table{}, false
	}
	return tableOf(t), true
}

// sqlValue is the origin of one value of a row.
func (j *judge) sqlValue(column string, x sqltext.Expr) colVal {
	c := colVal{name: column, given: true}
	switch {
	case x.Default, x.Volatile:
		c.given = false
	case x.Placeholder > 0:
		c.origin = j.sqlArg(x.Placeholder - 1)
	case x.Name != "":
		c.origin = j.namedArg(x.Name)
	case len(x.Placeholders) > 0:
		c.origin = j.sqlArg(x.Placeholders[0] - 1)
	case x.Literal:
		c.origin = Origin{Ways: single(Constant)}
	default:
		c.origin = Origin{Ways: single(Unknown)}
	}
	return c
}

// sqlArg is the origin of positional argument i.
func (j *judge) sqlArg(i int) Origin {
	return j.w.origin(j.sqlVal(i))
}

// sqlVal is positional argument i.
func (j *judge) sqlVal(i int) *Val {
	if j.spec.Args == "" {
		return unknown
	}
	return j.w.elem(j.roleVal(j.spec.Args), "["+strconv.Itoa(i)+"]")
}

// namedArg is the origin of a named argument: a field tagged with the name, a
// map entry, or sql.Named.
func (j *judge) namedArg(name string) Origin {
	k, ok := j.role(j.spec.Args)
	if !ok {
		return Origin{Ways: single(Unknown)}
	}
	x := j.arg(k)
	for _, c := range j.columnsOf(x, "db") {
		if strings.EqualFold(c.name, name) {
			return c.origin
		}
	}
	for _, n := range j.inside(k) {
		if n.val != nil && strings.EqualFold(n.name, name) {
			return j.w.origin(n.val)
		}
	}
	return Origin{Ways: single(Unknown)}
}

// onConflict judges an insert that says what happens to a row that is there.
func (j *judge) onConflict(cols []colVal, c sqltext.Conflict, tab Table, known bool) verdict {
	targets := [][]string{c.Columns}
	if len(c.Columns) == 0 {
		targets = nil
		if known {
			targets = tab.Unique
		}
	}
	claim := c.Action == sqltext.Nothing
	if len(targets) == 0 {
		// Any unique index will do, and none is known: good if some id is
		// business, bad if the only id is minted here.
		ids := idColumns(cols, "")
		for _, id := range ids {
			if cl := id.class(); cl == Business || cl == Unknown || cl == Producer {
				return verdict{natural: handlesConflict, claim: claim, key: j.column(id)}
			}
		}
		for _, id := range ids {
			return verdict{natural: handlesConflict, claim: claim, key: j.column(id), medium: true}
		}
		if len(cols) > 0 && claim {
			return verdict{natural: handlesConflict, claim: claim, key: j.column(cols[0])}
		}
		return verdict{natural: handlesConflict, claim: claim}
	}
	best := verdict{}
	for i, t := range targets {
		k, complete := j.columns(t, cols)
		if !complete {
			k = Key{Given: true, What: "column " + strings.Join(t, ", "), Class: Unknown}
		}
		v := verdict{natural: handlesConflict, claim: claim, key: k}
		if i == 0 || best.key.bad() && !k.bad() {
			best = v
		}
	}
	return best
}

// plainInsert judges an insert without a conflict clause.
func (j *judge) plainInsert(table string, cols []colVal, tab Table, known bool) verdict {
	if !known {
		return j.withoutSchema(table, cols)
	}
	v := j.knownTable(cols, tab)
	if v.natural == "" && !v.unsure && !v.key.bad() && j.w.duplicateHandled(j.v.fr, j.v.node) {
		return verdict{unsure: true} // the schema does not tell all
	}
	return v
}

// withoutSchema judges an insert into a table nothing is known of but how its
// errors are answered: who looks for the error of a repeat knows of something
// unique.
func (j *judge) withoutSchema(table string, cols []colVal) verdict {
	if !j.w.duplicateHandled(j.v.fr, j.v.node) {
		return j.unknownTable(table, cols)
	}
	for _, c := range append(idColumns(cols, table), cols...) {
		if cl := c.class(); c.given && (cl == Business || cl == Producer) {
			return verdict{natural: "is unique by column " + c.name, key: j.column(c)}
		}
	}
	return verdict{unsure: true}
}

// knownTable: natural if some unique index is filled with business values
// only.
func (j *judge) knownTable(cols []colVal, tab Table) verdict {
	var keys []Key
	for _, u := range tab.Unique {
		k, complete := j.columns(u, cols)
		if !complete {
			continue
		}
		switch k.Class {
		case Business, Producer:
			return verdict{natural: "is unique by " + k.What, key: k}
		case Unknown:
			return verdict{unsure: true, key: k}
		}
		keys = append(keys, k)
	}
	for _, k := range keys {
		if k.Class == Transport || k.Class == Delivery {
			return verdict{key: k}
		}
	}
	for _, k := range keys {
		if k.Class == Fresh && k.Source.Name != "" {
			return verdict{key: k, medium: !tab.Complete}
		}
	}
	return verdict{medium: !tab.Complete}
}

// unknownTable: without a schema, names decide, and less surely.
func (j *judge) unknownTable(table string, cols []colVal) verdict {
	ids := idColumns(cols, table)
	for _, c := range ids {
		switch c.class() {
		case Business, Producer:
			return verdict{natural: "takes its id from the message", key: j.column(c)}
		case Unknown:
			return verdict{unsure: true}
		}
	}
	for _, c := range ids {
		if k := j.column(c); k.bad() && k.Source.Name != "" {
			return verdict{key: k, medium: true}
		}
	}
	if len(ids) == 0 && looksLikeJoin(cols) {
		return verdict{unsure: true}
	}
	return verdict{medium: true}
}

// looksLikeJoin reports whether the row only joins ids: such tables are
// usually unique by the pair.
func looksLikeJoin(cols []colVal) bool {
	ids := 0
	for _, c := range cols {
		if strings.HasSuffix(strings.ToLower(c.name), "id") {
			ids++
		} else if !timeColumn.MatchString(c.name) {
			return false
		}
	}
	return ids >= 2
}

var timeColumn = regexp.MustCompile(`(?i)(_at|_on|date|time|timestamp)$`)

// idColumns are the columns that look like the row's own id or like a name
// for the event.
func idColumns(cols []colVal, table string) []colVal {
	one := strings.TrimSuffix(table, "s")
	if strings.HasSuffix(table, "ies") {
		one = strings.TrimSuffix(table, "ies") + "y"
	}
	var own, event []colVal
	for _, c := range cols {
		name := strings.ToLower(c.name)
		switch {
		case name == "id", name == "_id", name == "uuid", name == "guid", name == "key",
			table != "" && (name == one+"_id" || name == one+"id" || name == table+"_id" || strings.HasSuffix(one, "_"+strings.TrimSuffix(name, "_id")) && strings.HasSuffix(name, "_id")):
			own = append(own, c)
		case eventColumn.MatchString(name):
			event = append(event, c)
		}
	}
	return append(event, own...)
}

var eventColumn = regexp.MustCompile(`(?i)(event|message|msg|idempotency|dedup|request|transaction|txn|external|operation|correlation|delivery)_?(id|key|uuid|ref|reference|no|number)$|idempotency|^reference$|_reference$`)

// column is one column as a key.
func (j *judge) column(c colVal) Key {
	k, _ := j.columns([]string{c.name}, []colVal{c})
	return k
}

// columns joins the named columns into one key; complete is false when one of
// them gets no value here.
func (j *judge) columns(names []string, cols []colVal) (Key, bool) {
	out := []Mixture{{}}
	for _, n := range names {
		i := slices.IndexFunc(cols, func(c colVal) bool { return strings.EqualFold(c.name, n) })
		if i < 0 || !cols[i].given {
			return Key{}, false
		}
		out = combine(out, cols[i].origin.Ways)
	}
	return j.key("column "+strings.Join(names, ", "), Origin{Ways: out}), true
}

// row judges a stored struct, map or document.
func (j *judge) row() {
	e := j.out
	row := j.roleVal(j.spec.Row)
	if j.chained("OnConflict") {
		if j.spec.Does == "insert" {
			j.conflictClause(row)
			return
		}
		e.Natural = handlesConflict
		return
	}
	if j.conditional() {
		j.conditionalPut(row)
		return
	}
	typ := rowType(row)
	cols := j.columnsOf(row, j.family())
	if len(cols) == 0 {
		e.Uncertain = true
		return
	}
	e.Row = typ
	e.table += " " + typ[strings.LastIndexByte(typ, '.')+1:]
	e.refused = true
	if parkingTable.MatchString(typ[strings.LastIndexByte(typ, '.')+1:]) {
		e.Natural = parked
		return
	}
	tab, known := j.rowTable(typ)
	if j.spec.Does == "upsert" {
		j.upsertRow(cols, tab, known)
		return
	}
	v := verdict{}
	if known {
		v = j.knownTable(cols, tab)
	} else {
		v = j.withoutSchema("", cols)
	}
	j.worstOf([]verdict{v})
}

// conditionalPut judges a put that only creates: a claim on the row's key.
func (j *judge) conditionalPut(row *Val) {
	e := j.out
	e.Natural, e.Claim = "is conditional", true
	cols := j.columnsOf(row, j.family())
	if tab, known := j.rowTable(rowType(row)); known && tab.Primary {
		if k, ok := j.columns(tab.Unique[0], cols); ok {
			e.Key = k
			return
		}
	}
	for _, c := range append(keyColumns(cols), idColumns(cols, "")...) {
		if c.given {
			e.Key = j.column(c)
			return
		}
	}
}

// conflictClause judges gorm's and bun's clause.OnConflict: the row is known by the
// columns of the clause, or by any that are unique; the best of them tells, for the
// conflict may be in each.
func (j *judge) conflictClause(row *Val) {
	e := j.out
	e.Natural, e.Claim = handlesConflict, true
	cols := j.columnsOf(row, j.family())
	tab, _ := j.rowTable(rowType(row))
	if target := j.conflictColumns(); len(target) > 0 {
		tab.Unique, tab.Complete = [][]string{target}, true
	}
	for _, u := range tab.Unique {
		if k, ok := j.columns(u, cols); ok && (!e.Key.Given || e.Key.bad() && !k.bad()) {
			e.Key = k
		}
	}
	if e.Key.bad() && !tab.Complete {
		e.Key = Key{} // something else may be unique
	}
}

// conflictColumns are the columns that a clause.OnConflict names.
func (j *judge) conflictColumns() []string {
	var out []string
	for _, n := range j.options() {
		if n.val == nil {
			continue
		}
		for _, a := range alternatives(n.val) {
			if !strings.HasSuffix(typeOf(a), ".OnConflict") {
				continue
			}
			for _, c := range fieldOf(j.w.dig(j.w.field(a, "Columns", typeOf(a))), "Name") {
				out = append(out, texts(c)...)
			}
		}
	}
	return out
}

// upsertRow: an upsert repeats only if the row's id is minted here.
func (j *judge) upsertRow(cols []colVal, tab Table, known bool) {
	e := j.out
	e.Natural = "overwrites"
	var ids []colVal
	if known && tab.Primary {
		for _, n := range tab.Unique[0] {
			for _, c := range cols {
				if strings.EqualFold(c.name, n) {
					ids = append(ids, c)
				}
			}
		}
	} else {
		ids = idColumns(cols, "")
		ids = append(ids, keyColumns(cols)...)
	}
	for _, c := range ids {
		if !c.given {
			continue
		}
		if k := j.column(c); k.Class == Fresh && k.Source.Name != "" {
			e.Key, e.Natural, e.Medium = k, "", !known
			return
		}
	}
}

// keyColumns are attributes a key-value store's tables are usually keyed by.
func keyColumns(cols []colVal) []colVal {
	var out []colVal
	for _, c := range cols {
		switch strings.ToLower(c.name) {
		case "pk", "sk", "hash", "range", "partition_key", "sort_key", "partitionkey", "sortkey":
			out = append(out, c)
		}
	}
	return out
}

// options are what is in the options of the call, or in the builder it is made
// on; none if it takes none.
func (j *judge) options() []named {
	i, ok := j.role(j.spec.Options)
	switch {
	case !ok:
		return nil
	case j.spec.Options == "recv":
		return j.chain(i)
	}
	return j.inside(i)
}

// chained reports whether the builder the call is made on, or its options,
// were given a value of the named type or a call of that name.
func (j *judge) chained(name string) bool {
	for _, n := range j.options() {
		if n.call != nil && (n.name == name || n.name == "On") {
			return true
		}
		if n.val != nil {
			for _, a := range alternatives(n.val) {
				if strings.HasSuffix(typeOf(a), "."+name) {
					return true
				}
			}
		}
	}
	return false
}

func typeOf(x *Val) string {
	x = x.force()
	for range 12 {
		if x.op != OpIface || x.typ != "" {
			break
		}
		x = x.args[0].force()
	}
	return x.typ
}

// conditional reports whether the options carry a condition (DynamoDB's
// ConditionExpression).
func (j *judge) conditional() bool {
	for _, n := range j.options() {
		if (n.val != nil || n.call != nil) && strings.Contains(n.name, "Condition") {
			return true
		}
	}
	return false
}

// rowType is the struct type stored, behind interfaces and lists.
func rowType(x *Val) string { return rowTypeAt(x, 0) }

func rowTypeAt(x *Val, depth int) string {
	x = x.force()
	if depth > 12 {
		return x.typ
	}
	switch x.op {
	case OpIface:
		if x.typ != "" {
			return x.typ
		}
		return rowTypeAt(x.args[0], depth+1)
	case OpMix, OpAppend:
		for _, a := range x.args {
			if t := rowTypeAt(a, depth+1); t != "" {
				return t
			}
		}
	case OpAlt:
		return rowTypeAt(x.args[0], depth+1)
	}
	return x.typ
}

// columnsOf lists the columns of a row: the fields of a struct under their
// store's names, or the entries of a map or document.
func (j *judge) columnsOf(x *Val, family string) []colVal {
	x = unwrapRow(x)
	if info := j.w.types[rowType(x)]; info != nil && !strings.HasPrefix(rowType(x), "go.mongodb.org") {
		return j.structColumns(x, info, family)
	}
	if x.op != OpObj {
		return nil
	}
	j.w.expand(x)
	var out []colVal
	for _, p := range x.obj.puts {
		if p.opaque() || len(p.path) == 0 {
			continue
		}
		if key, val, ok := j.entry(p); ok {
			out = append(out, colVal{name: key, origin: j.w.origin(val), given: true})
			continue
		}
		if len(p.path) == 1 && strings.HasPrefix(p.path[0], "[") {
			out = append(out, colVal{name: strings.Trim(p.path[0], "[]"), origin: j.w.origin(p.value()), given: true})
		}
	}
	return out
}

// entry reads bson.E{Key: k, Value: v}, stored whole or field by field.
func (j *judge) entry(p boundPut) (string, *Val, bool) {
	if p.path[0] == "" || p.path[0][0] != '[' {
		return "", nil, false
	}
	if len(p.path) == 1 {
		v := p.value().force()
		if v.op != OpObj {
			return "", nil, false
		}
		key, val := j.w.field(v, "Key", ""), j.w.field(v, "Value", "")
		if ts := texts(key); len(ts) == 1 && val.force().op != OpZero {
			return ts[0], val, true
		}
		return "", nil, false
	}
	return "", nil, false
}

func unwrapRow(x *Val) *Val {
	for range 12 {
		x = x.force()
		switch {
		case x.op == OpIface:
			inner := x.args[0].force()
			if inner.typ == "" && x.typ != "" && inner.op == OpObj {
				return &Val{op: OpObj, typ: x.typ, obj: inner.obj, fr: inner.fr, v: inner.v, place: inner.place}
			}
			x = inner
		case x.op == OpMix && len(x.args) == 1:
			x = x.args[0]
		case x.op == OpAlt && len(x.args) > 0:
			// A constructor's error path returns nil or the zero value.
			next := x.args[0]
			for _, a := range x.args {
				if a.force().op != OpZero {
					next = a
					break
				}
			}
			x = next
		case x.op == OpAppend && len(x.args) == 2:
			x = x.args[1]
		case x.op == OpObj && untouched(x) && x.obj.base.force().op != OpZero:
			x = x.obj.base
		case x.op == OpObj && x.typ != "" && onlyElems(x):
			for _, p := range x.obj.puts {
				if !p.opaque() && len(p.path) == 1 {
					if v := p.value().force(); v.op == OpObj || v.op == OpIface || v.op == OpAlt {
						x = v
						break
					}
				}
			}
			if x.op == OpObj && onlyElems(x) {
				return x
			}
		case x.op == OpObj && x.typ != "" && len(x.obj.puts) == 1 && len(x.obj.puts[0].path) == 0 && !x.obj.puts[0].opaque():
			v := x.obj.puts[0].value().force()
			if v.op == OpObj || v.op == OpAlt || v.op == OpIface {
				x = v
				continue
			}
			return x
		default:
			return x
		}
	}
	return x
}

// untouched reports whether nothing was put into x that is known.
func untouched(x *Val) bool {
	for _, p := range x.obj.puts {
		if !p.opaque() {
			return false
		}
	}
	return true
}

// onlyElems reports whether x is a list whose elements are the rows.
func onlyElems(x *Val) bool {
	if len(x.obj.puts) == 0 || strings.HasSuffix(x.typ, "bson.E") || strings.HasSuffix(x.typ, "bson.D") {
		return false
	}
	for _, p := range x.obj.puts {
		if p.opaque() || len(p.path) != 1 || !strings.HasPrefix(p.path[0], "[") {
			return false
		}
		if _, err := strconv.Atoi(strings.Trim(p.path[0], "[]")); err != nil {
			return false
		}
	}
	return true
}

func (j *judge) structColumns(x *Val, info *StructInfo, family string) []colVal {
	var out []colVal
	for _, f := range info.Fields {
		name, skip := columnName(f, family)
		if skip {
			continue
		}
		v := x
		for _, p := range f.Path {
			v = j.w.field(v, p, info.Name)
		}
		v = v.force()
		c := colVal{name: name, given: v.op != OpZero}
		if c.given {
			c.origin = j.w.origin(v)
			if c.origin.empty() && c.origin.Class() == Constant {
				c.given = false
			}
		}
		out = append(out, c)
	}
	return out
}

// columnTags are the tags by which libraries name columns.
var columnTags = map[string]string{
	"mongo": "bson", "gorm": "gorm", "bun": "bun", "dynamodb": "dynamodbav", "firestore": "firestore", "spanner": "spanner", "xorm": "xorm",
}

// family is the tag by which the library names columns, "" if it has none of its own:
// a struct may serve several stores.
func (j *judge) family() string {
	for library, tag := range columnTags {
		if strings.HasPrefix(j.lib.Library, library) {
			return tag
		}
	}
	return ""
}

// columnName is a field's name in the store, by the tag that is there.
func columnName(f FieldInfo, family string) (string, bool) {
	tag := reflect.StructTag(f.Tag)
	families := []string{"gorm", "bun", "bson", "dynamodbav", "db", "xorm", "firestore", "spanner", "json"}
	if family != "" {
		families = []string{family}
	}
	for _, k := range families {
		t, ok := tag.Lookup(k)
		if !ok {
			continue
		}
		if t == "-" {
			return "", true
		}
		if k == "gorm" {
			for _, part := range strings.Split(t, ";") {
				if c, ok := strings.CutPrefix(part, "column:"); ok {
					return c, false
				}
			}
			return snake(f.Name), false
		}
		if n, _, _ := strings.Cut(t, ","); n != "" {
			return n, false
		}
	}
	return snake(f.Name), false
}

// snake turns a Go name into a column name the way gorm and bun do: OrderID is
// order_id.
func snake(s string) string {
	var b strings.Builder
	for i, r := range s {
		upper := r >= 'A' && r <= 'Z'
		if upper && i > 0 {
			prev := s[i-1]
			next := byte('A')
			if i+1 < len(s) {
				next = s[i+1]
			}
			if prev >= 'a' && prev <= 'z' || prev >= '0' && prev <= '9' || prev >= 'A' && prev <= 'Z' && next >= 'a' && next <= 'z' {
				b.WriteByte('_')
			}
		}
		if upper {
			r += 'a' - 'A'
		}
		b.WriteRune(r)
	}
	return b.String()
}

// rowTable is the uniqueness of the table a row is stored in: its struct's
// tags, with what the schema files say of the table named like it.
func (j *judge) rowTable(typ string) (Table, bool) {
	switch {
	case strings.HasPrefix(j.lib.Library, "mongo"):
		return j.mongoTable(), true
	case strings.HasPrefix(j.lib.Library, "dynamodb"):
		if j.uniq != nil {
			if t, ok := j.uniq.DynamoDB(j.dynamoName(), j.out.Place.File); ok {
				return tableOf(t), true
			}
		}
		return Table{}, false
	}
	info := j.w.types[typ]
	if info == nil {
		return Table{}, false
	}
	files, known := j.table(tableName(info.Name))
	if info.Table == nil {
		if !known && strings.HasPrefix(j.lib.Library, "gorm") && hasField(info, "ID") {
			return Table{Unique: [][]string{{"id"}}, Primary: true, Complete: true}, true
		}
		return files, known
	}
	t := *info.Table
	if known {
		t.Unique = append(slices.Clone(t.Unique), files.Unique...)
		t.Complete = t.Complete && files.Complete
	}
	return t, true
}

func hasField(info *StructInfo, name string) bool {
	return slices.ContainsFunc(info.Fields, func(f FieldInfo) bool { return f.Name == name })
}

// mongoTable: every collection is unique by _id; indexes of the collection, if
// it is known by name, add to that.
func (j *judge) mongoTable() Table {
	t := Table{Unique: [][]string{{"_id"}}, Primary: true, Complete: true}
	if j.uniq == nil {
		return t
	}
	names := []string{""}
	for _, n := range j.inside(0) {
		if n.call != nil && n.name == "Collection" && len(n.call.Args) > 1 {
			names = append(names, texts(n.fr.eval(n.call.Args[1]))...)
		}
	}
	for _, name := range names {
		if m, ok := j.uniq.Mongo(name, j.out.Place.File); ok {
			for _, u := range m.Unique {
				if !u.Partial {
					t.Unique = append(t.Unique, u.Columns)
				}
			}
		}
	}
	return t
}

func (j *judge) dynamoName() string {
	for i := range j.n.Args {
		for _, v := range fieldOf(j.inside(i), "TableName") {
			if ts := texts(v); len(ts) == 1 {
				return ts[0]
			}
		}
	}
	return ""
}

// tableName is the table gorm and bun choose for a struct: snake case, plural.
func tableName(typ string) string {
	if i := strings.LastIndexByte(typ, '.'); i >= 0 {
		typ = typ[i+1:]
	}
	s := snake(typ)
	switch {
	case strings.HasSuffix(s, "y"):
		return strings.TrimSuffix(s, "y") + "ies"
	case strings.HasSuffix(s, "s"):
		return s + "es"
	}
	return s + "s"
}
