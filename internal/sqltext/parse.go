package sqltext

import (
	"slices"
	"strings"
)

// The bounds on one statement; beyond them it is Unknown.
const (
	maxDepth   = 8      // statements inside statements
	maxNesting = 200    // parentheses and CASEs; the reader looks at each level anew
	maxTokens  = 20_000 // of a statement
)

// parser reads the tokens of one statement.
type parser struct {
	text  string
	toks  []Token
	pos   int
	depth int
}

// source is the text toks were written as.
func (p *parser) source(toks []Token) string {
	if len(toks) == 0 {
		return ""
	}
	return p.text[toks[0].Pos:toks[len(toks)-1].end()]
}

func (p *parser) peek() Token {
	if p.pos < len(p.toks) {
		return p.toks[p.pos]
	}
	return Token{Kind: Punct}
}

func (p *parser) done() bool       { return p.pos >= len(p.toks) }
func (p *parser) rest() []Token    { return p.toks[min(p.pos, len(p.toks)):] }
func (p *parser) at(w string) bool { return p.peek().Is(w) }

// accept takes the given words when they come next, all of them.
func (p *parser) accept(words ...string) bool {
	for i, w := range words {
		if p.pos+i >= len(p.toks) || !p.toks[p.pos+i].Is(w) {
			return false
		}
	}
	p.pos += len(words)
	return true
}

// acceptAny takes all that comes next of the given words.
func (p *parser) acceptAny(words ...string) {
	for p.peek().IsAny(words...) {
		p.pos++
	}
}

// parens takes a parenthesis and returns what stands inside; ok is false when
// none comes next.
func (p *parser) parens() (inside []Token, ok bool) {
	if !p.at("(") {
		return nil, false
	}
	start, end := p.pos+1, closing(p.toks, p.pos)
	p.pos = end + 1
	if end < start || !p.toks[end].Is(")") {
		return p.toks[start:], true // never closed
	}
	return p.toks[start:end], true
}

// until takes tokens up to the first top-level one that is one of words.
func (p *parser) until(words ...string) []Token {
	rest := p.rest()
	if i := indexTop(rest, words...); i >= 0 {
		rest = rest[:i]
	}
	p.pos += len(rest)
	return rest
}

// name takes a table's name. ok is false when the last part of it, the table's
// own name, is not known.
func (p *parser) name() (schema, table string, ok bool) {
	var parts []Token
	for !p.done() {
		t := p.peek()
		if !t.IsName() && t.Kind != Gap {
			break
		}
		p.pos++
		glued := p.peek().Kind != Punct && !p.done() && p.peek().Pos == t.end()
		if glued && (t.Kind == Gap || p.peek().Kind == Gap) {
			p.pos++ // orders_%s
			t.Hole = true
		}
		parts = append(parts, t)
		if !p.at(".") {
			break
		}
		p.acceptAny(".")
	}
	if len(parts) == 0 {
		return "", "", false
	}
	last := parts[len(parts)-1]
	if last.Hole {
		return "", "", false
	}
	if len(parts) > 1 && !parts[len(parts)-2].Hole {
		schema = parts[len(parts)-2].Name()
	}
	table = last.Name()
	// BigQuery quotes the whole path: `project.dataset.orders`.
	if i := strings.LastIndexByte(table, '.'); i >= 0 {
		schema, table = table[:i], table[i+1:]
		schema = schema[strings.LastIndexByte(schema, '.')+1:]
	}
	return schema, table, table != ""
}

// notAliases are the words that may follow a table and do not rename it.
var notAliases = set(`values value select set default with overriding output on using where from partition format returning
	join left right inner outer cross full natural group order having limit offset for union except intersect window
	when then if settings final prewhere force use ignore fetch straight_join lateral tablesample as do begin end
	allow option add drop alter delete update`)

// alias takes [AS] name and returns it, or "".
func (p *parser) alias() string {
	as := p.accept("AS")
	t := p.peek()
	if !t.IsName() || !as && t.Kind == Word && notAliases[t.Name()] {
		if as {
			p.pos-- // AS belongs to something else
		}
		return ""
	}
	p.pos++
	return t.Name()
}

// statement reads all of p.
func (p *parser) statement() Statement {
	if len(p.toks) > maxTokens || p.depth > maxDepth || nesting(p.toks) > maxNesting {
		return Statement{}
	}
	p.skipPrefix()
	if p.accept("WITH") {
		return p.with()
	}
	if p.accept("IF") {
		return p.ifNotExists()
	}
	return p.verb()
}

// nesting is how deep parentheses and CASEs are nested.
func nesting(toks []Token) int {
	depth, deepest := 0, 0
	for _, t := range toks {
		switch {
		case t.IsAny("(", "CASE"):
			depth++
		case t.IsAny(")", "END"):
			depth = max(depth-1, 0)
		}
		deepest = max(deepest, depth)
	}
	return deepest
}

// skipPrefix takes what may stand before a verb without changing its meaning.
func (p *parser) skipPrefix() {
	for p.accept("EXPLAIN") || p.accept("ANALYZE") || p.accept("(") {
	}
}

// verb reads a statement from its first keyword on.
func (p *parser) verb() Statement {
	s := Statement{}
	t := p.peek()
	p.pos++
	switch {
	case t.Is("SELECT"):
		p.selectFrom(&s)
	case t.IsAny("INSERT", "REPLACE", "UPSERT"):
		p.insert(&s, t)
	case t.Is("COPY"):
		p.copyFrom(&s)
	case t.Is("UPDATE"):
		p.update(&s)
	case t.Is("DELETE"):
		p.deleteFrom(&s)
	case t.Is("MERGE"):
		p.merge(&s)
	case t.Is("ALTER"):
		p.alter(&s)
	case t.IsAny(otherVerbs...):
		s.Kind, s.Complete = Other, !t.Hole
	}
	return s
}

var otherVerbs = []string{
	"CREATE", "DROP", "TRUNCATE", "RENAME", "COMMENT", "GRANT", "REVOKE", "SET", "RESET", "SHOW", "USE", "LOCK", "UNLOCK",
	"BEGIN", "START", "COMMIT", "ROLLBACK", "SAVEPOINT", "RELEASE", "END", "ABORT", "LISTEN", "UNLISTEN", "NOTIFY",
	"VACUUM", "ANALYZE", "REINDEX", "CLUSTER", "REFRESH", "PRAGMA", "ATTACH", "DETACH", "OPTIMIZE", "DECLARE", "FETCH",
	"CLOSE", "DISCARD", "CHECKPOINT", "PREPARE", "DEALLOCATE", "DESCRIBE", "DESC", "KILL", "FLUSH", "SYSTEM",
}

// with reads WITH name AS (…), … statement. The statement that changes rows is
// the interesting one, wherever it stands; the outer one goes first.
//
// Have: WITH
func (p *parser) with() Statement {
	p.accept("RECURSIVE")
	var parts []Statement
	for {
		p.name()
		p.parens()
		if !p.accept("AS") {
			break
		}
		p.acceptAny("NOT", "MATERIALIZED")
		body, ok := p.parens()
		if !ok {
			break
		}
		if s := p.nested(body); s.Kind.Modifies() {
			parts = append(parts, append([]Statement{s}, s.With...)...)
		}
		if !p.accept(",") {
			break
		}
	}
	s := p.verb()
	if !s.Kind.Modifies() && len(parts) > 0 {
		s, parts = parts[0], parts[1:]
	}
	s.CTE = true
	s.With = slices.Clip(parts)
	return s
}

func (p *parser) nested(toks []Token) Statement {
	inner := parser{text: p.text, toks: toks, depth: p.depth + 1}
	s := inner.statement()
	s.CTE = true
	return s
}

// ifNotExists reads SQL Server's IF NOT EXISTS (SELECT …) INSERT …. Any other
// IF may run either branch.
//
// Have: IF
func (p *parser) ifNotExists() Statement {
	if !p.accept("NOT", "EXISTS") {
		return Statement{}
	}
	p.parens()
	p.accept("BEGIN")
	if indexTop(p.rest(), "ELSE") >= 0 {
		return Statement{}
	}
	s := p.verb()
	s.NotExists = true
	return s
}

// insert reads an insert behind its verb.
//
// Have: INSERT
func (p *parser) insert(s *Statement, verb Token) {
	s.Kind = Insert
	if verb.IsAny("REPLACE", "UPSERT") {
		s.Conflict.Action = Replace
	}
	p.insertModifiers(s)
	known := p.target(s)
	if p.accept("PARTITION") {
		p.parens()
	}
	if list, ok := p.columnList(); ok {
		s.Columns = names(list)
		known = known && !hasHole(list)
	}
	p.output(s)
	p.acceptAny("OVERRIDING", "SYSTEM", "USER", "VALUE")
	known = p.rows(s) && known
	known = p.conflicts(s) && known
	p.insertTail(s)
	s.Complete = known && !hasClauseHole(p.rest())
}

func (p *parser) insertModifiers(s *Statement) {
	for !p.done() {
		switch {
		case p.accept("OR", "IGNORE"), p.accept("IGNORE"):
			s.Conflict.Action = Nothing
		case p.accept("OR", "REPLACE"), p.accept("OR", "UPDATE"):
			s.Conflict.Action = Replace
		case p.accept("OR"):
			p.pos++ // ROLLBACK, ABORT, FAIL
		case p.accept("TOP"):
			p.parens()
		case p.peek().IsAny("LOW_PRIORITY", "DELAYED", "HIGH_PRIORITY", "INTO", "OVERWRITE", "TABLE"):
			p.pos++
		default:
			return
		}
	}
}

// target reads the table a statement changes and reports whether it is known.
func (p *parser) target(s *Statement) bool {
	schema, table, ok := p.name()
	s.Schema, s.Table = schema, table
	if ok {
		s.Alias = p.alias()
	}
	return ok
}

// columnList takes (a, b) unless the parenthesis holds a query.
func (p *parser) columnList() ([]Token, bool) {
	if p.at("(") && p.pos+1 < len(p.toks) && p.toks[p.pos+1].IsAny("SELECT", "WITH", "(") {
		return nil, false
	}
	return p.parens()
}

// rows reads where the inserted rows come from and reports whether nothing
// unknown stands outside them.
func (p *parser) rows(s *Statement) bool {
	switch {
	case p.accept("VALUES"), p.accept("VALUE"):
		return p.valueRows(s)
	case p.accept("DEFAULT", "VALUES"):
		return true
	case p.accept("SET"):
		return p.setRow(s)
	case p.at("SELECT"), p.at("WITH"), p.at("("), p.at("TABLE"), p.at("EXEC"), p.at("EXECUTE"):
		return p.query(s)
	case p.peek().IsAny("FORMAT", "SETTINGS"):
		p.pos = len(p.toks)
		return true
	}
	// INSERT INTO t (a, b) alone: ClickHouse's batch and COPY-like APIs.
	return p.done()
}

func (p *parser) valueRows(s *Statement) bool {
	for {
		p.accept("ROW")
		row, ok := p.parens()
		if !ok {
			return false
		}
		s.Rows = append(s.Rows, p.exprs(row))
		if !p.accept(",") {
			break
		}
	}
	alias := p.alias() // MySQL 8: VALUES (…) AS new
	if alias != "" {
		p.parens()
	}
	return true
}

// exprs reads a comma separated list of values.
func (p *parser) exprs(toks []Token) []Expr {
	var list []Expr
	for _, part := range splitTop(toks, ",") {
		list = append(list, p.value(part))
	}
	return list
}

// value is expr for a place where a column makes no sense: "paid" is a string
// there, as MySQL has it.
func (p *parser) value(toks []Token) Expr {
	e := p.expr(toks)
	if core := unwrap(toks); len(core) == 1 && core[0].Kind == Quoted && strings.HasPrefix(core[0].Text, `"`) {
		e.Literal, e.Columns = true, nil
	}
	return e
}

// setRow reads MySQL's INSERT INTO t SET a = 1, b = 2.
func (p *parser) setRow(s *Statement) bool {
	list, known := p.assignments(s, p.until("AS", "ON", "RETURNING"))
	var row []Expr
	for _, a := range list {
		s.Columns = append(s.Columns, a.Column)
		row = append(row, a.Value)
	}
	s.Rows = append(s.Rows, row)
	p.alias()
	return known
}

// query reads INSERT … SELECT up to the conflict clause. ON also joins tables,
// so only ON CONFLICT and ON DUPLICATE end it.
func (p *parser) query(s *Statement) bool {
	s.FromSelect = true
	rest := p.rest()
	end := len(rest)
	topLevel(rest, func(i int, t Token) bool {
		next := Token{}
		if i+1 < len(rest) {
			next = rest[i+1]
		}
		if t.Is("RETURNING") || t.Is("ON") && next.IsAny("CONFLICT", "DUPLICATE") || t.Is("THEN") && next.Is("RETURN") {
			end = i
			return false
		}
		return true
	})
	body := rest[:end]
	p.pos += end
	s.NotExists = s.NotExists || hasWords(body, "NOT", "EXISTS")
	s.Rows = p.selectedValues(body)
	return !hasClauseHole(body)
}

// selectedValues returns the row of a query that only lists values, with or
// without a FROM.
func (p *parser) selectedValues(body []Token) [][]Expr {
	if inner := inParens(body); inner != nil {
		body = inner
	}
	if len(body) == 0 || !body[0].Is("SELECT") || indexTop(body, "UNION", "EXCEPT", "INTERSECT") >= 0 {
		return nil
	}
	list := body[1:]
	if len(list) > 0 && list[0].IsAny("DISTINCT", "ALL") {
		list = list[1:]
	}
	if i := indexTop(list, "FROM", "WHERE", "LIMIT", "ORDER", "GROUP", "HAVING"); i >= 0 {
		list = list[:i]
	}
	var row []Expr
	for _, part := range splitTop(list, ",") {
		if i := indexTop(part, "AS"); i > 0 {
			part = part[:i]
		}
		row = append(row, p.expr(part))
	}
	return [][]Expr{row}
}

// conflicts reads ON CONFLICT and ON DUPLICATE KEY UPDATE clauses and reports
// whether they have no hole.
func (p *parser) conflicts(s *Statement) bool {
	known := true
	for {
		switch {
		case p.accept("ON", "CONFLICT"):
			known = p.onConflict(s) && known
		case p.accept("ON", "DUPLICATE", "KEY", "UPDATE"):
			s.Conflict.Action = DoUpdate
			known = p.conflictSet(s) && known
		default:
			return known
		}
	}
}

// onConflict reads a conflict clause of PostgreSQL, SQLite or CockroachDB.
//
// Have: ON CONFLICT
func (p *parser) onConflict(s *Statement) bool {
	known := true
	first := s.Conflict.Action == None
	if p.accept("ON", "CONSTRAINT") {
		s.Conflict.Constraint = p.peek().Name()
		known = !p.peek().Hole
		p.pos++
	} else if list, ok := p.parens(); ok {
		known = !hasHole(list)
		if first {
			s.Conflict.Columns = names(list)
		}
	}
	if p.accept("WHERE") {
		p.until("DO") // the predicate of a partial index
	}
	switch {
	case p.accept("DO", "NOTHING"):
		if first {
			s.Conflict.Action = Nothing
		}
		return known
	case p.accept("DO", "UPDATE", "SET"):
		s.Conflict.Action = DoUpdate
		return p.conflictSet(s) && known
	}
	return false
}

func (p *parser) conflictSet(s *Statement) bool {
	list, known := p.assignments(s, p.until("WHERE", "RETURNING", "ON", "AS"))
	if p.accept("WHERE") {
		where := p.until("RETURNING", "ON")
		s.Conflict.Where = p.conditions(where)
		known = known && !hasClauseHole(where)
	}
	markVersions(list, s.Conflict.Where)
	s.Conflict.Set = append(s.Conflict.Set, list...)
	for _, a := range list {
		s.Conflict.Relative = s.Conflict.Relative || a.Relative
	}
	if slices.ContainsFunc(list, func(a Assignment) bool { return a.Version }) {
		s.Conflict.Relative = false
	}
	return known
}

// insertTail reads what may follow: CQL's IF NOT EXISTS, RETURNING.
func (p *parser) insertTail(s *Statement) {
	if p.accept("IF", "NOT", "EXISTS") {
		s.NotExists = true
	}
	p.returning(s)
}

// copyFrom reads COPY t (a, b) FROM STDIN, as a driver's CopyIn writes it.
func (p *parser) copyFrom(s *Statement) {
	known := p.target(s)
	if list, ok := p.parens(); ok {
		s.Columns = names(list)
	}
	if !p.accept("FROM") {
		s.Kind = Other
		return
	}
	s.Kind, s.Complete = Insert, known
}

// update reads an update behind its verb.
//
// Have: UPDATE
func (p *parser) update(s *Statement) {
	s.Kind = Update
	p.skipUpdateModifiers()
	known := p.target(s)
	if p.accept("USING") {
		p.until("SET") // CQL: USING TTL ?
	}
	joined := p.until("SET")
	if !p.accept("SET") {
		return
	}
	set := p.until("FROM", "WHERE", "RETURNING", "ORDER", "LIMIT", "OUTPUT", "THEN")
	p.output(s)
	if p.accept("FROM") {
		p.resolveAlias(s, p.until("WHERE", "RETURNING"))
	}
	var setKnown bool
	s.Set, setKnown = p.assignments(s, set)
	p.where(s)
	markVersions(s.Set, s.Where)
	p.until("RETURNING", "THEN")
	p.returning(s)
	s.Complete = known && setKnown && !hasClauseHole(joined)
}

func (p *parser) skipUpdateModifiers() {
	for {
		switch {
		case p.accept("OR"):
			p.pos++
		case p.accept("TOP"):
			p.parens()
		case p.peek().IsAny("LOW_PRIORITY", "IGNORE", "ONLY", "QUICK"):
			p.pos++
		default:
			return
		}
	}
}

// resolveAlias replaces a table's alias by its name, where SQL Server has
// UPDATE o SET … FROM orders o.
func (p *parser) resolveAlias(s *Statement, from []Token) {
	inner := parser{text: p.text, toks: from}
	for _, part := range splitTop(from, ",", "JOIN") {
		inner.toks, inner.pos = part, 0
		inner.acceptAny("FROM", "USING", "INNER", "LEFT", "RIGHT", "OUTER")
		schema, table, ok := inner.name()
		if ok && table != s.Table && inner.alias() == s.Table {
			s.Alias = s.Table
			s.Schema, s.Table = schema, table
			return
		}
	}
}

// deleteFrom reads a delete behind its verb.
//
// Have: DELETE
func (p *parser) deleteFrom(s *Statement) {
	s.Kind = Delete
	p.skipUpdateModifiers()
	if !p.at("FROM") {
		p.columnsBeforeFrom()
	}
	p.accept("FROM")
	p.accept("ONLY")
	known := p.target(s)
	p.output(s)
	from := p.until("WHERE", "RETURNING", "ORDER", "LIMIT", "THEN")
	p.resolveAlias(s, from)
	p.where(s)
	p.until("RETURNING", "THEN")
	p.returning(s)
	s.Complete = known && !hasClauseHole(from)
}

// columnsBeforeFrom skips MySQL's list of tables in DELETE o FROM orders o and
// CQL's columns. DELETE orders WHERE … names the table itself.
func (p *parser) columnsBeforeFrom() {
	start := p.pos
	p.until("FROM", "WHERE")
	if !p.at("FROM") {
		p.pos = start
	}
}

// alter reads ClickHouse's ALTER TABLE t UPDATE … and ALTER TABLE t DELETE ….
//
// Have: ALTER
func (p *parser) alter(s *Statement) {
	s.Kind, s.Complete = Other, true
	if !p.accept("TABLE") {
		return
	}
	known := p.target(s)
	if p.accept("ON", "CLUSTER") {
		p.pos++
	}
	switch {
	case p.accept("UPDATE"):
		s.Kind = Update
		set := p.until("WHERE")
		s.Set, s.Complete = p.assignments(s, set)
		p.where(s)
	case p.accept("DELETE"):
		s.Kind = Delete
		p.where(s)
	}
	s.Complete = s.Complete && known
}

// selectFrom reads a query behind SELECT.
func (p *parser) selectFrom(s *Statement) {
	s.Kind = Select
	list := p.until("FROM", "WHERE")
	s.Columns = resultNames(list)
	s.Complete = !hasClauseHole(list)
	s.Locking = takesAdvisoryLock(list)
	if p.accept("FROM") {
		s.Complete = p.target(s) && s.Complete
		if p.at("(") {
			s.Table = "" // a function: FROM unnest($1)
		}
	}
	s.Locking = s.Locking || locks(p.rest())
	p.until("WHERE")
	p.where(s)
	if s.Table == "" {
		p.existing(s, list)
	}
}

// existing reads SELECT EXISTS (SELECT 1 FROM t WHERE id = $1), which asks the
// table inside.
func (p *parser) existing(s *Statement, list []Token) {
	i := indexTop(list, "EXISTS")
	if i < 0 || i > 0 && list[i-1].Is("NOT") || i+3 >= len(list) || !list[i+1].Is("(") || !list[i+2].Is("SELECT") || p.depth >= maxDepth {
		return
	}
	end := max(closing(list, i+1), i+3)
	inner := parser{text: p.text, toks: list[i+3 : end], depth: p.depth + 1}
	var in Statement
	inner.selectFrom(&in)
	s.Schema, s.Table, s.Alias = in.Schema, in.Table, in.Alias
	s.Where, s.HasWhere, s.WhereText = in.Where, in.HasWhere, in.WhereText
	s.Complete = s.Complete && in.Complete
}

func takesAdvisoryLock(list []Token) bool {
	for _, t := range list {
		name := t.Name()
		if t.Kind == Word && (name == "get_lock" || strings.HasPrefix(name, "pg_advisory_") || strings.HasPrefix(name, "pg_try_advisory_")) {
			return !strings.Contains(name, "unlock")
		}
	}
	return false
}

func locks(toks []Token) bool {
	return hasWords(toks, "FOR", "UPDATE") || hasWords(toks, "FOR", "NO", "KEY", "UPDATE") ||
		hasWords(toks, "UPDLOCK") || hasWords(toks, "XLOCK") || hasWords(toks, "TABLOCKX")
}

// afterWhere are the words that end a WHERE clause.
var afterWhere = []string{
	"RETURNING", "ORDER", "GROUP", "HAVING", "LIMIT", "OFFSET", "FOR", "WINDOW", "UNION", "EXCEPT", "INTERSECT",
	"SETTINGS", "OPTION", "THEN", "FETCH",
}

// where takes a WHERE clause, and the conditions of CQL's IF after it.
func (p *parser) where(s *Statement) {
	p.until("WHERE", "RETURNING", "THEN")
	if !p.accept("WHERE") {
		return
	}
	toks := p.until(afterWhere...)
	s.HasWhere = true
	s.WhereText = p.source(toks)
	i := indexTop(toks, "IF")
	if i < 0 || i+1 == len(toks) || toks[i+1].Is("(") {
		s.Where = p.conditions(toks)
		return
	}
	s.Where = p.conditions(toks[:i])
	if !toks[i+1].Is("EXISTS") {
		s.Where = append(s.Where, p.conditions(toks[i+1:])...)
	}
}

// returning takes RETURNING a, b or Spanner's THEN RETURN a, b.
func (p *parser) returning(s *Statement) {
	if p.accept("RETURNING") || p.accept("THEN", "RETURN") {
		s.Returning = append(s.Returning, resultNames(p.until("INTO"))...)
		p.pos = len(p.toks)
	}
}

// output takes SQL Server's OUTPUT INSERTED.id.
func (p *parser) output(s *Statement) {
	if p.accept("OUTPUT") {
		s.Returning = append(s.Returning, resultNames(p.until("INTO", "VALUES", "SELECT", "FROM", "WHERE", "DEFAULT"))...)
		if p.accept("INTO") {
			p.name()
			p.parens()
		}
	}
}

// resultNames returns the names of a list of results: the alias, or the column,
// or the text of an expression.
func resultNames(toks []Token) []string {
	var list []string
	for _, part := range splitTop(toks, ",") {
		if n := len(part); n > 0 {
			list = append(list, part[n-1].nameOrText())
		}
	}
	return list
}

func (t Token) nameOrText() string {
	if t.IsName() {
		return t.Name()
	}
	return t.Text
}

// names returns the columns of a list; what is not a plain column is given as
// its tokens without space, like lower(email).
func names(toks []Token) []string {
	var list []string
	for _, part := range splitTop(toks, ",") {
		var b strings.Builder
		for _, t := range part {
			if t.IsAny("ASC", "DESC", "COLLATE") && b.Len() > 0 {
				break
			}
			b.WriteString(strings.ToLower(t.nameOrText()))
		}
		name := b.String()
		if len(part) == 3 && part[1].Is(".") {
			name = part[2].Name()
		}
		list = append(list, name)
	}
	return list
}

func hasHole(toks []Token) bool {
	return slices.ContainsFunc(toks, func(t Token) bool { return t.Hole })
}

// hasWords reports whether the words stand side by side in toks.
func hasWords(toks []Token, words ...string) bool {
	for i := range toks {
		n := 0
		for n < len(words) && i+n < len(toks) && toks[i+n].Is(words[n]) {
			n++
		}
		if n == len(words) {
			return true
		}
	}
	return false
}

// hasClauseHole reports whether a hole stands at the top level where a clause
// could: not behind an operator or a word that wants a value.
func hasClauseHole(toks []Token) bool {
	found := false
	topLevel(toks, func(i int, t Token) bool {
		found = t.Kind == Gap && (i == 0 || !wantsValue(toks[i-1]))
		return !found
	})
	return found
}

func wantsValue(t Token) bool {
	if t.Kind == Punct {
		return !t.IsAny(")", "]", "*", ",")
	}
	return t.IsAny("AND", "OR", "NOT", "IN", "LIKE", "ILIKE", "BETWEEN", "LIMIT", "OFFSET", "BY", "THEN", "ELSE", "WHEN", "IS", "INTERVAL", "ANY", "FROM", "JOIN")
}
