package sqltext

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// Hole marks a part of the text that is not known: a variable in a
// concatenation, the result of a function. It may stand for anything, from one
// value to several clauses. Parts of one hole or many are written as one rune
// each.
const Hole = '\x00'

// TokenKind says what a Token is.
type TokenKind int

// The kinds of token.
const (
	Word   TokenKind = iota // SELECT, orders, tbl_2024
	Quoted                  // "orders", `orders`, [orders]
	String                  // 'paid', E'a\n', $$body$$
	Number                  // 42, 1.5e3, 0xFF
	Param                   // ?, $1, :name, @name, {:name}
	Punct                   // ( ) , . ; and operators
	Gap                     // a hole that is not part of a word or a string
)

// Token is one word, literal, placeholder or operator; comments and white
// space are not tokens.
type Token struct {
	Kind  TokenKind
	Text  string // as written
	Value string // without quotes; the name of a named Param
	Arg   int    // position of a Param among the arguments, 1-based; 0 when it has a name only
	Hole  bool   // a part of it is not known
	Pos   int    // byte offset in the text
	Line  int    // 1-based
}

// Is reports whether t is the given keyword or operator, in any case. A quoted
// identifier is never a keyword.
func (t Token) Is(word string) bool {
	return (t.Kind == Word || t.Kind == Punct) && strings.EqualFold(t.Text, word)
}

// IsAny reports whether t is one of the given keywords or operators.
func (t Token) IsAny(words ...string) bool {
	for _, w := range words {
		if t.Is(w) {
			return true
		}
	}
	return false
}

// IsName reports whether t can name a table or a column.
func (t Token) IsName() bool { return t.Kind == Word || t.Kind == Quoted }

// Name is the identifier t in the form this package compares names in: without
// quotes and in lower case.
func (t Token) Name() string { return strings.ToLower(t.Value) }

func (t Token) end() int { return t.Pos + len(t.Text) }

// Tokens splits text into tokens. Text that is not SQL gives tokens too; an
// unclosed quote or comment reaches to the end.
func Tokens(text string) []Token {
	l := lexer{text: text, line: 1}
	for l.next() {
	}
	return l.toks
}

// Split cuts tokens into statements: at semicolons outside parentheses, and at
// a GO that has a line to itself. Empty statements are left out.
func Split(toks []Token) [][]Token {
	var stmts [][]Token
	start, depth := 0, 0
	cut := func(end int) {
		if end > start {
			stmts = append(stmts, toks[start:end])
		}
		start, depth = end+1, 0
	}
	for i, t := range toks {
		switch {
		case t.Is("("):
			depth++
		case t.Is(")"):
			depth = max(depth-1, 0)
		case t.Is(";") && (depth == 0 || closes(toks[i+1:])):
			cut(i)
		case t.Is("GO") && aloneOnLine(toks, i):
			cut(i)
		}
	}
	cut(len(toks))
	return stmts
}

// closes reports whether a semicolon inside parentheses ends the statement all
// the same, because what follows opens a new one: the parenthesis before it was
// never closed.
func closes(rest []Token) bool {
	return len(rest) == 0 || rest[0].IsAny("CREATE", "ALTER", "INSERT", "UPDATE", "DELETE", "DROP")
}

func aloneOnLine(toks []Token, i int) bool {
	before := i == 0 || toks[i-1].Line < toks[i].Line
	after := i == len(toks)-1 || toks[i+1].Line > toks[i].Line
	return before && after
}

type lexer struct {
	text string
	pos  int
	line int
	args int // number of ? seen
	toks []Token
}

// next reads one token or skips one comment; it reports whether there is more.
func (l *lexer) next() bool {
	l.skipSpace()
	if l.pos >= len(l.text) {
		return false
	}
	rest := l.text[l.pos:]
	switch c := rest[0]; {
	case strings.HasPrefix(rest, "--"), l.isHashComment():
		l.skip(lineLen(rest))
	case strings.HasPrefix(rest, "/*"):
		l.skip(2 + lenThrough(rest[2:], "*/"))
	case c == Hole && !startsWord(rest[1:]):
		l.emit(Gap, 1, "")
	case c == '%' && verbLen(rest) > 0:
		l.emit(Gap, verbLen(rest), "")
	case (c == 'e' || c == 'E') && strings.HasPrefix(rest[1:], "'"):
		l.quotedString(1, true)
	case strings.IndexByte("nNbBxXrR", c) >= 0 && strings.HasPrefix(rest[1:], "'"):
		l.quotedString(1, false)
	case startsWord(rest) || c == Hole:
		l.word()
	case c == '\'':
		l.quotedString(0, false)
	case c == '"' || c == '`':
		l.quotedName(rest[:1])
	case c == '[' && l.isBracketName():
		l.quotedName("]")
	case isDigit(c), c == '.' && len(rest) > 1 && isDigit(rest[1]) && !l.afterName():
		l.number()
	case c == '$':
		l.dollar()
	case c == '?':
		l.question()
	case c == ':' || c == '@':
		l.named()
	case c == '{':
		l.brace()
	default:
		l.operator()
	}
	return true
}

func (l *lexer) skipSpace() {
	for l.pos < len(l.text) && strings.IndexByte(" \t\r\n\v\f", l.text[l.pos]) >= 0 {
		l.skip(1)
	}
}

func (l *lexer) skip(n int) {
	n = min(n, len(l.text)-l.pos)
	l.line += strings.Count(l.text[l.pos:l.pos+n], "\n")
	l.pos += n
}

func (l *lexer) emit(kind TokenKind, n int, value string) {
	n = min(n, len(l.text)-l.pos)
	text := l.text[l.pos : l.pos+n]
	l.toks = append(l.toks, Token{
		Kind:  kind,
		Text:  text,
		Value: value,
		Hole:  kind == Gap || strings.IndexByte(text, Hole) >= 0,
		Pos:   l.pos,
		Line:  l.line,
	})
	l.skip(n)
}

func (l *lexer) emitParam(n int, name string, arg int) {
	l.emit(Param, n, name)
	l.toks[len(l.toks)-1].Arg = arg
}

// isHashComment reports whether a # opens a MySQL comment. In PostgreSQL #>
// and # are operators, in SQL Server #name is a table.
func (l *lexer) isHashComment() bool {
	rest := l.text[l.pos:]
	if rest[0] != '#' {
		return false
	}
	if len(l.toks) == 0 || l.toks[len(l.toks)-1].Line < l.line {
		return true
	}
	return strings.HasPrefix(rest, "# ")
}

func (l *lexer) word() {
	rest := l.text[l.pos:]
	n := wordLen(rest)
	l.emit(Word, n, rest[:n])
	l.sqlcArgument()
}

// sqlcArgument turns sqlc.arg(name), sqlc.narg('name') and sqlc.slice(name)
// into one placeholder.
//
// Have: sqlc . arg
func (l *lexer) sqlcArgument() {
	n := len(l.toks)
	if n < 3 || !l.toks[n-3].Is("sqlc") || !l.toks[n-2].Is(".") || !l.toks[n-1].IsAny("arg", "narg", "slice") {
		return
	}
	rest := l.text[l.pos:]
	if !strings.HasPrefix(rest, "(") {
		return
	}
	length := lenThrough(rest, ")")
	name := strings.Trim(rest[:length], "()'\" ")
	first := l.toks[n-3]
	l.skip(length)
	first.Kind, first.Value, first.Text = Param, name, l.text[first.Pos:l.pos]
	l.toks = append(l.toks[:n-3], first)
}

// quotedString reads a string whose quote stands after prefix bytes.
func (l *lexer) quotedString(prefix int, escapes bool) {
	rest := l.text[l.pos:]
	i := prefix + 1
	for i < len(rest) {
		switch {
		case rest[i] == '\\' && (escapes || !closesAfterBackslash(rest[i+1:])):
			i += 2
			continue
		case strings.HasPrefix(rest[i:], "''"):
			i += 2
			continue
		case rest[i] == '\'':
			value := rest[prefix+1 : i]
			l.emit(String, i+1, strings.ReplaceAll(value, "''", "'"))
			l.markVerbs()
			return
		}
		i++
	}
	l.emit(String, len(rest), rest[prefix+1:])
}

// closesAfterBackslash decides what \' means in a plain string: MySQL escapes
// the quote, the standard ends the string (ESCAPE '\'). A quote that a
// delimiter follows ends it.
func closesAfterBackslash(rest string) bool {
	if !strings.HasPrefix(rest, "'") {
		return true
	}
	return len(rest) == 1 || strings.IndexByte(" \t\r\n,);:|", rest[1]) >= 0
}

// markVerbs marks a string that is only a fmt verb, '%s', as not known. A verb
// inside a longer string may be a LIKE pattern.
func (l *lexer) markVerbs() {
	t := &l.toks[len(l.toks)-1]
	if n := verbLen(t.Value); n > 0 && n == len(t.Value) {
		t.Hole = true
	}
}

func (l *lexer) quotedName(closing string) {
	rest := l.text[l.pos:]
	i := 1
	for i < len(rest) {
		end := strings.Index(rest[i:], closing)
		if end < 0 {
			break
		}
		i += end + 1
		if !strings.HasPrefix(rest[i:], closing) {
			value := strings.ReplaceAll(rest[1:i-1], closing+closing, closing)
			l.emit(Quoted, i, value)
			l.markVerbs()
			return
		}
		i++
	}
	l.emit(Quoted, len(rest), rest[1:])
}

// isBracketName tells SQL Server's [name] from an array index or type.
func (l *lexer) isBracketName() bool {
	if l.pos > 0 && strings.IndexByte(" \t\r\n.,(=", l.text[l.pos-1]) < 0 {
		return false
	}
	rest := l.text[l.pos+1:]
	return (startsWord(rest) || strings.HasPrefix(rest, string(Hole))) && strings.Contains(rest[:lineLen(rest)], "]")
}

// afterName reports whether the text before is a name or a bracket, so that a
// full stop selects and does not begin a number.
func (l *lexer) afterName() bool {
	if len(l.toks) == 0 {
		return false
	}
	last := l.toks[len(l.toks)-1]
	return last.end() == l.pos && (last.IsName() || last.Kind == Gap || last.Is(")") || last.Is("]"))
}

func (l *lexer) number() {
	rest := l.text[l.pos:]
	i := 1
	for i < len(rest) && (isDigit(rest[i]) || isLetter(rest[i]) || rest[i] == '.' || rest[i] == '_' ||
		(rest[i] == '-' || rest[i] == '+') && (rest[i-1] == 'e' || rest[i-1] == 'E') && !strings.HasPrefix(rest, "0x")) {
		i++
	}
	l.emit(Number, i, rest[:i])
}

// dollar reads $1, $name, $$body$$ and $tag$body$tag$.
func (l *lexer) dollar() {
	rest := l.text[l.pos:]
	n := 1 + digitsLen(rest[1:])
	if n > 1 {
		arg, _ := strconv.Atoi(rest[1:n])
		l.emitParam(n, "", arg)
		return
	}
	n = 1
	for n < len(rest) && rest[n] != '$' && isWordByte(rest[n]) {
		n++
	}
	if n < len(rest) && rest[n] == '$' {
		tag := rest[:n+1]
		body := rest[n+1:]
		length := lenThrough(body, tag)
		l.emit(String, len(tag)+length, strings.TrimSuffix(body[:length], tag))
		return
	}
	if n > 1 {
		l.emitParam(n, rest[1:n], 0)
		return
	}
	l.emit(Punct, 1, "")
}

// question reads ?, the numbered ?2, and PostgreSQL's operators on JSON keys,
// which no driver that counts ? can send.
func (l *lexer) question() {
	rest := l.text[l.pos:]
	trimmed := strings.TrimLeft(rest[1:], " ")
	switch n := digitsLen(rest[1:]); {
	case strings.HasPrefix(rest, "?|") && !strings.HasPrefix(rest, "?||"), strings.HasPrefix(rest, "?&"):
		l.emit(Punct, 2, "")
	case strings.HasPrefix(trimmed, "'"):
		l.emit(Punct, 1, "")
	case n > 0:
		arg, _ := strconv.Atoi(rest[1 : 1+n])
		l.emitParam(1+n, "", max(arg, 1))
	default:
		l.args++
		l.emitParam(1, "", l.args)
	}
}

// named reads :name, :1, @name, @p1 and the operators that begin alike.
func (l *lexer) named() {
	rest := l.text[l.pos:]
	if strings.HasPrefix(rest, "::") || strings.HasPrefix(rest, "@@") {
		l.emit(Punct, 2, "")
		return
	}
	n := 1
	for n < len(rest) && isWordByte(rest[n]) {
		n++
	}
	if n == 1 {
		l.operator()
		return
	}
	name := rest[1:n]
	digits := name
	if rest[0] == '@' {
		digits = strings.TrimLeft(name, "pP")
	}
	arg := 0
	if digits != "" && digitsLen(digits) == len(digits) {
		arg, _ = strconv.Atoi(digits)
	}
	if rest[0] == ':' && arg > 0 {
		name = ""
	}
	l.emitParam(n, name, arg)
}

// brace reads what libraries put in braces: dbx's {:name} and {{table}},
// ClickHouse's {name:Type}, and the marks of templates, {name} and {{.Name}},
// which become holes.
func (l *lexer) brace() {
	rest := l.text[l.pos:]
	end := strings.IndexByte(rest, '}')
	if end < 0 || strings.ContainsAny(rest[:end], "\n'\"") {
		l.operator()
		return
	}
	inside := rest[1:end]
	n := wordLen(inside)
	switch {
	case strings.HasPrefix(inside, ":"):
		l.emitParam(end+1, inside[1:], 0)
	case strings.HasPrefix(inside, "{") && wordLen(inside[1:]) == len(inside)-1 && len(inside) > 1:
		l.emit(Quoted, end+len("}}"), inside[1:])
	case strings.HasPrefix(inside, "{"):
		l.emit(Gap, lenThrough(rest, "}}"), "")
	case n > 0 && n == len(inside):
		l.emit(Gap, end+1, "")
	case n > 0 && inside[n] == ':':
		l.emitParam(end+1, inside[:n], 0)
	default:
		l.operator()
	}
}

// operators with more than one character, longest first.
var operators = []string{
	"->>", "#>>", "!~*", "<=>", "!~~", "->", "#>", "#-", "<=", ">=", "<>", "!=", "||", "&&", "@>", "<@", ":=", "+=", "-=",
	"*=", "/=", "%=", "|=", "^=", "&=", "<<", ">>", "~*", "!~", "=>", "==",
}

func (l *lexer) operator() {
	rest := l.text[l.pos:]
	for _, op := range operators {
		if strings.HasPrefix(rest, op) {
			l.emit(Punct, len(op), "")
			return
		}
	}
	_, size := utf8.DecodeRuneInString(rest)
	l.emit(Punct, size, "")
}

// verbLen is the length of the fmt verb text begins with, 0 for none. A per
// cent sign with a letter directly behind it and nothing after is not a modulo
// anyone writes.
func verbLen(text string) int {
	if !strings.HasPrefix(text, "%") {
		return 0
	}
	i := 1
	for i < len(text) && strings.IndexByte("+#[]0123456789", text[i]) >= 0 {
		i++
	}
	if i >= len(text) || strings.IndexByte("sdvqt", text[i]) < 0 {
		return 0
	}
	i++
	if i < len(text) && isWordByte(text[i]) && text[i] != '_' {
		return 0
	}
	return i
}

// lineLen is the length of text up to the end of its first line.
func lineLen(text string) int {
	if i := strings.IndexByte(text, '\n'); i >= 0 {
		return i
	}
	return len(text)
}

// lenThrough is the length of text up to and with mark, or all of it.
func lenThrough(text, mark string) int {
	if i := strings.Index(text, mark); i >= 0 {
		return i + len(mark)
	}
	return len(text)
}

func digitsLen(text string) int {
	n := 0
	for n < len(text) && isDigit(text[n]) {
		n++
	}
	return n
}

// wordLen is the length of the word text begins with. A hole inside or at an
// edge of a word belongs to it: which word it is, is not known.
func wordLen(text string) int {
	n := 0
	for n < len(text) && (isWordByte(text[n]) || text[n] == Hole || text[n] == '$' && n > 0) {
		n++
	}
	return n
}

func startsWord(text string) bool {
	return text != "" && isWordByte(text[0]) && !isDigit(text[0])
}

func isWordByte(c byte) bool { return isLetter(c) || isDigit(c) || c == '_' || c >= utf8.RuneSelf }
func isLetter(c byte) bool   { return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' }
func isDigit(c byte) bool    { return '0' <= c && c <= '9' }
