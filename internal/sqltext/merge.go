package sqltext

// merge reads a merge behind its verb: what is inserted goes to Columns and
// Rows, what happens to a row that matches goes to Conflict.
//
// Have: MERGE
func (p *parser) merge(s *Statement) {
	s.Kind = Merge
	if p.accept("TOP") {
		p.parens()
	}
	p.accept("INTO")
	known := p.target(s)
	if p.accept("WITH") {
		p.parens() // WITH (HOLDLOCK)
		s.Alias = p.alias()
	}
	known = p.accept("USING") && known
	source := p.mergeSource()
	if p.accept("ON") {
		s.Conflict.Columns = p.matchedColumns(s, p.until("WHEN"))
	}
	if s.Conflict.Action == None {
		s.Conflict.Action = Nothing // until a WHEN MATCHED says otherwise
	}
	for p.accept("WHEN") {
		known = p.mergeWhen(s, source) && known
	}
	s.Complete = known && !hasClauseHole(p.rest())
}

// mergeSource is what the columns of a USING clause stand for.
type mergeSource struct {
	alias  string
	values map[string][]Token
}

// mergeSource reads USING (VALUES ($1, $2)) AS s (id, qty) and USING (SELECT
// $1 AS id) s, so that s.id can be read as $1.
func (p *parser) mergeSource() mergeSource {
	src := mergeSource{values: map[string][]Token{}}
	body, ok := p.parens()
	if !ok {
		p.name()
	}
	src.alias = p.alias()
	var columns []string
	if list, ok := p.parens(); ok {
		columns = names(list)
	}
	if len(body) > 1 && body[0].Is("VALUES") {
		row := splitTop(inParens(body[1:]), ",")
		for i, c := range columns {
			if len(row) == len(columns) {
				src.values[c] = row[i]
			}
		}
	}
	if len(body) > 1 && body[0].Is("SELECT") && indexTop(body, "FROM") < 0 {
		for i, part := range splitTop(body[1:], ",") {
			n := len(part)
			switch {
			case i < len(columns):
				src.values[columns[i]] = part
			case n > 2 && part[n-2].Is("AS"):
				src.values[part[n-1].Name()] = part[:n-2]
			case n > 1 && part[n-1].IsName():
				src.values[part[n-1].Name()] = part[:n-1]
			}
		}
	}
	return src
}

// lookup replaces a column of the source by what it stands for.
func (src mergeSource) lookup(toks []Token) []Token {
	n := len(toks)
	if c := plainColumn(toks); c != "" && (n == 1 || toks[n-3].Name() == src.alias) {
		if value, ok := src.values[c]; ok {
			return value
		}
	}
	return toks
}

// matchedColumns are the columns of the target that an ON clause compares.
func (p *parser) matchedColumns(s *Statement, on []Token) []string {
	var columns []string
	if inner := inParens(on); inner != nil {
		on = inner
	}
	for _, part := range splitAnd(on) {
		for _, side := range splitTop(part, "=") {
			q := ""
			if n := len(side); n >= 3 {
				q = side[n-3].Name()
			}
			if c := plainColumn(side); c != "" && (q == s.Alias && q != "" || q == s.Table) {
				columns = appendNew(columns, c)
			}
		}
	}
	return columns
}

// mergeWhen reads one branch and reports whether it has no hole that hides an
// action.
//
// Have: WHEN
func (p *parser) mergeWhen(s *Statement, src mergeSource) bool {
	inserts := p.accept("NOT")
	p.accept("MATCHED")
	p.until("THEN", "WHEN")
	if !p.accept("THEN") {
		return false
	}
	switch {
	case p.accept("DO", "NOTHING"):
		return true
	case p.accept("DELETE"):
		s.Conflict.Action = Replace
		return true
	case p.accept("UPDATE", "SET"):
		return p.mergeUpdate(s)
	case inserts && p.accept("INSERT"):
		return p.mergeInsert(s, src)
	}
	return false
}

func (p *parser) mergeUpdate(s *Statement) bool {
	list, known := p.assignments(s, p.until("WHEN", "OUTPUT", "RETURNING", ";"))
	s.Conflict.Action = DoUpdate
	s.Conflict.Set = append(s.Conflict.Set, list...)
	for _, a := range list {
		s.Conflict.Relative = s.Conflict.Relative || a.Relative
	}
	return known
}

func (p *parser) mergeInsert(s *Statement, src mergeSource) bool {
	list, ok := p.parens()
	if ok {
		s.Columns = names(list)
	}
	if !p.accept("VALUES") {
		return p.accept("DEFAULT", "VALUES")
	}
	values, _ := p.parens()
	var row []Expr
	for _, part := range splitTop(values, ",") {
		row = append(row, p.value(src.lookup(part)))
	}
	s.Rows = append(s.Rows, row)
	p.until("WHEN", "OUTPUT", "RETURNING")
	p.output(s)
	return !hasHole(list)
}
