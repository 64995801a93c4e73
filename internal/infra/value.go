package infra

import (
	"strconv"
	"strings"
	"time"
)

// kind is the kind of a value.
type kind uint8

const (
	isUnknown kind = iota
	isNull         // written as null, or chosen to be left out: as good as not written
	isText
	isNumber
	isBool
	isList
	isObject
	isResource // a whole definition: its attributes are reached through it
)

// value is an expression of any format, evaluated as far as it goes. The
// readers make values, and what they mean for a queue is decided once for all
// formats. A nil value is an attribute that is not written.
type value struct {
	kind kind
	// text is the content of a text, number or bool. In a text, references and
	// parts that are not known are marks; see mark.go.
	text   string
	items  []*value // of a list
	fields []field  // of an object, in order of writing
	// open says that a list or object may hold more than is seen.
	open bool
	// decoded is what a text that encodes JSON was made from.
	decoded *value
	// alternatives are what an unknown value may be, as far as that is known:
	// never unknown themselves, and few.
	alternatives []*value
	size         int           // of a list or object with all its parts, once measured
	resource     resourceValue // when kind is isResource
	at           Place
	// content is where the lines of a text start that has lines of its own: a
	// heredoc, a file.
	content Place
	assumed bool
	why     string // of an unknown value
	// failed says that evaluation stops with an error here or in a part, as
	// try() asks.
	failed bool
}

// resourceValue is a definition inside an expression.
type resourceValue interface {
	attr(name string, at Place) *value
	index(key string) *value // nil when there is no such instance
	all() *value             // the list of instances
}

type field struct {
	name  string
	value *value
	at    Place // of the name
}

func unknown(at Place, why string) *value { return &value{kind: isUnknown, at: at, why: why} }
func null(at Place) *value                { return &value{kind: isNull, at: at} }
func text(at Place, s string) *value      { return &value{kind: isText, text: s, at: at} }
func number(at Place, s string) *value    { return &value{kind: isNumber, text: s, at: at} }
func list(at Place, items ...*value) *value {
	return &value{kind: isList, items: items, at: at}
}

func boolean(at Place, b bool) *value {
	return &value{kind: isBool, text: strconv.FormatBool(b), at: at}
}

// moved returns v as if it were written at another place, which is where a
// reader would change it.
func (v *value) moved(at Place) *value {
	if v == nil || v.at == at {
		return v
	}
	w := *v
	w.at = at
	return &w
}

// withAssumed returns v, assumed if more is.
func (v *value) withAssumed(more bool) *value {
	if v == nil || !more || v.assumed {
		return v
	}
	w := *v
	w.assumed = true
	return &w
}

// written reports whether there is something, known or not.
func (v *value) written() bool { return v != nil && v.kind != isNull }

// known reports whether v is a scalar without any part that is not known.
func (v *value) known() bool {
	switch {
	case v == nil:
		return false
	case v.kind == isNumber || v.kind == isBool:
		return true
	}
	return v.kind == isText && !hasMarks(v.text)
}

// field returns the named field of an object, or of the only object of a list
// as blocks of HCL are, or of the object that a text encodes. It is nil when
// the field is not written, and unknown when it may be.
func (v *value) field(name string) *value {
	v = v.structure()
	if v == nil || v.kind == isNull {
		return nil
	}
	switch v.kind {
	case isObject:
		for i := len(v.fields) - 1; i >= 0; i-- {
			if v.fields[i].name == name {
				return v.fields[i].value.withAssumed(v.assumed)
			}
		}
		if v.open {
			return unknown(v.at, "the rest of this object is not known")
		}
		return nil
	case isList:
		if len(v.items) == 1 && !v.open {
			return v.items[0].field(name).withAssumed(v.assumed)
		}
		if len(v.items) == 0 && !v.open {
			return nil
		}
		return unknown(v.at, "there may be several")
	case isResource:
		return v.resource.attr(name, v.at)
	case isNumber, isBool:
		return nil
	case isText:
		if !hasMarks(v.text) {
			return nil
		}
	}
	u := unknown(v.at, v.reason())
	for _, a := range v.alternatives {
		u.addAlternatives(a.field(name))
	}
	return u
}

// path is field for each name in turn.
func (v *value) path(names ...string) *value {
	for _, name := range names {
		v = v.field(name)
	}
	return v
}

// first returns the first of several fields that is written: formats and
// versions of one provider differ in names.
func (v *value) first(names ...string) *value {
	for _, name := range names {
		if f := v.field(name); f.written() {
			return f
		}
	}
	return nil
}

// structure returns what a text encodes, if it does.
func (v *value) structure() *value {
	if v == nil || v.kind != isText {
		return v
	}
	if v.decoded != nil {
		return v.decoded.withAssumed(v.assumed)
	}
	if t := strings.TrimSpace(v.text); strings.HasPrefix(t, "{") || strings.HasPrefix(t, "[") {
		v.decoded = decodeJSON(v)
		return v.decoded.withAssumed(v.assumed)
	}
	if v.text == "" {
		return null(v.at)
	}
	return v
}

// elements returns the items of a list, the fields' values of an object that
// is not one block, or one item that stands for a list. open says that there
// may be others.
func (v *value) elements() (items []*value, open bool) {
	v = v.structure()
	switch {
	case !v.written():
		return nil, false
	case v.kind == isList:
		return v.items, v.open
	case v.kind == isResource:
		return v.resource.all().elements()
	case v.kind == isUnknown:
		return nil, true
	}
	return []*value{v}, false
}

// reason says why v is not known.
func (v *value) reason() string {
	if v.why != "" {
		return v.why
	}
	return "its value is not known before it is deployed"
}

// addAlternatives notes what an unknown value may be.
func (v *value) addAlternatives(options ...*value) {
	const most = 8
	for _, o := range options {
		switch {
		case len(v.alternatives) >= most:
			return
		case !o.written():
		case o.kind == isUnknown:
			v.addAlternatives(o.alternatives...)
		default:
			v.alternatives = append(v.alternatives, o)
		}
	}
}

// measure returns the size of a value whose parts are measured.
func (v *value) measure() int {
	v.size = 1
	for _, item := range v.items {
		v.size += max(item.size, 1)
	}
	for _, f := range v.fields {
		v.size += max(f.value.size, 1)
	}
	return v.size
}

// number returns an integral number, which may be written as text.
func (v *value) number() (int, bool) {
	if v == nil || v.kind != isNumber && v.kind != isText {
		return 0, false
	}
	s := strings.TrimSpace(v.text)
	if n, err := strconv.Atoi(s); err == nil {
		return n, true
	}
	f, err := strconv.ParseFloat(s, 64)
	if err != nil || f != float64(int(f)) {
		return 0, false
	}
	return int(f), true
}

// bool returns a truth value, which may be written as text.
func (v *value) bool() (b, ok bool) {
	if v == nil || v.kind != isBool && v.kind != isText {
		return false, false
	}
	b, err := strconv.ParseBool(strings.ToLower(v.text))
	return b, err == nil
}

// equal reports whether two values are surely the same.
func (v *value) equal(w *value) bool {
	switch {
	case !v.written() || !w.written():
		return !v.written() && !w.written()
	case v.kind != w.kind || v.kind == isUnknown || v.kind == isResource || v.open || w.open:
		return false
	case v.kind == isList:
		return equalAll(v.items, w.items)
	case v.kind == isObject:
		return equalFields(v, w)
	}
	if v.decoded != nil && w.decoded != nil {
		return v.decoded.equal(w.decoded)
	}
	return v.text == w.text && !hasUnknownPart(v.text)
}

func equalAll(a, b []*value) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if !a[i].equal(b[i]) {
			return false
		}
	}
	return true
}

func equalFields(v, w *value) bool {
	if len(v.fields) != len(w.fields) {
		return false
	}
	for _, f := range v.fields {
		g := w.field(f.name)
		if g == nil || !f.value.equal(g) {
			return false
		}
	}
	return true
}

// set sets a field of an object that is being made.
func (v *value) set(name string, at Place, x *value) {
	for i := range v.fields {
		if v.fields[i].name == name {
			v.fields[i] = field{name, x, at}
			return
		}
	}
	v.fields = append(v.fields, field{name, x, at})
}

// An attribute is made from a value by one of these. definition is where the
// whole definition starts, fallback the broker's default.

func attrOf[T any](v *value, definition Place, fallback T, convert func(*value) (T, bool)) Attr[T] {
	if !v.written() {
		a := Attr[T]{State: Absent, Value: fallback, Place: definition}
		if v != nil {
			a.Assumed = v.assumed
			a.Place = v.at
		}
		return a
	}
	if v.kind != isUnknown {
		if x, ok := convert(v); ok {
			return Attr[T]{State: Present, Value: x, Place: v.at, Assumed: v.assumed}
		}
	}
	return Attr[T]{State: Unknown, Place: v.at, Why: v.reason()}
}

func intAttr(v *value, definition Place, fallback int) Attr[int] {
	return attrOf(v, definition, fallback, (*value).number)
}

func boolAttr(v *value, definition Place, fallback bool) Attr[bool] {
	return attrOf(v, definition, fallback, (*value).bool)
}

// secondsAttr is for attributes in whole seconds.
func secondsAttr(v *value, definition Place, fallback time.Duration) Attr[time.Duration] {
	return attrOf(v, definition, fallback, func(v *value) (time.Duration, bool) { return units(v, time.Second) })
}

// millisAttr is for attributes in milliseconds.
func millisAttr(v *value, definition Place, fallback time.Duration) Attr[time.Duration] {
	return attrOf(v, definition, fallback, func(v *value) (time.Duration, bool) { return units(v, time.Millisecond) })
}

func units(v *value, unit time.Duration) (time.Duration, bool) {
	n, ok := v.number()
	const most = 1 << 33 // 272 years in seconds: no overflow below
	return time.Duration(max(min(n, most), -most)) * unit, ok
}

// durationAttr is for durations with a unit: "600s" and "1m30s" as Go writes
// them, or ISO 8601 as Azure and Knative do ("PT1M").
func durationAttr(v *value, definition Place, fallback time.Duration) Attr[time.Duration] {
	return attrOf(v, definition, fallback, func(v *value) (time.Duration, bool) {
		if v.kind != isText || hasMarks(v.text) {
			return 0, false
		}
		return parseDuration(v.text)
	})
}

func parseDuration(s string) (time.Duration, bool) {
	if strings.HasPrefix(s, "P") {
		return parseISO(s)
	}
	d, err := time.ParseDuration(s)
	return d, err == nil
}

// parseISO reads an ISO 8601 duration of weeks, days, hours, minutes and
// seconds; months and years have no fixed length.
func parseISO(s string) (total time.Duration, ok bool) {
	date, clock, _ := strings.Cut(strings.TrimPrefix(s, "P"), "T")
	for _, part := range []struct {
		text  string
		units map[byte]time.Duration
	}{
		{date, map[byte]time.Duration{'W': 7 * 24 * time.Hour, 'D': 24 * time.Hour}},
		{clock, map[byte]time.Duration{'H': time.Hour, 'M': time.Minute, 'S': time.Second}},
	} {
		for rest := part.text; rest != ""; {
			i := strings.IndexFunc(rest, func(r rune) bool { return r != '.' && (r < '0' || r > '9') })
			if i <= 0 {
				return 0, false
			}
			n, err := strconv.ParseFloat(rest[:i], 64)
			unit := part.units[rest[i]]
			if err != nil || unit == 0 || n > 1e6 {
				return 0, false
			}
			total += time.Duration(n * float64(unit))
			rest, ok = rest[i+1:], true
		}
	}
	return total, ok
}
