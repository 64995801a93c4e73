package catalog

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"path"
	"slices"
	"strconv"
	"strings"
)

// Markdown returns the page about the libraries: what makes a handler, what
// counts as an effect, where its key goes.
func (c *Catalog) Markdown() []byte {
	var page bytes.Buffer
	libs := slices.Clone(c.libs)
	slices.SortFunc(libs, func(a, b *Library) int {
		return cmp.Or(cmp.Compare(a.Library, b.Library), cmp.Compare(a.Module, b.Module))
	})
	fmt.Fprintf(&page, "# Libraries\n\nWhat idemlint knows of %d client libraries, generated from `libraries/*.yml`. "+
		"Teach it another one in the same notation, under `libraries:` in `.idemlint.yml`. "+
		"Facts hold for other major versions too where the names are the same.\n", len(libs))
	for _, lib := range libs {
		writeLibrary(&page, lib)
	}
	return page.Bytes()
}

func writeLibrary(w io.Writer, lib *Library) {
	fmt.Fprintf(w, "\n## %s\n\n%s", lib.Library, origin(lib))
	if lib.Broker != "" {
		fmt.Fprintf(w, " Broker: %s.", lib.Broker)
	}
	fmt.Fprintln(w)
	table(w, "handler|ack|lease|deliveries|dead letter", lib.Handlers, func(h *HandlerSpec) []string {
		return []string{handlerText(lib, h), cmp.Or(h.Ack, "-"), cmp.Or(h.Lease, "-"), cmp.Or(h.Retries, "-"), cmp.Or(h.DeadLetter, "-")}
	})
	table(w, "message|broker's identity|new on delivery|producer's", lib.Messages, func(m *MessageSpec) []string {
		return []string{code(lib, m.Type), codes(m.Transport), codes(m.Delivery), codes(m.Producer)}
	})
	table(w, "acknowledgement|does", lib.Acks, func(a *AckSpec) []string {
		return []string{symbols(lib, a.Func), a.Does}
	})
	table(w, "effect|category|does|key|timeout", lib.Effects, func(e *EffectSpec) []string {
		return []string{funcOrMatch(lib, e.Func, e.Match), e.Category, doesText(e), keysText(lib, e.Keys), cmp.Or(e.Timeout, "-")}
	})
	table(w, "guard|does", lib.Guards, func(g *GuardSpec) []string {
		return []string{funcOrMatch(lib, g.Func, g.Match), strings.TrimSpace(g.Does + " " + g.Store)}
	})
	table(w, "value|origin", lib.Keys, func(k *KeySpec) []string {
		return []string{funcOrMatch(lib, k.Func, k.Match), k.Origin}
	})
	table(w, "transaction|does", lib.Transactions, func(t *TransactionSpec) []string {
		return []string{funcOrMatch(lib, t.Func, t.Match), t.Does}
	})
	table(w, "read|category|timeout", lib.Reads, func(r *ReadSpec) []string {
		return []string{funcOrMatch(lib, r.Func, r.Match), r.Category, cmp.Or(r.Timeout, "-")}
	})
	table(w, "said by|sets", lib.Timeouts, func(t *TimeoutSpec) []string {
		if t.Field != "" {
			return []string{code(lib, t.Field), t.Sets}
		}
		return []string{symbols(lib, t.Func), t.Sets}
	})
	table(w, "retries a function|attempts", lib.Retries, func(r *RetrySpec) []string {
		return []string{symbols(lib, r.Func), cmp.Or(strings.TrimPrefix(strconv.Itoa(r.Attempts), "0"), "-")}
	})
	table(w, "queue|does|attributes", lib.Queues, func(q *QueueSpec) []string {
		return []string{symbols(lib, q.Func), strings.TrimSpace(q.Does + " " + q.Kind), cmp.Or(attributesText(q), "-")}
	})
	table(w, "container|does", lib.Containers, func(s *ContainerSpec) []string {
		switch {
		case s.In != "":
			return []string{code(lib, s.In), "marks what is filled"}
		case s.Out != "":
			return []string{code(lib, s.Out), "marks what is provided"}
		}
		return []string{symbols(lib, s.Func), s.Does}
	})
}

// attributesText lists the attributes a call can set.
func attributesText(q *QueueSpec) string {
	var names []string
	for _, a := range q.Attributes {
		if !slices.Contains(names, a.Is) {
			names = append(names, a.Is)
		}
	}
	return strings.Join(names, ", ")
}

// origin says which module the facts are of.
func origin(lib *Library) string {
	if lib.Module == "" {
		return strings.TrimRight(fmt.Sprintf("The standard library of %s", lib.Version), " ") + "."
	}
	text := "`" + lib.Module + "`"
	if len(lib.Also) > 0 {
		text += ", also " + codes(lib.Also)
	}
	switch {
	case lib.Unverified:
		text += ", not checked against the module"
	case lib.Version != "":
		text += ", checked on " + lib.Version
	}
	return text + "."
}

// table writes a Markdown table with a row per spec, or nothing.
func table[T any](w io.Writer, head string, specs []T, row func(*T) []string) {
	if len(specs) == 0 {
		return
	}
	columns := strings.Count(head, "|") + 1
	fmt.Fprintf(w, "\n| %s |\n|%s\n", strings.ReplaceAll(head, "|", " | "), strings.Repeat(" --- |", columns))
	for i := range specs {
		cells := row(&specs[i])
		for j, cell := range cells {
			cells[j] = strings.ReplaceAll(cell, "|", `\|`)
		}
		fmt.Fprintf(w, "| %s |\n", strings.Join(cells, " | "))
	}
}

func handlerText(lib *Library, h *HandlerSpec) string {
	var text string
	switch {
	case len(h.Func) > 0:
		text = fmt.Sprintf("given to %s as `%s`", symbols(lib, h.Func), h.Arg)
	case len(h.Receive) > 0:
		text = "the code after " + symbols(lib, h.Receive)
	case h.Implements != "":
		text = fmt.Sprintf("`%s` of a %s", h.Method, code(lib, h.Implements))
	case h.Param != "":
		text = "takes a " + code(lib, h.Param)
	case h.Field != "":
		text = "assigned to " + code(lib, h.Field)
	default:
		text = "converted to " + code(lib, h.Convert)
	}
	if len(h.Evidence) > 0 {
		text += ", and uses " + symbols(lib, h.Evidence)
	}
	if len(h.Decodes) > 0 {
		text += ", and decodes " + codes(h.Decodes)
	}
	return text
}

func doesText(e *EffectSpec) string {
	if e.Natural {
		return e.Does + ", idempotent"
	}
	return e.Does
}

// keysText lists where a key goes.
func keysText(lib *Library, keys []KeyPlace) string {
	var texts []string
	for _, k := range keys {
		text := ""
		switch {
		case k.Field != "":
			text = "field `" + k.Field + "`"
		case k.Param != "":
			text = "parameter `" + k.Param + "`"
		case k.Option != "":
			text = "option " + code(lib, k.Option)
		case k.Setter != "":
			text = "setter " + code(lib, k.Setter)
		case k.Context != "":
			text = "context " + code(lib, k.Context)
		default:
			text = "header `" + k.Header[0] + "`"
		}
		if k.TTL != "" {
			text += " (" + k.TTL + ")"
		}
		texts = append(texts, text)
	}
	return cmp.Or(strings.Join(texts, ", "), "none")
}

func funcOrMatch(lib *Library, names Names, m *Match) string {
	if m == nil {
		return symbols(lib, names)
	}
	text := "every function"
	if m.Receiver != "" {
		text = "every method of `" + m.Receiver + "`"
	}
	if m.Name != "" {
		text += " named `" + m.Name + "`"
	}
	if m.Except != "" {
		text += ", but for reads and others listed in the document"
	}
	if m.Param != "" {
		text += ", with a `" + m.Param + "`"
	}
	if m.Generated != "" {
		text += ", in \"" + m.Generated + "\""
	}
	if len(m.Packages) > 0 {
		text += ", in " + codes(m.Packages)
	}
	return text
}

func symbols(lib *Library, names Names) string {
	var texts []string
	for _, name := range names {
		texts = append(texts, code(lib, name))
	}
	return strings.Join(texts, ", ")
}

func codes(names []string) string {
	if len(names) == 0 {
		return "-"
	}
	return "`" + strings.Join(names, "`, `") + "`"
}

// code writes a symbol with its package's alias, as in the document.
func code(lib *Library, text string) string {
	s, err := parseSymbol(text, nil)
	if err != nil {
		return "`" + text + "`"
	}
	name := path.Base(CanonicalPath(s.Path))
	for _, alias := range sortedKeys(lib.Packages) {
		if lib.Packages[alias] == s.Path {
			name = alias
		}
	}
	s.Path = name
	return "`" + s.String() + "`"
}
