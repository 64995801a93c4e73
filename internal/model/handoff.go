package model

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/idemlint/idemlint/internal/replay"
)

// handing is the step an event is where a handoff is looked at: the send, or a
// wait for something.
func (x *explorer) handing(a *act, e *Event) (step, bool) {
	switch {
	case x.sent == nil:
		return step{}, false
	case e.Kind == EventWait:
		return step{awaits: true}, true
	}
	fn := a.fr.fn
	return step{handed: true, place: fn.place(x.sent.step.Pos, "")}, a.fr == x.sent.fr && fn.Flow.Sends[e.Call] == x.sent.step.Pos
}

// pass makes the node of a step that changes nothing.
func (x *explorer) pass(s *state, st step) replay.NodeID {
	id := x.add(replay.Node{Kind: replay.Wait, Label: "channel", Ref: -1}, st)
	x.link(id, replay.OK, x.run(s))
	return id
}

// leftBehind finds where the sender acks a delivery that it left to the
// goroutine k walks: a crash before that goroutine is done loses it. Who acks
// in the goroutine, or waits for it, is fine.
func (k *walker) leftBehind(top *walker, h *Handler) []Loss {
	if k.sent == nil || slices.ContainsFunc(k.visits, func(v visit) bool { return v.ack != "" }) {
		return nil
	}
	e := worst(slices.DeleteFunc(slices.Clone(h.Effects), func(e *Effect) bool { return e.ReadOnly() || e.isParking() }))
	if e == nil {
		return nil
	}
	p := k.sent.by.newProgram(top, h, nil, nil, k.sent)
	if p == nil || p.cut {
		return nil
	}
	where := cmp.Or(k.sent.fr.fn.written(k.sent.step.Node), "a channel")
	var out []Loss
	for i := range p.nodes {
		if !p.of[i].handed {
			continue
		}
		end, forgotten := p.ends(p.next(replay.NodeID(i), replay.OK))
		if !forgotten {
			continue
		}
		by := "the message is acked"
		if p.nodes[end].Kind == replay.Ack {
			by = p.nodes[end].Label + " acks the message"
		}
		l := Loss{
			Kind: Detached, Effect: e, Place: p.of[end].place,
			Schedule: fmt.Sprintf("%s while %s holds it; crash before %s → nobody delivers it again: %s is lost", by, where, e.Call, short(e)),
		}
		if p.nodes[end].Kind != replay.Ack || !l.Place.IsValid() {
			l.Place = p.of[i].place
		}
		at := l.Place
		at.Note = "the message is acked here"
		l.Path = append(slices.Clone(e.Path), at)
		out = append(out, l)
	}
	return out
}
