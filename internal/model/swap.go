package model

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/idemlint/idemlint/internal/sqltext"
)

// This file recognises compare-and-set: an update that finds its row only where
// the row is not yet as the update makes it. Whoever looks at how many rows it
// found knows whether the work was done before.

// demand is what a condition asks of a column, or what an update makes of it.
type demand struct {
	column, op string
	values     []string // the constants it is compared with or set to; nil if not known
	null       bool     // set to NULL, or to the default
}

// excludes reports whether a row that is as made no longer meets a condition.
func (made demand) excludes(asked demand) bool {
	if !strings.EqualFold(made.column, asked.column) {
		return false
	}
	in := func(v string) bool { return slices.Contains(asked.values, v) }
	switch asked.op {
	case "=", "IN":
		return len(made.values) > 0 && len(asked.values) > 0 && !slices.ContainsFunc(made.values, in)
	case "<>", "NOT IN":
		return len(made.values) > 0 && !slices.ContainsFunc(made.values, func(v string) bool { return !in(v) })
	case "IS NULL":
		return !made.null
	case "IS FALSE", "IS NOT TRUE":
		return len(made.values) == 1 && strings.EqualFold(made.values[0], "true")
	}
	return false
}

// swapped is what an update compares and sets, nil for nothing.
func swapped(made, asked []demand) *demand {
	for _, m := range made {
		if slices.ContainsFunc(asked, m.excludes) {
			return &m
		}
	}
	return nil
}

// sqlDemands are the assignments and conditions of an UPDATE; arg is the value
// of a placeholder, counted from zero.
func sqlDemands(s sqltext.Statement, arg func(i int) *Val) (made, asked []demand) {
	for _, a := range s.Set {
		if !a.Relative {
			made = append(made, demand{column: a.Column, values: constants(a.Value, arg), null: a.Value.Default})
		}
	}
	for _, c := range s.Where {
		if c.Column != "" {
			asked = append(asked, demand{column: c.Column, op: c.Op, values: constants(c.Value, arg)})
		}
	}
	return made, asked
}

var quoted = regexp.MustCompile(`'([^']*)'`)

// constants are the texts an SQL value may be, nil if they are not all known.
func constants(x sqltext.Expr, arg func(i int) *Val) []string {
	switch {
	case x.Placeholder > 0:
		return texts(arg(x.Placeholder - 1))
	case x.Unknown, x.Default, x.Volatile, x.Name != "", len(x.Placeholders)+len(x.Names)+len(x.Columns) > 0:
		return nil
	}
	var out []string
	for _, m := range quoted.FindAllStringSubmatch(x.Text, -1) {
		out = append(out, m[1])
	}
	if len(out) == 0 && x.Literal {
		out = append(out, strings.ToLower(x.Text))
	}
	return out
}

// sqlSwap is what an UPDATE compares and sets, nil for nothing.
func (j *judge) sqlSwap(s sqltext.Statement) *demand {
	return swapped(sqlDemands(s, j.sqlVal))
}

// swap is what an update compares and sets that is no SQL text: one built in a
// chain of calls, or one with a filter and a change.
func (j *judge) swap() *demand {
	if j.spec.Filter == "recv" {
		return swapped(j.chainDemands())
	}
	return swapped(j.entries(j.spec.Change), j.entries(j.spec.Filter))
}

// entries are the named values in a document, as demands that they be so.
func (j *judge) entries(role string) []demand {
	var out []demand
	for _, n := range j.w.dig(j.roleVal(role)) {
		if n.val != nil && n.name != "Key" && n.name != "Value" { // of a bson.E, which stands under its own name, too
			out = append(out, demand{column: n.name, op: "=", values: texts(n.val)})
		}
	}
	return out
}

// chainDemands reads Where("status = ?", "new"), Set("status = ?", "taken") and
// the values the last call of a chain is given.
func (j *judge) chainDemands() (made, asked []demand) {
	for _, n := range j.chain(0) {
		if n.call == nil || len(n.call.Args) < 2 {
			continue
		}
		text := texts(n.fr.eval(n.call.Args[1]))
		if len(text) != 1 {
			continue
		}
		arg := func(i int) *Val {
			if len(n.call.Args) < 3 {
				return unknown
			}
			return j.w.elem(n.fr.eval(n.call.Args[2]), "["+strconv.Itoa(i)+"]")
		}
		switch n.name {
		case "Where":
			_, more := sqlDemands(sqltext.Parse("UPDATE t SET c = 0 WHERE "+text[0]), arg)
			asked = append(asked, more...)
		case "Set":
			more, _ := sqlDemands(sqltext.Parse("UPDATE t SET "+text[0]), arg)
			made = append(made, more...)
		}
	}
	if column := texts(j.roleVal("column")); len(column) == 1 {
		return append(made, demand{column: column[0], values: texts(j.roleVal(j.spec.Change))}), asked
	}
	for i := 1; i < len(j.n.Args); i++ {
		for _, n := range j.inside(i) {
			if n.val != nil {
				made = append(made, demand{column: n.name, values: texts(n.val)}, demand{column: snake(n.name), values: texts(n.val)})
			}
		}
	}
	return made, asked
}

// countName matches the calls and fields that say how many rows a write found.
var countName = regexp.MustCompile(`^\.?(RowsAffected|ModifiedCount|MatchedCount|Affected)$`)

// insertedName matches the fields that say how many rows a write added.
var insertedName = regexp.MustCompile(`^\.?Upserted(Count|ID)$`)

// counts reports whether a function asks a call how many rows it found, by a
// field or method of such a name.
func (f *Flow) counts(node V, name *regexp.Regexp) bool {
	call := slices.IndexFunc(f.Calls, func(c FlowCall) bool { return c.Map == NoMap && c.Node == node })
	if call < 0 {
		return false
	}
	of := func(e E) bool { return f.madeOf(e, int32(call), 0) }
	return slices.ContainsFunc(f.Exprs, func(x Expr) bool {
		switch x.Op {
		case XOther:
			return name.MatchString(x.Text) && slices.ContainsFunc(x.Args, of)
		case XResult:
			c := &f.Calls[x.Call]
			return name.MatchString(lastPart(c.Fn)) && slices.ContainsFunc(c.Args, of)
		}
		return false
	})
}

// madeOf reports whether an expression is the result of a call, or a part of it.
func (f *Flow) madeOf(e E, call int32, depth int) bool {
	if e == 0 || depth > 6 {
		return false
	}
	x := &f.Exprs[e]
	switch x.Op {
	case XResult:
		return x.Call == call
	case XPhi, XOther, XIface:
		return slices.ContainsFunc(x.Args, func(a E) bool { return f.madeOf(a, call, depth+1) })
	}
	return false
}

// rescued reports whether some statement of the program looks for rows that are
// as a compare-and-set makes them, whichever they are: work that was begun and
// not finished is taken up again.
func (w *world) rescued(made *demand) bool {
	if w.queries == nil {
		w.queries = w.statements()
	}
	return slices.ContainsFunc(w.queries, func(s sqltext.Statement) bool {
		return !aboutOne(s) && slices.ContainsFunc(s.Where, func(c sqltext.Condition) bool {
			return c.Op == "=" && strings.EqualFold(c.Column, made.column) && slices.Equal(constants(c.Value, noArg), made.values)
		})
	})
}

// aboutOne reports whether a statement is about a row it is given the id of.
func aboutOne(s sqltext.Statement) bool {
	return slices.ContainsFunc(s.Where, func(c sqltext.Condition) bool {
		return c.Op == "=" && (c.Value.Placeholder > 0 || c.Value.Name != "")
	})
}

func noArg(int) *Val { return unknown }

// statements are the SQL texts of the program that have conditions.
func (w *world) statements() []sqltext.Statement {
	out := []sqltext.Statement{}
	for _, sum := range w.sums {
		for _, fn := range sum.Funcs {
			for i := range fn.Nodes {
				if n := &fn.Nodes[i]; n.Op == OpConst && whereText.MatchString(n.Text) {
					out = append(out, sqltext.ParseAll(n.Text)...)
				}
			}
		}
	}
	return out
}

var whereText = regexp.MustCompile(`(?is)^\s*(select|update|delete|with)\s.*\swhere\s`)

// swept reports whether a claim in a table may be ended by what is not on the
// handler's paths: the table is tidied up somewhere, or the row says until when
// it holds.
func (x *explorer) swept(fr *frame, n *Node) bool {
	if x.k.w.queries == nil {
		x.k.w.queries = x.k.w.statements()
	}
	for _, a := range n.Args {
		for _, t := range texts(fr.eval(a)) {
			s := sqltext.Parse(t)
			if s.Table == "" {
				continue
			}
			return endsItself.MatchString(t) || slices.ContainsFunc(x.k.w.queries, func(q sqltext.Statement) bool {
				return q.Kind == sqltext.Delete && q.Table == s.Table && !aboutOne(q)
			})
		}
	}
	return true // not a text that can be read
}

// endsItself matches what says that a row holds for a time only.
var endsItself = regexp.MustCompile(`(?i)ttl|expir|until|lease|heartbeat|stale|deadline`)
