package finding

import (
	"cmp"
	"go/ast"
	"go/token"
	"regexp"
	"slices"
	"strings"
)

// A Directive is a comment that tells idemlint something about the code it
// stands at. Directives are plain data, so that they can travel in facts.
type Directive struct {
	Kind   string   // one of the Kind constants
	Rules  []string // the rules of an ignore; empty for every rule
	Args   []string // the arguments of a kind that has any: key=value of a contract
	Reason string   // why; compulsory for kinds that accept a risk
	File   string
	Line   int // of the comment, as Column
	Column int
	// From and To are the first and the last line of what the directive
	// governs: a statement, a declaration, a file.
	From, To int
	// Problem says what is wrong with the directive. One that has a problem
	// has no effect.
	Problem string
}

// The kinds of directives.
const (
	Ignore      = "ignore"        // these rules do not apply here
	FileIgnore  = "file-ignore"   // these rules do not apply in this file
	AtLeastOnce = "at-least-once" // this effect may repeat, on purpose
	Handler     = "handler"       // this function handles deliveries
	Contract    = "contract"      // what the handler promises
	Queue       = "queue"         // the queue the handler consumes
	Lossy       = "lossy"         // losing these messages is acceptable
	DLQ         = "dlq"           // dead letters are handled elsewhere
	Nolint      = "nolint"        // golangci-lint's own directive
)

// A form is what may follow a kind.
type form struct {
	rules  bool   // a list of rule ids comes first
	args   bool   // the rest is arguments; otherwise it is the reason
	word   string // a fixed word that comes first
	usage  string
	reason bool // a reason is compulsory
}

var forms = map[string]form{
	Ignore:      {rules: true, reason: true, usage: "ignore IDM001 reason"},
	FileIgnore:  {rules: true, reason: true, usage: "file-ignore IDM001 reason"},
	AtLeastOnce: {reason: true, usage: "at-least-once reason"},
	Handler:     {args: true, usage: "handler"},
	Contract:    {args: true, usage: "contract key=order_id dlq=orders-dlq"},
	Queue:       {args: true, usage: "queue aws_sqs_queue.orders"},
	Lossy:       {reason: true, usage: "lossy reason"},
	DLQ:         {word: "external", reason: true, usage: "dlq external reason"},
}

// silences lists the rules that a kind without a list of its own silences.
var silences = map[string][]string{
	AtLeastOnce: {"IDM001", "IDM003", "IDM008"},
	Lossy:       {"IDM005", "IDM007"},
	DLQ:         {"IDM005"},
}

// IsSuppression reports whether the directive exists to silence findings, so
// that one that silences none is a mistake. Lossy and DLQ say something of the
// handler that holds whether or not anything is found.
func (d *Directive) IsSuppression() bool {
	switch d.Kind {
	case Ignore, FileIgnore, Nolint, AtLeastOnce:
		return d.Problem == ""
	}
	return false
}

// Accepts reports whether the directive accepts a risk: it has a reason, and
// silences rules.
func (d *Directive) Accepts() bool {
	return d.Problem == "" && (d.IsSuppression() || silences[d.Kind] != nil)
}

// Silenced lists the rules that the directive silences, nil for all.
func (d *Directive) Silenced() []string {
	if s := silences[d.Kind]; s != nil {
		return s
	}
	return d.Rules
}

// String returns the directive as it is written, without the reason.
func (d Directive) String() string {
	if d.Kind == Nolint {
		return "//nolint:idemlint"
	}
	s := "//idemlint:" + d.Kind
	if len(d.Rules) > 0 {
		s += " " + strings.Join(d.Rules, ",")
	}
	return s
}

// silences reports whether the directive silences the rule at the place.
func (d *Directive) silences(rule string, p Place) bool {
	if !d.Accepts() || p.File != d.File || p.Line < d.From || d.To < p.Line {
		return false
	}
	rules := d.Silenced()
	return len(rules) == 0 || slices.Contains(rules, rule)
}

// Suppress returns the findings that no directive silences, and the
// suppressions that silenced nothing. A directive counts at the place of a
// finding and at every place of its path.
func Suppress(fs []Finding, ds []Directive) (kept []Finding, unused []Directive) {
	used := make([]bool, len(ds))
	for _, f := range fs {
		places := append([]Place{f.Place()}, f.Path...)
		silenced := false
		for i := range ds {
			if slices.ContainsFunc(places, func(p Place) bool { return ds[i].silences(f.Rule, p) }) {
				used[i] = true
				silenced = true
			}
		}
		if !silenced {
			kept = append(kept, f)
		}
	}
	for i, d := range ds {
		if d.IsSuppression() && !used[i] {
			unused = append(unused, d)
		}
	}
	return kept, unused
}

// Directives returns the directives of a file in the order of their lines,
// those with a problem included. The file must have been parsed with comments.
func Directives(fset *token.FileSet, file *ast.File) []Directive {
	var ds []Directive
	var lay *layout // computed when the first directive is met
	for _, group := range file.Comments {
		for _, c := range group.List {
			d, ok := parse(c.Text)
			if !ok {
				continue
			}
			if lay == nil {
				lay = layoutOf(fset, file)
			}
			pos := fset.PositionFor(c.Pos(), false)
			d.File, d.Line, d.Column = pos.Filename, pos.Line, pos.Column
			switch {
			case d.Kind == FileIgnore:
				d.From, d.To = 1, lay.line(file.FileEnd)
			case lay.startsLine(c):
				d.From, d.To = pos.Line, lay.nextEnd(pos.Line, lay.line(group.End()))
			default:
				d.From, d.To = lay.around(pos.Line)
			}
			ds = append(ds, d)
		}
	}
	slices.SortStableFunc(ds, func(a, b Directive) int { return cmp.Compare(a.Line, b.Line) })
	return ds
}

// A layout knows on which lines of a file things stand.
type layout struct {
	fset  *token.FileSet
	spans []span // outer ones come before inner ones
	// first is the earliest start or end of a node on a line.
	first map[int]token.Pos
}

// A span is the lines of a statement, declaration, spec or field.
type span struct {
	from, to int
	doc      int  // the first line of its doc comment, or from
	head     int  // the last line before its block; to, if it has none
	compound bool // a statement with a block
	fn       bool // a function declaration
}

func (l *layout) line(p token.Pos) int { return l.fset.PositionFor(p, false).Line }

func layoutOf(fset *token.FileSet, file *ast.File) *layout {
	l := &layout{fset: fset, first: make(map[int]token.Pos)}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n.(type) {
		case nil, *ast.Comment, *ast.CommentGroup:
			return false
		case *ast.File:
			return true
		}
		l.edge(n.Pos())
		l.edge(n.End() - 1)
		if s, ok := l.span(n); ok {
			l.spans = append(l.spans, s)
		}
		return true
	})
	return l
}

// edge notes that there is text at p.
func (l *layout) edge(p token.Pos) {
	line := l.line(p)
	if q, ok := l.first[line]; !ok || p < q {
		l.first[line] = p
	}
}

// span returns the lines of a node that a directive can govern.
func (l *layout) span(n ast.Node) (span, bool) {
	var doc *ast.CommentGroup
	var block *ast.BlockStmt
	switch n := n.(type) {
	case *ast.FuncDecl:
		doc = n.Doc
	case *ast.GenDecl:
		doc = n.Doc
	case *ast.TypeSpec:
		doc = n.Doc
	case *ast.ValueSpec:
		doc = n.Doc
	case *ast.Field:
		doc = n.Doc
	case *ast.IfStmt:
		block = n.Body
	case *ast.ForStmt:
		block = n.Body
	case *ast.RangeStmt:
		block = n.Body
	case *ast.SwitchStmt:
		block = n.Body
	case *ast.TypeSwitchStmt:
		block = n.Body
	case *ast.SelectStmt:
		block = n.Body
	case *ast.CaseClause, *ast.CommClause, *ast.BlockStmt, *ast.LabeledStmt:
		return span{}, false // what is inside them counts
	case *ast.KeyValueExpr, ast.Stmt:
	default:
		return span{}, false
	}
	s := span{from: l.line(n.Pos()), to: l.line(n.End())}
	s.doc, s.head = s.from, s.to
	if doc != nil {
		s.doc = l.line(doc.Pos())
	}
	if block != nil {
		s.head, s.compound = l.line(block.Lbrace), true
	}
	_, s.fn = n.(*ast.FuncDecl)
	return s, true
}

// startsLine reports whether only space stands before the comment on its line.
func (l *layout) startsLine(c *ast.Comment) bool {
	p, ok := l.first[l.line(c.Pos())]
	return !ok || p > c.Pos()
}

// nextEnd returns the last line of what a directive on a line of its own
// governs: the declaration whose doc comment it is in, or else the outermost
// statement, declaration or field that starts on the line after its comment
// group. Without one the directive governs its own line.
func (l *layout) nextEnd(line, groupEnd int) int {
	for _, s := range l.spans {
		if s.doc <= line && line < s.from || s.from == groupEnd+1 {
			return s.to
		}
	}
	return line
}

// around returns the lines of what a directive at the end of a line governs:
// the largest declaration or simple statement that starts there, or the
// largest simple statement that ends there, or the head of a compound
// statement.
func (l *layout) around(line int) (from, to int) {
	for _, s := range l.spans {
		if !s.compound && (s.from == line || s.to == line && !s.fn) {
			return s.from, s.to
		}
	}
	for _, s := range l.spans {
		if s.compound && s.from <= line && line <= s.head {
			return s.from, s.head
		}
	}
	return line, line
}

var (
	ruleID   = regexp.MustCompile(`^IDM\d{3}$`)
	nolintRE = regexp.MustCompile(`^//\s*nolint:\s*([\w\-]+(?:\s*,\s*[\w\-]+)*)\s*(?://\s*(.*))?`)
	spacedRE = regexp.MustCompile(`^//\s+idemlint:\s*([a-z\-]+)`)
)

// parse reads a comment. It reports false for comments that are no directive.
func parse(text string) (Directive, bool) {
	if rest, ok := strings.CutPrefix(text, "//idemlint:"); ok {
		return parseOwn(rest), true
	}
	if m := spacedRE.FindStringSubmatch(text); m != nil {
		if _, ok := forms[m[1]]; ok {
			return Directive{Kind: m[1], Problem: "a directive has no space after //: write //idemlint:" + forms[m[1]].usage}, true
		}
	}
	m := nolintRE.FindStringSubmatch(text)
	if m == nil {
		return Directive{}, false
	}
	for linter := range strings.SplitSeq(m[1], ",") {
		if strings.EqualFold(strings.TrimSpace(linter), "idemlint") {
			d := Directive{Kind: Nolint, Reason: strings.TrimSpace(m[2])}
			if d.Reason == "" {
				d.Problem = "gives no reason: write //nolint:idemlint // reason"
			}
			return d, true
		}
	}
	return Directive{}, false
}

// parseOwn reads what follows "//idemlint:".
func parseOwn(text string) Directive {
	// An expectation of a test harness behind the directive is not part of it.
	text, _, _ = strings.Cut(text, " // want ")
	kind, rest, _ := strings.Cut(text, " ")
	d := Directive{Kind: kind}
	f, ok := forms[kind]
	if !ok {
		d.Problem = "is no directive; there are " + kinds()
		return d
	}
	rest = strings.TrimSpace(rest)
	if f.rules {
		d.Rules, rest = cutRules(rest)
		if len(d.Rules) == 0 {
			d.Problem = "names no rule: write //idemlint:" + f.usage
			return d
		}
	}
	if f.word != "" {
		var ok bool
		if rest, ok = strings.CutPrefix(rest, f.word); !ok {
			d.Problem = "write //idemlint:" + f.usage
			return d
		}
		d.Args = []string{f.word}
	}
	if f.args {
		d.Args = strings.Fields(rest)
	} else {
		d.Reason = strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(rest), "//"))
	}
	switch {
	case f.reason && d.Reason == "":
		d.Problem = "gives no reason: write //idemlint:" + f.usage
	case kind == Queue && len(d.Args) != 1:
		d.Problem = "names no queue, or several: write //idemlint:" + f.usage
	case kind == Contract && !isContract(d.Args):
		d.Problem = "is not a list of key=value: write //idemlint:" + f.usage
	}
	return d
}

// cutRules splits "IDM001, IDM002 reason" into the rules and the rest.
func cutRules(s string) (rules []string, rest string) {
	for {
		i := strings.IndexAny(s, ", ")
		if i < 0 {
			i = len(s)
		}
		if !ruleID.MatchString(s[:i]) {
			return rules, s
		}
		rules = append(rules, s[:i])
		s = strings.TrimLeft(s[i:], " ")
		if !strings.HasPrefix(s, ",") {
			return rules, s
		}
		s = strings.TrimLeft(s[1:], " ")
	}
}

func isContract(args []string) bool {
	return len(args) > 0 && !slices.ContainsFunc(args, func(a string) bool {
		key, value, ok := strings.Cut(a, "=")
		return !ok || key == "" || value == ""
	})
}

// kinds lists the kinds a user can write.
func kinds() string {
	var names []string
	for k := range forms {
		names = append(names, k)
	}
	slices.Sort(names)
	return strings.Join(names, ", ")
}
