package infra

import (
	"path"
	"regexp"
	"strings"
)

// define makes facts of what was kept.
func (p *plan) define() {
	known := map[string]bool{}
	for _, res := range p.resources {
		known[res.Address] = true
	}
	for _, res := range p.resources {
		v, err := parseJSON(p.file, res.Values)
		if err != nil {
			continue // no values are planned
		}
		v = v.placed(res.at)
		refs := p.references(res, known)
		if raw := p.unknowns[res.Address]; raw != nil {
			if u, err := parseJSON(p.file, raw); err == nil {
				v = p.blank(v, u, refs, res.at)
			}
		}
		d := Definition{
			Root: path.Dir(p.file), Address: res.Address, Type: res.Type, Format: "plan", Place: res.at, Environment: environmentOf(p.file),
		}
		resourceReaders[res.key()](p.r, d, v)
	}
}

// placed puts a value and its parts at one place: offsets within a resource
// mean nothing to a reader of a plan.
func (v *value) placed(at Place) *value {
	w := *v
	w.at = at
	w.items, w.fields = nil, nil
	for _, item := range v.items {
		w.items = append(w.items, item.placed(at))
	}
	for _, f := range v.fields {
		w.fields = append(w.fields, field{f.name, f.value.placed(at), at})
	}
	return &w
}

// blank puts in what is known only after the apply. Such attributes are missing
// from the planned values: read alone these would say that they are absent.
func (p *plan) blank(v, u, refs *value, at Place) *value {
	switch {
	case u.kind == isBool && u.text == "true":
		return p.later(refs, at)
	case u.kind == isObject:
		out := &value{kind: isObject, at: at}
		if v.written() && v.kind == isObject {
			out.fields = append(out.fields, v.fields...)
		}
		for _, f := range u.fields {
			inner := refs.field(f.name)
			if inner == nil && refs.field("references") != nil { // those of the whole map
				inner = refs
			}
			if x := p.blank(out.field(f.name), f.value, inner, at); x != nil {
				out.set(f.name, at, x)
			}
		}
		if !v.written() && len(out.fields) == 0 {
			return v
		}
		return out
	case u.kind == isList:
		if !v.written() {
			if len(u.items) == 0 {
				return v
			}
			v = list(at)
		}
		out := list(at, v.items...)
		for i, item := range u.items {
			inner := refs
			if refs != nil && refs.kind == isList {
				inner = index(refs, number(at, itoa(i)), at)
			}
			var old *value
			if i < len(out.items) {
				old = out.items[i]
			}
			x := p.blank(old, item, inner, at)
			switch {
			case x == nil:
			case i < len(out.items):
				out.items[i] = x
			default:
				out.items = append(out.items, x)
			}
		}
		return out
	}
	return v
}

// later is an attribute that is known after the apply: what it refers to, when
// its expression refers to one definition alone.
func (p *plan) later(refs *value, at Place) *value {
	const why = "it is known only after the apply"
	items, _ := refs.field("references").elements()
	if len(items) != 1 || !hasReference(items[0].text) {
		return unknown(at, why)
	}
	v := text(at, items[0].text)
	v.why = why
	return v
}

var planReference = regexp.MustCompile(`^((?:data\.)?[a-z0-9]+_[a-z0-9_]+\.[A-Za-z0-9_-]+(?:\[[^\]]*\])?)\.([a-z_]+)`)

// references returns the expressions of a resource with their references as
// texts that refer to definitions of the same module. Each attribute is listed
// by itself and with its definition; only the former counts.
func (p *plan) references(res planned, known map[string]bool) *value {
	raw := p.exprs[withoutKeys(res.Address)]
	if raw == nil {
		return nil
	}
	v, err := parseJSON(p.file, raw)
	if err != nil {
		return nil
	}
	return p.resolved(v, res, known)
}

func (p *plan) resolved(v *value, res planned, known map[string]bool) *value {
	w := *v
	w.items, w.fields = nil, nil
	for _, item := range v.items {
		w.items = append(w.items, p.resolved(item, res, known))
	}
	for _, f := range v.fields {
		if f.name != "references" {
			w.fields = append(w.fields, field{f.name, p.resolved(f.value, res, known), f.at})
			continue
		}
		refs := list(f.at)
		for _, item := range f.value.items {
			m := planReference.FindStringSubmatch(item.text)
			switch {
			case m != nil:
				address := res.module + m[1]
				if !known[address] {
					address = withoutIndex(address) + "[*]"
				}
				typ, _, _ := strings.Cut(strings.TrimPrefix(m[1], "data."), ".")
				refs.items = append(refs.items, p.r.marks.text(f.at, reference{root: path.Dir(p.file), address: address, typ: typ, attr: m[2]}))
			case strings.HasPrefix(item.text, "var.") || strings.HasPrefix(item.text, "local.") || strings.HasPrefix(item.text, "module."):
				refs.items = append(refs.items, text(f.at, item.text))
			}
		}
		w.fields = append(w.fields, field{f.name, refs, f.at})
	}
	return &w
}

var keyInAddress = regexp.MustCompile(`\[(?:"(?:[^"\\]|\\.)*"|\d+)\]`)

// withoutKeys drops the keys of count and for_each from an address.
func withoutKeys(address string) string { return keyInAddress.ReplaceAllString(address, "") }

// mergePlans lets the definitions of plans fill in what the files that were
// planned leave open, when these are in the repository: one definition is not
// to be listed twice.
func (r *reader) mergePlans() {
	f := &r.facts
	written := func(format string) bool { return format == "terraform" }
	queues := map[string][]*Queue{}
	for _, q := range f.Queues {
		if written(q.Format) {
			queues[q.Address] = append(queues[q.Address], q)
		}
	}
	f.Queues = filter(f.Queues, func(q *Queue) bool {
		t := sole(queues[q.Address], q.Definition, func(x *Queue) Definition { return x.Definition })
		if q.Format != "plan" || t == nil {
			return true
		}
		fill(&t.Name, q.Name)
		fill(&t.Lease, q.Lease)
		fill(&t.MaxReceives, q.MaxReceives)
		fill(&t.DeadLetter, q.DeadLetter)
		fill(&t.Retention, q.Retention)
		fill(&t.Delay, q.Delay)
		fill(&t.FIFO, q.FIFO)
		fill(&t.Dedup, q.Dedup)
		return false
	})
	f.Computes = filterPlanned(f.Computes, func(c *Compute) Definition { return c.Definition }, func(t, c *Compute) { fill(&t.Timeout, c.Timeout); fill(&t.Name, c.Name) })
	f.Edges = filterPlanned(f.Edges, func(e *Edge) Definition { return e.Definition }, func(t, e *Edge) {
		fill(&t.From, e.From)
		fill(&t.MaxRetries, e.MaxRetries)
		fill(&t.ReportBatchItemFailures, e.ReportBatchItemFailures)
	})
	f.Alarms = filterPlanned(f.Alarms, func(a *Alarm) Definition { return a.Definition }, func(t, a *Alarm) { fill(&t.Watches, a.Watches) })
}

func filterPlanned[T any](all []*T, of func(*T) Definition, fill func(written, planned *T)) []*T {
	byAddress := map[string][]*T{}
	for _, x := range all {
		if of(x).Format == "terraform" {
			byAddress[of(x).Address] = append(byAddress[of(x).Address], x)
		}
	}
	return filter(all, func(x *T) bool {
		t := sole(byAddress[of(x).Address], of(x), of)
		if of(x).Format != "plan" || t == nil {
			return true
		}
		fill(t, x)
		return false
	})
}

// sole returns the written definition that a planned one is: that of the same
// directory, or the only one with its address.
func sole[T any](written []*T, planned Definition, of func(*T) Definition) *T {
	for _, x := range written {
		if of(x).Root == planned.Root {
			return x
		}
	}
	if len(written) == 1 {
		return written[0]
	}
	return nil
}

func filter[T any](all []*T, keep func(*T) bool) []*T {
	kept := all[:0:0]
	for _, x := range all {
		if keep(x) {
			kept = append(kept, x)
		}
	}
	return kept
}

// fill takes from a plan what is known there only, at the place where it is
// written.
func fill[T any](written *Attr[T], planned Attr[T]) {
	if (written.State == Unknown || written.Assumed) && (planned.State == Present || planned.State == Absent) {
		planned.Place = written.Place
		*written = planned
	}
}
