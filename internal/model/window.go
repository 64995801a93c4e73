package model

import (
	"strconv"
	"strings"
	"time"

	"github.com/idemlint/idemlint/internal/sqltext"
)

// window is how far back a look-up looks, 0 for no end: what was recorded before
// is as good as gone.
func (x *explorer) window(fr *frame, n *Node) time.Duration {
	if d := x.windowIn(fr, n, ""); d > 0 || len(n.Args) == 0 {
		return d
	}
	j := &judge{w: x.k.w, v: visit{fr: fr}, n: n, args: make([]*Val, len(n.Args)), dug: map[int][]named{}}
	for _, g := range j.chain(0) {
		if g.call != nil && g.name == "Where" {
			if d := x.windowIn(g.fr, g.call, "SELECT 1 FROM t WHERE "); d > 0 {
				return d
			}
		}
	}
	return 0
}

// windowIn looks for a statement, or for conditions that follow head, among the
// arguments of a call.
func (x *explorer) windowIn(fr *frame, n *Node, head string) time.Duration {
	for i, a := range n.Args {
		for _, t := range texts(fr.eval(a)) {
			if len(t) < 8 {
				continue
			}
			s := sqltext.Parse(head + t)
			if d := s.Window(); d > 0 {
				return d
			}
			if i+1 < len(n.Args) {
				if d := x.since(s, fr.eval(n.Args[i+1])); d > 0 {
					return d
				}
			}
		}
	}
	return 0
}

// since reads created_at > $2 where $2 is time.Now().Add(-5 * time.Minute).
func (x *explorer) since(s sqltext.Statement, args *Val) time.Duration {
	for _, c := range s.Where {
		if !strings.HasPrefix(c.Op, ">") || c.Value.Placeholder == 0 {
			continue
		}
		v := x.k.w.elem(args, "["+strconv.Itoa(c.Value.Placeholder-1)+"]").force()
		for v.op == OpIface {
			v = v.args[0].force()
		}
		if v.op != OpMix || lastPart(v.text) != "Add" || len(v.args) != 2 {
			continue
		}
		for _, t := range texts(v.args[1]) {
			if d, err := strconv.ParseInt(t, 10, 64); err == nil && d < 0 {
				return time.Duration(-d)
			}
		}
	}
	return 0
}
