package model

import (
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
)

// testWorld is a world without a program.
func testWorld() *world {
	w := newWorld(nil, nil)
	w.budget = maxBudget
	return w
}

func str(s string) *Val { return &Val{op: OpConst, text: s} }

func from(c Class, name string) *Val { return &Val{op: OpSource, class: c, text: name} }

func mix(xs ...*Val) *Val { return &Val{op: OpMix, args: xs} }

func concat(a, b *Val) *Val { return &Val{op: OpConcat, args: []*Val{a, b}} }

// thing is a value with contents: name, value, name, value.
func thing(pairs ...any) *Val {
	o := &object{base: zero}
	for i := 0; i < len(pairs); i += 2 {
		o.puts = append(o.puts, boundPut{path: []string{pairs[i].(string)}, val: pairs[i+1].(*Val)})
	}
	return &Val{op: OpObj, obj: o}
}

func list(xs ...*Val) *Val {
	var pairs []any
	for i, x := range xs {
		pairs = append(pairs, "["+strconv.Itoa(i)+"]", x)
	}
	return thing(pairs...)
}

func TestMixtureIsItsWorstPart(t *testing.T) {
	// From the best to the worst: each beats all before it.
	order := []Class{Constant, Business, Producer, Unknown, Transport, Attempt, Delivery, Fresh}
	for i, worse := range order {
		assert.Equal(t, worse, Mixture{Classes: []Class{worse}}.Class())
		for _, better := range order[:i] {
			assert.Equalf(t, worse, Mixture{Classes: []Class{better, worse}}.Class(), "%s with %s", better, worse)
			assert.Equalf(t, worse, Mixture{Classes: []Class{worse, better}}.Class(), "%s with %s", worse, better)
		}
	}
	assert.Equal(t, Unknown, Mixture{}.Class())
}

func TestOriginOfDerivedValues(t *testing.T) {
	order := from(Business, "OrderID")
	for name, c := range map[string]struct {
		val  *Val
		want Class
	}{
		"constant":                  {str("refund"), Constant},
		"business field":            {order, Business},
		"prefix and business":       {concat(str("refund:"), order), Business},
		"business and clock":        {concat(order, from(Fresh, "time.Now")), Fresh},
		"business and message id":   {mix(order, from(Transport, "Message.ID")), Transport},
		"business and receipt":      {mix(from(Delivery, "ReceiptHandle"), order), Delivery},
		"business and unknown":      {mix(order, unknown), Unknown},
		"unknown and random":        {mix(unknown, from(Fresh, "uuid.New")), Fresh},
		"decoded body":              {&Val{op: OpDecoded, args: []*Val{from(Business, "Body")}}, Business},
		"decoded from nowhere":      {&Val{op: OpDecoded, args: []*Val{unknown}}, Unknown},
		"list of business and text": {list(str("a"), order), Business},
		"list with a random part":   {list(order, from(Fresh, "uuid.New")), Fresh},
		"global":                    {&Val{op: OpGlobal, text: "p.prefix"}, Unknown},
		"parameter nobody fills":    {&Val{op: OpParam}, Unknown},
	} {
		assert.Equal(t, c.want, testWorld().origin(c.val).Class(), name)
	}
}

func TestOriginNamesItsWorstSource(t *testing.T) {
	o := testWorld().origin(concat(from(Business, "OrderID"), mix(from(Fresh, "time.Now"), str("x"))))
	s, ok := o.source(Fresh)
	assert.True(t, ok)
	assert.Equal(t, "time.Now", s.Name)
	s, ok = o.source(Business)
	assert.True(t, ok)
	assert.Equal(t, "OrderID", s.Name)
	_, ok = o.source(Transport)
	assert.False(t, ok)
}

func TestAlternatives(t *testing.T) {
	order, random, message := from(Business, "OrderID"), from(Fresh, "uuid.New"), from(Transport, "Message.ID")
	for name, c := range map[string]struct {
		val   *Val
		class Class // what all agree on
		worst Class
		all   bool // whether all share the worst
	}{
		"one":                        {order, Business, Business, true},
		"two business fields":        {alt([]*Val{order, from(Business, "Request")}, false), Business, Business, true},
		"empty, else set":            {alt([]*Val{str(""), order}, false), Business, Business, true},
		"nil, else set":              {alt([]*Val{zero, random}, false), Fresh, Fresh, true},
		"fallback to random":         {alt([]*Val{order, random}, false), Unknown, Fresh, false},
		"fallback to message id":     {alt([]*Val{message, order}, false), Unknown, Transport, false},
		"message id or random":       {alt([]*Val{message, random}, false), Unknown, Fresh, false},
		"prefix before a fallback":   {concat(str("pay:"), alt([]*Val{order, random}, false)), Unknown, Fresh, false},
		"unknown or business":        {alt([]*Val{unknown, order}, false), Unknown, Business, false},
		"callers agree":              {alt([]*Val{random, from(Fresh, "time.Now")}, true), Fresh, Unknown, true}, // some other delivery's, perhaps
		"callers differ":             {alt([]*Val{order, random}, true), Unknown, Unknown, true},
		"prefix, callers differ":     {concat(str("pay:"), alt([]*Val{order, random}, true)), Unknown, Unknown, true},
		"only the empty alternative": {str(""), Constant, Constant, true},
	} {
		o := testWorld().origin(c.val)
		assert.Equal(t, c.class, o.Class(), "class of "+name)
		worst, all := o.worst()
		assert.Equal(t, c.worst, worst, "worst of "+name)
		assert.Equal(t, c.all, all, "all of "+name)
	}
}

func TestTooManyAlternativesAreUnknown(t *testing.T) {
	var xs []*Val
	for i := range maxAlts + 1 {
		xs = append(xs, from(Business, strconv.Itoa(i)))
	}
	assert.Equal(t, Business, testWorld().origin(alt(xs[:maxWays], false)).Class())
	assert.Equal(t, Unknown, testWorld().origin(alt(xs, false)).Class())
}

func TestAlt(t *testing.T) {
	a, b, c := str("a"), str("b"), str("c")
	assert.Same(t, a, alt([]*Val{a, a}, false))
	assert.Same(t, unknown, alt(nil, false))
	assert.Equal(t, []*Val{a, b, c}, alt([]*Val{alt([]*Val{a, b}, false), c, b}, false).args)
	// What different callers pass is not what different paths lead to.
	union := alt([]*Val{a, b}, true)
	assert.Equal(t, []*Val{union, c}, alt([]*Val{union, c}, false).args)
	assert.Same(t, a, alt([]*Val{unknownBecause("recursion"), a}, false))
}

func TestEmptyOrigin(t *testing.T) {
	w := testWorld()
	assert.True(t, w.origin(str("")).empty())
	assert.True(t, w.origin(zero).empty())
	assert.True(t, w.origin(alt([]*Val{zero, str("")}, false)).empty())
	assert.False(t, w.origin(str("x")).empty())
	assert.False(t, w.origin(alt([]*Val{zero, from(Business, "ID")}, false)).empty())
}
