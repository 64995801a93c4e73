package sqltext

import (
	"slices"
	"strings"
)

// Expr is a value in a statement.
type Expr struct {
	Text string
	// Placeholder is the 1-based position among the arguments, when the value is
	// one placeholder, possibly under a cast; else 0. A ? counts in order, $2 is
	// 2.
	Placeholder int
	Name        string // of a named placeholder
	Literal     bool   // a string, number or boolean
	Default     bool   // DEFAULT or NULL
	Volatile    bool   // calls now(), random(), nextval(), …
	Unknown     bool   // has a hole
	Columns     []string
	// Placeholders are the positions of all placeholders in the value.
	Placeholders []int
	// Names are the names of all named placeholders in the value.
	Names []string
}

var volatile = set(`now current_timestamp current_time current_date localtime localtimestamp clock_timestamp
	statement_timestamp transaction_timestamp timeofday sysdate getdate getutcdate sysdatetime sysutcdatetime
	sysdatetimeoffset utc_timestamp utc_date utc_time curdate curtime unix_timestamp unixepoch now64
	random rand randn random_bytes gen_random_bytes randomblob random_uuid gen_random_uuid generate_uuid
	generateuuidv4 generateuuidv7 uuid uuid_short uuid_v4 uuid_v7 uuidv4 uuidv7 uuid_generate_v1 uuid_generate_v1mc uuid_generate_v4
	uuid_generate_v7 unique_rowid newid newsequentialid nextval get_next_sequence_value generate_ulid gen_ulid ulid
	nanoid gen_cuid ksuid pending_commit_timestamp txid_current pg_current_xact_id generatesnowflakeid`)

// notColumns are the words that stand in expressions and name no column.
var notColumns = set(`all and any array as asc between both by case cast collate cross desc distinct do else end
	escape except exists false for from full group having ilike in inner interval into is isnull join lateral leading
	left like limit natural not notnull null offset on or order outer over partition regexp returning right rlike rows
	row select separator set similar some sounds table then to trailing true union unique unknown update using values
	when where with within default current_timestamp current_time current_date current_user localtime localtimestamp
	sysdate utc_timestamp utc_date utc_time session_user user div mod xor binary`)

func set(words string) map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(words) {
		m[w] = true
	}
	return m
}

// expr describes the value toks write.
func (p *parser) expr(toks []Token) Expr {
	e := Expr{Text: p.source(toks)}
	for i, t := range toks {
		switch {
		case t.Kind == Param:
			if t.Arg > 0 {
				e.Placeholders = append(e.Placeholders, t.Arg)
			}
			if t.Value != "" {
				e.Names = append(e.Names, t.Value)
			}
		case isVolatile(toks, i):
			e.Volatile = true
		case isColumn(toks, i):
			e.Columns = appendNew(e.Columns, t.Name())
		}
		e.Unknown = e.Unknown || t.Hole
	}
	core := unwrap(toks)
	if len(core) == 2 && core[0].IsAny("-", "+") && core[1].Kind == Number {
		core = core[1:]
	}
	if len(core) == 1 {
		e.single(core[0])
	}
	return e
}

// single describes an expression of one token.
func (e *Expr) single(t Token) {
	switch {
	case t.Kind == Param:
		e.Placeholder, e.Name = t.Arg, t.Value
	case t.Kind == String, t.Kind == Number, t.IsAny("TRUE", "FALSE"):
		e.Literal = true
	case t.IsAny("DEFAULT", "NULL"):
		e.Default = true
	}
}

// isVolatile reports whether the token at i calls a function that gives another
// value each time.
func isVolatile(toks []Token, i int) bool {
	t := toks[i]
	if t.Kind == String {
		// SQLite: datetime('now'), strftime('%s', 'now').
		return strings.EqualFold(t.Value, "now")
	}
	if !t.IsName() {
		return false
	}
	switch {
	case t.Is("NEXT") && i+1 < len(toks) && toks[i+1].Is("VALUE"):
		return true
	case !volatile[t.Name()]:
		return false
	case i+1 < len(toks) && toks[i+1].Is("("):
		// UNIX_TIMESTAMP(created_at) converts.
		converts := t.IsAny("unix_timestamp", "unixepoch", "uuid") && i+2 < len(toks) && !toks[i+2].Is(")")
		return !converts
	}
	return t.Kind == Word && strings.HasPrefix(t.Name(), "current_") || t.IsAny("localtime", "localtimestamp", "sysdate", "utc_timestamp", "utc_date", "utc_time")
}

// isColumn reports whether the token at i is the last part of a column's name.
func isColumn(toks []Token, i int) bool {
	t := toks[i]
	if !t.IsName() || t.Hole || t.Kind == Word && notColumns[t.Name()] {
		return false
	}
	if i+1 < len(toks) && toks[i+1].IsAny("(", ".") {
		return false
	}
	if i > 0 && toks[i-1].IsAny("::", "AS") {
		return false // a type, or the name of the result
	}
	zone := t.Is("at") && i+1 < len(toks) && toks[i+1].Is("TIME") || t.Is("time") && i > 0 && toks[i-1].Is("AT") || t.Is("zone")
	return !zone
}

// unwrap removes parentheses and casts around a value: ($1), $1::uuid,
// CAST($1 AS uuid).
func unwrap(toks []Token) []Token {
	for {
		core := unwrapOnce(toks)
		if len(core) == len(toks) {
			return toks
		}
		toks = core
	}
}

func unwrapOnce(toks []Token) []Token {
	if inner := inParens(toks); len(inner) > 0 && !inner[0].Is("SELECT") {
		return inner
	}
	if name, args := call(toks); args != nil && casts[name] {
		if i := indexTop(args, "AS"); i > 0 {
			return args[:i]
		}
	}
	if i := lastCast(toks); i > 0 {
		return toks[:i]
	}
	return toks
}

var casts = set("cast try_cast safe_cast")

// lastCast is the index of the :: that casts all before it, or -1. In a || b::text
// the cast belongs to b alone.
func lastCast(toks []Token) int {
	last := -1
	topLevel(toks, func(i int, t Token) bool {
		switch {
		case t.Is("::"):
			last = i
		case t.Kind == Punct && !t.IsAny("(", ".", "["):
			last = -1
			return false
		}
		return true
	})
	return last
}

// inParens returns what stands between the parentheses that enclose all of
// toks, or nil.
func inParens(toks []Token) []Token {
	n := len(toks)
	if n < 2 || !toks[0].Is("(") || !toks[n-1].Is(")") || closing(toks, 0) != n-1 {
		return nil
	}
	return toks[1 : n-1]
}

// call splits a single function call into its name and the tokens of its
// arguments; args is nil when toks are something else.
func call(toks []Token) (name string, args []Token) {
	i := 0
	for i+2 < len(toks) && toks[i].IsName() && toks[i+1].Is(".") {
		i += 2
	}
	if i+1 >= len(toks) || !toks[i].IsName() {
		return "", nil
	}
	args = inParens(toks[i+1:])
	return toks[i].Name(), args
}

// closing is the index of the parenthesis that closes the one at open, or the
// last index when there is none.
func closing(toks []Token, open int) int {
	depth := 0
	for i := open; i < len(toks); i++ {
		switch {
		case toks[i].Is("("):
			depth++
		case toks[i].Is(")"):
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return len(toks) - 1
}

// topLevel calls visit for every token outside parentheses and CASE … END until
// it returns false.
func topLevel(toks []Token, visit func(i int, t Token) bool) {
	depth := 0
	for i, t := range toks {
		switch {
		case t.IsAny(")", "]"):
			depth = max(depth-1, 0)
			continue
		case t.Is("END") && depth > 0:
			depth--
			continue
		}
		if depth == 0 && !visit(i, t) {
			return
		}
		if t.IsAny("(", "[", "CASE") {
			depth++
		}
	}
}

// indexTop is the index of the first top-level token that is one of words, or
// -1.
func indexTop(toks []Token, words ...string) int {
	found := -1
	topLevel(toks, func(i int, t Token) bool {
		if t.IsAny(words...) {
			found = i
		}
		return found < 0
	})
	return found
}

// splitTop cuts toks at the top-level tokens that are one of words.
func splitTop(toks []Token, words ...string) [][]Token {
	if len(toks) == 0 {
		return nil
	}
	var parts [][]Token
	start := 0
	topLevel(toks, func(i int, t Token) bool {
		if t.IsAny(words...) {
			parts = append(parts, toks[start:i])
			start = i + 1
		}
		return true
	})
	return append(parts, toks[start:])
}

func appendNew(list []string, s string) []string {
	if slices.Contains(list, s) {
		return list
	}
	return append(list, s)
}
