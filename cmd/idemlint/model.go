package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis/checker"

	"github.com/idemlint/idemlint/internal/model"
	"github.com/idemlint/idemlint/internal/output"
)

// handlersOf lists the handlers of a run. A handler is walked again by every
// package that wires more of it; the fullest walk is kept.
func handlersOf(graph *checker.Graph, replay bool) []output.Handler {
	best := make(map[string]*model.Handler)
	links := linksOf(graph)
	for _, act := range graph.Roots {
		m, ok := act.Result.(*model.Model)
		if !ok || m == nil {
			continue
		}
		for h := range m.Handlers() {
			key := handlerKey(h)
			if old := best[key]; old == nil || fuller(h, old) {
				best[key] = h
			}
		}
	}
	list := make([]output.Handler, 0, len(best))
	for _, h := range best {
		d := describeHandler(h)
		d.Queues, d.Unlinked = links.of(h)
		links.tell(&d, h)
		if replay {
			describeReplay(&d, h)
		}
		list = append(list, d)
	}
	slices.SortFunc(list, func(a, b output.Handler) int {
		return cmp.Or(strings.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), strings.Compare(a.Name, b.Name))
	})
	return list
}

func handlerKey(h *model.Handler) string {
	return h.Name + "\x00" + h.Place.File + "\x00" + string(rune(h.Place.Line))
}

// fuller reports whether walk a saw more than walk b.
func fuller(a, b *model.Handler) bool {
	if len(a.Effects) != len(b.Effects) {
		return len(a.Effects) > len(b.Effects)
	}
	return resolved(a) > resolved(b)
}

func resolved(h *model.Handler) int {
	n := 0
	for _, d := range h.Dynamic {
		n += len(d.Resolved)
	}
	return n
}

func describeHandler(h *model.Handler) output.Handler {
	out := output.Handler{
		Name: h.Name, File: h.Place.File, Line: h.Place.Line, Library: h.Library, Broker: h.Broker,
		Package: h.Package, Ack: h.Ack, Lease: h.Lease, Retries: h.Retries, DeadLetter: h.DeadLetter,
	}
	if leases := h.Shifts(); len(leases) > 0 {
		out.Lease = leasesText(leases)
	}
	if d := h.Duration; d.Total > 0 {
		out.Duration = &output.Duration{Sum: d.Sum(), Unbounded: d.Unbounded}
		if !d.Unbounded {
			out.Duration.Seconds = d.Total.Seconds()
		}
	}
	if c := h.Contract(); c != nil {
		out.Contract = &output.Contract{Key: strings.Join(c.Keys, ", "), DeadLetter: c.DeadLetter, Owner: c.Owner}
		if c.MaxReceives > 0 {
			out.Contract.MaxReceives = strconv.Itoa(c.MaxReceives)
		}
	}
	for _, e := range h.Effects {
		if e.ReadOnly() {
			continue
		}
		d := describeEffect(e)
		if !slices.ContainsFunc(out.Effects, func(o output.Effect) bool { return reflect.DeepEqual(o, d) }) {
			out.Effects = append(out.Effects, d)
		}
	}
	describeSteps(&out, h)
	for _, d := range h.Dynamic {
		out.Dynamic = append(out.Dynamic, output.Dynamic{
			Call: d.Call, File: d.Place.File, Line: d.Place.Line, Resolved: d.Resolved, Outside: d.Outside, Reason: d.Reason,
		})
	}
	return out
}

func describeEffect(e *model.Effect) output.Effect {
	d := output.Effect{Call: e.Call, Category: e.Category, File: e.Place.File, Line: e.Place.Line, Natural: e.Why()}
	if e.Key.Given {
		d.Key, d.Origin = e.Key.What, e.Key.Class.String()
		if e.Key.Source.Name != "" {
			d.Origin += " (" + e.Key.Source.Name + ")"
		}
	}
	return d
}

// leasesText lists the leases a handler works under.
func leasesText(shifts []model.Shift) string {
	var texts []string
	for _, s := range shifts {
		text := strings.TrimSuffix(s.For.String(), "m0s")
		if text != s.For.String() {
			text += "m"
		}
		if s.Extended {
			text = "extended"
		}
		if !slices.Contains(texts, text) {
			texts = append(texts, text)
		}
	}
	return strings.Join(texts, " or ")
}

// describeReplay adds the table of schedules, or says why there is none.
func describeReplay(out *output.Handler, h *model.Handler) {
	if h.Table == nil {
		out.ReplayText = "not simulated: " + h.Untold() + "\n"
		out.Replay, _ = json.Marshal(map[string]string{"dropped": h.Untold()})
		return
	}
	var text bytes.Buffer
	if err := h.Table.Text(&text); err != nil {
		text.WriteString(err.Error())
	}
	out.ReplayText = text.String()
	if data, err := json.Marshal(h.Table); err == nil {
		out.Replay = data
	}
}
