package sqltext

import (
	"slices"
	"strings"
)

// owner says which columns are those of the row being written, so that
// EXCLUDED.qty or s.qty is not taken for its own qty.
type owner struct {
	table      string
	qualifiers []string // table and aliases
	column     string
	anyRow     bool // inside a subquery over the same table
}

// accumulating are functions that give something else when applied to their own
// result. Any other function counts as settling, as COALESCE and GREATEST do:
// what is not known is silent.
var accumulating = set(`concat concat_ws array_append array_prepend array_cat json_array_append json_array_insert
	jsonb_insert list_append date_add date_sub dateadd adddate subdate addtime timestampadd power pow mul array_concat
	hincrby add subtract arrayconcat arraypushback insert`)

// choosing are functions whose first argument only decides.
var choosing = set(`if iif nvl2`)

// relative reports whether the value toks write changes again when it is
// computed from its own result.
func (o owner) relative(toks []Token) bool {
	toks = unwrap(toks)
	if !o.mentionedIn(toks) {
		return false
	}
	if list := subselect(toks); list != nil {
		o.anyRow = true // the FROM is the same table, under whatever alias
		return o.relative(list)
	}
	if branches := caseBranches(toks); branches != nil {
		return o.anyRelative(branches)
	}
	if name, args := call(toks); args != nil {
		return o.relativeCall(name, splitTop(args, ","))
	}
	if toks[0].IsAny("NOT", "!") {
		return true // a toggle
	}
	if parts := splitTop(toks, "OR", "AND"); len(parts) > 1 {
		return o.anyRelative(parts)
	}
	if indexTop(toks, "=", "<>", "!=", "<", ">", "<=", ">=", "IS", "IN", "LIKE") >= 0 {
		return false
	}
	if parts := splitTop(toks, "|", "&"); len(parts) > 1 {
		return o.anyRelative(parts) // setting or clearing bits
	}
	return o.relativeArithmetic(toks)
}

func (o owner) anyRelative(parts [][]Token) bool {
	for _, part := range parts {
		if len(part) > 0 && o.relative(part) {
			return true
		}
	}
	return false
}

func (o owner) relativeCall(name string, args [][]Token) bool {
	switch {
	case accumulating[name]:
		return true
	case choosing[name] && len(args) > 1:
		return o.anyRelative(args[1:])
	}
	return o.anyRelative(args)
}

// relativeArithmetic decides on a chain of arithmetic operators. Two chains
// settle: removing a key from a JSON object and merging an object into one.
func (o owner) relativeArithmetic(toks []Token) bool {
	if parts := splitTop(toks, "||"); len(parts) > 1 {
		for _, part := range parts {
			if mergesObject(part) {
				return false
			}
		}
		return true
	}
	if parts := splitTop(toks, "-", "#-"); len(parts) == 2 && len(parts[1]) == 1 &&
		parts[1][0].Kind == String && !startsNumber(parts[1][0].Value) {
		return false
	}
	return indexTop(toks, "+", "-", "*", "/", "%", "^", "#", "<<", ">>", "DIV", "MOD", "XOR") > 0
}

// mergesObject reports whether an operand of || is a JSON object. A parameter
// cast to jsonb may be an array too; then nobody knows.
func mergesObject(toks []Token) bool {
	for _, t := range toks {
		switch {
		case t.IsAny("jsonb_build_object", "json_build_object", "jsonb_object", "hstore"):
			return true
		case t.Kind == String && strings.HasPrefix(strings.TrimSpace(t.Value), "{"):
			return true
		case t.Is("["), t.IsAny("jsonb_build_array"):
			return false
		}
	}
	i := lastCast(toks)
	return i == 1 && toks[0].Kind == Param && toks[i+1].IsAny("jsonb", "hstore")
}

func startsNumber(s string) bool {
	s = strings.TrimLeft(s, " +-.")
	return s != "" && isDigit(s[0])
}

// mentionedIn reports whether toks read the column of the row being written.
func (o owner) mentionedIn(toks []Token) bool {
	for i := 0; i < len(toks); i++ {
		t := toks[i]
		if t.Is("(") && i+1 < len(toks) && toks[i+1].Is("SELECT") {
			end := closing(toks, i)
			if o.readsOwnTable(toks[i+1:end]) && o.namedIn(toks[i+1:end]) {
				return true
			}
			i = end
			continue
		}
		if t.Is("VALUES") && i+1 < len(toks) && toks[i+1].Is("(") {
			i = closing(toks, i+1) // MySQL: the value that was to be inserted
			continue
		}
		if isColumn(toks, i) && t.Name() == o.column && o.owns(qualifier(toks, i)) {
			return true
		}
	}
	return false
}

func (o owner) namedIn(toks []Token) bool {
	for i, t := range toks {
		if isColumn(toks, i) && t.Name() == o.column {
			return true
		}
	}
	return false
}

func (o owner) readsOwnTable(toks []Token) bool {
	i := indexTop(toks, "FROM")
	if i < 0 || o.table == "" {
		return false
	}
	for j := i + 1; j < len(toks) && (toks[j].IsName() || toks[j].Is(".")); j++ {
		if toks[j].Name() == o.table {
			return true
		}
	}
	return false
}

func (o owner) owns(qualifier string) bool {
	return qualifier == "" || o.anyRow || slices.Contains(o.qualifiers, qualifier)
}

// qualifier is the name before the full stop in front of the token at i.
func qualifier(toks []Token, i int) string {
	if i >= 2 && toks[i-1].Is(".") {
		return toks[i-2].Name()
	}
	return ""
}

// subselect returns what (SELECT list FROM …) selects, or nil.
func subselect(toks []Token) []Token {
	inner := inParens(toks)
	if len(inner) < 2 || !inner[0].Is("SELECT") {
		return nil
	}
	if i := indexTop(inner, "FROM"); i > 1 {
		return inner[1:i]
	}
	return inner[1:]
}

// caseBranches returns the results of CASE … END, or nil when toks are
// something else.
func caseBranches(toks []Token) [][]Token {
	n := len(toks)
	if n < 3 || !toks[0].Is("CASE") || !toks[n-1].Is("END") {
		return nil
	}
	body := toks[1 : n-1]
	var branches [][]Token
	start := -1
	topLevel(body, func(i int, t Token) bool {
		if t.IsAny("WHEN", "ELSE") && start >= 0 {
			branches = append(branches, body[start:i])
			start = -1
		}
		if t.IsAny("THEN", "ELSE") {
			start = i + 1
		}
		return true
	})
	if start >= 0 {
		branches = append(branches, body[start:])
	}
	return branches
}
