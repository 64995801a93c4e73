package main

import (
	"reflect"
	"slices"

	"github.com/idemlint/idemlint/internal/model"
	"github.com/idemlint/idemlint/internal/output"
	"github.com/idemlint/idemlint/internal/replay"
)

// describeSteps lists what the handler does in order. Effects that other ways
// through it have come last.
func describeSteps(out *output.Handler, h *model.Handler) {
	out.LeaseSeconds = h.LeaseTime().Seconds()
	index := func(e *model.Effect) *int {
		if e == nil {
			return nil
		}
		d := describeEffect(e)
		i := slices.IndexFunc(out.Effects, func(o output.Effect) bool { return reflect.DeepEqual(o, d) })
		if i < 0 {
			return nil
		}
		return &i
	}
	steps, other := h.Steps()
	transactions := map[string]int{"": 0}
	for _, s := range steps {
		if s.Effect != nil && s.Effect.ReadOnly() && s.Takes == 0 && !s.Unbounded {
			continue
		}
		tx, known := transactions[s.Store]
		if !known {
			tx = len(transactions)
			transactions[s.Store] = tx
		}
		d := output.Step{
			Kind: s.Kind.String(), Label: s.Label, File: s.Place.File, Line: s.Place.Line, Effect: index(s.Effect),
			Transaction: tx, Repeated: s.Repeated, Beside: s.Beside, Seconds: s.Takes.Seconds(), Unbounded: s.Unbounded,
		}
		if s.Unbounded {
			d.Seconds = 0
		}
		if s.Key != replay.NoKey {
			d.Key = s.Key.String()
		}
		if s.Kind == replay.Ack || s.Kind == replay.Return {
			d.Verdict = s.Verdict.String()
		}
		out.Steps = append(out.Steps, d)
	}
	for _, e := range other {
		if i := index(e); i != nil {
			out.Steps = append(out.Steps, output.Step{Kind: "effect", Label: e.Call, File: e.Place.File, Line: e.Place.Line, Effect: i, Elsewhere: true})
		}
	}
}
