package sqltext

import "strings"

// assignments reads a = 1, (b, c) = (2, 3), d += 4. It reports whether every
// part is an assignment and no hole could hide another one.
func (p *parser) assignments(s *Statement, toks []Token) (list []Assignment, known bool) {
	known = len(toks) > 0
	for _, part := range splitTop(toks, ",") {
		// An operator that assigns stands first; a = b = c compares b and c.
		i := indexTop(part, "=", "+=", "-=", "*=", "/=", "%=", "|=", "&=", "^=", ":=")
		if i <= 0 {
			known = false
			continue
		}
		target, op, value := part[:i], part[i], part[i+1:]
		known = known && !hasHole(target) && !hasClauseHole(value[min(1, len(value)):])
		if columns := inParens(target); columns != nil {
			list = append(list, p.tuple(s, columns, value)...)
			continue
		}
		a := p.assignment(s, target, value)
		if !op.IsAny("=", ":=") {
			a.Relative = !op.IsAny("|=", "&=")
		}
		list = append(list, a)
	}
	return list, known
}

func (p *parser) assignment(s *Statement, target, value []Token) Assignment {
	column, qualifiers := assigned(target)
	for _, q := range []string{s.Table, s.Alias} {
		if q != "" {
			qualifiers = append(qualifiers, q)
		}
	}
	own := owner{table: s.Table, qualifiers: qualifiers, column: column}
	return Assignment{Column: column, Value: p.value(value), Relative: own.relative(value)}
}

// assigned returns the column a target names and the qualifier it is named
// with. In data['a'], items[1] and point.x it is the column that counts.
func assigned(target []Token) (column string, qualifiers []string) {
	for i, t := range target {
		if !t.IsName() {
			break
		}
		column = t.Name()
		if i+2 < len(target) && target[i+1].Is(".") {
			qualifiers = append(qualifiers, column)
			column = target[i+2].Name()
		}
		break
	}
	return column, qualifiers
}

// tuple reads (a, b) = (1, 2). When the right side is a query its columns have
// no value of their own.
func (p *parser) tuple(s *Statement, columns, value []Token) []Assignment {
	if len(value) > 0 && value[0].Is("ROW") {
		value = value[1:]
	}
	values := splitTop(inParens(value), ",")
	targets := splitTop(columns, ",")
	var list []Assignment
	for i, target := range targets {
		if len(values) == len(targets) {
			list = append(list, p.assignment(s, target, values[i]))
			continue
		}
		column, _ := assigned(target)
		list = append(list, Assignment{Column: column, Value: p.expr(value)})
	}
	return list
}

// markVersions marks the assignments after which where no longer holds for the
// row: its column was compared with what it is moved away from.
func markVersions(set []Assignment, where []Condition) {
	for i := range set {
		for _, c := range where {
			if c.Column == set[i].Column && movesOn(set[i], c) {
				set[i].Version = true
			}
		}
	}
}

// movesOn reports whether a condition on a column fails once the column is
// assigned: version = $1 before version + 1, version = $1 - 1 or version < $1
// before $1.
func movesOn(a Assignment, c Condition) bool {
	same := a.Value.Text == c.Value.Text
	switch c.Op {
	case "=":
		return c.Value.given() && (a.Relative || a.Value.given() && !same && len(c.Value.Placeholders) > 0)
	case "<", ">", "<>":
		return a.Value.Text != "" && same && !a.Relative
	}
	return false
}

// given reports whether an expression is made from parameters or is written
// out, and reads no column.
func (x Expr) given() bool {
	return x.Placeholder > 0 || x.Name != "" || x.Literal || x.Unknown || len(x.Placeholders) > 0
}

// conditions reads the conditions that must all hold. An OR makes them one
// condition of unknown shape.
func (p *parser) conditions(toks []Token) []Condition {
	if inner := inParens(toks); inner != nil && !(len(inner) > 0 && inner[0].Is("SELECT")) {
		return p.conditions(inner)
	}
	if len(toks) == 0 {
		return nil
	}
	if len(splitTop(toks, "OR", "XOR")) > 1 {
		return []Condition{{Value: p.expr(toks)}}
	}
	var list []Condition
	for _, part := range splitAnd(toks) {
		if inner := inParens(part); inner != nil {
			list = append(list, p.conditions(inner)...)
			continue
		}
		list = append(list, p.condition(part)...)
	}
	return list
}

// splitAnd splits at AND, but not at the one of BETWEEN … AND ….
func splitAnd(toks []Token) [][]Token {
	var parts [][]Token
	start, between := 0, false
	topLevel(toks, func(i int, t Token) bool {
		switch {
		case t.Is("BETWEEN"):
			between = true
		case t.Is("AND") && between:
			between = false
		case t.IsAny("AND", "&&"):
			parts = append(parts, toks[start:i])
			start = i + 1
		}
		return true
	})
	return append(parts, toks[start:])
}

// condition reads one comparison. A row comparison gives one for each column.
func (p *parser) condition(toks []Token) []Condition {
	unread := []Condition{{Value: p.expr(toks)}}
	if len(toks) == 0 {
		return nil
	}
	if toks[0].Is("EXISTS") {
		return []Condition{{Op: "EXISTS", Value: p.expr(toks[1:])}}
	}
	if len(toks) > 1 && toks[0].Is("NOT") && toks[1].Is("EXISTS") {
		return []Condition{{Op: "NOT EXISTS", Value: p.expr(toks[2:])}}
	}
	i := indexTop(toks, "=", "==", "<>", "!=", "<=", ">=", "<", ">", "<=>", "IS", "IN", "LIKE", "ILIKE", "BETWEEN", "@>", "NOT")
	if i <= 0 || i == len(toks)-1 {
		return unread
	}
	left := toks[:i]
	op, right := operatorAt(toks, i)
	if columns := inParens(left); columns != nil && op == "=" {
		if list := p.rowComparison(columns, right); list != nil {
			return list
		}
	}
	column := plainColumn(left)
	if column == "" && op == "=" {
		column = plainColumn(right) // $1 = id
		left, right = right, left
	}
	if column == "" {
		return unread
	}
	return []Condition{{Column: column, Op: op, Value: p.expr(right)}}
}

// operatorAt returns the operator at i in canonical form and what follows it.
func operatorAt(toks []Token, i int) (op string, right []Token) {
	op = strings.ToUpper(toks[i].Text)
	right = toks[i+1:]
	next := right[0]
	switch {
	case op == "NOT" && next.IsAny("IN", "LIKE", "ILIKE", "BETWEEN"):
		return "NOT " + strings.ToUpper(next.Text), right[1:]
	case op == "IS":
		return isOperator(right)
	case op == "=" && next.IsAny("ANY", "SOME"):
		return "IN", right[1:]
	case op == "==", op == "<=>":
		op = "="
	case op == "!=":
		op = "<>"
	}
	return op, right
}

// isOperator reads IS [NOT] NULL, IS [NOT] TRUE and IS [NOT] DISTINCT FROM x.
func isOperator(right []Token) (string, []Token) {
	op := "IS"
	rest := right
	if rest[0].Is("NOT") {
		op, rest = "IS NOT", rest[1:]
	}
	switch {
	case len(rest) > 2 && rest[0].Is("DISTINCT") && rest[1].Is("FROM"):
		if op == "IS NOT" {
			return "=", rest[2:]
		}
		return "<>", rest[2:]
	case len(rest) == 1 && rest[0].Kind == Word:
		return op + " " + strings.ToUpper(rest[0].Text), nil
	}
	return op, rest
}

// rowComparison reads (a, b) = (1, 2), or returns nil.
func (p *parser) rowComparison(columns, right []Token) []Condition {
	left := splitTop(columns, ",")
	values := splitTop(inParens(right), ",")
	if len(left) != len(values) {
		return nil
	}
	var list []Condition
	for i := range left {
		list = append(list, Condition{Column: plainColumn(left[i]), Op: "=", Value: p.expr(values[i])})
	}
	return list
}

// plainColumn is the column toks name, or "".
func plainColumn(toks []Token) string {
	toks = unwrap(toks)
	n := len(toks)
	if n == 0 || !isColumn(toks, n-1) {
		return ""
	}
	for i, t := range toks {
		if name := i%2 == 0; name != t.IsName() || !name && !t.Is(".") {
			return ""
		}
	}
	return toks[n-1].Name()
}
