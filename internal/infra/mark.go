package infra

import (
	"path"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Inside a text, a mark stands for what is not a literal. Marks are runes for
// private use, which no real definition holds, so that functions like
// jsonencode, format and join carry them along.
const (
	markRef  = '\uE000' // then the index of a reference in decimal, then markEnd
	markEnd  = '\uE001'
	markAny  = '\uE002' // a part that is not known
	markRepo = '\uE003' // what follows is a path relative to the repository
)

// reference is an attribute of a definition inside an expression.
type reference struct {
	root, address string
	typ, attr     string
	lookup        bool // of a data source
	// name returns the definition's name, or nil.
	name func() *value
}

// marks are the references of one run.
type marks struct {
	refs []reference
	ids  map[[3]string]int // by root, address and attribute
}

// text returns a text that is the reference.
func (m *marks) text(at Place, ref reference) *value {
	key := [3]string{ref.root, ref.address, ref.attr}
	id, ok := m.ids[key]
	if !ok {
		id = len(m.refs)
		m.refs = append(m.refs, ref)
		if m.ids == nil {
			m.ids = map[[3]string]int{}
		}
		m.ids[key] = id
	}
	return text(at, string(markRef)+strconv.Itoa(id)+string(markEnd))
}

// anyText is a text of which nothing is known.
func anyText(at Place) *value { return text(at, string(markAny)) }

func hasMarks(s string) bool       { return strings.ContainsAny(s, "\uE000\uE002") }
func hasReference(s string) bool   { return strings.ContainsRune(s, markRef) }
func hasUnknownPart(s string) bool { return strings.ContainsRune(s, markAny) }

// pieces cuts a text at its marks and calls literal for what is between them,
// other for the marks. A mark that means nothing is a part that is not known.
func (m *marks) pieces(s string, literal func(string), other func(*reference)) {
	for s != "" {
		i := strings.IndexAny(s, "\uE000\uE001\uE002\uE003")
		if i < 0 {
			literal(s)
			return
		}
		if i > 0 {
			literal(s[:i])
		}
		r, size := utf8.DecodeRuneInString(s[i:])
		s = s[i+size:]
		switch r {
		case markAny:
			other(nil)
		case markRef:
			digits, rest, ok := strings.Cut(s, string(markEnd))
			id, err := strconv.Atoi(digits)
			if !ok || err != nil || id < 0 || id >= len(m.refs) {
				other(nil)
				continue
			}
			s = rest
			other(&m.refs[id])
		}
	}
}

// withoutReferences replaces each reference by a part that is not known.
func (m *marks) withoutReferences(s string) string {
	if !hasReference(s) {
		return s
	}
	var out strings.Builder
	m.pieces(s, func(lit string) { out.WriteString(lit) }, func(*reference) { out.WriteRune(markAny) })
	return out.String()
}

// longestText bounds what a text may become: nobody names a queue with more.
const longestText = 4096

// display returns a text with * for what is not known and the names of the
// definitions it refers to.
func (m *marks) display(s string) string {
	names := 1000 // that may be filled in: names of names of names multiply
	return m.expand(s, 0, &names)
}

func (m *marks) expand(s string, depth int, names *int) string {
	if !strings.ContainsAny(s, "\uE000\uE001\uE002\uE003") {
		return clip(s)
	}
	var out strings.Builder
	star := func() {
		if !strings.HasSuffix(out.String(), "*") {
			out.WriteByte('*')
		}
	}
	m.pieces(s, func(lit string) { out.WriteString(lit) }, func(ref *reference) {
		name := ""
		if *names--; ref != nil && ref.name != nil && depth < 8 && *names > 0 && out.Len() < longestText {
			if v := ref.name(); v != nil && v.kind == isText {
				name = m.expand(v.text, depth+1, names)
			}
		}
		switch {
		case name == "":
			star()
		case isNameAttr(ref.attr):
			out.WriteString(name)
		case strings.HasSuffix(strings.ToLower(ref.attr), "arn"):
			star()
			out.WriteString(":" + name)
		default: // an id, URL or path
			star()
			out.WriteString("/" + name)
		}
	})
	return clip(out.String())
}

func clip(s string) string {
	if len(s) > longestText {
		return "*"
	}
	return s
}

// isNameAttr reports whether an attribute of a definition is its name.
func isNameAttr(attr string) bool {
	switch attr {
	case "name", "function_name", "QueueName", "FunctionName", "TopicName", "topic_name", "metadata.name":
		return true
	}
	return false
}

// reference returns the definition that a text refers to: by one of its
// attributes alone, at the end of a URL or ARN, or in front of a path.
func (m *marks) reference(s string) *reference { return m.follow(s, 0) }

func (m *marks) follow(s string, depth int) *reference {
	var found *reference
	count := 0
	before, after := "", ""
	m.pieces(s, func(lit string) {
		if found == nil {
			before = lit
		} else {
			after += lit
		}
	}, func(ref *reference) {
		if ref == nil || isScenery(ref) {
			return
		}
		found, after = ref, ""
		count++
	})
	switch {
	case found == nil || count > 1:
		return nil
	case before != "" && !strings.HasSuffix(before, ":") && !strings.HasSuffix(before, "/"):
		return nil
	case after != "" && !strings.HasPrefix(after, "/") && !strings.HasPrefix(after, ":"):
		return nil
	}
	// A data source whose name is that of a definition is this definition.
	if found.lookup && found.name != nil && depth < 8 {
		if v := found.name(); v != nil && v.kind == isText {
			if ref := m.follow(v.text, depth+1); ref != nil {
				return ref
			}
		}
	}
	return found
}

// isScenery reports whether a reference only fills in a region, an account or a
// project: it is not what a text is about.
func isScenery(ref *reference) bool {
	switch ref.typ {
	case "aws_region", "aws_caller_identity", "aws_partition", "google_project", "google_client_config",
		"random_id", "random_string", "random_pet", "azurerm_client_config", "azurerm_resource_group":
		return true
	}
	return false
}

// references returns all definitions that a text refers to.
func (m *marks) references(s string) []*reference {
	var refs []*reference
	m.pieces(s, func(string) {}, func(ref *reference) {
		if ref == nil || isScenery(ref) {
			return
		}
		if single := m.follow(string(markRef)+strconv.Itoa(m.ids[[3]string{ref.root, ref.address, ref.attr}])+string(markEnd), 0); single != nil {
			ref = single
		}
		refs = append(refs, ref)
	})
	return refs
}

// ref makes a Ref of a value that is a text, or an unknown that may be one.
func (m *marks) ref(v *value) (Ref, bool) {
	switch {
	case !v.written():
		return Ref{}, false
	case v.kind == isResource: // the definition itself stands for its id
		return m.ref(v.resource.attr("id", v.at))
	case v.kind == isNumber || v.kind == isBool:
		return Ref{Text: v.text}, true
	case v.kind != isText:
		for _, a := range v.alternatives {
			if ref, ok := m.ref(a); ok {
				return ref, false
			}
		}
		return Ref{}, false
	}
	ref := Ref{Text: m.display(v.text)}
	if to := m.reference(v.text); to != nil {
		ref.Root, ref.Address, ref.Type, ref.Attr = to.root, to.address, to.typ, to.attr
	}
	return ref, true
}

// refAttr makes an attribute that refers to another definition. An unknown one
// still has, as its Value, what it refers to if it is there.
func (m *marks) refAttr(v *value, definition Place) Attr[Ref] {
	a := attrOf(v, definition, Ref{}, m.ref)
	if a.State == Present && a.Value.Address == "" && strings.Trim(a.Value.Text, "*/:") == "" {
		a.State, a.Why = Unknown, v.reason()
	}
	if a.State == Unknown {
		a.Value, _ = m.ref(v)
	}
	return a
}

// nameAttr makes a name: a text that may have parts that are not known.
func (m *marks) nameAttr(v *value, definition Place) Attr[string] {
	return attrOf(v, definition, "", func(v *value) (string, bool) {
		if v.kind == isNumber || v.kind == isBool {
			return v.text, true
		}
		if v.kind != isText {
			return "", false
		}
		s := m.display(v.text)
		return s, s != "*"
	})
}

// repoPath returns a path as written in a file of dir, relative to the
// repository.
func (m *marks) repoPath(v *value, dir string) string {
	if v == nil || v.kind != isText || v.text == "" {
		return ""
	}
	s := v.text
	if i := strings.LastIndex(s, string(markRepo)); i >= 0 {
		s, dir = s[i:], ""
	}
	s = m.display(s)
	if s == "*" || strings.Contains(s, "://") {
		return ""
	}
	if path.IsAbs(s) {
		return path.Clean(s)
	}
	return path.Clean(path.Join(dir, s))
}
